import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { at, below, list, modified, oneBelow, single } from "./conventions.ts";
import { addresses, currencyOf, day, guid, identity, updated } from "./fields.ts";
import * as trade from "./trade.ts";
import type { PurchaseOrder, PurchaseOrderLine } from "./vendorTrade.ts";

const line = mapping<PurchaseOrderLineItem, PurchaseOrderLine>({
  ...trade.line,
  unitAmount: (line) => amount(line.directUnitCost),
});

/** Its own states are about releasing it; how far it is fulfilled shows in what was received. */
function statusOf({ fullyReceived, purchaseOrderLines }: PurchaseOrder) {
  if (fullyReceived) return "CLOSED";
  return purchaseOrderLines?.some((line) => (amount(line.receivedQuantity) ?? 0) > 0) ? "PARTIALLY_FULFILLED" : "OPEN";
}

const purchaseOrder = mapping<PurchaseOrderRecord, PurchaseOrder>({
  ...identity,
  ...updated,
  ...trade.terms,
  ...trade.totals,
  ...addresses("payTo", "shipTo"),
  currency: ({ currencyCode }) => currencyOf(currencyCode),
  lineItems: each(line, (order) => order.purchaseOrderLines),
  orderDate: (order) => day(order.orderDate),
  reference: ({ number }) => number,
  status: statusOf,
  supplierId: (order) => guid(order.vendorId),
});

const expand = "purchaseOrderLines";
const orderAt = at("purchaseOrders", "purchaseOrderId");

export const purchaseOrders = {
  "purchaseOrders.list": list("purchaseOrders", { map: purchaseOrder, expand, filters: modified }),
  "purchaseOrders.get": single(orderAt, { map: purchaseOrder, expand }),
  "purchaseOrders.lineItems.list": list(below(orderAt, expand), { map: line }),
  "purchaseOrders.lineItems.get": single(oneBelow(orderAt, expand), { map: line }),
};
