import { Readable } from "node:stream";
import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import type { FieldTable, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type InputOf, type OperationId, operationTable } from "../../contract/operations.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { sandbox } from "./connector.ts";

const marker = "01K9ZZZZZZZZZZZZZZZZZZZZZZ";

const handlerOf = (id: OperationId) => sandbox.operations[id] as WriteHandler<unknown, unknown>;

function call<Id extends OperationId>(
  body: InputOf<Id>,
  more: Partial<WriteCall<unknown>> = {},
): WriteCall<InputOf<Id>> {
  return { ids: {}, filters: {}, files: [], marker, ...more, body };
}

const request = <Id extends OperationId>(id: Id, body: InputOf<Id>, more: Partial<WriteCall<unknown>> = {}) =>
  handlerOf(id).request(call<Id>(body, more));

const scan = { fileName: "Beleg.pdf", contentType: "application/pdf", size: 3, open: () => Readable.from(["pdf"]) };

/** Returns the same answer to every read, and records the reads. */
function vendor(answer: unknown) {
  const requests: [string, VendorQuery | undefined][] = [];
  const never = () => Promise.reject(new Error("only reads are expected"));
  const read = async (path: string, query?: VendorQuery): Promise<unknown> => {
    requests.push([path, query]);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    requests,
    session: {
      read,
      readWithHeaders: never,
      readByPost: never,
      readByPostWithHeaders: never,
      readLines: never,
      memory: new Map(),
      download: never,
      send: never,
    } satisfies Session,
  };
}

describe("the fact sheet", () => {
  test("offers every write except those that the service provides itself", () => {
    const missing = operationTable.filter(([id, { kind }]) => kind === "write" && sandbox.operations[id] === undefined);
    expect(missing.map(([id]) => id)).toEqual([
      "bookingProposals.createAsync",
      "expenses.createAsync",
      "files.createAsync",
      "passThrough.create",
    ]);
  });

  test("can recover every write after a crash: creates are found, changes repeated", () => {
    for (const [id, { kind, method }] of operationTable) {
      const handler = sandbox.operations[id] as WriteHandler<unknown, unknown> | undefined;
      if (kind !== "write" || handler === undefined) continue;
      const repeatable = method === "PUT" || method === "PATCH";
      const known = { id, repeatable: handler.repeatable === true, find: handler.find !== undefined };
      expect(known).toEqual({ id, repeatable, find: !repeatable });
    }
  });

  test("lists the fields that it cannot store", () => {
    const lost = operationTable.flatMap(([id, { kind, body }]) =>
      kind !== "write" || sandbox.operations[id] === undefined || body === undefined
        ? []
        : missing(body, handlerOf(id).writableFields, id),
    );
    expect(lost.toSorted()).toEqual(
      [
        // Whoever creates a record does not choose its id.
        "bookingProposals.create.id",
        "contacts.bulk.entries.id",
        "contacts.create.id",
        "contacts.patch.id",
        "contacts.update.id",
        "expenses.create.id",
        "invoices.create.invoiceId",
        "invoices.patch.invoiceId",
        "transactions.create.id",
        "bills.create.lineItems.id",
        "bills.lineItems.create.id",
        "bills.lineItems.update.id",
        "bookingProposals.create.lineItems.id",
        "offers.create.lineItems.id",
        "salesOrders.create.lineItems.id",
        "vendorCredits.create.lineItems.id",
        "expenses.create.expenseLines.id",
        // The balance of an account follows from its postings, and whether a document is paid from its payments.
        "accounts.create.balance",
        "bankAccounts.create.balance",
        "bills.create.paidDate",
        "bills.update.paidDate",
        "bills.create.paymentStatus",
        "bills.update.paymentStatus",
        "invoices.create.paidDate",
        "invoices.patch.paidDate",
        "vendorCredits.create.paidDate",
        "vendorCredits.create.paymentStatus",
        "vendorCredits.update.paidDate",
        "vendorCredits.update.paymentStatus",
        "bookingProposals.create.paidDate",
        // The third party of a posting is the one that it names.
        "expenses.create.expenseLines.thirdPartyCode",
        "journalEntries.create.journalLineItems.thirdPartyCode",
        "journalEntries.bulk.entries.journalLineItems.thirdPartyCode",
        // Entries are numbered without gaps.
        "journalEntries.create.number",
        "journalEntries.bulk.entries.number",
        // The sandbox has nothing of the kind.
        "salesOrders.create.version",
        "invoices.create.lineItems.taxType",
        "invoices.create.lineItems.type",
        "invoices.lineItems.create.taxType",
        "invoices.lineItems.create.type",
        "invoices.lineItems.patch.taxType",
        "invoices.lineItems.patch.type",
        "invoices.patch.lineItems.taxType",
        "invoices.patch.lineItems.type",
        "bookingProposals.create.folderManagement",
        "expenses.create.expenseLines.itemId",
        "expenses.create.accountName",
        "expenses.create.expenseLines.accountName",
        "expenses.create.expenseLines.taxRate.description",
        "expenses.create.files",
        "expenses.create.generatorName",
        "journalEntries.create.filesPos",
        "journalEntries.bulk.entries.filesPos",
        ...["files.create", "journalEntries.attachments.create"].flatMap((id) =>
          ["contactId", "documentId", "integrationSource", "resourceId"].map((part) => `${id}.${part}`),
        ),
      ].toSorted(),
    );
  });
});

/** The paths of the body's fields that have no place. */
function missing(schema: TSchema, table: FieldTable, path: string): string[] {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> };
  return Object.entries(properties).flatMap(([name, field]) => {
    const below = table[name];
    if (below === undefined) return [`${path}.${name}`];
    const inner = (field as { items?: TSchema }).items ?? field;
    return missing(inner, below === true ? {} : below, `${path}.${name}`);
  });
}

describe("bodies", () => {
  test("encodes an invoice with decimal text, plain dates, lower-case values and nested lines", () => {
    expect(
      request("invoices.create", {
        invoiceDate: "2026-03-01T00:00:00+01:00",
        dueDate: "2026-03-15T23:59:59-11:00",
        contactId: "cus-1",
        currency: "EUR",
        grossTotalAmount: 0.3,
        paymentTermDuration: 14,
        status: "PARTIALLY_OVERDUE",
        taxRule: "INTRACOMMUNITY_GOODS",
        addresses: [{ addressLine1: "Mühlgasse 1", countryCode: "DE", type: "BILLING" }],
        lineItems: [
          {
            quantity: 0.0000001,
            unitAmount: 1e21,
            taxRatePercentage: 19,
            discountItemPercentage: 0,
            name: "Stück",
            dimensions: [{ id: "d", categoryName: "Kostenstelle", name: "Lager" }],
          },
        ],
      }),
    ).toEqual({
      method: "POST",
      path: "/invoices",
      body: {
        invoice_date: "2026-03-01",
        due_date: "2026-03-15",
        contact_id: "cus-1",
        currency: "EUR",
        total_amount: "0.3",
        payment_term_duration: 14,
        status: "partially_overdue",
        tax_rule: "intracommunity_goods",
        addresses: [{ address_line1: "Mühlgasse 1", country_code: "DE", type: "billing" }],
        line_items: [
          {
            quantity: "0.0000001",
            unit_amount: "1000000000000000000000",
            tax_rate_percentage: "19",
            discount_item_percentage: "0",
            name: "Stück",
            dimensions: [{ id: "d", category_name: "Kostenstelle", name: "Lager" }],
          },
        ],
        client_reference: marker,
      },
    });
  });

  test("omits absent fields and sends empty ones", () => {
    expect(request("contacts.patch", { website: "", isCustomer: false }, { ids: { contactId: "con 1" } })).toEqual({
      method: "PATCH",
      path: "/contacts/con%201",
      body: { website: "", is_customer: false },
    });
  });

  test("encodes a posting's amount on its side, with tax and dimensions", () => {
    const line = { accountNumber: 8400, totalNetAmount: 100, totalTaxAmount: 19, totalGrossAmount: 119 };
    const { body } = request("journalEntries.create", {
      transactionDate: "2026-02-22T00:00:00Z",
      journalType: "SALES",
      exchangeRate: "1.0850",
      isProvisional: false,
      journalLineItems: [
        { ...line, debitCreditIndicator: "CREDIT", taxRate: { id: "t", taxRatePercentage: "19.00" } },
        { accountId: "acc-1400", debitCreditIndicator: "DEBIT", totalNetAmount: 0, dimensions: [{ code: "K20" }] },
        { accountId: "acc-1400", totalNetAmount: 5 },
      ],
    });
    expect(body).toEqual({
      transaction_date: "2026-02-22",
      journal_type: "sales",
      exchange_rate: "1.0850",
      is_provisional: false,
      journal_line_items: [
        {
          account_number: 8400,
          credit: "100",
          tax_amount: "19",
          gross_amount: "119",
          tax_rate: { id: "t", percentage: "19.00" },
        },
        { account_id: "acc-1400", debit: "0", dimensions: [{ code: "K20" }] },
        { account_id: "acc-1400" },
      ],
      client_reference: marker,
    });
  });

  test("encodes a customer's bank account as a list of one", () => {
    const { body } = request("customers.create", {
      contactType: "CONTACT_PERSON",
      role: "CUSTOMER",
      bankAccount: { iban: "DE00", isMainAccount: true },
      contactPersons: [{ lastName: "Übung", phoneNumbers: [{ number: "1", type: "WHATSAPP" }] }],
      emailAddresses: [{ email: "probe@example.com", type: "INVOICE" }],
    });
    expect(body).toEqual({
      contact_type: "contact_person",
      role: "customer",
      bank_accounts: [{ iban: "DE00", is_main_account: true }],
      contact_persons: [{ last_name: "Übung", phone_numbers: [{ number: "1", type: "whatsapp" }] }],
      email_addresses: [{ email: "probe@example.com", type: "invoice" }],
      client_reference: marker,
    });
  });

  test("encodes values with dashes and umlauts, days as numbers, and a payment's date", () => {
    const { body: transaction } = request("transactions.create", { type: "SPEND-OVERPAYMENT", amount: -12.5 });
    expect(transaction).toEqual({ type: "spend_overpayment", amount: "-12.5", client_reference: marker });
    const { body: item } = request("items.patch", { unitName: "STÜCK", stockCount: 0 }, { ids: { itemId: "i" } });
    expect(item).toEqual({ unit_name: "stück", stock_count: "0" });
    const { body: term } = request("paymentTerms.create", { paymentDays: 30, discountPercentage: 2.5 });
    expect(term).toEqual({ payment_days: 30, discount_percentage: "2.5", client_reference: marker });
    const paymentLines = [{ invoiceId: "inv-1", amount: 119.1, paymentDate: "2026-03-01" }];
    expect(request("payments.create", { documentType: "INVOICE", exchangeRate: 1.085, paymentLines }).body).toEqual({
      document_type: "invoice",
      exchange_rate: "1.085",
      payment_lines: [{ invoice_id: "inv-1", amount: "119.1", payment_date: "2026-03-01" }],
      client_reference: marker,
    });
  });

  test("encodes the tax rule of a changed invoice, and refuses values that the sandbox lacks", () => {
    const ids = { invoiceId: "i" };
    const { body } = request(
      "invoices.patch",
      { taxRule: "FREETAX", lineItems: [{ lineItemId: "l", quantity: 2 }] },
      { ids },
    );
    expect(body).toEqual({ tax_rule: "taxfree", line_items: [{ id: "l", quantity: "2" }] });
    expect(() => request("invoices.patch", { taxRule: "CUSTOM" }, { ids })).toThrow("no taxRule CUSTOM");
  });

  test("writes lines below their document, and answers with a list of one if the contract says so", async () => {
    const ids = { billId: "bill/1", lineItemId: "l" };
    expect(request("bills.lineItems.update", { quantity: 1 }, { ids })).toEqual({
      method: "PUT",
      path: "/bills/bill%2F1/line-items/l",
      body: { quantity: "1" },
    });
    const reply = { id: "l", quantity: "1" };
    expect(handlerOf("bills.lineItems.create").answer(reply, call<"bills.lineItems.create">({}))).toEqual({
      record: [{ id: "l", quantity: 1 }],
      raw: reply,
    });
  });
});

describe("files", () => {
  test("are sent with their record as parts of one form", () => {
    const sent = request("expenses.create", { description: "Maut", totalGrossAmount: 7 }, { files: [scan, scan] });
    expect(sent).toEqual({
      method: "POST",
      path: "/expenses",
      form: {
        parts: { record: `{"total_gross_amount":"7","description":"Maut","client_reference":"${marker}"}` },
        files: [
          { name: "files", file: scan },
          { name: "files", file: scan },
        ],
      },
    });
  });

  test("are uploaded one at a time, with their metadata", () => {
    const ids = { journalEntryId: "je-1" };
    const about = { documentType: "Vertrag", documentDate: "2026-03-01T00:00:00Z", note: "Zum Üben" };
    const form = {
      parts: { document_type: "Vertrag", document_date: "2026-03-01", note: "Zum Üben", client_reference: marker },
      files: [{ name: "file", file: scan }],
    };
    expect(request("files.create", about, { files: [scan] })).toEqual({ method: "POST", path: "/files", form });
    expect(request("journalEntries.attachments.create", about, { ids, files: [scan] })).toEqual({
      method: "POST",
      path: "/journal-entries/je-1/attachments",
      form,
    });
    expect(() => request("files.create", {}, { files: [] })).toThrow("exactly one file");
    expect(() => request("files.create", {}, { files: [scan, scan] })).toThrow("exactly one file");
  });

  test("are sent with a booking proposal's type as a parameter", () => {
    const body = { bookingProposalDate: "2026-03-01T00:00:00Z", lineItems: [] };
    const sent = request("bookingProposals.create", body, { filters: { bookingType: "CREDIT_NOTE" } });
    expect(sent.body).toEqual({
      booking_proposal_date: "2026-03-01",
      line_items: [],
      booking_type: "credit_note",
      client_reference: marker,
    });
  });
});

test("starts a job for a bulk request, with a marker for each entry", async () => {
  const entries = [{ contactType: "COMPANY" as const }, { contactType: "UNDEFINED" as const, companyName: "Probe" }];
  const body = {
    accountNumberLength: 4,
    chartOfAccount: "SKR03" as const,
    fiscalYearStartDate: "2026-01-01T00:00:00Z",
  };
  expect(request("contacts.bulk", { ...body, entries })).toEqual({
    method: "POST",
    path: "/contacts/bulk",
    body: {
      account_number_length: 4,
      chart_of_account: "SKR03",
      fiscal_year_start: "2026-01-01",
      entries: [
        { contact_type: "company", client_reference: `${marker}-1` },
        { contact_type: "undefined", company_name: "Probe", client_reference: `${marker}-2` },
      ],
      client_reference: marker,
    },
  });
  const job = { id: "job-1", status: "queued" };
  const started = handlerOf("contacts.bulk").answer(job, call<"contacts.bulk">({ ...body, entries }));
  expect(started).toEqual({ record: [], raw: job });
});

describe("finding the result of an earlier attempt", () => {
  const find = (id: OperationId, ids: Record<string, string>, session: Session) =>
    handlerOf(id).find?.(call({} as never, { ids }), session);

  test("finds a new record by its marker", async () => {
    const books = vendor({ items: [{ id: "inv-9" }], total: 1 });
    expect(await find("invoices.create", {}, books.session)).toEqual({ id: "inv-9" });
    expect(await find("bills.lineItems.create", { billId: "b" }, books.session)).toEqual({ id: "inv-9" });
    expect(books.requests).toEqual([
      ["/invoices", { client_reference: marker }],
      ["/bills/b/line-items", { client_reference: marker }],
    ]);
    expect(await find("invoices.create", {}, vendor({ items: [], total: 0 }).session)).toBeUndefined();
  });

  test("treats a missing or voided record as deleted", async () => {
    const ids = { billId: "b" };
    expect(await find("bills.delete", ids, vendor(new Failure("not_found", "gone")).session)).toEqual({});
    expect(await find("bills.delete", ids, vendor({ id: "b", status: "voided" }).session)).toEqual({});
    expect(await find("bills.delete", ids, vendor({ id: "b", status: "open" }).session)).toBeUndefined();
    const unreachable = vendor(new Failure("target_unavailable", "down")).session;
    await expect(find("bills.delete", ids, unreachable)).rejects.toThrow("down");
  });

  test("answers a deletion with the requested id", async () => {
    expect(request("payments.delete", undefined, { ids: { paymentId: "p" } })).toEqual({
      method: "DELETE",
      path: "/payments/p",
    });
    const deletion = call<"payments.delete">(undefined, { ids: { paymentId: "p" } });
    expect(handlerOf("payments.delete").answer(undefined, deletion)).toEqual({
      record: { id: "p" },
      raw: {},
    });
  });
});
