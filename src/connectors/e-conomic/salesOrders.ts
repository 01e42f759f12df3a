import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrder, SalesOrderLineItem } from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { today } from "./conventions.ts";
import * as documents from "./documents.ts";
import { idAs, ids, links } from "./fields.ts";
import { draftOnly, head, trade } from "./trade.ts";
import type { Line, Order } from "./types.ts";

const states = vocabulary({ drafts: "DRAFT", sent: "OPEN", archived: "CLOSED" });

const line = mapping<SalesOrderLineItem, Line>(documents.tradeLine);
const fields = {
  ...head(states),
  ...ids({ id: "orderNumber" }),
  ...links({ billingContactId: "customer.customerNumber", projectId: "project.projectNumber" }),
  ...values({ comment: "notes.textLine1" }),
  ...days({ deliveryDate: "delivery.deliveryDate", orderDate: "date" }),
};

const orders = trade({
  ...{ name: "orders", number: "orderNumber", id: "salesOrderId", states, line },
  listed: mapping<SalesOrder, Order>(fields),
  map: mapping<SalesOrder, Order>({ ...fields, lineItems: each(line, ({ lines }) => lines) }),
  encoder: encoder<SalesOrderInput>(
    {
      addresses: documents.recipientAs,
      ...allAs(as, { comment: "notes.textLine1", currency: "currency" }),
      ...allAs(idAs, { contactId: "customer.customerNumber", projectId: "project.projectNumber" }),
      ...allAs(dayAs, { deliveryDate: "delivery.deliveryDate", orderDate: "date" }),
      lineItems: listAs("lines", encoder<SalesOrderLineItemInput>(documents.tradeLineEncoders)),
      status: draftOnly,
    },
    ({ orderDate }) => (orderDate === undefined ? { date: today() } : {}),
  ),
  rules: ["Without orderDate it is today's."],
});

export const salesOrders = {
  "salesOrders.list": orders.list,
  "salesOrders.get": orders.get,
  "salesOrders.lineItems.list": orders.lines,
  "salesOrders.create": orders.create,
};
