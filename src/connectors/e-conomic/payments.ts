/** Payments are entries on the accounts of customers, where they have a minus, and of suppliers. */
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { get, noRecord } from "../../kit/reading.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { entries, readEntry } from "./bills.ts";
import { condition, newer } from "./conventions.ts";
import { idOf, ids, negated } from "./fields.ts";
import type { BookedEntry } from "./types.ts";

const isOfCustomer = ({ type }: BookedEntry): boolean => type === 2;
const isPayment = ({ type, customerNumber, supplierNumber }: BookedEntry): boolean =>
  (type === 2 && idOf(customerNumber) !== undefined) || (type === 4 && idOf(supplierNumber) !== undefined);
const invoiceOf = ({ customerInvoiceNumber }: BookedEntry) =>
  idOf(customerInvoiceNumber) === undefined ? undefined : `booked-${customerInvoiceNumber}`;

const line = mapping<PaymentLine, BookedEntry>({
  // What is paid back has the other sign, and a minus here.
  amount: (entry) => (isOfCustomer(entry) ? negated(entry.amount) : amount(entry.amount)),
  contactId: ({ customerNumber, supplierNumber }) => idOf(customerNumber) ?? idOf(supplierNumber),
  ...ids({ customerId: "customerNumber", supplierId: "supplierNumber" }),
  ...values({ description: "text" }),
  invoiceId: invoiceOf,
  paymentDate: ({ date }) => date?.slice(0, 10),
});

export const payment = mapping<PaymentRecord, BookedEntry>({
  ...ids({ id: "entryNumber" }),
  currency: (native) => currencyCode(native.currencyCode),
  documentType: (entry) => (isOfCustomer(entry) ? "INVOICE" : "BILL"),
  paymentLines: each(line, (entry) => [entry]),
});

const kinds = `(${[2, 4].map((type) => condition("type", "eq", type)).join("$or:")})`;

export const payments = {
  "payments.list": newer<PaymentRecord, BookedEntry>({
    map: payment,
    sources: ({ filters: { invoiceId } }) => {
      if (invoiceId === undefined) return [{ path: entries, query: { filter: kinds } }];
      const [, number] = /^booked-(\d{1,9})$/.exec(invoiceId) ?? [];
      if (number === undefined) return [];
      const settling = condition("customerInvoiceNumber", "eq", number);
      return [{ path: entries, query: { filter: `${kinds}$and:${settling}` } }];
    },
    fits: isPayment,
    filters: ["invoiceId"],
    rules: ["Only what is booked is listed: those of customers and those to suppliers."],
  }),
  "payments.get": get<PaymentRecord, BookedEntry>({
    read: async ({ ids }, session) => {
      const found = await readEntry(session, ids["paymentId"]);
      if (!isPayment(found)) throw noRecord();
      return found;
    },
    map: payment,
  }),
};
