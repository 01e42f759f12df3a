/** Sales documents: offers, orders, invoices and credit notes. */
import type { Static } from "typebox";
import { totals, unitPrice } from "../amounts.ts";
import {
  documentStatus,
  invoiceType,
  lineAmountTypes,
  offerStatus,
  paymentStatus,
  salesOrderStatus,
  taxRule,
} from "../enums.ts";
import { integer, listOf, number, oneOf, record, text, timestamp } from "../schema.ts";
import { Address } from "./contacts.ts";

export type LineDimension = Static<typeof LineDimension>;
export const LineDimension = record("LineDimension", {}, { id: text, categoryName: text, name: text });

export type InvoiceLineItem = Static<typeof InvoiceLineItem>;
export const InvoiceLineItem = record(
  "InvoiceLineItem",
  { lineItemId: text },
  {
    accountId: text,
    createdDate: timestamp,
    description: text,
    dimensions: listOf(LineDimension),
    discountItemAmount: number,
    discountItemPercentage: number,
    grossAmount: number,
    itemsAmount: number,
    itemId: text,
    name: text,
    quantity: number,
    taxCode: text,
    taxRatePercentage: number,
    unitAmount: number,
    updatedDate: timestamp,
  },
);

export type Invoice = Static<typeof Invoice>;
export const Invoice = record(
  "Invoice",
  { invoiceId: text },
  {
    addresses: listOf(Address),
    contactId: text,
    createdDate: timestamp,
    currency: text,
    discountAmount: number,
    dueDate: timestamp,
    fileId: text,
    invoiceDate: timestamp,
    invoiceNumber: text,
    invoiceType: invoiceType,
    journalCode: text,
    lineAmountTypes: lineAmountTypes,
    lineItems: listOf(InvoiceLineItem),
    name: text,
    oneLineAddress: text,
    paidDate: timestamp,
    paymentStatus: paymentStatus,
    paymentTermDuration: integer,
    paymentTermId: text,
    reference: text,
    shippingDate: timestamp,
    status: documentStatus,
    sumNetAmount: number,
    taxRule: taxRule,
    totalAmount: number,
    totalTaxAmount: number,
    updatedDate: timestamp,
  },
);

export type CreditNoteLine = Static<typeof CreditNoteLine>;
export const CreditNoteLine = record(
  "CreditNoteLine",
  {},
  {
    id: text,
    createdDate: timestamp,
    description: text,
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

export type CreditNote = Static<typeof CreditNote>;
export const CreditNote = record(
  "CreditNote",
  { id: text },
  {
    addresses: listOf(Address),
    contactId: text,
    createdDate: timestamp,
    creditNoteDate: timestamp,
    creditNoteLines: listOf(CreditNoteLine),
    creditNoteNumber: text,
    currency: text,
    paymentStatus: paymentStatus,
    paymentTermId: text,
    reference: text,
    status: documentStatus,
    ...totals,
    updatedDate: timestamp,
  },
);

export type OfferLineItem = Static<typeof OfferLineItem>;
export const OfferLineItem = record(
  "OfferLineItem",
  { id: text },
  {
    accountCode: text,
    accountId: text,
    createdDate: timestamp,
    updatedDate: timestamp,
    description: text,
    name: text,
    itemId: text,
    quantity: number,
    taxCode: text,
    taxRatePercentage: number,
    taxType: text,
    type: oneOf("ITEM", "COMMENT", "ACCOUNT", "CHARGE", "VALUE", "RESOURCE", "FIXED_ASSET"),
    ...totals,
    ...unitPrice,
    unitName: text,
  },
);

export type Offer = Static<typeof Offer>;
export const Offer = record(
  "Offer",
  { id: text },
  {
    addresses: listOf(Address),
    contactId: text,
    createdDate: timestamp,
    currency: text,
    lineItems: listOf(OfferLineItem),
    name: text,
    offerDate: timestamp,
    offerNumber: text,
    oneLineAddress: text,
    reference: text,
    status: offerStatus,
    taxText: text,
    ...totals,
    updatedDate: timestamp,
  },
);

export type SalesOrderLineItem = Static<typeof SalesOrderLineItem>;
export const SalesOrderLineItem = record(
  "SalesOrderLineItem",
  { id: text },
  {
    itemId: text,
    createdDate: timestamp,
    description: text,
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

export type SalesOrder = Static<typeof SalesOrder>;
export const SalesOrder = record(
  "SalesOrder",
  { id: text },
  {
    addresses: listOf(Address),
    billingContactId: text,
    comment: text,
    contactId: text,
    createdDate: timestamp,
    currency: text,
    deliveryDate: timestamp,
    lineItems: listOf(SalesOrderLineItem),
    oneLineAddress: text,
    orderDate: timestamp,
    projectId: text,
    shippingContactId: text,
    status: salesOrderStatus,
    taskId: text,
    ...totals,
    updatedDate: timestamp,
  },
);
