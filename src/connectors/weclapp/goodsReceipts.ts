import type { GoodsReceiptLineItem, GoodsReceipt as GoodsReceiptRecord } from "../../contract/records/purchasing.ts";
import { amounts, values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { operationsOf } from "../../kit/views.ts";
import { resource } from "./conventions.ts";
import { identity, plainTexts, stamps } from "./fields.ts";
import type { BusinessDocument, Item } from "./types.ts";

type Received = Item & { readonly purchaseOrderId?: string | undefined };

const receiptLine = mapping<GoodsReceiptLineItem, Received>({
  ...identity,
  ...stamps,
  ...plainTexts({ description: "description" }),
  ...values({ itemId: "articleId", itemName: "title", purchaseOrderId: "purchaseOrderId" }),
  ...amounts({ quantityReceived: "quantity" }),
});

/** A line names an order line, but only the receipt names the orders: with several, the line's order is unknown. */
function linesOf({ incomingGoodsItems, purchaseOrders }: BusinessDocument): readonly Received[] {
  const [only, ...others] = purchaseOrders ?? [];
  const order = others.length === 0 ? only?.id : undefined;
  return (incomingGoodsItems ?? []).map((item) =>
    item.purchaseOrderItemId ? { ...item, purchaseOrderId: order } : item,
  );
}

const goodsReceipt = mapping<GoodsReceiptRecord, BusinessDocument>({
  ...identity,
  ...stamps,
  ...plainTexts({ comment: "recordComment", description: "description" }),
  lineItems: nestedList(receiptLine, linesOf),
  reference: (native) => native.deliveryNoteNumber ?? native.incomingGoodsNumber,
  ...values({ supplierId: "senderPartyId" }),
});

/** Other types are returns from customers and transfers between warehouses, which are not purchases. */
const purchase = "STANDARD";
const receipts = resource({
  entity: "incomingGoods",
  id: "goodsReceiptId",
  map: goodsReceipt,
  query: { "incomingGoodsType-eq": purchase },
  is: ({ incomingGoodsType }: BusinessDocument) => incomingGoodsType === purchase,
});

export const goodsReceipts = {
  ...operationsOf("goodsReceipts", receipts.reads()),
  ...operationsOf("goodsReceipts.lineItems", receipts.parts({ map: receiptLine, parts: linesOf }).reads),
};
