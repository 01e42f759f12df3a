/**
 * Values and oddities of real replies, in bodies written for these tests with invented names. Sources: `dotnet` are the
 * recordings in exactonline/exactonline-api-dotnet-client (JsonToObjectTest and the mocked connections, read 2026-11), `osso`
 * the relation in ossobv/exactonline (elements of 2015), `mcp` the sample replies in TimPelgrim/exactonline-mcp (research of
 * 2025-12-23), `bacs` the fixtures of a debtor transfer (2026-11), `pages` the vendor's own pages of OData, OAuth, webhooks and
 * SyncTimestamp (2026-11), `crawl` its reference of resources of 2021, `clients` the tests of public clients named in NOTES.md.
 */
import { describe, expect, test } from "vitest";
import { readsOf, replying, sessionWith } from "../../../test/support/vendorSession.ts";
import type { Session } from "../../contract/session.ts";
import { exactOnline } from "./connector.ts";

const { get, list } = readsOf(exactOnline);

const id = "c00ee12c-2b39-4e84-b332-54a3c722e5dd";
const other = "3734121e-1544-4b77-9ae2-7203e9bd6046";
const results = (...natives: object[]) => ({ d: { results: natives } });
const nothing = results();

const sold = {
  AmountFC: 9075,
  AmountFCExclVat: 7500,
  VATAmountFC: 1575,
  Currency: "EUR",
  Created: "/Date(1382667906263)/",
  DueDate: "/Date(1351209600000)/",
  InvoiceDate: "/Date(1351209600000)/",
  InvoiceID: id,
  InvoiceTo: other,
  InvoiceToName: "Rode Vos B.V.",
  InvoiceNumber: null,
  Journal: "50",
  Modified: "/Date(1382667906263)/",
  PaymentCondition: "21",
  Status: 20,
  Type: 8020,
  YourRef: null,
  Document: null,
  SalesInvoiceLines: {
    results: [
      {
        ID: "ea799352-5da3-4b16-acc0-20dcfe4d02fc",
        AmountFC: 7500,
        VATAmountFC: 1575,
        VATCode: "02 ",
        VATPercentage: 0.21,
        Description: "Standaard",
        Discount: 0,
        Quantity: 300,
        UnitPrice: 25,
        Item: other,
        CostCenter: null,
      },
    ],
  },
};
const outstanding = {
  HID: "1",
  EntryNumber: 1,
  InvoiceNumber: 1,
  AccountId: other,
  AccountCode: "            100100",
  Amount: 121,
  CurrencyCode: "EUR",
  AccountName: "Rode Vos B.V.",
  DueDate: "/Date(1351209600000)/",
};

/** The vendor with these replies, by path. */
const vendor = (replies: Readonly<Record<string, unknown>>): Session => replying(replies, nothing);
const invoiceAt = `/salesinvoice/SalesInvoices(guid'${id}')`;
const shown = async (change: object, open: readonly object[] = []) => {
  const replies = { [invoiceAt]: { d: { ...sold, ...change } }, "/read/financial/ReceivablesList": { d: open } };
  return (await get("invoices.get", vendor(replies), { ids: { invoiceId: id } })).record;
};

describe("invoices", () => {
  test("dotnet: 300 pieces at 25 are 7,500 net and 9,075 gross; 21 % is sent as 0.21", async () => {
    expect(await shown({})).toMatchObject({
      totalAmount: 9075,
      sumNetAmount: 7500,
      totalTaxAmount: 1575,
      paymentTermId: "21",
      journalCode: "50",
      lineItems: [{ quantity: 300, unitAmount: 25, itemsAmount: 7500, grossAmount: 9075, taxRatePercentage: 21 }],
    });
  });
  test("dotnet: removes the space that pads a VAT code", async () => {
    expect(await shown({})).toMatchObject({ lineItems: [{ taxCode: "02" }] });
  });
  test("dotnet: an open invoice is a draft without a number", async () => {
    const record = await shown({});
    expect(record).toMatchObject({ status: "DRAFT" });
    expect(record).not.toHaveProperty("invoiceNumber");
    expect(record).not.toHaveProperty("paymentStatus");
  });
  test("dotnet: reads midnight UTC as that day, with a payment term of zero days", async () => {
    const day = "2012-10-26T00:00:00Z";
    expect(await shown({})).toMatchObject({ invoiceDate: day, dueDate: day, paymentTermDuration: 0 });
  });
  test("dotnet: drops the milliseconds of timestamps", async () => {
    expect(await shown({})).toMatchObject({ createdDate: "2013-10-25T02:25:06Z", updatedDate: "2013-10-25T02:25:06Z" });
  });
  test("crawl: a processed invoice without an outstanding item is paid", async () => {
    expect(await shown({ Status: 50, InvoiceNumber: 9 })).toMatchObject({ status: "PAID", paymentStatus: "PAID" });
  });
  test("bacs: an outstanding invoice is overdue after its due date", async () => {
    const booked = { Status: 50, InvoiceNumber: 1, AmountFC: 121 };
    expect(await shown(booked, [outstanding])).toMatchObject({ status: "OVERDUE", paymentStatus: "PENDING" });
  });
  test("crawl: an invoice with less outstanding than its total is partly paid", async () => {
    const booked = { Status: 50, InvoiceNumber: 1, AmountFC: 500, DueDate: "/Date(4102444800000)/" };
    expect(await shown(booked, [outstanding])).toMatchObject({
      status: "PARTIALLY_PAID",
      paymentStatus: "PARTLY_PAID",
    });
  });
  test("crawl: a credit note (type 8021) is not an invoice, and has positive amounts", async () => {
    const credited = { ...sold, Type: 8021, AmountFC: -9075, AmountFCExclVat: -7500, VATAmountFC: -1575 };
    const session = vendor({ [invoiceAt]: { d: credited } });
    await expect(get("invoices.get", session, { ids: { invoiceId: id } })).rejects.toMatchObject({ code: "not_found" });
    const { record } = await get("creditNotes.get", session, { ids: { creditNoteId: id } });
    expect(record).toMatchObject({ totalGrossAmount: 9075, totalNetAmount: 7500, totalTaxAmount: 1575 });
  });
});

describe("customers and suppliers", () => {
  const account = {
    ID: other,
    Code: "                 6",
    Country: "NL ",
    City: "Voorbeelddam",
    Name: "Rode Vos B.V.",
    Status: "C",

    AddressLine1: null,
    Postcode: null,
    Email: null,
    VATNumber: null,
    IsSupplier: true,
    Modified: "/Date(1387812609447)/",
    BankAccounts: { results: [] },
  };
  const at = `/crm/Accounts(guid'${other}')`;
  const read = async (role: "customers.get" | "suppliers.get", change: object = {}) =>
    (await get(role, vendor({ [at]: { d: { ...account, ...change } } }), { ids: { contactId: other } })).record;

  test("dotnet: removes the padding of numbers and country codes", async () => {
    expect(await read("customers.get")).toMatchObject({
      number: "6",
      addresses: [{ city: "Voorbeelddam", countryCode: "NL" }],
    });
  });
  test("dotnet: an account that is customer and supplier is in both lists", async () => {
    expect(await read("customers.get")).toMatchObject({ role: "CUSTOMER" });
    expect(await read("suppliers.get")).toMatchObject({ role: "SUPPLIER" });
  });
  test("dotnet: an account with status A and no role is in neither list", async () => {
    const nobody = { Status: "A", IsSupplier: false };
    await expect(read("customers.get", nobody)).rejects.toMatchObject({ code: "not_found" });
    await expect(read("suppliers.get", nobody)).rejects.toMatchObject({ code: "not_found" });
  });
  test("osso: omits bank accounts that came as a link only", async () => {
    const deferred = { BankAccounts: { __deferred: { uri: "https://start.exactonline.nl/api/v1/1/x" } } };
    expect(await read("customers.get", deferred)).not.toHaveProperty("bankAccounts");
  });
  test("dotnet: a country alone is not an address", async () => {
    expect(await read("customers.get", { City: null })).not.toHaveProperty("addresses");
  });
});

describe("ledger", () => {
  test("mcp: account 1300 is a receivables account on the debit side", async () => {
    const native = { ID: id, Code: "1300", Description: "Debiteuren", BalanceType: "B", BalanceSide: "D", Type: 20 };
    const { records } = await list("accounts.list", vendor({ "/financial/GLAccounts": results(native) }));
    const side = { class: "ASSET", type: "ACCOUNTS_RECEIVABLE", debitCreditIndicator: "DEBIT" };
    expect(records).toMatchObject([{ number: "1300", name: "Debiteuren", ...side }]);
  });
  const entry = (lines: readonly object[]) => ({
    EntryID: id,
    EntryNumber: 2050294,
    Date: "/Date(1593475200000)/",
    JournalCode: "5",
    Status: 50,
    Type: 40,
    TransactionLines: { results: lines },
  });
  const entryOf = async (...lines: object[]) => {
    const session = {
      ...vendor({
        [`/financialtransaction/Transactions(guid'${id}')`]: { d: entry(lines) },
        "/system/Divisions": results({ Code: 1, Currency: "EUR" }),
      }),
      company: "1",
    };
    return (await get("journalEntries.get", session, { ids: { journalEntryId: id } })).record;
  };
  test("mcp: positive amounts are debits, negative ones credits, in the currency of the books", async () => {
    const found = await entryOf({ ID: id, AmountDC: 4.46, GLAccountCode: "1060" }, { ID: other, AmountDC: -4.46 });
    expect(found).toMatchObject({
      number: "2050294",
      transactionDate: "2020-06-30T00:00:00Z",
      journalCode: "5",
      currency: "EUR",
      journalLineItems: [
        { totalNetAmount: 4.46, debitCreditIndicator: "DEBIT", accountNumber: 1060 },
        { totalNetAmount: 4.46, debitCreditIndicator: "CREDIT" },
      ],
    });
  });
  test("crawl: omits tax that is in another currency than the books", async () => {
    const found = await entryOf({ ID: id, AmountDC: 50, AmountFC: 100, AmountVATFC: 21, VATCode: "02 " });
    expect(found["journalLineItems"]).not.toContainEqual(
      expect.objectContaining({ totalTaxAmount: expect.anything() as unknown }),
    );
  });
  const years = results({
    FinYear: 2024,
    FinPeriod: 12,
    StartDate: "/Date(1733011200000)/",
    EndDate: "/Date(1735603200000)/",
  });
  test("mcp: the period of December 2024 begins on the first and ends on the 31st", async () => {
    const { records } = await list("fiscalYears.list", vendor({ "/financial/FinancialPeriods": years }));
    const days = { startDate: "2024-12-01T00:00:00Z", endDate: "2024-12-31T00:00:00Z" };
    expect(records).toEqual([{ id: "2024", ...days }]);
  });
  test("mcp: the balance includes the opening balance and the period's debits", async () => {
    const moved = {
      GLAccountCode: "1300",
      GLAccountDescription: "Debiteuren",
      ReportingYear: 2024,
      ReportingPeriod: 12,
    };
    const rows = results(
      { ...moved, Amount: 138301.82, AmountDebit: 138301.82, AmountCredit: 0 },
      { ...moved, ReportingYear: 2023, Amount: -100, AmountDebit: 0, AmountCredit: -100 },
    );
    const session = vendor({ "/financial/FinancialPeriods": years, "/financial/ReportingBalance": rows });
    const { records } = await list("trialBalance.list", session, { filters: { fiscalYearStartDate: "2024-12-01" } });
    expect(records).toMatchObject([
      {
        accountNumber: "1300",
        totalDebitAmount: 138301.82,
        totalCreditAmount: 0,
        balance: { amount: 138201.82, debitCreditIndicator: "DEBIT" },
        openingBalance: { amount: 100, debitCreditIndicator: "CREDIT" },
      },
    ]);
  });
  test("bacs: reads padded numbers of outstanding items, and payables as credits", async () => {
    const session = vendor({
      "/read/financial/ReceivablesList": { d: [outstanding] },
      "/read/financial/PayablesList": { d: [{ ...outstanding, HID: 2 }] },
    });
    const { records } = await list("openItems.list", session);
    expect(records).toMatchObject([
      {
        id: "1",
        type: "INVOICE",
        accountNumber: "100100",
        openBalance: { amount: 121, debitCreditIndicator: "DEBIT" },
      },
      { id: "2", type: "BILL", openBalance: { amount: 121, debitCreditIndicator: "CREDIT" } },
    ]);
  });
  test("clients: finds changed entries through the row version of their lines", async () => {
    const asked: unknown[] = [];
    const replies: Readonly<Record<string, unknown>> = {
      "/read/sync/Sync/SyncTimestamp": { d: [{ API: "TransactionLines", TimeStampAsBigInt: "9007199254740993" }] },
      "/sync/Financial/TransactionLines": results(
        { EntryID: id, Date: "/Date(1593475200000)/" },
        { EntryID: id, Date: "/Date(1593475200000)/" },
      ),
      "/financialtransaction/Transactions": results(entry([])),
    };
    const read = async (path: string, query: unknown) => {
      asked.push([path, query]);
      return replies[path] ?? nothing;
    };
    const { records, total } = await list("journalEntries.list", sessionWith({ read, company: "1" }), {
      filters: { lastModifiedAt: new Date("2026-01-02T03:04:05Z") },
    });
    expect(records).toMatchObject([{ id }]);
    expect(total).toBe(1);
    expect(asked.slice(1, 3)).toMatchObject([
      ["/read/sync/Sync/SyncTimestamp", { modified: "datetime'2026-01-02T03:04:05'", endPoint: "'TransactionLines'" }],
      ["/sync/Financial/TransactionLines", { $filter: "Timestamp ge 9007199254740993L" }],
    ]);
  });
});

describe("signs and amounts", () => {
  const line = { ...sold.SalesInvoiceLines.results[0], Discount: 0 };
  const creditNote = async (change: object) =>
    (
      await get("creditNotes.get", vendor({ [invoiceAt]: { d: { ...sold, Type: 8021, ...change } } }), {
        ids: { creditNoteId: id },
      })
    ).record;

  test("crawl: a fee on a credit note is negative, and the lines add up to it", async () => {
    const record = await creditNote({
      AmountFC: -181.5,
      AmountFCExclVat: -150,
      VATAmountFC: -31.5,
      SalesInvoiceLines: [
        { ...line, Quantity: -2, UnitPrice: 100, AmountFC: -200, VATAmountFC: -42 },
        { ...line, Quantity: 1, UnitPrice: 50, AmountFC: 50, VATAmountFC: 10.5 },
      ],
    });
    expect(record).toMatchObject({
      totalNetAmount: 150,
      totalTaxAmount: 31.5,
      totalGrossAmount: 181.5,
      creditNoteLines: [
        { quantity: 2, unitAmount: 100, totalNetAmount: 200, totalGrossAmount: 242 },
        { quantity: -1, unitAmount: 50, totalNetAmount: -50, totalGrossAmount: -60.5 },
      ],
    });
  });

  test("crawl: a credit note with positive amounts keeps them", async () => {
    expect(await creditNote({})).toMatchObject({
      totalGrossAmount: 9075,
      creditNoteLines: [{ quantity: 300, totalNetAmount: 7500 }],
    });
  });

  test("dotnet: a price that is only in NetPrice is read from there, without the discount", async () => {
    const unpriced = { ...line, UnitPrice: 0, NetPrice: 22.5, Discount: 0.1 };
    expect(await shown({ SalesInvoiceLines: [unpriced] })).toMatchObject({ lineItems: [{ unitAmount: 25 }] });
  });

  test("crawl: what the lines have more than the invoice is its discount, in its own currency", async () => {
    const reduced = { AmountFCExclVat: 6750, VATAmountFC: 1417.5, AmountFC: 8167.5, AmountDiscount: 1500 };
    expect(await shown(reduced)).toMatchObject({ discountAmount: 750, sumNetAmount: 6750 });
  });

  test("crawl: without tax on a taxed code, the buyer owes it", async () => {
    const owed = { ...line, VATAmountFC: 0 };
    expect(await shown({ SalesInvoiceLines: [owed] })).toMatchObject({
      lineItems: [{ taxRatePercentage: 0, taxCode: "02", grossAmount: 7500 }],
    });
  });

  test("crawl: an overpaid invoice is paid", async () => {
    const overpaid = { ...outstanding, Amount: -50 };
    const booked = { Status: 50, InvoiceNumber: 1, AmountFC: 121 };
    expect(await shown(booked, [overpaid])).toMatchObject({ status: "PAID" });
  });

  test("crawl: a negative invoice with something open is open, not overdue", async () => {
    const negative = { Status: 50, InvoiceNumber: 1, AmountFC: -121, AmountFCExclVat: -100, VATAmountFC: -21 };
    const record = await shown(negative, [{ ...outstanding, Amount: -121 }]);
    expect(record).toMatchObject({ status: "OPEN", totalAmount: -121, sumNetAmount: -100 });
  });

  const entryAt = `/purchaseentry/PurchaseEntries(guid'${id}')`;
  const entry = {
    EntryID: id,
    EntryNumber: 26600001,
    Type: 30,
    Status: 50,
    Currency: "EUR",
    AmountFC: 181.5,
    VATAmountFC: 31.5,
    YourRef: null,
    PurchaseEntryLines: [
      { ID: other, AmountFC: 200, VATBaseAmountFC: 200, VATAmountFC: 42, Quantity: 2, VATPercentage: 0.21 },
      { ID: id, AmountFC: -50, VATBaseAmountFC: -50, VATAmountFC: -10.5, Quantity: 1, VATPercentage: 0.21 },
    ],
  };

  test("crawl: a negative line of a bill stays negative, and a bill without a reference has the entry's number", async () => {
    const { record } = await get("bills.get", vendor({ [entryAt]: { d: entry } }), { ids: { billId: id } });
    expect(record).toMatchObject({
      billNumber: "26600001",
      totalNetAmount: 150,
      lineItems: [
        { quantity: 2, totalNetAmount: 200, totalGrossAmount: 242 },
        { quantity: -1, totalNetAmount: -50, totalGrossAmount: -60.5 },
      ],
    });
  });

  test("crawl: a vendor credit under bills is not found", async () => {
    const session = vendor({ [entryAt]: { d: { ...entry, Type: 31 } } });
    await expect(get("bills.get", session, { ids: { billId: id } })).rejects.toMatchObject({ code: "not_found" });
  });

  const paid = async (change: object) => {
    const statementLine = { ID: id, EntryID: other, Account: other, GLAccount: id, Date: "/Date(1351209600000)/" };
    const replies = {
      [`/financialtransaction/BankEntryLines(guid'${id}')`]: { d: { ...statementLine, ...change } },
      "/financial/GLAccounts": results({ ID: id, Type: 20 }, { ID: other, Type: 22 }),
    };
    return (await get("payments.get", vendor(replies), { ids: { paymentId: id } })).record;
  };

  test("crawl: money that goes back to a customer is a negative invoice payment", async () => {
    expect(await paid({ AmountFC: -363 })).toMatchObject({
      documentType: "INVOICE",
      paymentLines: [{ amount: -363, customerId: other }],
    });
  });

  test("crawl: money from a supplier is a negative bill payment", async () => {
    expect(await paid({ AmountFC: 242, GLAccount: other })).toMatchObject({
      documentType: "BILL",
      paymentLines: [{ amount: -242, supplierId: other }],
    });
  });
});

describe("entries in a foreign currency", () => {
  const transactionAt = `/financialtransaction/Transactions(guid'${id}')`;
  const posting = { ID: id, Currency: "USD", ExchangeRate: 0.9 };
  const read = async (...lines: object[]) => {
    const replies = {
      [transactionAt]: { d: { EntryID: id, TransactionLines: lines } },
      "/system/Divisions": results({ Code: 1, Currency: "EUR" }),
    };
    return (await get("journalEntries.get", vendor(replies), { ids: { journalEntryId: id } })).record;
  };

  test("crawl: an entry that balances in its own currency is shown in it", async () => {
    const record = await read(
      { ...posting, AmountDC: 90, AmountFC: 100 },
      { ...posting, AmountDC: -90, AmountFC: -100 },
    );
    expect(record).toMatchObject({
      currency: "USD",
      exchangeRate: "0.9",
      journalLineItems: [
        { totalNetAmount: 100, debitCreditIndicator: "DEBIT" },
        { totalNetAmount: 100, debitCreditIndicator: "CREDIT" },
      ],
    });
  });

  test("crawl: with an exchange difference, an entry is in the currency of the books", async () => {
    const record = await read(
      { ...posting, AmountDC: 90, AmountFC: 100 },
      { ...posting, AmountDC: -88, AmountFC: -100 },
      { ...posting, AmountDC: -2, AmountFC: 0 },
    );
    expect(record).toMatchObject({ currency: "EUR", journalLineItems: [{ totalNetAmount: 90 }, {}, {}] });
    expect(record).not.toHaveProperty("exchangeRate");
  });
});
