/** What was ordered, and what of it came in. */

import type * as records from "../../contract/records/purchasing.ts";
import { amounts, values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { linesOf, modified, resource, selected } from "./conventions.ts";
import { currencyOf, identity, stamps, trimmed } from "./fields.ts";
import { itemName, lineFields, lineStamps, totalsOf, tradeLine } from "./lines.ts";
import type { GoodsReceipt, GoodsReceiptLine, PurchaseOrder, TradeLine } from "./types.ts";

const line = mapping<records.PurchaseOrderLineItem, TradeLine>({
  ...tradeLine,
  ...lineStamps,
  itemName,
  /** What was ordered, in the units that it is bought in. */
  quantity: ({ QuantityInPurchaseUnits, Quantity }) => amount(QuantityInPurchaseUnits ?? Quantity),
});
const lines = ({ PurchaseOrderLines }: PurchaseOrder) => linesOf(PurchaseOrderLines);

const purchaseOrder = mapping<records.PurchaseOrder, PurchaseOrder>({
  ...stamps,
  ...totalsOf(lines),
  ...values({ id: "PurchaseOrderID", comment: "Remarks", description: "Description", reference: "YourRef" }),
  ...values({ supplierId: "Supplier" }),
  ...{ currency: currencyOf, lineItems: each(line, lines) },
  orderDate: ({ OrderDate }) => microsoftDay(OrderDate),
  paymentTermId: ({ PaymentCondition }) => trimmed(PaymentCondition),
  status: vocabulary({ 10: "OPEN", 20: "PARTIALLY_FULFILLED", 30: "CLOSED", 40: "CANCELED" }).read(({ OrderStatus }) =>
    OrderStatus?.toString(),
  ),
});

const orders = resource<records.PurchaseOrder, PurchaseOrder>("/purchaseorder/PurchaseOrders", {
  ...{ id: "purchaseOrderId", key: "PurchaseOrderID", map: purchaseOrder },
  ...selected(
    "PurchaseOrderID,Currency,Description,OrderDate,OrderStatus,PaymentCondition,Remarks,Supplier,YourRef,Created,Modified",
    "PurchaseOrderLines",
    `${lineFields},QuantityInPurchaseUnits,VATAmount,Created,Modified`,
  ),
});

const receiptLine = mapping<records.GoodsReceiptLineItem, GoodsReceiptLine>({
  ...identity,
  ...stamps,
  ...values({ description: "Description", itemId: "Item", itemName: "ItemDescription", projectId: "Project" }),
  ...values({ purchaseOrderId: "PurchaseOrderID" }),
  ...amounts({ quantityOrdered: "QuantityOrdered", quantityReceived: "QuantityReceived" }),
});
const receiptLines = ({ GoodsReceiptLines }: GoodsReceipt) => linesOf(GoodsReceiptLines);

const goodsReceipt = mapping<records.GoodsReceipt, GoodsReceipt>({
  ...identity,
  ...stamps,
  ...values({ comment: "Remarks", description: "Description", reference: "YourRef", supplierId: "Supplier" }),
  lineItems: each(receiptLine, receiptLines),
});

const receipts = resource<records.GoodsReceipt, GoodsReceipt>("/purchaseorder/GoodsReceipts", {
  ...{ id: "goodsReceiptId", key: "ID", map: goodsReceipt },
  ...selected(
    "ID,Description,Remarks,Supplier,YourRef,Created,Modified",
    "GoodsReceiptLines",
    "ID,Description,Item,ItemDescription,Project,PurchaseOrderID,QuantityOrdered,QuantityReceived,Created,Modified",
  ),
});

export const purchaseOrders = {
  ...{ "purchaseOrders.list": orders.list({ filters: modified }), "purchaseOrders.get": orders.get() },
  ...named("purchaseOrders.lineItems", orders.lines(lines, line)),
  ...{ "goodsReceipts.list": receipts.list({ filters: modified }), "goodsReceipts.get": receipts.get() },
  ...named("goodsReceipts.lineItems", receipts.lines(receiptLines, receiptLine)),
};
