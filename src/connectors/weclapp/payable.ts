/** Invoices and bills: what is open of them, which only their open item tells. */

import type { Filters } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { daysBetween } from "../../kit/dates.ts";
import { invalid } from "../../kit/encode.ts";
import { amount } from "../../kit/money.ts";
import { accountingDay, dayOf, days, today } from "./days.ts";
import { allBy, anyOf } from "./references.ts";
import type { BusinessDocument, OpenItem } from "./types.ts";

const booked = "OPEN_ITEM_CREATED";

/** Adds what is open to documents that are in the books. */
export const withOpenItems =
  <Document extends BusinessDocument>(
    entity: "salesOpenItem" | "purchaseOpenItem",
    field: "salesInvoiceId" | "purchaseInvoiceId",
  ) =>
  async (documents: readonly Document[], session: Session): Promise<readonly Document[]> => {
    const values = documents.filter(({ status }) => status === booked).map(({ id }) => id);
    if (values.length === 0) return documents;
    const items = await allBy<OpenItem>(session, `/${entity}`, { field, values });
    const byDocument = new Map(items.map((item) => [item[field], item]));
    return documents.map((document) => {
      const openItem = byDocument.get(document.id);
      return openItem === undefined ? document : { ...document, openItem };
    });
  };

const settled = ["PAID", "CLEARED_WITH_CREDIT_NOTE", "CREDIT_NOTE_CLEARED"] as const;
const unsettled = ["OPEN", "NO_OPEN_ITEM", "UNKNOWN"] as const;
const isSettled = ({ paymentStatus }: BusinessDocument): boolean => settled.some((one) => one === paymentStatus);
const isPaidInPart = ({ openItem }: BusinessDocument): boolean => (amount(openItem?.amountPaid) ?? 0) !== 0;
const isLate = ({ dueDate }: BusinessDocument): boolean => (dayOf(dueDate) ?? today()) < today();

type OpenStatus = "OPEN" | "PARTIALLY_PAID" | "OVERDUE" | "PARTIALLY_OVERDUE";
export type PayableStatus = OpenStatus | "DRAFT" | "SUBMITTED" | "DOCUMENT_CREATED" | "PAID" | "VOIDED";

function openStatus(document: BusinessDocument): OpenStatus {
  if (isLate(document)) return isPaidInPart(document) ? "PARTIALLY_OVERDUE" : "OVERDUE";
  return isPaidInPart(document) ? "PARTIALLY_PAID" : "OPEN";
}

/** Before it is in the books, each of the vendor's states is one of ours. */
export function payableStates(before: Readonly<Record<string, "DRAFT" | "SUBMITTED" | "DOCUMENT_CREATED" | "VOIDED">>) {
  const of = (document: BusinessDocument): PayableStatus | undefined => {
    if (document.status !== booked) return before[document.status ?? ""];
    return isSettled(document) ? "PAID" : openStatus(document);
  };
  const unread = ({ status }: BusinessDocument) =>
    status && status !== booked && !before[status] ? status : undefined;
  return {
    of: Object.assign(of, { unread }),
    filter: (wanted: string): VendorQuery => {
      const theirs = Object.keys(before).filter((state) => before[state] === wanted);
      if (theirs.length > 0) return { "status-in": anyOf(theirs) };
      if (wanted !== "PAID" && !openWords.includes(wanted)) throw unknownWord("status", wanted);
      return { "status-eq": booked, "paymentStatus-in": anyOf(wanted === "PAID" ? settled : unsettled) };
    },
    narrow: {
      when: ({ status, paymentStatus }: Filters) =>
        openWords.some((one) => one === status) || paymentStatus === "PENDING" || paymentStatus === "PARTLY_PAID",
      fits: (document: BusinessDocument, { status, paymentStatus }: Filters) =>
        (status === undefined || of(document) === status) &&
        (paymentStatus === undefined || paymentStatusOf(document) === paymentStatus),
    },
  };
}
const unknownWord = (field: string, word: string) => invalid(`weclapp has no ${field} ${word}.`, field);
const openWords = ["OPEN", "PARTIALLY_PAID", "OVERDUE", "PARTIALLY_OVERDUE"];

const paymentWords = {
  CLEARED_WITH_CREDIT_NOTE: "CLEARED_WITH_CREDIT_NOTE",
  CREDIT_NOTE_CLEARED: "CREDIT_NOTE_CLEARED",
  NO_OPEN_ITEM: "NO_OPEN_ITEM",
  OPEN: "PENDING",
  PAID: "PAID",
  UNKNOWN: "UNKNOWN",
} as const;

export const paymentStatusOf = (document: BusinessDocument) => {
  const word = paymentWords[(document.paymentStatus ?? "") as keyof typeof paymentWords];
  return word === "PENDING" && isPaidInPart(document) ? "PARTLY_PAID" : word;
};

/** What is paid in part is still open at the vendor. */
export const paymentFilter = (wanted: string): VendorQuery => {
  const words = Object.entries(paymentWords).filter(
    ([, ours]) => ours === wanted || (wanted === "PARTLY_PAID" && ours === "PENDING"),
  );
  if (words.length === 0) throw unknownWord("paymentStatus", wanted);
  return { "paymentStatus-in": anyOf(words.map(([theirs]) => theirs)) };
};

export const openRule =
  "Open documents are one list at weclapp: with OPEN, OVERDUE, PENDING and the like it is read whole, and what is in another state left out here.";

/** When and until when it is to be paid. */
export const payableFields = {
  ...days({ dueDate: "dueDate", shippingDate: "shippingDate" }),
  paidDate: ({ openItem }: BusinessDocument) => (openItem?.cleared ? accountingDay(openItem.clearanceDate) : undefined),
  paymentStatus: paymentStatusOf,
};

/** In how many days. */
export const termOf = ({ invoiceDate, dueDate }: BusinessDocument): number | undefined => {
  const [from, to] = [dayOf(invoiceDate), dayOf(dueDate)];
  return from && to ? daysBetween(from, to) : undefined;
};
