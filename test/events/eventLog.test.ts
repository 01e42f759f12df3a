import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appendChanges } from "../../src/core/events/eventLog.ts";
import { newId } from "../../src/core/secrets/ids.ts";
import { type Database, migrate, openDatabase, transaction } from "../../src/store/postgres/database.ts";
import { pruneEvents } from "../../src/store/pruneEvents.ts";
import { addSubscription } from "../../src/store/subscriptions.ts";
import { freshDatabase } from "../support/database.ts";
import { changedAt, customer, invoice, note, setState, upTo } from "../support/events.ts";

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

/** A connection without events. */
async function newConnection(): Promise<string> {
  const id = newId();
  await database.query(
    "INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ($1, 't', 'sandbox', '')",
    [id],
  );
  return id;
}

async function subscribe(connectionId: string, options: Partial<Parameters<typeof addSubscription>[1]> = {}) {
  const { id } = await addSubscription(database, {
    id: newId(),
    tenantId: "t",
    connectionId,
    callbackUrl: "http://127.0.0.1:9/",
    secret: Buffer.of(),
    eventType: null,
    resource: null,
    ...options,
  });
  return id;
}

async function column<Value>(statement: string, ...values: unknown[]): Promise<Value[]> {
  const { rows } = await database.query<Record<string, Value>>(statement, values);
  return rows.flatMap((row) => Object.values(row));
}

const sequences = (connectionId: string) =>
  column<number>("SELECT sequence::int FROM events WHERE connection_id = $1 ORDER BY 1", connectionId);
const deliveries = (subscriptionId: string) =>
  column<number[]>(
    "SELECT sequences::int[] FROM deliveries WHERE subscription_id = $1 ORDER BY sequence",
    subscriptionId,
  );

describe("the log", () => {
  test("has no gap after fifty writers at once, some of which fail", async () => {
    const id = await newConnection();
    const subscription = await subscribe(id);
    const writers = upTo(50).map(async (writer) => {
      for (const turn of upTo(4))
        await transaction(database, async (client) => {
          await appendChanges(client, { id, batches: false }, [
            invoice(`${writer}-${turn}`),
            invoice(`${writer}-${turn}-b`),
          ]);
          if (writer % 5 === 0) throw new Error("given up");
        }).catch((error: Error) => expect(error.message).toBe("given up"));
    });
    await Promise.all(writers);
    expect(await sequences(id)).toEqual(upTo(320));
    expect(await deliveries(subscription)).toEqual(upTo(320).map((sequence) => [sequence]));
  });

  test("has one entry for a change that fifty writers report at once", async () => {
    const id = await newConnection();
    const changes = [invoice("7"), invoice("7"), invoice("8")];
    const counts = await Promise.all(upTo(50).map(() => note(database, id, changes)));
    expect(counts.filter((count) => count > 0)).toEqual([2]);
    const later = await Promise.all(upTo(50).map(() => note(database, id, [invoice("9"), ...changes])));
    expect(later.filter((count) => count > 0)).toEqual([1]);
    expect(await sequences(id)).toEqual([1, 2, 3]);
  });

  test("identifies changes by record, kind and time, or by their mark alone", async () => {
    const id = await newConnection();
    const later = new Date(changedAt.getTime() + 1);
    const changes = [invoice("1"), invoice("1", "UPDATED"), { ...invoice("1"), changedAt: later }, customer("1")];
    expect(await note(database, id, changes)).toBe(4);
    expect(await note(database, id, [{ ...invoice("1"), mark: "a" }])).toBe(1);
    expect(await note(database, id, [{ ...customer("2"), mark: "a", changedAt: later }])).toBe(0);
  });

  test("is separate for each connection", async () => {
    const first = await newConnection();
    const second = await newConnection();
    await note(database, first, [invoice("1"), invoice("2")]);
    await note(database, second, [invoice("1")]);
    expect([await sequences(first), await sequences(second)]).toEqual([[1, 2], [1]]);
  });
});

describe("deliveries", () => {
  test("are made for matching subscriptions that have not ended or expired", async () => {
    const id = await newConnection();
    const all = await subscribe(id);
    const invoices = await subscribe(id, { resource: "INVOICE" });
    const updates = await subscribe(id, { eventType: "UPDATED" });
    const paused = await subscribe(id);
    const ended = await subscribe(id);
    const expired = await subscribe(id);
    const foreign = await subscribe(await newConnection());
    await setState(database, paused, "paused");
    await setState(database, ended, "ended");
    await database.query("UPDATE subscriptions SET expires_at = now() WHERE id = $1", [expired]);
    await note(database, id, [invoice("1"), customer("1"), invoice("1", "UPDATED")]);
    const created = await Promise.all([all, invoices, updates, paused, ended, expired, foreign].map(deliveries));
    expect(created).toEqual([[[1], [2], [3]], [[1], [3]], [[2], [3]], [[1], [2], [3]], [], [], []]);
    const due = "SELECT id FROM subscriptions WHERE connection_id = $1 AND due_at <= now() ORDER BY id";
    expect(await column(due, id)).toEqual([all, invoices, updates, paused].toSorted());
  });

  test("of one record share a lane", async () => {
    const id = await newConnection();
    const subscription = await subscribe(id);
    await note(database, id, [invoice("1"), customer("1"), invoice("1", "UPDATED")]);
    const lanes = await column<string>(
      "SELECT lane FROM deliveries WHERE subscription_id = $1 ORDER BY sequence",
      subscription,
    );
    expect(lanes[0]).toBe(lanes[2]);
    expect(lanes[0]).not.toBe(lanes[1]);
  });

  test("are lists of at most a hundred events in one lane if the target system delivers in batches", async () => {
    const id = await newConnection();
    const all = await subscribe(id);
    const updates = await subscribe(id, { eventType: "UPDATED" });
    const changes = upTo(250).map((number) => invoice(String(number), number % 2 === 0 ? "UPDATED" : "CREATED"));
    await note(database, id, changes, true);
    const numbers = upTo(250);
    expect(await deliveries(all)).toEqual([numbers.slice(0, 100), numbers.slice(100, 200), numbers.slice(200)]);
    const even = numbers.filter((number) => number % 2 === 0);
    expect(await deliveries(updates)).toEqual([even.slice(0, 100), even.slice(100)]);
    const lanes = "SELECT DISTINCT lane::int FROM deliveries WHERE connection_id = $1";
    expect(await column(lanes, id)).toEqual([0]);
  });

  test("notify the deliverer only after the transaction commits", async () => {
    const id = await newConnection();
    await subscribe(id, { resource: "INVOICE" });
    const listener = await database.connect();
    const notifications: string[] = [];
    listener.on("notification", ({ channel }) => notifications.push(channel));
    await listener.query("LISTEN kontor_deliveries");
    await transaction(database, async (client) => {
      await appendChanges(client, { id, batches: false }, [invoice("1")]);
      await listener.query("SELECT 1");
      expect(notifications).toEqual([]);
    });
    await listener.query("SELECT 1");
    expect(notifications).toEqual(["kontor_deliveries"]);
    await note(database, id, [customer("1"), invoice("1")]);
    await listener.query("SELECT 1");
    expect(notifications).toEqual(["kontor_deliveries"]);
    listener.release(true);
  });
});

describe("after thirty days", () => {
  const age = (table: string, time: string, where: string) =>
    database.query(`UPDATE ${table} SET ${time} = now() - interval '31 days' WHERE ${where}`);

  test("events, deliveries and attempts are deleted, but not newer ones", async () => {
    const id = await newConnection();
    const subscription = await subscribe(id);
    await note(
      database,
      id,
      upTo(6)
        .map(String)
        .map((number) => invoice(number)),
    );
    await database.query("UPDATE deliveries SET state = 'done' WHERE subscription_id = $1", [subscription]);
    await database.query(
      "INSERT INTO delivery_attempts (subscription_id, sequence, milliseconds) SELECT $1, n, 1 FROM unnest($2::int[]) n",
      [subscription, upTo(6)],
    );
    await age("events", "recorded_at", `connection_id = '${id}' AND sequence <= 3`);
    await age("deliveries", "created_at", `subscription_id = '${subscription}' AND sequence <= 2`);
    await age("delivery_attempts", "at", `subscription_id = '${subscription}' AND sequence <= 2`);
    await pruneEvents(database, 30);
    expect(await sequences(id)).toEqual([4, 5, 6]);
    expect(await deliveries(subscription)).toEqual([[3], [4], [5], [6]]);
    const attempts = "SELECT sequence::int FROM delivery_attempts WHERE subscription_id = $1 ORDER BY 1";
    expect(await column(attempts, subscription)).toEqual([3, 4, 5, 6]);
    expect(await note(database, id, [invoice("7")])).toBe(1);
    expect(await sequences(id)).toEqual([4, 5, 6, 7]);
  });

  test("an open delivery is kept, with its event and all later events", async () => {
    const id = await newConnection();
    const subscription = await subscribe(id);
    await note(
      database,
      id,
      upTo(5)
        .map(String)
        .map((number) => invoice(number)),
    );
    await database.query("UPDATE deliveries SET state = 'failed' WHERE subscription_id = $1 AND sequence <> 3", [
      subscription,
    ]);
    await age("events", "recorded_at", `connection_id = '${id}'`);
    await age("deliveries", "created_at", `subscription_id = '${subscription}'`);
    await pruneEvents(database, 30);
    expect(await deliveries(subscription)).toEqual([[3]]);
    expect(await sequences(id)).toEqual([3, 4, 5]);
  });

  test("ended subscriptions are deleted, but not active ones, however old", async () => {
    const id = await newConnection();
    const ended = await subscribe(id);
    const old = await subscribe(id);
    const endedLately = await subscribe(id);
    await setState(database, ended, "ended");
    await age("subscriptions", "updated_at", `connection_id = '${id}'`);
    await setState(database, endedLately, "ended");
    await pruneEvents(database, 30);
    const left = await column("SELECT id FROM subscriptions WHERE connection_id = $1 ORDER BY id", id);
    expect(left).toEqual([old, endedLately].toSorted());
  });
});
