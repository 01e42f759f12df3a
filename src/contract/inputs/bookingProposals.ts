/** Request bodies for booking proposals. */
import type { Static } from "typebox";
import { Address } from "../records/contacts.ts";
import { anything, flag, integer, listOf, number, oneOf, record, text, timestamp } from "../schema.ts";

export type BookingProposalLineInput = Static<typeof BookingProposalLineInput>;
export const BookingProposalLineInput = record(
  "BookingProposalLineInput",
  {},
  {
    id: text,
    accountCode: text,
    accountId: text,
    accountName: text,
    accountNumber: integer,
    bookingTaxCode: text,
    description: text,
    dimension1: text,
    dimension2: text,
    discountAmount: number,
    discountAmount2: number,
    discountPercentage: number,
    discountPercentage2: number,
    taxCode: text,
    taxRatePercentage: number,
    totalGrossAmount: number,
    totalNetAmount: number,
    type: oneOf("GOODS", "SERVICES"),
  },
);

export type BookingProposalInput = Static<typeof BookingProposalInput>;
export const BookingProposalInput = record(
  "BookingProposalInput",
  { bookingProposalDate: timestamp, lineItems: listOf(BookingProposalLineInput) },
  {
    id: text,
    accountName: text,
    addresses: listOf(Address),
    bankAccountId: text,
    bankAccountNumber: integer,
    bankCode: text,
    bic: text,
    contactAccountNumber: integer,
    contactId: text,
    contactName: text,
    currency: text,
    deliveryDate: timestamp,
    discountPaymentDate: timestamp,
    discountPaymentDate2: timestamp,
    dueDate: timestamp,
    folderManagement: anything,
    journalCode: text,
    iban: text,
    isPaymentOrder: flag,
    ledgerName: text,
    notes: text,
    number: text,
    orderId: text,
    paidDate: timestamp,
    paymentTermsId: text,
    status: text,
    totalGrossAmount: number,
    vatId: text,
  },
);
