/** The sandbox's editions, and the choice of company, through the public API. */
import { Big } from "big.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { day, type Row, type Service, startService } from "../support/service.ts";

let service: Service;
let accountKey: string;
beforeAll(async () => {
  service = await startService();
  accountKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
});
afterAll(() => service.stop());

const fiscalYearStartDate = `${day.slice(0, 4)}-01-01`;

describe("the export edition", () => {
  test.each(["paymentTerms.list", "trialBalance.list"] as const)("%s needs a fiscal year", async (id) => {
    const { status, body } = await service.ask(id, { accountKey });
    expect({ status, error: body.errors?.[0] }).toMatchObject({
      status: 400,
      error: { code: "fiscal_year_required", field: "fiscalYearStartDate" },
    });
  });

  test.each(["paymentTerms.list", "trialBalance.list"] as const)("%s has the sandbox's records", async (id) => {
    const query = { fiscalYearStartDate };
    const rows = await service.list(id, { accountKey, query });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(await service.list(id, { query }));
  });

  test("filters by account number, and warns that the account code has no effect", async () => {
    const rows = await service.list("trialBalance.list", { accountKey, query: { fiscalYearStartDate } });
    const accountNumber = String(rows[1]?.["accountNumber"]);
    const query = { fiscalYearStartDate, accountNumber };
    expect(await service.list("trialBalance.list", { accountKey, query })).toEqual([rows[1]]);
    const byCode = { fiscalYearStartDate, accountCode: accountNumber, limit: 100 };
    const { body } = await service.ask("trialBalance.list", { accountKey, query: byCode });
    expect(body.data).toEqual(rows);
    expect(body.meta?.warnings).toEqual([expect.stringMatching(/Sandbox Export.*accountCode/)]);
  });

  test("does not filter payment terms by lastModifiedAt", async () => {
    const query = { fiscalYearStartDate, lastModifiedAt: "2100-01-01" };
    const { body } = await service.ask("paymentTerms.list", { accountKey, query });
    expect(body.data).not.toEqual([]);
    expect(body.meta?.warnings).toEqual([expect.stringContaining("lastModifiedAt")]);
  });

  test("offers nothing else: other lists are empty with a warning, single reads are refused", async () => {
    const { status, body } = await service.ask("invoices.list", { accountKey });
    expect({ status, data: body.data }).toEqual({ status: 200, data: [] });
    expect(body.meta?.warnings).toEqual([expect.stringMatching(/Sandbox Export.*invoices/)]);
    const single = await service.ask("invoices.get", { accountKey, ids: { invoiceId: "1" } });
    expect({ status: single.status, code: single.body.errors?.[0]?.code }).toEqual({
      status: 422,
      code: "operation_not_supported",
    });
  });
});

const year = day.slice(0, 4);
const daysOf = (entries: readonly Row[]): string[] =>
  entries.map(({ transactionDate }) => String(transactionDate).slice(0, 10));
const first = (days: readonly string[]): string | undefined => days.toSorted()[0];
const rulesOf = async (slug: string, id: string): Promise<readonly string[]> => {
  const answer = await service.fetch(`${service.url}/targetSystems/${slug}`, {
    headers: { "x-api-key": service.keys.apiKey },
  });
  const { data } = (await answer.json()) as { data: { operations: { id: string; rules?: string[] }[] } };
  return data.operations.find((operation) => operation.id === id)?.rules ?? [];
};

describe("the ledger edition", () => {
  let ledger: { accountKey: string };
  let all: Row[];
  beforeAll(async () => {
    ledger = {
      accountKey: await service.connect("sandbox-ledger", { environment: "production", company: "bergblick" }),
    };
    all = await service.list("journalEntries.list");
  });

  test("lists booked entries only, and of the current calendar year", async () => {
    const ids = (entries: readonly Row[]) => entries.map(({ id }) => id);
    const booked = all.filter(({ isProvisional }) => isProvisional === false);
    const ofYear = booked.filter(({ transactionDate }) => String(transactionDate).startsWith(year));
    expect([all.length > booked.length, booked.length > ofYear.length]).toEqual([true, true]);
    const listed = await service.list("journalEntries.list", ledger);
    expect(ids(listed)).toEqual(ids(ofYear));
    expect(new Set(listed.map(({ isProvisional }) => isProvisional))).toEqual(new Set([false]));
    expect(await rulesOf("sandbox-ledger", "journalEntries.list")).toEqual([
      expect.stringMatching(/booked/),
      expect.stringMatching(/current calendar year.*transactionDate/),
      expect.stringMatching(/exchangeRate/),
    ]);
  });

  test("treats lastModifiedAt as the booking date, across fiscal years", async () => {
    const from = `${Number(year) - 1}-11-15`;
    const query = { lastModifiedAt: `${from}T00:00:00Z` };
    const listed = daysOf(await service.list("journalEntries.list", { ...ledger, query }));
    const booked = all.filter(({ isProvisional }) => isProvisional === false);
    expect(listed).toEqual(daysOf(booked).filter((booking) => booking >= from));
    expect(new Set(listed.map((booking) => booking.slice(0, 4)))).toEqual(new Set([String(Number(year) - 1), year]));
  });

  test("returns exchange rates as strings", async () => {
    const abroad = (entries: readonly Row[]) => entries.filter(({ exchangeRate }) => exchangeRate !== undefined);
    const [text] = abroad(await service.list("journalEntries.list", ledger));
    const number = all.find(({ id }) => id === text?.["id"]);
    expect([typeof text?.["exchangeRate"], typeof number?.["exchangeRate"]]).toEqual(["string", "number"]);
    expect(Number(text?.["exchangeRate"])).toBe(number?.["exchangeRate"]);
  });

  test("never returns native data", async () => {
    const query = { rawData: "true", limit: 5 };
    expect((await service.ask("journalEntries.list", { query })).body.rawData).toMatchObject({
      records: { length: 5 },
    });
    const { status, body } = await service.ask("journalEntries.list", { ...ledger, query });
    expect({ status, hasRaw: "rawData" in body }).toEqual({ status: 200, hasRaw: false });
  });

  test.each([
    ["invoices.list", "invoiceDate"],
    ["bills.list", "billDate"],
    ["bookingProposals.list", "bookingProposalDate"],
  ] as const)("does not sort %s, and warns about it", async (id, orderField) => {
    const query = { limit: 100, orderField, orderDir: "DESC" };
    const { body } = await service.ask(id, { ...ledger, query });
    expect(body.meta?.warnings).toEqual([
      expect.stringMatching(new RegExp(`Sandbox Ledger cannot sort.*${orderField}`)),
    ]);
    const plain = await service.ask(id, { ...ledger, query: { limit: 100 } });
    expect(body.data).toEqual(plain.body.data);
    expect(body.data).not.toEqual((await service.ask(id, { query })).body.data);
  });
});

test.each([
  ["sandbox-ledger", ["CASH", "COLLECTION", "CREDIT"]],
  ["sandbox-token", ["CASH", "CHECK", "CREDIT_CARD"]],
])("%s has its own payment types", async (slug, types) => {
  const key = slug === "sandbox-token" ? await connectToken("production", "bergblick") : undefined;
  const choice = { environment: "production", company: "bergblick" };
  const expenses = await service.list("expenses.list", { accountKey: key ?? (await service.connect(slug, choice)) });
  expect([...new Set(expenses.map(({ paymentType }) => String(paymentType)))].toSorted()).toEqual(types);
  expect(await rulesOf(slug, "expenses.create")).toEqual([expect.stringContaining("paymentType is one of CASH, ")]);
});

describe("the drafts edition", () => {
  test("lists drafts only, with temporary numbers", async () => {
    const drafts = {
      accountKey: await service.connect("sandbox-drafts", { environment: "production", company: "bergblick" }),
    };
    const listed = await service.list("journalEntries.list", drafts);
    const known = (await service.list("journalEntries.list")).filter(({ isProvisional }) => isProvisional === true);
    expect(listed.map(({ id, isProvisional, number }) => ({ id, isProvisional, number }))).toEqual(
      known.map(({ id, number }) => ({ id, isProvisional: true, number: `ENTWURF-${String(number)}` })),
    );
    expect(listed.length).toBeGreaterThan(0);
    expect(await rulesOf("sandbox-drafts", "journalEntries.list")).toContainEqual(expect.stringContaining("temporary"));
  });
});

describe("the edition in Norwegian kroner", () => {
  let kroner: { accountKey: string };
  beforeAll(async () => {
    kroner = { accountKey: await service.connect("sandbox-nok", { environment: "production", company: "bergblick" }) };
  });

  test("lists the last twelve months by default, and earlier entries with transactionDateFrom", async () => {
    const entries = daysOf(await service.list("journalEntries.list"));
    const start = `${Number(year) - 1}${day.slice(4)}`;
    const recent = daysOf(await service.list("journalEntries.list", kroner));
    expect(recent).toEqual(entries.filter((booking) => booking >= start));
    const query = { transactionDateFrom: first(entries) ?? "" };
    expect(daysOf(await service.list("journalEntries.list", { ...kroner, query }))).toEqual(entries);
  });

  test("converts every amount to NOK in lists and single reads, and entries still balance", async () => {
    const listed = await service.list("journalEntries.list", kroner);
    const lines = listed.flatMap(({ journalLineItems }) => journalLineItems as Row[]);
    const currencies = [...listed, ...lines].map(({ currency }) => currency);
    expect(new Set(currencies)).toEqual(new Set(["NOK"]));
    for (const { journalLineItems } of listed) {
      const sum = (side: string): Big =>
        (journalLineItems as Row[])
          .filter(({ debitCreditIndicator }) => debitCreditIndicator === side)
          .reduce((total, { totalNetAmount }) => total.plus(totalNetAmount as number), new Big(0));
      expect(sum("DEBIT").toFixed(2)).toBe(sum("CREDIT").toFixed(2));
    }
    const [entry] = listed.filter(({ journalLineItems }) => (journalLineItems as Row[]).length === 2);
    const ids = { journalEntryId: String(entry?.["id"]) };
    expect(await service.get("journalEntries.get", { ...kroner, ids })).toEqual(entry);
    const inEuros = await service.get("journalEntries.get", { ids });
    const netOf = (row: Row = {}) => Number((row["journalLineItems"] as Row[])[0]?.["totalNetAmount"]);
    // A krone costs about nine cents.
    expect(netOf(entry) / netOf(inEuros)).toBeGreaterThan(11);
    expect(netOf(entry) / netOf(inEuros)).toBeLessThan(12.5);
  });
});

async function connectToken(environmentName: string, companyId: string, tenantId = "tenant-production") {
  const { issueToken } = await openSandbox({ pool: service.storage.database, day, entries: 1000 });
  const answer = await service.fetch(`${service.url}/auth/accounts/sandbox-token`, {
    method: "POST",
    headers: { "x-api-key": service.keys.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ apiKey: await issueToken("Test"), tenantId, environmentName, companyId }),
  });
  return ((await answer.json()) as { accountKey?: string }).accountKey;
}

describe("the token edition", () => {
  const begin = async (query: Record<string, string>) => {
    const parameters = new URLSearchParams({ callbackUrl: "http://127.0.0.1:9/back", ...query });
    const answer = await service.fetch(`${service.url}/auth/sandbox-token?${parameters.toString()}`, {
      headers: { "x-api-key": service.keys.apiKey },
    });
    const { data, errors } = (await answer.json()) as { data?: { url: string }; errors?: readonly Row[] };
    return { status: answer.status, url: data?.url ?? "", error: errors?.[0] };
  };

  test("accepts the tenant that belongs to the token, and refuses others", async () => {
    expect(await connectToken("production", "bergblick", "tenant-nowhere")).toBeUndefined();
    expect(await connectToken("production", "bergblick")).toBeDefined();
  });

  test("fills in the tenant on the key-entry page", async () => {
    const { url } = await begin({ tenantId: "tenant-production" });
    const page = await (await fetch(url)).text();
    expect(page).toMatch(/<input[^>]*name="tenantId"[^>]*value="tenant-production"/);
    const empty = await (await fetch((await begin({})).url)).text();
    expect(empty).not.toContain("tenant-production");
  });

  test("refuses companyId if the end user is to choose, but accepts company, or either parameter alone", async () => {
    const environmentSelection = "true";
    expect(await begin({ environmentSelection, companyId: "bergblick" })).toMatchObject({
      status: 400,
      error: { code: "invalid_request", field: "companyId" },
    });
    for (const query of [
      { environmentSelection, company: "bergblick" },
      { companyId: "bergblick" },
      { environmentSelection },
    ] as Record<string, string>[])
      expect((await begin(query)).status).toBe(200);
  });

  test.each(["purchaseOrders.list", "purchaseOrders.get"] as const)(
    "%s needs a package that the company has subscribed to",
    async (id) => {
      const [order] = await service.list("purchaseOrders.list");
      const request = { ids: { purchaseOrderId: String(order?.["id"]) } };
      const entitled = await connectToken("production", "bergblick");
      expect((await service.ask(id, { ...request, accountKey: entitled ?? "" })).status).toBe(200);
      const without = await connectToken("test", "probelauf");
      const { status, body } = await service.ask(id, { ...request, accountKey: without ?? "" });
      expect({ status, error: body.errors?.[0] }).toMatchObject({
        status: 403,
        error: { code: "target_forbidden", targetMessage: expect.stringContaining("package Rechnungswesen") as string },
      });
      expect(await rulesOf("sandbox-token", id)).toEqual([expect.stringContaining("target_forbidden")]);
    },
  );
});

describe("the company", () => {
  test("can be overridden in a request", async () => {
    const theirs = await service.list("journalEntries.list", { query: { companyId: "kornfeld" } });
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs).not.toEqual(await service.list("journalEntries.list"));
  });

  test("must exist in its environment", async () => {
    for (const query of [{ companyId: "none" }, { companyId: "probelauf" }, { environmentName: "none" }])
      expect((await service.ask("journals.list", { query })).status).toBe(404);
    const query = { companyId: "probelauf", environmentName: "test" };
    expect((await service.ask("journals.list", { query })).status).toBe(200);
  });

  test("must be chosen, and so must its environment", async () => {
    const open = await service.connect("sandbox");
    const codes = async (query: Record<string, string>) =>
      (await service.ask("journals.list", { accountKey: open, query })).body.errors?.map(({ code }) => code);
    expect(await codes({})).toEqual(["environment_required"]);
    expect(await codes({ environmentName: "test" })).toEqual(["company_required"]);
    expect(await codes({ environmentName: "test", companyId: "probelauf" })).toBeUndefined();
  });
});

describe("the API key edition", () => {
  const ask = async (lastModifiedAt: string) => {
    const scope = { environment: "production", company: "bergblick" };
    const key = await service.connect("sandbox-key", scope);
    return service.ask("bookingProposals.list", { accountKey: key, query: { lastModifiedAt } });
  };

  test("accepts whole days as lastModifiedAt of booking proposals", async () => {
    const { status, body } = await ask("2020-01-01T00:00:00Z");
    expect(status).toBe(200);
    expect(body.data).not.toEqual([]);
  });

  test.each(["2020-01-01T08:00:00Z", "2020-01-01T00:00:00.000Z"])(
    "refuses %s as lastModifiedAt of booking proposals",
    async (moment) => {
      const { status, body } = await ask(moment);
      expect({ status, error: body.errors?.[0] }).toMatchObject({
        status: 400,
        error: {
          code: "invalid_request",
          field: "lastModifiedAt",
          message: expect.stringContaining("2026-02-22T00:00:00Z"),
        },
      });
    },
  );
});
