/** Documents as the vendor's pages show them, retyped with invented data. */

import { describe, expect, test } from "vitest";
import type { Filters, GetHandler, ListHandler } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { type Session } from "../../contract/session.ts";
import type { VendorPost } from "../../contract/webhooks.ts";
import { businesscentral } from "./connector.ts";

const nothing = "00000000-0000-0000-0000-000000000000";
const [one, two, three] = [1, 2, 3].map((digit) => `0a077d18-45e3-ea11-bb43-00000000000${digit}`) as [
  string,
  string,
  string,
];

/** A vendor that always answers the same. */
const answering = (body: unknown): Session => ({
  read: async () => body,
  readWithHeaders: async () => ({ body, headers: {} }),
  readByPost: async () => body,
  download: () => Promise.reject(new Error("no files here")),
  send: () => Promise.reject(new Error("nothing is sent here")),
  memory: new Map(),
});

async function read(id: OperationId, ids: Readonly<Record<string, string>>, body: unknown): Promise<unknown> {
  const handler = businesscentral.operations[id] as unknown as GetHandler<unknown>;
  return (await handler.get({ ids, filters: {} }, answering(body))).record;
}

async function listed(id: OperationId, value: readonly unknown[], filters: Filters = {}): Promise<readonly unknown[]> {
  const handler = businesscentral.operations[id] as unknown as ListHandler<unknown>;
  const body = { value, "@odata.count": value.length };
  return (await handler.list({ ids: {}, filters, window: { page: 1, limit: 20 } }, answering(body))).records;
}

test("an invoice: encoded choices, empty dates and ids, dimensions", async () => {
  const line = {
    ...{ id: two, itemId: nothing, accountId: three, lineType: "Account", description: "Anfahrt" },
    ...{ quantity: 1, unitPrice: 25, discountAmount: 0, amountExcludingTax: 25, taxPercent: 19 },
    dimensionSetLines: [{ id: one, displayName: "Abteilung", valueId: three, valueDisplayName: "Vertrieb" }],
  };
  const invoice = {
    ...{ id: one, number: "1001", status: "In_x0020_Review", invoiceDate: "2026-10-05", dueDate: "0001-01-01" },
    ...{ customerId: two, paymentTermsId: nothing, pricesIncludeTax: false, billToCity: "Neuland", shipToCity: "" },
    ...{ totalAmountIncludingTax: 29.75, remainingAmount: 29.75, lastModifiedDateTime: "2026-10-05T08:09:10.347Z" },
    salesInvoiceLines: [line],
  };
  expect(await read("invoices.get", { invoiceId: one }, invoice)).toEqual({
    ...{ invoiceId: one, invoiceNumber: "1001", contactId: two, status: "SUBMITTED", lineAmountTypes: "EXCLUSIVE" },
    ...{ invoiceDate: "2026-10-05T00:00:00Z", updatedDate: "2026-10-05T08:09:10Z", totalAmount: 29.75 },
    addresses: [{ city: "Neuland", type: "BILLING" }],
    lineItems: [
      {
        ...{ lineItemId: two, accountId: three, description: "Anfahrt", quantity: 1, unitAmount: 25 },
        ...{ discountItemAmount: 0, itemsAmount: 25, taxRatePercentage: 19 },
        dimensions: [{ id: three, categoryName: "Abteilung", name: "Vertrieb" }],
      },
    ],
  });
});

test("accounts: headings and totals, some with a hyphen in their names", async () => {
  const types = ["Posting", "Heading", "Total", "Begin_x002D_Total", "End_x002D_Total"];
  const found = await listed(
    "accounts.list",
    types.map((accountType) => ({ id: one, accountType, category: "Cost_x0020_of_x0020_Goods_x0020_Sold" })),
  );
  expect(found.map((account) => (account as { type: string }).type)).toEqual([
    ...["POSTING", "HEADING", "TOTAL", "BEGIN_TOTAL", "END_TOTAL"],
  ]);
  expect(found[0]).toMatchObject({ class: "EXPENSE", status: "ACTIVE" });
});

test("a quote's state that ends with a space", async () => {
  expect(await read("offers.get", { offerId: one }, { id: one, status: "Expired_x0020_" })).toMatchObject({
    status: "EXPIRED",
  });
});

test("the ledger: entries of one document together, a reversal with a minus on its own side", async () => {
  const entry = { postingDate: "2026-01-15", documentNumber: "G-7", documentType: "Credit_x0020_Memo" };
  const entries = [
    { ...entry, id: one, accountNumber: "10700", debitAmount: -128.4, creditAmount: 0 },
    { ...entry, id: two, accountNumber: "A-1", debitAmount: 0, creditAmount: -128.4 },
    { ...entry, id: three, documentNumber: "G-8", documentType: "_x0020_", debitAmount: 0, creditAmount: 0 },
  ];
  expect(await listed("journalEntries.list", entries)).toMatchObject([
    {
      ...{ id: one, number: "G-7", journalType: "CREDIT_MEMO", isProvisional: false },
      journalLineItems: [
        { accountCode: "10700", accountNumber: 10_700, debitCreditIndicator: "CREDIT", totalNetAmount: 128.4 },
        { accountCode: "A-1", debitCreditIndicator: "DEBIT", totalNetAmount: 128.4 },
      ],
    },
    { id: three, number: "G-8", journalLineItems: [{ totalNetAmount: 0 }] },
  ]);
});

test("the trial balance: amounts as people write them", async () => {
  const row = {
    ...{ number: "1110", display: "Forderungen", totalDebit: "1,072,893.84", totalCredit: "0.00" },
    ...{ balanceAtDateDebit: "", balanceAtDateCredit: "72,893.84" },
  };
  expect(await listed("trialBalance.list", [row], { fiscalYearStartDate: "2026-01-01" })).toEqual([
    {
      ...{ accountCode: "1110", accountName: "Forderungen", accountNumber: "1110" },
      ...{ totalDebitAmount: 1_072_893.84, totalCreditAmount: 0 },
      balance: { amount: 72_893.84, debitCreditIndicator: "CREDIT" },
      openingBalance: { amount: 1_145_787.68, debitCreditIndicator: "CREDIT" },
    },
  ]);
});

test("payment terms: weeks are days, months are not", async () => {
  const terms = ["30D", "2W", "CM+8D"].map((dueDateCalculation) => ({ id: one, dueDateCalculation }));
  expect(await listed("paymentTerms.list", terms)).toEqual([
    { id: one, dueType: "DUE_IN_DAYS", paymentDays: 30 },
    { id: one, dueType: "DUE_IN_DAYS", paymentDays: 14 },
    { id: one },
  ]);
});

describe("notices", () => {
  const company = "companies(b18aed47-c385-49d2-b954-dbdf8ad71780)";
  const lastModifiedDateTime = "2026-10-26T12:54:20.467Z";
  const notification = { clientState: "s3cret", changeType: "updated", lastModifiedDateTime };
  const post = (value: readonly object[], query = {}): VendorPost => ({
    ...{ headers: {}, query, secret: "s3cret" },
    body: Buffer.from(JSON.stringify({ value })),
  });
  const receive = (value: readonly object[], query = {}) => businesscentral.webhooks?.receive(post(value, query));

  test("several in one post, of several kinds", () => {
    const since = "2026-10-15T11:00:00Z";
    const batch = [
      { ...notification, resource: `api/v2.0/${company}/items(${one})` },
      { ...notification, resource: `/api/v2.0/${company}/customers(${two})`, changeType: "deleted" },
      {
        ...{ ...notification, changeType: "collection" },
        resource: `/api/v2.0/${company}/salesInvoices?$filter=lastDateTimeModified%20gt%20${since}`,
      },
      { ...notification, resource: `api/v2.0/${company}/employees(${three})` },
    ];
    const changedAt = lastModifiedDateTime;
    expect(receive(batch)).toEqual({
      kind: "notices",
      notices: [
        { resource: "ITEM", eventType: "UPDATED", resourceId: one, changedAt },
        { resource: "CUSTOMER", eventType: "DELETED", resourceId: two, changedAt },
        {
          ...{ resource: "INVOICE", eventType: "UPDATED", resourceId: "", changedAt },
          ambiguous: { set: "salesInvoices", since },
        },
      ],
    });
  });

  test("entries of the ledger that came together are looked up together, and are one journal entry", async () => {
    const entries = [one, two].map((id) => ({ id, postingDate: "2026-01-15", documentNumber: "G-7" }));
    const created = { ...notification, changeType: "created" };
    const receipt = receive(
      entries.map(({ id }) => ({ ...created, resource: `api/v2.0/${company}/generalLedgerEntries(${id})` })),
    );
    const notices = receipt?.kind === "notices" ? receipt.notices : [];
    expect(notices).toMatchObject([{ ambiguous: { set: "generalLedgerEntries", entries: [one, two] } }]);
    const [notice] = notices;
    const found = notice && (await businesscentral.webhooks?.lookUp?.(notice, answering({ value: entries })));
    expect(found).toEqual([
      { resource: "JOURNAL_ENTRY", eventType: "CREATED", resourceId: one, changedAt: lastModifiedDateTime },
    ]);
  });

  test("one with another client state makes the whole post forged", () => {
    const mine = { ...notification, resource: `api/v2.0/${company}/items(${one})` };
    expect(receive([mine, { ...mine, clientState: "s3cre7" }])).toEqual({ kind: "invalidSignature" });
  });

  test("a handshake is answered with its word", () => {
    expect(receive([], { validationToken: "hello there" })).toEqual({ kind: "handshake", body: "hello there" });
  });

  test("a collection is looked up", async () => {
    const found = { value: [{ id: one, lastModifiedDateTime }] };
    const ambiguous = { set: "salesInvoices", since: "2026-10-15T11:00:00Z" };
    const notice = { resource: "INVOICE", eventType: "UPDATED", resourceId: "", changedAt: "", ambiguous } as const;
    expect(await businesscentral.webhooks?.lookUp?.(notice, answering(found))).toEqual([
      { resource: "INVOICE", eventType: "UPDATED", resourceId: one, changedAt: lastModifiedDateTime },
    ]);
  });
});
