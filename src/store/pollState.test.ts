/** The lease of a connection's polls. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../test/support/database.ts";
import { claimPoll, endPoll, keepPoll } from "./pollState.ts";
import { migrate } from "./postgres/database.ts";

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.database);
});
afterAll(() => fresh.drop());

test("does not extend the lease of a poll that has just ended", async () => {
  const { database } = fresh;
  await database.query(`INSERT INTO tenants (id, name) VALUES ('tenant', 'Tenant')`);
  await database.query(
    `INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('one', 'tenant', 'notebook', '')`,
  );
  await database.query(`INSERT INTO polls (connection_id, resource) VALUES ('one', 'INVOICE')`);
  await database.query(`INSERT INTO poll_schedule (connection_id, due_at) VALUES ('one', now())`);
  const claim = () => claimPoll(database, 60, { tenants: [], targetSystems: [] });
  const due = await claim();
  if (due === undefined) throw new Error("Nothing is due.");
  expect(await keepPoll(database, due, 60)).toBe(true);
  expect(await claim()).toBeUndefined();
  await endPoll(database, due, { wait: 0, failures: 0, fault: null });
  expect(await keepPoll(database, due, 60)).toBe(false);
  expect(await claim()).toMatchObject({ connectionId: "one" });
});
