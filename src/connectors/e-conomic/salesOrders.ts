import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrder, SalesOrderLineItem } from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, invalid, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { get, partsOf } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create, today } from "./conventions.ts";
import * as documents from "./documents.ts";
import { idAs, idIn, stamp } from "./fields.ts";
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
  ...values({ comment: "notes.textLine1", currency: "currency" }),
  ...days({ deliveryDate: "delivery.deliveryDate", orderDate: "date" }),
  contactId: documents.customerOf,
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
        ...allAs(as, { comment: "notes.textLine1", currency: "currency" }),
        ...allAs(idAs, { contactId: "customer.customerNumber", projectId: "project.projectNumber" }),
        ...allAs(dayAs, { deliveryDate: "delivery.deliveryDate", orderDate: "date" }),
        lineItems: listAs(
          "lines",
          encoder<SalesOrderLineItemInput>({
            ...documents.lineEncoders,
            totalDiscountPercentage: documents.discountAs,
          }),
        ),
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
