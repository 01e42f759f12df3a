import type { Call } from "../../contract/connector.ts";
import type { BookingProposalInput, BookingProposalLineInput } from "../../contract/inputs/bookingProposals.ts";
import { BookingProposal, type BookingProposalLine } from "../../contract/records/bookingProposals.ts";
import { get } from "../../kit/reading.ts";
import { valuesSpelledBy, vocabulary } from "../../kit/vocabulary.ts";
import { byWord, create, list, modified, withFiles } from "./conventions.ts";
import {
  addresses,
  currency,
  day,
  decimal,
  eachOf,
  flag,
  identity,
  integer,
  listOf,
  mappingOf,
  openWord,
  shape,
  spell,
  stamps,
  text,
  texts,
  word,
} from "./fields.ts";
import { documentOf } from "./files.ts";

const dimension = mappingOf<NonNullable<BookingProposalLine["dimensions"]>[number]>({
  id: text,
  code: text,
  dimension: text,
  name: text,
});

const line = shape<BookingProposalLine, BookingProposalLineInput>(
  {
    accountCode: text,
    accountId: text,
    accountName: text,
    accountNumber: integer,
    bookingTaxCode: text,
    taxCode: text,
    description: text,
    dimension1: text,
    dimension2: text,
    discountAmount: decimal,
    discountAmount2: decimal,
    discountPercentage: decimal,
    discountPercentage2: decimal,
    taxRatePercentage: decimal,
    totalGrossAmount: decimal,
    totalNetAmount: decimal,
    type: openWord,
  },
  { ...identity, ...stamps, dimensions: eachOf(dimension) },
);

const bookingProposal = shape<BookingProposal, BookingProposalInput>(
  {
    ...addresses,
    accountName: text,
    bankAccountId: text,
    bankAccountNumber: integer,
    bankCode: text,
    bic: text,
    iban: text,
    bookingProposalDate: day,
    contactAccountNumber: integer,
    contactId: text,
    contactName: text,
    currency,
    deliveryDate: day,
    dueDate: day,
    discountPaymentDate: day,
    discountPaymentDate2: day,
    journalCode: text,
    ledgerName: text,
    isPaymentOrder: flag,
    lineItems: listOf(line),
    notes: text,
    number: text,
    orderId: text,
    paymentTermsId: text,
    status: word(BookingProposal.properties.status),
    totalGrossAmount: decimal,
    vatId: text,
  },
  {
    ...identity,
    ...stamps,
    bookingType: word(BookingProposal.properties.bookingType),
    files: texts,
    paidDate: day,
    taskId: text,
  },
);

/** The booking type is a parameter, not part of the body. */
const bookingTypeBeside = ({ filters: { bookingType } }: Call): object =>
  bookingType === undefined ? {} : { booking_type: spell(bookingType) };

/** Callers may filter by states that the sandbox does not have. */
const statuses = vocabulary(valuesSpelledBy(BookingProposal.properties.status, spell));

export const bookingProposals = {
  "bookingProposals.list": list({
    ...bookingProposal,
    path: "/booking-proposals",
    filters: {
      ...modified,
      ...byWord("bookingType"),
      status: (status, field) => ({ status: statuses.write(status, field) }),
    },
    orders: {
      bookingProposalDate: "booking_proposal_date",
      number: "number",
      createdDate: "created_at",
      updatedDate: "updated_at",
    },
  }),
  "bookingProposals.get": get({ ...bookingProposal, path: "/booking-proposals/{bookingProposalId}" }),
  "bookingProposals.create": create({
    ...bookingProposal,
    path: "/booking-proposals",
    also: bookingTypeBeside,
    form: withFiles,
  }),
  "bookingProposals.document.get": documentOf("/booking-proposals/{bookingProposalId}"),
};
