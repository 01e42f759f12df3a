import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { accountingDay } from "./days.ts";
import { currencyNamed, documentFields, plainTexts } from "./fields.ts";
import * as lines from "./lines.ts";
import type { BusinessDocument, Item } from "./types.ts";

const inPart = "received in part";
const states = vocabulary({
  ORDER_ENTRY_IN_PROGRESS: "OPEN",
  ORDER_ENTRY_COMPLETED: "OPEN",
  ORDER_DOCUMENTS_PRINTED: "OPEN",
  CONFIRMED: "OPEN",
  [inPart]: "PARTIALLY_FULFILLED",
  CLOSED: "CLOSED",
  CANCELLED: "CANCELED",
});

const isReceivedInPart = ({ received, purchaseOrderItems }: BusinessDocument): boolean =>
  received !== true && (purchaseOrderItems ?? []).some((item) => (amount(item.receivedQuantity) ?? 0) > 0);

const orderLine = mapping<PurchaseOrderLineItem, Item>({ ...lines.tradeLine, itemName: lines.title });
const linesOf = lines.linesIn<BusinessDocument>(({ purchaseOrderItems }) => purchaseOrderItems);

const purchaseOrder = mapping<PurchaseOrderRecord, BusinessDocument>({
  ...documentFields,
  ...plainTexts({ comment: "recordComment", description: "description" }),
  ...values({ paymentTermId: "termOfPaymentId", reference: "purchaseOrderNumber", supplierId: "supplierId" }),
  currency: (native) => currencyNamed(native, native.recordCurrencyId),
  lineItems: each(orderLine, linesOf),
  orderDate: (native) => accountingDay(native.orderDate),
  status: states.read((native) =>
    states.ours(native.status) === "OPEN" && isReceivedInPart(native) ? inPart : native.status,
  ),
});

const orders = resource({
  ...{ entity: "purchaseOrder", id: "purchaseOrderId", map: purchaseOrder, refers: ["currency", "tax", "unit"] },
});
const line = orders.parts({ map: orderLine, parts: linesOf });

/** Where weclapp says no to one of these, the customer's subscription has no purchasing in it. */
const rules = ["Needs a weclapp package with purchasing; without one, weclapp's reason is in targetMessage."];

export const purchaseOrders = {
  "purchaseOrders.list": orders.list({ rules }),
  "purchaseOrders.get": { ...orders.get, rules },
  "purchaseOrders.lineItems.list": line.list,
  "purchaseOrders.lineItems.get": line.get,
};
