import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { twoWay } from "../../kit/twoWay.ts";
import { entitySet, modified } from "./conventions.ts";
import { priceRule } from "./documentSet.ts";
import { addresses, choices, currency, dayIn, documentFields, guidIn } from "./fields.ts";
import { lineFields, line as lines } from "./lines.ts";
import type { Line, SalesOrder } from "./types.ts";

const statuses = choices({ Draft: "DRAFT", "In Review": "IN_REVIEW", Open: "OPEN" });

const line = mapping<SalesOrderLineItem, Line>(lines);

const customers = twoWay({
  contactId: guidIn("customerId"),
  billingContactId: guidIn("billToCustomerId"),
});
const orderDays = twoWay({
  deliveryDate: dayIn("requestedDeliveryDate"),
  orderDate: dayIn("orderDate"),
});

const salesOrder = mapping<SalesOrderRecord, SalesOrder>({
  ...documentFields,
  ...addresses("billTo", "shipTo"),
  ...customers.reads,
  ...orderDays.reads,
  lineItems: nestedList(line, (order) => order.salesOrderLines),
  status: statuses.read(({ status }) => status),
});

const lineSet = "salesOrderLines";
const set = entitySet("/salesOrders", { id: "salesOrderId", map: salesOrder, expand: lineSet });

export const salesOrders = {
  "salesOrders.list": set.list({ filters: { ...modified, status: statuses.filter("status") } }),
  "salesOrders.get": set.get(),
  "salesOrders.create": set.create({
    encoder: encoder<SalesOrderInput>({
      ...customers.writes,
      ...currency.writes,
      ...orderDays.writes,
      lineItems: listAs(lineSet, encoder<SalesOrderLineItemInput>(lineFields("unitPrice"))),
    }),
    requires: ["contactId"],
    rules: [priceRule],
  }),
  "salesOrders.lineItems.list": set.below(lineSet, { id: "lineItemId", map: line }).list(),
};
