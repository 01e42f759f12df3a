/** Request bodies for booking proposals. */
import type { Static } from "typebox";
import { Address } from "../records/contacts.ts";
import {
  acceptingAlternatives,
  anything,
  flag,
  integer,
  listOf,
  number,
  oneOf,
  record,
  text,
  timestamp,
} from "../schema.ts";

export type BookingProposalLineInput = Static<typeof BookingProposalLineInput>;
/** Similar services nest the account. */
export const BookingProposalLineInput = acceptingAlternatives(
  record(
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
  ),
  {
    moves: {
      "account.id": "accountId",
      "account.number": "accountNumber",
      "account.code": "accountCode",
      "account.name": "accountName",
    },
  },
);

export type BookingProposalInput = Static<typeof BookingProposalInput>;
/** Similar services nest the contact and the bank account. */
export const BookingProposalInput = acceptingAlternatives(
  record(
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
  ),
  {
    moves: {
      "contact.id": "contactId",
      "contact.accountNumber": "contactAccountNumber",
      "contact.name": "contactName",
      "bankAccount.id": "bankAccountId",
      "bankAccount.code": "bankCode",
      "bankAccount.number": "bankAccountNumber",
      "bankAccount.iban": "iban",
      "bankAccount.bic": "bic",
      paymentTermId: "paymentTermsId",
    },
  },
);
