/** Other records; docs and fyle are the sources in evidence/. */
import { describe, expect, test } from "vitest";
import { readsOf, replying } from "../../../test/support/vendorSession.ts";
import type { Filters } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { businesscentral } from "./connector.ts";

const none = "00000000-0000-0000-0000-000000000000";
const id = (digit: number): string => `5d115c9c-44e3-ea11-bb43-00000000000${digit}`;
const page = (...value: readonly object[]) => ({ value, "@odata.count": value.length });
const vendor = (replies: Readonly<Record<string, unknown>>) => replying(replies, page());
const { get, list } = readsOf(businesscentral);
const first = async (operation: OperationId, path: string, row: object, filters: Filters = {}) =>
  (await list(operation, vendor({ [path]: page(row) }), { filters })).records[0];

const firstId = id(1);
const two = id(2);
const three = id(3);
const nothing = none;
const read = async (operation: OperationId, ids: Readonly<Record<string, string>>, body: unknown) =>
  (await get(operation, replying({}, body), { ids })).record;
const listed = async (operation: OperationId, value: readonly object[], filters: Filters = {}) =>
  (await list(operation, replying({}, page(...value)), { filters })).records;

test("an invoice: encoded choices, empty dates and ids, dimensions", async () => {
  const line = {
    id: two,
    itemId: nothing,
    accountId: three,
    lineType: "Account",
    description: "Anfahrt",
    quantity: 1,
    unitPrice: 25,
    discountAmount: 0,
    amountExcludingTax: 25,
    taxPercent: 19,
    dimensionSetLines: [{ id: firstId, displayName: "Abteilung", valueId: three, valueDisplayName: "Vertrieb" }],
  };
  const invoice = {
    id: firstId,
    number: "1001",
    status: "In_x0020_Review",
    invoiceDate: "2026-10-05",
    dueDate: "0001-01-01",
    customerId: two,
    paymentTermsId: nothing,
    pricesIncludeTax: false,
    billToCity: "Neuland",
    shipToCity: "",
    totalAmountIncludingTax: 29.75,
    remainingAmount: 29.75,
    lastModifiedDateTime: "2026-10-05T08:09:10.347Z",
    salesInvoiceLines: [line],
  };
  expect(await read("invoices.get", { invoiceId: firstId }, invoice)).toEqual({
    invoiceId: firstId,
    invoiceNumber: "1001",
    contactId: two,
    status: "SUBMITTED",
    lineAmountTypes: "EXCLUSIVE",
    invoiceDate: "2026-10-05T00:00:00Z",
    updatedDate: "2026-10-05T08:09:10Z",
    totalAmount: 29.75,
    addresses: [{ city: "Neuland", type: "BILLING" }],
    lineItems: [
      {
        lineItemId: two,
        accountId: three,
        description: "Anfahrt",
        quantity: 1,
        unitAmount: 25,
        discountItemAmount: 0,
        itemsAmount: 25,
        taxRatePercentage: 19,
        dimensions: [{ id: three, categoryName: "Abteilung", name: "Vertrieb" }],
      },
    ],
  });
});

test("accounts: headings and totals, some with a hyphen in their names", async () => {
  const types = ["Posting", "Heading", "Total", "Begin_x002D_Total", "End_x002D_Total"];
  const found = await listed(
    "accounts.list",
    types.map((accountType) => ({ id: firstId, accountType, category: "Cost_x0020_of_x0020_Goods_x0020_Sold" })),
  );
  expect(found.map((account) => (account as { type: string }).type)).toEqual([
    "POSTING",
    "HEADING",
    "TOTAL",
    "BEGIN_TOTAL",
    "END_TOTAL",
  ]);
  expect(found[0]).toMatchObject({ class: "EXPENSE", status: "ACTIVE" });
});

test("a quote's state that ends with a space", async () => {
  expect(await read("offers.get", { offerId: firstId }, { id: firstId, status: "Expired_x0020_" })).toMatchObject({
    status: "EXPIRED",
  });
});

test("the ledger: entries of one document together, with a negative reversal", async () => {
  const entry = { postingDate: "2026-01-15", documentNumber: "G-7", documentType: "Credit_x0020_Memo" };
  const entries = [
    { ...entry, id: firstId, accountNumber: "10700", debitAmount: -128.4, creditAmount: 0 },
    { ...entry, id: two, accountNumber: "A-1", debitAmount: 0, creditAmount: -128.4 },
    { ...entry, id: three, documentNumber: "G-8", documentType: "_x0020_", debitAmount: 0, creditAmount: 0 },
  ];
  expect(await listed("journalEntries.list", entries)).toMatchObject([
    {
      id: firstId,
      number: "G-7",
      journalType: "CREDIT_MEMO",
      isProvisional: false,
      journalLineItems: [
        { accountCode: "10700", accountNumber: 10_700, debitCreditIndicator: "CREDIT", totalNetAmount: 128.4 },
        { accountCode: "A-1", debitCreditIndicator: "DEBIT", totalNetAmount: 128.4 },
      ],
    },
    { id: three, number: "G-8", journalLineItems: [{ totalNetAmount: 0 }] },
  ]);
});

test("payments: those of documents that are closed are read from the ledger, by the number in their description", async () => {
  const entry = (number: string, more: object) => ({
    postingDate: "2026-11-02",
    documentNumber: number,
    documentType: "Payment",
    ...more,
  });
  const toInvoice = { description: "Payment of Invoice 103001" };
  const toBill = { description: "Payment of Invoice 108014" };
  const session = vendor({
    "/generalLedgerEntries": page(
      entry("P-1", { id: firstId, debitAmount: 119, creditAmount: 0, ...toInvoice }),
      entry("P-1", { id: two, debitAmount: 0, creditAmount: 119, ...toInvoice }),
      entry("P-2", { id: three, debitAmount: 238, creditAmount: 0, ...toBill }),
      entry("P-2", { id: id(4), debitAmount: 0, creditAmount: 238, ...toBill }),
    ),
    "/salesInvoices": page({ id: id(5), number: "103001", status: "Paid", customerId: id(6) }),
    "/purchaseInvoices": page({ id: id(7), number: "108014", status: "Paid", vendorId: id(8) }),
  });
  const { records, warnings = [] } = await list("payments.list", session);
  expect(warnings).toEqual([]);
  expect(records).toMatchObject([
    { documentType: "INVOICE", paymentLines: [{ amount: 119, invoiceId: id(5), customerId: id(6) }] },
    { documentType: "BILL", paymentLines: [{ amount: 238, invoiceId: id(7), supplierId: id(8) }] },
  ]);
});

test("the trial balance: formatted amounts", async () => {
  const row = {
    number: "1110",
    display: "Forderungen",
    totalDebit: "1,072,893.84",
    totalCredit: "0.00",
    balanceAtDateDebit: "",
    balanceAtDateCredit: "72,893.84",
  };
  expect(await listed("trialBalance.list", [row], { fiscalYearStartDate: "2026-01-01" })).toEqual([
    {
      accountCode: "1110",
      accountName: "Forderungen",
      accountNumber: "1110",
      totalDebitAmount: 1_072_893.84,
      totalCreditAmount: 0,
      balance: { amount: 72_893.84, debitCreditIndicator: "CREDIT" },
      openingBalance: { amount: 1_145_787.68, debitCreditIndicator: "CREDIT" },
    },
  ]);
});

test("payment terms: converts weeks to days, but not months", async () => {
  const terms = ["30D", "2W", "CM+8D"].map((dueDateCalculation) => ({ id: firstId, dueDateCalculation }));
  expect(await listed("paymentTerms.list", terms)).toEqual([
    { id: firstId, dueType: "DUE_IN_DAYS", paymentDays: 30 },
    { id: firstId, dueType: "DUE_IN_DAYS", paymentDays: 14 },
    { id: firstId },
  ]);
});

describe("contacts", () => {
  test("reads a person's company as companyName and the name as the person", async () => {
    const contact = { id: id(1), type: "Person", displayName: "Ada van Nirgendwo", companyNumber: "CT1" };
    const working = { ...contact, companyName: "Neuland", contactBusinessRelation: "Customer" };
    expect(await first("contacts.list", "/contacts", working)).toEqual({
      id: id(1),
      contactType: "CONTACT_PERSON",
      companyName: "Neuland",
      isCustomer: true,
      isSupplier: false,
      contactPersons: [{ firstName: "Ada van", lastName: "Nirgendwo" }],
    });
    expect(await first("contacts.list", "/contacts", { ...contact, companyName: "" })).toMatchObject({
      companyName: "Ada van Nirgendwo",
    });
  });

  test("finds a contact by the name of its company, or by its own name", async () => {
    const session = vendor({
      "/contacts?companyName eq 'Neu''land'": page({ id: id(1), type: "Company" }),
      "/contacts?displayName eq 'Neu''land' and companyName eq ''": page({ id: id(2), type: "Person" }),
    });
    const { records, total } = await list("contacts.list", session, { filters: { name: "Neu'land" } });
    expect(records).toMatchObject([{ id: id(1) }, { id: id(2) }]);
    expect(total).toBe(2);
  });
});

describe("the ledger", () => {
  /** dynamics_generalledgerentry_get.md */
  const entry = {
    id: id(1),
    entryNumber: 1,
    postingDate: "2019-01-15",
    documentNumber: "PS-INV103001",
    documentType: " ",
    accountId: id(2),
    accountNumber: "10700",
    description: "Direct Cost 20000 on 01/15/19",
    debitAmount: 0,
    creditAmount: 128.4,
    lastModifiedDateTime: "2020-08-21T00:25:56.383Z",
  };

  test("dates an event by the document's last change", async () => {
    const changed = { ...entry, id: id(3), entryNumber: 2, lastModifiedDateTime: "2020-09-01T10:11:12.9Z" };
    const session = vendor({
      "/generalLedgerEntries": page(entry, changed),
      [`/generalLedgerEntries?(id eq ${id(3)})`]: page(changed),
    });
    const ambiguous = { set: "generalLedgerEntries", entries: [id(3)] };
    const notice = {
      resource: "JOURNAL_ENTRY",
      eventType: "UPDATED",
      resourceId: id(3),
      changedAt: "",
      ambiguous,
    } as const;
    const [found] = (await businesscentral.webhooks?.lookUp?.(notice, session)) ?? [];
    expect(found).toMatchObject({ resourceId: id(1), changedAt: "2020-09-01T10:11:12Z" });
    const lastModifiedAt = new Date(found?.changedAt ?? "");
    const { records } = await list("journalEntries.list", session, { filters: { lastModifiedAt } });
    expect(records).toMatchObject([
      { id: id(1), updatedDate: found?.changedAt, journalLineItems: [{}, { id: id(3) }] },
    ]);
  });
});
