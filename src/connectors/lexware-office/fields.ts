/** Fields that several records share. Entries of the voucher list and documents have the same names for many of them. */

import type { Address } from "../../contract/records/contacts.ts";
import { amounts, days, instants, values } from "../../kit/columns.ts";
import { todayIn } from "../../kit/dates.ts";
import { isPastDue } from "../../kit/documents/paymentStatus.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, portion, sum } from "../../kit/money.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { type Vocabulary, vocabulary } from "../../kit/vocabulary.ts";
import type { ContactAddress, Entry, Line, Payment, SalesDocument, Text } from "./types.ts";

const stamps = instants({ createdDate: "createdDate", updatedDate: "updatedDate" });
export const identity = { ...stamps, ...values({ id: "id" }) };
export const paid = days({ paidDate: "payment.paidDate" });
/** The only currency that Lexware Office has. */
export const euro = () => "EUR" as const;

export const addressFields = twoWay({
  addressLine1: plainValue("street"),
  addressLine2: plainValue("supplement"),
  city: plainValue("city"),
  countryCode: plainValue("countryCode"),
  postalCode: plainValue("zip"),
});
export const isAddress = ({ street, supplement, city, zip, countryCode }: ContactAddress): boolean =>
  Boolean(street || supplement || city || zip || countryCode);

export const encodeAddress = encoder<Address>(addressFields.writes);

/** An entry of the voucher list, or a document together with its entry. */
interface Listed extends Partial<Pick<Entry, "voucherStatus" | "openAmount" | "totalAmount" | "dueDate">> {
  readonly entry?: Entry | undefined;
  readonly payment?: Payment | undefined;
}

const unsettled: readonly Text[] = ["open", "overdue", "sepadebit", "transferred"];
export const isUnsettled = ({ voucherStatus }: Listed): boolean => unsettled.includes(voucherStatus);

/** Undefined if the amounts are not known. */
export function isPartlyPaid({ openAmount, totalAmount }: Listed): boolean | undefined {
  const open = amount(openAmount);
  const total = amount(totalAmount);
  return open === undefined || total === undefined ? undefined : open !== 0 && open !== total;
}

/** The vendor's word for the state. Only the voucher list knows what is overdue or partly paid. */
const stateOf = (native: Listed): Text => {
  const entry = native.entry ?? native;
  // A bad debt is not paid, although the vendor says so.
  if (isWrittenOff(native.payment)) return undefined;
  // The vendor is still reading the uploaded file.
  if (entry.voucherStatus === "blank") return "unchecked";
  // Money that is on its way has not settled the document yet.
  const word =
    isUnsettled(entry) && isPastDue(entry.dueDate, todayIn("Europe/Berlin")) ? "overdue" : entry.voucherStatus;
  return isUnsettled(entry) && isPartlyPaid(entry) ? `partly ${word}` : word;
};

const states = {
  open: "OPEN",
  sepadebit: "OPEN",
  transferred: "OPEN",
  "partly open": "PARTIALLY_PAID",
  "partly sepadebit": "PARTIALLY_PAID",
  "partly transferred": "PARTIALLY_PAID",
  overdue: "OVERDUE",
  paid: "PAID",
  paidoff: "PAID",
  voided: "VOIDED",
} as const;
export const salesStates = vocabulary({ draft: "DRAFT", ...states, "partly overdue": "PARTIALLY_OVERDUE" });
export const voucherStates = vocabulary({ unchecked: "DRAFT", ...states, "partly overdue": "PARTIALLY_OVERDUE" });
/** The contract has one word for overdue proposals, partly paid or not. */
export const proposalStates = vocabulary({ unchecked: "DRAFT", ...states, "partly overdue": "OVERDUE" });
export const statusIn = <Ours extends string>(words: Vocabulary<Ours>) => words.read(stateOf);

const isWrittenOff = (payment: Payment | undefined): boolean | undefined =>
  payment?.paymentItems?.some(({ paymentItemType }) => paymentItemType === "irrecoverableReceivable");

/** The kind of payment item that stands for a credit note, which settles the document without money. */
export const creditItem = "partPaymentCreditNote";

const isCredited = ({ paymentItems }: Payment): boolean =>
  paymentItems != null &&
  paymentItems.length > 0 &&
  paymentItems.every(({ paymentItemType }) => paymentItemType === creditItem);

const settled: Readonly<Record<string, "PAID" | "CANCELED">> = { paid: "PAID", paidoff: "PAID", voided: "CANCELED" };

/** The vendor calls a document paid that was written off, or settled with a credit note. */
export function paymentStatus(native: Listed) {
  const entry = native.entry ?? native;
  if (isWrittenOff(native.payment)) return "BAD_DEBT" as const;
  if (settled[entry.voucherStatus ?? ""] === "PAID" && native.payment && isCredited(native.payment))
    return "CLEARED_WITH_CREDIT_NOTE" as const;
  if (!isUnsettled(entry)) return settled[entry.voucherStatus ?? ""];
  const isPartly = isPartlyPaid(entry);
  return isPartly === undefined ? undefined : isPartly ? ("PARTLY_PAID" as const) : ("PENDING" as const);
}

/** The voucher list does not say whether a settled document was paid, credited or written off. */
export function listedPaymentStatus(entry: Entry) {
  const status = paymentStatus(entry);
  return status === "PAID" ? undefined : status;
}

/** The fields of every entry of the voucher list. */
export const entryFields = { ...stamps, ...values({ contactId: "contactId", currency: "currency" }) };
/** Together with the names that most records have for the id and the total. */
export const grossEntry = { ...entryFields, ...identity, ...amounts({ totalGrossAmount: "totalAmount" }) };

const address = mapping<Address, ContactAddress>(addressFields.reads);

export const customerFields = twoWay({ contactId: plainValue("address.contactId") });
export const discountFields = twoWay({ totalDiscountPercentage: number("totalPrice.totalDiscountPercentage") });

/** The fields that all sales documents share. */
export const documentFields = {
  ...stamps,
  // Some documents have only a name.
  addresses: nestedList(address, ({ address: recipient }: SalesDocument) =>
    recipient && isAddress(recipient) ? [recipient] : undefined,
  ),
  ...customerFields.reads,
  ...values({ currency: "totalPrice.currency" }),
};

/** The discount on the whole document: an amount, or a percentage of the counted lines, with or without tax like these. */
function discountOf({ totalPrice, lineItems }: SalesDocument): number | undefined {
  const percentage = amount(totalPrice?.totalDiscountPercentage);
  if (percentage === undefined) return amount(totalPrice?.totalDiscountAbsolute);
  const total = sum((lineItems ?? []).filter(isCounted).map(({ lineItemAmount }) => lineItemAmount));
  return portion(total, percentage);
}

export const isCounted = ({ optional, alternative }: Line): boolean => !optional && !alternative;

export const documentTotals = {
  totalDiscountAmount: discountOf,
  ...amounts({
    totalGrossAmount: "totalPrice.totalGrossAmount",
    totalNetAmount: "totalPrice.totalNetAmount",
    totalTaxAmount: "totalPrice.totalTaxAmount",
  }),
};
/** The fields of all sales documents but invoices, which have other names for them. */
export const tradeFields = {
  ...documentFields,
  ...documentTotals,
  ...identity,
  ...discountFields.reads,
};
