import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, decimalAs, encoder, listAs, objectAs, only } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { days, midnightAs } from "./days.ts";
import { documentFields, htmlAs, plain, recordAddressEncoder } from "./fields.ts";
import * as lines from "./lines.ts";
import { anyOf } from "./references.ts";
import type { BusinessDocument, Item } from "./types.ts";

const states = vocabulary({
  ORDER_ENTRY_IN_PROGRESS: "DRAFT",
  ORDER_CONFIRMATION_PRINTED: "OPEN",
  CLOSED: "CLOSED",
  MANUALLY_CLOSED: "CLOSED",
  CANCELLED: "VOIDED",
});

const orderLine = mapping<SalesOrderLineItem, Item>({ ...lines.tradeLine, itemName: lines.title });
const linesOf = lines.linesIn<BusinessDocument>(({ orderItems }) => orderItems);

const salesOrder = mapping<SalesOrderRecord, BusinessDocument>({
  ...documentFields,
  ...values({ billingContactId: "invoiceRecipientId", contactId: "customerId" }),
  ...days({ deliveryDate: "plannedDeliveryDate", orderDate: "orderDate" }),
  comment: (native) => plain(native.recordComment),
  lineItems: each(orderLine, linesOf),
  status: states.read(({ status }) => status),
});

const orders = resource({
  ...{ entity: "salesOrder", id: "salesOrderId", map: salesOrder, refers: ["currency", "tax", "unit"] },
  // Patterns for new orders are kept beside them.
  query: { "template-eq": false },
  is: ({ template }: BusinessDocument) => template !== true,
});

const lineEncoder = encoder<SalesOrderLineItemInput>(
  { ...lines.lineEncoders, itemName: as("title"), totalDiscountPercentage: decimalAs("discountPercentage") },
  lines.ownPrice,
);

export const salesOrders = {
  "salesOrders.list": orders.list({
    filters: { status: (wanted, field) => ({ "status-in": anyOf(states.theirs(wanted, field)) }) },
  }),
  "salesOrders.get": orders.get,
  "salesOrders.lineItems.list": orders.parts({ map: orderLine, parts: linesOf }).list,
  "salesOrders.create": orders.create({
    encoder: encoder<SalesOrderInput>({
      addresses: only(objectAs("recordAddress", recordAddressEncoder)),
      ...allAs(as, { billingContactId: "invoiceRecipientId", contactId: "customerId", currency: "recordCurrencyId" }),
      comment: htmlAs("recordComment"),
      ...allAs(midnightAs, { deliveryDate: "plannedDeliveryDate", orderDate: "orderDate" }),
      lineItems: listAs("orderItems", lineEncoder),
      totalDiscountPercentage: decimalAs("headerDiscount"),
    }),
    requires: ["contactId"],
  }),
};
