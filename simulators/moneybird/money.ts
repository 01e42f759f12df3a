/** Prices of lines: discount, tax and the administration's currency, in decimal arithmetic. */
import { Big } from "big.js";
import { taxOn } from "../engine/reckoning.ts";
import { cents, filled, type Row, rows, sum, text } from "../engine/values.ts";
import { type Books, idOf, orNull, part, readLines, taken } from "./administration.ts";

/** As the vendor writes decimals: `363.0`, `247.93`. */
export function decimal(amount: Big): string {
  const plain = amount.toFixed();
  return plain.includes(".") ? plain : `${plain}.0`;
}

/** Accepts `10.95` and `10,95`; undefined if it is not a number. */
export function readDecimal(value: unknown): Big | undefined {
  const plain = text(value).trim().replace(",", ".").replace(/%$/, "");
  return /^-?\d+(\.\d*)?$/.test(plain) ? new Big(plain) : undefined;
}

export const amountOf = (row: Row, field: string): Big => readDecimal(row[field]) ?? new Big(0);

/** The value of one unit of a currency in euro. */
export function rateOf(currency: string): Big {
  return new Big({ EUR: "1.0", USD: "0.8", GBP: "1.15", CHF: "1.05" }[currency] ?? "0.5");
}

export interface Pricing {
  readonly currency: string;
  readonly discount: Big;
  readonly inclusive: boolean;
  /** The type whose first ledger account and tax rate are a line's defaults. */
  readonly side: "sales_invoice" | "purchase_invoice";
}

/** Texts that the tax office wants, by the tax rate's name. */
const reportReferences: readonly (readonly [RegExp, string, string | null])[] = [
  [/verlegd/, "NL/1e", "Btw verlegd"],
  [/buiten de EU/, "NL/3a", null],
  [/binnen de EU/, "NL/3b", "Intracommunautaire levering"],
  [/voorbelasting/, "NL/5b", null],
  [/21%/, "NL/1a", null],
  [/9%/, "NL/1b", null],
];

export function makeDetail(books: Books, body: Row, pricing: Pricing, before?: Row): Row {
  const line: Row = { ...before, ...body };
  const rate = text(line["tax_rate_id"]) || firstRate(books, pricing.side);
  const amount = orNull(line["amount"]);
  const [, reference, mandatory] =
    reportReferences.find(([name]) => name.test(text(books.tables.tax_rates.get(rate)?.["name"]))) ?? [];
  return {
    ...part(books, {}),
    ...(before !== undefined && { id: before["id"], created_at: before["created_at"] }),
    tax_rate_id: rate,
    amount,
    amount_decimal: decimal(quantity(amount)),
    ledger_account_id: text(line["ledger_account_id"]) || firstAccount(books, pricing.side),
    ...taken(line, "project_id|product_id|period"),
    description: text(line["description"]),
    // Only the total of a line is rounded (help centre 207140).
    price: decimal(amountOf(line, "price")),
    row_order: Number(text(line["row_order"])),
    ...filled("total_price_excl_tax_with_discount|total_price_excl_tax_with_discount_base", "0.0"),
    tax_report_reference: reference === undefined ? [] : [reference],
    mandatory_tax_text: mandatory ?? null,
    ...(("is_optional" in line || "is_selected" in line) && {
      is_optional: text(line["is_optional"]) === "true",
      is_selected: text(line["is_selected"] ?? true) === "true",
    }),
  };
}

/** `2,5 uur` is 2.5; an empty text is 1. */
function quantity(amount: string | null): Big {
  const [number] = /-?\d+([.,]\d+)?/.exec(amount ?? "") ?? [];
  return readDecimal(number) ?? new Big(1);
}

const firstRate = ({ tables }: Books, side: string) =>
  idOf(tables.tax_rates.first((row) => row["tax_rate_type"] === side && row["active"] === true));
const firstAccount = ({ tables }: Books, side: string) =>
  idOf(tables.ledger_accounts.find("account_type", side === "sales_invoice" ? "revenue" : "expenses"));

/** The lines after an update: lines with an id are changed or deleted, others added. */
export function mergeLines(before: unknown, sent: unknown, make: (line: Row, old?: Row) => Row): Row[] {
  const lines = new Map(rows(before).map((row) => [row["id"], row]));
  for (const line of readLines(sent)) {
    const old = lines.get(line["id"]);
    if (old !== undefined && text(line["_destroy"]) === "true") lines.delete(old["id"]);
    else {
      const made = make(line, old);
      if (line["row_order"] === undefined && old === undefined) made["row_order"] = lines.size;
      lines.set(made["id"], made);
    }
  }
  return [...lines.values()].toSorted((left, right) => Number(left["row_order"]) - Number(right["row_order"]));
}

/** The priced lines, and their totals by tax rate, without unselected lines. */
export function total(books: Books, details: readonly Row[], { currency, discount, inclusive }: Pricing): Row {
  const worth = rateOf(currency);
  const keep = new Big(1).minus(discount.div(100));
  const priced = details.map((detail) => {
    const rate = text(detail["tax_rate_id"]);
    const full = amountOf(detail, "price").times(amountOf(detail, "amount_decimal"));
    const factor = inclusive ? percentageOf(books, rate).div(100).plus(1) : new Big(1);
    const net = cents(full.times(keep).div(factor));
    const netBase = cents(net.times(worth));
    const discounted = {
      ...detail,
      total_price_excl_tax_with_discount: decimal(net),
      total_price_excl_tax_with_discount_base: decimal(netBase),
    };
    const off = cents(full.div(factor)).minus(net);
    return { detail: discounted, rate, net, netBase, gross: cents(full.times(keep)), off };
  });
  const counted = priced.filter(({ detail }: { detail: Row }) => detail["is_selected"] !== false);
  const taxes = [...Map.groupBy(counted, ({ rate }) => rate)].map(([rate, group]) => {
    const net = sum(group.map((line) => line.net));
    const netBase = sum(group.map((line) => line.netBase));
    const onTop = cents(taxOn(net, percentageOf(books, rate), false));
    const tax = inclusive ? sum(group.map(({ gross }) => gross)).minus(net) : onTop;
    return { rate, net, netBase, tax, taxBase: cents(tax.times(worth)) };
  });
  const all = (field: "net" | "netBase" | "tax" | "taxBase") => sum(taxes.map((tax) => tax[field]));
  return {
    details: priced.map(({ detail }) => detail),
    total_price_excl_tax: decimal(all("net")),
    total_price_excl_tax_base: decimal(all("netBase")),
    total_price_incl_tax: decimal(all("net").plus(all("tax"))),
    total_price_incl_tax_base: decimal(all("netBase").plus(all("taxBase"))),
    total_discount: decimal(sum(counted.map(({ off }) => off))),
    tax_totals: taxes.map(({ rate, net, netBase, tax, taxBase }) => ({
      tax_rate_id: rate,
      taxable_amount: decimal(net),
      taxable_amount_base: decimal(netBase),
      tax_amount: decimal(tax),
      tax_amount_base: decimal(taxBase),
    })),
  };
}

const percentageOf = (books: Books, rate: string): Big =>
  amountOf(books.tables.tax_rates.get(rate) ?? {}, "percentage");
