/**
 * Facts from real replies that others recorded: their values and oddities in bodies we wrote, with invented names. `net` is
 * Pogoe/EConomic.NET at fdd22ab (docs/legacy-api-verification.md and docs/openapi-verification.md, checked on a live agreement
 * in 2026-08; tests/Fixtures, recorded from the vendor's demo agreement), `billing` the normalizer's test of an Elixir billing
 * core (booked payload, 2026-09), `credits` the cases of a credit note extract (2026-09), `log` a refusal quoted in a Danish
 * note on failed invoices (2024-02), `schema` the vendor's own schemas and descriptions (2026-08), `pages` the vendor's pages on
 * tokens and web hooks (read 2026-11).
 */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith, sessionWithReplies, writeOf } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { VendorRequest } from "../../contract/session.ts";
import { eConomic } from "./connector.ts";

const { get, list } = readsOf(eConomic);
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
  const shown = async (change: object) =>
    (
      await get("invoices.get", sessionWithReplies({ "/invoices/booked/1077": { ...sold, ...change } }), {
        ids: { invoiceId: "booked-1077" },
      })
    ).record;

  test("billing: a booked invoice has its number, its VAT and the customer's reference", async () => {
    expect(await shown({})).toMatchObject({
      invoiceId: "booked-1077",
      invoiceNumber: "1077",
      contactId: "1001",
      reference: "abc:t1:intent-1:v1",
      sumNetAmount: 120_000,
      totalTaxAmount: 30_000,
      totalAmount: 150_000,
      lineAmountTypes: "EXCLUSIVE",
      paymentTermId: "14",
      paymentTermDuration: 14,
      status: "OVERDUE",
      paymentStatus: "PENDING",
      addresses: [
        { addressLine1: "Prøvevej 1", city: "Aarhus", countryCode: "DK", postalCode: "8000", type: "BILLING" },
      ],
    });
  });

  test("billing: a line without VAT has no gross amount, and a price of 0.29 stays 0.29", async () => {
    const { lineItems } = (await shown({})) as { lineItems: object[] };
    expect(lineItems).toEqual([
      { lineItemId: "2", description: "Opsætning", itemId: "SETUP", quantity: 1, unitAmount: 0.29 },
    ]);
  });

  test.each([
    [{ remainder: 0 }, "PAID", "PAID"],
    [{ remainder: 100, dueDate: "2999-01-01" }, "PARTIALLY_PAID", "PARTLY_PAID"],
    [{ remainder: 100 }, "PARTIALLY_OVERDUE", "PARTLY_PAID"],
    [{ dueDate: "2999-01-01" }, "OPEN", "PENDING"],
  ])("schema: the remainder determines the state: %o", async (change, status, paymentStatus) => {
    expect(await shown(change)).toMatchObject({ status, paymentStatus });
  });

  test("net: a draft has a draft number, no invoice number, and a time of change", async () => {
    const { bookedInvoiceNumber: _number, remainder: _left, ...draft } = sold;
    const native = { ...draft, draftInvoiceNumber: 7, lastUpdated: "2026-08-14T09:30:00Z" };
    const { record } = await get("invoices.get", sessionWithReplies({ "/invoices/drafts/7": native }), {
      ids: { invoiceId: "draft-7" },
    });
    expect(record).toMatchObject({ invoiceId: "draft-7", status: "DRAFT", updatedDate: "2026-08-14T09:30:00Z" });
    expect(record).not.toHaveProperty("invoiceNumber");
    expect(record).not.toHaveProperty("paymentStatus");
  });

  test("net: lists have drafts and booked invoices without lines, and no credit notes", async () => {
    const { lines: _lines, ...head } = sold;
    const session = sessionWithReplies({
      "/invoices/drafts": page({ ...head, bookedInvoiceNumber: undefined, draftInvoiceNumber: 7 }),
      "/invoices/booked": page(head, {
        ...head,
        bookedInvoiceNumber: 1078,
        netAmount: -8,
        grossAmount: -10,
        vatAmount: -2,
      }),
    });
    expect((await list("invoices.list", session)).records.map(({ invoiceId }) => invoiceId)).toEqual([
      "draft-7",
      "booked-1077",
    ]);
    expect((await list("creditNotes.list", session)).records.map(({ id }) => id)).toEqual(["booked-1078"]);
  });

  test("schema: a reference may be a URL only", async () => {
    expect(await shown({ customer: { self: `${site}/customers/42` } })).toMatchObject({ contactId: "42" });
  });

  test("an id without a number is not found", async () => {
    await expect(get("invoices.get", sessionWithReplies({}), { ids: { invoiceId: "1077" } })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

test("credits: a credit of -9,839.88 EUR is positive, whether the quantity or the price is negative", async () => {
  const credit = {
    ...sold,
    bookedInvoiceNumber: 20_690,
    currency: "EUR",
    exchangeRate: 747.5,
    netAmount: -9839.88,
    grossAmount: -9839.88,
    vatAmount: 0,
    remainder: -9839.88,
    dueDate: "2999-01-01",
    lines: [
      { lineNumber: 1, quantity: -1, unitNetPrice: 9000, totalNetAmount: -9000, vatAmount: 0, vatRate: 0 },
      { lineNumber: 2, quantity: 1, unitNetPrice: -1000, totalNetAmount: -1000, vatAmount: 0, vatRate: 0 },
      { lineNumber: 3, quantity: 1, unitNetPrice: 160.12, totalNetAmount: 160.12, vatAmount: 0, vatRate: 0 },
    ],
  };
  const session = sessionWithReplies({ "/invoices/booked/20690": credit });
  expect((await get("creditNotes.get", session, { ids: { creditNoteId: "booked-20690" } })).record).toMatchObject({
    totalGrossAmount: 9839.88,
    totalNetAmount: 9839.88,
    totalTaxAmount: 0,
    currency: "EUR",
    status: "OPEN",
    creditNoteLines: [
      { quantity: 1, unitAmount: 9000, totalNetAmount: 9000 },
      { quantity: 1, unitAmount: 1000, totalNetAmount: 1000 },
      { quantity: -1, unitAmount: 160.12, totalNetAmount: -160.12 },
    ],
  });
  await expect(get("invoices.get", session, { ids: { invoiceId: "booked-20690" } })).rejects.toMatchObject({
    code: "not_found",
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

  test("net: a changed customer is sent with its unchanged fields, without URLs and read-only fields", () => {
    const current = {
      customerNumber: 1,
      name: "Gulgøgen",
      city: "Odense",
      balance: 5,
      dueAmount: 0,
      lastUpdated: "2026-01-01T00:00:00Z",

      customerGroup: ref("customerGroupNumber", 1, "customer-groups"),
      contacts: `${site}/customers/1/contacts`,
      templates: { self: `${site}/x` },
    };
    const { method, body } = handler("customers.patch").request(
      { ...called({ companyName: "Rødgøgen" }), ids: { contactId: "1" } },
      current,
    );
    expect({ method, body }).toEqual({
      method: "PUT",
      body: {
        customerNumber: 1,
        name: "Rødgøgen",
        city: "Odense",
        balance: 5,
        customerGroup: { customerGroupNumber: 1 },
      },
    });
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
