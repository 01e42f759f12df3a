import type { ListCall, Window } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type * as records from "../../contract/records/money.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { cut, type Paged } from "../../kit/lists/paging.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { get, listing } from "../../kit/reading.ts";
import { mostCounted, paging } from "./conventions.ts";
import { euro, isPartlyPaid, salesStates } from "./fields.ts";
import type { Entry, Payment, PaymentItem } from "./types.ts";
import { germanDay, readPayment } from "./voucherlist.ts";

/** All payments of one document: neither they nor their items have an id of their own. */
interface Paid {
  readonly id: string;
  readonly payment: Payment;
}

const line = mapping<records.PaymentLine, PaymentItem & { readonly voucherId: string }>({
  ...amounts({ amount: "amount" }),
  ...values({ description: "paymentItemType", invoiceId: "voucherId" }),
  paymentDate: ({ postingDate }) => postingDate && calendarDay(postingDate),
});

const documentTypes: Readonly<Record<string, "INVOICE" | "BILL" | "BOOKING_PROPOSAL">> = {
  invoice: "INVOICE",
  downpaymentinvoice: "INVOICE",
  purchaseinvoice: "BILL",
  salesinvoice: "BOOKING_PROPOSAL",
  salescreditnote: "BOOKING_PROPOSAL",
  purchasecreditnote: "BOOKING_PROPOSAL",
};

const paid = mapping<records.Payment, Paid>({
  ...values({ id: "id" }),
  currency: euro,
  documentType: ({ payment }) => documentTypes[payment.voucherType ?? ""],
  paymentLines: each(line, ({ id, payment }) => payment.paymentItems?.map((item) => ({ ...item, voucherId: id }))),
});

const isPaid = ({ paymentItems, voucherStatus }: Payment): boolean =>
  Boolean(paymentItems?.length) || salesStates.ours(voucherStatus) === "PAID";

/** What of all documents is paid: in full, as the vendor pages it, and then what is paid in part. */
async function paidIn(session: Session, { filters: { lastModifiedAt }, window }: ListCall): Promise<Paged> {
  const inState = (state: "OPEN" | "PAID", part?: Window): Promise<Paged> => {
    const asked: VendorQuery = {
      voucherType: Object.keys(documentTypes).join(),
      voucherStatus: salesStates.theirs(state, "status").join(),
      updatedDateFrom: lastModifiedAt && germanDay(lastModifiedAt),
    };
    return paging((query) => session.readWithHeaders("/voucherlist", { ...asked, ...query }), part, session.memory);
  };
  const { natives, total } = await inState("PAID", window);
  const open = (await inState("OPEN")).natives as readonly Entry[];
  const partly = open.filter(isPartlyPaid);
  // More than the vendor counts: their end is not reached.
  if (total === undefined) return { natives };
  const { page, limit } = window ?? { page: 1, limit: mostCounted };
  const from = Math.max(0, (page - 1) * limit - total);
  const rest = partly.slice(from, from + limit - natives.length);
  return { natives: [...natives, ...rest], total: total + partly.length };
}

async function list(call: ListCall, session: Session) {
  const { invoiceId: id } = call.filters;
  if (id !== undefined) {
    const payment = await readPayment(id, session);
    const own = isPaid(payment) ? [{ id, payment }] : [];
    return { ...listing(paid, cut(own, call.window), rawOf), total: own.length };
  }
  const { natives, total } = await paidIn(session, call);
  const all: Paid[] = [];
  for (const one of natives as readonly Entry[]) all.push({ id: one.id, payment: await readPayment(one.id, session) });
  return { ...listing(paid, all, rawOf), total };
}

const rawOf = ({ payment }: Paid): Payment => payment;

const rules = [
  "Lexware Office tells payments document by document: the payments of one are one record, with the document's id.",
  "description is the kind of a payment; cashDiscount and irrecoverableReceivable are no money, but settle what was open.",
  "Drafts, offers and credit notes of an invoice have none, and asking for them is refused.",
];

export const payments = {
  "payments.list": {
    fields: paid.fields,
    filters: ["invoiceId", "lastModifiedAt"] as const,
    modifiedBy: "day" as const,
    orders: [],
    requires: [],
    rules: [
      ...rules,
      "invoiceId may be the id of any document. Without it, what is paid in part comes last: it is found in the list of what is open, which is read whole.",
      "Each record takes a request of its own. Credit notes are not in the list, because most are refused; one is found with its id as invoiceId.",
    ],
    list,
  },
  "payments.get": get({
    read: async ({ ids: { paymentId: id = "" } }, session) => {
      const payment = await readPayment(id, session);
      if (isPaid(payment)) return { id, payment };
      throw new Failure("not_found", "Nothing has been paid on this document.");
    },
    map: paid,
    raw: rawOf,
    rules,
  }),
};
