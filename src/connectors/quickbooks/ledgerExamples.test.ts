/** Examples of payments, terms, accounts, contacts and tax codes; `examples.test.ts` names the sources. */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { VendorQuery } from "../../contract/session.ts";
import { quickbooks } from "./connector.ts";

const reads = readsOf(quickbooks);
const get = async (operation: OperationId, name: string, replies: object): Promise<unknown> =>
  (await reads.get(operation, sessionWithReplies({ ...replies }), { ids: { [name]: "1" } })).record;

/** Answers queries by entity, and keeps the queries. */
function asking(answers: Readonly<Record<string, readonly object[]>>, others: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = [];
  const read = async (path: string, { query: sent = "" }: VendorQuery = {}) => {
    const query = String(sent);
    asked.push(query);
    if (path !== "/query") return others[path];
    const [, what, entity = ""] = /^select (\S+) from (\w+)/.exec(query) ?? [];
    const all = answers[entity] ?? [];
    if (what !== "*") return { QueryResponse: { totalCount: all.length } };
    return { QueryResponse: all.length === 0 ? {} : { [entity]: all, startPosition: 1, maxResults: all.length } };
  };
  return { asked, session: sessionWith({ read }) };
}

describe("money", () => {
  test("docs: a payment of one invoice into an account, and a check for a bill", async () => {
    const paid = (TxnId: string, TxnType: string, Amount: number) => [{ Amount, LinkedTxn: [{ TxnId, TxnType }] }];
    const Payment = {
      Id: "125",
      TxnDate: "2014-09-14",
      TotalAmt: 25,
      CustomerRef: { value: "20", name: "Blue Wren Café" },
    };
    const from = { ...Payment, DepositToAccountRef: { value: "4" }, Line: paid("67", "Invoice", 25) };
    expect(await get("payments.get", "paymentId", { "/payment/1": { Payment: from } })).toMatchObject({
      id: "125",
      documentType: "INVOICE",
      paymentLines: [{ amount: 25, invoiceId: "67", customerId: "20", accountId: "4", paymentDate: "2014-09-14" }],
    });
    const BillPayment = {
      Id: "236",
      TotalAmt: 200,
      PayType: "Check",
      VendorRef: { value: "56" },
      Line: paid("234", "Bill", 200),
    };
    const CheckPayment = { PrintStatus: "NeedToPrint", BankAccountRef: { value: "35" } };
    const replies = { "/billpayment/1": { BillPayment: { ...BillPayment, CheckPayment } } };
    expect(await get("payments.get", "paymentId", replies)).toMatchObject({
      documentType: "BILL",
      paymentType: "Check",
      paymentLines: [{ amount: 200, invoiceId: "234", supplierId: "56", accountId: "35" }],
    });
  });

  test("docs: a payment on account has no invoice, and an applied credit is not a payment", async () => {
    const shown = (Payment: object) => get("payments.get", "paymentId", { "/payment/1": { Payment } });
    expect(await shown({ Id: "1", TotalAmt: 25, UnappliedAmt: 25, Line: [] })).toMatchObject({
      paymentLines: [{ amount: 25 }],
    });
    const Line = [
      { Amount: 100, LinkedTxn: [{ TxnId: "7", TxnType: "Invoice" }] },
      { Amount: 20, LinkedTxn: [{ TxnId: "8", TxnType: "CreditMemo" }] },
    ];
    expect(await shown({ Id: "1", TotalAmt: 80, Line })).toHaveProperty("paymentLines", [
      expect.objectContaining({ invoiceId: "7", amount: 80 }),
    ]);
    expect(await shown({ Id: "1", TotalAmt: 0, Line })).toHaveProperty("paymentLines", [
      expect.objectContaining({ amount: 0 }),
    ]);
  });

  test("docs: the money that a payment leaves unapplied is a line without an invoice", async () => {
    const Line = [{ Amount: 100, LinkedTxn: [{ TxnId: "7", TxnType: "Invoice" }] }];
    const Payment = { Id: "1", TotalAmt: 130, UnappliedAmt: 30, CustomerRef: { value: "20" }, Line };
    const record = await get("payments.get", "paymentId", { "/payment/1": { Payment } });
    expect(record).toHaveProperty("paymentLines", [
      expect.objectContaining({ amount: 100, invoiceId: "7" }),
      { amount: 30, contactId: "20", customerId: "20" },
    ]);
  });

  test("docs: a sales receipt is a paid invoice and a payment, a refund receipt a paid credit note and a refund", async () => {
    const receipt = {
      Id: "11",
      DocNumber: "1003",
      Balance: 0,
      TotalAmt: 337.5,
      TxnDate: "2014-09-14",
      CustomerRef: { value: "6", name: "Grey Heron" },
      DepositToAccountRef: { value: "35", name: "Checking" },
      TxnTaxDetail: { TotalTax: 0 },
      Line: [
        { Id: "1", Amount: 337.5, DetailType: "SalesItemLineDetail", SalesItemLineDetail: { Qty: 4.5, UnitPrice: 75 } },
      ],
    };
    const sale = { "/salesreceipt/1": { SalesReceipt: receipt } };
    expect(await get("invoices.get", "invoiceId", sale)).toMatchObject({
      invoiceId: "11",
      status: "PAID",
      totalAmount: 337.5,
    });
    expect(await get("payments.get", "paymentId", sale)).toMatchObject({
      documentType: "INVOICE",
      paymentLines: [{ amount: 337.5, invoiceId: "11", accountId: "35", customerId: "6" }],
    });
    const refund = { "/refundreceipt/1": { RefundReceipt: receipt } };
    expect(await get("creditNotes.get", "creditNoteId", refund)).toMatchObject({
      id: "11",
      status: "PAID",
      totalGrossAmount: 337.5,
    });
    expect(await get("payments.get", "paymentId", refund)).toMatchObject({
      documentType: "INVOICE",
      paymentLines: [{ amount: -337.5, invoiceId: "11", customerId: "6" }],
    });
  });

  test("docs: an invoice whose only payment is of 0 was cleared by a credit", async () => {
    const Invoice = {
      Id: "1",
      TotalAmt: 100,
      Balance: 0,
      LinkedTxn: [{ TxnId: "9", TxnType: "Payment" }],
    };
    const cleared = asking({ Payment: [{ Id: "9", TotalAmt: 0 }] }, { "/invoice/1": { Invoice } });
    const ids = { invoiceId: "1" };
    expect((await reads.get("invoices.get", cleared.session, { ids })).record).toMatchObject({
      status: "PAID",
      paymentStatus: "CLEARED_WITH_CREDIT_NOTE",
    });
    const paid = asking({ Payment: [] }, { "/invoice/1": { Invoice } });
    expect((await reads.get("invoices.get", paid.session, { ids })).record).toMatchObject({ paymentStatus: "PAID" });
  });

  test("ruby: a purchase may have tax lines without their total", async () => {
    const Purchase = { Id: "1", TotalAmt: 60, TxnTaxDetail: { TaxLine: [{ Amount: 8 }, { Amount: 2 }] } };
    expect(await get("expenses.get", "expenseId", { "/purchase/1": { Purchase } })).toMatchObject({
      totalNetAmount: 50,
      totalTaxAmount: 10,
      totalGrossAmount: 60,
    });
  });

  test("docs: the tax of a posting is a line of its own", async () => {
    const JournalEntryLineDetail = {
      PostingType: "Debit",
      AccountRef: { value: "60" },
      TaxCodeRef: { value: "9" },
      TaxApplicableOn: "Purchase",
      TaxAmount: 20,
    };
    const Line = [{ Id: "0", Amount: 100, DetailType: "JournalEntryLineDetail", JournalEntryLineDetail }];
    const reply = { "/journalentry/1": { JournalEntry: { Id: "1", Line } } };
    const record = (await get("journalEntries.get", "journalEntryId", reply)) as { journalLineItems: object[] };
    expect(record.journalLineItems).toEqual([
      expect.objectContaining({ id: "0", accountId: "60", debitCreditIndicator: "DEBIT", totalNetAmount: 100 }),
      { debitCreditIndicator: "DEBIT", totalNetAmount: 20, taxRate: { code: "9" } },
    ]);
  });

  test("docs: a term of 60 days; ruby: a term due on the first of the month with a discount of four percent", async () => {
    const shown = (Term: object) => get("paymentTerms.get", "paymentTermId", { "/term/1": { Term } });
    expect(await shown({ Id: "4", Name: "Net 60", DueDays: 60, DiscountDays: 0, Type: "STANDARD" })).toMatchObject({
      dueType: "DUE_IN_DAYS",
      paymentDays: 60,
      discountDays: 0,
    });
    expect(
      await shown({ Id: "11", Type: "DATE_DRIVEN", DayOfMonthDue: 1, DiscountPercent: "4.0000000" }),
    ).toMatchObject({
      dueType: "DUE_AS_PERIOD",
      discountPercentage: 4,
    });
  });

  test("docs: reads a trial balance of texts, without empty cells and the total row", async () => {
    const row = (value: string, id: string, debit: string, credit: string) => ({
      ColData: [{ value, id }, { value: debit }, { value: credit }],
    });
    const total = {
      group: "GrandTotal",
      type: "Section",
      Summary: { ColData: [{ value: "TOTAL" }, { value: "4151.74" }] },
    };
    const Rows = { Row: [row("Checking", "35", "4151.74", ""), row("6000 Meals", "13", "", "46.00"), total] };
    const { session } = asking(
      { Account: [{ Id: "35" }, { Id: "13", AcctNum: "6000" }] },
      { "/reports/TrialBalance": { Header: { ReportName: "TrialBalance" }, Rows } },
    );
    const filters = { fiscalYearStartDate: "2016-01-01" };
    expect((await reads.list("trialBalance.list", session, { filters })).records).toEqual([
      { accountName: "Checking", balance: { amount: 4151.74, debitCreditIndicator: "DEBIT" } },
      {
        accountName: "Meals",
        accountCode: "6000",
        accountNumber: "6000",
        balance: { amount: 46, debitCreditIndicator: "CREDIT" },
      },
    ]);
  });
});

describe("master data", () => {
  test("docs, ruby: balances of liabilities and equity are negative, and expenses have none", async () => {
    const shown = (change: object) =>
      get("accounts.get", "accountId", { "/account/1": { Account: { Id: "33", ...change } } });
    const payable = { Classification: "Liability", AccountType: "Accounts Payable", CurrentBalance: -1091.23 };
    expect(await shown(payable)).toMatchObject({
      balance: 1091.23,
      debitCreditIndicator: "CREDIT",
      class: "LIABILITY",
    });
    expect(await shown({ Classification: "Equity", CurrentBalance: "-10.00" })).toMatchObject({ balance: 10 });
    expect(await shown({ Classification: "Asset", CurrentBalance: 12 })).toMatchObject({ balance: 12 });
    expect(await shown({ Classification: "Expense", CurrentBalance: 0 })).not.toHaveProperty("balance");
  });

  test("ruby: a deleted customer is an inactive one with a changed name, and can be read", async () => {
    const Customer = {
      Id: "1",
      DisplayName: "Grey Kite Optics (deleted)",
      CompanyName: "Kites",
      Active: false,
      GivenName: "Robin",
    };
    expect(await get("customers.get", "contactId", { "/customer/1": { Customer } })).toMatchObject({
      companyName: "Grey Kite Optics (deleted)",
      contactType: "COMPANY",
      contactPersons: [{ firstName: "Robin" }],
    });
  });

  test("docs: several email addresses in one field, all kinds of phone numbers, and country names", async () => {
    const Vendor = {
      Id: "42",
      DisplayName: "Olive Stoat",
      PrimaryEmailAddr: { Address: "a@books.example, b@books.example" },

      PrimaryPhone: { FreeFormNumber: "(555) 555-1234" },
      Fax: { FreeFormNumber: "1" },
      BillAddr: { Country: "USA" },
    };
    expect(await get("suppliers.get", "contactId", { "/vendor/1": { Vendor } })).toMatchObject({
      emailAddresses: [{ email: "a@books.example" }, { email: "b@books.example" }],
      phoneNumbers: [{ number: "(555) 555-1234", type: "BUSINESS" }, { type: "FAX" }],
      addresses: [{ countryCode: "US", type: "BILLING" }],
      contactType: "UNDEFINED",
    });
  });

  test("docs: TAX has no percentage, NON has 0, other codes the sum of their rates", async () => {
    const rate = (Id: string, RateValue: number) => ({ Id, RateValue });
    const listed = (...ids: string[]) => ({
      TaxRateDetail: ids.map((value) => ({ TaxTypeApplicable: "TaxOnAmount", TaxRateRef: { value } })),
    });
    const { session } = asking({
      TaxRate: [rate("1", 7.1), rate("2", 2), rate("3", 8)],
      TaxCode: [
        { Id: "TAX", Name: "TAX", Taxable: true, TaxGroup: false },
        { Id: "NON", Name: "NON", Taxable: false, TaxGroup: false },
        { Id: "4", Name: "Tucson", Taxable: true, SalesTaxRateList: listed("1", "2"), PurchaseTaxRateList: listed() },
      ],
    });
    const { records } = await reads.list("taxRates.list", session);
    expect(records.map(({ code, percentage, usage }) => [code, percentage, usage])).toEqual([
      ["TAX", undefined, "ALL"],
      ["NON", 0, "ALL"],
      ["4", 9.1, "INVOICE"],
    ]);
  });

  test("docs: a class with an id beyond 2^53, and a department with a short one", async () => {
    const { session } = asking({
      Class: [{ Id: "5000000000000007280", FullyQualifiedName: "France" }],
      Department: [{ Id: "2", Name: "Mill" }],
    });
    expect((await reads.list("dimensions.list", session)).records).toMatchObject([
      { id: "5000000000000007280", categoryName: "Class", name: "France" },
      { id: "2", categoryName: "Department", name: "Mill" },
    ]);
  });

  test("docs: reads an empty result without a list, and escapes quotes in a name", async () => {
    const { session, asked } = asking({});
    const filters = { name: "Amy's \\ Sons", lastModifiedAt: new Date("2026-01-02T03:04:05.678Z") };
    expect(await reads.list("customers.list", session, { filters })).toMatchObject({ records: [], total: 0 });
    expect(asked).toEqual([
      String.raw`select * from Customer where MetaData.LastUpdatedTime >= '2026-01-02T03:04:05+00:00' and DisplayName = 'Amy\'s \\ Sons' startposition 1 maxresults 20`,
    ]);
  });
});
