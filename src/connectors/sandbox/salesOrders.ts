import { salesOrderStatus } from "../../contract/enums.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { addresses, identity, itemName, stamps, totals, tradeLine } from "./fields.ts";
import { list, modified, oneOf, status } from "./habits.ts";
import type { TradeLine } from "./vendor.ts";
import type { SalesOrder } from "./vendorTrade.ts";

const statusOf = oneOf(salesOrderStatus);

const line = mapping<SalesOrderLineItem, TradeLine>({ ...tradeLine, ...itemName });

const salesOrder = mapping<SalesOrderRecord, SalesOrder>({
  ...identity,
  ...stamps,
  ...addresses,
  ...totals,
  billingContactId: (order) => order.billing_contact_id,
  comment: ({ comment }) => comment,
  contactId: (order) => order.contact_id,
  currency: ({ currency }) => currency,
  deliveryDate: (order) => accountingDay(order.delivery_date),
  lineItems: each(line, (order) => order.line_items),
  oneLineAddress: (order) => order.one_line_address,
  orderDate: (order) => accountingDay(order.order_date),
  projectId: (order) => order.project_id,
  shippingContactId: (order) => order.shipping_contact_id,
  status: (order) => statusOf(order.status),
  taskId: (order) => order.task_id,
});

export const salesOrders = {
  "salesOrders.list": list({ path: "/sales-orders", map: salesOrder, filters: { ...modified, ...status } }),
  "salesOrders.get": get({ path: ({ ids }) => path`/sales-orders/${ids["salesOrderId"]}`, map: salesOrder }),
  "salesOrders.lineItems.list": list({
    path: ({ ids }) => path`/sales-orders/${ids["salesOrderId"]}/line-items`,
    map: line,
    filters: modified,
  }),
};
