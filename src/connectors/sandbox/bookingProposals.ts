import type { Call } from "../../contract/connector.ts";
import type { BookingProposalInput, BookingProposalLineInput } from "../../contract/inputs/bookingProposals.ts";
import {
  type BookingProposalLine as BookingProposalLineRecord,
  BookingProposal as BookingProposalRecord,
} from "../../contract/records/bookingProposals.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, decimalAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { currencyOf, list, loud, modified, oneOf, spell, status } from "./conventions.ts";
import { addresses, identity, stamps } from "./fields.ts";
import { documentOf } from "./files.ts";
import { create, toldAddresses, withFiles, wordAs } from "./telling.ts";
import type { BookingProposal, BookingProposalDimension, BookingProposalLine } from "./vendorMoney.ts";

const bookingTypeOf = oneOf(BookingProposalRecord.properties.bookingType);
const statusOf = oneOf(BookingProposalRecord.properties.status);

type LineDimension = NonNullable<BookingProposalLineRecord["dimensions"]>[number];

const dimension = mapping<LineDimension, BookingProposalDimension>({
  id: ({ id }) => id,
  code: ({ code }) => code,
  dimension: ({ dimension }) => dimension,
  name: ({ name }) => name,
});

const line = mapping<BookingProposalLineRecord, BookingProposalLine>({
  ...stamps,
  id: ({ id }) => id,
  accountCode: (line) => line.account_code,
  accountId: (line) => line.account_id,
  accountName: (line) => line.account_name,
  accountNumber: (line) => amount(line.account_number),
  bookingTaxCode: (line) => line.booking_tax_code,
  taxCode: (line) => line.tax_code,
  description: ({ description }) => description,
  dimension1: ({ dimension1 }) => dimension1,
  dimension2: ({ dimension2 }) => dimension2,
  dimensions: each(dimension, (line) => line.dimensions),
  discountAmount: (line) => amount(line.discount_amount),
  discountAmount2: (line) => amount(line.discount_amount2),
  discountPercentage: (line) => amount(line.discount_percentage),
  discountPercentage2: (line) => amount(line.discount_percentage2),
  taxRatePercentage: (line) => amount(line.tax_rate_percentage),
  totalGrossAmount: (line) => amount(line.total_gross_amount),
  totalNetAmount: (line) => amount(line.total_net_amount),
  type: ({ type }) => loud(type),
});

const bookingProposal = mapping<BookingProposalRecord, BookingProposal>({
  ...identity,
  ...stamps,
  ...addresses,
  accountName: (proposal) => proposal.account_name,
  bankAccountId: (proposal) => proposal.bank_account_id,
  bankAccountNumber: (proposal) => amount(proposal.bank_account_number),
  bankCode: (proposal) => proposal.bank_code,
  bic: ({ bic }) => bic,
  iban: ({ iban }) => iban,
  bookingProposalDate: (proposal) => accountingDay(proposal.booking_proposal_date),
  bookingType: (proposal) => bookingTypeOf(proposal.booking_type),
  contactAccountNumber: (proposal) => amount(proposal.contact_account_number),
  contactId: (proposal) => proposal.contact_id,
  contactName: (proposal) => proposal.contact_name,
  currency: (proposal) => currencyOf(proposal.currency),
  deliveryDate: (proposal) => accountingDay(proposal.delivery_date),
  dueDate: (proposal) => accountingDay(proposal.due_date),
  paidDate: (proposal) => accountingDay(proposal.paid_date),
  discountPaymentDate: (proposal) => accountingDay(proposal.discount_payment_date),
  discountPaymentDate2: (proposal) => accountingDay(proposal.discount_payment_date2),
  files: ({ files }) => files?.slice(),
  journalCode: (proposal) => proposal.journal_code,
  ledgerName: (proposal) => proposal.ledger_name,
  isPaymentOrder: (proposal) => proposal.is_payment_order,
  lineItems: each(line, (proposal) => proposal.line_items),
  notes: ({ notes }) => notes,
  number: ({ number }) => number,
  orderId: (proposal) => proposal.order_id,
  paymentTermsId: (proposal) => proposal.payment_terms_id,
  status: (proposal) => statusOf(proposal.status),
  taskId: (proposal) => proposal.task_id,
  totalGrossAmount: (proposal) => amount(proposal.total_gross_amount),
  vatId: (proposal) => proposal.vat_id,
});

const toldLine = encoder<BookingProposalLineInput>({
  accountCode: as("account_code"),
  accountId: as("account_id"),
  accountName: as("account_name"),
  accountNumber: as("account_number"),
  bookingTaxCode: as("booking_tax_code"),
  description: as("description"),
  dimension1: as("dimension1"),
  dimension2: as("dimension2"),
  discountAmount: decimalAs("discount_amount"),
  discountAmount2: decimalAs("discount_amount2"),
  discountPercentage: decimalAs("discount_percentage"),
  discountPercentage2: decimalAs("discount_percentage2"),
  taxCode: as("tax_code"),
  taxRatePercentage: decimalAs("tax_rate_percentage"),
  totalGrossAmount: decimalAs("total_gross_amount"),
  totalNetAmount: decimalAs("total_net_amount"),
  type: wordAs("type"),
});

const told = encoder<BookingProposalInput>({
  ...toldAddresses,
  accountName: as("account_name"),
  bankAccountId: as("bank_account_id"),
  bankAccountNumber: as("bank_account_number"),
  bankCode: as("bank_code"),
  bic: as("bic"),
  bookingProposalDate: dayAs("booking_proposal_date"),
  contactAccountNumber: as("contact_account_number"),
  contactId: as("contact_id"),
  contactName: as("contact_name"),
  currency: as("currency"),
  deliveryDate: dayAs("delivery_date"),
  discountPaymentDate: dayAs("discount_payment_date"),
  discountPaymentDate2: dayAs("discount_payment_date2"),
  dueDate: dayAs("due_date"),
  iban: as("iban"),
  isPaymentOrder: as("is_payment_order"),
  journalCode: as("journal_code"),
  ledgerName: as("ledger_name"),
  lineItems: listAs("line_items", toldLine),
  notes: as("notes"),
  number: as("number"),
  orderId: as("order_id"),
  paymentTermsId: as("payment_terms_id"),
  status: wordAs("status"),
  totalGrossAmount: decimalAs("total_gross_amount"),
  vatId: as("vat_id"),
});

/** The booking type comes beside the proposal, not in it. */
const bookingTypeBeside = ({ filters: { bookingType } }: Call): object =>
  bookingType === undefined ? {} : { booking_type: spell(bookingType) };

export const bookingProposals = {
  "bookingProposals.list": list({
    path: "/booking-proposals",
    map: bookingProposal,
    filters: { ...modified, ...status, bookingType: (type) => ({ booking_type: spell(type) }) },
    orders: {
      bookingProposalDate: "booking_proposal_date",
      number: "number",
      createdDate: "created_at",
      updatedDate: "updated_at",
    },
  }),
  "bookingProposals.get": get({
    path: ({ ids }) => path`/booking-proposals/${ids["bookingProposalId"]}`,
    map: bookingProposal,
  }),
  "bookingProposals.create": create({
    path: "/booking-proposals",
    encoder: told,
    also: bookingTypeBeside,
    form: withFiles,
    map: bookingProposal,
  }),
  "bookingProposals.document.get": documentOf(({ ids }) => path`/booking-proposals/${ids["bookingProposalId"]}`),
};
