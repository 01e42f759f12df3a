import { expect, test } from "vitest";
import { moneyFieldsOf } from "../../contract/moneyFields.ts";
import { differencesOf } from "./differences.ts";

const decides = moneyFieldsOf({ title: "InvoiceInput" });
const compare = (body: object, record: object) => differencesOf(body, record, decides);

test.each([
  ["a day at another hour", { invoiceDate: "2026-02-20" }, { invoiceDate: "2026-02-20T00:00:00Z" }],
  ["an open document that is overdue", { status: "OPEN" }, { status: "OVERDUE" }],
  ["a currency in small letters", { currency: "eur" }, { currency: "EUR" }],
  ["a rate as text", { exchangeRate: "1.10" }, { exchangeRate: 1.1 }],
  ["a field that the record does not have", { dueDate: "2026-02-20" }, {}],
  ["a text", { reference: "PO 1" }, { reference: "PO 2" }],
])("%s is no difference", (_what, body, record) => {
  expect(compare(body, record)).toEqual([]);
});

test.each([
  ["another day", { invoiceDate: "2026-02-20T00:00:00Z" }, { invoiceDate: "2026-03-01T00:00:00Z" }, "invoiceDate"],
  ["another status", { status: "OPEN" }, { status: "DRAFT" }, "status"],
  ["another contact", { contactId: "a" }, { contactId: "b" }, "contactId"],
  ["a cent", { grossTotalAmount: 10 }, { totalAmount: 10.02 }, "grossTotalAmount"],
])("%s is a difference", (_what, body, record, field) => {
  expect(compare(body, record).map((difference) => difference.field)).toEqual([field]);
});

const lines = [
  { quantity: 3, unitAmount: 0.333, taxRatePercentage: 19 },
  { quantity: 1, unitAmount: 100, taxRatePercentage: 7, discountItemPercentage: 10 },
];

test("totals follow from the lines, within the rounding of each line", () => {
  // 0.999 and 90 net; 1.18881 and 96.3 gross.
  expect(compare({ lineItems: lines }, { sumNetAmount: 91, totalAmount: 97.49 })).toEqual([]);
  expect(compare({ lineItems: lines }, { sumNetAmount: 91, totalAmount: 91 })).toEqual([
    { field: "totalAmount", asked: 97.49, stored: 91 },
  ]);
});

test("prices that include tax are compared by their totals", () => {
  const body = { lineAmountTypes: "INCLUSIVE", lineItems: [{ quantity: 2, unitAmount: 119, taxRatePercentage: 19 }] };
  expect(compare(body, { sumNetAmount: 200, totalAmount: 238 })).toEqual([]);
  expect(compare(body, { sumNetAmount: 238, totalAmount: 283.22 })).toHaveLength(2);
});

test("the tax of each line is compared, if all lines are there", () => {
  const record = { lineItems: [{ taxRatePercentage: 19 }, { taxRatePercentage: 0 }] };
  expect(compare({ lineItems: lines }, record)).toEqual([
    { field: "lineItems[1].taxRatePercentage", asked: 7, stored: 0 },
  ]);
});

test("a payment is compared by document", () => {
  const body = {
    paymentLines: [
      { invoiceId: "a", amount: 30 },
      { customerId: "c", amount: 20 },
    ],
  };
  expect(compare(body, { paymentLines: [{ invoiceId: "a", amount: 30 }, { amount: 20 }] })).toEqual([]);
  expect(compare(body, { paymentLines: [{ invoiceId: "a", amount: 50 }] })).toEqual([
    { field: "paymentLines[0].amount", asked: 30, stored: 50 },
    { field: "paymentLines[1].amount", asked: 20, stored: 0 },
  ]);
});

test("an entry is compared by side", () => {
  const debit = { debitCreditIndicator: "DEBIT", totalNetAmount: 100 };
  const credit = { debitCreditIndicator: "CREDIT", totalNetAmount: 100 };
  const body = { journalLineItems: [debit, credit] };
  expect(compare(body, { journalLineItems: [credit, debit] })).toEqual([]);
  expect(compare(body, { journalLineItems: [{ ...debit, totalNetAmount: 84.03 }, credit] })).toEqual([
    { field: "journalLineItems (DEBIT)", asked: 100, stored: 84.03 },
  ]);
});
