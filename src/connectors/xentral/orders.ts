/** Sales orders, and purchase orders, which Kontor only reads. */
import type { WriteCall } from "../../contract/connector.ts";
import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { PurchaseOrder, PurchaseOrderLineItem } from "../../contract/records/purchasing.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { day, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { changedAt, idOf, list, recordIn } from "./conventions.ts";
import * as shared from "./documents.ts";
import { addressAs, identity, referenceAs, stamps } from "./fields.ts";
import type { Line, Order, Single } from "./types.ts";

const salesFolder = "/v3/salesOrders";

/** The vendor takes "sent" as a filter, too. */
const salesStates = vocabulary({
  draft: "DRAFT",
  released: "OPEN",
  sent: "OPEN",
  completed: "CLOSED",
  cancelled: "VOIDED",
} as const);
const everyState = shared.inAnyOf("draft", "released", "sent", "completed", "cancelled");

const salesFields = twoWay({
  deliveryDate: day("desiredDeliveryDate"),
  orderDate: day("documentDate"),
});

const salesLine = mapping<records.SalesOrderLineItem, Line>({
  ...identity,
  ...shared.lineFields,
  ...shared.lineTotals,
  ...shared.lineDiscount,
  ...values({ itemName: "name", unitName: "unit" }),
});

const salesOrder = mapping<records.SalesOrder, Order>({
  ...identity,
  ...stamps,
  ...salesFields.reads,
  ...shared.documentTotals,
  addresses: nestedList(shared.recipient, shared.recipientsOf),
  contactId: shared.contactOf,
  currency: shared.currencyOf,
  lineItems: nestedList(salesLine, shared.linesIn),
  projectId: shared.projectOf,
  status: salesStates.read(({ status }: Order) => status),
});

const lineEncoder = encoder<SalesOrderLineItemInput>({
  ...shared.lineEncoders,
  itemName: fieldAs("name"),
  totalDiscountPercentage: shared.discountAs,
});

async function prepare(call: WriteCall<SalesOrderInput>, session: Session): Promise<shared.CustomerFacts> {
  shared.checkQuantities(call);
  return shared.customerFor(call, session);
}

const salesParts = {
  read: shared.readAt<Order>(salesFolder, "salesOrderId"),
  parts: shared.linesIn,
  map: salesLine,
};

const purchaseFolder = "/v3/purchaseOrders";

/** The contract has no purchase orders in draft. */
const purchaseStates = vocabulary({
  released: "OPEN",
  sent: "OPEN",
  completed: "CLOSED",
  cancelled: "CANCELED",
} as const);

const purchaseLine = mapping<PurchaseOrderLineItem, Line>({
  ...identity,
  ...shared.lineFields,
  ...shared.lineTotals,
  ...values({ itemName: "name", unitName: "unit" }),
});

const purchaseOrder = mapping<PurchaseOrder, Order>({
  ...identity,
  ...stamps,
  ...shared.documentTotals,
  ...days({ orderDate: "documentDate" }),
  ...values({ comment: "internalComment", reference: "documentNumber" }),
  addresses: nestedList(shared.recipient, shared.recipientsOf),
  currency: shared.currencyOf,
  lineItems: nestedList(purchaseLine, shared.linesIn),
  status: purchaseStates.read(({ status }: Order) => status),
  supplierId: shared.contactOf,
});

async function readFinal(call: Parameters<typeof readPurchase>[0], session: Session): Promise<Order | undefined> {
  const order = await readPurchase(call, session);
  return order.status === "draft" ? undefined : order;
}
const readPurchase = shared.readAt<Order>(purchaseFolder, "purchaseOrderId");

const purchaseParts = { read: readPurchase, parts: shared.linesIn, map: purchaseLine };

export const orders = {
  "salesOrders.list": list<records.SalesOrder, Order>({
    path: salesFolder,
    map: salesOrder,
    ...shared.withLines,
    always: everyState,
    conditions: {
      lastModifiedAt: changedAt,
      status: (status) => shared.inAnyOf(...salesStates.toVendor(status, "status")),
    },
  }),
  "salesOrders.get": get<records.SalesOrder, Order>({ map: salesOrder, read: salesParts.read }),
  ...operationsOf("salesOrders.lineItems", { list: partsOf(salesParts) }),
  "salesOrders.create": write<SalesOrderInput, records.SalesOrder, Order>({
    method: "POST",
    path: salesFolder,
    encoder: encoder<SalesOrderInput>({
      ...salesFields.writes,
      addresses: addressAs("documentAddress"),
      contactId: referenceAs("address"),
      currency: fieldAs("financials", "currency"),
      lineItems: listAs("lineItems", lineEncoder),
      projectId: referenceAs("project"),
      status: onlyAccepts(["DRAFT", "OPEN"], ": later states follow in the vendor's workflow"),
    }),
    also: shared.markedAs,
    prepare,
    body: shared.completed,
    record: recordIn,
    afterwards: async (native, { body }, session) => {
      if (body.status === "OPEN") await shared.release(session, shared.at(salesFolder, native));
    },
    readBack: (reply: Single<Order>, _call, session) =>
      shared.readDocument<Order>(session, `${salesFolder}${path`/${String(reply.data?.id)}`}`),
    map: salesOrder,
    undo: shared.remove(salesFolder),
    find: shared.foundBy<Order>(salesFolder, everyState),
    requires: ["contactId", "lineItems.itemId"],
    rules: [
      "With the status OPEN the draft is released: it gets its number, and the vendor may begin to ship it.",
      "The vendor has no lines without a product, so every line needs an itemId.",
    ],
  }),
  "purchaseOrders.list": list<PurchaseOrder, Order>({
    path: purchaseFolder,
    map: purchaseOrder,
    ...shared.withLines,
    always: shared.inAnyOf("released", "sent", "completed", "cancelled"),
    conditions: { lastModifiedAt: changedAt },
    rules: ["Drafts are left out: the contract has no status for them."],
  }),
  "purchaseOrders.get": get<PurchaseOrder, Order>({ map: purchaseOrder, read: readFinal }),
  ...operationsOf("purchaseOrders.lineItems", {
    list: partsOf(purchaseParts),
    get: partOf({ ...purchaseParts, id: idOf }),
  }),
};
