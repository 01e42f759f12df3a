/** Console pages wait for their turn, so that the people of one tenant cannot slow down everybody else. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function memberOf(tenant: string): Promise<Visitor> {
  const client = openConsole(service);
  return client.signIn(await client.linkFor("owner", await createTenant(service.storage.database, tenant)));
}

/** Returns a function that sends the form which starts a replay. */
async function replayStarter({ cookie, open }: Visitor): Promise<() => Promise<Response>> {
  const [, check = ""] = /name="check" value="(\w+)"/.exec((await open("/console/audit")).text) ?? [];
  const range = "2026-01-01T00:00:00.000Z..2026-01-02T00:00:00.000Z";
  const form = { check, which: "failed", rate: "10", range, "count.failed": "1" };
  return () => openConsole(service).post("/console/deliveries/send", form, { cookie, "user-agent": "Firefox" });
}

/** Pages that have begun to read and wait for the locked table. */
async function countReadingPages(): Promise<number> {
  const { rows } = await service.storage.database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  return rows[0]?.count ?? 0;
}

test("a tenant reads one page at a time, and another tenant does not wait for it", async () => {
  const [first, second] = await Promise.all([memberOf("Eins"), memberOf("Zwei")]);
  const blocker = await service.storage.database.connect();
  await blocker.query("BEGIN; LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE");
  const pages = Array.from({ length: 5 }, () => first.open("/console/deliveries"));
  await vi.waitFor(async () => expect(await countReadingPages()).toBe(1), { timeout: 10_000 });
  pages.push(second.open("/console/deliveries"));
  await vi.waitFor(async () => expect(await countReadingPages()).toBe(2), { timeout: 10_000 });
  await blocker.query("COMMIT");
  blocker.release();
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

test("a tenant starts one replay at a time, so that the others keep no database connections", async () => {
  const [first, second] = await Promise.all([memberOf("Drei"), memberOf("Vier")]);
  const [startFirst, startSecond] = await Promise.all([replayStarter(first), replayStarter(second)]);
  const blocker = await service.storage.database.connect();
  await blocker.query("BEGIN; LOCK TABLE bulk_replays IN ACCESS EXCLUSIVE MODE");
  const started = Array.from({ length: 5 }, startFirst);
  await vi.waitFor(async () => expect(await countReadingPages()).toBe(1), { timeout: 10_000 });
  started.push(startSecond());
  await vi.waitFor(async () => expect(await countReadingPages()).toBe(2), { timeout: 10_000 });
  await blocker.query("COMMIT");
  blocker.release();
  expect((await Promise.all(started)).map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 303]);
});

test("requests of one session do not wait for each other to store that it is in use", async () => {
  const visitor = await memberOf("Fünf");
  const { database } = service.storage;
  await database.query("UPDATE console_sessions SET seen_at = now() - interval '10 minutes'");
  const blocker = await database.connect();
  await blocker.query("BEGIN; SELECT FROM console_sessions FOR UPDATE");
  expect((await visitor.open("/console/audit")).status).toBe(200);
  await blocker.query("COMMIT");
  blocker.release();
  expect((await visitor.open("/console/audit")).status).toBe(200);
  const { rows } = await database.query("SELECT FROM console_sessions WHERE seen_at > now() - interval '1 minute'");
  expect(rows).toHaveLength(1);
});
