/** Warnings about documents that are settled: neither a document nor a list of open items says by what. */
import { expect, test } from "vitest";
import { readsOf, replying } from "../../../test/support/vendorSession.ts";
import { exactOnline } from "./connector.ts";

const { get, list } = readsOf(exactOnline);

const InvoiceID = "c00ee12c-2b39-4e84-b332-54a3c722e5dd";
const invoice = { InvoiceID, InvoiceNumber: 26700001, Type: 8020, Status: 50, AmountFC: 250, Currency: "EUR" };
const nothing = { d: { results: [] } };
const path = "/salesinvoice/SalesInvoices";
const replies = { [path]: { d: { results: [invoice] } }, [`${path}(guid'${InvoiceID}')`]: { d: invoice } };
const unclear = [expect.stringContaining("does not say what settled a document")];

test("a settled invoice carries the warning that a credit note or a loss may have settled it", async () => {
  const session = replying(replies, nothing);
  expect((await list("invoices.list", session)).warnings).toEqual(unclear);
  const { record, warnings } = await get("invoices.get", session, { ids: { invoiceId: InvoiceID } });
  expect(record["status"]).toBe("PAID");
  expect(warnings).toEqual(unclear);
});

test("an open invoice carries no such warning", async () => {
  const item = { InvoiceNumber: 26700001, Amount: 250, CurrencyCode: "EUR" };
  const open = { ...replies, "/read/financial/ReceivablesList": { d: { results: [item] } } };
  expect((await list("invoices.list", replying(open, nothing))).warnings ?? []).toEqual([]);
});

test("a settled bill carries the warning, too", async () => {
  const bill = { EntryID: InvoiceID, EntryNumber: 26600001, Type: 30, AmountFC: 250, Currency: "EUR" };
  const session = replying({ [`/purchaseentry/PurchaseEntries(guid'${InvoiceID}')`]: { d: bill } }, nothing);
  expect((await get("bills.get", session, { ids: { billId: InvoiceID } })).warnings).toEqual(unclear);
});
