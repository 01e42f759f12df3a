/** Requests to Xero that are easy to get wrong. */

import { expect, test } from "vitest";
import { sessionWith, writeOf } from "../../../test/support/vendorSession.ts";
import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf, OperationId } from "../../contract/operations.ts";
import { xero } from "./connector.ts";

/** The body of the request, with what Xero has already stored. */
async function encoded<Id extends OperationId>(id: Id, body: InputOf<Id>, known: object = {}, ids = {}) {
  const handler = writeOf<unknown>(xero, id);
  const call = { ids, filters: {}, files: [], marker: "m", body } as WriteCall<unknown>;
  const session = sessionWith({ read: async () => known });
  return handler.request(call, await handler.prepare?.(call, session)).body;
}

test("keeps a line's discount, and only one of account id and code", async () => {
  const line = {
    LineItemID: "l",
    AccountID: "old",
    AccountCode: "200",
    Quantity: 2,
    UnitAmount: 10,
    TaxAmount: 3,
    DiscountRate: 0,
    DiscountAmount: 5,
    LineAmount: 15,
  };
  const known = { Invoices: [{ InvoiceID: "i", LineItems: [line] }] };
  const ids = { invoiceId: "i", lineItemId: "l" };
  const storedLine = { LineItemID: "l", Quantity: 2, UnitAmount: 10 };
  const lines = (...LineItems: object[]) => ({ Invoices: [{ InvoiceID: "i", LineItems }] });
  expect(await encoded("invoices.lineItems.patch", { accountCode: "260" }, known, ids)).toEqual(
    lines({ ...storedLine, AccountCode: "260", DiscountAmount: 5 }),
  );
  expect(
    await encoded("invoices.lineItems.patch", { accountId: "new", discountItemPercentage: 10 }, known, ids),
  ).toEqual(lines({ ...storedLine, AccountID: "new", DiscountRate: 10 }));
});

test("maps taxRule to LineAmountTypes, and refuses an unknown one", async () => {
  const body = { invoiceDate: "2026-02-22T00:00:00Z", lineItems: [], contactId: "c" };
  expect(await encoded("invoices.create", { ...body, taxRule: "GROSS" })).toMatchObject({
    Invoices: [{ LineAmountTypes: "Inclusive" }],
  });
  expect(await encoded("invoices.patch", { taxRule: "FREETAX" }, {}, { invoiceId: "i" })).toMatchObject({
    Invoices: [{ LineAmountTypes: "NoTax" }],
  });
  await expect(encoded("invoices.create", { ...body, taxRule: "REVERSE_CHARGE" })).rejects.toThrow("no taxRule");
});

test("accepts a total instead of a price on lines of bills", async () => {
  const lineItems = [{ description: "Mehl", totalNetAmount: 10, totalGrossAmount: 12 }];
  const lineOf = async (body: object) => {
    const { Invoices } = (await encoded("bills.create", { contactId: "c", ...body })) as { Invoices: object[] };
    return (Invoices[0] as { LineItems: object[] }).LineItems;
  };
  expect(await lineOf({ lineItems })).toEqual([{ Description: "Mehl", LineAmount: 10 }]);
  expect(await lineOf({ lineItems, taxRule: "GROSS" })).toEqual([{ Description: "Mehl", LineAmount: 12 }]);
  expect(await lineOf({ lineItems: [{ unitAmount: 5, quantity: 2, totalNetAmount: 10 }] })).toEqual([
    { UnitAmount: 5, Quantity: 2 },
  ]);
  await expect(lineOf({ lineItems: [{ totalGrossAmount: 12 }] })).rejects.toThrow("totalNetAmount");
});

test("refuses a line without an amount, and a refund as an expense", async () => {
  const spent = { accountId: "b", supplierId: "c", exchangeRate: "1.25" };
  const lines = [{ accountCode: "429", debitCreditIndicator: "CREDIT" as const, totalNetAmount: 3 }];
  expect(await encoded("expenses.create", { ...spent, expenseLines: lines })).toMatchObject({
    BankTransactions: [{ Type: "SPEND", CurrencyRate: 0.8, LineItems: [{ UnitAmount: -3, Quantity: 1 }] }],
  });
  const empty = [{ accountCode: "429", totalGrossAmount: 3 }];
  await expect(encoded("expenses.create", { ...spent, expenseLines: empty })).rejects.toThrow("totalNetAmount");
  await expect(encoded("journalEntries.create", { description: "x", journalLineItems: empty })).rejects.toThrow(
    "totalNetAmount",
  );
  await expect(encoded("expenses.create", { ...spent, type: "REFUND", expenseLines: lines })).rejects.toThrow(
    "no type",
  );
  await expect(encoded("expenses.create", { ...spent, exchangeRate: "1,25", expenseLines: lines })).rejects.toThrow(
    "exchangeRate",
  );
});

test("posts an entry even if the ledger may not be read", async () => {
  const reply = { ManualJournals: [{ ManualJournalID: "m", Status: "POSTED", Narration: "Umbuchung" }] };
  const call = { ids: {}, filters: {}, files: [], marker: "m", body: {} };
  const read = () => Promise.reject(new Failure("target_forbidden", "premium"));
  const handler = xero.operations["journalEntries.create"];
  const found = handler?.answer(await handler.complete?.(reply, call, sessionWith({ read })), call);
  expect(found?.record).toMatchObject({ id: "m", description: "Umbuchung", isProvisional: false });
});

test("keeps an item's account and tax when its price changes", async () => {
  const known = {
    Items: [{ ItemID: "i", Code: "K1", SalesDetails: { UnitPrice: 5, AccountCode: "200", TaxType: "OUTPUT2" } }],
  };
  expect(await encoded("items.patch", { unitSalesPrice: 6 }, known, { itemId: "i" })).toEqual({
    Items: [{ Code: "K1", SalesDetails: { UnitPrice: 6, AccountCode: "200", TaxType: "OUTPUT2" } }],
  });
});

test("a negative payment pays a credit note back", async () => {
  const paymentLines = [{ accountId: "b", invoiceId: "n", amount: -20, paymentDate: "2026-11-02" }];
  expect(await encoded("payments.create", { documentType: "BILL", paymentLines })).toEqual({
    Payments: [
      {
        Account: { AccountID: "b" },
        Amount: 20,
        CreditNote: { CreditNoteID: "n" },
        Date: "2026-11-02",
        Invoice: undefined,
      },
    ],
  });
});

test.each([
  ["paymentLines[1]", [{ invoiceId: "i", amount: 1, accountId: "b" }, { amount: 2 }]],
  ["paymentLines[0].invoiceId", [{ amount: 2, accountId: "b" }]],
  ["paymentLines[0].accountId", [{ invoiceId: "i", amount: 2 }]],
])("a payment that Xero cannot store names %s", async (field, paymentLines) => {
  const known = { Accounts: [{ AccountID: "b", Name: "Current account" }] };
  await expect(encoded("payments.create", { documentType: "INVOICE", paymentLines }, known)).rejects.toMatchObject({
    code: "cannot_store",
    details: { field },
  });
});

test("lines of a taxed entry without a code are not taxed by the default of their account", async () => {
  const journalLineItems = [
    { accountId: "a", debitCreditIndicator: "DEBIT" as const, totalNetAmount: 100, taxRate: { code: "INPUT2" } },
    { accountId: "b", debitCreditIndicator: "CREDIT" as const, totalNetAmount: 120 },
  ];
  expect(await encoded("journalEntries.create", { description: "x", journalLineItems })).toMatchObject({
    ManualJournals: [
      { LineAmountTypes: "Exclusive", JournalLines: [{ TaxType: "INPUT2" }, { TaxType: "NONE", LineAmount: -120 }] },
    ],
  });
});

test("only drafts may have lines without an account", async () => {
  const body = { contactId: "c", invoiceDate: "2026-11-02T00:00:00Z", lineItems: [{ quantity: 1, unitAmount: 5 }] };
  await expect(encoded("invoices.create", { ...body, status: "OPEN" } as never)).rejects.toMatchObject({
    details: { field: "lineItems[0].accountId" },
  });
  expect(await encoded("invoices.create", { ...body, status: "DRAFT" } as never)).toHaveProperty("Invoices");
});

test.each([
  ["an approved bill", "AUTHORISED", {}, true],
  ["a draft that is approved", "DRAFT", { status: "OPEN" as const }, true],
  ["a draft", "DRAFT", {}, false],
  ["an approved bill that becomes a draft", "AUTHORISED", { status: "DRAFT" as const }, false],
])("a new line of %s needs an account only if the bill is approved", async (_, Status, more, isRefused) => {
  const known = { Invoices: [{ InvoiceID: "b", Status, LineItems: [{ LineItemID: "l", AccountID: "a" }] }] };
  const kept = { id: "l", quantity: 2 };
  const change = encoded("bills.update", { lineItems: [kept, { quantity: 1 }], ...more }, known, { billId: "b" });
  if (isRefused)
    await expect(change).rejects.toMatchObject({
      code: "cannot_store",
      details: { field: "lineItems[1].accountId" },
    });
  else await expect(change).resolves.toBeDefined();
});

test("an expense's text stands in for that of its lines", async () => {
  const expenseLines = [{ accountId: "a", debitCreditIndicator: "DEBIT" as const, totalNetAmount: 3 }];
  const body = { accountId: "b", supplierId: "c", description: "Taxi", expenseLines };
  expect(await encoded("expenses.create", body)).toMatchObject({
    BankTransactions: [{ Reference: "Taxi", LineItems: [{ Description: "Taxi" }] }],
  });
});

test.each([
  ["used in part", { Type: "ACCPAYCREDIT", Status: "AUTHORISED", Total: 100, RemainingCredit: 40 }, "PARTIALLY_PAID"],
  ["used up", { Type: "ACCPAYCREDIT", Status: "PAID", Total: 100, RemainingCredit: 0 }, "PAID"],
])("a vendor credit that was %s is read as such before it changes", async (_state, note, status) => {
  const session = sessionWith({ read: async () => ({ CreditNotes: [{ CreditNoteID: "n", ...note }] }) });
  const found = await xero.vendorCredit?.get({ ids: { vendorCreditId: "n" }, filters: {} }, session);
  expect(found?.record).toMatchObject({ status });
});

test("a credit note to a customer is no vendor credit", async () => {
  const note = { CreditNoteID: "n", Type: "ACCRECCREDIT", Status: "DRAFT", Total: 100, RemainingCredit: 100 };
  const session = sessionWith({ read: async () => ({ CreditNotes: [note] }) });
  const found = xero.vendorCredit?.get({ ids: { vendorCreditId: "n" }, filters: {} }, session);
  await expect(found).rejects.toMatchObject({ code: "not_found" });
});
