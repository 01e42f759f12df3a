/** Filters as search domains of Tryton 6.0. */
import { describe, expect, test } from "vitest";
import { day, decimal, moment, rpcWith } from "../../../test/support/rpcVendor.ts";
import { readsOf } from "../../../test/support/vendorSession.ts";
import type { Filters } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { tryton } from "./connector.ts";

const untouched = { create_date: moment(16, 758_600), write_date: null };
const { get, list } = readsOf(tryton);

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

describe("invoices", () => {
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

test.each(["abc", "99999999999", ""])('answers not_found for the id "%s" without asking Tryton', async (invoiceId) => {
  const { session, questions } = rpcWith({});
  await expect(get("invoices.get", session, { ids: { invoiceId } })).rejects.toMatchObject({ code: "not_found" });
  expect(questions).toEqual([]);
});
