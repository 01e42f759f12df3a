/** The console's usage page: calls by target system, connection and tenant, with the budgets of the day. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { addUsage, type CallCause, setBudget } from "../../src/store/log/vendorUsage.ts";
import { openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let operator: Visitor;
let member: Visitor;
let mill: string;
let dairy: string;
let connectionId: string;

const today = new Date().toISOString().slice(0, 10);
const longAgo = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startService();
  const { database, vault } = service.storage;
  mill = await createTenant(database, "Mühle");
  dairy = await createTenant(database, "Molkerei");
  await createConnection(database, vault, {
    tenantId: mill,
    targetSystem: "sandbox-key",
    credentials: { apiKey: "invented" },
    endUserName: "Hofladen Erle",
  });
  const { rows } = await database.query<{ id: string }>("SELECT id FROM connections WHERE tenant_id = $1", [mill]);
  connectionId = rows[0]?.id ?? "";
  const row = (cause: CallCause, calls: number, more: { tenantId?: string; day?: string; errors?: number } = {}) => ({
    day: today,
    connectionId: more.tenantId === dairy ? "dairy-connection" : connectionId,
    tenantId: mill,
    targetSystem: "sandbox-key",
    cause,
    calls,
    bytesSent: 1000,
    bytesReceived: calls * 1000,
    errors: 0,
    ...more,
  });
  await addUsage(database, [
    row("caller", 1200, { errors: 7 }),
    row("poll", 640),
    row("poll", 55_555, { day: longAgo }),
    row("sweep", 3, { tenantId: dairy }),
  ]);
  await setBudget(database, mill, { targetSystem: "sandbox-key", callsPerDay: 2000, bytesPerDay: 4_000_000 });
  await setBudget(database, mill, { targetSystem: "xero", callsPerDay: 10, bytesPerDay: null });
  const client = openConsole(service);
  operator = await client.signIn(await client.linkFor("owner", null));
  member = await client.signIn(await client.linkFor("owner", mill));
});
afterAll(() => service.stop());

/** The texts of the row's cells. */
const rowWith = (page: string, text: string): string[] => {
  const row = (page.match(/<tr>[^]*?<\/tr>/g) ?? []).find((each) => each.includes(text)) ?? "";
  return (row.match(/<td[^]*?<\/td>/g) ?? []).map((cell) =>
    cell
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
};

test("a member sees the calls by target system and cause, and how much of each budget is used", async () => {
  const { text } = await member.open("/console/usage");
  expect(rowWith(text, "system=sandbox-key")).toEqual([
    "Sandbox (API key)",
    "1,840 1.8 MB",
    "1,200 1.2 MB",
    "640 641 kB",
    "7",
    "92 % 1,840 of 2,000 calls, 1.8 MB of 4 MB ! Polls a quarter as often",
  ]);
  // A budget without any calls is shown too.
  expect(rowWith(text, "system=xero").at(-1)).toBe("0 % 0 of 10 calls");
  expect(rowWith(text, "Hofladen Erle").slice(0, 2)).toEqual(["Hofladen Erle Sandbox (API key)", "1,840 1.8 MB"]);
  expect(text).not.toContain("dairy-connection");
});

test("an operator sees the calls by tenant, the most used budget of each, and opens one of them", async () => {
  const { text } = await operator.open("/console/usage");
  const row = rowWith(text, "Mühle");
  expect(row.slice(0, 2)).toEqual(["Mühle", "1,840 1.8 MB"]);
  expect(row.at(-1)).toBe("Sandbox (API key): 92 % 1,840 of 2,000 calls, 1.8 MB of 4 MB ! Polls a quarter as often");
  expect(rowWith(text, "Molkerei").at(-1)).toBe("–");
  const [, link = ""] = /href="([^"]*tenant=[^"]*)">Mühle</.exec(text.replaceAll("&amp;", "&")) ?? [];
  const opened = await operator.open(link);
  expect(opened.text).toContain("Hofladen Erle");
  expect((await operator.open(`/console/usage?tenant=${dairy}`)).text).not.toContain("Hofladen Erle");
});

test("covers whole days of the chosen range", async () => {
  expect((await member.open("/console/usage?range=30d")).text).toContain("57,395 ");
  const { text } = await member.open("/console/usage?range=2020-01-01T10:00:00Z..2020-01-02T11:00:00Z");
  expect(text).toContain("2020-01-01 – 2020-01-02");
  expect(rowWith(text, "system=sandbox-key").slice(1, 2)).toEqual(["0 0 kB"]);
});

test("is linked from a connection, a tenant and the menu", async () => {
  for (const path of [`/console/connections/${connectionId}`, `/console/tenants/${mill}`])
    expect((await operator.open(path)).text).toContain(`/console/usage?tenant=${mill}`);
  expect((await member.open("/console")).text).toContain('href="/console/usage"');
});
