import { afterAll, beforeAll, expect, test } from "vitest";
import { type Change, record } from "../src/core/eventLog.ts";
import { newId } from "../src/core/ids.ts";
import { type Database, migrate, openDatabase, transaction } from "../src/store/database.ts";
import { addSubscription } from "../src/store/subscriptions.ts";
import { freshDatabase } from "./database.ts";

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, connections: 60, onLost: () => {} });
  await migrate(database);
  await database.query("INSERT INTO tenants (id, name) VALUES ('t', 'Neuland')");
});

afterAll(async () => {
  await database.end();
  await fresh.drop();
});

/** A connection that nobody has written to yet. */
async function newConnection(): Promise<string> {
  const id = newId();
  await database.query(
    "INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ($1, 't', 'sandbox', '')",
    [id],
  );
  return id;
}

const subscribe = (connectionId: string, wish: Partial<Parameters<typeof addSubscription>[1]> = {}) =>
  addSubscription(database, {
    ...{ id: newId(), tenantId: "t", connectionId, callbackUrl: "http://127.0.0.1:9/", secret: Buffer.of() },
    ...{ eventType: null, resource: null },
    ...wish,
  });

const changedAt = new Date("2026-09-30T12:00:00Z");
const invoice = (resourceId: string): Change => ({ eventType: "CREATED", resource: "INVOICE", resourceId, changedAt });
const note = (id: string, changes: readonly Change[], batches = false) =>
  transaction(database, (client) => record(client, { id, batches }, changes));

async function sequences(connectionId: string): Promise<number[]> {
  const { rows } = await database.query<{ sequence: number }>(
    "SELECT sequence::int FROM events WHERE connection_id = $1 ORDER BY 1",
    [connectionId],
  );
  return rows.map(({ sequence }) => sequence);
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test("fifty writers at once leave no gap, though some of them fail", async () => {
  const id = await newConnection();
  await subscribe(id);
  const writers = upTo(50).map(async (writer) => {
    for (const turn of upTo(4))
      await transaction(database, async (client) => {
        await record(client, { id, batches: false }, [invoice(`${writer}-${turn}`), invoice(`${writer}-${turn}-b`)]);
        if (writer % 5 === 0) throw new Error("given up");
      }).catch(() => {});
  });
  await Promise.all(writers);
  expect(await sequences(id)).toEqual(upTo(320));
  const { rows } = await database.query("SELECT sequence::int FROM deliveries WHERE connection_id = $1", [id]);
  expect(rows).toHaveLength(320);
});

test("fifty that tell of the same change write one entry", async () => {
  const id = await newConnection();
  const counts = await Promise.all(upTo(50).map(() => note(id, [invoice("7"), invoice("7"), invoice("8")])));
  expect(counts.toSorted().slice(-2)).toEqual([0, 2]);
  expect(await sequences(id)).toEqual([1, 2]);
  expect(await note(id, [invoice("9"), invoice("7")])).toBe(1);
  expect(await sequences(id)).toEqual([1, 2, 3]);
});
