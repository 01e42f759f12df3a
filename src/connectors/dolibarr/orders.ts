/** Sales orders and purchase orders. */
import type { SalesOrderInput } from "../../contract/inputs/sales.ts";
import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs, listAs, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { partOf, partsOf } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { listed, resource, where } from "./conventions.ts";
import { checkReferences, draftOrOpen, finish, isToValidate, withKinds } from "./documents.ts";
import * as fields from "./fields.ts";
import { lineEncoders, linesOf, namedLine, type Priced, priceAs, rawLine, tradeDiscount } from "./lines.ts";
import type { Order, SupplierOrder } from "./types.ts";

const salesOrderLine = mapping<SalesOrderLineItem, Priced>(namedLine);
const purchaseOrderLine = mapping<PurchaseOrderLineItem, Priced>(namedLine);

/** 2 is being shipped, 3 delivered. */
const sales = vocabulary({ "-1": "VOIDED", "0": "DRAFT", "1": "OPEN", "2": "OPEN", "3": "CLOSED" });

const salesFields = twoWay({
  comment: plainValue("note_public"),
  deliveryDate: {
    reads: ({ delivery_date: at, date }: Order) => fields.dayBeside(at, date),
    writes: fields.epochAs("delivery_date"),
  },
  orderDate: fields.epochDay("date"),
  projectId: fields.numericIdIn("fk_project"),
});

const salesOrder = mapping<SalesOrderRecord, Order>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.documentTotals,
  ...fields.contactFields.reads,
  ...fields.currencyFields.reads,
  ...salesFields.reads,
  lineItems: nestedList(salesOrderLine, linesOf),
  status: sales.read((native) => String(fields.statusOf(native))),
});

/** 1 to 3 are validated, approved and ordered; 6, 7 and 9 cancelled or refused. */
const purchases = vocabulary({
  "0": "OPEN",
  "1": "OPEN",
  "2": "OPEN",
  "3": "OPEN",
  "4": "PARTIALLY_FULFILLED",
  "5": "CLOSED",
  "6": "CANCELED",
  "7": "CANCELED",
  "9": "CANCELED",
} as const);

const purchaseOrder = mapping<PurchaseOrderRecord, SupplierOrder>({
  ...fields.identity,
  ...fields.documentTotals,
  approvalDate: (native) => fields.instantOf(native.date_approve),
  ...values({ comment: "note_public", reference: "ref_supplier" }),
  createdDate: fields.stamps.createdDate,
  currency: (native) => currencyCode(native.multicurrency_code),
  lineItems: nestedList(purchaseOrderLine, linesOf),
  // Until the order is placed, its date is the moment of its creation.
  orderDate: ({ date, date_creation: created }) => (date === created ? undefined : fields.dayOf(date)),
  ...fields.ids({ supplierId: "socid" }),
  ...fields.termFields.reads,
  status: purchases.read((native) => String(fields.statusOf(native))),
});

const orders = resource<SalesOrderRecord, Order>("/orders", "salesOrderId", salesOrder);
const supplierOrders = resource<PurchaseOrderRecord, SupplierOrder>(
  "/supplierorders",
  "purchaseOrderId",
  purchaseOrder,
);
const purchaseParts = {
  path: "/supplierorders/{purchaseOrderId}",
  parts: linesOf,
  map: purchaseOrderLine,
  raw: rawLine,
};

const lineEncoder = encoder<NonNullable<SalesOrderInput["lineItems"]>[number]>({
  ...lineEncoders,
  ...tradeDiscount.writes,
  itemName: fieldAs("label"),
  unitAmount: priceAs,
});

export const tradeOrders = {
  "salesOrders.list": listed<SalesOrderRecord, Order>({
    path: "/orders",
    map: salesOrder,
    filters: {
      status: (status, field) =>
        where(
          `(${sales
            .toVendor(status, field)
            .map((state) => `(t.fk_statut:=:${state})`)
            .join(" or ")})`,
        ),
    },
  }),
  "salesOrders.get": orders.get(),
  "salesOrders.lineItems.list": partsOf({
    path: "/orders/{salesOrderId}",
    parts: linesOf,
    map: salesOrderLine,
    raw: rawLine,
  }),
  "salesOrders.create": orders.create<SalesOrderInput>({
    encoder: encoder<SalesOrderInput>({
      ...fields.contactFields.writes,
      ...salesFields.writes,
      currency: sentSeparately,
      lineItems: listAs("lines", lineEncoder),
      status: draftOrOpen,
    }),
    prepare: checkReferences,
    body: withKinds,
    afterwards: async (reply, { body: { currency, status } }, session) =>
      finish(reply, { folder: "/orders", currency, validate: isToValidate(status) }, session),
    requires: ["contactId", "orderDate"],
    rules: ["The order is a draft unless status is OPEN. Orders can only be in the company's currency."],
  }),
  "purchaseOrders.list": listed<PurchaseOrderRecord, SupplierOrder>({
    path: "/supplierorders",
    map: purchaseOrder,
    rules: [
      "Orders have no time of change: lastModifiedAt filters by day and includes some orders that changed shortly before.",
    ],
  }),
  "purchaseOrders.get": supplierOrders.get(),
  "purchaseOrders.lineItems.list": partsOf(purchaseParts),
  "purchaseOrders.lineItems.get": partOf({ ...purchaseParts, id: ({ id }) => String(id) }),
};
