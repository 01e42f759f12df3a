import type { Call, ListCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type * as records from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { cut } from "../../kit/paging.ts";
import { path } from "../../kit/path.ts";
import { listing } from "../../kit/reading.ts";
import type { Payment, PaymentItem } from "./types.ts";

/** All payments of one document: neither they nor their items have an id of their own. */
interface Paid {
  readonly id: string;
  readonly payment: Payment;
}

const line = mapping<records.PaymentLine, PaymentItem & { readonly voucherId: string }>({
  amount: (item) => amount(item.amount),
  description: (item) => item.paymentItemType,
  invoiceId: (item) => item.voucherId,
  paymentDate: ({ postingDate }) => postingDate && calendarDay(postingDate),
});

const documentTypes: Readonly<Record<string, "INVOICE" | "BILL" | "BOOKING_PROPOSAL">> = {
  ...{ invoice: "INVOICE", downpaymentinvoice: "INVOICE", purchaseinvoice: "BILL" },
  ...{ salesinvoice: "BOOKING_PROPOSAL", salescreditnote: "BOOKING_PROPOSAL", purchasecreditnote: "BOOKING_PROPOSAL" },
};

const paid = mapping<records.Payment, Paid>({
  id: ({ id }) => id,
  // The only one there is.
  currency: () => "EUR",
  documentType: ({ payment }) => documentTypes[payment.voucherType ?? ""],
  paymentLines: each(line, ({ id, payment }) => payment.paymentItems?.map((item) => ({ ...item, voucherId: id }))),
});

const read = async (id: string | undefined, session: Session): Promise<Payment> =>
  (await session.read(path`/payments/${id}`)) as Payment;

const rules = [
  "Lexware Office tells payments document by document: the payments of one are one record, with the document's id.",
  "Drafts, offers and credit notes of an invoice have none, and asking for them is refused.",
];

export const payments = {
  "payments.list": {
    fields: paid.fields,
    filters: ["invoiceId"] as const,
    orders: [],
    requires: ["invoiceId"] as const,
    rules: [...rules, "invoiceId may be the id of any document."],
    list: async ({ filters: { invoiceId = "" }, window }: ListCall, session: Session) => {
      const payment = await read(invoiceId, session);
      const all = payment.paymentItems?.length ? [{ id: invoiceId, payment }] : [];
      const shown = cut(all, window);
      return { ...listing(paid, shown), raw: shown.map(() => payment), total: all.length };
    },
  },
  "payments.get": {
    fields: paid.fields,
    rules,
    get: async ({ ids }: Call, session: Session) => {
      const payment = await read(ids["paymentId"], session);
      if (!payment.paymentItems?.length) throw new Failure("not_found", "Nothing has been paid on this document.");
      return { record: paid({ id: ids["paymentId"] ?? "", payment }), raw: payment };
    },
  },
};
