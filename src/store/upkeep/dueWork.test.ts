import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase, tables } from "../../../test/support/database.ts";
import { transaction } from "../postgres/database.ts";
import { type DueWork, findDueWork } from "./dueWork.ts";

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase(tables);
  await fresh.database.query(`
    INSERT INTO tenants (id, name) VALUES ('t', 'Neuland');
    INSERT INTO connections (id, tenant_id, target_system, credentials, created_at)
      VALUES ('c', 't', 'x', '', now() - interval '1 hour');
    INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, secret, expires_at, updated_at)
      VALUES ('s', 't', 'c', 'u', '', now() + interval '1 day', now() - interval '1 hour')`);
});
afterAll(() => fresh.drop());

const nothing: DueWork = {
  deliveries: false,
  tasks: false,
  polls: false,
  newSubscriptions: false,
  vendorSubscriptions: false,
  ambiguousNotices: false,
  heldChanges: false,
  imports: false,
  keyDeliveries: false,
  bulkReplays: false,
};

/** A statement for each kind of work; the one in the second place makes work that is not due yet. */
const statements: Readonly<Record<keyof DueWork, readonly [due: string, later?: string]>> = {
  deliveries: [
    "UPDATE subscriptions SET due_at = now()",
    "UPDATE subscriptions SET due_at = now(), leased_until = steady_now() + interval '1 minute'",
  ],
  tasks: [
    "INSERT INTO pgboss.job (name, start_after) VALUES ('tasks', now())",
    "INSERT INTO pgboss.job (name, start_after) VALUES ('tasks-given-up', now() + interval '1 hour')",
  ],
  polls: [
    "INSERT INTO poll_schedule (connection_id, due_at) VALUES ('c', now())",
    "INSERT INTO poll_schedule (connection_id, due_at, leased_until) VALUES ('c', now(), steady_now() + interval '1 minute')",
  ],
  newSubscriptions: ["UPDATE subscriptions SET updated_at = now()"],
  vendorSubscriptions: [
    "INSERT INTO vendor_subscriptions (connection_id, token_hash, address, due_at) VALUES ('c', 'h', '', now())",
    "INSERT INTO vendor_subscriptions (connection_id, token_hash, address, due_at) VALUES ('c', 'h', '', now() + interval '1 hour')",
  ],
  ambiguousNotices: [
    "INSERT INTO ambiguous_notices (id, connection_id, notice, due_at) VALUES ('n', 'c', '', now())",
    "INSERT INTO ambiguous_notices (id, connection_id, notice, due_at) VALUES ('n', 'c', '', now() + interval '1 hour')",
  ],
  heldChanges: [
    `INSERT INTO held_changes (connection_id, scope, reported_by, event_type, resource, resource_id, changed_at, is_undated)
       VALUES ('c', '', 'vendor', 'CREATED', 'INVOICE', '1', now(), false)`,
  ],
  imports: [
    "INSERT INTO imports (id, tenant_id, target_system, body_hash) VALUES ('i', 't', 'x', '')",
    "INSERT INTO imports (id, tenant_id, target_system, body_hash, ended_at) VALUES ('i', 't', 'x', '', now())",
  ],
  keyDeliveries: [
    "INSERT INTO key_deliveries (id, tenant_id, url, body) VALUES ('k', 't', 'u', '')",
    "INSERT INTO key_deliveries (id, tenant_id, url, body, due_at) VALUES ('k', 't', 'u', '', now() + interval '1 hour')",
  ],
  bulkReplays: [
    `INSERT INTO bulk_replays (id, tenant_id, connection_id, which, begins, ends, per_second, expected, due_at, person)
       VALUES ('b', 't', 'c', 'all', now(), now(), 1, 1, now(), 'p')`,
    `INSERT INTO bulk_replays (id, tenant_id, connection_id, which, begins, ends, per_second, expected, due_at, person)
       VALUES ('b', 't', 'c', 'all', now(), now(), 1, 1, now() + interval '1 hour', 'p')`,
  ],
};

class Undo extends Error {}

/** What is due after a statement, which is then undone. */
async function dueAfter(statement: string): Promise<DueWork | undefined> {
  let found: DueWork | undefined;
  await transaction(fresh.database, async (client) => {
    await client.query(statement);
    found = await findDueWork(client);
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return found;
}

test("nothing is due in an idle service", async () => {
  expect(await findDueWork(fresh.database)).toEqual(nothing);
});

test.each(Object.entries(statements))("finds only what is due: %s", async (name, [due, later]) => {
  expect(await dueAfter(due)).toEqual({ ...nothing, [name]: true });
  if (later !== undefined) expect(await dueAfter(later)).toEqual(nothing);
});
