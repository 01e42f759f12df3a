/** Looks up the account, currency, exchange rate, tax rate and dimensions that an input names. */
import { Big } from "big.js";
import type { NativeRecord } from "../books/basics/types.ts";
import type { Dimension } from "../books/masterdata/catalogue.ts";
import { type TaxRate, taxRates } from "../books/masterdata/chart.ts";
import { isKnownCurrency } from "../books/masterdata/currencies.ts";
import { rejected } from "../server/errors.ts";
import type { WriteContext } from "./context.ts";
import { findBy } from "./records.ts";
import { type Input, listIn, textIn } from "./shapes/fields.ts";

/** Accounts that only documents and payments may be booked on. Other entries there would have no open item. */
const collective = ["1400", "1600"];

/** The number of the account that an input names by one or several fields. */
export async function accountIn(context: WriteContext, input: Input, path: string): Promise<string | undefined> {
  const field = ["account_id", "account_code", "account_number"].find((name) => (input[name] ?? null) !== null);
  if (field === undefined) return undefined;
  const named: readonly (readonly [string, string])[] = [
    ["account_id", "id"],
    ["account_code", "code"],
    ["account_number", "number"],
  ];
  const numbers = new Set<unknown>();
  for (const [name, by] of named) {
    const value = input[name];
    if ((value ?? null) === null) continue;
    const key = typeof value === "number" ? String(value).padStart(4, "0") : String(value);
    const account = await findBy(context, "accounts", by, key);
    if (account === undefined) throw rejected(`${path}${name}`, "names no account");
    if (account["status"] !== "active") throw rejected(`${path}${name}`, "names an archived account");
    if (collective.includes(String(account["number"])))
      throw rejected(`${path}${name}`, "names an account that is reserved for documents and payments");
    numbers.add(account["number"]);
  }
  if (numbers.size > 1) throw rejected(`${path}${field}`, "does not agree with the other fields that name the account");
  return [...numbers].map(String)[0];
}

export function currencyIn(input: Input): string {
  const currency = textIn(input, "currency") ?? "EUR";
  if (!isKnownCurrency(currency)) throw rejected("currency", "must be EUR, USD, CHF, JPY or NOK");
  return currency;
}

/** The exchange rate in the input, or the rate of the day. */
export function rateIn(input: Input, currency: string, ofDay: string): string {
  const rate = textIn(input, "exchange_rate");
  if (rate === undefined) return ofDay;
  if (!/^-?\d{1,10}(\.\d{1,10})?$/.test(rate)) throw rejected("exchange_rate", 'must be a decimal such as "1.085"');
  const isValid = currency === "EUR" ? new Big(rate).eq(1) : new Big(rate).gt(0) && new Big(rate).lte(1000);
  if (!isValid)
    throw rejected("exchange_rate", currency === "EUR" ? "must be 1 for EUR" : "must be above 0 and at most 1000");
  if (currency !== "EUR" && new Big(rate).eq(1))
    throw rejected("exchange_rate", "must not be 1 between two currencies");
  return rate;
}

/** The active tax rates for sales or purchases. */
export function ratesFor(isSale: boolean): TaxRate[] {
  const usages = isSale ? ["invoice", "all", "journal_entry"] : ["bill", "all", "journal_entry"];
  return Object.values(taxRates).filter((rate) => usages.includes(rate.usage) && rate.code !== "UST16");
}

export const described = ({ percentage, code, name }: TaxRate): string => `${percentage} (${code}, ${name})`;

/** The active tax rate for sales or purchases with this code or percentage. */
export function taxRateIn(input: Input, isSale: boolean, path: string): TaxRate | undefined {
  const code = textIn(input, "tax_code");
  const percentage = textIn(input, "tax_rate_percentage");
  const fitting = ratesFor(isSale);
  if (code === undefined && percentage === undefined) return undefined;
  const field = code === undefined ? "tax_rate_percentage" : "tax_code";
  const found = fitting.find((rate) =>
    code === undefined ? rate.code !== "RC19" && new Big(percentage ?? 0).eq(rate.percentage) : rate.code === code,
  );
  if (found === undefined)
    throw rejected(
      `${path}${field}`,
      `is not a tax rate for ${isSale ? "sales" : "purchases"}. Use one of ${fitting.map(described).join(", ")}`,
    );
  if (percentage !== undefined && !new Big(percentage).eq(found.percentage))
    throw rejected(`${path}tax_rate_percentage`, `must be ${found.percentage} with this tax code`);
  return found;
}

export async function dimensionsIn(context: WriteContext, input: Input): Promise<Dimension[]> {
  const found = await Promise.all(
    listIn(input, "dimensions").map(({ id }) => findBy(context, "dimensions", "id", String(id))),
  );
  const textOrEmpty = (record: NativeRecord, field: string) => textIn(record, field) ?? "";
  return found.flatMap((dimension) =>
    dimension
      ? [
          {
            id: dimension.id,
            category_name: textOrEmpty(dimension, "category_name"),
            code: textOrEmpty(dimension, "code"),
            name: textOrEmpty(dimension, "name"),
          },
        ]
      : [],
  );
}
