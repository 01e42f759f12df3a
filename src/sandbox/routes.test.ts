import Big from "big.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mainCompany, type Native, openTestSandbox, type Page, type TestSandbox } from "../../test/sandbox.ts";
import { collections } from "./collections.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const lists = collections.filter(({ reads }) => reads !== "sole");
const year = "fiscal_year_start=2026-01-01";
const pathOf = (name: string, query = "") =>
  [name, [name === "trial-balance" ? year : "", query].filter(Boolean).join("&")].filter(Boolean).join("?");
const refusal = async (path: string) => {
  const { status, json } = await sandbox.ask(path);
  return { status, ...json<{ error: { code: string; message: string } }>().error };
};

describe("every list", () => {
  test.each(lists.map(({ name }) => name))("%s: pages show every record once, in one order", async (name) => {
    const whole = await sandbox.walk(pathOf(name));
    expect(whole.length).toBeGreaterThan(0);
    const small: Native[] = [];
    const pages = Math.min(Math.ceil(whole.length / 7), 30);
    for (let page = 1; page <= pages; page++) {
      const answer = (await sandbox.ask(`${mainCompany}/${pathOf(name, `page=${page}&page_size=7`)}`)).json<Page>();
      expect(answer).toMatchObject({ total: whole.length, page, page_size: 7 });
      small.push(...answer.items);
    }
    expect(small).toEqual(whole.slice(0, pages * 7));
    expect(new Set(whole.map((record) => record.id ?? record["account_code"])).size).toBe(whole.length);
  });

  test("has pages of 20 unless told, and an empty one behind the last", async () => {
    const first = (await sandbox.ask(`${mainCompany}/journal-entries`)).json<Page>();
    expect(first).toMatchObject({ page: 1, page_size: 20 });
    expect(first.items.map(({ id }) => id).slice(0, 2)).toEqual(["je-1", "je-2"]);
    for (const list of ["journal-entries", "accounts"])
      expect((await sandbox.ask(`${mainCompany}/${list}?page=1000000000`)).json<Page>().items).toEqual([]);
  });

  const singles = collections.filter(({ reads }) => reads === "both").map(({ name }) => name);
  test.each(singles)("%s: one record by its id is the list's", async (name) => {
    const record = (await sandbox.walk(name)).at(-1);
    expect((await sandbox.ask(`${mainCompany}/${name}/${record?.id}`)).json()).toEqual(record);
    for (const odd of ["none", "%00", "'", "%22%5C", "%F0%9F%A7%BE", "..%2F..", "a".repeat(99)])
      expect(await refusal(`${mainCompany}/${name}/${odd}`)).toMatchObject({ status: 404, code: "not_found" });
  });

  const withLines = collections.filter(({ lines }) => lines !== undefined).map(({ name }) => name);
  test.each(withLines)("%s: lines are a list of their own", async (name) => {
    const record = (await sandbox.walk(name)).at(-1);
    const lines = record?.["line_items"] as Native[];
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
const people = (record: Native) => (record["contact_persons"] ?? []) as Native[];
const emails = (record: Native) =>
  [record, ...people(record)].flatMap((one) => (one["email_addresses"] ?? []) as { email: string }[]);

/** What a filter means, where it is not that the field of its name has this value. */
const meanings: Record<string, Match> = {
  types: equals("type"),
  is_active: (record, value) => String(record["status"] === "active") === value,
  updated_since: (record, value) => Date.parse(String(record["updated_at"])) >= Date.parse(value),
  bill_date_from: (record, value) => String(record["bill_date"] ?? "") >= value,
  due_date_from: (record, value) => String(record["due_date"] ?? "") >= value,
  transaction_date_from: (record, value) => String(record["transaction_date"]) >= value,
  fiscal_year_start: (record, value) => record["fiscal_year"] === value.slice(0, 4),
  name: (record, value) => String(record["company_name"]).toLowerCase() === value.toLowerCase(),
  email: (record, value) => emails(record).some(({ email }) => email.toLowerCase() === value.toLowerCase()),
  invoice_id: (record, value) => (record["payment_lines"] as Native[]).some((line) => line["invoice_id"] === value),
  "open-items fiscal_year": (record, value) => String(record["posting_date"]).startsWith(value),
};
/** Values that some records have and others have not; otherwise the value of the last record that has one. */
const values: Record<string, (record: Native) => unknown> = {
  types: (record) => record["type"],
  is_active: () => "true",
  updated_since: (record) => new Date(String(record["updated_at"])).toISOString(),
  bill_date_from: (record) => record["bill_date"],
  due_date_from: (record) => record["due_date"],
  transaction_date_from: () => "2026-01-01",
  fiscal_year: () => "2026",
  fiscal_year_start: () => "2026-01-01",
  name: (record) => (record["company_name"] ? String(record["company_name"]).toUpperCase() : undefined),
  email: (record) => emails(record)[0]?.email.toUpperCase(),
  invoice_id: (record) => (record["payment_lines"] as Native[])[0]?.["invoice_id"],
};

const opposites: Record<string, string> = { fiscal_year: "2025", updated_since: "2100-01-01T00:00:00Z" };

describe("every filter", () => {
  const everyYear = new Set(["accounts", "payment-terms"]);
  const cases = lists.flatMap(({ name, filters }) => Object.keys(filters).map((filter) => [name, filter] as const));
  const byYear = cases.filter(([name, filter]) => everyYear.has(name) && filter.startsWith("fiscal_year"));
  const others = cases.filter((one) => !byYear.includes(one) && one[0] !== "trial-balance");

  test.each(others)("%s by %s finds exactly the records that match", async (name, filter) => {
    const whole = await sandbox.walk(name);
    const read = values[filter] ?? ((record: Native) => record[filter]);
    // From the middle on, so that a "from" or "since" leaves some out; what all records share is tried with its opposite.
    const candidates = [...whole.slice(Math.floor(whole.length / 2)), ...whole].map(read).concat(opposites[filter]);
    const matches = meanings[`${name} ${filter}`] ?? meanings[filter] ?? equals(filter);
    const expected = (value: unknown) => whole.filter((record) => matches(record, String(value)));
    const narrowing = candidates.filter((one) => one && expected(one).length < whole.length);
    const value = narrowing.find((one) => expected(one).length > 0) ?? narrowing[0];
    expect(value, "a value that some records have and others have not").toBeDefined();
    const found = await sandbox.walk(`${name}?${filter}=${encodeURIComponent(String(value))}`);
    expect(found.map(({ id }) => id)).toEqual(expected(value).map(({ id }) => id));
  });

  test.each(byYear)("%s by %s: all in a fiscal year that exists, none in another", async (name, filter) => {
    const whole = await sandbox.walk(name);
    const rest = filter === "fiscal_year" ? "" : "-01-01";
    expect(await sandbox.walk(`${name}?${filter}=2025${rest}`)).toEqual(whole);
    expect(await sandbox.walk(`${name}?${filter}=1999${rest}`)).toEqual([]);
  });

  test("several types at once, and filters together", async () => {
    const accounts = await sandbox.walk("accounts");
    const [one, other] = new Set(accounts.map((account) => account["type"]));
    const both = accounts.filter((account) => account["type"] === one || account["type"] === other);
    expect(await sandbox.walk(`accounts?types=${String(one)},${String(other)}`)).toEqual(both);
    const debit = both.filter((account) => account["side"] === "debit");
    expect(await sandbox.walk(`accounts?types=${String(one)},${String(other)}&side=debit`)).toEqual(debit);
  });
});

describe("every sort", () => {
  const cases = lists
    .filter(({ name }) => name !== "trial-balance")
    .flatMap(({ name, sorts }) => Object.keys(sorts).map((sort) => [name, sort] as const));

  test.each(cases)("%s by %s, up and down", async (name, sort) => {
    const key = (record: Native) => {
      const value = record[sort] ?? "\uffff";
      return sort.endsWith("_at") ? new Date(String(value)).toISOString() : String(value);
    };
    const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
    const sorted = (await sandbox.walk(name)).sort((a, b) => compare(key(a), key(b)) || compare(a.id, b.id));
    const ids = sorted.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect((await sandbox.walk(`${name}?sort=${sort}`)).map(({ id }) => id)).toEqual(ids);
    expect((await sandbox.walk(`${name}?sort=-${sort}`)).map(({ id }) => id)).toEqual(ids.reverse());
  });
});

test.each(["2025", "2026"])("the trial balance of %s is the sum of the ledger without drafts", async (fiscalYear) => {
  const sums = new Map<string, Record<string, Big>>();
  const add = (account: string, name: string, amount: unknown) => {
    const row = sums.get(account) ?? {};
    sums.set(account, { ...row, [name]: (row[name] ?? new Big(0)).plus(String(amount ?? 0)) });
  };
  for (const entry of await sandbox.walk(`journal-entries?fiscal_year=${fiscalYear}`)) {
    if (entry["is_provisional"] === true) continue;
    const period = entry["record_type"] === "opening" ? "opening" : "total";
    for (const line of entry["journal_line_items"] as Native[])
      for (const side of ["debit", "credit"]) {
        add(String(line["account_code"]), `${period}_${side}`, line[side]);
        if (period === "total")
          add(
            String(line["account_code"]),
            `${Number(String(entry["transaction_date"]).slice(5, 7))}_${side}`,
            line[side],
          );
      }
  }
  const rows = await sandbox.walk(`trial-balance?fiscal_year_start=${fiscalYear}-01-01`);
  expect(rows.map((row) => row["account_code"]).sort()).toEqual([...sums.keys()].sort());
  for (const row of rows) {
    const sum = sums.get(String(row["account_code"])) ?? {};
    const of = (name: string) => sum[name] ?? new Big(0);
    const opening = of("opening_debit").minus(of("opening_credit"));
    const closing = opening.plus(of("total_debit")).minus(of("total_credit"));
    const sides = (name: string, net: Big) => ({
      [`${name}_debit`]: (net.gt(0) ? net : new Big(0)).toFixed(2),
      [`${name}_credit`]: (net.lt(0) ? net.times(-1) : new Big(0)).toFixed(2),
    });
    const months = (row["months"] as { month: number }[]).map(({ month }) => ({
      month,
      debit: of(`${month}_debit`).toFixed(2),
      credit: of(`${month}_credit`).toFixed(2),
    }));
    const totals = { total_debit: of("total_debit").toFixed(2), total_credit: of("total_credit").toFixed(2) };
    expect(row).toMatchObject({ ...sides("opening", opening), ...sides("closing", closing), ...totals, months });
  }
  const code = String(rows[3]?.["account_code"]);
  const narrow = `trial-balance?fiscal_year_start=${fiscalYear}-01-01`;
  expect(await sandbox.walk(`${narrow}&account_code=${code}`)).toEqual([rows[3]]);
  expect(await sandbox.walk(`${narrow}&account_number=${String(rows[3]?.["account_number"])}`)).toEqual([rows[3]]);
  expect(await sandbox.walk(`${narrow}&fiscal_year=1999`)).toEqual([]);
});

describe("refusals", () => {
  test.each(["", "Bearer", "Bearer none", "Basic abc", "Bearer a b"])("%j is no way in", async (authorization) => {
    for (const path of ["/me", "/behaviour", `${mainCompany}/invoices`]) {
      const answer = await sandbox.ask(path, { headers: { authorization } });
      expect(answer.status).toBe(401);
      expect(answer.json()).toMatchObject({ error: { code: "unauthorized", message: expect.any(String) } });
    }
  });

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

  test("a body that is not JSON is invalid", async () => {
    const headers = { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" };
    const answer = await sandbox.ask("/behaviour", { method: "PUT", headers, payload: "{" });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: "invalid" } });
  });
});

test("environments and companies are lists", async () => {
  const environments = (await sandbox.ask("/environments")).json<Page>();
  expect(environments.items.map(({ id }) => id)).toEqual(["production", "test"]);
  const all = (await sandbox.ask("/companies")).json<Page>();
  expect(all.total).toBe(3);
  expect((await sandbox.ask("/companies?environment=test")).json<Page>().items).toEqual([all.items[2]]);
  expect((await sandbox.ask("/companies?environment=none")).json<Page>().items).toEqual([]);
});
