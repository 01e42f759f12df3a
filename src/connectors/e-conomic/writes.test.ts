/** Requests of writes. `net` is Pogoe/EConomic.NET at fdd22ab (docs/legacy-api-verification.md, 2026-08). */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith, sessionWithReplies, writeOf } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { VendorRequest } from "../../contract/session.ts";
import { eConomic } from "./connector.ts";

const { get } = readsOf(eConomic);
const site = "https://restapi.e-conomic.com";
const ref = (name: string, number: number, folder: string) => ({ [name]: number, self: `${site}/${folder}/${number}` });
const page = (...collection: object[]) => ({
  collection,
  pagination: { results: collection.length, maxPageSizeAllowed: 1000 },
});

const sold = {
  bookedInvoiceNumber: 1077,
  date: "2026-09-01",
  dueDate: "2026-09-15",
  currency: "DKK",
  exchangeRate: 100,
  customer: ref("customerNumber", 1001, "customers"),
  recipient: { name: "Hvidravnen   ApS", address: "Prøvevej 1", zip: "8000", city: "Aarhus", country: "DK" },
  paymentTerms: { paymentTermsNumber: 14, daysOfCredit: 14 },
  references: { other: "abc:t1:intent-1:v1" },
  netAmount: 120_000,
  vatAmount: 30_000,
  grossAmount: 150_000,
  remainder: 150_000,
  lines: [
    {
      lineNumber: 2,
      sortKey: 2,
      product: { productNumber: "SETUP" },
      description: "Opsætning",
      quantity: 1,
      unitNetPrice: 0.29,
    },
  ],
  self: `${site}/invoices/booked/1077`,
};

describe("invoices", () => {
  test("an id without a number is not found", async () => {
    await expect(get("invoices.get", sessionWithReplies({}), { ids: { invoiceId: "1077" } })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("writes", () => {
  const handler = (id: OperationId) => writeOf<object, object>(eConomic, id);
  const called = (body: object) => ({ body, ids: {}, filters: {}, files: [], marker: "m-1" });

  test("net: booking is a second request that names the draft, with its own idempotency key", async () => {
    const sent: VendorRequest[] = [];
    const session = sessionWith({
      send: async (request) => (sent.push(request), { ...sold, bookedInvoiceNumber: 101 }),
      read: async () => ({ ...sold, bookedInvoiceNumber: 101 }),
    });
    const create = handler("invoices.create");
    const call = called({
      contactId: "1",
      invoiceDate: "2026-08-14T00:00:00Z",
      lineItems: [],
      status: "OPEN",
      invoiceNumber: "101",
    });
    expect(create.request(call, {}).headers).toEqual({ "idempotency-key": "m-1" });
    const reply = await create.complete?.({ draftInvoiceNumber: 7 }, call, session);
    expect(create.answer(reply, call).record).toMatchObject({ invoiceId: "booked-101" });
    expect(sent).toMatchObject([
      {
        method: "POST",
        path: "/invoices/booked",
        headers: { "idempotency-key": "m-1-booking" },
        body: { draftInvoice: { draftInvoiceNumber: 7 }, bookWithNumber: 101 },
      },
    ]);
  });

  test("net: a due date needs payment terms that take one", async () => {
    const session = sessionWith({
      read: async (path) =>
        path === "/payment-terms"
          ? page({ paymentTermsNumber: 1, paymentTermsType: "net" })
          : { layout: { layoutNumber: 19 } },
    });
    const call = called({
      contactId: "1",
      invoiceDate: "2026-08-14T00:00:00Z",
      dueDate: "2026-08-20T00:00:00Z",
      lineItems: [],
    });
    await expect(handler("invoices.create").prepare?.(call, session)).rejects.toMatchObject({
      code: "invalid_request",
      details: { field: "dueDate" },
    });
  });

  test("net: the reply to a voucher is a list", () => {
    const voucher = {
      voucherNumber: 2,
      accountingYear: { year: "2026" },
      entries: {
        financeVouchers: [
          {
            account: { accountNumber: 3410 },
            contraAccount: { accountNumber: 5820 },
            amount: 10,
            currency: { code: "DKK" },
            date: "2026-08-14",
          },
        ],
      },
    };
    expect(handler("journalEntries.create").answer([voucher], called({})).record).toMatchObject({
      id: "2026-2",
      isProvisional: true,
      transactionDate: "2026-08-14T00:00:00Z",
      journalLineItems: [
        { accountId: "3410", debitCreditIndicator: "DEBIT", totalNetAmount: 10 },
        { accountId: "5820", debitCreditIndicator: "CREDIT", totalNetAmount: 10 },
      ],
    });
  });
});
