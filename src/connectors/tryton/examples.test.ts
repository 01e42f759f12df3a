/**
 * Replies of Tryton 6.0.29 (Debian 12, seen 2026-11-16), on SQLite unless a test says otherwise. Only values and oddities are
 * taken over: the bodies are written here.
 */
import { describe, expect, test } from "vitest";
import { day, decimal, moment, rpcWith } from "../../../test/support/rpcVendor.ts";
import { readsOf } from "../../../test/support/vendorSession.ts";
import type { Filters } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { tryton } from "./connector.ts";

const untouched = { create_date: moment(16, 758_600), write_date: null };
const { list } = readsOf(tryton);

const read = async (id: OperationId, model: string, row: object) =>
  (await list(id, rpcWith({ [model]: [{ id: 7, ...untouched, ...row }] }).session)).records[0];

const domainOf = async (id: OperationId, filters: Filters) => {
  const { session, questions } = rpcWith({});
  await list(id, session, { filters });
  return JSON.stringify(questions.find(({ method }) => method.endsWith("search_read"))?.params[0]);
};

const line = {
  id: 1,
  type: "line",
  description: null,
  quantity: 10,
  unit_price: decimal("25"),
  amount: decimal("250.00"),
  "product.": { id: 1, name: "Widget" },
  "unit.": { id: 1, name: "Unit" },
  "account.": { id: 8, code: "4000" },
  "taxes.": [{ id: 1, name: "Sales Tax 10%", rate: decimal("0.1") }],
  "analytic_accounts.": [],
  ...untouched,
};
const due = {
  id: 5,
  maturity_date: day(2025, 2, 14),
  reconciliation: null,
  debit: decimal("563.00"),
  credit: decimal("0"),
};
const sold = {
  number: "INV-00001",
  reference: "PO-7781",
  type: "out",
  state: "posted",
  reconciled: null,
  payment_term: 2,
  invoice_date: day(2025, 1, 15),
  untaxed_amount: decimal("490.00"),
  tax_amount: decimal("73.00"),
  total_amount: decimal("563.00"),
  "party.": { id: 3, name: "Muster LLC" },
  "currency.": { id: 1, code: "USD" },
  "journal.": { id: 1, code: "REV" },
  "account.": { id: 7, code: "1200", name: "Main Receivable" },

  "invoice_address.": {
    id: 3,
    street: "10 Weg",
    city: "Boston",
    postal_code: "10001",
    "country.": { id: 1, code: "US" },
  },

  "lines.": [line],
  "lines_to_pay.": [due],
  "payment_lines.": [],
  "company.": { id: 1, "currency.": { code: "USD" } },
};
const paid = { id: 22, maturity_date: null, reconciliation: null, debit: decimal("0"), credit: decimal("200.00") };
const invoice = (change: object) => read("invoices.list", "account.invoice", { ...sold, ...change });

describe("invoices", () => {
  test("reads decimals, dates and lines from Python's format, and the due date from the ledger", async () => {
    expect(await invoice({})).toMatchObject({
      invoiceId: "7",
      invoiceNumber: "INV-00001",
      reference: "PO-7781",
      contactId: "3",
      name: "Muster LLC",
      invoiceDate: "2025-01-15T00:00:00Z",
      dueDate: "2025-02-14T00:00:00Z",
      paymentTermDuration: 30,
      sumNetAmount: 490,
      totalTaxAmount: 73,
      totalAmount: 563,
      currency: "USD",
      paymentTermId: "2",
      addresses: [{ addressLine1: "10 Weg", city: "Boston", countryCode: "US", postalCode: "10001" }],
      lineItems: [
        { lineItemId: "1", quantity: 10, unitAmount: 25, taxCode: "1", taxRatePercentage: 10, accountId: "8" },
      ],
    });
  });

  test.each([
    ["draft", {}, "DRAFT", undefined],
    ["validated", {}, "SUBMITTED", undefined],
    ["posted", {}, "OVERDUE", "PENDING"],
    ["posted", { "payment_lines.": [paid] }, "PARTIALLY_OVERDUE", "PARTLY_PAID"],
    ["posted", { "lines_to_pay.": [{ ...due, maturity_date: day(2026, 11, 16) }] }, "OPEN", "PENDING"],
    [
      "posted",
      { "lines_to_pay.": [{ ...due, maturity_date: day(2027, 1, 1) }], "payment_lines.": [paid] },
      "PARTIALLY_PAID",
      "PARTLY_PAID",
    ],
    ["paid", { "lines_to_pay.": [{ ...due, reconciliation: 1 }], "payment_lines.": [paid] }, "PAID", "PAID"],
    ["cancelled", {}, "VOIDED", undefined],
  ])("maps %s with %j to %s", async (state, change, status, paymentStatus) => {
    const { status: actualStatus, paymentStatus: actualPaymentStatus } = (await invoice({
      state,
      ...change,
    })) as Record<string, unknown>;
    expect([actualStatus, actualPaymentStatus]).toEqual([status, paymentStatus]);
  });

  test("uses the creation time of an unchanged record, and counts a changed line as a change", async () => {
    expect(await invoice({})).toMatchObject({ updatedDate: "2026-11-15T01:44:16Z" });
    const changed = { ...line, write_date: moment(59, 1) };
    expect(await invoice({ "lines.": [changed] })).toMatchObject({ updatedDate: "2026-11-15T01:44:59Z" });
  });

  test("reads a draft without number, move and taxes", async () => {
    const draft = { number: null, state: "draft", tax_amount: decimal("0"), "lines_to_pay.": [] };
    const read = await invoice(draft);
    expect(read).toMatchObject({ totalTaxAmount: 0 });
    expect(read).not.toHaveProperty("invoiceNumber");
    expect(read).not.toHaveProperty("dueDate");
  });

  test("skips titles and comments, and gives no rate for two taxes", async () => {
    const twice = { ...line, "taxes.": [...line["taxes."], { id: 2, rate: decimal("0.2") }] };
    const read = await invoice({ "lines.": [{ ...line, id: 9, type: "title", amount: decimal("0") }, twice] });
    expect(read?.["lineItems"]).toHaveLength(1);
    const [only] = (read?.["lineItems"] ?? []) as object[];
    expect(only).not.toHaveProperty("taxCode");
  });

  test("translates status OPEN into posted, unpaid and not overdue by the server's date", async () => {
    const domain = await domainOf("invoices.list", { status: "OPEN" });
    expect(domain).toContain('["state","=","posted"],["payment_lines","=",null],["move.lines","not where"');
    expect(domain).toContain('{"__class__":"date","year":2026,"month":11,"day":16}');
  });

  test("looks for changes by both timestamps, since write_date is null before the first change, and by those of lines", async () => {
    const domain = await domainOf("invoices.list", { lastModifiedAt: new Date("2026-11-15T01:44:16.5Z") });
    expect(domain).toContain('[["write_date","=",null],["create_date",">=",{"__class__":"datetime"');
    expect(domain).toContain('"microsecond":500000');
    expect(domain).toContain('["lines","where"');
  });
});

test("reads an invoice with negative quantities as a credit note with positive amounts", async () => {
  const row = {
    ...sold,
    untaxed_amount: decimal("-50.00"),
    tax_amount: decimal("-5.00"),
    total_amount: decimal("-55.00"),
  };
  const back = { ...line, quantity: -2, amount: decimal("-50.00") };
  expect(await read("creditNotes.list", "account.invoice", { ...row, "lines.": [back] })).toMatchObject({
    totalGrossAmount: 55,
    totalNetAmount: 50,
    totalTaxAmount: 5,
    creditNoteLines: [{ quantity: 2, unitAmount: 25, totalNetAmount: 50 }],
  });
  expect(await domainOf("creditNotes.list", {})).toContain('["total_amount","<"');
});

test("maps the supplier's number to a bill's number, and Tryton's to its reference", async () => {
  const row = { ...sold, type: "in", number: "BILL-00001", reference: "SD-1001" };
  expect(await read("bills.list", "account.invoice", row)).toMatchObject({
    billNumber: "SD-1001",
    reference: "BILL-00001",
  });
});

test("reads the due and paid amounts of an open item in the company's currency", async () => {
  const row = { ...sold, "currency.": { code: "EUR" }, "payment_lines.": [paid] };
  expect(await read("openItems.list", "account.invoice", row)).toMatchObject({
    accountNumber: "1200",
    currency: "USD",
    type: "INVOICE",
    totalDebitAmount: 563,
    totalCreditAmount: 200,
    openBalance: { amount: 363, debitCreditIndicator: "DEBIT" },
  });
});
