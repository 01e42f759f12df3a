/** Bodies of writes, and what is refused before anything is sent. */
import { expect, test } from "vitest";
import { sessionWithReplies, writeOf } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import { pennylane } from "./connector.ts";
import { rateOf } from "./taxes.ts";

const customerReply = { id: 1, customer_type: "individual", name: "Ana Exemple", payment_conditions: "30_days" };
const session = sessionWithReplies({
  "/customers/1": customerReply,
  "/journals": { items: [{ id: 7, code: "OD", label: "Opérations diverses", type: "misc" }] },
  "/fiscal_years": { items: [{ id: 1, start: "2025-01-01", finish: "2025-12-31", status: "closed" }] },
  "/customer_invoices/2": { id: 2, draft: true, status: "draft", amount: "120.0", date: "2026-11-15" },
  "/customer_invoices/3": { id: 3, status: "upcoming", amount: "120.0", label: "Facture" },
  "/customer_invoices/4": { id: 4, status: "paid", paid: true, amount: "120.0", label: "Facture" },
  "/customer_invoices/5": { id: 5, draft: true, status: "draft", amount: "120.0", date: "2025-12-31" },
});

async function requestOf(operation: OperationId, body: object, ids: Readonly<Record<string, string>> = {}) {
  const handler = writeOf(pennylane, operation);
  const call = { ids, filters: {}, body, files: [], marker: "m" };
  return handler.request(call, await handler.prepare?.(call, session));
}

const invoice = {
  contactId: "1",
  invoiceDate: "2026-11-15T00:00:00Z",
  lineItems: [{ name: "Conseil", quantity: 1, taxCode: "FR_200", unitAmount: 100 }],
};

test("a discount of 0 is left out of a new invoice", async () => {
  expect((await requestOf("invoices.create", { ...invoice, discountPercentage: 0 })).body).not.toHaveProperty(
    "discount",
  );
  expect((await requestOf("invoices.create", { ...invoice, discountPercentage: 5 })).body).toHaveProperty("discount", {
    type: "relative",
    value: "5",
  });
});

const opened = (invoiceId: string, changes = {}) =>
  requestOf("invoices.patch", { status: "OPEN", ...changes }, { invoiceId });

test("a draft that is only opened is finalised, and one that also changes is changed first", async () => {
  expect(await opened("2")).toMatchObject({ path: "/customer_invoices/2/finalize", body: {} });
  expect(await opened("2", { name: "Travaux" })).toMatchObject({
    path: "/customer_invoices/2",
    body: { pdf_invoice_subject: "Travaux" },
  });
});

test("repeating the status of an open invoice changes nothing", async () => {
  expect(await opened("3")).toMatchObject({ path: "/customer_invoices/3", body: { label: "Facture" } });
});

test.each(["3", "4"])("the finalised invoice %s is locked", async (invoiceId) => {
  await expect(opened(invoiceId, { name: "Travaux" })).rejects.toMatchObject({ code: "document_locked" });
});

test("a paid invoice does not become open", async () => {
  await expect(opened("4")).rejects.toMatchObject({ code: "document_locked" });
});

test("a draft of a closed day is not finalised", async () => {
  await expect(opened("5")).rejects.toMatchObject({ code: "cannot_store", details: { field: "invoiceDate" } });
});

const entryWith = (dimensionId: string) => ({
  description: "Correction",
  journalLineItems: [
    { accountId: "11", debitCreditIndicator: "DEBIT", dimensions: [{ id: dimensionId }], totalNetAmount: 10 },
    { accountId: "12", debitCreditIndicator: "CREDIT", totalNetAmount: 10 },
  ],
  transactionDate: "2026-11-15T00:00:00Z",
});

test("the categories of an entry are not in its own request", async () => {
  const { body } = await requestOf("journalEntries.create", entryWith("9"));
  expect(body).toMatchObject({
    journal_id: 7,
    ledger_entry_lines: [{ ledger_account_id: 11, debit: "10", credit: "0" }, { ledger_account_id: 12 }],
  });
});

test("an id that no category has is refused before the entry is stored", async () => {
  await expect(requestOf("journalEntries.create", entryWith("north"))).rejects.toMatchObject({
    code: "cannot_store",
    details: { field: "journalLineItems.dimensions.id" },
  });
});

test("the name of an individual changes by first and last name only", async () => {
  const ids = { contactId: "1" };
  await expect(requestOf("customers.patch", { companyName: "Exemple SARL" }, ids)).rejects.toMatchObject({
    code: "cannot_store",
    details: { field: "companyName" },
  });
  const changed = await requestOf("customers.patch", { contactPersons: [{ firstName: "Anna" }] }, ids);
  expect(changed).toMatchObject({ path: "/individual_customers/1", body: { first_name: "Anna" } });
});

test.each([
  ["FR_200", "0.0", 20],
  ["FR_200_construction", "20.0", 20],
  ["FR_200_construction", "0.0", 0],
  ["crossborder", "0.0", 0],
  ["mixed", "3.0", undefined],
])("a line with the code %s and a tax of %s has the rate %s", (code, tax, rate) => {
  expect(rateOf({ id: 1, vat_rate: code, currency_tax: tax })).toBe(rate);
});
