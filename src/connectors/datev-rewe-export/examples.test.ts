/**
 * Replies of DATEV as others have published them. The bodies are written here, with values and oddities that occurred.
 * Sources: DATEV's descriptions (data exchange 1.5.8, clients 2.0, documents 2.1.12) with their examples; the tests and
 * endpoints of Daniel-Jorg-Schuppelius/datev-php-sdk; the notes and parser of an MCP server for DATEV's sandbox; read in
 * 2026-11.
 */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith, sessionWithLines } from "../../../test/support/vendorSession.ts";
import { access, longTerm, oauth } from "./access.ts";
import { datevReweExport } from "./connector.ts";
import { refusals } from "./errors.ts";
import { accountNumber, accountText, roleOf } from "./fields.ts";
import { datevReweExportLongToken } from "./longToken.ts";

const year = {
  accountLength: 4,
  accountSystem: 3,
  currencyCode: "EUR",
  yearBegin: "2024-01-01",
  yearEnd: "2024-12-31",
};

const vendor = (replies: Readonly<Record<string, readonly unknown[]>>) =>
  sessionWithLines({ "/fiscal-years": [20240101], "/fiscal-years/20240101": [year], ...replies });

const { list, get } = readsOf(datevReweExport);
const filters = { fiscalYearStartDate: "2024-01-01" } as const;
const ofYear = (name: string, ...rows: readonly object[]) => vendor({ [`/fiscal-years/20240101/${name}`]: rows });
const first = async (id: Parameters<typeof list>[0], name: string, row: object) =>
  (await list(id, ofYear(name, row), { filters })).records[0];

describe("account numbers (data exchange: technical length; desktop API: debitors)", () => {
  test.each([
    [44_000_000, 4, "4400"],
    [6_500_000, 4, "0650"],
    [270_000, 4, "0027"],
    [12_345_678, 8, "12345678"],
    [84_010_000, 5, "84010"],
    [100_990_000, 4, "10099"],
    [700_010_000, 4, "70001"],
    [100_099_000, 6, "1000990"],
  ])("converts %d with accounts of %d digits to %s", (technical, length, number) => {
    expect(accountText(technical, length)).toBe(number);
    expect(accountNumber(technical, length)).toBe(Number(number));
  });

  test.each([
    [84_000_000, undefined],
    [100_000_000, "CUSTOMER"],
    [699_999_999, "CUSTOMER"],
    [700_000_000, "SUPPLIER"],
    [null, undefined],
  ])("reads the role of %d as %s", (technical, role) => expect(roleOf(technical)).toBe(role));
});

describe("fiscal years", () => {
  test("reads a list of numbers on one line as fiscal years", async () => {
    const { records } = await list("fiscalYears.list", vendor({}));
    expect(records).toEqual([
      {
        id: "20240101",
        accountNumberLength: 4,
        chartOfAccount: "SKR03",
        startDate: "2024-01-01T00:00:00Z",
        endDate: "2024-12-31T00:00:00Z",
      },
    ]);
  });

  test("accepts a year that starts mid-month, and leaves an unknown chart of accounts out", async () => {
    const odd = { ...year, yearBegin: "2024-04-11", yearEnd: "2025-04-10", accountLength: 6, accountSystem: 49 };
    const session = vendor({ "/fiscal-years": [20240411], "/fiscal-years/20240411": [odd] });
    expect((await get("fiscalYears.get", session, { ids: { fiscalYearId: "20240411" } })).record).toEqual({
      id: "20240411",
      accountNumberLength: 6,
      startDate: "2024-04-11T00:00:00Z",
      endDate: "2025-04-10T00:00:00Z",
    });
  });

  test("refuses a year without an account length", async () => {
    const session = vendor({ "/fiscal-years/20240101": [{ currencyCode: "EUR" }] });
    await expect(list("accounts.list", session, { filters })).rejects.toThrow(/has no account length/);
  });

  test.each([
    ["reads the list of fiscal years once", [20240101], 1],
    ["reads the list again if it was empty", [], 2],
  ])("%s", async (_what, years, times) => {
    const session = vendor({ "/fiscal-years": years, "/fiscal-years/20240101/general-ledger-accounts": [] });
    for (let attempt = 0; attempt < 2; attempt++) await list("accounts.list", session);
    expect(session.requestedPaths.filter((path) => path === "/fiscal-years")).toHaveLength(times);
  });
});

describe("accounts", () => {
  test("maps the vendor's example", async () => {
    const row = { accountNumber: 17_760_000, caption: "Umsatzsteuer", mainFunction: 3, mainFunctionNumber: 90 };
    expect(await first("accounts.list", "general-ledger-accounts", row)).toEqual({
      id: "1776",
      code: "1776",
      number: "1776",
      name: "Umsatzsteuer",
      currency: "EUR",
    });
  });

  test("leaves the name of an account without caption out", async () => {
    const row = { accountNumber: 10_000_000, caption: null };
    expect(await first("accounts.list", "general-ledger-accounts", row)).not.toHaveProperty("name");
  });

  test("requests customers and suppliers, and distinguishes them by their first digit", async () => {
    const rows = [44_000_000, 100_010_000, 700_010_000].map((number) => ({ accountNumber: number, caption: "Muster" }));
    const session = ofYear("general-ledger-accounts", ...rows);
    expect((await list("customers.list", session)).records).toEqual([
      { id: "10001", accountNumber: 10_001, companyName: "Muster", role: "CUSTOMER" },
    ]);
    expect((await list("suppliers.list", session)).records).toMatchObject([{ id: "70001", role: "SUPPLIER" }]);
    expect(session.requestedPaths).toContain(
      "/fiscal-years/20240101/general-ledger-accounts includesPersonalAccounts=true",
    );
  });
});

describe("payment terms", () => {
  const days = { cashDiscount1Days: 10, cashDiscount2Days: 11, dueDateNet: 44 };
  test("maps terms in days, including zero days", async () => {
    const row = {
      id: 123,
      caption: "44 days net",
      dueType: "due_in_days",

      cashDiscount1Percentage: 10,
      cashDiscount2Percentage: 0,
      paymentDueInDays: { ...days, cashDiscount2Days: 0 },
    };
    expect(await first("paymentTerms.list", "terms-of-payment", row)).toEqual({
      id: "123",
      code: "123",
      name: "44 days net",
      dueType: "DUE_IN_DAYS",
      paymentDays: 44,
      discountDays: 10,
      discountDays2: 0,
      discountPercentage: 10,
      discountPercentage2: 0,
    });
  });

  test("maps periods, each starting the day after the previous one", async () => {
    const due = (relatedMonth: string, dayOfMonth?: number) => ({ relatedMonth, ...(dayOfMonth && { dayOfMonth }) });
    const period1 = {
      invoiceDayOfMonth: 15,
      dueDateCashDiscount1: due("current_month", 25),
      dueDateNet: due("next_month", 5),
    };
    const period2 = { invoiceDayOfMonth: 31, dueDateNet: due("month_after_next") };
    const row = { id: 10, dueType: "due_as_period", paymentDueAsPeriod: { period1, period2 } };
    expect(await first("paymentTerms.list", "terms-of-payment", row)).toMatchObject({
      dueType: "DUE_AS_PERIOD",
      discountPeriods: [
        {
          invoiceRange: "1-15",
          discountDeadline: "day 25 of the current month",
          paymentDeadline: "day 5 of the next month",
        },
        { invoiceRange: "16-31", paymentDeadline: "the month after next" },
      ],
    });
  });

  test("leaves an unknown type of term out, with a warning", async () => {
    const session = ofYear("terms-of-payment", { id: 11, dueType: "due_someday" });
    const { records, warnings } = await list("paymentTerms.list", session, { filters });
    expect(records).toEqual([{ id: "11", code: "11" }]);
    expect(warnings?.join()).toContain("due_someday");
  });
});

describe("trial balance", () => {
  const sums = {
    accountNumber: 84_000_000,
    caption: "Erlöse",
    balance: 5000,
    balanceDebitCreditIdentifier: "H",
    annualValueDebit: 0,
    annualValueCredit: 5000,
    openingBalanceCredit: 1_100_000.3,
    sumsAndBalancesMonthValues: [
      { fiscalYearMonth: 0, monthlyBalance: 7, monthlyBalanceDebitCreditIdentifier: "S" },
      { fiscalYearMonth: 3, monthlyBalance: 1200, monthlyBalanceDebitCreditIdentifier: "H" },
    ],
  };
  test("maps Haben to credit, and ignores month 0", async () => {
    expect(await first("trialBalance.list", "sums-and-balances", sums)).toEqual({
      accountCode: "8400",
      accountName: "Erlöse",
      accountNumber: "8400",
      balance: { amount: 5000, debitCreditIndicator: "CREDIT" },
      openingBalance: { amount: 1_100_000.3, debitCreditIndicator: "CREDIT" },
      monthlyValues: [{ month: 3, balance: { amount: 1200, debitCreditIndicator: "CREDIT" } }],
      totalCreditAmount: 5000,
      totalDebitAmount: 0,
    });
  });

  test("gives a zero balance no side, and leaves a missing opening balance out", async () => {
    const row = { accountNumber: 10_000_000, balance: 0, annualValueDebit: 5, annualValueCredit: 5 };
    expect(await first("trialBalance.list", "sums-and-balances", row)).toEqual({
      accountCode: "1000",
      accountNumber: "1000",
      balance: { amount: 0 },
      totalCreditAmount: 5,
      totalDebitAmount: 5,
    });
  });

  test("counts months from the start of the fiscal year", async () => {
    const session = vendor({
      "/fiscal-years": [20230701],
      "/fiscal-years/20230701": [{ ...year, yearBegin: "2023-07-01" }],
      "/fiscal-years/20230701/sums-and-balances": [
        {
          ...sums,
          sumsAndBalancesMonthValues: [1, 6, 7, 12].map((month) => ({ fiscalYearMonth: month, monthlyBalance: 1 })),
        },
      ],
    });
    const { records } = await list("trialBalance.list", session, { filters: { fiscalYearStartDate: "2023-07-01" } });
    const months = [7, 12, 1, 6].map((month) => ({ month, balance: { amount: 1 } }));
    expect(records).toMatchObject([{ monthlyValues: months }]);
  });

  test.each(["8400", "08400"])("finds an account by the number %s", async (number) => {
    const session = ofYear("sums-and-balances", sums, { accountNumber: 10_000_000 });
    const { records, total } = await list("trialBalance.list", session, {
      filters: { ...filters, accountNumber: number },
    });
    expect({ total, numbers: records.map((row) => row["accountNumber"]) }).toEqual({ total: 1, numbers: ["8400"] });
  });
});

describe("refusals", () => {
  test.each([
    [{ title: "Bad Request", detail: "The year is unknown.", status: 400 }, "The year is unknown."],
    [{ title: "Service Unavailable", status: 503 }, "Service Unavailable"],
    [
      { title: "Missing required scope", detail: "Missing scope(s) are: datev:accounting:clients", request_id: "f1" },
      "Missing scope(s) are: datev:accounting:clients",
    ],
    [{ title: "Invalid", affected_elements: [{ name: "top", reason: "too large" }] }, "Invalid top: too large"],
    [
      { error: "#DCO01004", error_description: "restapi.MultipartUploadFault" },
      "#DCO01004 restapi.MultipartUploadFault",
    ],
    [
      [{ error: "#DCO01009", error_description: "restapi.InvalidAccountingBasicData" }],
      "#DCO01009 restapi.InvalidAccountingBasicData",
    ],
    ["<html>", undefined],
  ])("reads the message of %j as %s", (body, message) => expect(refusals.message(body)).toBe(message));

  test("treats an existing document as stored, because its id derives from the write", () => {
    expect(refusals.status?.({ error: "#DCO01012" }, 409)).toBe(201);
    expect(refusals.status?.({ error: "#DCO01010" }, 409)).toBeUndefined();
  });
});

describe("sign-in", () => {
  test("maps clients to companies, with numbers given as number or text", async () => {
    const body = [
      {
        client_number: 55_003,
        consultant_number: 29_098,
        id: "29098-55003",
        name: "Musterholz",
        services: [{ name: "Belegbilderservice", scopes: ["accounting:documents"] }],
      },
      { client_number: "1", consultant_number: "455148", id: "455148-1", name: "Muster GmbH 1" },
    ];
    const session = sessionWith({ readWithHeaders: async () => ({ body, headers: { "total-items": "2" } }) });
    expect(await access.companies(session)).toEqual([
      {
        id: "29098-55003",
        name: "Musterholz",
        client_number: 55_003,
        consultant_number: 29_098,
        subscription: [{ id: "accounting:documents", name: "Belegbilderservice" }],
      },
      { id: "455148-1", name: "Muster GmbH 1", client_number: 1, consultant_number: 455_148 },
    ]);
  });

  test("sends the app's id with every call, and limits a long-term token to one client", () => {
    expect(oauth.headers["x-datev-client-id"]).toBe("{clientId}");
    expect(longTerm.companyScopes?.("455148-1")).toEqual(["offline_access", "datev:iam:client:455148-1"]);
    expect(datevReweExportLongToken.operations).toBe(datevReweExport.operations);
  });
});
