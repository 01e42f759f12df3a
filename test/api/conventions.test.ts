/** The conventions of all reads, through the public API. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationTable } from "../../src/contract/operations.ts";
import { limits } from "../../src/contract/parameters.ts";
import { call as callService, codesOf, fieldsOf } from "../support/calling.ts";
import { day, type Row, type Service, startService } from "../support/service.ts";

let service: Service;
let exportKey: string;
beforeAll(async () => {
  service = await startService();
  exportKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
});
afterAll(() => service.stop());

const call = (path: string, headers: Record<string, string> = {}) => callService(service, path, { headers });
const exported = (path: string) => call(path, { "x-account-key": exportKey });
const startOfYear = `${day.slice(0, 4)}-01-01`;

const pagedLists = operationTable
  .filter(([, { kind, path, query }]) => kind === "list" && "page" in query && !path.includes("{"))
  .map(([id, { path }]) => ({ id, path: `${path}?fiscalYearStartDate=${startOfYear}` }));

describe("pages", () => {
  test.each(pagedLists)("$id has 20 records per page by default, and empty pages after the last", async ({ path }) => {
    const first = await call(path);
    expect(first.body.meta?.pagination).toMatchObject({ perPage: 20, currentPage: 1 });
    const { total = 0, totalPages } = first.body.meta?.pagination ?? {};
    expect(first.body.data).toHaveLength(Math.min(20, total));
    const past = await call(`${path}&page=1000000&limit=5`);
    expect(past).toMatchObject({ status: 200, body: { data: [] } });
    expect(past.body.meta?.pagination).toEqual({
      total,
      perPage: 5,
      currentPage: 1_000_000,
      totalPages: Math.ceil(total / 5),
    });
    expect(totalPages).toBe(Math.ceil(total / 20));
  });

  test.each(pagedLists)("$id accepts the five limits and refuses others, naming the parameter", async ({ path }) => {
    for (const limit of limits) expect((await call(`${path}&limit=${limit}`)).status).toBe(200);
    for (const limit of ["7", "0", "-5", "5.0", "05", "1e1", "101", "", "abc", "%00"]) {
      const answer = await call(`${path}&limit=${limit}`);
      expect({ limit, status: answer.status, codes: codesOf(answer), fields: fieldsOf(answer) }).toEqual({
        limit,
        status: 400,
        codes: ["invalid_request"],
        fields: ["limit"],
      });
      expect(answer.body.errors?.[0]?.message).toBe("limit must be one of 5, 10, 20, 50, 100");
    }
  });

  test.each(["0", "-1", "abc", "1.5", "", "1e3", "0x10", "99999999999999999999"])("refuses page=%s", async (page) => {
    const answer = await call(`/accounting/units?page=${page}`);
    expect({ status: answer.status, codes: codesOf(answer), fields: fieldsOf(answer) }).toEqual({
      status: 400,
      codes: ["invalid_request"],
      fields: ["page"],
    });
  });
});

describe("lastModifiedAt", () => {
  /** A moment at which some invoices had changed and others had not, and the number that changed since. */
  const changed = async () => {
    const rows = await service.list("invoices.list");
    const moments = rows.map(({ updatedDate }) => String(updatedDate)).toSorted();
    const moment = moments[Math.floor(moments.length / 2)] ?? "";
    const since = rows.filter(({ updatedDate }) => String(updatedDate) >= moment).length;
    expect(since).toBeGreaterThan(0);
    expect(since).toBeLessThan(rows.length);
    return { moment, since };
  };

  test("accepts every format of the same moment", async () => {
    const { moment, since } = await changed();
    const milliseconds = Date.parse(moment);
    const elsewhere = (hours: number) => new Date(milliseconds + hours * 3_600_000).toISOString().slice(0, 19);
    const forms = {
      seconds: String(milliseconds / 1000),
      "seconds with a fraction": `${milliseconds / 1000 - 1}.999`,
      milliseconds: String(milliseconds),
      zulu: moment,
      "without a zone": moment.slice(0, 19),
      fraction: `${moment.slice(0, 19)}.000`,
      "zulu with a fraction": `${moment.slice(0, 19)}.000000Z`,
      "east with a colon": `${elsewhere(2)}+02:00`,
      "west without a colon": `${elsewhere(-5)}-0500`,
    };
    for (const [form, lastModifiedAt] of Object.entries(forms)) {
      const { body } = await call(`/accounting/invoices?${new URLSearchParams({ lastModifiedAt }).toString()}`);
      expect({ form, total: body.meta?.pagination?.["total"], warnings: body.meta?.warnings }).toEqual({
        form,
        total: since,
        warnings: undefined,
      });
    }
    const later = await call(`/accounting/invoices?lastModifiedAt=${milliseconds / 1000 + 1}`);
    expect(later.body.meta?.pagination?.["total"]).toBeLessThan(since);
    const wholeDay = await call(`/accounting/invoices?lastModifiedAt=${moment.slice(0, 10)}`);
    expect(wholeDay.body.meta?.pagination?.["total"]).toBeGreaterThanOrEqual(since);
  });

  const notMoments = ["yesterday", "2026-02-30", "2026-13-01T00:00:00Z", "2026-01-01T25:00:00", "-1", "1e9", "NaN"];
  test.each([...notMoments, "", "2026-01-01 10:00", "99999999999999999"])(
    "refuses %j, naming the parameter",
    async (value) => {
      const query = new URLSearchParams({ lastModifiedAt: value }).toString();
      const answer = await call(`/accounting/invoices?${query}`);
      expect({ status: answer.status, codes: codesOf(answer), fields: fieldsOf(answer) }).toEqual({
        status: 400,
        codes: ["invalid_request"],
        fields: ["lastModifiedAt"],
      });
    },
  );
});

describe("warnings", () => {
  test("name an unknown parameter and the target system, on lists and on single reads", async () => {
    const plain = await call("/accounting/units");
    expect(plain.body.meta).not.toHaveProperty("warnings");
    for (const path of ["/accounting/units", "/accounting/files/documentExtensions"]) {
      const { status, body } = await call(`${path}?colour=blue&__proto__=1&constructor=2`);
      expect(status).toBe(200);
      expect(body.meta?.warnings).toEqual([
        expect.stringMatching(/^colour .*Sandbox/),
        expect.stringMatching(/^__proto__ .*Sandbox/),
        expect.stringMatching(/^constructor .*Sandbox/),
      ]);
    }
  });

  test("name a parameter that the target system ignores", async () => {
    const path = `/accounting/paymentTerms?fiscalYearStartDate=${startOfYear}`;
    expect((await exported(path)).body.meta).not.toHaveProperty("warnings");
    const { status, body } = await exported(`${path}&lastModifiedAt=4000000000`);
    expect(status).toBe(200);
    expect(body.data).not.toEqual([]);
    expect(body.meta?.warnings).toEqual([expect.stringMatching(/Sandbox Export.*lastModifiedAt/)]);
  });

  test("name an ordering that is not possible", async () => {
    const { status, body } = await call("/accounting/invoices?orderDir=DESC");
    expect(status).toBe(200);
    expect(body.meta?.warnings).toEqual([expect.stringMatching(/^orderDir has no effect without orderField/)]);
  });
});

describe("operations that a target system does not offer", () => {
  const ids = (path: string) => path.replaceAll(/\{\w+\}/g, "1");
  const offered = new Set(["contacts.list", "journalEntries.list", "paymentTerms.list", "trialBalance.list"]);
  const lists = operationTable.filter(([id, { kind }]) => kind === "list" && !offered.has(id));
  const singleReads = operationTable.filter(([id, { kind }]) => kind === "get" && id !== "asyncTask.get");

  test.each(lists)("%s is empty, with a warning that names the resource", async (id, { path }) => {
    const { status, body } = await exported(ids(path));
    expect({ status, data: body.data }).toEqual({ status: 200, data: [] });
    const [resource] = id.split(".list");
    expect(body.meta?.warnings).toEqual([expect.stringContaining(`Sandbox Export does not offer ${resource};`)]);
  });

  test.each(singleReads)("%s is refused", async (id, { path }) => {
    const answer = await exported(ids(path));
    expect({ status: answer.status, errors: answer.body.errors }).toEqual({
      status: 422,
      errors: [
        {
          code: "operation_not_supported",
          message: `Sandbox Export does not offer ${id}.`,
          targetSystem: "sandbox-export",
          next: "fix",
        },
      ],
    });
  });
});

describe("records", () => {
  test("omit empty fields", async () => {
    const rows = await service.list("invoices.list");
    const names = new Set(rows.flatMap((row) => Object.keys(row)));
    expect(rows.some((row) => Object.keys(row).length < names.size)).toBe(true);
    expect(JSON.stringify(rows)).not.toMatch(/:null|\[null|:""|:\{\}/);
  });

  test("come with the native records in the same order, only on request", async () => {
    const { body } = await call("/accounting/invoices?rawData=true&orderField=invoiceNumber&orderDir=DESC");
    const ids = (body.data as Row[]).map(({ invoiceId }) => invoiceId);
    expect(ids).toHaveLength(20);
    expect((body.rawData as { records: Row[] }).records.map(({ id }) => id)).toEqual(ids);
    expect(Object.keys(body)).toEqual(["meta", "data", "rawData"]);
    const single = await call(`/accounting/invoices/${String(ids[0])}?rawData=true`);
    expect(single.body.rawData).toMatchObject({ id: ids[0] });
    for (const path of ["/accounting/invoices", "/accounting/invoices?rawData=false"])
      expect((await call(path)).body).not.toHaveProperty("rawData");
    expect(codesOf(await call("/accounting/invoices?rawData=yes"))).toEqual(["invalid_request"]);
  });
});

describe("ids", () => {
  test("are percent-decoded once", async () => {
    const [bill] = await service.list("bills.list");
    const id = String(bill?.["id"]);
    const encoded = id.replaceAll(/[^]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    expect((await call(`/accounting/bills/${encoded}`)).body.data).toEqual(bill);
    const twice = await call(`/accounting/bills/${encoded.replaceAll("%", "%25")}`);
    expect({ status: twice.status, codes: codesOf(twice) }).toEqual({ status: 404, codes: ["not_found"] });
  });

  test("are opaque: an id that looks like a path is still an id", async () => {
    const [bill] = await service.list("bills.list");
    for (const id of [`x%2F..%2F${String(bill?.["id"])}`, `..%2Fbills%2F${String(bill?.["id"])}`, "a%3Fb=c"])
      expect({ id, codes: codesOf(await call(`/accounting/bills/${id}`)) }).toEqual({ id, codes: ["not_found"] });
  });
});

test("short paths reach the same operation", async () => {
  const short = ["/invoices", "/bills", "/bookingProposals", "/expenses", "/payments", "/journalEntries", "/units"];
  for (const path of short)
    expect((await call(`${path}?limit=5`)).body).toEqual((await call(`/accounting${path}?limit=5`)).body);
  const [offer] = await service.list("offers.list");
  const lines = `/offers/${String(offer?.["id"])}/lineItems`;
  expect((await call(lines)).body.data).toEqual((await call(`/accounting${lines}`)).body.data);
  for (const path of ["/asyncTask/1", "/accounting/asyncTask/1"])
    expect(codesOf(await call(path))).toEqual(["not_found"]);
  for (const path of ["/tenant/get-callback-url", "/tenants/get-callback-url"])
    expect(await call(path)).toMatchObject({ status: 200, body: { data: {} } });
  expect(codesOf(await call("/accounting/accounting/invoices"))).toEqual(["route_not_found"]);
});

describe("company and environment", () => {
  const journal = "/accounting/journalEntries?limit=5";
  test("of the request take precedence over those of the connection", async () => {
    const byDefault = await call(journal);
    const kornfeld = await call(`${journal}&companyId=kornfeld`);
    expect(kornfeld.status).toBe(200);
    expect(kornfeld.body.data).not.toEqual(byDefault.body.data);
    expect((await call(`${journal}&companyId=bergblick&environmentName=production`)).body).toEqual(byDefault.body);
    const chosen = await service.connect("sandbox", { environment: "production", company: "kornfeld" });
    expect((await call(journal, { "x-account-key": chosen })).body).toEqual(kornfeld.body);
  });

  test("are required if neither the connection nor the request chooses them", async () => {
    const open = { "x-account-key": await service.connect("sandbox") };
    const missing = async (query: string) => {
      const answer = await call(`/accounting/units?${query}`, open);
      return [answer.status, ...codesOf(answer), ...fieldsOf(answer)];
    };
    expect(await missing("")).toEqual([400, "environment_required", "environmentName"]);
    expect(await missing("companyId=nobody")).toEqual([400, "environment_required", "environmentName"]);
    // Only one environment has this company.
    expect(await missing("companyId=bergblick")).toEqual([200]);
    expect(await missing("environmentName=production")).toEqual([400, "company_required", "companyId"]);
    expect(await missing("environmentName=production&companyId=bergblick")).toEqual([200]);
  });
});

describe("dates and multiple errors", () => {
  test("a trial balance needs its fiscal year", async () => {
    const answer = await call("/accounting/trialBalance");
    expect({ status: answer.status, codes: codesOf(answer), fields: fieldsOf(answer) }).toEqual({
      status: 400,
      codes: ["fiscal_year_required"],
      fields: ["fiscalYearStartDate"],
    });
  });

  const notDays = ["2026-02-30", "2026-1-1", "01.01.2026", "20260101", "2026-00-01", "0000-01-01", "abc", ""];
  test.each(notDays)("refuses the date %j, naming the parameter", async (value) => {
    const answer = await call(`/accounting/trialBalance?fiscalYearStartDate=${value}`);
    expect({ status: answer.status, codes: codesOf(answer), fields: fieldsOf(answer) }).toEqual({
      status: 400,
      codes: ["invalid_request"],
      fields: ["fiscalYearStartDate"],
    });
  });

  test("every error of a request has its own entry", async () => {
    const wrong = "limit=7&page=0&rawData=maybe&lastModifiedAt=never&accountNumber=1&accountNumber=2&companyId=";
    const answer = await call(`/accounting/trialBalance?${wrong}`);
    expect(answer.status).toBe(400);
    const invalidFields = [
      "accountNumber",
      "companyId",
      "fiscalYearStartDate",
      "lastModifiedAt",
      "limit",
      "page",
      "rawData",
    ];
    expect(new Set(fieldsOf(answer))).toEqual(new Set(invalidFields));
    expect(answer.body.errors).toHaveLength(invalidFields.length);
    for (const { code, field, message } of answer.body.errors ?? []) {
      expect(code).toBe(field === "fiscalYearStartDate" ? "fiscal_year_required" : "invalid_request");
      expect(message).toMatch(new RegExp(`^${field} (?:must|is required)`));
    }
  });

  test("path, query and body are checked together", async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`no${at}`, 1])));
    const headers = { "content-type": "application/json" };
    const path = "/accounting/bills/%01/lineItems?companyId=";
    const answer = await callService(service, path, { method: "POST", headers, body });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(expect.arrayContaining(["billId", "companyId", "no0", "no11"]));
  });
});
