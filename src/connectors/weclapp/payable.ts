/** Invoices and bills: their open amounts, which are in separate open items. */

import type { Filters } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { termOf as daysFrom } from "../../kit/dates.ts";
import { amount } from "../../kit/money.ts";
import { twoWay } from "../../kit/twoWay.ts";
import { vocabulary, type WordTable } from "../../kit/vocabulary.ts";
import { accountingDay, dayOf, midnightDay, today } from "./days.ts";
import { allBy, anyOf } from "./references.ts";
import type { BusinessDocument, OpenItem } from "./types.ts";

export const booked = "OPEN_ITEM_CREATED";
export const isBooked = ({ status }: BusinessDocument): boolean => status === booked;

/** Adds the open items to documents that are in the books. */
export const withOpenItems =
  (entity: "salesOpenItem" | "purchaseOpenItem", field: "salesInvoiceId" | "purchaseInvoiceId") =>
  async (documents: readonly BusinessDocument[], session: Session): Promise<readonly BusinessDocument[]> => {
    const values = documents.filter(isBooked).map(({ id }) => id);
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
const isSettled = ({ paymentStatus }: BusinessDocument): boolean => settled.some((status) => status === paymentStatus);
const isPartlyPaid = ({ openItem }: BusinessDocument): boolean => (amount(openItem?.amountPaid) ?? 0) !== 0;
const isLate = ({ dueDate }: BusinessDocument): boolean => (dayOf(dueDate) ?? today()) < today();

const openWords = ["OPEN", "PARTIALLY_PAID", "OVERDUE", "PARTIALLY_OVERDUE"] as const;
type OpenStatus = (typeof openWords)[number];
type PayableStatus = OpenStatus | "DRAFT" | "SUBMITTED" | "DOCUMENT_CREATED" | "PAID" | "VOIDED";

function openStatus(document: BusinessDocument): OpenStatus {
  if (isLate(document)) return isPartlyPaid(document) ? "PARTIALLY_OVERDUE" : "OVERDUE";
  return isPartlyPaid(document) ? "PARTIALLY_PAID" : "OPEN";
}

/** The states of a kind of document. `before` has the vendor's states of documents that are not in the books yet. */
export function payableStates(before: WordTable<"DRAFT" | "SUBMITTED" | "DOCUMENT_CREATED" | "VOIDED">) {
  const states = vocabulary<PayableStatus>({ ...before, [booked]: [...openWords, "PAID"] });
  const of = (document: BusinessDocument): PayableStatus | undefined => {
    if (document.status !== booked) return states.toContract(document.status);
    return isSettled(document) ? "PAID" : openStatus(document);
  };
  const { unread } = states.read(({ status }: BusinessDocument) => status);
  return {
    of: Object.assign(of, { unread }),
    filter: (status: string, field: string): VendorQuery => {
      const theirs = states.toVendor(status, field);
      if (!theirs.includes(booked)) return { "status-in": anyOf(theirs) };
      return { "status-eq": booked, "paymentStatus-in": anyOf(status === "PAID" ? settled : unsettled) };
    },
    localFilter: {
      when: ({ status, paymentStatus }: Filters) =>
        openWords.some((word) => word === status) || paymentStatus === "PENDING" || paymentStatus === "PARTLY_PAID",
      fits: (document: BusinessDocument, { status, paymentStatus }: Filters) =>
        (status === undefined || of(document) === status) &&
        (paymentStatus === undefined || paymentStatusOf(document) === paymentStatus),
    },
  };
}

/** A partly paid document is still open at the vendor. */
const paymentWords = vocabulary({
  CLEARED_WITH_CREDIT_NOTE: "CLEARED_WITH_CREDIT_NOTE",
  CREDIT_NOTE_CLEARED: "CREDIT_NOTE_CLEARED",
  NO_OPEN_ITEM: "NO_OPEN_ITEM",
  OPEN: ["PENDING", "PARTLY_PAID"],
  PAID: "PAID",
  UNKNOWN: "UNKNOWN",
});

const paymentStatusOf = (document: BusinessDocument) => {
  const word = paymentWords.toContract(document.paymentStatus);
  return word === "PENDING" && isPartlyPaid(document) ? "PARTLY_PAID" : word;
};

const { unread } = paymentWords.read(({ paymentStatus }: BusinessDocument) => paymentStatus);
/** The payment status as a field, which warns about unknown words. */
export const paymentState = Object.assign(paymentStatusOf, { unread });

export const paymentFilter = (paymentStatus: string, field: string): VendorQuery => ({
  "paymentStatus-in": anyOf(paymentWords.toVendor(paymentStatus, field)),
});

export const openRule =
  "weclapp has only one status for open documents. For OPEN, OVERDUE, PENDING and similar values, Kontor reads all open documents and filters them.";

export const payableFields = twoWay({
  dueDate: midnightDay("dueDate"),
  shippingDate: midnightDay("shippingDate"),
});

export const payable = {
  ...payableFields.reads,
  paidDate: ({ openItem }: BusinessDocument) => (openItem?.cleared ? accountingDay(openItem.clearanceDate) : undefined),
  paymentStatus: paymentState,
};

export const termOf = ({ invoiceDate, dueDate }: BusinessDocument) => daysFrom(dayOf(invoiceDate), dayOf(dueDate));
