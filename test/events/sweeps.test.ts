/** Sweeps below a vendor's webhooks, with a test clock and a real database: changes, deletions, and what they cost. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connector, GetHandler, ListHandler } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import { type Session } from "../../src/contract/session.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { openPoller, type Poller, type ReportChannel } from "../../src/core/changes/poller.ts";
import { masterKey, newMasterKey, openVault } from "../../src/core/secrets/vault.ts";
import { adjustPolls, claimPoll, holdPoll, saveSnapshots } from "../../src/store/pollState.ts";
import { type Database, migrate, transaction } from "../../src/store/postgres/database.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";

interface Item {
  readonly id: string;
  readonly updatedDate: string;
}

const vendor = {
  items: new Map<string, Item>(),
  /** Whole pages, filtered pages, and single records. */
  calls: { all: 0, changed: 0, single: 0 },
};

const list: ListHandler<never> = {
  fields: {},
  filters: ["lastModifiedAt"],
  orders: [],
  requires: [],
  list: async ({ window, filters }) => {
    const since = filters.lastModifiedAt;
    vendor.calls[since === undefined ? "all" : "changed"] += 1;
    const { page = 1, limit = 100 } = window ?? {};
    const found = [...vendor.items.values()].filter(
      ({ updatedDate }) => since === undefined || Date.parse(updatedDate) >= since.getTime(),
    );
    return { records: found.slice((page - 1) * limit, page * limit) as never[], raw: [], total: found.length };
  },
};
const get: GetHandler<never> = {
  fields: {},
  get: async ({ ids }) => {
    vendor.calls.single += 1;
    const found = vendor.items.get(ids["itemId"] ?? "");
    if (found === undefined) throw new Failure("not_found", "gone");
    return { record: found as never, raw: found };
  },
};

const ledgers: Connector = {
  id: "ledgers",
  name: "Ledgers",
  about: "A vendor with webhooks.",
  site: "https://ledgers.example",
  signIn: { kind: "apiKey", asks: [], headers: {} },
  needs: [],
  proof: "/me",
  refusals: { message: () => undefined },
  rawData: false,
  webhooks: {
    setUp: "portal",
    resources: { ITEM: ["CREATED", "UPDATED", "DELETED"] },
    receive: () => ({ kind: "invalidSignature" }),
  },
  limits: [{ per: "connection", calls: 10, seconds: 60 }],
  operations: { "items.list": list, "items.get": get },
};

const vault = openVault([masterKey(newMasterKey())]);
let fresh: FreshDatabase;
let database: Database;
let poller: Poller;
let moment = Date.parse("2026-03-02T12:00:00Z");
const faults: unknown[] = [];
const hour = 3600;

beforeAll(async () => {
  fresh = await freshDatabase();
  ({ database } = fresh);
  await migrate(database);
});
afterAll(() => fresh.drop());

const open = (connector: Connector, channel: ReportChannel = { by: "portal", operator: true }) =>
  openPoller({
    database,
    vault,
    pollEverySeconds: 300,
    now: () => moment,
    random: () => 0.5,
    connectors: new Map([[connector.id, connector]]),
    openSession: async () => ({}) as Session,
    reportChannelOf: () => channel,
    onFault: (error) => faults.push(error),
  });

beforeEach(async () => {
  faults.length = 0;
  vendor.items.clear();
  await database.query("DELETE FROM events; DELETE FROM tenants");
  const tenantId = await createTenant(database, "Neuland");
  await createConnection(database, vault, { tenantId, targetSystem: "ledgers", credentials: {} });
  await database.query(
    `INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, resource, secret, expires_at)
     SELECT gen_random_uuid()::text, tenant_id, id, 'https://x.example', 'ITEM', '', now() + interval '1 day'
     FROM connections`,
  );
  poller = open(ledgers);
});

const stamp = () => new Date(moment).toISOString();
const put = (id: string) => void vendor.items.set(id, { id, updatedDate: stamp() });
const fill = (count: number) => {
  for (let number = 0; number < count; number += 1) put(`item-${String(number).padStart(6, "0")}`);
};

async function later(seconds: number): Promise<void> {
  moment += seconds * 1000;
  const aged = "due_at = due_at - make_interval(secs => $1)";
  await database.query(`UPDATE poll_schedule SET ${aged}`, [seconds]);
  await database.query(`UPDATE polls SET ${aged}`, [seconds]);
  vendor.calls = { all: 0, changed: 0, single: 0 };
  await poller.begin();
  await poller.idle();
  expect(faults).toEqual([]);
}

async function log(): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(
    "SELECT event_type || ' ' || resource_id AS line FROM events ORDER BY sequence",
  );
  return rows.map(({ line }) => line);
}

describe("a sweep", () => {
  test("is due every hour, not with every poll, and reports changes", async () => {
    fill(3);
    await poller.schedule();
    await later(0);
    expect(await log()).toEqual([]);
    await later(300);
    expect(vendor.calls).toEqual({ all: 0, changed: 0, single: 0 });
    put("item-000001");
    put("new");
    await later(hour);
    expect(await log()).toEqual(["UPDATED item-000001", "CREATED new"]);
    await later(hour);
    expect(await log()).toHaveLength(2);
  });

  test("finds deletions by comparing ids, with a tenth of the daily limit at most", async () => {
    // 1,440 calls a day, so that a sweep is due every day and may use 144 of them.
    poller = open({ ...ledgers, limits: [{ per: "connection", calls: 10, seconds: 600 }] });
    fill(6000);
    await poller.schedule();
    await later(0);
    vendor.items.delete("item-000002");
    vendor.items.delete("item-005999");
    const counts: number[] = [];
    for (let days = 0; days < 6; days += 1) {
      await later(24 * hour);
      counts.push(vendor.calls.all + vendor.calls.single);
    }
    expect((await log()).toSorted()).toEqual(["DELETED item-000002", "DELETED item-005999"]);
    expect(Math.max(...counts)).toBeLessThanOrEqual(144);
    // The list has sixty pages, so one comparison takes two days.
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(120);
  });

  test("does not take a record for deleted that moved to another page", async () => {
    fill(3000);
    await poller.schedule();
    await later(0);
    // Each page is read an hour later, and the first records move to the end meanwhile.
    for (let hours = 0; hours < 48; hours += 1) {
      const [first = ""] = vendor.items.keys();
      vendor.items.delete(first);
      put(first);
      await later(hour);
    }
    expect((await log()).filter((line) => line.startsWith("DELETED"))).toEqual([]);
  });

  test("becomes a poll as soon as the vendor reports nothing any more", async () => {
    fill(3);
    await poller.schedule();
    await later(0);
    poller = open(ledgers, { by: "nothing" });
    await poller.sweep();
    await later(600);
    put("item-000000");
    await later(600);
    expect(await log()).toEqual(["UPDATED item-000000"]);
  });
});

test("a poll that is dropped while it stores its results ends without a deadlock", async () => {
  fill(3);
  await poller.schedule();
  const due = await claimPoll(database, 60, { tenants: [], targetSystems: [] });
  if (due === undefined) throw new Error("No poll is due.");
  const key = { connectionId: due.connectionId, scope: "", resource: "ITEM" } as const;
  const snapshot = { id: "item-000000", fingerprint: Buffer.alloc(32) };
  let dropping: Promise<void> = Promise.resolve();
  await transaction(database, async (client) => {
    expect(await holdPoll(client, due)).toBe(true);
    dropping = transaction(database, (other) => adjustPolls(other, []));
    // Long enough for the other transaction to take its first lock.
    await expect.poll(waiting).toBe(1);
    expect(await saveSnapshots(client, key, [snapshot])).toBe(true);
  });
  await dropping;
  expect((await database.query("SELECT FROM polls")).rowCount).toBe(0);
});

/** The number of statements in this database that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
}
