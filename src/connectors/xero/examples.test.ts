/**
 * Facts from Xero's own documented replies and from replies that others recorded: bodies in Xero's shape with their
 * amounts, words and oddities, and invented names. Each says where it was seen, and what of it matters.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import { xero } from "./connector.ts";
import type { Collections } from "./types.ts";

/** Refusals, webhooks and sign-in are in errors.test.ts, webhooks.test.ts and access.test.ts. */
const docs = "XeroAPI/Xero-OpenAPI 16.1.0";
const xeroizer = "waynerobinson/xeroizer e17d833 test/stub_responses";
const fyle = "fylein/fyle-xero-api fa076b0 tests/test_xero/fixtures.py";
const pyxero = "freakboy3742/pyxero 600a63f tests/mock_data.py";

/** Xero with one record of one kind, and nothing else. */
function sessionOf(collection: keyof Collections, native: object) {
  const read = async (path: string) => {
    if (!path.startsWith(`/${collection}`)) throw new Failure("not_found", "No record has this id.");
    return { [collection]: [native], pagination: { itemCount: 1 } };
  };
  return sessionWith({ read, readWithHeaders: async (path) => ({ body: await read(path), headers: {} }) });
}

async function unified(id: OperationId, collection: keyof Collections, native: object) {
  const { get, list } = xero.operations[id] as Partial<GetHandler<unknown> & ListHandler<unknown>>;
  const ids = { billId: "1", contactId: "1", expenseId: "1", invoiceId: "1", journalEntryId: "1", offerId: "1" };
  const session = sessionOf(collection, native);
  if (get) return (await get({ ids, filters: {} }, session)).record as Readonly<Record<string, unknown>>;
  const listing = await list?.({ ids, filters: {} }, session);
  return listing?.records[0] as Readonly<Record<string, unknown>>;
}

/** `of` names the operation and the collection: "bills.get < Invoices". */
const fact = (what: string, of: `${OperationId} < ${keyof Collections}`, native: object) => ({
  is: (expected: object) =>
    test.each([what])("%s", async () => {
      const [id, collection] = of.split(" < ") as [OperationId, keyof Collections];
      const record = await unified(id, collection, native);
      expect(Object.fromEntries(Object.keys(expected).map((name) => [name, record[name]]))).toEqual(expected);
    }),
});

beforeAll(() => vi.setSystemTime("2026-11-15T12:00:00Z"));
afterAll(() => vi.useRealTimers());

const noAddress = { City: "", Region: "", PostalCode: "", Country: "" };
const noPhone = { PhoneNumber: "", PhoneAreaCode: "", PhoneCountryCode: "" };
const consultant = { Name: "Consultant", Option: "Ida Grau", TrackingCategoryID: "093af706" };
const usd = { CurrencyCode: "USD", CurrencyRate: 1.0 };

fact(`empty places for addresses and telephones are none (${fyle} create_contact)`, "contacts.get < Contacts", {
  ContactID: "c",
  Name: "Muster",
  FirstName: "Muster",
  LastName: "",
  BankAccountDetails: "",
  Addresses: ["STREET", "POBOX"].map((AddressType) => ({ AddressType, ...noAddress })),
  Phones: ["DEFAULT", "DDI", "FAX", "MOBILE"].map((PhoneType) => ({ PhoneType, ...noPhone })),
  UpdatedDateUTC: "/Date(1660754701320+0000)/",
}).is({
  addresses: undefined,
  phoneNumbers: undefined,
  emailAddresses: undefined,
  contactPersons: [{ firstName: "Muster" }],
  updatedDate: "2022-08-17T16:45:01Z",
});

fact(`places come without fields too (${pyxero} unicode_content_text)`, "customers.get < Contacts", {
  ContactID: "c",
  Name: "Muster Transport",
  FirstName: "Jo",
  LastName: "Sürname",
  Addresses: [{ AddressType: "STREET" }, { AddressType: "POBOX", AddressLine1: "P O Box 5678", PostalCode: "3133" }],
  Phones: [{ PhoneType: "DDI" }, { PhoneType: "DEFAULT", PhoneNumber: "12344321", PhoneAreaCode: "03" }],
}).is({
  addresses: [{ addressLine1: "P O Box 5678", postalCode: "3133", type: "BILLING" }],
  bankAccounts: undefined,
  contactPersons: [{ firstName: "Jo", lastName: "Sürname" }],
  role: "CUSTOMER",
  phoneNumbers: [{ number: "03 12344321", type: "BUSINESS" }],
});

fact(`a bank account stands in two places, its bank in one (${docs} GET /Contacts/{id})`, "suppliers.get < Contacts", {
  ContactID: "c",
  AccountNumber: "1234567",
  BankAccountDetails: "12334567",
  BatchPayments: { BankAccountNumber: "12334567", BankAccountName: "Puddle Bank", Details: "biz checking", Code: "" },
  Phones: [{ PhoneType: "DEFAULT", PhoneNumber: "408-0914", PhoneAreaCode: "604", PhoneCountryCode: "1" }],
}).is({
  bankAccounts: [{ name: "Puddle Bank 12334567" }],
  number: "1234567",
  phoneNumbers: [{ number: "+1 604 408-0914", type: "BUSINESS" }],
});

fact(`two places have two bank accounts (${xeroizer}/contact_with_details.xml)`, "suppliers.get < Contacts", {
  ContactID: "c",
  BankAccountDetails: "DE00 1234 5678 0000 0000 00",
  BatchPayments: { BankAccountNumber: "123456", BankAccountName: "bank account", Details: "details" },
}).is({ bankAccounts: [{ name: "bank account 123456" }, { iban: "DE00123456780000000000" }] });

fact(`a bill has a reference and no number (${fyle} bill_object)`, "bills.get < Invoices", {
  Type: "ACCPAY",
  InvoiceID: "i",
  InvoiceNumber: "",
  Reference: "2 - anna@muster.example",
  Status: "PAID",
  AmountDue: 5.0,
  AmountPaid: 0.0,
  DueDate: "/Date(1660608000000+0000)/",
  Date: "/Date(1659398400000+0000)/",
  LineAmountTypes: "Exclusive",
  SubTotal: 4.62,
  TotalTax: 0.38,
  Total: 5.0,
  ...usd,
  LineItems: [{ LineItemID: "l", UnitAmount: 4.62, TaxAmount: 0.38, LineAmount: 4.62, Quantity: 1, Tracking: [] }],
}).is({
  billNumber: undefined,
  reference: "2 - anna@muster.example",
  billDate: "2022-08-02T00:00:00Z",
  status: "PAID",
  lineItems: [
    { id: "l", quantity: 1, unitAmount: 4.62, totalGrossAmount: 5, totalNetAmount: 4.62, totalTaxAmount: 0.38 },
  ],
});

fact(`amounts are text, and a bill says when it was paid (${xeroizer}/invoice.xml)`, "bills.get < Invoices", {
  Type: "ACCPAY",
  InvoiceID: "i",
  InvoiceNumber: "9871",
  Status: "PAID",
  AmountPaid: "148.50",
  AmountDue: "0.00",
  SubTotal: "135.00",
  TotalTax: "13.50",
  Total: "148.50",
  FullyPaidOnDate: "/Date(1298505600000+0000)/",
}).is({ totalGrossAmount: 148.5, totalTaxAmount: 13.5, paidDate: "2011-02-24T00:00:00Z", paymentStatus: "PAID" });

fact(`a voided invoice owes nothing and was paid nothing (${docs} GET /Invoices)`, "invoices.get < Invoices", {
  Type: "ACCREC",
  InvoiceID: "i",
  Status: "VOIDED",
  AmountDue: 0.0,
  AmountPaid: 0.0,
  AmountCredited: 0.0,
  Date: "/Date(1539993600000+0000)/",
  DueDate: "/Date(1546128000000+0000)/",
  Total: 40.0,
}).is({ status: "VOIDED", paymentStatus: "CANCELED", totalAmount: 40, dueDate: "2018-12-30T00:00:00Z" });

fact(`a credit note is positive, and used in part (${docs} GET /CreditNotes)`, "creditNotes.list < CreditNotes", {
  Type: "ACCRECCREDIT",
  CreditNoteID: "n",
  CreditNoteNumber: "CN-0005",
  Reference: "Tour",
  Status: "AUTHORISED",
  RemainingCredit: 32.5,
  SubTotal: 30.0,
  TotalTax: 4.5,
  Total: 34.5,
  LineItems: [],
}).is({ totalGrossAmount: 34.5, totalNetAmount: 30, reference: "Tour", status: "PARTIALLY_PAID" });

fact(`a supplier's credit note has an empty number (${docs} GET /CreditNotes)`, "vendorCredits.list < CreditNotes", {
  Type: "ACCPAYCREDIT",
  CreditNoteID: "n",
  CreditNoteNumber: "",
  Reference: "",
  Status: "DRAFT",
  Total: 46.0,
  RemainingCredit: 46.0,
}).is({ vendorCreditNumber: undefined, reference: undefined, status: "DRAFT", totalGrossAmount: 46 });

fact(`a used one says nothing of what is left (${xeroizer}/credit_note.xml)`, "vendorCredits.list < CreditNotes", {
  Type: "ACCPAYCREDIT",
  CreditNoteID: "n",
  CreditNoteNumber: "03391",
  Status: "PAID",
  Total: "218.90",
  LineAmountTypes: "Exclusive",
  FullyPaidOnDate: "/Date(1299456000000+0000)/",
  LineItems: [
    { LineItemID: "l", LineAmount: "199.00", TaxAmount: "19.90", Quantity: "1.0000", Tracking: [consultant] },
  ],
}).is({
  status: "PAID",
  paymentStatus: "PAID",
  paidDate: "2011-03-07T00:00:00Z",
  lineItems: [
    {
      id: "l",
      quantity: 1,
      totalGrossAmount: 218.9,
      totalNetAmount: 199,
      totalTaxAmount: 19.9,
      dimensions: [{ categoryName: "Consultant", name: "Ida Grau" }],
    },
  ],
});

fact(`a quote writes whether tax is in it in capitals (${docs} GET /Quotes)`, "offers.get < Quotes", {
  QuoteID: "q",
  Status: "ACCEPTED",
  LineAmountTypes: "EXCLUSIVE",
  Date: "/Date(1571875200000)/",
  Title: "Angebot",
  LineItems: [{ LineItemID: "l", DiscountRate: 10.0, UnitAmount: 19.95, LineAmount: 17.96, TaxAmount: 2.69 }],
}).is({
  name: "Angebot",
  offerDate: "2019-10-24T00:00:00Z",
  status: "ACCEPTED",
  lineItems: [
    {
      id: "l",
      unitAmount: 19.95,
      totalDiscountPercentage: 10,
      totalGrossAmount: 20.65,
      totalNetAmount: 17.96,
      totalTaxAmount: 2.69,
    },
  ],
});

fact(`an order's lines may have no account (${docs} GET /PurchaseOrders)`, "purchaseOrders.list < PurchaseOrders", {
  PurchaseOrderID: "o",
  PurchaseOrderNumber: "PO-0001",
  Status: "DELETED",
  CurrencyCode: "NZD",
  Total: 20.0,
  LineItems: [{ LineItemID: "l", Description: "Foobar", UnitAmount: 20.0, TaxAmount: 0.0, LineAmount: 20.0 }],
}).is({ reference: "PO-0001", status: "CANCELED", currency: "NZD", addresses: undefined, totalGrossAmount: 20 });

fact(`a payment of a credit note is a refund (${docs} GET /Payments)`, "payments.list < Payments", {
  PaymentID: "p",
  PaymentType: "ARCREDITPAYMENT",
  Amount: 2.0,
  BankAmount: 2.0,
  Reference: "Too much",
  CurrencyRate: 1.0,
  Date: "/Date(1552521600000+0000)/",
  Account: { AccountID: "a", Code: "980" },
  Invoice: { Type: "ACCRECCREDIT", InvoiceID: "n", Contact: { ContactID: "c", Name: "Muster" }, CurrencyCode: "NZD" },
}).is({
  currency: "NZD",
  documentType: "INVOICE",
  exchangeRate: 1,
  paymentType: "ARCREDITPAYMENT",
  paymentLines: [
    {
      accountId: "a",
      amount: -2,
      contactId: "c",
      contactName: "Muster",
      customerId: "c",
      invoiceId: "n",
      description: "Too much",
      paymentDate: "2019-03-14",
    },
  ],
});

fact(`a rate of zero is one that was not computed (lists of payments, NOTES.md)`, "payments.list < Payments", {
  PaymentID: "p",
  PaymentType: "ACCPAYPAYMENT",
  Amount: "148.50",
  CurrencyRate: 0,
  Invoice: { InvoiceID: "i", CurrencyCode: "AUD" },
}).is({ currency: "AUD", documentType: "BILL", exchangeRate: undefined });

fact(`spent money has tax beside its lines (${fyle} bank_transaction_object)`, "expenses.get < BankTransactions", {
  BankTransactionID: "b",
  Type: "SPEND",
  Status: "AUTHORISED",
  Reference: "521254",
  ...usd,
  BankAccount: { AccountID: "a", Code: "090", Name: "Girokonto" },
  LineAmountTypes: "Exclusive",
  Total: 101.0,
  LineItems: [{ LineItemID: "l", LineAmount: 93.3, TaxAmount: 7.7, TaxType: "INPUT", AccountCode: "429" }],
}).is({
  accountCode: "090",
  description: "521254",
  exchangeRate: "1",
  totalGrossAmount: 101,
  type: "EXPENSE",
  expenseLines: [
    {
      id: "l",
      accountCode: "429",
      debitCreditIndicator: "DEBIT",
      taxRate: { code: "INPUT" },
      totalGrossAmount: 101,
      totalNetAmount: 93.3,
      totalTaxAmount: 7.7,
    },
  ],
});

const side = (debitCreditIndicator: string, totalNetAmount: number) => ({ debitCreditIndicator, totalNetAmount });
const manual = (LineAmountTypes: string, ...lines: [string, string][]) => ({
  ManualJournalID: "m",
  Status: "DRAFT",
  Date: "/Date(1288396800000+0000)/",
  Narration: "Umbuchung",
  LineAmountTypes,
  JournalLines: lines.map(([LineAmount, TaxAmount]) => ({ LineAmount, TaxAmount })),
});

fact(
  `tax beside both sides of a draft balances (${xeroizer}/records/manual_journal-f00a355b)`,
  "journalEntries.get < ManualJournals",
  manual("Exclusive", ["-1085.00", "-108.50"], ["1085.00", "108.50"]),
).is({
  isProvisional: true,
  journalType: "MANJOURNAL",
  transactionDate: "2010-10-30T00:00:00Z",
  journalLineItems: [side("CREDIT", 1085), side("CREDIT", 108.5), side("DEBIT", 1085), side("DEBIT", 108.5)],
});

fact(
  `the tax of a draft is a line of its own (${xeroizer}/records/manual_journal-bb6cfcfc)`,
  "journalEntries.get < ManualJournals",
  manual("Exclusive", ["750.00", "75.00"], ["-825.00", "0.00"]),
).is({ journalLineItems: [side("DEBIT", 750), side("DEBIT", 75), side("CREDIT", 825)] });

fact(
  `tax in a draft's amounts is taken out of the net ones (${docs} LineAmountTypes)`,
  "journalEntries.get < ManualJournals",
  manual("Inclusive", ["825.00", "75.00"], ["-825.00", "0.00"]),
).is({ journalLineItems: [side("DEBIT", 750), side("DEBIT", 75), side("CREDIT", 825)] });

fact(
  `without tax the amounts are what they are (${xeroizer}/records/manual_journal-4765d07b)`,
  "journalEntries.get < ManualJournals",
  {
    ...manual("NoTax", ["679.00", "0.00"], ["190.00", "0.00"], ["-869.00", "0.00"]),
  },
).is({ journalLineItems: [side("DEBIT", 679), side("DEBIT", 190), side("CREDIT", 869)] });

test.each(["VOIDED", "DELETED"])("a %s manual journal is no draft (manual_journal-53fc5558)", async (Status) => {
  const native = { ...manual("Exclusive", ["250.00", "25.00"], ["-275.00", "0.00"]), Status };
  await expect(unified("journalEntries.get", "ManualJournals", native)).rejects.toMatchObject({ code: "not_found" });
});

fact(
  `journal lines without tax have an empty name for it (${docs} GET /Journals/{id})`,
  "journalEntries.get < Journals",
  {
    JournalID: "j",
    JournalNumber: 1,
    SourceType: "ACCREC",
    SourceID: "i",
    Reference: "Rot",
    JournalLines: [
      { JournalLineID: "l", NetAmount: 40.0, GrossAmount: 40.0, TaxAmount: 0.0, TaxType: "", TaxName: "" },
    ],
  },
).is({ documentId: "i", isProvisional: false, number: "1", journalLineItems: [{ id: "l", ...side("DEBIT", 40) }] });

fact(`an item that is not bought has empty details (${fyle} get_all_items)`, "items.list < Items", {
  ItemID: "i",
  Code: "BOOK",
  IsTrackedAsInventory: false,
  PurchaseDetails: {},
  UpdatedDateUTC: "/Date(0)/",
  SalesDetails: { AccountCode: "200", TaxType: "TAX001", UnitPrice: 19.95 },
}).is({
  type: undefined,
  unitPurchasePrice: undefined,
  unitSalesPrice: 19.95,
  lastModifiedDate: "1970-01-01T00:00:00Z",
});

fact(
  `a rate of zero percent is a rate, written with four places (${xeroizer}/tax_rates.xml)`,
  "taxRates.list < TaxRates",
  {
    Name: "GST Exempt",
    TaxType: "EXEMPTINPUT",
    EffectiveRate: "0.0000",
    Status: "ACTIVE",
  },
).is({ id: "EXEMPTINPUT", percentage: 0 });

fact(`a bank account may have no code (${xeroizer}/accounts.xml)`, "accounts.list < Accounts", {
  AccountID: "a",
  Name: "Girokonto",
  Type: "BANK",
  BankAccountNumber: "01023412345678",
  CurrencyCode: "AUD",
}).is({ code: undefined, number: undefined, type: "BANK", currency: "AUD", status: undefined });

fact(
  `options may say nothing of their state (${xeroizer}/tracking_categories.xml)`,
  "dimensions.list < TrackingCategories",
  {
    Name: "Consultant",
    Status: "ACTIVE",
    Options: [{ TrackingOptionID: "ae777a87", Name: "Ida Grau" }],
  },
).is({ id: "ae777a87", categoryName: "Consultant", name: "Ida Grau", status: undefined });

const cell = (Value?: string) => ({ ...(Value && { Value }), Attributes: [{ Value: "1335b8b2", Id: "account" }] });

fact(
  `cells of the trial balance may be missing their values (${xeroizer}/reports/trial_balance.xml)`,
  "trialBalance.list < Reports",
  {
    Rows: [
      { RowType: "Header", Cells: [{ Value: "Account" }, { Value: "Debit" }, { Value: "Credit" }] },
      { Rows: [{ Cells: [cell("Interest Income (270)"), cell(), cell("97.05"), cell(), cell("287.48")] }] },
    ],
  },
).is({ accountCode: "270", balance: { amount: 287.48, debitCreditIndicator: "CREDIT" } });
