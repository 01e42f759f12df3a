/** The lines of documents. The document says whether their amounts include tax. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { encoder, fieldAs, invalidField, nested, numberAs, sentSeparately } from "../../kit/encode.ts";
import { type Mapping, nestedList } from "../../kit/mapping.ts";
import { amount, bySign, type Decimal, sum } from "../../kit/money.ts";
import { anyIndex } from "../../kit/origins.ts";
import { type PartsDescription, partOf, partsOf } from "../../kit/reading.ts";
import { quoted, recordsIn } from "./conventions.ts";
import { dimension, dimensionsAs, filled, postingText } from "./fields.ts";
import type { Document, JournalLine, LineItem, Text, WrittenLine } from "./types.ts";

export interface Line<Native = LineItem> {
  readonly line: Native;
  readonly includesTax: boolean;
}

/** Quotes have it in capitals. */
export const includesTax = ({ LineAmountTypes }: { readonly LineAmountTypes?: Text }): boolean =>
  LineAmountTypes?.toUpperCase() === "INCLUSIVE";

export const linesOf = (document: Document): readonly Line[] | undefined =>
  document.LineItems?.map((line) => ({ line, includesTax: includesTax(document) }));

const isPriced = ({ LineAmount }: WrittenLine): boolean => amount(LineAmount) !== undefined;

export const grossOf = ({ line, includesTax }: Line<WrittenLine>): number | undefined =>
  isPriced(line) ? sum([line.LineAmount, includesTax ? 0 : line.TaxAmount]) : undefined;
export const netOf = ({ line, includesTax }: Line<WrittenLine>): number | undefined =>
  isPriced(line) ? sum([line.LineAmount, includesTax ? -(amount(line.TaxAmount) ?? 0) : 0]) : undefined;
const taxOf = ({ line }: Line): number | undefined => amount(line.TaxAmount);

export const lineBasics = {
  ...values({ description: "line.Description", taxCode: "line.TaxType" }),
  ...amounts({ quantity: "line.Quantity", unitAmount: "line.UnitAmount" }),
  // Lines of purchase orders have the id itself, and no item (recordings).
  itemId: ({ line }: Line) => line.Item?.ItemID ?? line.ItemID,
};
export const linePosting = {
  accountId: ({ line }: Line) => line.AccountID,
  dimensions: nestedList(dimension, ({ line }: Line) => filled(line.Tracking)),
};

/** For all documents but invoices, whose fields have other names. */
export const lineFields = {
  ...lineBasics,
  id: ({ line }: Line) => line.LineItemID,
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
  totalTaxAmount: taxOf,
};
export const itemName = { itemName: ({ line }: Line) => line.Item?.Name };

/** Lines of bills and vendor credits. */
export const purchaseLine = {
  ...lineFields,
  ...linePosting,
  ...itemName,
  accountNumber: ({ line }: Line) => line.AccountCode,
};
/** For offers and orders: the contract's bills and credit notes have no discounts. */
export const lineDiscount = amounts({
  totalDiscountAmount: "line.DiscountAmount",
  totalDiscountPercentage: "line.DiscountRate",
});

/** A posting with its gross amount, which Kontor computes. */
export interface GrossPosting extends JournalLine {
  readonly GrossAmount?: Decimal;
}

/** A document's line in the shape of a journal line. */
export const postingOf = <Native extends WrittenLine>(documentLine: Line<Native>): Native & GrossPosting => ({
  ...documentLine.line,
  GrossAmount: grossOf(documentLine),
  NetAmount: netOf(documentLine),
  TrackingCategories: documentLine.line.Tracking,
});

/** Amounts of a credit line are negative at Xero, positive in the contract. */
const onItsSide = (value: Decimal, { NetAmount }: JournalLine): number | undefined => {
  const read = amount(value);
  return read !== undefined && bySign(NetAmount)?.debitCreditIndicator === "CREDIT" ? 0 - read : read;
};

/** Lines of journals and expenses. */
export const postingFields = {
  ...postingText.reads,
  ...values({ id: "JournalLineID" }),
  debitCreditIndicator: (line: JournalLine) => bySign(line.NetAmount)?.debitCreditIndicator,
  dimensions: nestedList(dimension, (line: JournalLine) => filled(line.TrackingCategories)),
  totalGrossAmount: (line: GrossPosting) => onItsSide(line.GrossAmount, line),
  totalNetAmount: (line: JournalLine) => onItsSide(line.NetAmount, line),
  totalTaxAmount: (line: JournalLine) => onItsSide(line.TaxAmount, line),
};

interface LineReads<Record> {
  /** The name of the document's id in our paths. */
  readonly id: string;
  readonly map: Mapping<Record, Line>;
  readonly query?: VendorQuery;
}

export function lineReads<Record>(
  collection: "Invoices" | "PurchaseOrders" | "Quotes",
  { id, ...description }: LineReads<Record>,
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
  accountId: fieldAs("AccountID"),
  description: fieldAs("Description"),
  taxCode: fieldAs("TaxType"),
  quantity: numberAs("Quantity"),
  unitAmount: numberAs("UnitAmount"),
  // Lines name items by code: `withCode` replaces the id.
  itemId: fieldAs("Item", "ItemID"),
};
const purchaseLineEncoders = {
  ...lineEncoders,
  ...dimensionsAs,
  id: fieldAs("LineItemID"),
  accountNumber: fieldAs("AccountCode"),
};
export const purchaseLineEncoder = encoder<BillLineItemInput>(purchaseLineEncoders);
const totalledLineEncoder = encoder<BillLineItemInput>({
  ...purchaseLineEncoders,
  totalGrossAmount: sentSeparately,
  totalNetAmount: sentSeparately,
});

interface Purchase {
  readonly taxRule?: string;
}

/** A line may have a total instead of a price, gross or net as the document's taxRule says. */
function totalOf(line: BillLineItemInput, { taxRule }: Purchase): object {
  const isGross = taxRule === "GROSS";
  const name = isGross ? "totalGrossAmount" : "totalNetAmount";
  const { [name]: total, [isGross ? "totalNetAmount" : "totalGrossAmount"]: mismatched, unitAmount } = line;
  if (unitAmount !== undefined) return {};
  if (total !== undefined) return numberAs("LineAmount")(total);
  if (mismatched === undefined) return {};
  throw invalidField(`With this taxRule a line needs unitAmount or ${name}.`, name);
}

/** The fixed path lets a refusal name fields that the line lacks. */
export const purchaseLinesAs = Object.assign(
  nested(totalledLineEncoder, (lines: readonly BillLineItemInput[], document: Purchase) => ({
    LineItems: lines.map((line) => ({ ...totalledLineEncoder(line), ...totalOf(line, document) })),
  })),
  { path: ["LineItems", anyIndex] },
);

/** Item codes by item id. */
export type ItemCodes = Readonly<Record<string, string>>;

/** A line that may name an item. */
export interface WithItem {
  readonly itemId?: string;
}

/** Reads the codes of all items that lines name, in one call. */
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
    if (ItemCode === undefined)
      throw invalidField(`The target system has no item with the id ${Item.ItemID}.`, "itemId");
    return { ...line, ItemCode };
  };

/** A line of a body, as far as it names its account. */
export interface PostedLine extends WithItem {
  readonly accountId?: string;
  readonly accountCode?: string;
  readonly accountNumber?: string | number;
}

const hasAccount = ({ itemId, accountId, accountCode, accountNumber }: PostedLine): boolean =>
  [itemId, accountId, accountCode, accountNumber].some((value) => value !== undefined);

/** Only drafts may have lines without an account. An item brings its own. */
export function checkAccount(line: PostedLine, at: string): void {
  if (hasAccount(line)) return;
  throw cannotStore(
    "Xero approves only lines with an account or an item. Send accountId (GET /accounting/accounts lists them), or status DRAFT.",
    `${at}accountId`,
  );
}

interface Approvable {
  readonly status?: string;
  readonly lineItems?: readonly PostedLine[];
}

/** For new documents. */
export const withItemCodes = {
  prepare: ({ body: { status, lineItems } }: WriteCall<Approvable>, session: Session) => {
    if (status === "OPEN")
      for (const [index, line] of (lineItems ?? []).entries()) checkAccount(line, `lineItems[${index}].`);
    return itemCodes(lineItems, session);
  },
  body: ({ LineItems, ...document }: EncodedDocument, codes: ItemCodes): object => ({
    ...document,
    ...(LineItems && { LineItems: LineItems.map(withCode(codes)) }),
  }),
};
