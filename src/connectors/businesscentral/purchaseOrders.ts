import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { entitySet, modified } from "./conventions.ts";
import { addresses, day, guid, stamped, terms, totals } from "./fields.ts";
import { line as lineFields } from "./lines.ts";
import type { Line, PurchaseOrder } from "./types.ts";

const line = mapping<PurchaseOrderLineItem, Line>(lineFields);

/** Business Central's status is about releasing the order; received quantities show how far it is fulfilled. */
function statusOf({ fullyReceived, purchaseOrderLines }: PurchaseOrder) {
  if (fullyReceived) return "CLOSED";
  return purchaseOrderLines?.some((line) => (amount(line.receivedQuantity) ?? 0) > 0) ? "PARTIALLY_FULFILLED" : "OPEN";
}

const purchaseOrder = mapping<PurchaseOrderRecord, PurchaseOrder>({
  ...stamped,
  ...terms.reads,
  ...totals,
  ...addresses("payTo", "shipTo"),
  currency: (order) => currencyCode(order.currencyCode),
  lineItems: nestedList(line, (order) => order.purchaseOrderLines),
  orderDate: (order) => day(order.orderDate),
  reference: ({ number }) => number,
  status: statusOf,
  supplierId: (order) => guid(order.vendorId),
});

const lineSet = "purchaseOrderLines";
const set = entitySet("/purchaseOrders", { id: "purchaseOrderId", map: purchaseOrder, expand: lineSet });
const lines = set.below(lineSet, { id: "lineItemId", map: line });

export const purchaseOrders = {
  "purchaseOrders.list": set.list({ filters: modified }),
  "purchaseOrders.get": set.get(),
  "purchaseOrders.lineItems.list": lines.list(),
  "purchaseOrders.lineItems.get": lines.get(),
};
