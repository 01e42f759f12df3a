/** Reads the lines of journal entries and expenses. */
import { Big } from "big.js";
import { money, percentOf, rounded, toCents, zero } from "../books/basics/amounts.ts";
import { credit, debit, type PostingLine } from "../books/ledger/posting.ts";
import { type TaxRate, taxRates } from "../books/masterdata/chart.ts";
import { rejected } from "../server/errors.ts";
import type { WriteContext } from "./context.ts";
import { accountIn, described, dimensionsIn, ratesFor } from "./lookups.ts";
import { findBy } from "./records.ts";
import { type Input, textIn } from "./shapes/fields.ts";

/** The currency of the amounts, and its price in the company's currency. */
export interface Exchange {
  readonly currency: string;
  readonly rate: string;
}

/** A tax rate by its id or code, else the one for this percentage. Income has other rates than expenses. */
function rateIn(named: Input, isIncome: boolean, path: string): TaxRate | undefined {
  const byName = Object.values(taxRates).find(({ id, code }) => id === named["id"] || code === named["code"]);
  const percentage = textIn(named, "percentage");
  if (byName !== undefined && percentage !== undefined && !new Big(percentage).eq(byName.percentage))
    throw rejected(`${path}tax_rate.percentage`, `must be ${byName.percentage} with this tax rate`);
  if (byName !== undefined || percentage === undefined) return byName;
  const fitting = ratesFor(isIncome).filter(({ code }) => code !== taxRates.reverse.code);
  const found = fitting.find((rate) => new Big(percentage).eq(rate.percentage));
  if (found === undefined)
    throw rejected(
      `${path}tax_rate.percentage`,
      `is not a tax rate for ${isIncome ? "income" : "expenses"}. Use one of ${fitting.map(described).join(", ")}`,
    );
  return found;
}

/** The tax of a line: its rate, and its amount, which has to fit the gross amount. */
function taxIn(
  input: Input,
  net: Big,
  { path, rate, currency }: { path: string; rate: TaxRate | undefined; currency: string },
) {
  const amount = textIn(input, "tax_amount");
  const gross = textIn(input, "gross_amount");
  if (rate === undefined && (amount === undefined || new Big(amount).eq(0)) && (gross === undefined || net.eq(gross)))
    return undefined;
  if (rate === undefined) throw rejected(`${path}tax_rate`, "is required if there is a tax amount");
  const tax = amount === undefined ? rounded(percentOf(net, rate.percentage), currency) : new Big(amount);
  if (gross !== undefined && !net.plus(tax).eq(gross))
    throw rejected(`${path}gross_amount`, `must be net plus tax: ${money(net.plus(tax), currency)}`);
  // Rounding by item may cause a difference of a cent.
  if (percentOf(net, rate.percentage).minus(tax).abs().gt("0.02"))
    throw rejected(`${path}tax_amount`, `is not ${rate.percentage} % of the net amount`);
  return { rate, tax };
}

export const isCents = (amount: Big) => rounded(amount, "EUR").eq(amount);

async function partyOn(context: WriteContext, input: Input) {
  const of = async (collection: "customers" | "suppliers", field: string) => {
    const id = textIn(input, field);
    const party = id === undefined ? undefined : await findBy(context, collection, "id", id);
    return party && { id: party.id, account: Number(party["account_number"]) };
  };
  const customer = await of("customers", "customer_id");
  const supplier = await of("suppliers", "supplier_id");
  return { ...(customer && { customer }), ...(supplier && { supplier }) };
}

export type ReadPosting = PostingLine & { readonly net: Big; readonly taxed: Big };

/** An amount on one side of one account. */
export async function postingLine(
  context: WriteContext,
  input: Input,
  path: string,
  { currency, rate: exchangeRate }: Exchange,
): Promise<ReadPosting> {
  const account = await accountIn(context, input, path);
  if (account === undefined) throw rejected(`${path}account_id`, "is required");
  const onDebit = textIn(input, "debit");
  const onCredit = textIn(input, "credit");
  if ((onDebit === undefined) === (onCredit === undefined))
    throw rejected(`${path}debit`, "or credit is required, but not both");
  const net = new Big(onDebit ?? onCredit ?? 0);
  if (!rounded(net, currency).eq(net))
    throw rejected(
      `${path}${onDebit === undefined ? "credit" : "debit"}`,
      "must have no more decimals than its currency",
    );
  const named = await findBy(context, "accounts", "number", account);
  const rate = rateIn((input["tax_rate"] ?? {}) as Input, named?.["class"] === "revenue", path);
  const tax = taxIn(input, net, { path, rate, currency });
  const discount = textIn(input, "discount_amount");
  const documentNumber = textIn(input, "document_number");
  const itemId = textIn(input, "item_id");
  const description = textIn(input, "description");
  const line = (onDebit === undefined ? credit : debit)(account, toCents(net, exchangeRate), {
    ...(description !== undefined && { description }),
    ...(await partyOn(context, input)),
    ...(itemId !== undefined && { itemId }),
    ...(discount !== undefined && { discount: toCents(new Big(discount), exchangeRate) }),
    ...(tax && { tax: { rate: tax.rate, cents: toCents(tax.tax, exchangeRate) } }),
    ...(documentNumber !== undefined && { documentNumber }),
    dimensions: await dimensionsIn(context, input),
  });
  return { ...line, net, taxed: tax?.tax ?? zero };
}
