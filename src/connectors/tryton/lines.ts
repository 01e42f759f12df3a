/** The lines of invoices and orders. */
import type { LineDimension } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal } from "../../kit/money.ts";
import { percentOf, stamps, textOf } from "./fields.ts";
import type { Line, TradeDocument } from "./types.ts";

export const orderLineFields = "type description quantity unit_price amount product.name unit.name taxes(name rate)";
export const invoiceLineFields = `${orderLineFields} note account.code analytic_accounts(account.name root.name)`;

/** Titles, comments and subtotals are not lines of the contract. */
export const linesOf = ({ lines }: TradeDocument): readonly Line[] =>
  lines?.filter(({ type }) => type === "line") ?? [];

/** Several taxes on one line have no common rate: each may be of another kind. */
const onlyTax = ({ taxes }: Line) => (taxes?.length === 1 ? taxes[0] : undefined);

export const lineFields = {
  ...stamps,
  ...values({ description: "description", quantity: "quantity" }),
  itemId: ({ product }: Line) => textOf(product?.id),
  taxCode: (line: Line) => textOf(onlyTax(line)?.id),
  taxRatePercentage: (line: Line) => percentOf(onlyTax(line)?.rate),
  unitAmount: (line: Line) => amount(line.unit_price),
};

export const namedLine = {
  id: ({ id }: Line) => String(id),
  ...lineFields,
  ...values({ itemName: "product.name", unitName: "unit.name" }),
  totalNetAmount: (line: Line) => amount(line.amount),
};

const dimension = mapping<LineDimension, NonNullable<NonNullable<Line["analytic_accounts"]>[number]>>({
  id: ({ account }) => textOf(account?.id),
  ...values({ categoryName: "root.name", name: "account.name" }),
});

export const accountOfLine = {
  accountId: ({ account }: Line) => textOf(account?.id),
  dimensions: nestedList(dimension, (line: Line) => line.analytic_accounts?.filter(({ account }) => account)),
};

/** Negated, because credited amounts are positive in the contract. Negation is exact, and zero stays zero. */
export const turned = (value: Decimal): number | undefined => {
  const read = amount(value);
  return read === undefined ? undefined : 0 - read;
};

/** For negative lines, mostly the quantity is negative; otherwise the price has to be. */
const isReturned = ({ quantity }: Line): boolean => (quantity ?? 0) < 0;

export const creditedLine = {
  ...namedLine,
  quantity: (line: Line) => (isReturned(line) ? turned(line.quantity) : line.quantity),
  totalNetAmount: (line: Line) => turned(line.amount),
  unitAmount: (line: Line) => (isReturned(line) ? amount(line.unit_price) : turned(line.unit_price)),
};
