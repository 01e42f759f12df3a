/** Sales orders and purchase orders. */
import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { PurchaseOrder, PurchaseOrderLineItem } from "../../contract/records/purchasing.ts";
import type { SalesOrder, SalesOrderLineItem } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { days, midnightDay } from "./days.ts";
import { documentEncoders, documentFields, documentRefers, longText, plainTexts } from "./fields.ts";
import * as lines from "./lines.ts";
import { anyOf } from "./references.ts";
import type { BusinessDocument, Item } from "./types.ts";

const salesStates = vocabulary({
  ORDER_ENTRY_IN_PROGRESS: "DRAFT",
  ORDER_CONFIRMATION_PRINTED: "OPEN",
  CLOSED: "CLOSED",
  MANUALLY_CLOSED: "CLOSED",
  CANCELLED: "VOIDED",
});

const soldLine = mapping<SalesOrderLineItem, Item>(lines.namedLine);
const soldLines = lines.linesIn("orderItems");

const salesFields = twoWay({
  billingContactId: plainValue("invoiceRecipientId"),
  comment: longText("recordComment"),
  contactId: plainValue("customerId"),
  deliveryDate: midnightDay("plannedDeliveryDate"),
  orderDate: midnightDay("orderDate"),
});

const salesOrder = mapping<SalesOrder, BusinessDocument>({
  ...documentFields,
  ...salesFields.reads,
  lineItems: nestedList(soldLine, soldLines),
  status: salesStates.read(({ status }) => status),
});

const sales = resource({
  entity: "salesOrder",
  id: "salesOrderId",
  map: salesOrder,
  refers: documentRefers,
  // Templates for new orders are in the same list.
  query: { "template-eq": false },
  is: ({ template }: BusinessDocument) => template !== true,
});

const soldLineEncoder = lines.lineEncoder<SalesOrderLineItemInput>({
  ...lines.discountFields.writes,
  ...lines.itemNameFields.writes,
});

const inPart = "received in part";
const purchaseStates = vocabulary({
  ORDER_ENTRY_IN_PROGRESS: "OPEN",
  ORDER_ENTRY_COMPLETED: "OPEN",
  ORDER_DOCUMENTS_PRINTED: "OPEN",
  CONFIRMED: "OPEN",
  [inPart]: "PARTIALLY_FULFILLED",
  CLOSED: "CLOSED",
  CANCELLED: "CANCELED",
} as const);

const isReceivedInPart = ({ received, purchaseOrderItems }: BusinessDocument): boolean =>
  received !== true && (purchaseOrderItems ?? []).some((item) => (amount(item.receivedQuantity) ?? 0) > 0);

const boughtLine = mapping<PurchaseOrderLineItem, Item>(lines.namedLine);
const boughtLines = lines.linesIn("purchaseOrderItems");

const purchaseOrder = mapping<PurchaseOrder, BusinessDocument>({
  ...documentFields,
  ...plainTexts({ comment: "recordComment", description: "description" }),
  ...values({ paymentTermId: "termOfPaymentId", reference: "purchaseOrderNumber", supplierId: "supplierId" }),
  ...days({ orderDate: "orderDate" }),
  lineItems: nestedList(boughtLine, boughtLines),
  status: purchaseStates.read((native) =>
    purchaseStates.toContract(native.status) === "OPEN" && isReceivedInPart(native) ? inPart : native.status,
  ),
});

const purchases = resource({
  entity: "purchaseOrder",
  id: "purchaseOrderId",
  map: purchaseOrder,
  refers: documentRefers,
});

/** weclapp refuses these requests if the tenant's package does not include purchasing. */
const rules = ["Needs a weclapp package with purchasing; without one, weclapp's reason is in targetMessage."];

export const orders = {
  "salesOrders.list": sales.list({
    filters: { status: (status, field) => ({ "status-in": anyOf(salesStates.toVendor(status, field)) }) },
  }),
  "salesOrders.get": sales.get,
  "salesOrders.lineItems.list": sales.parts({ map: soldLine, parts: soldLines }).reads.list,
  "salesOrders.create": sales.create({
    encoder: encoder<SalesOrderInput>({
      ...documentEncoders,
      ...salesFields.writes,
      lineItems: listAs("orderItems", soldLineEncoder),
    }),
    requires: ["contactId"],
  }),
  "purchaseOrders.list": purchases.list({ rules }),
  "purchaseOrders.get": { ...purchases.get, rules },
  ...operationsOf("purchaseOrders.lineItems", purchases.parts({ map: boughtLine, parts: boughtLines }).reads),
};
