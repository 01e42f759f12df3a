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
      expect.objectContaining({ invoiceId: "7" }),
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
