/** The work after a restored service was resumed, in the database alone: its connectors are unknown here. */
import { expect, test } from "vitest";
import { databaseForTest, tables } from "../../test/support/database.ts";
import { openIds } from "../core/secrets/ids.ts";
import { openVault } from "../core/secrets/vault.ts";
import { findRestore, listWaitingDeliveries, markRecovered, resume } from "../store/backup/restored.ts";
import { openOperationWriter } from "../store/operationGroups.ts";
import { openAdvisoryLocks } from "../store/postgres/advisoryLocks.ts";
import { openDatabase, transaction } from "../store/postgres/database.ts";
import { openQueue } from "../store/postgres/queue.ts";
import { openEndAttempt } from "../store/upkeep/endedAttempts.ts";
import { makeCompleteRestore } from "./completeRestore.ts";

const content = `
  INSERT INTO tenants (id, name) VALUES ('t', 'Neuland');
  INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('c', 't', 'unknown', '');
  INSERT INTO tasks (id, tenant_id, connection_id, operation, request, turn, expires_at)
    VALUES ('read', 't', 'c', 'journalEntries.list', '', 2, now() + interval '1 day'),
      ('write', 't', 'c', 'journalEntries.import', '', 0, now() + interval '1 day');
  INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, secret, failing_since, due_at, expires_at)
    VALUES ('s', 't', 'c', 'https://platform.example', '', now() - interval '3 days', now() + interval '5 hours', now() + interval '1 year');
  INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane, due_at)
    VALUES ('s', 1, 'c', '{1}', 0, now() + interval '5 hours');
  INSERT INTO vendor_subscriptions (connection_id, token_hash, address, due_at) VALUES ('c', '', '', now() + interval '1 day');
  INSERT INTO bulk_replays (id, tenant_id, which, begins, ends, per_second, expected, due_at, person)
    VALUES ('b', 't', 'all', now(), now(), 1, 1, now(), 'p');
  INSERT INTO workers (id, host, process_id) VALUES ('w', 'h', 1)`;

async function recovered() {
  const { database, url } = await databaseForTest(tables);
  await database.query(content);
  const queue = await openQueue({ database, worker: undefined, onFault: () => {} });
  await queue.send({ taskId: "write", turn: 0, tenantId: "t" });
  const madeAt = new Date(Date.now() - 86_400_000).toISOString();
  await transaction(database, (client) =>
    markRecovered(client, { madeAt, version: "", readOperations: ["journalEntries.list"] }),
  );
  return { database, url, queue };
}

const jobs = "SELECT data FROM pgboss.job ORDER BY created_on";

test("tasks that read are queued again, once, and nothing is queued before", async () => {
  const { database, url, queue } = await recovered();
  expect((await database.query(jobs)).rows).toEqual([]);
  const advisoryLocks = openAdvisoryLocks(openDatabase({ url, connections: 1, onLost: () => {} }));
  const common = { database, vault: openVault([]), connectors: new Map() };
  const openSession = async (): Promise<never> => {
    throw new Error("There is no vendor here.");
  };
  const upkeep = { ...common, tokens: { renew: openSession }, openSession, onFault: () => {} };
  const complete = makeCompleteRestore({
    ...common,
    advisoryLocks,
    writer: openOperationWriter({ database, groupDatabase: database }),
    endAttempt: openEndAttempt(database),
    newOperationId: openIds(),
    openSession,
    queue,
    upkeep,
  });
  await transaction(database, (client) => resume(client, { dropDeliveries: false }));
  await complete();
  await complete();
  expect((await database.query(jobs)).rows).toEqual([{ data: { taskId: "read", turn: 2, tenantId: "t" } }]);
  expect((await findRestore(database))?.completedAt).toBeInstanceOf(Date);
  await advisoryLocks.close();
  await queue.close();
});

test("a database that was recovered by other means is paused, and forgets its processes", async () => {
  const { database, queue } = await recovered();
  await queue.close();
  expect(await findRestore(database)).toMatchObject({ resumedAt: null, completedAt: null });
  const { rows } = await database.query("SELECT id, status FROM tasks WHERE id = 'write'");
  expect(rows).toEqual([{ id: "write", status: "FAILED" }]);
  expect((await database.query("SELECT FROM workers")).rowCount).toBe(0);
});

test("resuming makes waiting deliveries due, and an endpoint has not failed for longer", async () => {
  const { database, queue } = await recovered();
  await queue.close();
  const resumed = () => transaction(database, (client) => resume(client, { dropDeliveries: false }));
  expect(await resumed()).toEqual({ dropped: 0 });
  expect(await resumed()).toBeUndefined();
  expect(await listWaitingDeliveries(database)).toMatchObject([{ subscriptionId: "s", deliveries: 1 }]);
  const { rows } = await database.query(
    `SELECT round(extract(epoch FROM now() - failing_since) / 86400)::int AS days,
       (SELECT due_at <= now() FROM vendor_subscriptions) AND (SELECT due_at <= now() FROM deliveries) AND due_at <= now() AS due
     FROM subscriptions`,
  );
  expect(rows).toEqual([{ days: 2, due: true }]);
});

test("resuming can drop waiting deliveries, which can be replayed", async () => {
  const { database, queue } = await recovered();
  await queue.close();
  expect(await transaction(database, (client) => resume(client, { dropDeliveries: true }))).toEqual({ dropped: 1 });
  const { rows } = await database.query(
    "SELECT state, (SELECT state FROM bulk_replays) AS replay FROM deliveries WHERE settled_at IS NOT NULL",
  );
  expect(rows).toEqual([{ state: "failed", replay: "stopped" }]);
});
