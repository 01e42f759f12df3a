/** What Xero is told of the lines of documents. */

import { Failure } from "../../contract/failure.ts";
import type { BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { InvoiceLineItemInput, InvoiceLineItemPatch, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import { type Session } from "../../contract/session.ts";
import { as, encoder, numberAs } from "../../kit/encode.ts";
import { amount } from "../../kit/money.ts";
import { quoted, recordsIn } from "./conventions.ts";
import { toldDimensions } from "./telling.ts";
import type { LineItem } from "./vendorTrade.ts";

/** Lines name items by their code; until that is known, by what it is looked up with. */
const itemId = (id: string) => ({ Item: { ItemID: id } });

const basics = {
  accountId: as("AccountID"),
  description: as("Description"),
  itemId,
  quantity: numberAs("Quantity"),
  taxCode: as("TaxType"),
  unitAmount: numberAs("UnitAmount"),
};
const invoiceLine = {
  ...basics,
  ...toldDimensions,
  accountCode: as("AccountCode"),
  discountItemPercentage: numberAs("DiscountRate"),
};

export const toldInvoiceLine = encoder<Partial<InvoiceLineItemInput>>(invoiceLine);
export const toldInvoiceLinePatch = encoder<InvoiceLineItemPatch>({ ...invoiceLine, lineItemId: as("LineItemID") });
export const toldBillLine = encoder<BillLineItemInput>({
  ...basics,
  ...toldDimensions,
  id: as("LineItemID"),
  accountNumber: as("AccountCode"),
});
interface Bought {
  readonly taxRule?: string;
}

/** A line may have its total instead of a price; whether tax is in it is said above the lines. */
function totalOf(line: BillLineItemInput, { taxRule }: Bought): object {
  const [name, other] =
    taxRule === "GROSS"
      ? (["totalGrossAmount", "totalNetAmount"] as const)
      : (["totalNetAmount", "totalGrossAmount"] as const);
  const { [name]: total, [other]: unfit, unitAmount } = line;
  if (unitAmount !== undefined) return {};
  if (total !== undefined) return numberAs("LineAmount")(total);
  if (unfit === undefined) return {};
  throw new Failure("invalid_request", `With this taxRule a line needs unitAmount or ${name}.`, { field: name });
}

export const toldBillLines = Object.assign(
  (lines: readonly BillLineItemInput[], document: Bought) => ({
    LineItems: lines.map((line) => ({ ...toldBillLine(line), ...totalOf(line, document) })),
  }),
  { writableFields: { ...toldBillLine.writableFields, totalGrossAmount: true, totalNetAmount: true } as const },
);

export const toldOfferLine = encoder<OfferLineItemInput>({
  ...basics,
  accountCode: as("AccountCode"),
  totalDiscountPercentage: numberAs("DiscountRate"),
});

/** Item codes by item id. */
export type ItemCodes = Readonly<Record<string, string>>;

/** One question for all items that lines name. */
export async function itemCodes(
  lines: readonly { readonly itemId?: string }[] | undefined,
  session: Session,
): Promise<ItemCodes> {
  const ids = [...new Set(lines?.flatMap(({ itemId }) => itemId ?? []))];
  if (ids.length === 0) return {};
  const where = ids.map((id) => `ItemID==Guid(${quoted(id)})`).join(" OR ");
  const items = recordsIn(await session.read("/Items", { where }), "Items");
  return Object.fromEntries(items.map(({ ItemID, Code }) => [ItemID, Code ?? ""]));
}

type ToldLine = Partial<LineItem> & { readonly Item?: { readonly ItemID: string } };

export interface ToldDocument {
  readonly LineItems?: readonly ToldLine[];
}

export const withCode =
  (codes: ItemCodes) =>
  ({ Item, ...line }: ToldLine): Partial<LineItem> => {
    if (Item === undefined) return line;
    const ItemCode = codes[Item.ItemID];
    if (ItemCode === undefined)
      throw new Failure("invalid_request", `Xero has no item with the id ${Item.ItemID}.`, { field: "itemId" });
    return { ...line, ItemCode };
  };

export const withItemCodes = (told: ToldDocument, codes: ItemCodes): object =>
  told.LineItems === undefined ? told : { ...told, LineItems: told.LineItems.map(withCode(codes)) };

/** A line as it is, told again: a document's lines are always told together, and what is left out is lost. */
export const kept = (line: LineItem): Partial<LineItem> => ({
  LineItemID: line.LineItemID,
  ...Object.fromEntries(
    Object.entries(line).filter(([name, value]) => keptFields.includes(name) && value !== null && value !== ""),
  ),
  ...discountOf(line),
});
/** A percentage or an amount. */
const discountOf = ({ DiscountRate, DiscountAmount }: LineItem): Partial<LineItem> => {
  if ((amount(DiscountRate) ?? 0) !== 0) return { DiscountRate };
  return (amount(DiscountAmount) ?? 0) !== 0 ? { DiscountAmount } : {};
};
const keptFields = [
  "AccountCode",
  "AccountID",
  "Description",
  "ItemCode",
  "Quantity",
  "TaxAmount",
  "TaxType",
  "Tracking",
  "UnitAmount",
];

/** Two names for one thing: whoever tells the one does not mean the other any more. */
const otherName: Readonly<Record<string, string>> = {
  AccountCode: "AccountID",
  AccountID: "AccountCode",
  DiscountRate: "DiscountAmount",
  LineAmount: "UnitAmount",
};

/** The same with something changed; the tax then follows from it. */
export const changed = (line: LineItem | undefined, told: Partial<LineItem>): Partial<LineItem> => {
  const gone = ["TaxAmount", ...Object.keys(told).map((name) => otherName[name])];
  const before = Object.entries(line === undefined ? {} : kept(line)).filter(([name]) => !gone.includes(name));
  return { ...Object.fromEntries(before), ...told };
};
