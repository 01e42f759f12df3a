/** Warnings about facts that e-conomic's records do not show. */
import { expect, test } from "vitest";
import { readsOf, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import { eConomic } from "./connector.ts";
import { at } from "./conventions.ts";

const { get, list } = readsOf(eConomic);

const invoice = {
  bookedInvoiceNumber: 7,
  date: "2026-05-01",
  currency: "DKK",
  grossAmount: 250,
  dueDate: "2026-06-01",
};
const paid = { ...invoice, remainder: 0 };
const collection = (...documents: object[]) => ({ collection: documents, pagination: { results: documents.length } });
const path = "/invoices/booked";
const empty = { "/invoices/drafts": collection() };
const unclear = "do not say what settled them";

test("a paid invoice carries the warning that a credit or a loss may have settled it", async () => {
  const session = sessionWithReplies({ ...empty, [path]: collection(paid), [`${path}/7`]: paid });
  expect((await list("invoices.list", session)).warnings).toEqual([expect.stringContaining(unclear)]);
  const { record, warnings } = await get("invoices.get", session, { ids: { invoiceId: "booked-7" } });
  expect(record["status"]).toBe("PAID");
  expect(warnings).toEqual([expect.stringContaining(unclear)]);
});

test("an open invoice carries no such warning", async () => {
  const open = { ...invoice, remainder: 250 };
  const session = sessionWithReplies({ ...empty, [path]: collection(open), [`${path}/7`]: open });
  expect((await list("invoices.list", session)).warnings ?? []).toEqual([]);
  expect((await get("invoices.get", session, { ids: { invoiceId: "booked-7" } })).warnings ?? []).toEqual([]);
});

test("a payment carries the warning that it may be a discount or a loss", async () => {
  const entry = {
    entryNumber: 9,
    type: 2,
    customerNumber: 1,
    customerInvoiceNumber: 7,
    amount: -5,
    currencyCode: "DKK",
  };
  const session = sessionWithReplies({ [at("bookedEntries", "/booked-entries")]: { items: [entry] } });
  const expected = [expect.stringContaining("some payments may be no money")];
  expect((await list("payments.list", session)).warnings).toEqual(expected);
  expect((await get("payments.get", session, { ids: { paymentId: "9" } })).warnings).toEqual(expected);
});
