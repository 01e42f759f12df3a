import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { as, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { at, below, list, modified, oneOfTheirs, single } from "./conventions.ts";
import { addresses, day, guid, identity, option, updated } from "./fields.ts";
import { create, dayAs } from "./telling.ts";
import * as trade from "./trade.ts";
import type { SalesLine, SalesOrder } from "./vendorTrade.ts";

const statuses = { Draft: "DRAFT", "In Review": "IN_REVIEW", Open: "OPEN" } as const;

const line = mapping<SalesOrderLineItem, SalesLine>({
  ...trade.line,
  unitAmount: ({ unitPrice }) => amount(unitPrice),
});

const salesOrder = mapping<SalesOrderRecord, SalesOrder>({
  ...identity,
  ...updated,
  ...trade.currency,
  ...trade.totals,
  ...addresses("billTo", "shipTo"),
  billingContactId: (order) => guid(order.billToCustomerId),
  contactId: (order) => guid(order.customerId),
  deliveryDate: (order) => day(order.requestedDeliveryDate),
  lineItems: each(line, (order) => order.salesOrderLines),
  orderDate: (order) => day(order.orderDate),
  status: vocabulary(statuses).read(({ status }) => option(status)),
});

const toldLine = encoder<SalesOrderLineItemInput>(trade.toldLine("unitPrice"));
const told = encoder<SalesOrderInput>({
  contactId: as("customerId"),
  billingContactId: as("billToCustomerId"),
  currency: as("currencyCode"),
  deliveryDate: dayAs("requestedDeliveryDate"),
  lineItems: listAs("salesOrderLines", toldLine),
  orderDate: dayAs("orderDate"),
});

const expand = "salesOrderLines";
const orderAt = at("salesOrders", "salesOrderId");

export const salesOrders = {
  "salesOrders.list": list("salesOrders", {
    map: salesOrder,
    expand,
    filters: { ...modified, status: oneOfTheirs(statuses, "status", "status") },
  }),
  "salesOrders.get": single(orderAt, { map: salesOrder, expand }),
  "salesOrders.create": create("salesOrders", {
    encoder: told,
    map: salesOrder,
    expand,
    requires: ["contactId"],
    rules: [trade.priceRule],
  }),
  "salesOrders.lineItems.list": list(below(orderAt, "salesOrderLines"), { map: line }),
};
