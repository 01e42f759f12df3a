/** Purchase documents: orders, goods receipts, bills and vendor credits. */
import type { Static } from "typebox";
import { totals, unitPrice } from "../amounts.ts";
import { documentStatus, paymentStatus, shippingType, taxRule } from "../enums.ts";
import { currency, integer, listOf, number, oneOf, record, text, timestamp } from "../schema.ts";
import { Address } from "./contacts.ts";
import { LineDimension } from "./sales.ts";

export type BillLineItem = Static<typeof BillLineItem>;
export const BillLineItem = record(
  "BillLineItem",
  { id: text },
  {
    accountId: text,
    accountNumber: text,
    createdDate: timestamp,
    deferredEndDate: timestamp,
    deferredStartDate: timestamp,
    description: text,
    dimensions: listOf(LineDimension),
    itemId: text,
    itemName: text,
    quantity: number,
    taxCode: text,
    taxRatePercentage: number,
    ...totals,
    ...unitPrice,
    unitName: text,
    updatedDate: timestamp,
  },
);

export type Bill = Static<typeof Bill>;
export const Bill = record(
  "Bill",
  { id: text },
  {
    accountId: text,
    addresses: listOf(Address),
    billDate: timestamp,
    billNumber: text,
    contactId: text,
    createdDate: timestamp,
    currency: text,
    deliveryDate: timestamp,
    dueDate: timestamp,
    fileId: text,
    journalCode: text,
    lineItems: listOf(BillLineItem),
    name: text,
    oneLineAddress: text,
    paidDate: timestamp,
    paymentReference: text,
    paymentTermCode: text,
    paymentStatus: paymentStatus,
    paymentDays: integer,
    reference: text,
    shippingDate: timestamp,
    shippingType: shippingType,
    status: documentStatus,
    taxRule: taxRule,
    taxText: text,
    ...totals,
    updatedDate: timestamp,
  },
);

export type VendorCreditLineItem = Static<typeof VendorCreditLineItem>;
export const VendorCreditLineItem = record(
  "VendorCreditLineItem",
  {},
  {
    id: text,
    accountId: text,
    accountNumber: text,
    createdDate: timestamp,
    deferredEndDate: timestamp,
    deferredStartDate: timestamp,
    description: text,
    dimensions: listOf(LineDimension),
    itemId: text,
    itemName: text,
    quantity: number,
    taxCode: text,
    taxRatePercentage: number,
    ...totals,
    ...unitPrice,
    unitName: text,
    updatedDate: timestamp,
  },
);

export type VendorCredit = Static<typeof VendorCredit>;
export const VendorCredit = record(
  "VendorCredit",
  { id: text },
  {
    accountId: text,
    addresses: listOf(Address),
    contactId: text,
    createdDate: timestamp,
    currency: text,
    deliveryDate: timestamp,
    dueDate: timestamp,
    fileId: text,
    journalCode: text,
    lineItems: listOf(VendorCreditLineItem),
    name: text,
    oneLineAddress: text,
    paidDate: timestamp,
    paymentReference: text,
    paymentTermId: text,
    paymentStatus: paymentStatus,
    paymentDays: integer,
    reference: text,
    shippingDate: timestamp,
    shippingType: shippingType,
    status: documentStatus,
    taxRule: taxRule,
    taxText: text,
    ...totals,
    updatedDate: timestamp,
    vendorCreditDate: timestamp,
    vendorCreditNumber: text,
  },
);

export type PurchaseOrderLineItem = Static<typeof PurchaseOrderLineItem>;
export const PurchaseOrderLineItem = record(
  "PurchaseOrderLineItem",
  { id: text },
  {
    itemId: text,
    itemName: text,
    description: text,
    taxCode: text,
    unitName: text,
    createdDate: timestamp,
    updatedDate: timestamp,
    quantity: number,
    taxRatePercentage: number,
    ...totals,
    ...unitPrice,
  },
);

export type PurchaseOrder = Static<typeof PurchaseOrder>;
export const PurchaseOrder = record(
  "PurchaseOrder",
  { id: text },
  {
    addresses: listOf(Address),
    approvalDate: timestamp,
    orderDate: timestamp,
    createdDate: timestamp,
    updatedDate: timestamp,
    comment: text,
    description: text,
    currency: currency,
    lineItems: listOf(PurchaseOrderLineItem),
    paymentTermId: text,
    reference: text,
    status: oneOf("OPEN", "PARTIALLY_FULFILLED", "CLOSED", "CANCELED"),
    supplierId: text,
    ...totals,
  },
);

export type GoodsReceiptLineItem = Static<typeof GoodsReceiptLineItem>;
export const GoodsReceiptLineItem = record(
  "GoodsReceiptLineItem",
  { id: text },
  {
    createdDate: timestamp,
    description: text,
    itemId: text,
    itemName: text,
    projectId: text,
    purchaseOrderId: text,
    quantityOrdered: number,
    quantityReceived: number,
    updatedDate: timestamp,
  },
);

export type GoodsReceipt = Static<typeof GoodsReceipt>;
export const GoodsReceipt = record(
  "GoodsReceipt",
  { id: text },
  {
    comment: text,
    createdDate: timestamp,
    description: text,
    lineItems: listOf(GoodsReceiptLineItem),
    reference: text,
    supplierId: text,
    updatedDate: timestamp,
  },
);
