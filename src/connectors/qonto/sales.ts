/** The fields, lines and warnings that invoices, credit notes and quotes share. */
import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import { instants } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import { nestedList } from "../../kit/mapping.ts";
import { amount, difference } from "../../kit/money.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { amountOf, percentageOf, place, placesOf } from "./fields.ts";
import type { Item, SalesDocument } from "./types.ts";

/** A line with its place, because the vendor's lines have no ids, and the sign of its document. */
export interface Line extends Item {
  readonly place: number;
  readonly sign: 1 | -1;
}

export const rawLine = ({ place: _place, sign: _sign, ...item }: Line): Item => item;

export const linesOf = ({ items }: SalesDocument, sign: Line["sign"] = 1): readonly Line[] =>
  (items ?? []).map((item, index) => ({ ...item, place: index + 1, sign }));

/** Without a negative zero. */
export const signed = (value: number | undefined, sign: Line["sign"]): number | undefined =>
  value === undefined || value === 0 ? value : value * sign;

export const idOfLine = ({ place: position }: Line): string => String(position);

const taxIn = ({ total_vat: tax }: Item) => amountOf(tax);
const grossIn = ({ total_amount: gross }: Item) => amountOf(gross);
const netIn = (line: Item) => difference(grossIn(line), taxIn(line));

/**
 * Documents have rates as fractions, but the documentation of quotes has percentages, too: `"0.2"` and `"20"` are 20 %. The
 * amounts of the line decide.
 */
export function rateOf(line: Item): number | undefined {
  const stated = amount(line.vat_rate);
  const fraction = percentageOf(line.vat_rate);
  if (stated === undefined || fraction === undefined) return undefined;
  const net = netIn(line);
  const tax = taxIn(line);
  if (!net || tax === undefined) return stated > 1 ? stated : fraction;
  const actual = (100 * tax) / net;
  return Math.abs(actual - stated) < Math.abs(actual - fraction) ? stated : fraction;
}

export const netOfLine = (line: Line) => signed(netIn(line), line.sign);
const taxOfLine = (line: Line) => signed(taxIn(line), line.sign);
export const grossOfLine = (line: Line) => signed(grossIn(line), line.sign);
export const discountOfLine = ({ discount, sign }: Line) => signed(amountOf(discount?.amount), sign);

/** For lines whose record has these names. */
export const lineFields = {
  id: idOfLine,
  description: ({ description }: Line) => description,
  quantity: ({ quantity, sign }: Line) => signed(amount(quantity), sign),
  taxCode: ({ vat_exemption_reason: reason }: Line) => reason,
  taxRatePercentage: rateOf,
  totalDiscountAmount: discountOfLine,
  totalGrossAmount: grossOfLine,
  totalNetAmount: netOfLine,
  totalTaxAmount: taxOfLine,
  unitAmount: ({ unit_price: price }: Line) => amountOf(price),
  unitName: ({ unit }: Line) => unit,
};

export const grossOf = ({ total_amount: gross }: SalesDocument) => amountOf(gross);
export const taxOf = ({ vat_amount: tax }: SalesDocument) => amountOf(tax);
export const netOf = (document: SalesDocument) => difference(grossOf(document), taxOf(document));
/** Of the whole document, outside its lines. */
export const discountOf = ({ discount }: SalesDocument) => amountOf(discount?.amount);

export const contactOf = ({ client }: SalesDocument) => client?.id;
export const currencyOf = ({ currency, total_amount: gross }: SalesDocument) =>
  currencyCode(currency ?? gross?.currency);
export const created = instants({ createdDate: "created_at" });
export const dayOf = ({ issue_date: day }: SalesDocument) => accountingDay(day);

/** The address as it was when the document was made. */
export const recipients = nestedList(place, ({ client }: SalesDocument) => placesOf(client));

/** Of Italian and Spanish organizations. */
const isSpecial = (document: unknown): boolean => {
  const { stamp_duty_amount: duty, withholding_tax: withheld } = document as SalesDocument;
  return (amount(duty) ?? 0) !== 0 || (amount(withheld?.amount) ?? 0) !== 0;
};

const special =
  "A document has stamp duty or withholding tax. Qonto does not document whether its totals include them, so the net amount may contain them.";

const warned = <Found extends { readonly warnings?: readonly string[] }>(found: Found, isConcerned: boolean): Found =>
  isConcerned ? { ...found, warnings: [...(found.warnings ?? []), special] } : found;

export const sayingSpecialGet = <Record>(handler: GetHandler<Record>): GetHandler<Record> => ({
  ...handler,
  get: async (call, session) => {
    const found = await handler.get(call, session);
    return warned(found, isSpecial(found.raw));
  },
});

export const sayingSpecialList = <Record>(handler: ListHandler<Record>): ListHandler<Record> => ({
  ...handler,
  list: async (call, session) => {
    const found = await handler.list(call, session);
    return warned(found, found.raw.some(isSpecial));
  },
});
