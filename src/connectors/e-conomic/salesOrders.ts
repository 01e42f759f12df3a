import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrder, SalesOrderLineItem } from "../../contract/records/sales.ts";
import { as, dayAs, encoder, invalid, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { get, partsOf } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create, today } from "./conventions.ts";
import * as documents from "./documents.ts";
import { dayOf, idAs, idIn, stamp } from "./fields.ts";
import type { Line, Order } from "./types.ts";

const states = vocabulary({ drafts: "DRAFT", sent: "OPEN", archived: "CLOSED" });
const folders = ["/orders/drafts", "/orders/sent", "/orders/archived"];

const line = mapping<SalesOrderLineItem, Line>(documents.tradeLine);

const head = {
  ...stamp,
  ...documents.addressed,
  ...documents.totals,
  id: ({ orderNumber }: Order) => String(orderNumber),
  billingContactId: documents.customerOf,
  comment: ({ notes }: Order) => notes?.textLine1,
  contactId: documents.customerOf,
  currency: ({ currency }: Order) => currency,
  deliveryDate: ({ delivery }: Order) => dayOf(delivery?.deliveryDate),
  orderDate: ({ date }: Order) => dayOf(date),
  projectId: ({ project }: Order) => idIn(project, "projectNumber"),
  status: (order: Order) => states.ours(documents.folderOf(order)),
};
const listed = mapping<SalesOrder, Order>(head);
const salesOrder = mapping<SalesOrder, Order>({ ...head, lineItems: each(line, ({ lines }) => lines) });

export const salesOrders = {
  "salesOrders.list": documents.filed<SalesOrder, Order>({ map: listed, folders, states }),
  "salesOrders.get": get<SalesOrder, Order>({
    read: ({ ids }, session) => documents.findIn<Order>(session, folders, ids["salesOrderId"]),
    map: salesOrder,
  }),
  "salesOrders.lineItems.list": partsOf({ ...documents.linesIn(folders, "salesOrderId"), map: line }),
  "salesOrders.create": create<SalesOrderInput, SalesOrder, Order>("/orders/drafts", {
    encoder: encoder<SalesOrderInput>(
      {
        addresses: documents.recipientAs,
        comment: as("notes", "textLine1"),
        contactId: idAs("customer", "customerNumber"),
        currency: as("currency"),
        deliveryDate: dayAs("delivery", "deliveryDate"),
        lineItems: listAs(
          "lines",
          encoder<SalesOrderLineItemInput>({
            ...documents.lineEncoders,
            totalDiscountPercentage: documents.discountAs,
          }),
        ),
        orderDate: dayAs("date"),
        projectId: idAs("project", "projectNumber"),
        status: (status) => {
          if (status === "DRAFT") return {};
          throw invalid("This target system takes DRAFT here; orders are sent from its own screens.", "status");
        },
      },
      ({ orderDate }) => (orderDate === undefined ? { date: today() } : {}),
    ),
    prepare: documents.templateFor,
    body: documents.fromTemplate,
    readBack: ({ orderNumber }: Order, _call, session) =>
      documents.findIn<Order>(session, folders, String(orderNumber)),
    stub: ({ orderNumber }: Order) => ({ id: String(orderNumber) }),
    map: salesOrder,
    requires: ["contactId", "lineItems.itemId"],
    rules: ["Without orderDate it is today's."],
  }),
};
