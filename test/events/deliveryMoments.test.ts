/** Race conditions: two processes change the ledger of deliveries at the same time. */
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startDeliverer } from "../../src/core/delivering/deliverer.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { claimSubscriptions, releaseSubscriptions, renewLeases } from "../../src/store/deliveryLeases.ts";
import { type AttemptResult, completeDeliveries, endExpiredSubscriptions } from "../../src/store/deliveryLedger.ts";
import { openDatabase } from "../../src/store/postgres/database.ts";
import { type EndUser, invoice, newEndUser, upTo } from "../support/events.ts";
import { serveHttp } from "../support/loopback.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

const attempted = (id: string, sequence: number): AttemptResult => ({
  id,
  fence: "0",
  sequence: String(sequence),
  lane: "0",
  result: "done",
  wait: undefined,
  at: Date.now(),
  milliseconds: 1,
  status: 204,
  answer: undefined,
});

/** Waits until so many database sessions wait for a lock. */
async function waitForLocks(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await service.storage.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    })
    .toBe(count);
}

/**
 * One session locks the first delivery. A second session wants all deliveries, starting with the first. A third session
 * completes the second delivery and then the first. Without further precautions, the last two would deadlock.
 */
async function inOppositeOrder(user: EndUser, id: string, takeAll: () => Promise<unknown>) {
  // With so many rows, the database locks one by one in the given order.
  await user.note(upTo(3000).map((number) => invoice(String(number))));
  await service.storage.database.query("ANALYZE deliveries, events, subscriptions");
  const client = await service.storage.database.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM deliveries WHERE subscription_id = $1 AND sequence = 1 FOR UPDATE", [id]);
    const taken = takeAll();
    await waitForLocks(1);
    const written = completeDeliveries(service.storage.database, [attempted(id, 2), attempted(id, 1)]);
    await waitForLocks(2);
    await client.query("COMMIT");
    return await Promise.all([taken, written]);
  } finally {
    client.release();
  }
}

test.each([
  ["replaying", (user: EndUser, id: string) => user.call("POST", `/webhooks/${id}/replay`, replayed), 200],
  ["deleting", (user: EndUser, id: string) => user.call("DELETE", `/webhooks/${id}`), 200],
])("%s a subscription does not deadlock with completing its deliveries", async (_name, act, status) => {
  const user = await newEndUser(service);
  const id = await user.subscribe();
  const [answer] = await inOppositeOrder(user, id, () => act(user, id));
  expect(answer).toMatchObject({ status });
});

const replayed = { body: { from: "2026-01-01T00:00:00Z" } };

test("ending an expired subscription does not deadlock with completing its deliveries", async () => {
  const user = await newEndUser(service);
  const id = await user.subscribe();
  const { database } = service.storage;
  const [ended] = await inOppositeOrder(user, id, async () => {
    await database.query("UPDATE subscriptions SET expires_at = now() WHERE id = $1", [id]);
    return endExpiredSubscriptions(database);
  });
  expect(ended).toBe(1);
});

/** A subscription with so many events, and a deliverer that stops when the test ends. */
async function setUpDeliveries(events: number, answer: RequestListener) {
  const { database, vault, config } = service.storage;
  await database.query("DELETE FROM subscriptions");
  const receiver = await serveHttp(answer);
  const user = await newEndUser(service);
  const id = await user.subscribe({ callbackUrl: receiver.url });
  await user.note(upTo(events).map((number) => invoice(String(number))));
  const start = () => {
    const pool = openDatabase({ url: config.databaseUrl ?? "", connections: 5, onLost: () => {} });
    const outbound = openHttpClient({ allowPrivate: true });
    const quiet = { batches: () => false, now: Date.now, random: Math.random, onLeaseLost: () => {} };
    const faults: unknown[] = [];
    const onFault = (error: unknown) => faults.push(error);
    const deliverer = startDeliverer({ database: pool, vault, outbound, ...quiet, onFault });
    onTestFinished(async () => {
      await deliverer.stop();
      await Promise.all([outbound.close(), pool.end(), receiver.close()]);
      expect(faults).toEqual([]);
    });
  };
  const states = async () => {
    const { rows } = await database.query<{ state: string }>(
      "SELECT state FROM deliveries WHERE subscription_id = $1 ORDER BY sequence",
      [id],
    );
    return rows.map(({ state }) => state);
  };
  return { id, database, connectionId: user.connectionId, start, states };
}

test("completes a delivery while another session writes to the subscription", async () => {
  const writer = await service.storage.database.connect();
  onTestFinished(() => writer.release());
  const { id, database, start, states } = await setUpDeliveries(1, async (_request, response) => {
    await writer.query("BEGIN");
    await writer.query("SELECT FROM subscriptions WHERE id = $1 FOR NO KEY UPDATE", [id]);
    response.end();
  });
  await database.query("UPDATE subscriptions SET failing_since = now() - interval '9 days' WHERE id = $1", [id]);
  start();
  await expect.poll(states, { timeout: 10_000 }).toEqual(["done"]);
  // The first attempt to release the subscription skips it, because it is locked.
  const tried = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'COMMIT'
    AND query_start > (SELECT max(settled_at) FROM deliveries WHERE subscription_id = $1)`;
  await expect.poll(async () => (await database.query(tried, [id])).rowCount).toBeGreaterThan(0);
  await writer.query("COMMIT");
  const healthy = "SELECT FROM subscriptions WHERE id = $1 AND failing_since IS NULL";
  await expect.poll(async () => (await database.query(healthy, [id])).rowCount, { timeout: 10_000 }).toBe(1);
});

test("renewing a lease just after its release does not block the next claim", async () => {
  const user = await newEndUser(service);
  const id = await user.subscribe();
  await user.note([invoice("1")]);
  const { database } = service.storage;
  const claim = async () => {
    const claimed = await claimSubscriptions(database, { most: 64, leaseSeconds: 5, without: noExclusions });
    return claimed.filter((lease) => lease.id === id);
  };
  const [lease] = await claim();
  if (lease === undefined) throw new Error("No delivery is due.");
  const held = { ...lease, took: false, failed: false };
  expect((await renewLeases(database, [held], 5)).renewed).toMatchObject([{ id }]);
  expect(await claim()).toEqual([]);
  await releaseSubscriptions(database, [{ ...held, isIdle: true }]);
  expect(await renewLeases(database, [held], 5)).toEqual({ renewed: [], lost: new Set([id]) });
  expect(await claim()).toMatchObject([{ id }]);
});

const noExclusions = { endpoints: [], tenants: [] };

test("a delivery whose event was deleted fails without delaying others", async () => {
  const ids: unknown[] = [];
  const { id, database, connectionId, start, states } = await setUpDeliveries(2, (request, response) => {
    ids.push(request.headers["webhook-id"]);
    response.end();
  });
  await database.query("DELETE FROM events WHERE connection_id = $1 AND sequence = 1", [connectionId]);
  start();
  await expect.poll(states, { timeout: 10_000 }).toEqual(["failed", "done"]);
  expect(ids).toEqual([`msg_${id}_2`]);
  const { rows } = await database.query("SELECT answer FROM delivery_attempts WHERE subscription_id = $1", [id]);
  expect(rows).toContainEqual({ answer: "The event is no longer kept." });
});
