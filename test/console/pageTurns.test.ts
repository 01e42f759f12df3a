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
  return client.signIn(await client.linkFor("member", await createTenant(service.storage.database, tenant)));
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
