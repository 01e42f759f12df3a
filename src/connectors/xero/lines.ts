/** The lines of documents. Whether tax is in their amounts is said once, above them. */
import type { WriteCall } from "../../contract/connector.ts";
import type { BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { allAs, as, elsewhere, encoder, invalid, nested, numberAs } from "../../kit/encode.ts";
import { each, type Mapping } from "../../kit/mapping.ts";
import { amount, bySign, type Decimal, sum } from "../../kit/money.ts";
import { type PartsDescription, partOf, partsOf } from "../../kit/reading.ts";
import { quoted, recordsIn } from "./conventions.ts";
import { dimension, dimensionsAs, filled } from "./fields.ts";
import type { Document, JournalLine, LineItem, Text, WrittenLine } from "./types.ts";

export interface Line<Native = LineItem> {
  readonly line: Native;
  readonly hasTaxInIt: boolean;
}

/** Quotes write it in capitals. */
export const hasTaxInIt = ({ LineAmountTypes }: { readonly LineAmountTypes?: Text }): boolean =>
  LineAmountTypes?.toUpperCase() === "INCLUSIVE";

export const linesOf = (document: Document): readonly Line[] | undefined =>
  document.LineItems?.map((line) => ({ line, hasTaxInIt: hasTaxInIt(document) }));

const isPriced = ({ LineAmount }: WrittenLine): boolean => amount(LineAmount) !== undefined;

export const grossOf = ({ line, hasTaxInIt }: Line<WrittenLine>): number | undefined =>
  isPriced(line) ? sum([line.LineAmount, hasTaxInIt ? 0 : line.TaxAmount]) : undefined;
export const netOf = ({ line, hasTaxInIt }: Line<WrittenLine>): number | undefined =>
  isPriced(line) ? sum([line.LineAmount, hasTaxInIt ? -(amount(line.TaxAmount) ?? 0) : 0]) : undefined;
const taxOf = ({ line }: Line): number | undefined => amount(line.TaxAmount);

export const lineBasics = {
  ...values({ description: "line.Description", itemId: "line.Item.ItemID", taxCode: "line.TaxType" }),
  ...amounts({ quantity: "line.Quantity", unitAmount: "line.UnitAmount" }),
};
export const linePosting = {
  accountId: ({ line }: Line) => line.AccountID,
  dimensions: each(dimension, ({ line }: Line) => filled(line.Tracking)),
};

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
  ...linePosting,
  ...itemName,
  accountNumber: ({ line }: Line) => line.AccountCode,
};
/** Of offers and orders: bills and credit notes have none. */
export const lineDiscount = amounts({
  totalDiscountAmount: "line.DiscountAmount",
  totalDiscountPercentage: "line.DiscountRate",
});

/** A line as the ledger has it. */
export const postingOf = <Native extends WrittenLine>(written: Line<Native>): Native & JournalLine => ({
  ...written.line,
  GrossAmount: grossOf(written),
  NetAmount: netOf(written),
  TrackingCategories: written.line.Tracking,
});

/** On the side of the line: what a credit is credited with is an amount, not a debt. */
const onItsSide = (value: Decimal, { NetAmount }: JournalLine): number | undefined => {
  const read = amount(value);
  return read !== undefined && bySign(NetAmount)?.debitCreditIndicator === "CREDIT" ? 0 - read : read;
};

/** What is posted on an account, in journals and in expenses. */
export const postingFields = {
  ...values({ id: "JournalLineID", accountCode: "AccountCode", accountId: "AccountID", description: "Description" }),
  debitCreditIndicator: (line: JournalLine) => bySign(line.NetAmount)?.debitCreditIndicator,
  dimensions: each(dimension, (line: JournalLine) => filled(line.TrackingCategories)),
  totalGrossAmount: (line: JournalLine) => onItsSide(line.GrossAmount, line),
  totalNetAmount: (line: JournalLine) => onItsSide(line.NetAmount, line),
  totalTaxAmount: (line: JournalLine) => onItsSide(line.TaxAmount, line),
};

interface Below<Record> {
  /** The document's id in our path. */
  readonly id: string;
  readonly map: Mapping<Record, Line>;
  readonly query?: VendorQuery;
}

export function lineReads<Record>(
  collection: "Invoices" | "PurchaseOrders" | "Quotes",
  { id, ...description }: Below<Record>,
) {
  const lines: PartsDescription<Record, unknown, Line> = {
    ...description,
    path: `/${collection}/{${id}}`,
    parts: (body) => recordsIn(body, collection).flatMap((document) => linesOf(document) ?? []),
    raw: ({ line }) => line,
  };
  return { list: partsOf(lines), get: partOf({ ...lines, id: ({ line }) => line.LineItemID }) };
}

export const lineEncoders = {
  ...allAs(as, { accountId: "AccountID", description: "Description", taxCode: "TaxType" }),
  ...allAs(numberAs, { quantity: "Quantity", unitAmount: "UnitAmount" }),
  /** Lines name items by their code; until that is known, by what it is looked up with. */
  itemId: as("Item", "ItemID"),
};
const purchaseLineEncoders = {
  ...lineEncoders,
  ...dimensionsAs,
  ...allAs(as, { id: "LineItemID", accountNumber: "AccountCode" }),
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
