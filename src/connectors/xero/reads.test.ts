/** Oddities of Xero's lists, and the requests for them. */
import { afterEach, expect, test, vi } from "vitest";
import { readsOf, sessionWith, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import type { ListCall, ListHandler } from "../../contract/connector.ts";
import { countryCode } from "../../kit/countries.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { xero } from "./connector.ts";

const { get } = readsOf(xero);

/** A session that always gets this reply, and keeps the requests. */
function answering(answer: (query: object) => unknown) {
  const requests: object[] = [];
  const read = async (_path: string, query: object = {}) => {
    requests.push(query);
    return answer(query);
  };
  const readWithHeaders = async (path: string, query: object = {}) => ({ body: await read(path, query), headers: {} });
  return { requests, session: sessionWith({ read, readWithHeaders }) };
}

type ListId =
  | "creditNotes.list"
  | "invoices.list"
  | "journalEntries.list"
  | "offers.list"
  | "payments.list"
  | "taxRates.list"
  | "trialBalance.list"
  | "vendorCredits.list";

async function listed(id: ListId, answer: (query: object) => unknown, call: Partial<ListCall> = {}) {
  const { session, requests } = answering(answer);
  const { list } = xero.operations[id] as ListHandler<unknown>;
  return { requests, ...(await list({ ids: {}, filters: {}, ...call }, session)) };
}

const invoice = {
  Type: "ACCREC",
  InvoiceID: "243216c5-0000-4000-8000-000000000001",
  InvoiceNumber: "INV-0007",
  Contact: { ContactID: "025867f1-0000-4000-8000-000000000002", Name: "Wolkenkuckuck Ltd" },
  Date: "/Date(1539993600000+0000)/",
  DueDate: "/Date(1541116800000+1300)/",
  Status: "AUTHORISED",
  LineAmountTypes: "Inclusive",
  LineItems: [{ LineItemID: "52208ff9-0000-4000-8000-000000000003", LineAmount: 24, TaxAmount: 4, Quantity: 2 }],
  SubTotal: 20,
  TotalTax: 4,
  Total: 24,
  AmountPaid: 0,
  UpdatedDateUTC: "/Date(1541176243467+0000)/",
};
const invoices = (...changes: object[]) => ({
  Invoices: changes.map((change) => ({ ...invoice, ...change })),
  pagination: { itemCount: changes.length },
});

test("keeps days and converts timestamps to UTC, whatever their offset", async () => {
  const { records } = await listed("invoices.list", () => invoices({}));
  expect(records).toMatchObject([
    { invoiceDate: "2018-10-20T00:00:00Z", dueDate: "2018-11-02T00:00:00Z", updatedDate: "2018-11-02T16:30:43Z" },
  ]);
});

test("subtracts included tax from a line's net amount", async () => {
  const { records } = await listed("invoices.list", () => invoices({}, { LineAmountTypes: "Exclusive" }));
  expect(records).toMatchObject([
    { lineItems: [{ grossAmount: 24, itemsAmount: 20 }] },
    { lineItems: [{ grossAmount: 28, itemsAmount: 24 }] },
  ]);
});

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["2018-11-02T23:59:59Z", "OPEN", "PARTIALLY_PAID"],
  ["2018-11-03T00:00:00Z", "OVERDUE", "PARTIALLY_OVERDUE"],
])("at %s, what is due on 2 November is %s, and %s where something was paid or credited", async (now, open, inPart) => {
  vi.setSystemTime(now);
  const body = invoices({ AmountCredited: 0 }, { AmountPaid: 3.5 }, { AmountCredited: 3.5 }, { Status: "DELETED" });
  const { records } = await listed("invoices.list", () => body);
  expect(records).toMatchObject([
    { status: open, paymentStatus: "PENDING" },
    { status: inPart, paymentStatus: "PARTLY_PAID" },
    { status: inPart, paymentStatus: "PARTLY_PAID" },
    { status: "VOIDED", paymentStatus: "CANCELED" },
  ]);
});

test.each([
  ["OPEN", 'Status=="AUTHORISED" AND AmountPaid==0 AND AmountCredited==0 AND DueDate>=DateTime(2026,11,15)'],
  ["OVERDUE", 'Status=="AUTHORISED" AND AmountPaid==0 AND AmountCredited==0 AND DueDate<DateTime(2026,11,15)'],
  ["PARTIALLY_PAID", 'Status=="AUTHORISED" AND (AmountPaid>0 OR AmountCredited>0) AND DueDate>=DateTime(2026,11,15)'],
  ["VOIDED,PAID", '(Status=="VOIDED" OR Status=="DELETED" OR Status=="PAID")'],
  [
    "PARTIALLY_OVERDUE,PAID",
    '(Status=="AUTHORISED" AND (AmountPaid>0 OR AmountCredited>0) AND DueDate<DateTime(2026,11,15) OR Status=="PAID")',
  ],
])("invoices of the status %s are asked for by amounts and due dates", async (status, where) => {
  vi.setSystemTime("2026-11-15T12:00:00Z");
  const { requests } = await listed("invoices.list", () => invoices({}), { filters: { status } });
  const [organisation, ...lists] = requests;
  expect(organisation).toEqual({});
  expect(lists).toMatchObject([{ where: `Type=="ACCREC" AND ${where}` }]);
});

test.each([
  ["NEWZEALANDSTANDARDTIME", "2018-11-02T10:30:00Z", "OPEN"],
  // The 3rd has begun in Auckland, but not in UTC.
  ["NEWZEALANDSTANDARDTIME", "2018-11-02T11:30:00Z", "OVERDUE"],
  // The 3rd has begun in UTC, but not in New York.
  ["EASTERNSTANDARDTIME", "2018-11-03T03:30:00Z", "OPEN"],
  ["EASTERNSTANDARDTIME", "2018-11-03T04:30:00Z", "OVERDUE"],
  ["A zone without a name", "2018-11-02T23:30:00Z", "OPEN"],
])("in the zone %s at %s, an invoice that is due on 2 November is %s", async (Timezone, now, status) => {
  vi.setSystemTime(now);
  const organisations = { Organisations: [{ Timezone }] };
  const session = sessionWithReplies({
    "/Organisation": organisations,
    "/Invoices": invoices({}),
    [`/Invoices/${invoice.InvoiceID}`]: invoices({}),
  });
  const { list } = xero.operations["invoices.list"] as ListHandler<unknown>;
  expect((await list({ ids: {}, filters: {} }, session)).records).toMatchObject([{ status }]);
  const { record } = await get("invoices.get", session, { ids: { invoiceId: invoice.InvoiceID } });
  expect(record).toMatchObject({ status });
});

test("the organisation is read only if a document is due now or a status is asked for", async () => {
  vi.setSystemTime("2018-12-24T12:00:00Z");
  const { requests } = await listed("invoices.list", () => invoices({}));
  expect(requests).toHaveLength(1);
});

test.each([
  ["CLEARED_WITH_CREDIT_NOTE", ["credited"]],
  ["PAID", ["paid", "prepaid", "overpaid"]],
  ["PAID,CLEARED_WITH_CREDIT_NOTE", ["credited", "paid", "prepaid", "overpaid"]],
])("documents that money on account settled are %s only if that is what they are", async (paymentStatus, ids) => {
  const settled = { Status: "PAID", AmountPaid: 0, AmountCredited: 24 };
  const body = invoices(
    { ...settled, InvoiceID: "credited", CreditNotes: [{ CreditNoteID: "c" }] },
    { ...settled, InvoiceID: "paid", AmountPaid: 24, AmountCredited: 0 },
    { ...settled, InvoiceID: "prepaid", Prepayments: [{ PrepaymentID: "p" }] },
    { ...settled, InvoiceID: "overpaid", Overpayments: [{ OverpaymentID: "o" }] },
  );
  const { records, total } = await listed("invoices.list", () => body, { filters: { paymentStatus } });
  expect(records.map((record) => (record as { invoiceId: string }).invoiceId)).toEqual(ids);
  expect(total).toBe(ids.length);
});

const credits = (...changes: object[]) => ({
  CreditNotes: changes.map((change, index) => ({
    CreditNoteID: String(index),
    Status: "AUTHORISED",
    Total: 24,
    ...change,
  })),
  pagination: { itemCount: changes.length },
});
const used = credits({ RemainingCredit: 24 }, { RemainingCredit: 4 }, {}, { Status: "PAID", RemainingCredit: 0 });

test("does not treat a credit without a remaining amount as used", async () => {
  const { records } = await listed("creditNotes.list", () => used);
  expect(records).toMatchObject([
    { paymentStatus: "PENDING", status: "OPEN" },
    { paymentStatus: "PARTLY_PAID", status: "PARTIALLY_PAID" },
    { paymentStatus: "PENDING", status: "OPEN" },
    { paymentStatus: "PAID", status: "PAID" },
  ]);
});

test.each([
  ["OPEN", ["0", "2"], 2],
  ["PARTIALLY_PAID,PAID", ["1", "3"], 2],
])("vendor credits of the status %s are found, and counted", async (status, ids, total) => {
  const found = await listed("vendorCredits.list", () => used, { filters: { status }, window: { page: 1, limit: 5 } });
  expect(found.records.map((credit) => (credit as { id: string }).id)).toEqual(ids);
  expect(found.total).toBe(total);
  await expect(listed("vendorCredits.list", () => used, { filters: { status: "OVERDUE" } })).rejects.toThrow(
    "no status OVERDUE",
  );
});

/** The other collections that payments are read from. */
const noneOnAccount = { Overpayments: [], Prepayments: [] };

test("a prepayment that is paid back is a refund to its customer", async () => {
  const Prepayment = { Contact: { ContactID: "c", Name: "Wolkenkuckuck Ltd" }, CurrencyCode: "EUR" };
  const Payments = [{ PaymentID: "p", PaymentType: "ARPREPAYMENTPAYMENT", Amount: 5, Prepayment }];
  const { records } = await listed("payments.list", () => ({
    ...noneOnAccount,
    Payments,
    pagination: { itemCount: 1 },
  }));
  expect(records).toMatchObject([
    { currency: "EUR", documentType: "INVOICE", paymentLines: [{ customerId: "c", amount: -5 }] },
  ]);
});

test("omits an unknown status with a warning", async () => {
  const { records, warnings } = await listed("invoices.list", () => invoices({ Status: "FROZEN" }));
  expect(records[0]).not.toHaveProperty("status");
  expect(warnings?.join()).toContain('status "FROZEN"');
});

test("joins filters in one parameter", async () => {
  const { requests } = await listed("invoices.list", () => invoices({}), {
    filters: { paymentStatus: "PENDING", dueDateFrom: "2026-02-01", status: "VOIDED" },
    order: { field: "invoiceDate", direction: "DESC" },
    window: { page: 2, limit: 20 },
  });
  const [_organisation, ...lists] = requests;
  expect(lists).toEqual([
    {
      where:
        'Type=="ACCREC" AND (Status=="VOIDED" OR Status=="DELETED") AND Status=="AUTHORISED" AND AmountPaid==0 AND AmountCredited==0 AND DueDate>=DateTime(2026,02,01)',
      order: "Date DESC",
      unitdp: 4,
      page: 2,
      pageSize: 20,
    },
  ]);
});

test("reads positive amounts as debits, negative ones as credits", async () => {
  const journal = {
    JournalID: "1b31feeb-0000-4000-8000-000000000004",
    JournalNumber: 9,
    JournalLines: [
      { AccountCode: "610", NetAmount: 48, GrossAmount: 48, TaxAmount: 0 },
      { AccountCode: "200", NetAmount: -40, GrossAmount: -48, TaxAmount: -8, TaxType: "OUTPUT2" },
      { AccountCode: "820", NetAmount: -8, GrossAmount: -8, TaxAmount: 0 },
    ],
  };
  const { records, total } = await listed("journalEntries.list", () => ({ Journals: [journal] }));
  expect(total).toBe(1);
  expect(records).toMatchObject([
    {
      number: "9",
      journalLineItems: [
        { debitCreditIndicator: "DEBIT", totalNetAmount: 48 },
        { debitCreditIndicator: "CREDIT", totalNetAmount: 40, taxRate: { code: "OUTPUT2" } },
        { debitCreditIndicator: "CREDIT", totalNetAmount: 8 },
      ],
    },
  ]);
  expect(JSON.stringify(records)).not.toMatch(/totalGrossAmount|totalTaxAmount/);
});

test("a manual journal balances on the same net amounts before and after it is posted", async () => {
  const id = "b694559b-0000-4000-8000-000000000005";
  const manual = {
    ManualJournalID: id,
    Status: "DRAFT",
    LineAmountTypes: "Inclusive",
    JournalLines: [
      { AccountCode: "400", LineAmount: 120, TaxAmount: 20, TaxType: "INPUT2" },
      { AccountCode: "610", LineAmount: -120, TaxAmount: 0, TaxType: "NONE" },
    ],
  };
  const journal = {
    JournalID: "1b31feeb-0000-4000-8000-000000000006",
    JournalNumber: 10,
    SourceType: "MANJOURNAL",
    SourceID: id,
    JournalLines: [
      { AccountCode: "400", NetAmount: 100, GrossAmount: 120, TaxAmount: 20, TaxType: "INPUT2" },
      { AccountCode: "820", NetAmount: 20, GrossAmount: 20, TaxAmount: 0 },
      { AccountCode: "610", NetAmount: -120, GrossAmount: -120, TaxAmount: 0 },
    ],
  };
  const read = async (replies: Readonly<Record<string, unknown>>, journalEntryId: string) => {
    const { record } = await get("journalEntries.get", sessionWithReplies(replies), { ids: { journalEntryId } });
    return record["journalLineItems"];
  };
  const manuals = { [`/ManualJournals/${id}`]: { ManualJournals: [manual] } };
  const posted = { ...manuals, [`/Journals/${journal.JournalID}`]: { Journals: [journal] } };
  const lines = [
    { debitCreditIndicator: "DEBIT", totalNetAmount: 100 },
    { debitCreditIndicator: "DEBIT", totalNetAmount: 20 },
    { debitCreditIndicator: "CREDIT", totalNetAmount: 120 },
  ];
  expect(await read(manuals, id)).toMatchObject(lines);
  expect(await read(posted, journal.JournalID)).toMatchObject(lines);
});

test("continues journals after the last number of a full page", async () => {
  const from = (offset: number) => (offset < 250 ? Array.from({ length: offset < 200 ? 100 : 3 }) : []);
  const { requests, records } = await listed("journalEntries.list", (query) => {
    const { offset = "0" } = query as { offset?: string };
    const Journals = from(Number(offset)).map((_, index) => {
      const JournalNumber = Number(offset) + 2 * index + 2;
      return { JournalID: `journal ${JournalNumber}`, JournalNumber };
    });
    return { Journals };
  });
  expect(requests).toEqual([{}, { offset: "200" }]);
  expect(records).toHaveLength(103);
});

test("cuts our page out of Xero's hundred quotes", async () => {
  const Quotes = Array.from({ length: 30 }, (_, index) => ({ QuoteID: String(101 + index) }));
  const { requests, records, total } = await listed("offers.list", () => ({ Quotes }), {
    window: { page: 7, limit: 20 },
  });
  expect(requests).toEqual([{ order: "QuoteID ASC", page: 2 }]);
  expect(records.map((record) => (record as { id: string }).id)).toEqual(
    Array.from({ length: 10 }, (_, index) => String(121 + index)),
  );
  expect(total).toBe(130);
});

test("filters tax rates by whether they are active", async () => {
  const { requests } = await listed("taxRates.list", () => ({ TaxRates: [] }), { filters: { isActive: true } });
  expect(requests).toEqual([{ order: "Name ASC", where: 'Status=="ACTIVE"' }]);
});

const cells = (...values: string[]) => values.map((Value) => ({ Value, Attributes: [{ Id: "account", Value: "x" }] }));

test("reads the trial balance at the end of the year, with an entry for each account", async () => {
  const Rows = [
    { RowType: "Header", Cells: [{ Value: "Account" }, { Value: "Debit" }] },
    {
      RowType: "Section",
      Title: "Revenue",
      Rows: [
        { RowType: "Row", Cells: cells("Sales (online) (200)", "", "0.00", "", "80.50") },
        { RowType: "Row", Cells: cells("Sparbüchse", "5.00", "", "80.50", "") },
      ],
    },
    {
      RowType: "Section",
      Title: "",
      Rows: [{ RowType: "SummaryRow", Cells: [{ Value: "Total" }, { Value: "5.00" }] }],
    },
  ];
  const { requests, records } = await listed("trialBalance.list", () => ({ Reports: [{ Rows }] }), {
    filters: { fiscalYearStartDate: "2026-04-01" },
  });
  expect(requests).toEqual([{ date: "2027-03-31" }]);
  expect(records).toEqual([
    {
      accountCode: "200",
      accountName: "Sales (online)",
      accountNumber: "200",
      balance: { amount: 80.5, debitCreditIndicator: "CREDIT" },
    },
    { accountName: "Sparbüchse", balance: { amount: 80.5, debitCreditIndicator: "DEBIT" } },
  ]);
});

test.each([
  ["2026-01-01", "2026-12-31"],
  ["2024-03-01", "2025-02-28"],
  ["2023-03-01", "2024-02-29"],
])("a year that begins on %s ends on %s", (first, last) => expect(lastDayOfYear(first)).toBe(last));

test.each([
  ["Germany", "DE"],
  ["new zealand ", "NZ"],
  ["UK", "GB"],
  ["de", "DE"],
  ["Schlaraffenland", undefined],
])("the country %s is %s", (written, code) => expect(countryCode(written)).toBe(code));

test("reports documents settled by credits, and used-up credits, as cleared", async () => {
  const paid = (AmountPaid: number, AmountCredited: number) => invoices({ Status: "PAID", AmountPaid, AmountCredited });
  const stateOf = async (reply: object) => (await listed("invoices.list", () => reply)).records[0];
  expect(await stateOf(paid(0, 100))).toMatchObject({ status: "PAID", paymentStatus: "CLEARED_WITH_CREDIT_NOTE" });
  expect(await stateOf(paid(40, 60))).toMatchObject({ status: "PAID", paymentStatus: "PAID" });
  expect(await stateOf(paid(0, 0))).toMatchObject({ status: "PAID", paymentStatus: "PAID" });
  const CreditNotes = [
    { CreditNoteID: "n", Status: "PAID", Total: 100, Allocations: [{ Amount: 60 }, { Amount: 40 }] },
  ];
  const { records } = await listed("creditNotes.list", () => ({ CreditNotes, pagination: { itemCount: 1 } }));
  expect(records).toMatchObject([{ status: "PAID", paymentStatus: "CREDIT_NOTE_CLEARED" }]);
});

test("the discounts of lines are not a discount of the document as well", async () => {
  const LineItems = [
    { LineItemID: "l", Quantity: 2, UnitAmount: 100, DiscountRate: 10, LineAmount: 180, TaxAmount: 36 },
  ];
  const reply = invoices({
    SubTotal: 180,
    TotalTax: 36,
    Total: 216,
    TotalDiscount: 20,
    LineAmountTypes: "Exclusive",
    LineItems,
  });
  const { records } = await listed("invoices.list", () => reply);
  expect(records[0]).not.toHaveProperty("discountAmount");
  expect(records[0]).toMatchObject({
    sumNetAmount: 180,
    lineItems: [{ itemsAmount: 180, discountItemPercentage: 10 }],
  });
});

test("a tax rate says whether it is for sales or purchases", async () => {
  const TaxRates = [
    { TaxType: "OUTPUT2", EffectiveRate: 20, CanApplyToRevenue: true, CanApplyToExpenses: false },
    { TaxType: "INPUT2", EffectiveRate: 20, CanApplyToRevenue: false, CanApplyToExpenses: true },
    { TaxType: "NONE", EffectiveRate: 0, CanApplyToRevenue: true, CanApplyToExpenses: true },
  ];
  const { records } = await listed("taxRates.list", () => ({ TaxRates }));
  expect(records.map((rate) => (rate as { usage?: string }).usage)).toEqual(["INVOICE", "BILL", "ALL"]);
});

test("an exchange rate is the company's currency for one unit of the payment's", async () => {
  const Payments = [
    { PaymentID: "p", Status: "AUTHORISED", Amount: 10, CurrencyRate: 1.25, Invoice: { InvoiceID: "i" } },
    { PaymentID: "q", Status: "AUTHORISED", Amount: 10, CurrencyRate: 0, Invoice: { InvoiceID: "i" } },
  ];
  const { records } = await listed("payments.list", () => ({
    ...noneOnAccount,
    Payments,
    pagination: { itemCount: 2 },
  }));
  expect(records.map((record) => (record as { exchangeRate?: number }).exchangeRate)).toEqual([0.8, undefined]);
});

test("a document whose lines are all reverse-charged has the rule", async () => {
  const ruleOf = async (...types: string[]) => {
    const LineItems = types.map((TaxType) => ({ TaxType, LineAmount: 10 }));
    const { records } = await listed("invoices.list", () => invoices({ LineAmountTypes: "Exclusive", LineItems }));
    return (records[0] as { taxRule?: string }).taxRule;
  };
  expect(await ruleOf("DRCHARGESUPPLY20", "DRCHARGESUPPLY20")).toBe("REVERSE_CHARGE");
  expect(await ruleOf("ECZROUTPUT")).toBe("INTRACOMMUNITY_GOODS");
  expect(await ruleOf("DRCHARGESUPPLY20", "OUTPUT2")).toBe("NET");
});

test("an account has its default tax code", () => {
  expect(xero.taxCodeOfAccount?.({ AccountID: "a", TaxType: "ZERORATEDOUTPUT" })).toBe("ZERORATEDOUTPUT");
  expect(xero.taxCodeOfAccount?.({ AccountID: "a", TaxType: null })).toBeUndefined();
  expect(xero.rulesOfTaxCode?.({ TaxType: "ECZROUTPUT", Name: "Renamed" })).toEqual(["INTRACOMMUNITY_GOODS"]);
  expect(xero.rulesOfTaxCode?.({ TaxType: "TAX001", Name: "Ours" })).toBeUndefined();
});

test("a contact has a default tax code for each direction", () => {
  const contact = {
    ContactID: "c",
    AccountsReceivableTaxType: "ZERORATEDOUTPUT",
    AccountsPayableTaxType: "ZERORATEDINPUT",
  };
  expect(xero.taxCodeOfContact?.(contact, "INVOICE")).toBe("ZERORATEDOUTPUT");
  expect(xero.taxCodeOfContact?.(contact, "BILL")).toBe("ZERORATEDINPUT");
  expect(xero.taxCodeOfContact?.({ ContactID: "c" }, "BILL")).toBeUndefined();
});
