import type { GoodsReceiptLineItem, GoodsReceipt as GoodsReceiptRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { resource } from "./conventions.ts";
import { identity, plain, plainTexts, stamps } from "./fields.ts";
import { title } from "./lines.ts";
import type { BusinessDocument, Item } from "./types.ts";

interface Received extends Item {
  readonly purchaseOrderId?: string | undefined;
}

const receiptLine = mapping<GoodsReceiptLineItem, Received>({
  ...{ ...identity, ...stamps },
  description: (item) => plain(item.description),
  ...values({ itemId: "articleId", purchaseOrderId: "purchaseOrderId" }),
  itemName: title,
  quantityReceived: (item) => amount(item.quantity),
});

/** A line names the line that was ordered, and only the receipt the order: with several it cannot be told which. */
function linesOf({ incomingGoodsItems, purchaseOrders }: BusinessDocument): readonly Received[] {
  const [only, ...others] = purchaseOrders ?? [];
  const order = others.length === 0 ? only?.id : undefined;
  return (incomingGoodsItems ?? []).map((item) =>
    item.purchaseOrderItemId ? { ...item, purchaseOrderId: order } : item,
  );
}

const goodsReceipt = mapping<GoodsReceiptRecord, BusinessDocument>({
  ...{ ...identity, ...stamps },
  ...plainTexts({ comment: "recordComment", description: "description" }),
  lineItems: each(receiptLine, linesOf),
  reference: (native) => native.deliveryNoteNumber ?? native.incomingGoodsNumber,
  supplierId: (native) => native.senderPartyId,
});

/** What customers send back and what moves between warehouses comes in as well, but nobody bought it. */
const bought = "STANDARD";
const receipts = resource({
  ...{ entity: "incomingGoods", id: "goodsReceiptId", map: goodsReceipt },
  query: { "incomingGoodsType-eq": bought },
  is: ({ incomingGoodsType }: BusinessDocument) => incomingGoodsType === bought,
});
const line = receipts.parts({ map: receiptLine, parts: linesOf });

export const goodsReceipts = {
  "goodsReceipts.list": receipts.list(),
  "goodsReceipts.get": receipts.get,
  "goodsReceipts.lineItems.list": line.list,
  "goodsReceipts.lineItems.get": line.get,
};
