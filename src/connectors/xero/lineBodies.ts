/** What Xero is told of the lines of documents. */
import type { Session } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { InvoiceLineItemInput, InvoiceLineItemPatch, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import { as, body } from "../../kit/writing.ts";
import { quoted, recordsIn } from "./habits.ts";
import { amountAs, toldDimensions } from "./telling.ts";
import type { LineItem } from "./vendorTrade.ts";

/** Lines name items by their code; until that is known, by what it is looked up with. */
const itemId = (id: string) => ({ Item: { ItemID: id } });

const basics = {
  accountId: as("AccountID"),
  description: as("Description"),
  itemId,
  quantity: amountAs("Quantity"),
  taxCode: as("TaxType"),
  unitAmount: amountAs("UnitAmount"),
};
const invoiceLine = {
  ...basics,
  ...toldDimensions,
  accountCode: as("AccountCode"),
  discountItemPercentage: amountAs("DiscountRate"),
};

export const toldInvoiceLine = body<Partial<InvoiceLineItemInput>>(invoiceLine);
export const toldInvoiceLinePatch = body<InvoiceLineItemPatch>({ ...invoiceLine, lineItemId: as("LineItemID") });
export const toldBillLine = body<BillLineItemInput>({
  ...basics,
  ...toldDimensions,
  id: as("LineItemID"),
  accountNumber: as("AccountCode"),
});
export const toldOfferLine = body<OfferLineItemInput>({
  ...basics,
  accountCode: as("AccountCode"),
  totalDiscountPercentage: amountAs("DiscountRate"),
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
});
const keptFields = [
  "AccountCode",
  "AccountID",
  "Description",
  "DiscountRate",
  "ItemCode",
  "Quantity",
  "TaxAmount",
  "TaxType",
  "Tracking",
  "UnitAmount",
];

/** The same with something changed; the tax then follows from it. */
export const changed = (line: LineItem | undefined, told: Partial<LineItem>): Partial<LineItem> => {
  const { TaxAmount: _computed, ...before } = line === undefined ? {} : kept(line);
  return { ...before, ...told };
};
