/** Other records; docs and fyle are the sources in evidence/. */
import { describe, expect, test } from "vitest";
import { readsOf, replying } from "../../../test/support/vendorSession.ts";
import type { Filters } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { businesscentral } from "./connector.ts";

const none = "00000000-0000-0000-0000-000000000000";
const id = (digit: number): string => `5d115c9c-44e3-ea11-bb43-00000000000${digit}`;
const page = (...value: readonly object[]) => ({ value, "@odata.count": value.length });
const vendor = (replies: Readonly<Record<string, unknown>>) => replying(replies, page());
const { get, list } = readsOf(businesscentral);
const first = async (operation: OperationId, path: string, row: object, filters: Filters = {}) =>
  (await list(operation, vendor({ [path]: page(row) }), { filters })).records[0];

const firstId = id(1);
const two = id(2);
const three = id(3);
const nothing = none;
const read = async (operation: OperationId, ids: Readonly<Record<string, string>>, body: unknown) =>
  (await get(operation, replying({}, body), { ids })).record;
const listed = async (operation: OperationId, value: readonly object[], filters: Filters = {}) =>
  (await list(operation, replying({}, page(...value)), { filters })).records;

test("an invoice: encoded choices, empty dates and ids, dimensions", async () => {
  const line = {
    id: two,
    itemId: nothing,
    accountId: three,
    lineType: "Account",
    description: "Anfahrt",
    quantity: 1,
    unitPrice: 25,
    discountAmount: 0,
    amountExcludingTax: 25,
    taxPercent: 19,
    dimensionSetLines: [{ id: firstId, displayName: "Abteilung", valueId: three, valueDisplayName: "Vertrieb" }],
  };
  const invoice = {
    id: firstId,
    number: "1001",
    status: "In_x0020_Review",
    invoiceDate: "2026-10-05",
    dueDate: "0001-01-01",
    customerId: two,
    paymentTermsId: nothing,
    pricesIncludeTax: false,
    billToCity: "Neuland",
    shipToCity: "",
    totalAmountIncludingTax: 29.75,
    remainingAmount: 29.75,
    lastModifiedDateTime: "2026-10-05T08:09:10.347Z",
    salesInvoiceLines: [line],
  };
  expect(await read("invoices.get", { invoiceId: firstId }, invoice)).toEqual({
    invoiceId: firstId,
    invoiceNumber: "1001",
    contactId: two,
    status: "SUBMITTED",
    lineAmountTypes: "EXCLUSIVE",
    invoiceDate: "2026-10-05T00:00:00Z",
    updatedDate: "2026-10-05T08:09:10Z",
    totalAmount: 29.75,
    addresses: [{ city: "Neuland", type: "BILLING" }],
    lineItems: [
      {
        lineItemId: two,
        accountId: three,
        description: "Anfahrt",
        quantity: 1,
        unitAmount: 25,
        discountItemAmount: 0,
        itemsAmount: 25,
        taxRatePercentage: 19,
        dimensions: [{ id: three, categoryName: "Abteilung", name: "Vertrieb" }],
      },
    ],
  });
});

test("accounts: headings and totals, some with a hyphen in their names", async () => {
  const types = ["Posting", "Heading", "Total", "Begin_x002D_Total", "End_x002D_Total"];
  const found = await listed(
    "accounts.list",
    types.map((accountType) => ({ id: firstId, accountType, category: "Cost_x0020_of_x0020_Goods_x0020_Sold" })),
  );
  expect(found.map((account) => (account as { type: string }).type)).toEqual([
    "POSTING",
    "HEADING",
    "TOTAL",
    "BEGIN_TOTAL",
    "END_TOTAL",
  ]);
  expect(found[0]).toMatchObject({ class: "EXPENSE", status: "ACTIVE" });
});

test("a quote's state that ends with a space", async () => {
  expect(await read("offers.get", { offerId: firstId }, { id: firstId, status: "Expired_x0020_" })).toMatchObject({
    status: "EXPIRED",
  });
});

test("the ledger: entries of one document together, with a negative reversal", async () => {
  const entry = { postingDate: "2026-01-15", documentNumber: "G-7", documentType: "Credit_x0020_Memo" };
  const entries = [
    { ...entry, id: firstId, accountNumber: "10700", debitAmount: -128.4, creditAmount: 0 },
    { ...entry, id: two, accountNumber: "A-1", debitAmount: 0, creditAmount: -128.4 },
    { ...entry, id: three, documentNumber: "G-8", documentType: "_x0020_", debitAmount: 0, creditAmount: 0 },
  ];
  expect(await listed("journalEntries.list", entries)).toMatchObject([
    {
      id: firstId,
      number: "G-7",
      journalType: "CREDIT_MEMO",
      isProvisional: false,
      journalLineItems: [
        { accountCode: "10700", accountNumber: 10_700, debitCreditIndicator: "CREDIT", totalNetAmount: 128.4 },
        { accountCode: "A-1", debitCreditIndicator: "DEBIT", totalNetAmount: 128.4 },
      ],
    },
    { id: three, number: "G-8", journalLineItems: [{ totalNetAmount: 0 }] },
  ]);
});

test("the trial balance: formatted amounts", async () => {
  const row = {
    number: "1110",
    display: "Forderungen",
    totalDebit: "1,072,893.84",
    totalCredit: "0.00",
    balanceAtDateDebit: "",
    balanceAtDateCredit: "72,893.84",
  };
  expect(await listed("trialBalance.list", [row], { fiscalYearStartDate: "2026-01-01" })).toEqual([
    {
      accountCode: "1110",
      accountName: "Forderungen",
      accountNumber: "1110",
      totalDebitAmount: 1_072_893.84,
      totalCreditAmount: 0,
      balance: { amount: 72_893.84, debitCreditIndicator: "CREDIT" },
      openingBalance: { amount: 1_145_787.68, debitCreditIndicator: "CREDIT" },
    },
  ]);
});

test("payment terms: converts weeks to days, but not months", async () => {
  const terms = ["30D", "2W", "CM+8D"].map((dueDateCalculation) => ({ id: firstId, dueDateCalculation }));
  expect(await listed("paymentTerms.list", terms)).toEqual([
    { id: firstId, dueType: "DUE_IN_DAYS", paymentDays: 30 },
    { id: firstId, dueType: "DUE_IN_DAYS", paymentDays: 14 },
    { id: firstId },
  ]);
});

describe("contacts", () => {
  test("docs: names a company contact by its own name", async () => {
    const contact = {
      id: id(1),
      number: "108001",
      type: "Company",
      displayName: "Neuland USA",
      companyNumber: "17806",
      companyName: "Neuland US",
      businessRelation: "Vendor",
      mobilePhoneNumber: "",
      email: "ah@neuland.example",
      addressLine1: "Ecke 7122",
      country: "US",
      phoneNumber: "+1 425 555 0100",
      website: "",
      lastModifiedDateTime: "2021-06-01",
    };
    expect(await first("contacts.list", "/contacts", contact)).toEqual({
      id: id(1),
      number: "108001",
      contactType: "COMPANY",
      companyName: "Neuland USA",
      updatedDate: "2021-06-01T00:00:00Z",
      emailAddresses: [{ email: "ah@neuland.example" }],
      addresses: [{ addressLine1: "Ecke 7122", countryCode: "US" }],
      phoneNumbers: [{ number: "+1 425 555 0100", type: "BUSINESS" }],
    });
  });

  test("reads a person's company as companyName and the name as the person", async () => {
    const contact = { id: id(1), type: "Person", displayName: "Ada van Nirgendwo", companyNumber: "CT1" };
    const working = { ...contact, companyName: "Neuland", contactBusinessRelation: "Customer" };
    expect(await first("contacts.list", "/contacts", working)).toEqual({
      id: id(1),
      contactType: "CONTACT_PERSON",
      companyName: "Neuland",
      isCustomer: true,
      isSupplier: false,
      contactPersons: [{ firstName: "Ada van", lastName: "Nirgendwo" }],
    });
    expect(await first("contacts.list", "/contacts", { ...contact, companyName: "" })).toMatchObject({
      companyName: "Ada van Nirgendwo",
    });
  });

  test("finds a contact by the name of its company, or by its own name", async () => {
    const session = vendor({
      "/contacts?companyName eq 'Neu''land'": page({ id: id(1), type: "Company" }),
      "/contacts?displayName eq 'Neu''land' and companyName eq ''": page({ id: id(2), type: "Person" }),
    });
    const { records, total } = await list("contacts.list", session, { filters: { name: "Neu'land" } });
    expect(records).toMatchObject([{ id: id(1) }, { id: id(2) }]);
    expect(total).toBe(2);
  });

  test("fyle: a vendor that nobody blocked, in another currency, without a phone", async () => {
    const row = {
      "@odata.etag": 'W/"JzE5Ozc0MTk4OTU2MjA2MzYyNjkwOTkxOzAwOyc="',
      id: id(1),
      number: "10000",
      displayName: "Postamt Nord",
      addressLine1: "10 Nordsee",
      addressLine2: "",
      city: "Altstadt",
      state: "",
      country: "IN",
      postalCode: "US-IL 61236",
      phoneNumber: "",
      email: "c.p@neuland.example",
      website: "",
      taxRegistrationNumber: "895741963",
      currencyId: none,
      currencyCode: "INR",
      blocked: "_x0020_",
      balance: 88_010,
      lastModifiedDateTime: "2023-07-03T01:45:45.427Z",
    };
    expect(await first("suppliers.list", "/vendors", row)).toEqual({
      id: id(1),
      number: "10000",
      companyName: "Postamt Nord",
      role: "SUPPLIER",
      vatId: "895741963",
      addresses: [{ addressLine1: "10 Nordsee", city: "Altstadt", countryCode: "IN", postalCode: "US-IL 61236" }],
      emailAddresses: [{ email: "c.p@neuland.example" }],
      updatedDate: "2023-07-03T01:45:45Z",
    });
  });

  test("docs: a customer whose choice of blocking is a bare space", async () => {
    const row = { id: id(1), number: "10000", displayName: "Neuland", type: "Company", blocked: " ", phoneNumber: "" };
    expect(await first("customers.list", "/customers", row)).toEqual({
      id: id(1),
      number: "10000",
      companyName: "Neuland",
      contactType: "COMPANY",
      role: "CUSTOMER",
    });
  });
});

describe("catalogue", () => {
  test("fyle: an account that is moved by nobody", async () => {
    const row = {
      id: id(1),
      number: "9510",
      displayName: "Körperschaftsteuer",
      category: "Expense",
      blocked: false,
      subCategory: "Tax Expense",
      accountType: "Posting",
      netChange: 0,
      directPosting: true,
      lastModifiedDateTime: "2023-07-03T01:45:41.137Z",
    };
    expect(await first("accounts.list", "/accounts", row)).toEqual({
      id: id(1),
      number: "9510",
      code: "9510",
      name: "Körperschaftsteuer",
      class: "EXPENSE",
      type: "POSTING",
      balance: 0,
      status: "ACTIVE",
      updatedDate: "2023-07-03T01:45:41Z",
    });
  });

  test("fyle: a bank account without a name, and one whose IBAN has spaces", async () => {
    const nameless = { id: id(1), number: "B010", displayName: "", bankAccountNumber: "", blocked: false, iban: "" };
    const named = { id: id(2), number: "GIRO", displayName: "Giro", currencyCode: "INR", iban: "GB 80 RBOS 1617" };
    const session = vendor({ "/bankAccounts": page(nameless, { ...named, bankAccountNumber: "14-55-678" }) });
    expect((await list("bankAccounts.list", session)).records).toEqual([
      { id: id(1), status: "ACTIVE" },
      { id: id(2), name: "Giro", currency: "INR", iban: "GB 80 RBOS 1617", number: "14-55-678", status: "ACTIVE" },
    ]);
  });

  test("fyle: a dimension's value that does not say which dimension it is of", async () => {
    const row = { id: id(1), code: "LARGE", displayName: "Groß", lastModifiedDateTime: "2023-07-03T01:46:02.82Z" };
    expect(await first("dimensions.list", "/dimensionValues", row)).toEqual({
      id: id(1),
      name: "Groß",
      updatedDate: "2023-07-03T01:46:02Z",
    });
  });

  test("docs: payment terms without a discount", async () => {
    const row = {
      id: id(1),
      code: "10 DAYS",
      dueDateCalculation: "10D",
      discountDateCalculation: "",
      discountPercent: 0,
    };
    expect(await first("paymentTerms.list", "/paymentTerms", row)).toEqual({
      id: id(1),
      code: "10 DAYS",
      paymentDays: 10,
      dueType: "DUE_IN_DAYS",
      discountPercentage: 0,
    });
  });

  test("docs: an item", async () => {
    const row = {
      id: id(1),
      number: "1896-S",
      displayName: "Tisch",
      type: "Inventory",
      inventory: 4,
      unitPrice: 1000.8,
      priceIncludesTax: false,
      unitCost: 780.7,
      taxGroupCode: "FURNITURE",
      baseUnitOfMeasureCode: "PCS",
    };
    expect(await first("items.list", "/items", row)).toEqual({
      id: id(1),
      itemNumber: "1896-S",
      name: "Tisch",
      type: "PRODUCT",
      stockCount: 4,
      unitSalesPrice: 1000.8,
      priceIncludesTax: false,
      unitPurchasePrice: 780.7,
      taxCode: "FURNITURE",
    });
  });

  test("docs: a row of the trial balance", async () => {
    const row = {
      number: "1110",
      display: "Forderungen",
      totalDebit: "0.00",
      totalCredit: "0.00",
      balanceAtDateDebit: "72,893.84",
      balanceAtDateCredit: "0.00",
      dateFilter: "2019-12-31",
    };
    const filters = { fiscalYearStartDate: "2019-01-01" };
    expect(await first("trialBalance.list", "/trialBalances", row, filters)).toMatchObject({
      accountCode: "1110",
      totalDebitAmount: 0,
      balance: { amount: 72_893.84, debitCreditIndicator: "DEBIT" },
    });
  });
});

describe("the ledger", () => {
  /** dynamics_generalledgerentry_get.md */
  const entry = {
    id: id(1),
    entryNumber: 1,
    postingDate: "2019-01-15",
    documentNumber: "PS-INV103001",
    documentType: " ",
    accountId: id(2),
    accountNumber: "10700",
    description: "Direct Cost 20000 on 01/15/19",
    debitAmount: 0,
    creditAmount: 128.4,
    lastModifiedDateTime: "2020-08-21T00:25:56.383Z",
  };

  test("docs: an entry without a document type", async () => {
    expect(await first("journalEntries.list", "/generalLedgerEntries", entry)).toMatchObject({
      id: id(1),
      number: "PS-INV103001",
      transactionDate: "2019-01-15T00:00:00Z",
      journalLineItems: [{ debitCreditIndicator: "CREDIT", totalNetAmount: 128.4, accountNumber: 10_700 }],
    });
  });

  test("dates an event by the document's last change", async () => {
    const changed = { ...entry, id: id(3), entryNumber: 2, lastModifiedDateTime: "2020-09-01T10:11:12.9Z" };
    const session = vendor({
      "/generalLedgerEntries": page(entry, changed),
      [`/generalLedgerEntries?(id eq ${id(3)})`]: page(changed),
    });
    const ambiguous = { set: "generalLedgerEntries", entries: [id(3)] };
    const notice = {
      resource: "JOURNAL_ENTRY",
      eventType: "UPDATED",
      resourceId: id(3),
      changedAt: "",
      ambiguous,
    } as const;
    const [found] = (await businesscentral.webhooks?.lookUp?.(notice, session)) ?? [];
    expect(found).toMatchObject({ resourceId: id(1), changedAt: "2020-09-01T10:11:12Z" });
    const lastModifiedAt = new Date(found?.changedAt ?? "");
    const { records } = await list("journalEntries.list", session, { filters: { lastModifiedAt } });
    expect(records).toMatchObject([
      { id: id(1), updatedDate: found?.changedAt, journalLineItems: [{}, { id: id(3) }] },
    ]);
  });
});
