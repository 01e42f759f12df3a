import type { Address } from "../../contract/records/contacts.ts";
import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { operationsOf } from "../../kit/views.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { list, modified, single } from "./conventions.ts";
import { days, totals, updated } from "./fields.ts";
import { type Line, lineDiscount, lineFields, lineReads, linesOf } from "./lines.ts";
import type { PurchaseOrder } from "./types.ts";

const line = mapping<PurchaseOrderLineItem, Line>({ ...lineFields, ...lineDiscount });

/** Xero has the delivery address as one text. */
const deliveryAddress = mapping<Address, string>({ addressLine1: (text) => text, type: () => "DELIVERY" });

const purchaseOrder = mapping<PurchaseOrderRecord, PurchaseOrder>({
  ...updated,
  ...totals,
  ...values({
    id: "PurchaseOrderID",
    comment: "DeliveryInstructions",
    description: "Reference",
    reference: "PurchaseOrderNumber",
    supplierId: "Contact.ContactID",
  }),
  ...days({ orderDate: "Date" }),
  addresses: nestedList(deliveryAddress, ({ DeliveryAddress }) => (DeliveryAddress ? [DeliveryAddress] : undefined)),
  currency: (order) => currencyCode(order.CurrencyCode),
  lineItems: nestedList(line, linesOf),
  status: vocabulary({
    DRAFT: "OPEN",
    SUBMITTED: "OPEN",
    AUTHORISED: "OPEN",
    BILLED: "CLOSED",
    DELETED: "CANCELED",
  }).read((order) => order.Status),
  totalDiscountAmount: (order) => amount(order.TotalDiscount),
});

export const purchaseOrders = {
  "purchaseOrders.list": list("PurchaseOrders", { map: purchaseOrder, headers: modified }),
  "purchaseOrders.get": single("PurchaseOrders", { id: "purchaseOrderId", map: purchaseOrder }),
  ...operationsOf("purchaseOrders.lineItems", lineReads("PurchaseOrders", { id: "purchaseOrderId", map: line })),
};
