/**
 * Values and oddities of real replies, in bodies written for these tests with invented names. Sources: `docs` are the samples of
 * Intuit's reference as Petrus-Han/finance_plugins has them at de24b85, `ruby` the recordings of ruckus/quickbooks-ruby at 21e7715,
 * `au` a dump of an Australian test company of 2021, `threads` replies in threads of python-quickbooks (#250) and oauth-jsclient (#2).
 */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import type { ListHandler } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { quickbooks } from "./connector.ts";

const reads = readsOf(quickbooks);
const get = async (operation: OperationId, name: string, replies: object): Promise<unknown> =>
  (await reads.get(operation, sessionWithReplies({ ...replies }), { ids: { [name]: "1" } })).record;

const stamps = { MetaData: { CreateTime: "2014-09-19T13:16:17-07:00", LastUpdatedTime: "2014-09-19T18:16:17-07:00" } };
const line = (Id: string, Amount: number, detail: object, more: object = {}) => ({
  Id,
  Amount,
  DetailType: "SalesItemLineDetail",
  SalesItemLineDetail: detail,
  ...more,
});
const below = (Amount: number) => ({ Amount, DetailType: "SubTotalLineDetail", SubTotalLineDetail: {} });

describe("invoices", () => {
  const sold = {
    ...stamps,
    Id: "130",
    SyncToken: "0",
    DocNumber: "1037",
    TxnDate: "2014-09-19",
    DueDate: "2014-10-19",
    CustomerRef: { value: "24", name: "Ivory Plover Yard" },
    SalesTermRef: { value: "3" },
    EmailStatus: "NotSet",
    TotalAmt: 362.07,
    Balance: 362.07,
    Deposit: 0,
    TxnTaxDetail: { TotalTax: 26.82 },
    LinkedTxn: [],
    Line: [
      line("1", 335.25, { ItemRef: { value: "5", name: "Crate" }, Qty: 1, TaxCodeRef: { value: "TAX" } }),
      below(335.25),
    ],
  };
  const shown = (change: object) =>
    get("invoices.get", "invoiceId", { "/invoice/1": { Invoice: { ...sold, ...change } } });

  test("docs: an invoice with US sales tax, a subtotal line and Pacific timestamps", async () => {
    expect(await shown({})).toMatchObject({
      invoiceId: "130",
      invoiceNumber: "1037",
      contactId: "24",
      name: "Ivory Plover Yard",
      paymentTermId: "3",

      totalAmount: 362.07,
      totalTaxAmount: 26.82,
      sumNetAmount: 335.25,
      status: "OVERDUE",
      paymentStatus: "PENDING",
      createdDate: "2014-09-19T20:16:17Z",
      updatedDate: "2014-09-20T01:16:17Z",
      dueDate: "2014-10-19T00:00:00Z",
      lineItems: [{ lineItemId: "1", itemId: "5", name: "Crate", quantity: 1, taxCode: "TAX", itemsAmount: 335.25 }],
    });
  });

  test("docs: an address of lines only, and one with coordinates only", async () => {
    const BillAddr = { Id: "95", Line1: "Robin Sample", Line2: "Yard", Line3: "5 Row", Line4: "Exampleton, CA  94303" };
    const ShipAddr = { Id: "2", Lat: "INVALID", Long: "INVALID" };
    expect(await shown({ BillAddr, ShipAddr })).toMatchObject({
      addresses: [
        { type: "BILLING", addressLine1: "Robin Sample", addressLine2: "Yard, 5 Row, Exampleton, CA  94303" },
      ],
    });
  });

  test("docs: omits a missing payment term, and keeps a tax of 0", async () => {
    const record = await shown({ SalesTermRef: undefined, TotalAmt: 100, Balance: 100, TxnTaxDetail: { TotalTax: 0 } });
    expect(record).toMatchObject({ totalTaxAmount: 0, sumNetAmount: 100 });
    expect(record).not.toHaveProperty("paymentTermId");
  });

  test("ruby: a document is void only if its amounts are gone too", async () => {
    const PrivateNote = "Voided - wrong customer";
    expect(await shown({ PrivateNote, TotalAmt: 0, Balance: 0 })).toMatchObject({
      status: "VOIDED",
      paymentStatus: "CANCELED",
      totalAmount: 0,
    });
    expect(await shown({ PrivateNote, TotalAmt: 50, Balance: 50 })).toMatchObject({ status: "OVERDUE" });
  });

  test.each([
    [{ Balance: 0 }, "PAID", "PAID"],
    [{ Balance: 100.5 }, "PARTIALLY_OVERDUE", "PARTLY_PAID"],
    [{ Balance: 100.5, DueDate: "2099-01-01" }, "PARTIALLY_PAID", "PARTLY_PAID"],
    [{ DueDate: null }, "OPEN", "PENDING"],
  ])("docs: what is left says where it stands: %o", async (change, status, paymentStatus) => {
    expect(await shown(change)).toMatchObject({ status, paymentStatus });
  });

  test("au: prices entered with tax are read as net, with the gross amount besides", async () => {
    const detail = {
      TaxInclusiveAmt: 6600,
      UnitPrice: 2000,
      Qty: 3,
      TaxCodeRef: { value: "10" },
      ItemAccountRef: { value: "1" },
    };
    const Line = [line("1", 6000, detail), below(6000)];
    const typed = { GlobalTaxCalculation: "TaxInclusive", TotalAmt: 6600, TxnTaxDetail: { TotalTax: 600 }, Line };
    expect(await shown({ ...typed, CurrencyRef: { value: "AUD" }, ExchangeRate: 1 })).toMatchObject({
      lineAmountTypes: "EXCLUSIVE",
      sumNetAmount: 6000,
      totalTaxAmount: 600,
      currency: "AUD",
      lineItems: [{ unitAmount: 2000, itemsAmount: 6000, grossAmount: 6600, accountId: "1" }],
    });
  });

  test("au: keeps a price with seven decimals beside the line's rounded amount", async () => {
    const Line = [line("1", 409.09, { UnitPrice: 0.9090889, Qty: 450 })];
    expect(await shown({ Line })).toMatchObject({
      lineItems: [{ unitAmount: 0.9090889, quantity: 450, itemsAmount: 409.09 }],
    });
  });

  test("threads: omits a gross amount of 0", async () => {
    const record = await shown({ Line: [line("4", 12, { TaxInclusiveAmt: 0, Qty: 1, UnitPrice: 12 })] });
    expect(record).toHaveProperty("lineItems", [expect.not.objectContaining({ grossAmount: 0 })]);
  });

  test("ruby: reads a discount of ten percent from its line after the subtotal", async () => {
    const off = {
      Amount: 5,
      DetailType: "DiscountLineDetail",
      DiscountLineDetail: { PercentBased: true, DiscountPercent: 10 },
    };
    expect(await shown({ Line: [line("1", 50, { Qty: 1 }), below(50), off] })).toMatchObject({
      discountAmount: 5,
      lineItems: [{ lineItemId: "1" }],
    });
  });

  test("ruby: reads the parts of a bundle, and a comment line", async () => {
    const Line = [line("2", 7.96, { Qty: 15 }), line("3", 2.65, { Qty: 24 })];
    const bundle = {
      Id: "1",
      Amount: 0,
      DetailType: "GroupLineDetail",
      GroupLineDetail: { GroupItemRef: { value: "24" }, Line },
    };
    const words = { Id: "4", Description: "Thank you", DetailType: "DescriptionOnly", DescriptionLineDetail: {} };
    expect(await shown({ Line: [bundle, words, below(10.61)] })).toMatchObject({
      lineItems: [
        { lineItemId: "2", itemsAmount: 7.96 },
        { lineItemId: "3" },
        { lineItemId: "4", description: "Thank you" },
      ],
    });
  });
});

describe("other documents", () => {
  test("ruby: a bill with 5 % tax, an item line and a number", async () => {
    const ItemBasedExpenseLineDetail = {
      ItemRef: { value: "28", name: "MW-001" },
      UnitPrice: 400,
      Qty: 1,
      TaxCodeRef: { value: "9" },
    };
    const Line = [{ Id: "1", Amount: 400, DetailType: "ItemBasedExpenseLineDetail", ItemBasedExpenseLineDetail }];
    const Bill = { Id: "292", DocNumber: "PO000H1", TotalAmt: 420, Balance: 420, TxnTaxDetail: { TotalTax: 20 }, Line };
    expect(
      await get("bills.get", "billId", { "/bill/1": { Bill: { ...Bill, VendorRef: { value: "87" } } } }),
    ).toMatchObject({
      totalGrossAmount: 420,
      totalNetAmount: 400,
      totalTaxAmount: 20,
      billNumber: "PO000H1",
      contactId: "87",
      lineItems: [{ itemId: "28", itemName: "MW-001", totalNetAmount: 400, taxCode: "9" }],
    });
  });

  test("docs: a US bill without tax and number", async () => {
    const AccountBasedExpenseLineDetail = { AccountRef: { value: "64" }, TaxCodeRef: { value: "TAX" } };
    const Line = [
      { Id: "1", Amount: 103.55, DetailType: "AccountBasedExpenseLineDetail", AccountBasedExpenseLineDetail },
    ];
    const record = await get("bills.get", "billId", {
      "/bill/1": { Bill: { Id: "25", TotalAmt: 103.55, Balance: 0, Line } },
    });
    expect(record).toMatchObject({ totalNetAmount: 103.55, totalTaxAmount: 0, status: "PAID" });
    expect(record).not.toHaveProperty("billNumber");
  });

  test("docs: a vendor credit without a balance has positive amounts and no status", async () => {
    const native = { Id: "255", TxnDate: "2014-12-23", TotalAmt: 90, VendorRef: { value: "30" }, Line: [] };
    const replies = { "/query": { QueryResponse: { VendorCredit: [native], startPosition: 1, maxResults: 1 } } };
    const { records } = await reads.list("vendorCredits.list", sessionWithReplies(replies));
    expect(records[0]).toMatchObject({ totalGrossAmount: 90, vendorCreditDate: "2014-12-23T00:00:00Z" });
    expect(records[0]).not.toHaveProperty("status");
  });

  test("docs: a credit memo is used up if no credit remains, whatever its balance", async () => {
    const native = {
      Id: "73",
      TotalAmt: 100,
      RemainingCredit: 0,
      Balance: 0,
      DocNumber: "1026",
      TxnTaxDetail: { TotalTax: 0 },
    };
    expect(await get("creditNotes.get", "creditNoteId", { "/creditmemo/1": { CreditMemo: native } })).toMatchObject({
      status: "PAID",
      totalGrossAmount: 100,
      creditNoteNumber: "1026",
    });
  });

  test("docs: a pending estimate is sent, a converted one accepted", async () => {
    const shown = (TxnStatus: string) =>
      get("offers.get", "offerId", { "/estimate/1": { Estimate: { Id: "1", TxnStatus, TotalAmt: 31.5 } } });
    expect(await shown("Pending")).toMatchObject({ status: "SENT", totalGrossAmount: 31.5 });
    expect(await shown("Converted")).toMatchObject({ status: "ACCEPTED" });
  });

  test("docs: an open purchase order with one line", async () => {
    const ItemBasedExpenseLineDetail = { ItemRef: { value: "38", name: "Trowel" }, Qty: 1, UnitPrice: 25 };
    const Line = [{ Id: "1", Amount: 25, DetailType: "ItemBasedExpenseLineDetail", ItemBasedExpenseLineDetail }];
    const PurchaseOrder = {
      Id: "257",
      DocNumber: "1005",
      POStatus: "Open",
      TotalAmt: 25,
      VendorRef: { value: "41" },
      Line,
    };
    expect(await get("purchaseOrders.get", "purchaseOrderId", { "/purchaseorder/1": { PurchaseOrder } })).toMatchObject(
      {
        status: "OPEN",
        reference: "1005",
        supplierId: "41",
        lineItems: [{ itemName: "Trowel", totalNetAmount: 25 }],
      },
    );
  });

  test("ruby: a card charge of 0 for a customer, and a refund", async () => {
    const AccountBasedExpenseLineDetail = { AccountRef: { value: "60" }, TaxCodeRef: { value: "NON" } };
    const Line = [{ Id: "1", Amount: 0, DetailType: "AccountBasedExpenseLineDetail", AccountBasedExpenseLineDetail }];
    const native = {
      Id: "6834",
      PaymentType: "CreditCard",
      EntityRef: { value: "1", type: "Customer" },
      TotalAmt: 0,
      Line,
    };
    const shown = (Credit: boolean) =>
      get("expenses.get", "expenseId", { "/purchase/1": { Purchase: { ...native, Credit } } });
    expect(await shown(false)).toMatchObject({
      type: "EXPENSE",
      paymentType: "CREDIT_CARD",
      customerId: "1",
      totalGrossAmount: 0,
      expenseLines: [{ totalNetAmount: 0, debitCreditIndicator: "DEBIT", taxRate: { code: "NON" } }],
    });
    expect(await shown(true)).toMatchObject({ type: "REFUND", expenseLines: [{ debitCreditIndicator: "CREDIT" }] });
  });

  test("docs: a journal entry with line ids from 0, a customer and a vendor", async () => {
    const posting = (Id: string, PostingType: string, Type: string) => ({
      Id,
      Amount: 25.54,
      DetailType: "JournalEntryLineDetail",
      JournalEntryLineDetail: { PostingType, AccountRef: { value: "65" }, Entity: { Type, EntityRef: { value: "2" } } },
    });
    const Line = [posting("0", "Debit", "Customer"), posting("1", "Credit", "Vendor")];
    const JournalEntry = { Id: "227", TxnDate: "2015-06-29", TotalAmt: 0, TxnTaxDetail: {}, Line };
    const record = await get("journalEntries.get", "journalEntryId", { "/journalentry/1": { JournalEntry } });
    expect(record).toMatchObject({
      journalLineItems: [
        { id: "0", debitCreditIndicator: "DEBIT", totalNetAmount: 25.54, customerId: "2" },
        { id: "1", debitCreditIndicator: "CREDIT", totalNetAmount: 25.54, supplierId: "2" },
      ],
    });
  });
});

describe("deletions", () => {
  const captured = async (list: OperationId, answers: readonly object[], since = new Date()) => {
    const asked: unknown[] = [];
    const read = async (path: string, query: unknown) => (
      asked.push([path, query]), { CDCResponse: [{ QueryResponse: answers }] }
    );
    const { deletedSince } = quickbooks.operations[list] as ListHandler<unknown>;
    return { ids: await deletedSince?.(since, sessionWith({ read })), asked };
  };
  const gone = {
    status: "Deleted",
    domain: "QBO",
    Id: "979",
    MetaData: { LastUpdatedTime: "2015-12-23T12:55:50-08:00" },
  };

  test("docs: finds a deleted estimate in the change data capture", async () => {
    const answers = [{ Estimate: [{ Id: "34" }, { Id: "123" }, gone], startPosition: 1, totalCount: 5, maxResults: 5 }];
    const { ids, asked } = await captured("offers.list", answers, new Date(Date.now() - 60_000));
    expect(ids).toEqual(["979"]);
    expect(asked).toEqual([["/cdc", expect.objectContaining({ entities: "Estimate" })]]);
  });

  test("docs: an inactive record is gone from lists that leave inactive ones out", async () => {
    const inactive = { Id: "1", Active: false };
    expect((await captured("contacts.list", [{ Customer: [inactive, { Id: "2", Active: true }] }, {}])).ids).toEqual([
      "1",
    ]);
    expect((await captured("accounts.list", [{ Account: [inactive] }])).ids).toEqual([]);
  });

  test("docs: reads at most thirty days of change data capture", async () => {
    const { ids, asked } = await captured("bills.list", [], new Date(Date.now() - 31 * 86_400_000));
    expect([ids, asked]).toEqual([[], []]);
  });
});
