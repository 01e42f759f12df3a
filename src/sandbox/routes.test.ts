import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  listOf,
  mainCompany,
  type Native,
  openTestSandbox,
  type TestSandbox,
  textOf,
} from "../../test/support/sandbox.ts";
import { collections as every } from "./reading/collections.ts";

/** The seeded books have no transactions. */
const collections = every.filter(({ name }) => name !== "transactions");

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const year = "fiscal_year_start=2026-01-01";
const pathOf = (name: string, query = "") =>
  [name, [name === "trial-balance" ? year : "", query].filter(Boolean).join("&")].filter(Boolean).join("?");
const refusal = async (path: string) => {
  const { status, json } = await sandbox.ask(path);
  return { status, ...(json() as { error: object }).error };
};

describe("every list", () => {
  test.each(collections.map(({ name }) => name))(
    "%s: pages contain every record once, in a stable order",
    async (name) => {
      const records = await sandbox.walk(pathOf(name));
      expect(records.length).toBeGreaterThan(0);
      const small: Native[] = [];
      const pages = Math.min(Math.ceil(records.length / 7), 30);
      for (let page = 1; page <= pages; page++) {
        const answer = (await sandbox.ask(`${mainCompany}/${pathOf(name, `page=${page}&page_size=7`)}`)).page();
        expect(answer).toMatchObject({ total: records.length, page, page_size: 7 });
        small.push(...answer.items);
      }
      expect(small).toEqual(records.slice(0, pages * 7));
      expect(new Set(records.map((record) => record.id ?? record["account_code"])).size).toBe(records.length);
    },
  );

  test("has 20 records per page by default, and an empty page after the last", async () => {
    const first = (await sandbox.ask(`${mainCompany}/journal-entries`)).page();
    expect(first).toMatchObject({ page: 1, page_size: 20 });
    expect(first.items.map(({ id }) => id).slice(0, 2)).toEqual(["je-1", "je-2"]);
    for (const list of ["journal-entries", "accounts"])
      expect((await sandbox.ask(`${mainCompany}/${list}?page=1000000000`)).page().items).toEqual([]);
  });

  const singles = collections.filter(({ single }) => single).map(({ name }) => name);
  test.each(singles)("%s: a record read by id equals the one in the list", async (name) => {
    const record = (await sandbox.walk(name)).at(-1);
    expect((await sandbox.ask(`${mainCompany}/${name}/${record?.id}`)).json()).toEqual(record);
    for (const odd of ["none", "%00", "'", "%22%5C", "%F0%9F%A7%BE", "..%2F..", "a".repeat(99)])
      expect(await refusal(`${mainCompany}/${name}/${odd}`)).toMatchObject({ status: 404, code: "not_found" });
  });

  const withLines = collections.filter(({ lines }) => lines !== undefined).map(({ name }) => name);
  test.each(withLines)("%s: lines are a list", async (name) => {
    const record = (await sandbox.walk(name)).at(-1);
    const lines = listOf(record, "line_items");
    expect(lines.length).toBeGreaterThan(0);
    const path = `${name}/${record?.id}/line-items`;
    expect(await sandbox.walk(path)).toEqual(lines);
    expect((await sandbox.ask(`${mainCompany}/${path}/${lines[0]?.id}`)).json()).toEqual(lines[0]);
    expect(await sandbox.walk(`${path}?updated_since=2100-01-01T00:00:00Z`)).toEqual([]);
    for (const missing of [`${path}/none`, `${path}/%00`, `${name}/none/line-items`, `${name}/%00/line-items/x`])
      expect(await refusal(`${mainCompany}/${missing}`)).toMatchObject({ status: 404 });
  });
});

type Match = (record: Native, value: string) => boolean;
const equals =
  (field: string): Match =>
  (record, value) =>
    String(record[field]) === value;
const emails = (record: Native) =>
  [record, ...listOf(record, "contact_persons")].flatMap((person) => listOf(person, "email_addresses"));
const from =
  (field: string): Match =>
  (record, value) =>
    textOf(record, field) >= value;

/** Filters that do more than compare the field of the same name. */
const meanings: Record<string, Match> = {
  types: equals("type"),
  is_active: (record, value) => String(record["status"] === "active") === value,
  updated_since: (record, value) => Date.parse(textOf(record, "updated_at")) >= Date.parse(value),
  bill_date_from: from("bill_date"),
  due_date_from: from("due_date"),
  transaction_date_from: from("transaction_date"),
  period: (record) => textOf(record, "transaction_date") >= "2026-01-01",
  fiscal_year_start: (record, value) => record["fiscal_year"] === value.slice(0, 4),
  name: (record, value) => textOf(record, "company_name").toUpperCase() === value,
  email: (record, value) => emails(record).some((address) => textOf(address, "email").toUpperCase() === value),
  invoice_id: (record, value) => listOf(record, "payment_lines").some((line) => line["invoice_id"] === value),
  "open-items fiscal_year": (record, value) => textOf(record, "posting_date").startsWith(value),
};
/** Values to try, if they are not in the field with the filter's name. */
const values: Record<string, (record: Native) => unknown> = {
  types: (record) => record["type"],
  is_active: () => "true",
  updated_since: (record) => new Date(textOf(record, "updated_at")).toISOString(),
  bill_date_from: (record) => record["bill_date"],
  due_date_from: (record) => record["due_date"],
  transaction_date_from: () => "2026-01-01",
  period: () => "current_year",
  fiscal_year: () => "2026",
  fiscal_year_start: () => "2026-01-01",
  name: (record) => textOf(record, "company_name").toUpperCase(),
  email: (record) => textOf(emails(record)[0], "email").toUpperCase(),
  invoice_id: (record) => listOf(record, "payment_lines")[0]?.["invoice_id"],
};
/** For fields with the same value in all records. */
const opposites: Record<string, string> = { fiscal_year: "2025", updated_since: "2100-01-01T00:00:00Z" };

describe("every filter", () => {
  const everyYear = new Set(["accounts", "payment-terms"]);
  const cases = collections.flatMap(({ name, filters }) =>
    Object.keys(filters)
      .filter((filter) => filter !== "client_reference")
      .map((filter) => [name, filter] as const),
  );
  const byYear = cases.filter(([name, filter]) => everyYear.has(name) && filter.startsWith("fiscal_year"));
  const others = cases.filter((candidate) => !byYear.includes(candidate) && candidate[0] !== "trial-balance");

  test.each(others)("%s by %s finds exactly the records that match", async (name, filter) => {
    const records = await sandbox.walk(name);
    const read = values[filter] ?? ((record: Native) => record[filter]);
    // Starts in the middle, so that "from" and "since" exclude some records. Values that all records share need an opposite.
    const candidates = [...records.slice(Math.floor(records.length / 2)), ...records]
      .map(read)
      .concat(opposites[filter]);
    const matches = meanings[`${name} ${filter}`] ?? meanings[filter] ?? equals(filter);
    const expected = (value: unknown) => records.filter((record) => matches(record, String(value)));
    const narrows = (value: unknown): boolean => Boolean(value) && expected(value).length < records.length;
    const value =
      candidates.find((candidate) => narrows(candidate) && expected(candidate).length > 0) ?? candidates.find(narrows);
    expect(value, "a value that only some records have").toBeDefined();
    const found = await sandbox.walk(`${name}?${filter}=${encodeURIComponent(String(value))}`);
    expect(found.map(({ id }) => id)).toEqual(expected(value).map(({ id }) => id));
  });

  test.each(byYear)("%s by %s: all in a fiscal year that exists, none in another", async (name, filter) => {
    const records = await sandbox.walk(name);
    const rest = filter === "fiscal_year" ? "" : "-01-01";
    expect(await sandbox.walk(`${name}?${filter}=2025${rest}`)).toEqual(records);
    expect(await sandbox.walk(`${name}?${filter}=1999${rest}`)).toEqual([]);
  });

  test("accepts several types, and combines filters", async () => {
    const accounts = await sandbox.walk("accounts");
    const [firstType, secondType] = new Set(accounts.map((account) => account["type"]));
    const both = accounts.filter((account) => account["type"] === firstType || account["type"] === secondType);
    expect(await sandbox.walk(`accounts?types=${String(firstType)},${String(secondType)}`)).toEqual(both);
    const debit = both.filter((account) => account["side"] === "debit");
    expect(await sandbox.walk(`accounts?types=${String(firstType)},${String(secondType)}&side=debit`)).toEqual(debit);
  });
});

describe("every sort", () => {
  const cases = collections
    .filter(({ name }) => name !== "trial-balance")
    .flatMap(({ name, sorts }) => Object.keys(sorts).map((sort) => [name, sort] as const));

  test.each(cases)("%s by %s, ascending and descending", async (name, sort) => {
    const key = (record: Native) => {
      const value = textOf(record, sort) || "\uffff";
      return sort.endsWith("_at") ? new Date(value).toISOString() : value;
    };
    const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
    const sorted = (await sandbox.walk(name)).sort((a, b) => compare(key(a), key(b)) || compare(a.id, b.id));
    const ids = sorted.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect((await sandbox.walk(`${name}?sort=${sort}`)).map(({ id }) => id)).toEqual(ids);
    expect((await sandbox.walk(`${name}?sort=-${sort}`)).map(({ id }) => id)).toEqual(ids.toReversed());
  });
});

describe("refusals", () => {
  test.each(["", "Bearer", "Bearer none", "Basic abc", "Bearer a b"])(
    "refuses the authorization %j",
    async (authorization) => {
      for (const path of ["/me", "/behaviour", `${mainCompany}/invoices`]) {
        const answer = await sandbox.ask(path, { headers: { authorization } });
        expect(answer.status).toBe(401);
        expect(answer.json()).toMatchObject({ error: { code: "unauthorized", message: expect.any(String) } });
      }
    },
  );

  test.each([
    ["page", "accounts?page=0"],
    ["page", "accounts?page=1e3"],
    ["page", "journal-entries?page=99999999999"],
    ["page_size", "accounts?page_size=101"],
    ["page", "accounts?page=1&page=2"],
    ["sort", "accounts?sort=name"],
    ["sort", "accounts?sort=constructor"],
    ["side", "accounts?side=left"],
    ["is_active", "accounts?is_active=yes"],
    ["updated_since", "accounts?updated_since=yesterday"],
    ["updated_since", "accounts?updated_since=2026-02-30T00:00:00Z"],
    ["updated_since", "units?updated_since=2026-01-01T00:00:00Z"],
    ["transaction_date_from", "journal-entries?transaction_date_from=2026-13-01"],
    ["transaction_date_from", "journal-entries?transaction_date_from=0000-01-01"],
    ["name", "contacts?name=%00"],
    ["colour", "accounts?colour=red"],
    ["toString", "accounts?toString=1"],
    ["fiscal_year_start", "trial-balance"],
  ])("%s of %s is invalid", async (name, path) => {
    const answer = await refusal(`${mainCompany}/${path}`);
    expect(answer).toMatchObject({ status: 400, code: "invalid", message: expect.stringContaining(name) });
  });

  test.each([
    "/nothing",
    `${mainCompany}/nothing`,
    "/environments/test/companies/bergblick/accounts",
    "/environments/none/companies/bergblick/accounts",
    "/environments/production/companies/%00/accounts",
  ])("%s is not found", async (path) => {
    expect(await refusal(path)).toMatchObject({ status: 404, code: "not_found" });
  });

  test("never fails with a 5xx status, whatever the query", async () => {
    const parameters = collections.flatMap(({ name, filters }) =>
      [...Object.keys(filters), "page", "page_size", "sort"].map((parameter) => [name, parameter] as const),
    );
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString().split("T")[0] ?? ""),
      fc.bigInt().map(String),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...parameters), value, async ([name, parameter], text) => {
        const { status } = await sandbox.ask(`${mainCompany}/${name}?${parameter}=${encodeURIComponent(text)}`);
        expect([200, 400]).toContain(status);
        const single = await sandbox.ask(`${mainCompany}/${name}/${encodeURIComponent(text)}`);
        expect([200, 404]).toContain(single.status);
      }),
      { numRuns: 300 },
    );
  });

  test("refuses a body that is not JSON as invalid", async () => {
    const headers = { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" };
    const answer = await sandbox.ask("/behaviour", { method: "PUT", headers, payload: "{" });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: "invalid" } });
  });
});

test("environments and companies are lists", async () => {
  const environments = (await sandbox.ask("/environments")).page();
  expect(environments.items.map(({ id }) => id)).toEqual(["production", "test"]);
  const all = (await sandbox.ask("/companies")).page();
  expect(all.total).toBe(3);
  expect((await sandbox.ask("/companies?environment=test")).page().items).toEqual([all.items[2]]);
  expect((await sandbox.ask("/companies?environment=none")).page().items).toEqual([]);
});
