/** The lines of documents. Whether tax is in their amounts is said once, above them. */
import type { Call, GetHandler, ListHandler } from "../../contract/connector.ts";
import { each, type Mapping } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { type PartsDescription, partOf, partsOf } from "../../kit/reading.ts";
import { recordsIn } from "./conventions.ts";
import { dimension, lineAmounts } from "./fields.ts";
import type { Document, LineItem } from "./vendorTrade.ts";

export interface Line {
  readonly line: LineItem;
  readonly hasTaxInIt: boolean;
}

export const linesOf = (document: Document): readonly Line[] | undefined => {
  const hasTaxInIt = lineAmounts(document) === "INCLUSIVE";
  return document.LineItems?.map((line) => ({ line, hasTaxInIt }));
};

const isPriced = ({ LineAmount }: LineItem): boolean => amount(LineAmount) !== undefined;

export const grossOf = ({ line, hasTaxInIt }: Line): number | undefined =>
  isPriced(line) ? sum([line.LineAmount, hasTaxInIt ? 0 : line.TaxAmount]) : undefined;
export const netOf = ({ line, hasTaxInIt }: Line): number | undefined =>
  isPriced(line) ? sum([line.LineAmount, hasTaxInIt ? -(amount(line.TaxAmount) ?? 0) : 0]) : undefined;
export const taxOf = ({ line }: Line): number | undefined => amount(line.TaxAmount);

export const lineBasics = {
  description: ({ line }: Line) => line.Description,
  itemId: ({ line }: Line) => line.Item?.ItemID,
  quantity: ({ line }: Line) => amount(line.Quantity),
  taxCode: ({ line }: Line) => line.TaxType,
  unitAmount: ({ line }: Line) => amount(line.UnitAmount),
};

export const lineId = { id: ({ line }: Line) => line.LineItemID };
export const lineTotals = { totalGrossAmount: grossOf, totalNetAmount: netOf, totalTaxAmount: taxOf };
export const itemName = { itemName: ({ line }: Line) => line.Item?.Name };
export const lineAccount = { accountId: ({ line }: Line) => line.AccountID };
export const lineDimensions = { dimensions: each(dimension, ({ line }: Line) => used(line.Tracking)) };
/** What is bought: the lines of bills and of vendor credits. */
export const purchaseLine = {
  ...lineId,
  ...lineBasics,
  ...lineTotals,
  ...lineAccount,
  ...lineDimensions,
  ...itemName,
  accountNumber: ({ line }: Line) => line.AccountCode,
};
/** Only where something is sold: bills and credit notes have none. */
export const lineDiscount = {
  totalDiscountAmount: ({ line }: Line) => amount(line.DiscountAmount),
  totalDiscountPercentage: ({ line }: Line) => amount(line.DiscountRate),
};

const used = <Item>(items: readonly Item[] | null | undefined) => (items?.length ? items : undefined);

type Lined = "Invoices" | "PurchaseOrders" | "Quotes";

interface Below<Record> {
  /** The document's id in our path. */
  readonly id: string;
  readonly map: Mapping<Record, Line>;
  readonly query?: { readonly unitdp: 4 };
}

const parts = <Record>(
  collection: Lined,
  { id, ...description }: Below<Record>,
): PartsDescription<Record, unknown, Line> => ({
  ...description,
  path: ({ ids }: Call) => path`/${collection}/${ids[id]}`,
  parts: (body) => recordsIn(body, collection).flatMap((document) => linesOf(document) ?? []),
  raw: ({ line }) => line,
});

export const linesIn = <Record>(collection: Lined, below: Below<Record>): ListHandler<Record> =>
  partsOf(parts(collection, below));

export const lineIn = <Record>(collection: Lined, below: Below<Record>): GetHandler<Record> =>
  partOf({ ...parts(collection, below), id: ({ line }) => line.LineItemID });
