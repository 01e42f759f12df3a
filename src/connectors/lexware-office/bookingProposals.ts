import type { Call, WriteCall } from "../../contract/connector.ts";
import type { BookingProposalInput, BookingProposalLineInput } from "../../contract/inputs/bookingProposals.ts";
import type * as records from "../../contract/records/bookingProposals.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encoder, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import type { Complete } from "./complete.ts";
import { create, euros } from "./conventions.ts";
import * as shared from "./fields.ts";
import { attachThenRead, documentIn, fileRule } from "./files.ts";
import type { Entry, Voucher } from "./types.ts";
import { entries, ordersBy, secondRequest, single } from "./voucherlist.ts";
import * as vouchers from "./vouchers.ts";

const types = vocabulary({
  salesinvoice: "INVOICE",
  salescreditnote: "INVOICE_CREDIT_NOTE",
  purchaseinvoice: "BILL",
  purchasecreditnote: "BILL_CREDIT_NOTE",
});
const allTypes = types.toVendor(types.words.join(), "bookingType");

const typeIn = ({ filters: { bookingType = "" } }: Call): string => types.write(bookingType, "bookingType");

const proposalFields = twoWay({
  bookingProposalDate: day("voucherDate"),
  contactId: plainValue("contactId"),
  number: plainValue("voucherNumber"),
});
const noteFields = twoWay({ notes: plainValue("remark") });

const fields = {
  ...shared.identity,
  ...vouchers.dueFields.reads,
  ...proposalFields.reads,
  currency: shared.euro,
  status: shared.statusIn(shared.proposalStates),
};

const summary = mapping<records.BookingProposal, Entry>({
  ...fields,
  ...amounts({ totalGrossAmount: "totalAmount" }),
  ...values({ contactName: "contactName" }),
  bookingType: types.read(({ voucherType }) => voucherType),
});

const line = mapping<records.BookingProposalLine, vouchers.Item>({ ...vouchers.itemFields, ...vouchers.itemRate });

const proposal = mapping<records.BookingProposal, Complete<Voucher>>({
  ...fields,
  ...shared.paid,
  ...noteFields.reads,
  totalGrossAmount: vouchers.totalFields.reads.totalGrossAmount,
  bookingType: types.read(({ type }) => type),
  contactName: vouchers.nameOf,
  ...days({ deliveryDate: "shippingDate" }),
  files: vouchers.filesIn,
  lineItems: nestedList(line, vouchers.itemsIn),
});

const encodeProposal = encoder<BookingProposalInput>(
  {
    ...vouchers.dueFields.writes,
    ...proposalFields.writes,
    ...noteFields.writes,
    contactName: vouchers.nameAs,
    currency: euros,
    status: vouchers.statusAs,
    totalGrossAmount: vouchers.totalFields.writes.totalGrossAmount,
    // Only sales vouchers have it: see `typeAndDelivery`.
    deliveryDate: sentSeparately,
    lineItems: vouchers.positionsAs(
      encoder<BookingProposalLineInput>({ ...vouchers.encodeItem, taxRatePercentage: vouchers.encodeRate }),
    ),
  },
  vouchers.collective,
);

function typeAndDelivery(call: WriteCall<BookingProposalInput>): object {
  const type = typeIn(call);
  const { deliveryDate } = call.body;
  const isShipped = type.startsWith("sales") && deliveryDate !== undefined;
  return { type, ...(isShipped && { shippingDate: calendarDay(deliveryDate) }) };
}

export const bookingProposals = {
  "bookingProposals.list": entries({
    types: (call) => (call.filters.bookingType === undefined ? allTypes.join() : typeIn(call)),
    map: summary,
    states: shared.proposalStates,
    filters: { bookingType: sentSeparately },
    modifiedBy: "midnight",
    orders: ordersBy("bookingProposalDate", "number"),
    rules: [
      "Every bookkeeping voucher is a booking proposal, even after it is booked.",
      "lastModifiedAt has to be the beginning of a day, in the form 2026-02-22T00:00:00Z, without milliseconds.",
    ],
  }),
  "bookingProposals.get": single({ read: vouchers.readComplete(...allTypes), map: proposal, rules: [secondRequest] }),
  "bookingProposals.document.get": documentIn(...allTypes),
  "bookingProposals.create": create({
    path: "/vouchers",
    encoder: encodeProposal,
    also: typeAndDelivery,
    read: attachThenRead,
    map: proposal,
    rules: [...vouchers.voucherRules, `bookingType is required. Use one of ${types.words.join(", ")}.`, fileRule],
  }),
};
