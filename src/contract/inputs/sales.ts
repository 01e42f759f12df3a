/** Request bodies for sales documents. */
import type { Static } from "typebox";
import { totals, unitPrice } from "../amounts.ts";
import {
  documentStatus,
  invoiceType,
  lineAmountTypes,
  offerStatus,
  salesOrderStatus,
  shippingTypeInput,
  taxRule,
} from "../enums.ts";
import { Address } from "../records/contacts.ts";
import { LineDimension } from "../records/sales.ts";
import { integer, listOf, number, oneOf, record, text, timestamp } from "../schema.ts";

export type InvoiceLineItemInput = Static<typeof InvoiceLineItemInput>;
export const InvoiceLineItemInput = record(
  "InvoiceLineItemInput",
  { quantity: number },
  {
    accountCode: text,
    accountId: text,
    description: text,
    dimensions: listOf(LineDimension),
    discountItemPercentage: number,
    grossAmount: number,
    itemId: text,
    name: text,
    taxCode: text,
    taxRatePercentage: number,
    taxType: text,
    type: text,
    unitAmount: number,
    unitName: text,
  },
);

export type InvoiceInput = Static<typeof InvoiceInput>;
export const InvoiceInput = record(
  "InvoiceInput",
  { invoiceDate: timestamp, lineItems: listOf(InvoiceLineItemInput) },
  {
    invoiceId: text,
    addresses: listOf(Address),
    contactId: text,
    currency: text,
    discountPercentage: number,
    dueDate: timestamp,
    fileId: text,
    grossTotalAmount: number,
    invoiceNumber: text,
    invoiceType: invoiceType,
    journalCode: text,
    lineAmountTypes: text,
    name: text,
    oneLineAddress: text,
    paidDate: timestamp,
    paymentTermDuration: integer,
    paymentTermId: text,
    reference: text,
    shippingDate: timestamp,
    shippingType: shippingTypeInput,
    shippingEndDate: timestamp,
    status: documentStatus,
    taxRule: taxRule,
    taxText: text,
  },
);

export type InvoiceLineItemPatch = Static<typeof InvoiceLineItemPatch>;
export const InvoiceLineItemPatch = record(
  "InvoiceLineItemPatch",
  {},
  {
    accountCode: text,
    accountId: text,
    description: text,
    dimensions: listOf(LineDimension),
    discountItemPercentage: number,
    grossAmount: number,
    itemId: text,
    name: text,
    quantity: number,
    taxCode: text,
    taxRatePercentage: number,
    taxType: text,
    type: text,
    unitAmount: number,
    unitName: text,
    lineItemId: text,
  },
);

export type InvoicePatch = Static<typeof InvoicePatch>;
export const InvoicePatch = record(
  "InvoicePatch",
  {},
  {
    invoiceId: text,
    contactId: text,
    name: text,
    reference: text,
    currency: text,
    invoiceDate: timestamp,
    journalCode: text,
    paymentTermId: text,
    fileId: text,
    status: oneOf("DRAFT", "SUBMITTED", "OPEN", "PARTIALLY_PAID", "PAID", "VOIDED"),
    invoiceType: invoiceType,
    oneLineAddress: text,
    addresses: listOf(Address),
    taxRule: oneOf(
      "NET",
      "GROSS",
      "FREETAX",
      "INTRACOMMUNITY",
      "CONSTRUCTIONSERVICE",
      "EXTERNALSERVICE",
      "THIRDPARTYCOUNTRYSERVICE",
      "THIRDPARTYCOUNTRYDELIVERY",
      "REVERSECHARGE",
      "VATSALES",
      "EXPORT",
      "NONE",
      "DEFAULT",
      "EU",
      "NOTEU",
      "CUSTOM",
      "SS",
    ),
    taxText: text,
    lineItems: listOf(InvoiceLineItemPatch),
    discountPercentage: number,
    shippingType: shippingTypeInput,
    shippingDate: timestamp,
    shippingEndDate: timestamp,
    lineAmountTypes: lineAmountTypes,
    dueDate: timestamp,
    paidDate: timestamp,
    paymentTermDuration: integer,
  },
);

export type OfferLineItemInput = Static<typeof OfferLineItemInput>;
export const OfferLineItemInput = record(
  "OfferLineItemInput",
  {},
  {
    id: text,
    accountCode: text,
    accountId: text,
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

export type OfferInput = Static<typeof OfferInput>;
export const OfferInput = record(
  "OfferInput",
  { addresses: listOf(Address), currency: text, offerDate: timestamp },
  {
    contactId: text,
    lineItems: listOf(OfferLineItemInput),
    name: text,
    offerNumber: text,
    oneLineAddress: text,
    reference: text,
    status: offerStatus,
    taxText: text,
    ...totals,
  },
);

export type SalesOrderLineItemInput = Static<typeof SalesOrderLineItemInput>;
export const SalesOrderLineItemInput = record(
  "SalesOrderLineItemInput",
  {},
  {
    id: text,
    itemId: text,
    description: text,
    itemName: text,
    quantity: number,
    taxCode: text,
    taxRatePercentage: number,
    ...totals,
    ...unitPrice,
    unitName: text,
  },
);

export type SalesOrderInput = Static<typeof SalesOrderInput>;
export const SalesOrderInput = record(
  "SalesOrderInput",
  {},
  {
    addresses: listOf(Address),
    billingContactId: text,
    comment: text,
    contactId: text,
    currency: text,
    deliveryDate: timestamp,
    lineItems: listOf(SalesOrderLineItemInput),
    oneLineAddress: text,
    orderDate: timestamp,
    projectId: text,
    shippingContactId: text,
    status: salesOrderStatus,
    ...totals,
    version: text,
  },
);
