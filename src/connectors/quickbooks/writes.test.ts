/** Requests to QuickBooks: other lines stay unchanged, changes name the version, and every create has its own request id. */

import { expect, test } from "vitest";
import { sessionWith, writeOf } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import { quickbooks } from "./connector.ts";

interface Asked {
  readonly body?: object;
  readonly ids?: Readonly<Record<string, string>>;
}

const sent = (id: OperationId, { body = {}, ids = {} }: Asked, prepared?: unknown) => {
  const handler = writeOf(quickbooks, id);
  return handler.request({ ids, filters: {}, body, files: [], marker: "m-1" }, prepared);
};

const goods = (Id: string, Amount: number, Qty: number, UnitPrice: number) => ({
  Id,
  Amount,
  DetailType: "SalesItemLineDetail",
  SalesItemLineDetail: { ItemRef: { value: "5" }, Qty, UnitPrice },
});
const bundle = {
  Id: "7",
  Amount: 0,
  DetailType: "GroupLineDetail",
  GroupLineDetail: { Line: [goods("8", 7.96, 15, 0.53)] },
};
const words = { Id: "9", Description: "Thank you", DetailType: "DescriptionOnly", DescriptionLineDetail: {} };
const off = {
  Amount: 5,
  DetailType: "DiscountLineDetail",
  DiscountLineDetail: { PercentBased: true, DiscountPercent: 10 },
};
const below = { Amount: 50, DetailType: "SubTotalLineDetail", SubTotalLineDetail: {} };
// An amount that no longer equals price times quantity is left to QuickBooks.
const odd = goods("1", 50.01, 2, 25);
const invoice = { Id: "130", SyncToken: "4", Line: [odd, bundle, words, off, below] };

test("adds a line before the discount and leaves the others unchanged", () => {
  const body = { quantity: 3, unitAmount: 0.1, description: "Nails", itemId: "6", taxCode: "TAX" };
  const request = sent("invoices.lineItems.create", { ids: { invoiceId: "130" }, body }, invoice);
  expect(request).toMatchObject({ path: "/invoice", query: { requestid: "m-1", minorversion: 75 } });
  const made = { ItemRef: { value: "6" }, Qty: 3, UnitPrice: 0.1, TaxCodeRef: { value: "TAX" } };
  const line = { Amount: 0.3, Description: "Nails", DetailType: "SalesItemLineDetail", SalesItemLineDetail: made };
  expect(request.body).toEqual({
    sparse: true,
    Id: "130",
    SyncToken: "4",
    Line: [odd, bundle, words, line, off],
  });
});

test("computes a line's amount anew only if its price or quantity changes", () => {
  const changed = (lineItemId: string, body: object) => {
    const request = sent("invoices.lineItems.patch", { ids: { invoiceId: "130", lineItemId }, body }, invoice);
    return (request.body as typeof invoice).Line;
  };
  expect(changed("1", { description: "Planks" })).toEqual([{ ...odd, Description: "Planks" }, bundle, words, off]);
  expect(changed("1", { quantity: 3 })[0]).toMatchObject({
    Amount: 75,
    SalesItemLineDetail: { Qty: 3, UnitPrice: 25 },
  });
  expect(changed("9", { description: "Thanks" })[2]).toEqual({ ...words, Description: "Thanks" });
  expect(() => changed("8", { quantity: 1 })).toThrow("No record has this id.");
});

test("sends a bill's line as an item line or an account line", () => {
  const lineItems = [
    { itemId: "3", quantity: 2, unitAmount: 9.5 },
    { accountId: "60", totalNetAmount: 80.5 },
  ];
  expect(sent("bills.create", { body: { contactId: "30", lineItems } }).body).toEqual({
    VendorRef: { value: "30" },
    Line: [
      {
        Amount: 19,
        DetailType: "ItemBasedExpenseLineDetail",
        ItemBasedExpenseLineDetail: { ItemRef: { value: "3" }, Qty: 2, UnitPrice: 9.5 },
      },
      {
        Amount: 80.5,
        DetailType: "AccountBasedExpenseLineDetail",
        AccountBasedExpenseLineDetail: { AccountRef: { value: "60" } },
      },
    ],
  });
});

const percentages = new Map([
  ["20", 20],
  ["TAX", undefined],
]);

test("sends gross prices as net prices with seven decimals, and the gross amount besides", () => {
  const lineItems = [
    { itemId: "5", quantity: 3, unitAmount: 9.99, taxCode: "20" },
    { itemId: "6", quantity: 1, unitAmount: 4 },
  ];
  const body = { contactId: "1", lineAmountTypes: "INCLUSIVE", lineItems };
  expect(sent("invoices.create", { body }, percentages).body).toMatchObject({
    GlobalTaxCalculation: "TaxInclusive",
    Line: [
      {
        // 29.97 including 20 % tax.
        Amount: 24.98,
        SalesItemLineDetail: { Qty: 3, UnitPrice: 8.3266667, TaxInclusiveAmt: 29.97, TaxCodeRef: { value: "20" } },
      },
      { Amount: 4, SalesItemLineDetail: { Qty: 1, UnitPrice: 4, TaxInclusiveAmt: 4 } },
    ],
  });
});

// The body that a tested client sends for tolls of 1150 including 15 % tax: the net as Amount, the gross as TaxInclusiveAmt.
test.each(["bills.create", "vendorCredits.create"] as const)("%s takes totals with tax where taxRule says so", (id) => {
  const lineItems = [{ accountId: "80", taxCode: "3", totalGrossAmount: 1150 }];
  const about = { vendorCreditDate: "2026-10-05T00:00:00Z", vendorCreditNumber: "C-1" };
  const typed = { contactId: "61", taxRule: "GROSS", lineItems, ...(id === "vendorCredits.create" && about) };
  expect(sent(id, { body: typed }, new Map([["3", 15]])).body).toMatchObject({
    GlobalTaxCalculation: "TaxInclusive",
    Line: [
      {
        Amount: 1000,
        AccountBasedExpenseLineDetail: {
          AccountRef: { value: "80" },
          TaxCodeRef: { value: "3" },
          TaxInclusiveAmt: 1150,
        },
      },
    ],
  });
  expect(() => sent(id, { body: { ...typed, taxRule: "NET" } })).toThrow(/totalGrossAmount/);
});

test("refuses gross prices with a tax code of unknown percentage", () => {
  const lineItems = [{ itemId: "5", quantity: 1, unitAmount: 10, taxCode: "TAX" }];
  const body = { contactId: "1", lineAmountTypes: "INCLUSIVE", lineItems };
  expect(() => sent("invoices.create", { body }, percentages)).toThrow(/percentage of tax code TAX is not known/);
});

test("reads tax codes only for gross prices, with separate rates for purchases", async () => {
  const ref = (value: string) => ({ TaxRateDetail: [{ TaxRateRef: { value } }] });
  const code = { Id: "3", SalesTaxRateList: ref("1"), PurchaseTaxRateList: ref("2") };
  const rates = [
    { Id: "1", RateValue: 20 },
    { Id: "2", RateValue: 15 },
  ];
  const requests: string[] = [];
  const session = sessionWith({
    read: async (_path, { query = "" } = {}) => {
      requests.push(String(query));
      return { QueryResponse: String(query).includes("TaxCode") ? { TaxCode: [code] } : { TaxRate: rates } };
    },
  });
  const prepared = (id: OperationId, body: object) =>
    writeOf(quickbooks, id).prepare?.({ ids: {}, filters: {}, body, files: [], marker: "m-1" }, session);
  expect(await prepared("bills.create", { taxRule: "NET" })).toBeUndefined();
  expect(requests).toEqual([]);
  expect(await prepared("bills.create", { taxRule: "GROSS" })).toEqual(new Map([["3", 15]]));
  expect(await prepared("invoices.create", { lineAmountTypes: "INCLUSIVE" })).toEqual(new Map([["3", 20]]));
});

test("pays bills from an account, by check unless a card is named", () => {
  const paymentLines = [{ invoiceId: "25", amount: 10.1, accountId: "35", paymentDate: "2026-10-20T00:00:00Z" }];
  const paid = (more: object) =>
    sent("payments.create", { body: { documentType: "BILL", paymentLines, ...more } }, { value: "46" });
  expect(paid({})).toMatchObject({
    path: "/billpayment",
    body: {
      VendorRef: { value: "46" },
      TotalAmt: 10.1,
      TxnDate: "2026-10-20",
      PayType: "Check",
      CheckPayment: { BankAccountRef: { value: "35" } },
      Line: [{ Amount: 10.1, LinkedTxn: [{ TxnId: "25", TxnType: "Bill" }] }],
    },
  });
  expect(paid({ paymentType: "CreditCard" }).body).toMatchObject({
    CreditCardPayment: { CCAccountRef: { value: "35" } },
  });
  expect(() => paid({ paymentLines: [...paymentLines, { ...paymentLines[0], accountId: "36" }] })).toThrow(
    "the same accountId",
  );
});

test("names the version of a deleted record", () => {
  const prepared = { entity: "BillPayment", native: { Id: "236", SyncToken: "1", TotalAmt: 200 } };
  expect(sent("payments.delete", { ids: { paymentId: "236" } }, prepared)).toEqual({
    method: "POST",
    path: "/billpayment",
    query: { operation: "delete", minorversion: 75 },
    body: { Id: "236", SyncToken: "1" },
  });
});

test("a posting with a tax code has its tax, and whether it is a purchase or a sale", () => {
  const journalLineItems = [
    { accountId: "60", debitCreditIndicator: "DEBIT", totalNetAmount: 100, taxRate: { code: "9" } },
    { accountId: "40", debitCreditIndicator: "CREDIT", totalNetAmount: 120 },
  ];
  const { body } = sent("journalEntries.create", { body: { journalLineItems } }, new Map([["9", 20]]));
  expect(body).toMatchObject({
    GlobalTaxCalculation: "TaxExcluded",
    Line: [{ Amount: 100, JournalEntryLineDetail: { TaxApplicableOn: "Purchase", TaxAmount: 20 } }, { Amount: 120 }],
  });
});

test("an expense's description is its memo, so that it may occur twice", () => {
  const body = { accountId: "35", description: "Taxi", documentId: "R-1", expenseLines: [] };
  expect(sent("expenses.create", { body }).body).toMatchObject({ PrivateNote: "Taxi", DocNumber: "R-1" });
});

test("voiding an invoice is an operation of its own", () => {
  const request = sent("invoices.patch", { ids: { invoiceId: "130" }, body: { status: "VOIDED" } }, invoice);
  expect(request.query).toEqual({ operation: "void", minorversion: 75 });
  expect(request.body).toEqual({ sparse: true, Id: "130", SyncToken: "4" });
  const both = { status: "VOIDED", dueDate: "2026-12-01T00:00:00Z" };
  expect(() => sent("invoices.patch", { ids: { invoiceId: "130" }, body: both }, invoice)).toThrow("Send only status VOIDED");
});

test("money on account is a part of the payment without a document", async () => {
  const body = {
    documentType: "INVOICE",
    paymentLines: [
      { invoiceId: "7", amount: 100 },
      { customerId: "20", amount: 30 },
    ],
  };
  expect(sent("payments.create", { body }, { value: "20" }).body).toMatchObject({
    CustomerRef: { value: "20" },
    TotalAmt: 130,
    Line: [{ Amount: 100, LinkedTxn: [{ TxnId: "7", TxnType: "Invoice" }] }],
  });
});

test("refunds are refused before anything is sent", async () => {
  const { prepare } = writeOf(quickbooks, "payments.create");
  const body = { documentType: "INVOICE", paymentLines: [{ customerId: "20", amount: -30 }] };
  const call = { ids: {}, filters: {}, body, files: [], marker: "m-1" };
  await expect(prepare?.(call, sessionWith({}))).rejects.toMatchObject({
    code: "cannot_store",
    details: { field: "paymentLines[0].amount" },
  });
});

test("a vendor credit that was used keeps its amounts and stays", async () => {
  const VendorCredit = { Id: "5", SyncToken: "1", TotalAmt: 100, Balance: 40 };
  const session = sessionWith({ read: async () => ({ VendorCredit }) });
  const call = { ids: { vendorCreditId: "5" }, filters: {}, body: {}, files: [], marker: "m-1" };
  for (const id of ["vendorCredits.update", "vendorCredits.delete"] as const)
    await expect(writeOf(quickbooks, id).prepare?.(call, session)).rejects.toMatchObject({ code: "document_locked" });
});
