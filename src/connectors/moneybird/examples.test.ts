/**
 * Values and oddities of real replies, in bodies written for these tests with invented names. Sources: `spec` is the
 * vendor's OpenAPI description v2-20251223 (its examples are replies of its own test runs), `dotnet` the recordings of
 * VincentVrijburg/moneybird-dotnet at ac08cb7, `python` the tests of svthalia's moneybird client (2026-11), `pages` those
 * of developer.moneybird.com/webhooks (2026-11).
 */
import { describe, expect, test } from "vitest";
import { sessionWithReplies } from "../../../test/support/vendorSession.ts";
import type { GetHandler } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { moneybird } from "./connector.ts";

type Replies = Readonly<Record<string, unknown>>;

/** The record that an operation returns for the vendor's replies; `name` is that of the id in its path. */
async function read(operation: OperationId, name: string, replies: Replies): Promise<unknown> {
  const handler = moneybird.operations[operation] as unknown as GetHandler<unknown>;
  return (await handler.get({ ids: { [name]: "1" }, filters: {} }, sessionWithReplies(replies))).record;
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
  id: "474244283623278042",
  contact_id: "474244283323385269",
  contact_person: null,
  draft_id: null,
  invoice_id: "2025-0003",
  state: "open",
  invoice_date: "2025-12-23",
  due_date: "2026-01-06",
  workflow_id: "474244165662672013",
  currency: "EUR",
  discount: "0.0",
  prices_are_incl_tax: false,
  ...totals,
  total_paid: "0.0",
  total_unpaid: "363.0",
  total_discount: "0.0",
  payments: [],
  details: [detail],
};

describe("invoices", () => {
  const shown = (change: object) =>
    read("invoices.get", "invoiceId", { "/sales_invoices/1.json": { ...sold, ...change } });

  test("spec: an open invoice, two weeks to pay, nothing paid", async () => {
    expect(await shown({})).toMatchObject({
      invoiceNumber: "2025-0003",
      status: "OPEN",
      paymentStatus: "PENDING",
      paymentTermDuration: 14,
      totalAmount: 363,
      sumNetAmount: 300,
      totalTaxAmount: 63,
      lineAmountTypes: "EXCLUSIVE",
      lineItems: [{ lineItemId: "474244283626423771", quantity: 1, unitAmount: 300, itemsAmount: 300 }],
    });
  });

  test("spec: an invoice with 12.71 of 363 unpaid is partly paid", async () => {
    expect(await shown({ total_paid: "350.29", total_unpaid: "12.71" })).toMatchObject({
      status: "PARTIALLY_PAID",
      paymentStatus: "PARTLY_PAID",
    });
  });

  test("an invoice of which more than the total was paid is paid, although Moneybird leaves it open", async () => {
    expect(await shown({ total_paid: "400.0", total_unpaid: "-37.0" })).toMatchObject({
      status: "PAID",
      paymentStatus: "PAID",
    });
  });

  test("spec: an invoice that other invoices settled was cleared by them", async () => {
    const settlement = { id: "1", price: "363.0", manual_payment_action: "invoices_settlement" };
    const settled = { state: "paid", total_paid: "363.0", payments: [settlement] };
    expect(await shown(settled)).toMatchObject({ status: "PAID", paymentStatus: "CLEARED_WITH_CREDIT_NOTE" });
    const money = { id: "2", price: "1.0", manual_payment_action: null };
    expect(await shown({ ...settled, payments: [settlement, money] })).toMatchObject({ paymentStatus: "PAID" });
  });

  test("spec: the discount of an invoice is in its lines already", async () => {
    const details = [{ ...detail, total_price_excl_tax_with_discount: "270.0" }];
    const record = await shown({ discount: "10.0", total_discount: "30.0", total_price_excl_tax: "270.0", details });
    expect(record).toMatchObject({ sumNetAmount: 270, lineItems: [{ itemsAmount: 270 }] });
    expect(record).not.toHaveProperty("discountAmount");
  });

  test("dotnet: a booked invoice with a draft number, and a line with a period", async () => {
    const details = [{ ...detail, period: "20221001..20221031" }];
    expect(await shown({ draft_id: 6, invoice_id: "2022-0001", details })).toMatchObject({
      invoiceNumber: "2022-0001",
    });
  });

  const imported = {
    id: "474244396990072562",
    date: "2025-12-23",
    state: "open",
    due_date: null,
    reference: "Invoice 1",

    entry_number: 101,
    origin: null,
    source: null,
    currency: "EUR",
    paid_at: null,
    payments: [],
    details: [detail],
    total_paid: "0.0",
    total_unpaid: "121.0",
    total_price_excl_tax: "100.0",
    total_price_incl_tax: "121.0",
  };
  const external = (change: object) =>
    read("invoices.get", "invoiceId", { "/external_sales_invoices/1.json": { ...imported, ...change } });

  test("spec: an external invoice has its number as reference, and may have no due date", async () => {
    const record = await external({});
    expect(record).toMatchObject({ invoiceNumber: "Invoice 1", invoiceDate: "2025-12-23T00:00:00Z", status: "OPEN" });
    expect(record).not.toHaveProperty("dueDate");
    expect(record).not.toHaveProperty("paymentTermDuration");
  });

  test("spec: an uncollectible external invoice", async () => {
    const record = await external({ state: "uncollectible", marked_uncollectible_on: "2025-12-23" });
    expect(record).toMatchObject({ paymentStatus: "BAD_DEBT" });
    expect(record).not.toHaveProperty("status");
  });

  test("dotnet: an external invoice that is due three months after its date", async () => {
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
      status: "SENT",
      offerDate: "2025-12-23T00:00:00Z",
      totalGrossAmount: 363,
      totalTaxAmount: 63,
    });
  });
});

describe("credit notes", () => {
  const credited = {
    ...sold,
    invoice_id: null,
    invoice_date: null,
    state: "draft",
    original_sales_invoice_id: "474244292584408569",
    total_price_excl_tax: "-300.0",
    total_price_incl_tax: "-363.0",
    total_paid: "0.0",
    total_unpaid: "-363.0",
    details: [
      { ...detail, amount: null, price: "0.0", total_price_excl_tax_with_discount: "0.0" },
      { ...detail, amount: "-1 x", amount_decimal: "-1.0", total_price_excl_tax_with_discount: "-300.0" },
    ],
  };
  const shown = (change: object) =>
    read("creditNotes.get", "creditNoteId", { "/sales_invoices/1.json": { ...credited, ...change } });

  test("spec: a draft credit note with a comment line", async () => {
    const record = await shown({});
    expect(record).toMatchObject({
      status: "DRAFT",
      totalGrossAmount: 363,
      totalNetAmount: 300,
      totalTaxAmount: 63,
      creditNoteLines: [
        { quantity: 1, unitAmount: 0, totalNetAmount: 0 },
        { quantity: 1, unitAmount: 300, totalNetAmount: 300 },
      ],
    });
    expect(record).not.toHaveProperty("creditNoteNumber");
  });

  test("spec: a settled credit note has a negative paid amount", async () => {
    expect(
      await shown({ state: "paid", invoice_id: "2025-0002", total_paid: "-363.0", total_unpaid: "0.0" }),
    ).toMatchObject({
      status: "PAID",
      paymentStatus: "PAID",
      creditNoteNumber: "2025-0002",
    });
  });

  test("spec: a credit note is not an invoice", async () => {
    const reading = read("invoices.get", "invoiceId", { "/sales_invoices/1.json": credited });
    await expect(reading).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("purchases, journals and payments", () => {
  test("spec: a bill's line without an amount has quantity 1", async () => {
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

  test("spec: a receipt of 300.00 gross is 247.93 net", async () => {
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
      recordType: "STANDARD",
      version: "1766494583",
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

  test("dotnet: reads the contact and currency of a payment from its document", async () => {
    const native = { ...payment, invoice_type: "SalesInvoice", manual_payment_action: "bank_transfer" };
    expect(
      await read("payments.get", "paymentId", { "/payments/1.json": native, "/sales_invoices/2.json": owner }),
    ).toMatchObject({
      currency: "USD",
      documentType: "INVOICE",
      paymentType: "bank_transfer",
      paymentLines: [
        {
          amount: 363,
          invoiceId: "2",
          paymentDate: "2022-10-31",
          contactId: "474244283323385269",
          customerId: "474244283323385269",
          contactName: "Tulp & Zonen",
        },
      ],
    });
  });

  test("spec: a payment of an external invoice without a bank account", async () => {
    const native = {
      ...payment,
      invoice_type: "ExternalSalesInvoice",
      financial_account_id: null,
      ledger_account_id: "9",
    };
    const replies = { "/payments/1.json": native, "/external_sales_invoices/2.json": owner };
    expect(await read("payments.get", "paymentId", replies)).toMatchObject({
      currency: "USD",
      documentType: "INVOICE",
      paymentLines: [{ accountId: "9" }],
    });
  });

  test("spec: reads a payment whose document cannot be read", async () => {
    const replies = { "/payments/1.json": { ...payment, invoice_type: "Document" } };
    expect(await read("payments.get", "paymentId", replies)).toMatchObject({ documentType: "BILL" });
  });
});
