/** Xero's own examples, typed anew with invented data: what is odd about them comes out right. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { sessionWith } from "../../../test/vendorSession.ts";
import type { ListCall, ListHandler } from "../../contract/connector.ts";
import type { VendorPost } from "../../contract/webhooks.ts";
import { countryCode } from "../../kit/countries.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { xero } from "./connector.ts";
import { refusals } from "./errors.ts";

/** A session that always gets this answer, and keeps what was asked. */
function answering(answer: (query: object) => unknown) {
  const asked: object[] = [];
  const read = async (_path: string, query: object = {}) => {
    asked.push(query);
    return answer(query);
  };
  const readWithHeaders = async (path: string, query: object = {}) => ({ body: await read(path, query), headers: {} });
  return { asked, session: sessionWith({ read, readWithHeaders }) };
}

type ListId =
  | "creditNotes.list"
  | "invoices.list"
  | "journalEntries.list"
  | "offers.list"
  | "payments.list"
  | "taxRates.list"
  | "trialBalance.list";

async function listed(id: ListId, answer: (query: object) => unknown, call: Partial<ListCall> = {}) {
  const { session, asked } = answering(answer);
  const { list } = xero.operations[id] as ListHandler<unknown>;
  return { asked, ...(await list({ ids: {}, filters: {}, ...call }, session)) };
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

test("days stay days and moments become UTC, whatever offset is written behind them", async () => {
  const { records } = await listed("invoices.list", () => invoices({}));
  expect(records).toMatchObject([
    { invoiceDate: "2018-10-20T00:00:00Z", dueDate: "2018-11-02T00:00:00Z", updatedDate: "2018-11-02T16:30:43Z" },
  ]);
});

test("tax that is in a line's amount is taken out of its net amount", async () => {
  const { records } = await listed("invoices.list", () => invoices({}, { LineAmountTypes: "Exclusive" }));
  expect(records).toMatchObject([
    { lineItems: [{ grossAmount: 24, itemsAmount: 20 }] },
    { lineItems: [{ grossAmount: 28, itemsAmount: 24 }] },
  ]);
});

test("a deleted draft is void, and what was paid in part is still open", async () => {
  const body = invoices({ Status: "DELETED" }, { AmountPaid: 3.5 });
  const { records } = await listed("invoices.list", () => body);
  expect(records).toMatchObject([
    { status: "VOIDED", paymentStatus: "CANCELED" },
    { status: "OPEN", paymentStatus: "PARTLY_PAID" },
  ]);
});

test("what was credited, or paid before there was an invoice, is paid too", async () => {
  const { records } = await listed("invoices.list", () => invoices({ AmountCredited: 0 }, { AmountCredited: 3.5 }));
  expect(records).toMatchObject([{ paymentStatus: "PENDING" }, { paymentStatus: "PARTLY_PAID" }]);
});

test("a credit that does not say what is left of it is not taken for used", async () => {
  const notes = [{ RemainingCredit: 24 }, { RemainingCredit: 4 }, {}].map((left, index) => ({
    ...{ CreditNoteID: String(index), Status: "AUTHORISED", Total: 24, ...left },
  }));
  const { records } = await listed("creditNotes.list", () => ({ CreditNotes: notes, pagination: { itemCount: 3 } }));
  const states = records.map((note) => (note as { paymentStatus: string }).paymentStatus);
  expect(states).toEqual(["PENDING", "PARTLY_PAID", "PENDING"]);
});

test("what was paid before there was a document is of somebody too", async () => {
  const Prepayment = { Contact: { ContactID: "c", Name: "Wolkenkuckuck Ltd" }, CurrencyCode: "EUR" };
  const Payments = [{ PaymentID: "p", PaymentType: "ARPREPAYMENTPAYMENT", Amount: 5, Prepayment }];
  const { records } = await listed("payments.list", () => ({ Payments, pagination: { itemCount: 1 } }));
  expect(records).toMatchObject([{ currency: "EUR", paymentLines: [{ customerId: "c", amount: 5 }] }]);
});

test("a status that nobody knows is left out, with a warning", async () => {
  const { records, warnings } = await listed("invoices.list", () => invoices({ Status: "FROZEN" }));
  expect(records[0]).not.toHaveProperty("status");
  expect(warnings?.join()).toContain('status "FROZEN"');
});

test("filters share one parameter", async () => {
  const { asked } = await listed("invoices.list", () => invoices({}), {
    filters: { paymentStatus: "PENDING", dueDateFrom: "2026-02-01", status: "VOIDED" },
    order: { field: "invoiceDate", direction: "DESC" },
    window: { page: 2, limit: 20 },
  });
  expect(asked).toEqual([
    {
      where:
        'Type=="ACCREC" AND Status=="AUTHORISED" AND AmountPaid==0 AND AmountCredited==0 AND DueDate>=DateTime(2026,02,01)',
      Statuses: "VOIDED,DELETED",
      order: "Date DESC",
      unitdp: 4,
      page: 2,
      pageSize: 20,
    },
  ]);
});

test("plus is debit, minus is credit, and amounts are on their side", async () => {
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
        { debitCreditIndicator: "CREDIT", totalNetAmount: 40, totalGrossAmount: 48, totalTaxAmount: 8 },
        { debitCreditIndicator: "CREDIT", totalNetAmount: 8, totalTaxAmount: 0 },
      ],
    },
  ]);
});

test("journals go on after the last number of a full page", async () => {
  const from = (offset: number) => (offset < 250 ? Array.from({ length: offset < 200 ? 100 : 3 }) : []);
  const { asked, records } = await listed("journalEntries.list", (query) => {
    const { offset = "0" } = query as { offset?: string };
    const Journals = from(Number(offset)).map((_, index) => {
      const JournalNumber = Number(offset) + 2 * index + 2;
      return { JournalID: `journal ${JournalNumber}`, JournalNumber };
    });
    return { Journals };
  });
  expect(asked).toEqual([{}, { offset: "200" }]);
  expect(records).toHaveLength(103);
});

test("quotes come in hundreds, of which our page is a part", async () => {
  const Quotes = Array.from({ length: 30 }, (_, index) => ({ QuoteID: String(101 + index) }));
  const { asked, records, total } = await listed("offers.list", () => ({ Quotes }), { window: { page: 7, limit: 20 } });
  expect(asked).toEqual([{ page: 2 }]);
  expect(records.map((record) => (record as { id: string }).id)).toEqual(
    Array.from({ length: 10 }, (_, index) => String(121 + index)),
  );
  expect(total).toBe(130);
});

test("tax rates that are in use", async () => {
  const { asked } = await listed("taxRates.list", () => ({ TaxRates: [] }), { filters: { isActive: true } });
  expect(asked).toEqual([{ where: 'Status=="ACTIVE"' }]);
});

const cells = (...values: string[]) => values.map((Value) => ({ Value, Attributes: [{ Id: "account", Value: "x" }] }));

test("the trial balance is that of the year's end, an entry for each account", async () => {
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
  const { asked, records } = await listed("trialBalance.list", () => ({ Reports: [{ Rows }] }), {
    filters: { fiscalYearStartDate: "2026-04-01" },
  });
  expect(asked).toEqual([{ date: "2027-03-31" }]);
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

test("what is wrong is said of each record, or else of all", () => {
  const errors = [{ Message: "Email address must be valid." }, { Message: "Name is too long." }];
  const body = { Message: "A validation exception occurred", Elements: [{ ValidationErrors: errors }] };
  expect(refusals.message(body)).toBe("Email address must be valid. Name is too long.");
  expect(refusals.message({ ...body, Elements: [] })).toBe("A validation exception occurred");
  expect(refusals.message({ Title: "Forbidden", Detail: "AuthenticationUnsuccessful" })).toBe(
    "AuthenticationUnsuccessful",
  );
  expect(refusals.message("The resource you're looking for cannot be found")).toBeUndefined();
});

function posted(events: readonly object[]): VendorPost {
  const body = Buffer.from(JSON.stringify({ events, firstEventSequence: 1, lastEventSequence: 1, entropy: "X" }));
  const signature = createHmac("sha256", "key").update(body).digest("base64");
  return { headers: { "x-xero-signature": signature }, query: {}, body, secret: "key" };
}
const event = {
  resourceId: "717f2bfc-0000-4000-8000-000000000005",
  eventDateUtc: "2026-06-21T01:15:39.902",
  eventType: "UPDATE",
  tenantId: "c2cc9b6e-0000-4000-8000-000000000006",
  tenantType: "ORGANISATION",
};

test("one post tells of several changes; of suppliers' credit notes there is nothing to tell", () => {
  const events = [
    { ...event, eventCategory: "INVOICE" },
    { ...event, eventCategory: "CREDITNOTE", data: { Type: "ACCPAYCREDIT", Status: "DRAFT" } },
    { ...event, eventCategory: "CREDITNOTE", eventType: "CREATE", data: { Type: "ACCRECCREDIT", Status: "DRAFT" } },
    { ...event, eventCategory: "SUBSCRIPTION" },
  ];
  const about = { resourceId: event.resourceId, company: event.tenantId, changedAt: "2026-06-21T01:15:39.902Z" };
  expect(xero.webhooks?.receive(posted(events))).toEqual({
    kind: "notices",
    notices: [
      { ...about, resource: "INVOICE", eventType: "UPDATED", ambiguous: "INVOICE" },
      { ...about, resource: "CREDIT_NOTE", eventType: "CREATED" },
    ],
  });
});

test("Xero first tries whether we can tell its posts from others'", () => {
  const trial = posted([]);
  expect(xero.webhooks?.receive(trial)).toEqual({ kind: "notices", notices: [] });
  expect(xero.webhooks?.receive({ ...trial, secret: "other" })).toEqual({ kind: "invalidSignature" });
});

test("an invoice of a supplier is a bill, and a contact is in every list that has it", async () => {
  const { session } = answering(() => ({
    Invoices: [{ Type: "ACCPAY" }],
    Contacts: [{ IsCustomer: true, IsSupplier: false }],
  }));
  const notice = { eventType: "UPDATED", resourceId: "1", changedAt: "2026-06-21T01:15:39Z" } as const;
  const resources = async (resource: "CONTACT" | "INVOICE") =>
    (await xero.webhooks?.lookUp?.({ ...notice, resource, ambiguous: resource }, session))?.map((one) => one.resource);
  expect(await resources("INVOICE")).toEqual(["BILL"]);
  expect(await resources("CONTACT")).toEqual(["CONTACT", "CUSTOMER"]);
});
