/** The lines of invoices and orders. */
import type { LineDimension } from "../../contract/records/sales.ts";
import { columns, values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { difference } from "../../kit/money.ts";
import { exact, identity, ids, stamps, textOf } from "./fields.ts";
import type { Source } from "./records.ts";
import type { AnalyticAccount, Line, Tax, Text } from "./types.ts";
import * as types from "./types.ts";

const taxSource: Source = { model: "account.tax", fields: types.namesOf(types.taxBelowFields) };
export const accountSource: Source = { model: "account.account", fields: types.namesOf(types.accountBelowFields) };
/** Analytic accounts have separate access rights. */
const analyticSource: Source = {
  model: "account.analytic.account",
  fields: types.namesOf(types.analyticAccountFields),
  optional: true,
};

/** Amounts and partners of the reconciled lines. */
const partialSource: Source = { model: "account.partial.reconcile", fields: types.namesOf(types.partialFields) };
const lineOfMove: Source = { model: "account.move.line", fields: ["move_id", "move_type"] };
/** The reconciliations of a line, with the documents on both sides. */
export const partialWithMoves: Source = {
  ...partialSource,
  links: { debit_move_id: lineOfMove, credit_move_id: lineOfMove },
};

const ofPosting = {
  tax_ids: taxSource,
  tax_line_id: taxSource,
  account_id: accountSource,
  analytic_distribution: analyticSource,
};
/** Reconciliation does not change what is in the ledger. */
export const postingSource: Source = {
  model: "account.move.line",
  fields: types.namesOf(types.postingFields),
  links: ofPosting,
};
export const moveLineSource: Source = {
  model: "account.move.line",
  fields: types.namesOf(types.moveLineFields),
  links: { ...ofPosting, matched_debit_ids: partialSource, matched_credit_ids: partialSource },
  parts: ["matched_debit_ids", "matched_credit_ids"],
};

/** The same, with the documents that the lines are reconciled with. */
export const creditLineSource: Source = {
  ...moveLineSource,
  links: { ...moveLineSource.links, matched_debit_ids: partialWithMoves, matched_credit_ids: partialWithMoves },
};

/** Version 19 renamed the fields of order lines to those of invoice lines. */
export const orderLineSource = (model: string): Source => ({
  model,
  fields: types.namesOf(types.orderLineFields),
  links: { tax_id: taxSource, taxes_id: taxSource, tax_ids: taxSource },
});

/** Sections and notes are not lines of the contract. Invoice lines have the type `product`, order lines have none. */
export const isItem = ({ display_type: type }: Line): boolean => !type || type === "product";

export const isRounding = ({ display_type: type }: Line): boolean => type === "rounding";

const taxesOf = ({ tax_ids: invoiced, tax_id: sold, taxes_id: bought }: Line): readonly Tax[] =>
  invoiced ?? sold ?? bought ?? [];

/** Several taxes on one line have no common rate: each may be of another kind. */
const onlyTax = (line: Line): Tax | undefined => (taxesOf(line).length === 1 ? taxesOf(line)[0] : undefined);

export const rateOf = (tax: Tax | undefined): number | undefined =>
  tax?.amount_type === "percent" ? tax.amount : undefined;

const unitOf = ({ product_uom_id: unit, product_uom: ordered }: Line) => (unit ?? ordered)?.label;
const taxedBy = ({ price_subtotal: net, price_total: gross }: Line) => difference(gross, net);

export const lineFields = {
  ...stamps,
  ...values({ description: "name" }),
  ...ids({ itemId: "product_id" }),
  // Purchased lines have both: `product_uom_qty` is in the product's own unit, which the price is not for.
  quantity: ({ quantity, product_qty: bought, product_uom_qty: sold }: Line) => quantity ?? bought ?? sold,
  taxCode: (line: Line) => textOf(onlyTax(line)),
  taxRatePercentage: (line: Line) => (taxesOf(line).length === 0 ? 0 : rateOf(onlyTax(line))),
  unitAmount: ({ price_unit: price }: Line) => exact(price),
};

/** A product's label starts with its number: `[F-1] Chair`. */
const withoutCode = (label: Text): string | undefined => label?.replace(/^\[[^\]]{1,64}\] /, "");

export const namedLine = {
  ...identity,
  ...lineFields,
  ...columns(withoutCode)({ itemName: "product_id.label" }),
  ...values({ totalDiscountPercentage: "discount", totalGrossAmount: "price_total", totalNetAmount: "price_subtotal" }),
  totalTaxAmount: taxedBy,
  unitName: unitOf,
};

const dimension = mapping<LineDimension, AnalyticAccount>({
  ...identity,
  ...values({ categoryName: "plan_id.label", name: "name" }),
});

/** Whether the line is a receivable or payable. */
export const isOwed = ({ account_type: type }: Line): boolean =>
  type === "asset_receivable" || type === "liability_payable";

export const accountOfLine = {
  ...ids({ accountId: "account_id" }),
  dimensions: nestedList(dimension, (line: Line) => line.analytic_distribution),
};
export const numberedLine = { ...accountOfLine, ...values({ accountNumber: "account_id.code" }) };
