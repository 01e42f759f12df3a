import { salesOrderStatus } from "../../contract/enums.ts";
import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { list, modified, oneOf, status } from "./conventions.ts";
import { addresses, identity, itemName, stamps, totals, tradeLine } from "./fields.ts";
import { create, toldAddresses, toldTotals, toldTradeLine, wordAs } from "./telling.ts";
import type { TradeLine } from "./types.ts";
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

const toldLine = encoder<SalesOrderLineItemInput>({ ...toldTradeLine, itemName: as("item_name") });

const told = encoder<SalesOrderInput>({
  ...toldAddresses,
  ...toldTotals,
  billingContactId: as("billing_contact_id"),
  comment: as("comment"),
  contactId: as("contact_id"),
  currency: as("currency"),
  deliveryDate: dayAs("delivery_date"),
  lineItems: listAs("line_items", toldLine),
  oneLineAddress: as("one_line_address"),
  orderDate: dayAs("order_date"),
  projectId: as("project_id"),
  shippingContactId: as("shipping_contact_id"),
  status: wordAs("status"),
});

export const salesOrders = {
  "salesOrders.list": list({ path: "/sales-orders", map: salesOrder, filters: { ...modified, ...status } }),
  "salesOrders.get": get({ path: ({ ids }) => path`/sales-orders/${ids["salesOrderId"]}`, map: salesOrder }),
  "salesOrders.create": create({ path: "/sales-orders", encoder: told, map: salesOrder, requires: ["orderDate"] }),
  "salesOrders.lineItems.list": list({
    path: ({ ids }) => path`/sales-orders/${ids["salesOrderId"]}/line-items`,
    map: line,
    filters: modified,
  }),
};
