/**
 * What Tryton 6.0.29 of Debian 12 answered on 2026-11-16, on SQLite unless a test says otherwise: values and oddities, in
 * bodies of our own.
 */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith } from "../../../test/vendorSession.ts";
import type { Filters, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { VendorRequest } from "../../contract/session.ts";
import { tryton } from "./connector.ts";

const decimal = (text: string) => ({ __class__: "Decimal", decimal: text });
const day = (year: number, month: number, of: number) => ({ __class__: "date", year, month, day: of });
const moment = (second: number, microsecond: number) => ({
  ...{ __class__: "datetime", year: 2026, month: 11, day: 15, hour: 1, minute: 44, second, microsecond },
});
const untouched = { create_date: moment(16, 758_600), write_date: null };
const { get, list } = readsOf(tryton);

interface Question {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A Tryton that has these rows of each model, and answers other methods with what is given. */
function trytonWith(replies: Readonly<Record<string, unknown>>, sent: VendorRequest[] = []) {
  const asked: Question[] = [];
  const result = ({ method }: Question): unknown => {
    if (method in replies) return replies[method];
    if (method === "model.ir.date.today") return day(2026, 11, 16);
    const [, model = "", verb] = /^model\.(.+)\.(search_read|search_count)$/.exec(method) ?? [];
    const rows = (replies[model] ?? []) as readonly unknown[];
    return verb === "search_count" ? rows.length : rows;
  };
  const session = sessionWith({
    company: "1",
    readByPost: async (_path, body) => {
      asked.push(body as Question);
      return { id: 1, result: result(body as Question) };
    },
    send: async (request) => {
      sent.push(request);
      const reply = result(request.body as Question);
      if (reply instanceof Failure) throw reply;
      return { id: 1, result: reply };
    },
  });
  return { session, asked, sent };
}

const read = async (id: OperationId, model: string, row: object) =>
  (await list(id, trytonWith({ [model]: [{ id: 7, ...untouched, ...row }] }).session)).records[0];

const domainOf = async (id: OperationId, filters: Filters) => {
  const { session, asked } = trytonWith({});
  await list(id, session, { filters });
  return JSON.stringify(asked.find(({ method }) => method.endsWith("search_read"))?.params[0]);
};

const line = {
  ...{ id: 1, type: "line", description: null, quantity: 10, unit_price: decimal("25"), amount: decimal("250.00") },
  ...{ "product.": { id: 1, name: "Widget" }, "unit.": { id: 1, name: "Unit" }, "account.": { id: 8, code: "4000" } },
  ...{ "taxes.": [{ id: 1, name: "Sales Tax 10%", rate: decimal("0.1") }], "analytic_accounts.": [], ...untouched },
};
const due = {
  id: 5,
  maturity_date: day(2025, 2, 14),
  reconciliation: null,
  debit: decimal("563.00"),
  credit: decimal("0"),
};
const sold = {
  ...{ number: "INV-00001", reference: "PO-7781", type: "out", state: "posted", reconciled: null, payment_term: 2 },
  ...{ invoice_date: day(2025, 1, 15), untaxed_amount: decimal("490.00"), tax_amount: decimal("73.00") },
  ...{ total_amount: decimal("563.00"), "party.": { id: 3, name: "Muster LLC" }, "currency.": { id: 1, code: "USD" } },
  ...{ "journal.": { id: 1, code: "REV" }, "account.": { id: 7, code: "1200", name: "Main Receivable" } },
  ...{
    "invoice_address.": {
      id: 3,
      street: "10 Weg",
      city: "Boston",
      postal_code: "10001",
      "country.": { id: 1, code: "US" },
    },
  },
  ...{
    "lines.": [line],
    "lines_to_pay.": [due],
    "payment_lines.": [],
    "company.": { id: 1, "currency.": { code: "USD" } },
  },
};
const paid = { id: 22, maturity_date: null, reconciliation: null, debit: decimal("0"), credit: decimal("200.00") };
const invoice = (change: object) => read("invoices.list", "account.invoice", { ...sold, ...change });

describe("invoices", () => {
  test("decimals, days and lines come out of Python's shapes, and what is due stands in the ledger", async () => {
    expect(await invoice({})).toMatchObject({
      ...{ invoiceId: "7", invoiceNumber: "INV-00001", reference: "PO-7781", contactId: "3", name: "Muster LLC" },
      ...{ invoiceDate: "2025-01-15T00:00:00Z", dueDate: "2025-02-14T00:00:00Z", paymentTermDuration: 30 },
      ...{ sumNetAmount: 490, totalTaxAmount: 73, totalAmount: 563, currency: "USD", paymentTermId: "2" },
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
  ])("%s with %j is %s", async (state, change, status, paymentStatus) => {
    const { status: read, paymentStatus: told } = (await invoice({ state, ...change })) as Record<string, unknown>;
    expect([read, told]).toEqual([status, paymentStatus]);
  });

  test("a record that was never changed has the stamp of its making, and a changed line is a change of it", async () => {
    expect(await invoice({})).toMatchObject({ updatedDate: "2026-11-15T01:44:16Z" });
    const changed = { ...line, write_date: moment(59, 1) };
    expect(await invoice({ "lines.": [changed] })).toMatchObject({ updatedDate: "2026-11-15T01:44:59Z" });
  });

  test("a draft has no number, no move and no taxes yet", async () => {
    const draft = { number: null, state: "draft", tax_amount: decimal("0"), "lines_to_pay.": [] };
    const read = await invoice(draft);
    expect(read).toMatchObject({ totalTaxAmount: 0 });
    expect(read).not.toHaveProperty("invoiceNumber");
    expect(read).not.toHaveProperty("dueDate");
  });

  test("titles and comments are no lines, and two taxes have no rate together", async () => {
    const twice = { ...line, "taxes.": [...line["taxes."], { id: 2, rate: decimal("0.2") }] };
    const read = await invoice({ "lines.": [{ ...line, id: 9, type: "title", amount: decimal("0") }, twice] });
    expect(read?.["lineItems"]).toHaveLength(1);
    expect((read?.["lineItems"] as object[])[0]).not.toHaveProperty("taxCode");
  });

  test("status OPEN asks for what is posted, unpaid and not late by the server's day", async () => {
    const asked = await domainOf("invoices.list", { status: "OPEN" });
    expect(asked).toContain('["state","=","posted"],["payment_lines","=",null],["move.lines","not where"');
    expect(asked).toContain('{"__class__":"date","year":2026,"month":11,"day":16}');
  });

  test("changes are asked for by both stamps, since write_date is null before the first, and by the lines' own", async () => {
    const asked = await domainOf("invoices.list", { lastModifiedAt: new Date("2026-11-15T01:44:16.5Z") });
    expect(asked).toContain('[["write_date","=",null],["create_date",">=",{"__class__":"datetime"');
    expect(asked).toContain('"microsecond":500000');
    expect(asked).toContain('["lines","where"');
  });
});

test("a credit note is an invoice with negative quantities, and positive here", async () => {
  const row = {
    ...sold,
    untaxed_amount: decimal("-50.00"),
    tax_amount: decimal("-5.00"),
    total_amount: decimal("-55.00"),
  };
  const back = { ...line, quantity: -2, amount: decimal("-50.00") };
  expect(await read("creditNotes.list", "account.invoice", { ...row, "lines.": [back] })).toMatchObject({
    ...{ totalGrossAmount: 55, totalNetAmount: 50, totalTaxAmount: 5 },
    creditNoteLines: [{ quantity: 2, unitAmount: 25, totalNetAmount: 50 }],
  });
  expect(await domainOf("creditNotes.list", {})).toContain('["total_amount","<"');
});

test("a bill has the supplier's number as its number, and Tryton's as reference", async () => {
  const row = { ...sold, type: "in", number: "BILL-00001", reference: "SD-1001" };
  expect(await read("bills.list", "account.invoice", row)).toMatchObject({
    billNumber: "SD-1001",
    reference: "BILL-00001",
  });
});

test("an open item has what is due and what was paid of it, in the company's currency", async () => {
  const row = { ...sold, "currency.": { code: "EUR" }, "payment_lines.": [paid] };
  expect(await read("openItems.list", "account.invoice", row)).toMatchObject({
    ...{ accountNumber: "1200", currency: "USD", type: "INVOICE", totalDebitAmount: 563, totalCreditAmount: 200 },
    openBalance: { amount: 363, debitCreditIndicator: "DEBIT" },
  });
});

test.each([
  [{ statement: "balance", assets: 1, name: "Cash" }, "ASSET", "Cash"],
  [{ statement: "balance", assets: 1, receivable: 1, name: "Receivable" }, "ASSET", "ACCOUNTS_RECEIVABLE"],
  [{ statement: "balance", assets: 0, payable: 1, name: "Payable" }, "LIABILITY", "ACCOUNTS_PAYABLE"],
  // As PostgreSQL has them.
  [{ statement: "income", expense: true, name: "Expense" }, "EXPENSE", "EXPENSE"],
  [{ statement: "income", revenue: 1, expense: 0, name: "Revenue" }, "REVENUE", "REVENUE"],
  [{ statement: "balance", assets: 0, name: "Equity" }, undefined, "Equity"],
  [null, undefined, undefined],
])("an account of the type %j is %s, %s", async (type, of, named) => {
  const row = { code: "1000", name: "Main Cash", parent: 2, balance: decimal("-30.50"), active: true, "type.": type };
  const account = await read("accounts.list", "account.account", row);
  expect(account).toMatchObject({ number: "1000", balance: -30.5, parentAccountId: "2", status: "ACTIVE" });
  expect([account?.["class"], account?.["type"]]).toEqual([of, named]);
});

test("an entry has its lines in order, customers by the account's type, and is provisional as a draft", async () => {
  const common = { description: null, "currency.": { code: "USD" }, "analytic_lines.": [] };
  const receivable = { id: 7, code: "1200", "type.": { receivable: 1, payable: 0 } };
  const row = {
    ...{ number: "12", post_number: null, date: day(2025, 1, 15), description: "Accrual kontor:op-1", state: "draft" },
    ...{
      origin: "account.invoice,1",
      "journal.": { code: "REV", type: "revenue" },
      "period.": { id: 1, name: "2025-01" },
    },
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
    ...{ number: "12", description: "Accrual", isProvisional: true, documentId: "1", accountingPeriodId: "1" },
    journalLineItems: [
      { id: "1", accountNumber: 4000, debitCreditIndicator: "CREDIT", totalNetAmount: 563 },
      { id: "5", customerId: "3", debitCreditIndicator: "DEBIT", totalNetAmount: 563 },
    ],
  });
});

test("a party has two lines of its street, ways to be reached by kind, and one number that is a tax id", async () => {
  const row = {
    ...{ name: "Beta SARL", code: "C002", "bank_accounts.": [] },
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

test("a product has its accounts and tax from its category, and its unit by symbol", async () => {
  const category = { account_revenue: 12, account_expense: 11, "customer_taxes.": [{ id: 2, rate: decimal("0.2") }] };
  const row = {
    ...{ code: "CONS-H", name: "Consulting", type: "service", list_price: decimal("120"), cost_price: decimal("60") },
    ...{ "default_uom.": { symbol: "h" }, "account_category.": category },
  };
  expect(await read("items.list", "product.product", row)).toMatchObject({
    ...{ itemNumber: "CONS-H", type: "SERVICE", unitName: "HOUR", unitSalesPrice: 120, unitPurchasePrice: 60 },
    ...{ incomeAccountId: "12", expenseAccountId: "11", taxCode: "2", taxRatePercentage: 20 },
  });
});

test.each([
  [[{ relativedeltas: [{ days: 30, weeks: 0, months: 0, day: null }] }], 30],
  [[{ relativedeltas: [{ days: 0, weeks: 0, months: 0, day: null }] }], 0],
  [[{ relativedeltas: [{ days: 1, weeks: 2, months: 0, day: null }] }], 15],
  [[{ relativedeltas: [{ days: 0, weeks: 0, months: 1, day: null }] }], undefined],
  [[{ relativedeltas: [{ days: 0 }] }, { relativedeltas: [{ days: 60 }] }], undefined],
])("a payment term of %j is %s days", async (lines, days) => {
  const nested = lines.map((each, id) => ({ id, "relativedeltas.": each.relativedeltas }));
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
] as const)("%s of %s", async (id, model, row, expected) => {
  expect(await read(id, model, row)).toMatchObject(expected);
});

test("an IBAN is told without its blanks, and only accounts of the company are", async () => {
  const row = {
    active: 1,
    "bank.": { bic: "BNPAFRPP", "party.": { name: "First Bank" } },
    "currency.": { code: "EUR" },
  };
  const numbers = [{ type: "iban", number: "FR76 3000 6000 0112 3456 7890 189" }];
  const { session, asked } = trytonWith({
    "company.company": [{ id: 1, party: 4 }],
    "bank.account": [{ id: 1, ...untouched, ...row, "numbers.": numbers }],
  });
  expect((await list("bankAccounts.list", session)).records).toMatchObject([
    { iban: "FR7630006000011234567890189", bic: "BNPAFRPP", bankName: "First Bank", currency: "EUR", status: "ACTIVE" },
  ]);
  expect(JSON.stringify(asked)).toContain('["owners","in",[4]]');
});

test("what pays an invoice is a line of the ledger that names it", async () => {
  const row = {
    ...{ date: day(2025, 2, 28), debit: decimal("340.50"), credit: decimal("0"), description: null },
    ...{ "party.": { id: 7, name: "Office" }, "invoice_payment.": { id: 7, type: "in" }, "account.": { id: 6 } },
    ...{ "move.": { id: 9, description: null, "journal.": { code: "CASH" } }, "currency.": { code: "USD" } },
  };
  expect(await read("payments.list", "account.move.line", row)).toMatchObject({
    ...{ documentType: "BILL", journalCode: "CASH", currency: "USD" },
    paymentLines: [{ amount: 340.5, invoiceId: "7", supplierId: "7", paymentDate: "2025-02-28" }],
  });
});

test("the trial balance is the general ledger's, of the year that is named in its context", async () => {
  const { session, asked } = trytonWith({
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
  expect(asked.at(-1)?.params.at(-1)).toEqual({ company: 1, fiscalyear: 2, posted: true });
});

test("files come from the store with line breaks in their Base64, links without content", async () => {
  const { session } = trytonWith({
    "account.invoice": [{ id: 6, ...untouched, ...sold }],
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

test.each(["abc", "99999999999", ""])("no record has the id %j, and Tryton is not asked for it", async (invoiceId) => {
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
])("the error %j inside a 200 is a %i", (error, status, message) => {
  expect(refusals.status?.({ id: 1, error }, 200)).toBe(status);
  expect(refusals.message({ id: 1, error })).toBe(message);
});

test("signing in answers with the user's number and a key, which go together into the header", () => {
  if (signIn.kind !== "session") throw new Error("Tryton signs in by session.");
  expect(signIn.started({ body: { id: 1, result: [2, "f556"] }, headers: {} })).toEqual({
    sessionToken: "f556",
    userId: "2",
  });
  expect(signIn.headers["authorization"]).toBe("Session {base64 username:userId:sessionToken}");
});

describe("writing an invoice", () => {
  const create = tryton.operations["invoices.create"] as unknown as WriteHandler<object, { invoiceId: string }>;
  const call: WriteCall<object> = {
    ...{ ids: {}, filters: {}, files: [], marker: "op-1" },
    body: {
      contactId: "3",
      invoiceDate: "2025-04-01T00:00:00Z",
      status: "OPEN",
      lineItems: [{ itemId: "1", quantity: 2, unitAmount: 25 }],
    },
  };
  const screens = {
    "party.party": [{ id: 3 }],
    "account.journal": [{ id: 1, code: "REV" }],
    "company.company": [{ id: 1, currency: 1 }],
    "model.account.invoice.on_change_party": {
      invoice_address: 3,
      payment_term: 2,
      "payment_term.": { rec_name: "Net 30" },
    },
    "model.account.invoice.on_change_with": { account: 7 },
    "model.account.invoice.line.on_change_product": { unit: 1, account: 8, taxes: { add: [[0, { id: 1 }]] } },
  };

  test("fills in what the screens would, and carries our reference in the first line's note", async () => {
    const { session } = trytonWith(screens);
    const { body } = create.request(call, await create.prepare?.(call, session));
    const { method, params } = body as Question;
    expect(method).toBe("model.account.invoice.create");
    expect(params).toEqual([
      [
        {
          ...{
            type: "out",
            company: 1,
            party: 3,
            account: 7,
            invoice_address: 3,
            journal: 1,
            currency: 1,
            payment_term: 2,
          },
          invoice_date: day(2025, 4, 1),
          lines: [
            [
              "create",
              [
                {
                  type: "line",
                  product: 1,
                  quantity: 2,
                  unit: 1,
                  account: 8,
                  taxes: [["add", [1]]],
                  unit_price: decimal("25"),
                  note: "kontor:op-1",
                },
              ],
            ],
          ],
        },
      ],
      { company: 1 },
    ]);
  });

  const completed = (state: string, posted: unknown) => {
    const row = { id: 10, ...untouched, ...sold, state, create_uid: 2 };
    return trytonWith({ "account.invoice": [row], "model.account.invoice.post": posted });
  };
  const methods = (sent: readonly VendorRequest[]) => sent.map(({ body }) => (body as Question).method);

  test("accepts the warning of a due day in the past as the user who made it, then posts", async () => {
    const { session, sent } = completed("draft", null);
    await create.complete?.({ result: [10] }, call, session);
    expect(methods(sent)).toEqual(["model.res.user.warning.create", "model.account.invoice.post"]);
    expect((sent[0]?.body as Question).params[0]).toEqual([
      { user: 2, name: "invoice_payment_term_10", always: false },
    ]);
  });

  test("posts nothing twice", async () => {
    const { session, sent } = completed("posted", null);
    await create.complete?.({ result: [10] }, call, session);
    expect(sent).toEqual([]);
  });

  test("takes back what cannot be posted", async () => {
    const { session, sent } = completed("draft", new Failure("target_rejected", "The period is closed."));
    await expect(create.complete?.({ result: [10] }, call, session)).rejects.toMatchObject({
      details: { undone: true },
    });
    expect(methods(sent).at(-1)).toBe("model.account.invoice.delete");
  });

  test("is found again by our reference", async () => {
    const { session, asked } = trytonWith({ "account.invoice": [{ id: 10, ...untouched, ...sold }] });
    expect(await create.find?.(call, session)).toBeDefined();
    expect(JSON.stringify(asked[0]?.params[0])).toContain('["lines.note","=","kontor:op-1"]');
  });
});
