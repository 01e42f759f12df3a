/** Fields that several records share. Entries of the voucher list and documents call much of it alike. */
import type { Address } from "../../contract/records/contacts.ts";
import { amounts, days, instants, values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, portion, sum } from "../../kit/money.ts";
import { number, same, twoWay } from "../../kit/twoWay.ts";
import { type Vocabulary, vocabulary } from "../../kit/vocabulary.ts";
import type { ContactAddress, Entry, Line, Payment, SalesDocument, Text } from "./types.ts";

const stamps = instants({ createdDate: "createdDate", updatedDate: "updatedDate" });
export const identity = { ...stamps, ...values({ id: "id" }) };
export const paid = days({ paidDate: "payment.paidDate" });
/** The only currency there is. */
export const euro = () => "EUR" as const;

export const addressFields = twoWay({
  addressLine1: same("street"),
  addressLine2: same("supplement"),
  city: same("city"),
  countryCode: same("countryCode"),
  postalCode: same("zip"),
});
export const isAddress = ({ street, supplement, city, zip, countryCode }: ContactAddress): boolean =>
  Boolean(street || supplement || city || zip || countryCode);

export const encodeAddress = encoder<Address>(addressFields.writes);

/** What stands for a document in the voucher list, or the document with that. */
interface Standing extends Partial<Pick<Entry, "voucherStatus" | "openAmount" | "totalAmount">> {
  readonly entry?: Entry | undefined;
  readonly payment?: Payment | undefined;
}

const unsettled: readonly Text[] = ["open", "overdue", "sepadebit", "transferred"];
export const isUnsettled = ({ voucherStatus }: Standing): boolean => unsettled.includes(voucherStatus);

/** Undefined where the amounts are not known. */
export function isPartlyPaid({ openAmount, totalAmount }: Standing): boolean | undefined {
  const open = amount(openAmount);
  const total = amount(totalAmount);
  return open === undefined || total === undefined ? undefined : open !== 0 && open !== total;
}

/** The vendor's word for the state. What is overdue, and what is paid in part, only the voucher list knows. */
const stateOf = (native: Standing): Text => {
  const standing = native.entry ?? native;
  // It still reads the uploaded file.
  if (standing.voucherStatus === "blank") return "unchecked";
  return isUnsettled(standing) && isPartlyPaid(standing) ? `partly ${standing.voucherStatus}` : standing.voucherStatus;
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
/** The contract has one word for all that is late. */
export const proposalStates = vocabulary({ unchecked: "DRAFT", ...states, "partly overdue": "OVERDUE" });
export const statusIn = <Ours extends string>(words: Vocabulary<Ours>) => words.read(stateOf);

const isGivenUp = (payment: Payment | undefined): boolean | undefined =>
  payment?.paymentItems?.some(({ paymentItemType }) => paymentItemType === "irrecoverableReceivable");

const settled: Readonly<Record<string, "PAID" | "CANCELED">> = { paid: "PAID", paidoff: "PAID", voided: "CANCELED" };

/** What was given up the vendor calls paid. */
export function paymentStatus(native: Standing) {
  const standing = native.entry ?? native;
  if (isGivenUp(native.payment)) return "BAD_DEBT" as const;
  if (!isUnsettled(standing)) return settled[standing.voucherStatus ?? ""];
  const isPartly = isPartlyPaid(standing);
  return isPartly === undefined ? undefined : isPartly ? ("PARTLY_PAID" as const) : ("PENDING" as const);
}

/** What every entry of the voucher list has of a document, and what most call the total and the id. */
export const entryFields = { ...stamps, ...values({ contactId: "contactId", currency: "currency" }) };
export const grossEntry = { ...entryFields, ...identity, ...amounts({ totalGrossAmount: "totalAmount" }) };

const address = mapping<Address, ContactAddress>(addressFields.reads);

export const customerFields = twoWay({ contactId: same("address.contactId") });
export const discountFields = twoWay({ totalDiscountPercentage: number("totalPrice.totalDiscountPercentage") });

/** Of a document that is sold. */
export const documentFields = {
  ...stamps,
  // Some have no more than a name.
  addresses: each(address, ({ address: own }: SalesDocument) => (own && isAddress(own) ? [own] : undefined)),
  ...customerFields.reads,
  ...values({ currency: "totalPrice.currency" }),
};

/** Off the whole document: an amount, or a share of the lines that count, with or without tax as these are. */
function discountOf({ totalPrice, lineItems }: SalesDocument): number | undefined {
  const percentage = amount(totalPrice?.totalDiscountPercentage);
  if (percentage === undefined) return amount(totalPrice?.totalDiscountAbsolute);
  const whole = sum((lineItems ?? []).filter(isCounted).map(({ lineItemAmount }) => lineItemAmount));
  return portion(whole, percentage);
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
/** Of all but invoices, which have other words. */
export const tradeFields = {
  ...documentFields,
  ...documentTotals,
  ...identity,
  ...discountFields.reads,
};
