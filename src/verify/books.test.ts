import { expect, test } from "vitest";
import type { OperationId } from "../contract/operations.ts";
import { bookFindings, type KnownList } from "./books.ts";
import type { Row } from "./row.ts";

const today = "2026-11-18";
const invoice = { invoiceId: "i1", status: "PAID", currency: "EUR", totalAmount: 100 };
const payment = (amount: number) => ({
  id: `p${amount}`,
  currency: "EUR",
  paymentLines: [{ invoiceId: "i1", amount }],
});
const found = (lists: { readonly [Id in OperationId]?: readonly Row[] }, isCut = false) =>
  bookFindings(
    new Map(Object.entries(lists).map(([id, rows]): [OperationId, KnownList] => [id as OperationId, { rows, isCut }])),
    today,
  ).map(({ text }) => text);

test("payments are not more than the document's total", () => {
  expect(found({ "invoices.list": [invoice], "payments.list": [payment(60), payment(40)] })).toEqual([]);
  expect(found({ "invoices.list": [invoice], "payments.list": [payment(60), payment(70)] })).toEqual([
    "invoices.list: i1 is 100.00, but its payments are 130.00",
  ]);
});

test("a document that its payments cover is not open", () => {
  const open = { ...invoice, status: "OPEN" };
  expect(found({ "invoices.list": [open], "payments.list": [payment(100)] })).toEqual([
    "invoices.list: i1 is OPEN, but its payments are 100.00 of 100.00",
  ]);
});

test("a list that was not read to its end proves nothing about what is missing", () => {
  const lists = { "invoices.list": [{ ...invoice, contactId: "c2" }], "contacts.list": [{ id: "c1" }] };
  expect(found(lists)).toEqual(["invoices.list: i1 names the contact c2, which does not exist"]);
  expect(found(lists, true)).toEqual([]);
});

test("lines name accounts that exist", () => {
  const booked = { ...invoice, lineItems: [{ accountId: "8400" }] };
  expect(found({ "invoices.list": [booked], "accounts.list": [{ id: "8400" }] })).toEqual([]);
  expect(found({ "invoices.list": [booked], "accounts.list": [{ id: "4400" }] })).toEqual([
    "invoices.list: i1 names the account 8400, which does not exist",
  ]);
});

test("suppliers may use the same numbers, a company may not", () => {
  const bill = (id: string, contactId: string) => ({ id, contactId, billNumber: "R-1", status: "PAID" });
  expect(found({ "bills.list": [bill("1", "a"), bill("2", "b")] })).toEqual([]);
  expect(found({ "bills.list": [bill("1", "a"), bill("2", "a")] })).toEqual([
    "bills.list: 2 records have the billNumber R-1",
  ]);
});

test("nothing is paid in the future, or long before it was issued", () => {
  const paid = (paidDate: string) => ({ ...invoice, invoiceDate: "2026-05-01T00:00:00Z", paidDate });
  expect(found({ "invoices.list": [paid("2026-04-28T00:00:00Z")] })).toEqual([]);
  expect(found({ "invoices.list": [paid("2027-01-01T00:00:00Z")] })).toHaveLength(1);
  expect(found({ "invoices.list": [paid("2012-01-01T00:00:00Z")] })).toHaveLength(1);
});

test("a written-off document needs no status", () => {
  const { status: _, ...written } = invoice;
  expect(
    found({
      "invoices.list": [
        { ...written, paymentStatus: "BAD_DEBT" },
        { ...invoice, invoiceId: "i2" },
      ],
    }),
  ).toEqual([]);
});

test("a day that has begun or not ended somewhere on earth proves nothing", () => {
  const on = (status: string, dueDate: string) => found({ "invoices.list": [{ ...invoice, status, dueDate }] });
  expect(on("OVERDUE", "2026-11-18T00:00:00Z")).toEqual([]);
  expect(on("OVERDUE", "2026-11-19T00:00:00Z")).toEqual(["invoices.list: i1 is OVERDUE, but due on 2026-11-19"]);
  expect(on("OPEN", "2026-11-17T00:00:00Z")).toEqual([]);
  expect(on("OPEN", "2026-11-16T00:00:00Z")).toEqual(["invoices.list: i1 is OPEN, but was due on 2026-11-16"]);
  const paid = (paidDate: string) => found({ "invoices.list": [{ ...invoice, paidDate }] });
  expect(paid("2026-11-19T00:00:00Z")).toEqual([]);
  expect(paid("2026-11-20T00:00:00Z")).toHaveLength(1);
});
