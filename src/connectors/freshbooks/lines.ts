/** Lines of invoices and credit notes. */
import { Big } from "big.js";
import type { InvoiceLineItemInput } from "../../contract/inputs/sales.ts";
import type { CreditNoteLine, InvoiceLineItem } from "../../contract/records/sales.ts";
import { encoder, fieldAs, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { amountOf, moneyOf, rounded } from "./fields.ts";
import { codeOf, rateOf, type TwoTaxes } from "./taxes.ts";
import type { MoneyValue, SalesLine, Tax } from "./types.ts";

/** A line with its place, which names it in documents whose lines have no ids. */
export interface Line extends SalesLine {
  readonly place: number;
}

export const linesOf = (lines: readonly SalesLine[] | null | undefined): readonly Line[] | undefined =>
  lines?.map((line, index) => ({ ...line, place: index + 1 }));
export const rawLine = ({ place: _place, ...line }: Line): SalesLine => line;

const taxesIn = (line: SalesLine): TwoTaxes => ({
  names: [line.taxName1, line.taxName2],
  percentages: [line.taxAmount1, line.taxAmount2],
  isCompound: line.compounded_tax,
});

export const idOfLine = ({ lineid, taskno, place }: Line): string => String(lineid ?? taskno ?? place);

const grossOf = (line: SalesLine): number | undefined => {
  const net = amountOf(line.amount);
  if (net === undefined) return undefined;
  return rounded(new Big(net).times(new Big(rateOf(taxesIn(line))).div(100).plus(1)), line.amount?.code);
};

const shared = {
  description: ({ description }: Line) => description,
  quantity: ({ qty }: Line) => amount(qty),
  taxCode: (line: Line) => codeOf(taxesIn(line)),
  taxRatePercentage: (line: Line) => rateOf(taxesIn(line)),
  unitAmount: ({ unit_cost: price }: Line) => amountOf(price),
};

export const invoiceLine = mapping<InvoiceLineItem, Line>({
  ...shared,
  lineItemId: idOfLine,
  grossAmount: grossOf,
  itemsAmount: ({ amount: net }) => amountOf(net),
  name: ({ name }) => name,
});

export const creditLine = mapping<CreditNoteLine, Line>({
  ...shared,
  id: idOfLine,
  itemName: ({ name }) => name,
  totalGrossAmount: grossOf,
  totalNetAmount: ({ amount: net }) => amountOf(net),
  totalTaxAmount: (line) => difference(grossOf(line), amountOf(line.amount)),
});

interface Totalled {
  readonly amount?: MoneyValue;
  readonly discount_total?: MoneyValue;
  readonly lines?: readonly SalesLine[] | null | undefined;
}

/** The discount is a percentage of all lines, and lowers the tax, too. It is negative. */
export const discountOf = ({ discount_total: discount }: Totalled): number | undefined => {
  const taken = amountOf(discount);
  return taken === undefined || taken === 0 ? undefined : Math.abs(taken);
};

/** A document has its gross amount only. Its net amount is that of the lines less the discount, and the rest is tax. */
export function netOf(native: Totalled): number | undefined {
  if (!native.lines) return undefined;
  return sum([...native.lines.map(({ amount: net }) => amountOf(net)), -(discountOf(native) ?? 0)]);
}

export const taxOf = (native: Totalled): number | undefined => difference(amountOf(native.amount), netOf(native));

/** A line as the body has it, before its tax and currency are known. */
export interface Draft {
  readonly name?: string;
  readonly description?: string;
  readonly quantity?: number;
  readonly price?: number;
  readonly tax?: string;
}

export const lineEncoders = {
  description: fieldAs("description"),
  name: fieldAs("name"),
  quantity: numberAs("quantity"),
  taxCode: fieldAs("tax"),
  unitAmount: numberAs("price"),
};
export const lineEncoder = encoder<InvoiceLineItemInput>(lineEncoders);

/** Taxes are named, with their percentages. Every recorded line has a name, so a line without one is named by its description. */
export function sentLine(
  { name, description, quantity = 1, price = 0, tax }: Draft,
  { currency, taxes }: { readonly currency: string | undefined; readonly taxes: ReadonlyMap<string, Tax> },
): object {
  return {
    type: 0,
    name: name ?? description ?? "",
    description: description ?? "",
    qty: quantity,
    unit_cost: moneyOf(price, currency),
    taxName1: tax ?? "",
    taxAmount1: tax === undefined ? 0 : (amount(taxes.get(tax)?.amount) ?? 0),
    taxName2: "",
    taxAmount2: 0,
  };
}
