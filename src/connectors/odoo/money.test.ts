/** Pages of payments, locks and taxes, as Odoo 17 behaved in a live run (2026-11). */
import { describe, expect, test } from "vitest";
import { odooOf, write } from "../../../test/support/odooSimulated.ts";
import { type OdooRow, type OdooRows, odooWith, stamps } from "../../../test/support/odooVendor.ts";
import { readsOf, writeOf } from "../../../test/support/vendorSession.ts";
import { odoo } from "./connector.ts";
import { paymentReads } from "./payments.ts";
import { defaultTaxCode } from "./taxes.ts";

const { get, list } = readsOf(odoo);

const euro = [126, "EUR"];
const customer = [16, "Harbor Test LLC"];
const journal = { id: 20, code: "BNK1", type: "bank", default_account_id: [2605, "1201 Bank"], ...stamps };

const payment = {
  id: 17,
  amount: 288,
  currency_id: euro,
  date: "2026-11-12",
  journal_id: [20, "Bank"],
  ref: "test kontor:abc",
  move_id: [68, "PBNK1/2026/00001 (test kontor:abc)"],
  partner_id: customer,
  partner_type: "customer",
  payment_type: "inbound",
  state: "posted",
  ...stamps,
};
const bankLine = { id: 175, account_type: "asset_current", matched_debit_ids: [], matched_credit_ids: [], ...stamps };
const owedLine = {
  id: 176,
  account_type: "asset_receivable",
  matched_debit_ids: [18],
  matched_credit_ids: [],
  ...stamps,
};
const partial = {
  id: 18,
  amount: 238,
  debit_amount_currency: 238,
  credit_amount_currency: 238,
  debit_move_id: [174, "INV/2026/00003"],
  credit_move_id: [176, "PBNK1/2026/00001"],
  max_date: "2026-11-12",
  ...stamps,
};
const invoiceLine = { id: 174, move_id: [67, "INV/2026/00003"], move_type: "out_invoice", ...stamps };

interface Changes {
  readonly payment?: object;
  readonly owed?: object;
  readonly partials?: readonly OdooRow[];
  readonly lines?: readonly OdooRow[];
}

/** The payment of the live run, and what a test changes about it. */
const books = ({ payment: changed, owed, partials = [partial], lines = [invoiceLine] }: Changes = {}): OdooRows => ({
  "account.payment": [{ ...payment, ...changed }],
  "account.journal": [journal],
  "account.move": [{ id: 68, line_ids: [175, 176], ...stamps }],
  "account.move.line": [bankLine, { ...owedLine, ...owed }, ...lines],
  "account.partial.reconcile": partials,
});

describe("payments", () => {
  const statement = {
    "account.bank.statement.line": [
      {
        id: 1,
        amount: 238,
        currency_id: euro,
        date: "2026-11-15",
        journal_id: [20, "Bank"],
        payment_ref: "stmt",
        move_id: [76, "BNK1/2026/00001"],
        partner_id: customer,
        ...stamps,
      },
    ],
    "account.journal": [journal],
    "account.move": [{ id: 76, line_ids: [196, 197], ...stamps }],
    "account.move.line": [
      { ...bankLine, id: 196, debit: 238, credit: 0, amount_currency: 238, currency_id: euro, partner_id: customer },
      { ...owedLine, id: 197, debit: 0, credit: 238, amount_currency: -238, currency_id: euro, partner_id: customer },
      invoiceLine,
    ],
    "account.partial.reconcile": [partial],
  };

  test("pages through payments and then through bank statements", async () => {
    const rows = { ...books(), "account.bank.statement.line": statement["account.bank.statement.line"] };
    const page = async (number: number) => {
      const { session, questions } = odooWith({ rows });
      const call = { ids: {}, filters: {}, window: { page: number, limit: 1 } };
      const { total } = await paymentReads["payments.list"].list(call, session);
      const models = questions.filter(({ method }) => method === "search_read").map(({ model }) => model);
      return { total, models };
    };
    expect(await page(1)).toEqual({ total: 2, models: ["account.payment"] });
    expect(await page(2)).toEqual({ total: 2, models: ["account.bank.statement.line"] });
  });
});

describe("entries", () => {
  const entryLine = { account_id: [40, "2000"], currency_id: [1, "USD"], company_currency_id: euro, ...stamps };
  const entry = (change: object = {}): OdooRows => ({
    "account.account": [{ id: 40, code: "2000", account_type: "expense", ...stamps }],
    "account.move": [
      {
        id: 64,
        move_type: "entry",
        state: "posted",
        date: "2026-11-01",
        invoice_date_due: "2026-11-18",
        currency_id: [1, "USD"],
        company_currency_id: euro,
        line_ids: [166, 167],
        ...stamps,
        ...change,
      },
    ],
    "account.move.line": [
      { ...entryLine, id: 166, debit: 90, credit: 0, amount_currency: 100 },
      { ...entryLine, id: 167, debit: 0, credit: 90, amount_currency: -100 },
    ],
  });
  const read = async (rows: OdooRows) =>
    (await get("journalEntries.get", odooWith({ rows }).session, { ids: { journalEntryId: "64" } })).record;

  test("the entry of a payment in dollars is in the company's currency", async () => {
    expect(await read(entry({ payment_id: [3, "PBNK1"] }))).toMatchObject({
      currency: "EUR",
      journalLineItems: [{ totalNetAmount: 90 }, { totalNetAmount: 90 }],
    });
  });

  test("a plain entry has no due date, although Odoo fills one in", async () => {
    expect(await read(entry())).not.toHaveProperty("dueDate");
    expect(await read(entry({ move_type: "out_invoice" }))).toMatchObject({ dueDate: "2026-11-18T00:00:00Z" });
  });

  test("live: refuses a day in a closed period, because Odoo would post it a month later", async () => {
    const session = await odooOf(17);
    const handler = writeOf<object, object>(odoo, "journalEntries.create");
    const body = { transactionDate: "2020-06-01T00:00:00Z", journalLineItems: [] };
    const call = { ids: {}, filters: {}, files: [], marker: "m-1", body };
    await expect(handler.prepare?.(call, session)).rejects.toMatchObject({
      code: "cannot_store",
      details: { field: "transactionDate" },
    });
  });
});

describe("the contact of a journal line", () => {
  const accounts = [
    { id: 40, code: "2000", account_type: "expense", ...stamps },
    { id: 41, code: "1200", account_type: "asset_receivable", ...stamps },
  ];
  const prepare = (line: object) => {
    const body = { transactionDate: "2026-11-02T00:00:00Z", journalLineItems: [line] };
    const call = { ids: {}, filters: {}, files: [], marker: "m-1", body };
    const { session } = odooWith({ rows: { "account.account": accounts } });
    return writeOf<object, object>(odoo, "journalEntries.create").prepare?.(call, session);
  };

  test.each([
    { accountId: "40", customerId: "16" },
    { accountId: "40", supplierId: "16" },
    { accountId: "41", supplierId: "16" },
  ])("live: is refused on an account of another kind: %j", async (line) => {
    const field = `journalLineItems[0].${"customerId" in line ? "customerId" : "supplierId"}`;
    await expect(prepare(line)).rejects.toMatchObject({ code: "cannot_store", details: { field } });
  });

  test("is accepted on a receivable", async () => {
    await expect(prepare({ accountId: "41", customerId: "16" })).resolves.toBeDefined();
  });
});

describe("closed periods", () => {
  const company = { id: 1, fiscalyear_lock_date: "2024-12-31" };
  const body = { invoiceDate: "2025-02-01T00:00:00Z", status: "OPEN", lineItems: [{ taxCode: "5" }] };
  const prepare = (row: OdooRow, replies = {}, more = {}) => {
    const call = { ids: {}, filters: {}, files: [], marker: "m-1", body: { ...body, ...more } };
    const { session } = odooWith({ rows: { "res.company": [row] }, replies });
    return writeOf<object, object>(odoo, "invoices.create").prepare?.(call, session);
  };
  const refused = { code: "cannot_store", details: { field: "invoiceDate" } };

  test.each([
    ["the company", { ...company, fiscalyear_lock_date: "2025-06-30" }, {}],
    ["taxes", { ...company, tax_lock_date: "2025-06-30" }, {}],
    ["users without all rights", { ...company, period_lock_date: "2025-06-30" }, { "res.users.has_group": false }],
    ["sales, from version 18 on", { ...company, user_sale_lock_date: "2025-06-30" }, {}],
  ])("are closed for %s", async (_name, row, replies) => {
    await expect(prepare(row, replies)).rejects.toMatchObject(refused);
    await expect(prepare(row, replies, { status: "DRAFT" })).resolves.toBeDefined();
  });

  test.each([
    ["purchases", { ...company, user_purchase_lock_date: "2025-06-30" }, {}],
    [
      "others than the user, from version 18 on",
      { ...company, user_fiscalyear_lock_date: "2024-12-31", fiscalyear_lock_date: "2025-06-30" },
      {},
    ],
    ["users with fewer rights", { ...company, period_lock_date: "2025-06-30" }, { "res.users.has_group": true }],
  ])("are open if they are closed for %s", async (_name, row, replies) => {
    await expect(prepare(row, replies)).resolves.toBeDefined();
  });

  test("are open for documents without taxes if they are closed for taxes", async () => {
    const untaxed = { lineItems: [{ taxRatePercentage: 0 }] };
    await expect(prepare({ ...company, tax_lock_date: "2025-06-30" }, {}, untaxed)).resolves.toBeDefined();
  });
});

describe("the day on which an invoice was paid", () => {
  const settlement = { ...partial, id: 30, debit_amount_currency: 200, credit_amount_currency: 200 };
  const exchangeDifference = {
    ...partial,
    id: 31,
    amount: 4.2,
    debit_amount_currency: 0,
    credit_amount_currency: 0,
    max_date: "2026-11-30",
  };
  const paidDate = async (partials: readonly OdooRow[]) => {
    const move = { id: 67, move_type: "out_invoice", state: "posted", payment_state: "paid", line_ids: [174] };
    const rows: OdooRows = {
      "account.move": [{ ...move, ...stamps }],
      "account.move.line": [{ ...owedLine, id: 174, matched_debit_ids: [], matched_credit_ids: [30, 31] }],
      "account.partial.reconcile": partials,
    };
    const { session } = odooWith({ rows });
    return (await get("invoices.get", session, { ids: { invoiceId: "67" } })).record["paidDate"];
  };

  test("is that of the payment, not that of an exchange difference that Odoo posted later", async () => {
    expect(await paidDate([settlement, exchangeDifference])).toBe("2026-11-12T00:00:00Z");
  });

  test("is that of the last payment", async () => {
    const later = { ...settlement, id: 31, max_date: "2026-11-20" };
    expect(await paidDate([settlement, later])).toBe("2026-11-20T00:00:00Z");
  });
});

describe("documents", () => {
  const lines = [{ description: "One", quantity: 2, unitAmount: 100 }];
  const posted = async () => {
    const session = await odooOf(17);
    const [customerRecord] = (await list("customers.list", session)).records;
    const body = {
      contactId: customerRecord?.["id"],
      invoiceDate: "2026-10-16T00:00:00Z",
      lineItems: lines,
      status: "OPEN",
    };
    const { invoiceId } = (await write(session, "invoices.create", body)) as { invoiceId: string };
    return { session, invoiceId };
  };

  test("live: a posted invoice keeps its lines, although Odoo's API would change them", async () => {
    const { session, invoiceId } = await posted();
    const change = (body: object) => write(session, "invoices.patch", body, { ids: { invoiceId } });
    await expect(change({ lineItems: lines })).rejects.toMatchObject({
      code: "document_locked",
      details: { field: "lineItems" },
    });
    await expect(change({ currency: "USD" })).rejects.toMatchObject({
      code: "document_locked",
      details: { field: "currency" },
    });
    expect(await change({ reference: "PO 7", currency: "EUR" })).toMatchObject({ reference: "PO 7" });
  });

  test("live: a posted invoice can be cancelled", async () => {
    const { session, invoiceId } = await posted();
    expect(await write(session, "invoices.patch", { status: "VOIDED" }, { ids: { invoiceId } })).toMatchObject({
      status: "VOIDED",
    });
  });

  test("live: refuses a price that Odoo would round to another amount", async () => {
    const session = await odooOf(17);
    const lineItems = [{ quantity: 3, unitAmount: 84.033613 }];
    const refused = write(session, "invoices.create", { contactId: "1", lineItems });
    await expect(refused).rejects.toMatchObject({
      code: "cannot_store",
      details: { field: "lineItems[0].unitAmount" },
    });
  });

  test("live: takes the company's tax among those with the same rate, and none that the price includes", async () => {
    const tax = { amount: 19, amount_type: "percent", type_tax_use: "sale", company_id: [1, "x"] };
    const taxes = [
      { ...tax, id: 69, price_include: false },
      { ...tax, id: 72, price_include: true },
      { ...tax, id: 85, price_include: false },
    ];
    const choose = (rows: readonly OdooRow[], preferred: unknown) =>
      defaultTaxCode(
        { percentage: 19, usage: "INVOICE" },
        odooWith({ rows: { "account.tax": rows, "res.company": [{ id: 1, account_sale_tax_id: preferred }] } }).session,
      );
    expect(await choose(taxes, [69, "19%"])).toBe("69");
    expect(await choose(taxes, false)).toBeUndefined();
    expect(await choose(taxes.slice(0, 2), false)).toBe("69");
  });
});
