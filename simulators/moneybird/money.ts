/** What lines cost: discount, tax and the administration's own currency, in decimal arithmetic. */
import { Big } from "big.js";
import { cents, type Row, rows, sum, text } from "../engine/values.ts";
import { type Books, idOf, orNull, part, readLines, type Table } from "./administration.ts";

/** As the vendor writes decimals: `363.0`, `247.93`. */
export function decimal(amount: Big): string {
  const plain = amount.toFixed();
  return plain.includes(".") ? plain : `${plain}.0`;
}

/** Both `10.95` and `10,95` are taken; undefined when it is no number. */
export function readDecimal(value: unknown): Big | undefined {
  const plain = text(value).trim().replace(",", ".").replace(/%$/, "");
  return /^-?\d+(\.\d*)?$/.test(plain) ? new Big(plain) : undefined;
}

export const amountOf = (row: Row, field: string): Big => readDecimal(row[field]) ?? new Big(0);

/** What one unit of a currency is worth in euro. */
export function rateOf(currency: string): Big {
  return new Big({ EUR: "1.0", USD: "0.8", GBP: "1.15", CHF: "1.05" }[currency] ?? "0.5");
}

export interface Pricing {
  readonly currency: string;
  readonly discount: Big;
  readonly inclusive: boolean;
  /** Whose first ledger account and tax rate a line gets that names none. */
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

export function makeDetail(books: Books, given: Row, pricing: Pricing, before?: Row): Row {
  const has = (field: string) => given[field] !== undefined;
  const kept = (field: string, otherwise: unknown = null): unknown =>
    has(field) ? given[field] : (before?.[field] ?? otherwise);
  const rate = text(kept("tax_rate_id")) || firstRate(books, pricing.side);
  const amount = orNull(kept("amount"));
  const optional = has("is_optional") || has("is_selected") || before?.["is_optional"] !== undefined;
  const [, reference, mandatory] =
    reportReferences.find(([name]) => name.test(text(books.tables.tax_rates.get(rate)?.["name"]))) ?? [];
  return {
    ...part(books, {}),
    ...(before !== undefined && { id: before["id"], created_at: before["created_at"] }),
    tax_rate_id: rate,
    ledger_account_id: text(kept("ledger_account_id")) || firstAccount(books, pricing.side),
    project_id: orNull(kept("project_id")),
    product_id: orNull(kept("product_id")),
    amount,
    amount_decimal: decimal(quantity(amount)),
    description: text(kept("description", "")),
    price: decimal(cents(readDecimal(kept("price", "0")) ?? new Big(0))),
    period: orNull(kept("period")),
    row_order: Number(text(kept("row_order", 0))),
    total_price_excl_tax_with_discount: "0.0",
    total_price_excl_tax_with_discount_base: "0.0",
    tax_report_reference: reference === undefined ? [] : [reference],
    mandatory_tax_text: mandatory ?? null,
    ...(optional && {
      is_optional: text(kept("is_optional", false)) === "true",
      is_selected: text(kept("is_selected", true)) === "true",
    }),
  };
}

/** `2,5 uur` are two and a half; nothing is one. */
function quantity(amount: string | null): Big {
  const [number] = /-?\d+([.,]\d+)?/.exec(amount ?? "") ?? [];
  return readDecimal(number) ?? new Big(1);
}

const firstOf = (books: Books, table: Table, test: (row: Row) => boolean): string =>
  idOf(books.tables[table].first(test));
const firstRate = (books: Books, side: string) =>
  firstOf(books, "tax_rates", (row) => row["tax_rate_type"] === side && row["active"] === true);
const firstAccount = (books: Books, side: string) =>
  firstOf(books, "ledger_accounts", (row) =>
    side === "sales_invoice" ? row["account_type"] === "revenue" : row["account_type"] === "expenses",
  );

/** The lines after an update: named ones change or go, others come on top. */
export function mergeLines(before: unknown, given: unknown, make: (given: Row, old?: Row) => Row): Row[] {
  const lines = new Map(rows(before).map((row) => [row["id"], row]));
  for (const line of readLines(given)) {
    const old = lines.get(line["id"]);
    if (old !== undefined && text(line["_destroy"]) === "true") lines.delete(old["id"]);
    else {
      const made = make(line, old);
      if (line["row_order"] === undefined && old === undefined) made["row_order"] = lines.size;
      lines.set(made["id"], made);
    }
  }
  return [...lines.values()].toSorted((one, other) => Number(one["row_order"]) - Number(other["row_order"]));
}

interface Share {
  readonly net: Big;
  readonly netBase: Big;
  readonly gross: Big;
}

/** Prices every line (in place), and sums them by tax rate. Lines that nobody selected do not count. */
export function total(books: Books, details: readonly Row[], pricing: Pricing): Row {
  const worth = rateOf(pricing.currency);
  const keep = new Big(1).minus(pricing.discount.div(100));
  const shares = new Map<string, Share>();
  let discount = new Big(0);
  for (const detail of details) {
    const rate = text(detail["tax_rate_id"]);
    const full = amountOf(detail, "price").times(amountOf(detail, "amount_decimal"));
    const factor = pricing.inclusive ? percentageOf(books, rate).div(100).plus(1) : new Big(1);
    const net = cents(full.times(keep).div(factor));
    const netBase = cents(net.times(worth));
    detail["total_price_excl_tax_with_discount"] = decimal(net);
    detail["total_price_excl_tax_with_discount_base"] = decimal(netBase);
    if (detail["is_selected"] === false) continue;
    discount = discount.plus(cents(full.div(factor)).minus(net));
    const share = shares.get(rate) ?? { net: new Big(0), netBase: new Big(0), gross: new Big(0) };
    const gross = cents(full.times(keep));
    shares.set(rate, {
      net: share.net.plus(net),
      netBase: share.netBase.plus(netBase),
      gross: share.gross.plus(gross),
    });
  }
  return summed(books, shares, pricing, discount);
}

function summed(books: Books, shares: ReadonlyMap<string, Share>, pricing: Pricing, discount: Big): Row {
  const taxes = [...shares].map(([rate, share]) => {
    const tax = pricing.inclusive
      ? share.gross.minus(share.net)
      : cents(share.net.times(percentageOf(books, rate)).div(100));
    return { rate, share, tax, taxBase: cents(tax.times(rateOf(pricing.currency))) };
  });
  const net = sum(taxes.map(({ share }) => share.net));
  const netBase = sum(taxes.map(({ share }) => share.netBase));
  return {
    total_price_excl_tax: decimal(net),
    total_price_excl_tax_base: decimal(netBase),
    total_price_incl_tax: decimal(net.plus(sum(taxes.map(({ tax }) => tax)))),
    total_price_incl_tax_base: decimal(netBase.plus(sum(taxes.map(({ taxBase }) => taxBase)))),
    total_discount: decimal(discount),
    tax_totals: taxes.map(({ rate, share, tax, taxBase }) => ({
      tax_rate_id: rate,
      taxable_amount: decimal(share.net),
      taxable_amount_base: decimal(share.netBase),
      tax_amount: decimal(tax),
      tax_amount_base: decimal(taxBase),
    })),
  };
}

const percentageOf = (books: Books, rate: string): Big =>
  readDecimal(books.tables.tax_rates.get(rate)?.["percentage"]) ?? new Big(0);

/** What is paid and what is not, from the payments that the row carries. */
export function paidOf(row: Row): { paid: Big; unpaid: Big; unpaidBase: Big } {
  const payments = rows(row["payments"]);
  const paid = sum(payments.map((payment) => amountOf(payment, "price")));
  const paidBase = sum(payments.map((payment) => amountOf(payment, "price_base")));
  return {
    paid,
    unpaid: amountOf(row, "total_price_incl_tax").minus(paid),
    unpaidBase: amountOf(row, "total_price_incl_tax_base").minus(paidBase),
  };
}
