import type { Call, FieldTable, WriteCall } from "../../contract/connector.ts";
import type { BookingProposalInput, BookingProposalLineInput } from "../../contract/inputs/bookingProposals.ts";
import type * as records from "../../contract/records/bookingProposals.ts";
import { accountingDay, calendarDay } from "../../kit/dates.ts";
import { as, dayAs, elsewhere, encoder, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { backwards, create, euros, spell, stamps } from "./conventions.ts";
import type { Entry, Voucher, Whole } from "./vendorDocuments.ts";
import { collective, nameAs, statusAs, voucherRules } from "./voucherBodies.ts";
import { entries, entryStatus, secondLook, single, voucherStates, wholeStatus } from "./voucherlist.ts";
import {
  attachThenRead,
  type Item,
  itemAmounts,
  itemsIn,
  nameOf,
  paidDate,
  readOf,
  scanOf,
  toldPositions,
  voucherStamps,
} from "./vouchers.ts";

const types = {
  INVOICE: "salesinvoice",
  INVOICE_CREDIT_NOTE: "salescreditnote",
  BILL: "purchaseinvoice",
  BILL_CREDIT_NOTE: "purchasecreditnote",
};
const typeWords = backwards(types);
const all = Object.values(types);

const typeIn = ({ filters: { bookingType = "" } }: Call): string => spell(types, "bookingType", bookingType);

const summary = mapping<records.BookingProposal, Entry>({
  ...stamps,
  ...entryStatus,
  id: ({ id }) => id,
  bookingProposalDate: (entry) => accountingDay(entry.voucherDate),
  bookingType: vocabulary(typeWords).read((entry) => entry.voucherType),
  contactId: (entry) => entry.contactId,
  contactName: (entry) => entry.contactName,
  currency: () => "EUR",
  dueDate: (entry) => accountingDay(entry.dueDate),
  number: (entry) => entry.voucherNumber,
  totalGrossAmount: (entry) => amount(entry.totalAmount),
});

const line = mapping<records.BookingProposalLine, Item>({
  ...itemAmounts,
  accountId: ({ item }) => item.categoryId,
  taxRatePercentage: ({ item }) => amount(item.taxRatePercent),
});

const proposal = mapping<records.BookingProposal, Whole<Voucher>>({
  ...voucherStamps,
  ...wholeStatus,
  id: ({ document }) => document.id,
  bookingProposalDate: ({ document }) => accountingDay(document.voucherDate),
  bookingType: vocabulary(typeWords).read(({ document }) => document.type),
  contactId: ({ document }) => document.contactId,
  contactName: nameOf,
  currency: () => "EUR",
  deliveryDate: ({ document }) => accountingDay(document.shippingDate),
  dueDate: ({ document }) => accountingDay(document.dueDate),
  files: ({ document: { files } }) => (files && files.length > 0 ? [...files] : undefined),
  lineItems: each(line, itemsIn),
  notes: ({ document }) => document.remark,
  number: ({ document }) => document.voucherNumber,
  paidDate,
  totalGrossAmount: ({ document }) => amount(document.totalGrossAmount),
});

const lineStores: FieldTable = {
  accountId: true,
  taxRatePercentage: true,
  totalGrossAmount: true,
  totalNetAmount: true,
};

const told = encoder<BookingProposalInput>({
  bookingProposalDate: dayAs("voucherDate"),
  contactId: as("contactId"),
  contactName: nameAs,
  currency: euros,
  // Only what is sold has one.
  deliveryDate: elsewhere,
  dueDate: dayAs("dueDate"),
  lineItems: Object.assign(
    (lines: readonly BookingProposalLineInput[]) =>
      toldPositions(
        lines.map(({ accountId, taxRatePercentage, totalGrossAmount, totalNetAmount }) => ({
          ...{ accountId, rate: taxRatePercentage, gross: totalGrossAmount, net: totalNetAmount },
        })),
      ),
    { writableFields: lineStores },
  ),
  notes: as("remark"),
  number: as("voucherNumber"),
  status: statusAs,
  totalGrossAmount: numberAs("totalGrossAmount"),
});

function besides(call: WriteCall<BookingProposalInput>): object {
  const type = typeIn(call);
  const { deliveryDate } = call.body;
  const isSold = type.startsWith("sales");
  return {
    ...{ type, ...collective(call.body) },
    ...(isSold && deliveryDate !== undefined && { shippingDate: calendarDay(deliveryDate) }),
  };
}

export const bookingProposals = {
  "bookingProposals.list": entries({
    types: (call) => (call.filters.bookingType === undefined ? all.join(",") : typeIn(call)),
    map: summary,
    states: voucherStates,
    filters: { bookingType: elsewhere },
    modifiedBy: "midnight",
    orders: {
      ...{ bookingProposalDate: "voucherDate", number: "voucherNumber" },
      ...{ createdDate: "createdDate", updatedDate: "updatedDate" },
    },
    rules: [
      "Every voucher for the books is a booking proposal, also once it is booked.",
      "lastModifiedAt has to be a whole day, in the form 2026-02-22T00:00:00Z, without milliseconds.",
    ],
  }),
  "bookingProposals.get": single({ read: readOf(...all), map: proposal, rules: [secondLook] }),
  "bookingProposals.document.get": scanOf(),
  "bookingProposals.create": create({
    path: "/vouchers",
    encoder: told,
    also: besides,
    read: attachThenRead,
    map: proposal,
    rules: [
      ...voucherRules,
      "bookingType is required: INVOICE, INVOICE_CREDIT_NOTE, BILL or BILL_CREDIT_NOTE.",
      "Files: pdf, jpg, png or xml of at most 5 MB each.",
    ],
  }),
};
