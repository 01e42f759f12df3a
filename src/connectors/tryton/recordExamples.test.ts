/**
 * Replies of Tryton 6.0.29 (Debian 12, seen 2026-11-16), on SQLite unless a test says otherwise. Only values and oddities are
 * taken over: the bodies are written here.
 */
import { expect, test } from "vitest";
import { day, decimal, moment, rpcWith } from "../../../test/support/rpcVendor.ts";
import { readsOf, sessionWith } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import { tryton } from "./connector.ts";

const untouched = { create_date: moment(16, 758_600), write_date: null };
const { get, list } = readsOf(tryton);

const read = async (id: OperationId, model: string, row: object) =>
  (await list(id, rpcWith({ [model]: [{ id: 7, ...untouched, ...row }] }).session)).records[0];

test.each([
  [{ statement: "balance", assets: 1, name: "Cash" }, "ASSET", "Cash"],
  [{ statement: "balance", assets: 1, receivable: 1, name: "Receivable" }, "ASSET", "ACCOUNTS_RECEIVABLE"],
  [{ statement: "balance", assets: 0, payable: 1, name: "Payable" }, "LIABILITY", "ACCOUNTS_PAYABLE"],
  // Flags as PostgreSQL returns them.
  [{ statement: "income", expense: true, name: "Expense" }, "EXPENSE", "EXPENSE"],
  [{ statement: "income", revenue: 1, expense: 0, name: "Revenue" }, "REVENUE", "REVENUE"],
  [{ statement: "balance", assets: 0, name: "Equity" }, undefined, "Equity"],
  [null, undefined, undefined],
])("maps the account type %j to %s, %s", async (type, accountClass, accountType) => {
  const row = { code: "1000", name: "Main Cash", parent: 2, balance: decimal("-30.50"), active: true, "type.": type };
  const account = await read("accounts.list", "account.account", row);
  expect(account).toMatchObject({ number: "1000", balance: -30.5, parentAccountId: "2", status: "ACTIVE" });
  expect([account?.["class"], account?.["type"]]).toEqual([accountClass, accountType]);
});

test("reads an entry's lines in order, customers by account type, and drafts as provisional", async () => {
  const common = { description: null, "currency.": { code: "USD" }, "analytic_lines.": [] };
  const receivable = { id: 7, code: "1200", "type.": { receivable: 1, payable: 0 } };
  const row = {
    number: "12",
    post_number: null,
    date: day(2025, 1, 15),
    description: "Accrual kontor:op-1",
    state: "draft",

    origin: "account.invoice,1",
    "journal.": { code: "REV", type: "revenue" },
    "period.": { id: 1, name: "2025-01" },
    "lines.": [
      { id: 5, debit: decimal("563.00"), credit: decimal("0"), "account.": receivable, "party.": { id: 3 }, ...common },
      {
        id: 1,
        debit: decimal("0"),
        credit: decimal("563.00"),
        "account.": { id: 8, code: "4000" },
        "party.": null,
        ...common,
      },
    ],
  };
  expect(await read("journalEntries.list", "account.move", row)).toMatchObject({
    number: "12",
    description: "Accrual",
    isProvisional: true,
    documentId: "1",
    accountingPeriodId: "1",
    journalLineItems: [
      { id: "1", accountNumber: 4000, debitCreditIndicator: "CREDIT", totalNetAmount: 563 },
      { id: "5", customerId: "3", debitCreditIndicator: "DEBIT", totalNetAmount: 563 },
    ],
  });
});

test("reads a party's two street lines, contact mechanisms by kind, and tax id", async () => {
  const row = {
    name: "Beta SARL",
    code: "C002",
    "bank_accounts.": [],
    "addresses.": [
      { id: 4, street: "10 Rue\nCour", city: "Paris", "country.": { code: "FR" } },
      { id: 5, street: null },
    ],
    "contact_mechanisms.": [
      { id: 1, type: "email", value: "compta@beta.example" },
      { id: 2, type: "phone", value: "+33 1 23" },
      { id: 3, type: "sip", value: "sip:beta" },
    ],
    "identifiers.": [
      { type: null, code: "kontor:op" },
      { type: "eu_vat", code: "FR23334175221" },
    ],
  };
  const party = await read("customers.list", "party.party", row);
  expect(party).toMatchObject({ companyName: "Beta SARL", number: "C002", vatId: "FR23334175221" });
  expect(party?.["addresses"]).toEqual([
    { addressLine1: "10 Rue", addressLine2: "Cour", city: "Paris", countryCode: "FR" },
  ]);
  expect(party?.["emailAddresses"]).toEqual([{ email: "compta@beta.example" }]);
  expect(party?.["phoneNumbers"]).toEqual([{ number: "+33 1 23" }]);
});

test("reads a product's accounts and tax from its category, and its unit by symbol", async () => {
  const category = { account_revenue: 12, account_expense: 11, "customer_taxes.": [{ id: 2, rate: decimal("0.2") }] };
  const row = {
    code: "CONS-H",
    name: "Consulting",
    type: "service",
    list_price: decimal("120"),
    cost_price: decimal("60"),
    "default_uom.": { symbol: "h" },
    "account_category.": category,
  };
  expect(await read("items.list", "product.product", row)).toMatchObject({
    itemNumber: "CONS-H",
    type: "SERVICE",
    unitName: "HOUR",
    unitSalesPrice: 120,
    unitPurchasePrice: 60,
    incomeAccountId: "12",
    expenseAccountId: "11",
    taxCode: "2",
    taxRatePercentage: 20,
  });
});

test.each([
  [[{ relativedeltas: [{ days: 30, weeks: 0, months: 0, day: null }] }], 30],
  [[{ relativedeltas: [{ days: 0, weeks: 0, months: 0, day: null }] }], 0],
  [[{ relativedeltas: [{ days: 1, weeks: 2, months: 0, day: null }] }], 15],
  [[{ relativedeltas: [{ days: 0, weeks: 0, months: 1, day: null }] }], undefined],
  [[{ relativedeltas: [{ days: 0 }] }, { relativedeltas: [{ days: 60 }] }], undefined],
])("reads a payment term of %j as %s days", async (lines, days) => {
  const nested = lines.map((line, id) => ({ id, "relativedeltas.": line.relativedeltas }));
  const term = await read("paymentTerms.list", "account.invoice.payment_term", { name: "Term", "lines.": nested });
  expect(term?.["paymentDays"]).toBe(days);
});

test.each([
  [
    "taxRates.list",
    "account.tax",
    { name: "Tax", rate: decimal("0.08875"), "group.": null },
    { percentage: 8.875, code: "7" },
  ],
  [
    "taxRates.list",
    "account.tax",
    { name: "Tax", rate: decimal("0"), "group.": { kind: "both" } },
    { percentage: 0, usage: "ALL" },
  ],
  [
    "units.list",
    "product.uom",
    { name: "Hour", symbol: "h", "category.": { name: "Time" } },
    { code: "h", type: "Time" },
  ],
  [
    "journals.list",
    "account.journal",
    { name: "Revenue", code: "REV", type: "revenue" },
    { code: "REV", description: "Revenue" },
  ],
  [
    "dimensions.list",
    "analytic_account.account",
    { name: "Sales", active: 1, "root.": { name: "Departments" } },
    { categoryName: "Departments", status: "ACTIVE" },
  ],
  [
    "salesOrders.list",
    "sale.sale",
    { state: "quotation", sale_date: day(2025, 2, 1), total_amount: decimal("192.50") },
    { status: "IN_REVIEW", orderDate: "2025-02-01T00:00:00Z", totalGrossAmount: 192.5 },
  ],
  [
    "purchaseOrders.list",
    "purchase.purchase",
    { state: "processing", number: "1", "party.": { id: 6 } },
    { status: "OPEN", supplierId: "6", reference: "1" },
  ],
] as const)("%s reads %s", async (id, model, row, expected) => {
  expect(await read(id, model, row)).toMatchObject(expected);
});

test("reads an IBAN without spaces, and only the company's bank accounts", async () => {
  const row = {
    active: 1,
    "bank.": { bic: "BNPAFRPP", "party.": { name: "First Bank" } },
    "currency.": { code: "EUR" },
  };
  const numbers = [{ type: "iban", number: "FR76 3000 6000 0112 3456 7890 189" }];
  const { session, questions } = rpcWith({
    "company.company": [{ id: 1, party: 4 }],
    "bank.account": [{ id: 1, ...untouched, ...row, "numbers.": numbers }],
  });
  expect((await list("bankAccounts.list", session)).records).toMatchObject([
    { iban: "FR7630006000011234567890189", bic: "BNPAFRPP", bankName: "First Bank", currency: "EUR", status: "ACTIVE" },
  ]);
  expect(JSON.stringify(questions)).toContain('["owners","in",[4]]');
});

test("reads ledger lines that refer to an invoice as its payments", async () => {
  const row = {
    date: day(2025, 2, 28),
    debit: decimal("340.50"),
    credit: decimal("0"),
    description: null,
    "party.": { id: 7, name: "Office" },
    "invoice_payment.": { id: 7, type: "in" },
    "account.": { id: 6 },
    "move.": { id: 9, description: null, "journal.": { code: "CASH" } },
    "currency.": { code: "USD" },
  };
  expect(await read("payments.list", "account.move.line", row)).toMatchObject({
    documentType: "BILL",
    journalCode: "CASH",
    currency: "USD",
    paymentLines: [{ amount: 340.5, invoiceId: "7", supplierId: "7", paymentDate: "2025-02-28" }],
  });
  const refund = { ...row, debit: row.credit, credit: row.debit };
  expect(await read("payments.list", "account.move.line", refund)).toMatchObject({
    paymentLines: [{ amount: -340.5 }],
  });
});

test("reads the trial balance from the general ledger of the year in the context", async () => {
  const { session, questions } = rpcWith({
    "account.fiscalyear": [{ id: 2, name: "2026" }],
    "account.general_ledger.account": [
      {
        id: 4,
        "account.": { id: 4, code: "1000", name: "Main Cash" },
        start_balance: decimal("-30.50"),
        debit: decimal("0.00"),
        credit: decimal("0.00"),
        end_balance: decimal("-30.50"),
      },
    ],
  });
  const { records } = await list("trialBalance.list", session, { filters: { fiscalYearStartDate: "2026-01-01" } });
  const balance = { amount: 30.5, debitCreditIndicator: "CREDIT" };
  expect(records).toEqual([
    {
      accountCode: "1000",
      accountName: "Main Cash",
      accountNumber: "1000",
      balance,
      openingBalance: balance,
      totalCreditAmount: 0,
      totalDebitAmount: 0,
    },
  ]);
  expect(questions.at(-1)?.params.at(-1)).toEqual({ company: 1, fiscalyear: 2, posted: true });
});

test("reads files whose Base64 has line breaks, and links without content", async () => {
  const { session } = rpcWith({
    "account.invoice": [{ id: 6, ...untouched, type: "in" }],
    "ir.attachment": [
      { id: 1, name: "bill.txt", type: "data", data_size: 31, link: null },
      { id: 2, name: "link", type: "link", data_size: 0, link: "https://books.example/1" },
    ],
    "model.ir.attachment.read": [{ id: 1, data: { __class__: "bytes", base64: "T3Jp\nZ2lu\n" } }],
  });
  expect((await list("bills.documents.list", session, { ids: { billId: "6" } })).records).toEqual([
    { id: "1", base64Encoded: true, content: "T3JpZ2lu", contentType: "text/plain", fileName: "bill.txt" },
    {
      id: "2",
      base64Encoded: false,
      content: "https://books.example/1",
      contentType: "text/uri-list",
      fileName: "link",
    },
  ]);
});

test.each(["abc", "99999999999", ""])("answers not_found for the id %j without asking Tryton", async (invoiceId) => {
  await expect(get("invoices.get", sessionWith({}), { ids: { invoiceId } })).rejects.toMatchObject({
    code: "not_found",
  });
});

const { refusals, signIn } = tryton;
test.each([
  [["UserError", ["You must balance all its lines.", "", null]], 422, "You must balance all its lines."],
  [["UserWarning", ["invoice_payment_term_10", "A payment date in the past.", ""]], 409, "A payment date in the past."],
  [["ConcurrencyException", "Records were modified in the meanwhile"], 409, "Records were modified in the meanwhile"],
  [["LoginException", ["password", "Password for api", "password"]], 401, "Password for api"],
  [["'nope'", ""], 422, "'nope'"],
  [["Missing context argument", ""], 422, "Missing context argument"],
])("reads the error %j in a 200 as %i", (error, status, message) => {
  expect(refusals.status?.({ id: 1, error }, 200)).toBe(status);
  expect(refusals.message({ id: 1, error })).toBe(message);
});

test("builds the session header from the user id and the key of the sign-in", () => {
  if (signIn.kind !== "session") throw new Error("Tryton signs in by session.");
  expect(signIn.started({ body: { id: 1, result: [2, "f556"] }, headers: {} })).toEqual({
    sessionToken: "f556",
    userId: "2",
  });
  expect(signIn.headers["authorization"]).toBe("Session {base64 username:userId:sessionToken}");
});
