/**
 * Facts from replies that others have seen: values and oddities only, in bodies of our own, names invented. `spec` is the
 * vendor's OpenAPI description v2-20251223 (its examples are replies of its own test runs), `dotnet` the recordings of
 * VincentVrijburg/moneybird-dotnet at ac08cb7, `python` the tests of svthalia's moneybird client (2026-11), `pages` those
 * of developer.moneybird.com/webhooks (2026-11).
 */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sessionWith } from "../../../test/vendorSession.ts";
import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import { moneybird } from "./connector.ts";
import { refusals } from "./errors.ts";
import { webhooks } from "./webhooks.ts";

type Replies = Readonly<Record<string, unknown>>;

const vendor = (replies: Replies) =>
  sessionWith({
    read: (path) =>
      path in replies ? Promise.resolve(replies[path]) : Promise.reject(new Failure("not_found", "record not found")),
    readWithHeaders: async (path) => ({ body: replies[path], headers: {} }),
  });

/** The record that an operation makes of the vendor's reply; `id` is the id in its path. */
async function read(operation: OperationId, name: string, replies: Replies): Promise<unknown> {
  const handler = moneybird.operations[operation] as unknown as GetHandler<unknown>;
  return (await handler.get({ ids: { [name]: "1" }, filters: {} }, vendor(replies))).record;
}

async function list(operation: OperationId, replies: Replies): Promise<readonly unknown[]> {
  const handler = moneybird.operations[operation] as unknown as ListHandler<unknown>;
  return (await handler.list({ ids: {}, filters: {} }, vendor(replies))).records;
}

const detail = {
  id: "474244283626423771",
  amount: "1 x",
  amount_decimal: "1.0",
  price: "300.0",
  project_id: null,
  product_id: null,
  total_price_excl_tax_with_discount: "300.0",
};
const totals = { total_price_excl_tax: "300.0", total_price_incl_tax: "363.0" };
const sold = {
  ...{ id: "474244283623278042", contact_id: "474244283323385269", contact_person: null, draft_id: null },
  ...{ invoice_id: "2025-0003", state: "open", invoice_date: "2025-12-23", due_date: "2026-01-06" },
  ...{ workflow_id: "474244165662672013", currency: "EUR", discount: "0.0", prices_are_incl_tax: false },
  ...{ ...totals, total_paid: "0.0", total_unpaid: "363.0", total_discount: "0.0", payments: [], details: [detail] },
};

describe("invoices", () => {
  const shown = (change: object) =>
    read("invoices.get", "invoiceId", { "/sales_invoices/1.json": { ...sold, ...change } });

  test("spec: an open invoice, two weeks to pay, nothing paid", async () => {
    expect(await shown({})).toMatchObject({
      ...{ invoiceNumber: "2025-0003", status: "OPEN", paymentStatus: "PENDING", paymentTermDuration: 14 },
      ...{ totalAmount: 363, sumNetAmount: 300, totalTaxAmount: 63, discountAmount: 0, lineAmountTypes: "EXCLUSIVE" },
      lineItems: [{ lineItemId: "474244283626423771", quantity: 1, unitAmount: 300, itemsAmount: 300 }],
    });
  });

  test("spec: what is not paid in full says so by total_unpaid 12.71 of 363", async () => {
    expect(await shown({ total_paid: "350.29", total_unpaid: "12.71" })).toMatchObject({
      status: "PARTIALLY_PAID",
      paymentStatus: "PARTLY_PAID",
    });
  });

  test("dotnet: an invoice in the books may still have the number of its draft, and a line the period of a month", async () => {
    const details = [{ ...detail, period: "20221001..20221031" }];
    expect(await shown({ draft_id: 6, invoice_id: "2022-0001", details })).toMatchObject({
      invoiceNumber: "2022-0001",
    });
  });

  const imported = {
    ...{ id: "474244396990072562", date: "2025-12-23", state: "open", due_date: null, reference: "Invoice 1" },
    ...{
      entry_number: 101,
      origin: null,
      source: null,
      currency: "EUR",
      paid_at: null,
      payments: [],
      details: [detail],
    },
    ...{ total_paid: "0.0", total_unpaid: "121.0", total_price_excl_tax: "100.0", total_price_incl_tax: "121.0" },
  };
  const external = (change: object) =>
    read("invoices.get", "invoiceId", { "/external_sales_invoices/1.json": { ...imported, ...change } });

  test("spec: an invoice from elsewhere has its number as reference, and may be due on no day", async () => {
    const record = await external({});
    expect(record).toMatchObject({ invoiceNumber: "Invoice 1", invoiceDate: "2025-12-23T00:00:00Z", status: "OPEN" });
    expect(record).not.toHaveProperty("dueDate");
    expect(record).not.toHaveProperty("paymentTermDuration");
  });

  test("spec: one from elsewhere that nobody will pay", async () => {
    expect(await external({ state: "uncollectible", marked_uncollectible_on: "2025-12-23" })).toMatchObject({
      status: "OVERDUE",
      paymentStatus: "BAD_DEBT",
    });
  });

  test("dotnet: one from elsewhere that is due three months after its date", async () => {
    expect(await external({ date: "2025-11-16", due_date: "2026-02-20", origin: "upload" })).toMatchObject({
      paymentTermDuration: 96,
    });
  });

  test("spec: an amount of 5 stuks, and none at all, on estimates", async () => {
    const details = [
      { ...detail, amount: "5 stuks", amount_decimal: "5.0" },
      { ...detail, amount: null, amount_decimal: "1.0" },
    ];
    const offer = { id: "1", state: "accepted", estimate_id: "2025-0001", details };
    expect(await read("offers.get", "offerId", { "/estimates/1.json": offer })).toMatchObject({
      status: "ACCEPTED",
      lineItems: [{ quantity: 5, unitName: "stuks" }, { quantity: 1 }],
    });
  });

  test("spec: an estimate's contact person has no id", async () => {
    const offer = {
      ...totals,
      id: "1",
      state: "open",
      estimate_date: "2025-12-23",
      contact_person: { firstname: "Jan" },
    };
    expect(await read("offers.get", "offerId", { "/estimates/1.json": offer })).toMatchObject({
      ...{ status: "SENT", offerDate: "2025-12-23T00:00:00Z", totalGrossAmount: 363, totalTaxAmount: 63 },
    });
  });
});

describe("credit notes", () => {
  const credited = {
    ...{
      ...sold,
      invoice_id: null,
      invoice_date: null,
      state: "draft",
      original_sales_invoice_id: "474244292584408569",
    },
    ...{ total_price_excl_tax: "-300.0", total_price_incl_tax: "-363.0", total_paid: "0.0", total_unpaid: "-363.0" },
    details: [
      { ...detail, amount: null, price: "0.0", total_price_excl_tax_with_discount: "0.0" },
      { ...detail, amount: "-1 x", amount_decimal: "-1.0", total_price_excl_tax_with_discount: "-300.0" },
    ],
  };
  const shown = (change: object) =>
    read("creditNotes.get", "creditNoteId", { "/sales_invoices/1.json": { ...credited, ...change } });

  test("spec: a draft of one, with a line that only says so", async () => {
    const record = await shown({});
    expect(record).toMatchObject({
      ...{ status: "DRAFT", totalGrossAmount: 363, totalNetAmount: 300, totalTaxAmount: 63, totalDiscountAmount: 0 },
      creditNoteLines: [
        { quantity: 1, unitAmount: 0, totalNetAmount: 0 },
        { quantity: 1, unitAmount: 300, totalNetAmount: 300 },
      ],
    });
    expect(record).not.toHaveProperty("creditNoteNumber");
  });

  test("spec: one that was settled has paid less than nothing", async () => {
    expect(
      await shown({ state: "paid", invoice_id: "2025-0002", total_paid: "-363.0", total_unpaid: "0.0" }),
    ).toMatchObject({
      ...{ status: "PAID", paymentStatus: "PAID", creditNoteNumber: "2025-0002" },
    });
  });

  test("spec: it is no invoice", async () => {
    const reading = read("invoices.get", "invoiceId", { "/sales_invoices/1.json": credited });
    await expect(reading).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("purchases, journals and payments", () => {
  test("spec: a bill's line without an amount is one", async () => {
    const details = [{ ...detail, amount: null }];
    const bill = {
      ...totals,
      id: "1",
      reference: "2013-01234",
      date: "2025-12-23",
      due_date: "2026-01-06",
      state: "open",
    };
    const record = await read("bills.get", "billId", {
      "/documents/purchase_invoices/1.json": { ...bill, details, exchange_rate: "1.0", payments: [] },
    });
    expect(record).toMatchObject({ billNumber: "2013-01234", paymentDays: 14, lineItems: [{ quantity: 1 }] });
  });

  test("spec: a receipt of 300.0 with tax is 247.93 without", async () => {
    const receipt = {
      id: "1",
      prices_are_incl_tax: true,
      total_price_excl_tax: "247.93",
      total_price_incl_tax: "300.0",
    };
    const record = await read("expenses.get", "expenseId", { "/documents/receipts/1.json": receipt });
    expect(record).toMatchObject({ totalGrossAmount: 300, totalNetAmount: 247.93, totalTaxAmount: 52.07 });
  });

  test("spec: a journal document without a type, its version in seconds", async () => {
    const entries = [
      { id: "474244250621446123", debit: "100.0", credit: "0.0", description: "First" },
      { id: "474244250621446124", debit: "0.0", credit: "100.0", description: "Second" },
    ];
    const native = { id: "1", journal_type: null, version: 1766494583, general_journal_document_entries: entries };
    const record = await read("journalEntries.get", "journalEntryId", {
      "/documents/general_journal_documents/1.json": native,
    });
    expect(record).toMatchObject({
      ...{ recordType: "STANDARD", version: "1766494583" },
      journalLineItems: [
        { debitCreditIndicator: "DEBIT", totalNetAmount: 100 },
        { debitCreditIndicator: "CREDIT", totalNetAmount: 100 },
      ],
    });
  });

  const payment = {
    id: "1",
    invoice_id: "2",
    price: "363.0",
    payment_date: "2022-10-31",
    transaction_identifier: null,
  };
  const owner = { ...sold, currency: "USD", contact: { id: "474244283323385269", company_name: "Tulp & Zonen" } };

  test("dotnet: a payment says what it pays, and that whose it is and in which currency", async () => {
    const native = { ...payment, invoice_type: "SalesInvoice", manual_payment_action: "bank_transfer" };
    expect(
      await read("payments.get", "paymentId", { "/payments/1.json": native, "/sales_invoices/2.json": owner }),
    ).toMatchObject({
      ...{ currency: "USD", documentType: "INVOICE", paymentType: "bank_transfer" },
      paymentLines: [
        {
          ...{ amount: 363, invoiceId: "2", paymentDate: "2022-10-31" },
          ...{ contactId: "474244283323385269", customerId: "474244283323385269", contactName: "Tulp & Zonen" },
        },
      ],
    });
  });

  test("spec: a payment of an invoice from elsewhere, without the account of a bank", async () => {
    const native = {
      ...payment,
      invoice_type: "ExternalSalesInvoice",
      financial_account_id: null,
      ledger_account_id: "9",
    };
    const replies = { "/payments/1.json": native, "/external_sales_invoices/2.json": owner };
    expect(await read("payments.get", "paymentId", replies)).toMatchObject({
      ...{ currency: "USD", documentType: "INVOICE", paymentLines: [{ accountId: "9" }] },
    });
  });

  test("spec: what is paid may be a document that is not to be had; the payment is", async () => {
    const replies = { "/payments/1.json": { ...payment, invoice_type: "Document" } };
    expect(await read("payments.get", "paymentId", replies)).toMatchObject({ documentType: "BILL" });
  });
});

describe("master data", () => {
  test("spec: a product may have no title; dotnet: its price three decimals", async () => {
    const product = {
      id: "1",
      title: null,
      description: "My product description",
      identifier: "SKU1234",
      price: "0.125",
    };
    expect(await read("items.get", "itemId", { "/products/1.json": product })).toMatchObject({
      ...{ name: "My product description", itemNumber: "SKU1234", unitSalesPrice: 0.125 },
    });
  });

  test("spec: an account with a number and a code of the national chart", async () => {
    const account = { id: "1", account_type: "revenue", account_id: "80829", taxonomy_item: { code: "WOmzAovEie" } };
    expect(await read("accounts.get", "accountId", { "/ledger_accounts/1.json": account })).toMatchObject({
      ...{ class: "REVENUE", type: "REVENUE", number: "80829", code: "WOmzAovEie" },
    });
  });

  test("dotnet: accounts without a number, below another, or with their id as number", async () => {
    const accounts = [
      { id: "322056713841674141", account_type: "current_assets", account_id: null, parent_id: "322056713840625571" },
      { id: "322056713844819881", account_type: "expenses", account_id: "322056713844819881", parent_id: null },
    ];
    expect(await list("accounts.list", { "/ledger_accounts.json": accounts })).toEqual([
      { id: "322056713841674141", class: "ASSET", type: "CURRENT_ASSET", parentAccountId: "322056713840625571" },
      { id: "322056713844819881", class: "EXPENSE", type: "EXPENSE", number: "322056713844819881" },
    ]);
  });

  test("dotnet: a tax rate of nothing, and one without a percentage", async () => {
    const rate = { tax_rate_type: "sales_invoice", show_tax: null, active: null };
    const rates = [
      { ...rate, id: "1", name: "0% btw", percentage: "0.0" },
      { ...rate, id: "2", name: "Geen btw", percentage: null },
    ];
    expect(await list("taxRates.list", { "/tax_rates.json": rates })).toEqual([
      { id: "1", code: "1", name: "0% btw", percentage: 0, usage: "INVOICE" },
      { id: "2", code: "2", name: "Geen btw", usage: "INVOICE" },
    ]);
  });

  test("dotnet: accounts with a number that is no IBAN", async () => {
    const accounts = [
      { id: "1", type: "CreditCardAccount", identifier: "4141", currency: "EUR", provider: null, active: true },
      { id: "2", type: "PspAccount", identifier: "bird", currency: "EUR", provider: "Betaalzuil", active: true },
    ];
    expect(await list("bankAccounts.list", { "/financial_accounts.json": accounts })).toEqual([
      { id: "1", type: "CreditCardAccount", number: "4141", currency: "EUR", status: "ACTIVE" },
      { id: "2", type: "PspAccount", number: "bird", currency: "EUR", status: "ACTIVE", bankName: "Betaalzuil" },
    ]);
  });

  test("dotnet: a project has no stamps", async () => {
    const project = { id: "395773951324718315", name: "First project name", state: "active", budget: 10_000 };
    expect(await read("projects.get", "projectId", { "/projects/1.json": project })).toEqual({
      ...{ id: "395773951324718315", name: "First project name", status: "ACTIVE" },
    });
  });

  test("dotnet: the steps of a workflow, of which the first is the invoice; spec: a workflow without them", async () => {
    const steps = [10, 14, 5].map((due_interval, at) => ({ step_order: [1, 0, 2][at], due_interval }));
    const workflows = [
      { id: "1", type: "InvoiceWorkflow", name: "Standaard", steps },
      { id: "2", type: "InvoiceWorkflow", name: "Standaard" },
      { id: "3", type: "EstimateWorkflow", name: "Standaard" },
    ];
    expect(await list("paymentTerms.list", { "/workflows.json": workflows })).toEqual([
      { id: "1", name: "Standaard", dueType: "DUE_IN_DAYS", paymentDays: 14 },
      { id: "2", name: "Standaard" },
    ]);
  });

  test("dotnet: a contact that has been given a name only, the rest empty texts", async () => {
    const empty = Object.fromEntries(
      ["firstname", "address1", "address2", "city", "phone", "tax_number", "email", "send_invoices_to_email"].map(
        (field) => [field, ""],
      ),
    );
    const contact = { ...empty, id: "1", company_name: "Proef", country: "NL", customer_id: "23", contact_people: [] };
    expect(await read("customers.get", "contactId", { "/contacts/1.json": contact })).toEqual({
      ...{ id: "1", companyName: "Proef", contactType: "COMPANY", number: "23", addresses: [{ countryCode: "NL" }] },
    });
  });
});

describe("webhooks", () => {
  const facts = { id: "1", token: "9AqXyhfFXcqcaGHRWQZMbxuM", signingSecret: "whsec_voorbeeld" };
  const receive = (text: string) => {
    const body = Buffer.from(text);
    const digest = createHmac("sha256", facts.signingSecret).update("1790000000.").update(body).digest("hex");
    return webhooks.receive({
      headers: { "moneybird-signature": `t=1790000000,v1=${digest}` },
      query: {},
      body,
      secret: "",
      facts,
    });
  };
  const post = (content: object) =>
    receive(JSON.stringify({ webhook_token: facts.token, webhook_id: "1", ...content }));

  test("dotnet: a new contact, its state null and the administration's id a text", () => {
    const entity = { id: "392093513877030003", updated_at: "2023-06-30T18:25:35.533Z", company_name: "Proef" };
    const about = { administration_id: "281289699686381606", state: null, action: "contact_created" };
    const resourceId = "392093513877030003";
    expect(post({ ...about, entity_type: "Contact", entity_id: resourceId, entity })).toEqual({
      kind: "notices",
      notices: ["CONTACT", "CUSTOMER", "SUPPLIER"].map((resource) => ({
        ...{ resource, resourceId, eventType: "CREATED", changedAt: "2023-06-30T18:25:35.533Z" },
      })),
    });
  });

  test("spec: the administration's id is a number elsewhere, beyond 2^53; the record's own keeps its digits", () => {
    const text = `{"administration_id":312904587615208447,"webhook_token":"${facts.token}","entity_type":"Product",
      "entity_id":"474244297354380337","action":"product_updated","entity":{"updated_at":"2025-12-23T12:57:07.809Z"}}`;
    expect(receive(text)).toMatchObject({ notices: [{ resource: "ITEM", resourceId: "474244297354380337" }] });
  });

  test("python: an invoice of which the record says next to nothing is told as of when it was posted", () => {
    const entity = { id: "116015245643744263", data: "test" };
    const about = { entity_type: "SalesInvoice", entity_id: entity.id, action: "sales_invoice_created", entity };
    expect(post(about)).toMatchObject({
      notices: ["INVOICE", "CREDIT_NOTE"].map((resource) => ({ resource, changedAt: "2026-09-21T14:13:20.000Z" })),
    });
  });

  test("pages: a paid invoice from elsewhere", () => {
    const entity = { updated_at: "2025-12-23T12:58:40.982Z", total_price_incl_tax: "121.0" };
    const action = "external_sales_invoice_state_changed_to_paid";
    expect(post({ entity_type: "ExternalSalesInvoice", entity_id: "1", action, state: "paid", entity })).toMatchObject({
      notices: [{ resource: "INVOICE", eventType: "UPDATED" }],
    });
  });
});

test.each([
  ["a text", { error: "Contact ID is invalid", symbolic: { external_sales_invoice: {} } }, "Contact ID is invalid"],
  [
    "texts by field",
    { error: { price: ["can't be blank", "is not a number"] } },
    "price can't be blank, is not a number",
  ],
  ["a list of texts", { errors: ["File is required"] }, "File is required"],
  ["the bare status", 404, undefined],
])("spec: a refusal is %s", (_what, body, message) => {
  expect(refusals.message(body)).toBe(message);
});

test("spec: access may be missing to one thing or to several, in two spellings", () => {
  const code = refusals.codes?.[401];
  const said = ["No access to [:documents, :sales_invoices, :bank]", "No access to bank"];
  for (const error of said) expect(typeof code === "function" && code({ error })).toBe("target_forbidden");
});
