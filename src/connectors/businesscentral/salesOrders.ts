import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { entitySet, modified, priceRule } from "./conventions.ts";
import { addresses, choices, days, documentFields, guids } from "./fields.ts";
import { lineFields, line as lines } from "./lines.ts";
import type { Line, SalesOrder } from "./types.ts";

const statuses = choices({ Draft: "DRAFT", "In Review": "IN_REVIEW", Open: "OPEN" });

const line = mapping<SalesOrderLineItem, Line>(lines);

const salesOrder = mapping<SalesOrderRecord, SalesOrder>({
  ...documentFields,
  ...addresses("billTo", "shipTo"),
  ...guids({ billingContactId: "billToCustomerId", contactId: "customerId" }),
  ...days({ deliveryDate: "requestedDeliveryDate", orderDate: "orderDate" }),
  lineItems: each(line, (order) => order.salesOrderLines),
  status: statuses.read(({ status }) => status),
});

const lineSet = "salesOrderLines";
const set = entitySet("/salesOrders", { id: "salesOrderId", map: salesOrder, expand: lineSet });

export const salesOrders = {
  "salesOrders.list": set.list({ filters: { ...modified, status: statuses.filter("status") } }),
  "salesOrders.get": set.get,
  "salesOrders.create": set.create({
    encoder: encoder<SalesOrderInput>({
      ...allAs(as, { contactId: "customerId", billingContactId: "billToCustomerId", currency: "currencyCode" }),
      deliveryDate: dayAs("requestedDeliveryDate"),
      lineItems: listAs(lineSet, encoder<SalesOrderLineItemInput>(lineFields("unitPrice"))),
      orderDate: dayAs("orderDate"),
    }),
    requires: ["contactId"],
    rules: [priceRule],
  }),
  "salesOrders.lineItems.list": set.below(lineSet, { id: "lineItemId", map: line }).list(),
};
