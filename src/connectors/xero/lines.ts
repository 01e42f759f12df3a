/** The lines of documents. Whether tax is in their amounts is said once, above them. */
import type { GetHandler, ListHandler, WriteCall } from "../../contract/connector.ts";
import type { BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { as, elsewhere, encoder, invalid, nested, numberAs } from "../../kit/encode.ts";
import { each, type Mapping } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { type PartsDescription, partOf, partsOf } from "../../kit/reading.ts";
import { quoted, recordsIn } from "./conventions.ts";
import { dimension, dimensionsAs, filled, lineAmounts } from "./fields.ts";
import type { Document, LineItem } from "./types.ts";

export interface Line {
  readonly line: LineItem;
  readonly hasTaxInIt: boolean;
}

/** Quotes write it in capitals. */
export const linesOf = (document: Document): readonly Line[] | undefined => {
  const hasTaxInIt = lineAmounts(document)?.toUpperCase() === "INCLUSIVE";
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
export const lineAccount = { accountId: ({ line }: Line) => line.AccountID };
export const lineDimensions = { dimensions: each(dimension, ({ line }: Line) => filled(line.Tracking)) };

/** Invoices have other names for these. */
export const lineFields = {
  ...lineBasics,
  id: ({ line }: Line) => line.LineItemID,
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
  totalTaxAmount: taxOf,
};
export const itemName = { itemName: ({ line }: Line) => line.Item?.Name };

/** What is bought: the lines of bills and of vendor credits. */
export const purchaseLine = {
  ...lineFields,
  ...lineAccount,
  ...lineDimensions,
  ...itemName,
  accountNumber: ({ line }: Line) => line.AccountCode,
};
/** Of offers and orders: bills and credit notes have none. */
export const lineDiscount = {
  totalDiscountAmount: ({ line }: Line) => amount(line.DiscountAmount),
  totalDiscountPercentage: ({ line }: Line) => amount(line.DiscountRate),
};

interface Below<Record> {
  /** The document's id in our path. */
  readonly id: string;
  readonly map: Mapping<Record, Line>;
  readonly query?: VendorQuery;
}

const parts = <Record>(
  collection: "Invoices" | "PurchaseOrders" | "Quotes",
  { id, ...description }: Below<Record>,
): PartsDescription<Record, unknown, Line> => ({
  ...description,
  path: `/${collection}/{${id}}`,
  parts: (body) => recordsIn(body, collection).flatMap((document) => linesOf(document) ?? []),
  raw: ({ line }) => line,
});

export const linesIn = <Record>(...asked: Parameters<typeof parts<Record>>): ListHandler<Record> =>
  partsOf(parts(...asked));
export const lineIn = <Record>(...asked: Parameters<typeof parts<Record>>): GetHandler<Record> =>
  partOf({ ...parts(...asked), id: ({ line }) => line.LineItemID });

export const lineEncoders = {
  accountId: as("AccountID"),
  description: as("Description"),
  /** Lines name items by their code; until that is known, by what it is looked up with. */
  itemId: as("Item", "ItemID"),
  quantity: numberAs("Quantity"),
  taxCode: as("TaxType"),
  unitAmount: numberAs("UnitAmount"),
};
const purchaseLineEncoders = {
  ...lineEncoders,
  ...dimensionsAs,
  id: as("LineItemID"),
  accountNumber: as("AccountCode"),
};
export const purchaseLineEncoder = encoder<BillLineItemInput>(purchaseLineEncoders);
const totalledLineEncoder = encoder<BillLineItemInput>({
  ...purchaseLineEncoders,
  totalGrossAmount: elsewhere,
  totalNetAmount: elsewhere,
});

interface Purchase {
  readonly taxRule?: string;
}

/** A line may have its total instead of a price; whether tax is in it is said above the lines. */
function totalOf(line: BillLineItemInput, { taxRule }: Purchase): object {
  const [name, other] =
    taxRule === "GROSS"
      ? (["totalGrossAmount", "totalNetAmount"] as const)
      : (["totalNetAmount", "totalGrossAmount"] as const);
  const { [name]: total, [other]: unfit, unitAmount } = line;
  if (unitAmount !== undefined) return {};
  if (total !== undefined) return numberAs("LineAmount")(total);
  if (unfit === undefined) return {};
  throw invalid(`With this taxRule a line needs unitAmount or ${name}.`, name);
}

export const purchaseLinesAs = nested(
  totalledLineEncoder,
  (lines: readonly BillLineItemInput[], document: Purchase) => ({
    LineItems: lines.map((line) => ({ ...totalledLineEncoder(line), ...totalOf(line, document) })),
  }),
);

/** Item codes by item id. */
export type ItemCodes = Readonly<Record<string, string>>;

/** What names an item in a body. */
export interface WithItem {
  readonly itemId?: string;
}

/** One question for all items that lines name. */
export async function itemCodes(lines: readonly WithItem[] | undefined, session: Session): Promise<ItemCodes> {
  const ids = [...new Set(lines?.flatMap(({ itemId }) => itemId ?? []))];
  if (ids.length === 0) return {};
  const where = ids.map((id) => `ItemID==Guid(${quoted(id)})`).join(" OR ");
  const items = recordsIn(await session.read("/Items", { where }), "Items");
  return Object.fromEntries(items.map(({ ItemID, Code }) => [ItemID, Code ?? ""]));
}

type EncodedLine = Partial<LineItem> & { readonly Item?: { readonly ItemID: string } };

export interface EncodedDocument {
  readonly LineItems?: readonly EncodedLine[];
}

export const withCode =
  (codes: ItemCodes) =>
  ({ Item, ...line }: EncodedLine): Partial<LineItem> => {
    if (Item === undefined) return line;
    const ItemCode = codes[Item.ItemID];
    if (ItemCode === undefined) throw invalid(`Xero has no item with the id ${Item.ItemID}.`, "itemId");
    return { ...line, ItemCode };
  };

/** For new documents. */
export const withItemCodes = {
  prepare: ({ body }: WriteCall<{ readonly lineItems?: readonly WithItem[] }>, session: Session) =>
    itemCodes(body.lineItems, session),
  body: ({ LineItems, ...document }: EncodedDocument, codes: ItemCodes): object => ({
    ...document,
    ...(LineItems && { LineItems: LineItems.map(withCode(codes)) }),
  }),
};
