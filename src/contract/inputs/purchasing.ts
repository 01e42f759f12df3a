/** Request bodies for purchase documents. */
import type { Static } from "typebox";
import { totals, unitPrice } from "../amounts.ts";
import { documentStatus, paymentStatus, shippingTypeInput, taxRule } from "../enums.ts";
import { Address } from "../records/contacts.ts";
import { LineDimension } from "../records/sales.ts";
import { integer, listOf, number, record, text, timestamp } from "../schema.ts";

export type BillLineItemInput = Static<typeof BillLineItemInput>;
export const BillLineItemInput = record(
  "BillLineItemInput",
  {},
  {
    id: text,
    accountId: text,
    accountNumber: text,
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
  },
);

export type BillInput = Static<typeof BillInput>;
export const BillInput = record(
  "BillInput",
  {},
  {
    accountId: text,
    addresses: listOf(Address),
    billDate: timestamp,
    billNumber: text,
    contactId: text,
    currency: text,
    deliveryDate: timestamp,
    dueDate: timestamp,
    fileId: text,
    journalCode: text,
    lineItems: listOf(BillLineItemInput),
    name: text,
    oneLineAddress: text,
    paidDate: timestamp,
    paymentReference: text,
    paymentTermCode: text,
    paymentStatus: paymentStatus,
    paymentDays: integer,
    reference: text,
    shippingDate: timestamp,
    shippingType: shippingTypeInput,
    status: documentStatus,
    taxRule: taxRule,
    taxText: text,
    ...totals,
  },
);

export type VendorCreditLineItemInput = Static<typeof VendorCreditLineItemInput>;
export const VendorCreditLineItemInput = record(
  "VendorCreditLineItemInput",
  {},
  {
    id: text,
    accountId: text,
    accountNumber: text,
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
  },
);

export type VendorCreditInput = Static<typeof VendorCreditInput>;
export const VendorCreditInput = record(
  "VendorCreditInput",
  { vendorCreditDate: timestamp, vendorCreditNumber: text },
  {
    accountId: text,
    addresses: listOf(Address),
    contactId: text,
    currency: text,
    deliveryDate: timestamp,
    dueDate: timestamp,
    journalCode: text,
    lineItems: listOf(VendorCreditLineItemInput),
    name: text,
    oneLineAddress: text,
    paidDate: timestamp,
    paymentReference: text,
    paymentStatus: paymentStatus,
    paymentDays: integer,
    reference: text,
    shippingDate: timestamp,
    shippingType: shippingTypeInput,
    status: documentStatus,
    taxRule: taxRule,
    taxText: text,
    ...totals,
  },
);
