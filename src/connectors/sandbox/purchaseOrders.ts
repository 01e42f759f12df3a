import { type PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import { accountingDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { currencyOf, list, modified, oneOf } from "./conventions.ts";
import { addresses, identity, itemName, stamps, totals, tradeLine } from "./fields.ts";
import type { TradeLine } from "./types.ts";
import type { PurchaseOrder } from "./vendorTrade.ts";

const statusOf = oneOf(PurchaseOrderRecord.properties.status);

const line = mapping<PurchaseOrderLineItem, TradeLine>({ ...tradeLine, ...itemName });

const purchaseOrder = mapping<PurchaseOrderRecord, PurchaseOrder>({
  ...identity,
  ...stamps,
  ...addresses,
  ...totals,
  approvalDate: (order) => accountingDay(order.approval_date),
  comment: ({ comment }) => comment,
  currency: (order) => currencyOf(order.currency),
  description: ({ description }) => description,
  lineItems: each(line, (order) => order.line_items),
  orderDate: (order) => accountingDay(order.order_date),
  paymentTermId: (order) => order.payment_term_id,
  reference: ({ reference }) => reference,
  status: (order) => statusOf(order.status),
  supplierId: (order) => order.supplier_id,
});

export const purchaseOrders = {
  "purchaseOrders.list": list({ path: "/purchase-orders", map: purchaseOrder, filters: modified }),
  "purchaseOrders.get": get({
    path: ({ ids }) => path`/purchase-orders/${ids["purchaseOrderId"]}`,
    map: purchaseOrder,
  }),
  "purchaseOrders.lineItems.list": list({
    path: ({ ids }) => path`/purchase-orders/${ids["purchaseOrderId"]}/line-items`,
    map: line,
    filters: modified,
  }),
  "purchaseOrders.lineItems.get": get({
    path: ({ ids }) => path`/purchase-orders/${ids["purchaseOrderId"]}/line-items/${ids["lineItemId"]}`,
    map: line,
  }),
};
