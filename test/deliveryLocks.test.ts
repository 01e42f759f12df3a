/** Who writes to the ledger at the same time waits for each other, and nobody for ever. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Attempted, completeDeliveries, endExpiredSubscriptions } from "../src/store/deliveryLedger.ts";
import { type EndUser, invoice, newEndUser, upTo } from "./events.ts";
import { type Service, startService } from "./service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

const attempted = (id: string, sequence: number): Attempted => ({
  ...{ id, fence: "0", sequence: String(sequence), lane: "0", result: "done", wait: undefined },
  ...{ at: Date.now(), milliseconds: 1, status: 204, answer: undefined },
});

/** Sessions of this database that wait for a lock. */
async function waiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await service.house.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    })
    .toBe(count);
}

/**
 * Somebody holds the first delivery. Behind it waits who takes all of them from the first on, and behind that one who
 * writes down the second and then the first: if nothing else kept them apart, each would wait for the other.
 */
async function crossed(user: EndUser, id: string, other: () => Promise<unknown>) {
  // So many that the database looks for each by itself, in the order given.
  await user.note(upTo(3000).map((number) => invoice(String(number))));
  await service.house.database.query("ANALYZE deliveries, events, subscriptions");
  const client = await service.house.database.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM deliveries WHERE subscription_id = $1 AND sequence = 1 FOR UPDATE", [id]);
    const taken = other();
    await waiting(1);
    const written = completeDeliveries(service.house.database, [attempted(id, 2), attempted(id, 1)]);
    await waiting(2);
    await client.query("COMMIT");
    return await Promise.all([taken, written]);
  } finally {
    client.release();
  }
}

test.each([
  ["a replay", (user: EndUser, id: string) => user.call("POST", `/webhooks/${id}/replay`, replayed), 200],
  ["a removal", (user: EndUser, id: string) => user.call("DELETE", `/webhooks/${id}`), 200],
])("%s and what came of attempts do not wait for each other", async (_name, act, status) => {
  const user = await newEndUser(service);
  const id = await user.subscribe();
  const [answer] = await crossed(user, id, () => act(user, id));
  expect(answer).toMatchObject({ status });
});

const replayed = { body: { from: "2026-01-01T00:00:00Z" } };

test("the end of a subscription's time and what came of attempts do not wait for each other", async () => {
  const user = await newEndUser(service);
  const id = await user.subscribe();
  const { database } = service.house;
  const [ended] = await crossed(user, id, async () => {
    await database.query("UPDATE subscriptions SET expires_at = now() WHERE id = $1", [id]);
    return endExpiredSubscriptions(database);
  });
  expect(ended).toBe(1);
});
