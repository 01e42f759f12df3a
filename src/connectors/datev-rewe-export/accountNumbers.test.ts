/** Account numbers, fiscal years, refusals and sign-in, after DATEV's descriptions (data exchange 1.5.8, clients 2.0, documents 2.1.12, read 2026-11). */
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

const { list } = readsOf(datevReweExport);
const filters = { fiscalYearStartDate: "2024-01-01" } as const;
const ofYear = (name: string, ...rows: readonly object[]) => vendor({ [`/fiscal-years/20240101/${name}`]: rows });

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
