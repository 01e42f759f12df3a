/** Polls of a vendor's lists, with a test clock and a real database. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connector, ListCall, ListHandler } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import { type Session } from "../../src/contract/session.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { openPoller, type Poller } from "../../src/core/changes/poller.ts";
import { waitAfterPoll } from "../../src/core/changes/pollSchedule.ts";
import { masterKey, newMasterKey, openVault } from "../../src/core/secrets/vault.ts";
import { addUsage, setBudget } from "../../src/store/log/vendorUsage.ts";
import { type Database, migrate } from "../../src/store/postgres/database.ts";
import { reportFigure } from "../faults/scale.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";

interface Item {
  readonly id: string;
  readonly name: string;
  readonly updatedDate?: string;
}

/** The vendor's records and the requests that it received. */
const vendor = {
  items: [] as Item[],
  contacts: [] as Item[],
  hasTotal: true,
  requests: [] as ListCall[],
  /** Runs before a page is read. */
  meanwhile: async (_call: ListCall): Promise<void> => {},
};

type VendorList = "items" | "contacts";
const listing = (things: VendorList, more: Partial<ListHandler<never>> = {}): ListHandler<never> => ({
  fields: {},
  filters: ["lastModifiedAt"],
  orders: [],
  requires: [],
  ...more,
  list: async (call) => {
    vendor.requests.push(call);
    await vendor.meanwhile(call);
    const { page = 1, limit = 100 } = call.window ?? {};
    const since = call.filters.lastModifiedAt?.getTime() ?? 0;
    const isRecent = ({ updatedDate = "2100-01-01" }: Item) => Date.parse(updatedDate) >= since;
    const found = since === 0 ? vendor[things] : vendor[things].filter(isRecent);
    const records = found.slice((page - 1) * limit, page * limit) as never[];
    return { records, raw: [], ...(vendor.hasTotal && { total: found.length }) };
  },
});

const ledgers: Connector = {
  id: "ledgers",
  name: "Ledgers",
  about: "A vendor without webhooks.",
  site: "https://ledgers.example",
  signIn: { kind: "apiKey", asks: [], headers: {} },
  needs: [],
  proof: "/me",
  refusals: { message: () => undefined },
  rawData: false,
  operations: { "items.list": listing("items"), "contacts.list": listing("contacts", { filters: [] }) },
};

const vault = openVault([masterKey(newMasterKey())]);
let fresh: FreshDatabase;
let database: Database;
let tenantId = "";
let connectionId = "";
let moment = Date.parse("2026-03-02T12:00:00Z");
let poller: Poller;
const faults: unknown[] = [];

const open = (connector: Connector = ledgers) =>
  openPoller({
    database,
    vault,
    pollEverySeconds: 300,
    now: () => moment,
    random: () => 0.5,
    connectors: new Map([[connector.id, connector]]),
    openSession: async () => ({}) as Session,
    reportChannelOf: () => ({ by: "nothing" }),
    onFault: (error) => faults.push(error),
  });

beforeAll(async () => {
  fresh = await freshDatabase();
  ({ database } = fresh);
  await migrate(database);
  tenantId = await createTenant(database, "Neuland");
});
afterAll(() => fresh.drop());

beforeEach(async () => {
  await database.query("DELETE FROM events; DELETE FROM connections");
  Object.assign(vendor, { items: [], contacts: [], hasTotal: true, requests: [], meanwhile: async () => {} });
  faults.length = 0;
  await createConnection(database, vault, { tenantId, targetSystem: "ledgers", credentials: {} });
  connectionId = (await database.query<{ id: string }>("SELECT id FROM connections")).rows[0]?.id ?? "";
  poller = open();
});

async function subscribe(resource: string | null): Promise<void> {
  await database.query(
    `INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, resource, secret, expires_at)
     VALUES (gen_random_uuid()::text, $1, $2, 'https://x.example', $3, '', now() + interval '1 day')`,
    [tenantId, connectionId, resource],
  );
  await poller.schedule();
}

/** Polls five minutes later. */
async function poll(): Promise<void> {
  moment += 300_000;
  vendor.requests = [];
  await database.query("UPDATE poll_schedule SET due_at = now()");
  await poller.begin();
  await poller.idle();
  expect(faults).toEqual([]);
}

async function log(): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(
    "SELECT event_type || ' ' || resource || ' ' || resource_id AS line FROM events ORDER BY sequence",
  );
  return rows.map(({ line }) => line);
}

const item = (id: string, name = "Nagel", updated = moment): Item => ({
  id,
  name,
  updatedDate: `${new Date(updated).toISOString().slice(0, 19)}Z`,
});
const many = (count: number) => Array.from({ length: count }, (_, number) => item(`item-${number}`));

describe("a poll", () => {
  test("of more records than are held in memory finds deleted records", async () => {
    const contacts = many(12_000);
    vendor.contacts = contacts;
    await subscribe("CONTACT");
    await poll();
    await poll();
    expect(await log()).toEqual([]);
    const gone = ["item-7", "item-6000", "item-11999"];
    vendor.contacts = [...contacts.filter(({ id }) => !gone.includes(id)), item("late")];
    await poll();
    expect((await log()).sort()).toEqual(["CREATED CONTACT late", ...gone.map((id) => `DELETED CONTACT ${id}`).sort()]);
    reportFigure(
      "H13",
      `a poll of ${contacts.length} records, more than it holds in memory, found the ${gone.length} deleted ones`,
    );
  });

  test("sets a baseline first, then reports new, changed and deleted records", async () => {
    vendor.items = many(250);
    await subscribe("ITEM");
    await poll();
    expect(await log()).toEqual([]);
    expect(vendor.requests.map(({ window }) => window?.page)).toEqual([1, 2, 3]);
    await poll();
    expect(await log()).toEqual([]);
    // One page of changes, and one for the total.
    expect(
      vendor.requests.map(({ window, filters }) => [window?.limit, filters.lastModifiedAt?.toISOString()]),
    ).toEqual([
      [100, new Date(moment - 300_000 - 120_000).toISOString()],
      [5, undefined],
    ]);
    vendor.items = [...vendor.items.slice(2), item("item-1", "Schraube"), item("new")];
    await poll();
    expect(await log()).toEqual(["UPDATED ITEM item-1", "CREATED ITEM new", "DELETED ITEM item-0"]);
    await poll();
    expect(await log()).toHaveLength(3);
  });

  test("reads the largest pages that the vendor offers", async () => {
    vendor.items = many(1200);
    poller = open({ ...ledgers, operations: { "items.list": listing("items", { largestPage: 1000 }) } });
    await subscribe("ITEM");
    await poll();
    expect(vendor.requests.map(({ window }) => window)).toEqual([
      { page: 1, limit: 1000 },
      { page: 2, limit: 1000 },
    ]);
    vendor.items = vendor.items.slice(1);
    await poll();
    expect(await log()).toEqual(["DELETED ITEM item-0"]);
  });

  test("reads a page in parts if it is too large, and the later ones too", async () => {
    vendor.items = many(620);
    vendor.meanwhile = async ({ window }) => {
      if (window?.limit === 500) throw new Failure("target_bad_response", "The response is too large.");
    };
    poller = open({ ...ledgers, operations: { "items.list": listing("items", { largestPage: 500 }) } });
    await subscribe("ITEM");
    await poll();
    expect(vendor.requests.map(({ window }) => [window?.page, window?.limit])).toEqual([
      [1, 500],
      ...Array.from({ length: 14 }, (_, part) => [part + 1, 50]),
    ]);
    vendor.items = vendor.items.filter(({ id }) => id !== "item-619");
    await poll();
    expect(await log()).toEqual(["DELETED ITEM item-619"]);
  });

  test("does not read the whole list if the vendor reports deletions", async () => {
    let deleted: readonly string[] = [];
    const list = listing("items", { deletedSince: async () => deleted });
    poller = open({ ...ledgers, operations: { "items.list": list } });
    vendor.items = many(250);
    await subscribe("ITEM");
    await poll();
    vendor.items = vendor.items.slice(1);
    deleted = ["item-0", "came and went"];
    await poll();
    expect(await log()).toEqual(["DELETED ITEM item-0"]);
    expect(vendor.requests.map(({ window }) => window?.limit)).toEqual([100, 5]);
    await poll();
    expect(await log()).toHaveLength(1);
  });

  test("reads the whole list if it has no filter for changes", async () => {
    vendor.contacts = [
      { id: "one", name: "A" },
      { id: "two", name: "B" },
    ];
    await subscribe("CONTACT");
    await poll();
    vendor.contacts = [
      { id: "one", name: "Z" },
      { id: "three", name: "C" },
    ];
    await poll();
    expect(await log()).toEqual(["UPDATED CONTACT one", "CREATED CONTACT three", "DELETED CONTACT two"]);
  });

  test("reports a deletion only if the record is missing twice", async () => {
    vendor.items = many(201);
    await subscribe("ITEM");
    await poll();
    // A record is deleted while pages are read, so another one moves from the second page to the first, already read one.
    let slipped = false;
    vendor.items = vendor.items.slice(1);
    vendor.meanwhile = async ({ window, filters }) => {
      if (slipped || window?.page !== 2 || filters.lastModifiedAt) return;
      slipped = true;
      vendor.items = vendor.items.slice(1);
    };
    await poll();
    expect(slipped).toBe(true);
    expect(await log()).toEqual(["DELETED ITEM item-0"]);
    await poll();
    expect(await log()).toEqual(["DELETED ITEM item-0", "DELETED ITEM item-1"]);
  });

  test("reports no deletion while a record has no id, because it may be the missing one", async () => {
    vendor.contacts = [
      { id: "one", name: "A" },
      { id: "two", name: "B" },
    ];
    await subscribe("CONTACT");
    await poll();
    vendor.contacts = [
      { id: "", name: "A" },
      { id: "three", name: "C" },
    ];
    await poll();
    expect(await log()).toEqual(["CREATED CONTACT three"]);
    vendor.contacts = vendor.contacts.slice(1);
    await poll();
    expect(await log()).toEqual(["CREATED CONTACT three", "DELETED CONTACT one", "DELETED CONTACT two"]);
  });

  test("compares all ids once a day if the vendor reports no total", async () => {
    vendor.items = many(3);
    vendor.hasTotal = false;
    await subscribe("ITEM");
    await poll();
    vendor.items = vendor.items.slice(1);
    await poll();
    expect(await log()).toEqual([]);
    moment += 24 * 3_600_000;
    await poll();
    expect(await log()).toEqual(["DELETED ITEM item-0"]);
  });

  test("with a filter by day starts with a day that has not ended in every time zone", async () => {
    poller = open({ ...ledgers, operations: { "items.list": listing("items", { modifiedBy: "day" }) } });
    moment = Date.parse("2026-03-02T09:00:00Z");
    await subscribe("ITEM");
    await poll();
    await poll();
    expect(vendor.requests[0]?.filters.lastModifiedAt?.toISOString()).toBe("2026-03-01T00:00:00.000Z");
  });

  test("gives a record without a date of change a date by which the list finds it", async () => {
    const usual = listing("items");
    const silent: ListHandler<never> = {
      ...usual,
      list: async (call, session) => {
        const { records, ...rest } = await usual.list(call, session);
        const shown = (records as readonly Item[]).map(({ updatedDate: _unsaid, ...record }) => record);
        return { ...rest, records: shown as never[] };
      },
    };
    poller = open({ ...ledgers, operations: { "items.list": silent } });
    await subscribe("ITEM");
    await poll();
    vendor.items = [item("new", "Nagel", moment + 1000)];
    await poll();
    expect(await log()).toEqual(["CREATED ITEM new"]);
    const { rows } = await database.query<{ at: Date }>("SELECT changed_at AS at FROM events");
    const filters = { lastModifiedAt: rows[0]?.at ?? new Date() };
    expect(await silent.list({ ids: {}, filters }, {} as Session)).toMatchObject({ records: [{ id: "new" }] });
  });

  test("records nothing if another worker has taken it over", async () => {
    vendor.items = many(2);
    await subscribe("ITEM");
    await poll();
    vendor.items = [...vendor.items, item("new")];
    vendor.meanwhile = async () => void (await database.query("UPDATE poll_schedule SET fence = fence + 1"));
    await poll();
    expect(await log()).toEqual([]);
    vendor.meanwhile = async () => {};
    await database.query("UPDATE poll_schedule SET leased_until = NULL");
    await poll();
    expect(await log()).toEqual(["CREATED ITEM new"]);
  });
});

describe("polling", () => {
  test("ends without subscriptions, and starts with a new baseline later", async () => {
    vendor.items = many(2);
    await subscribe("ITEM");
    await poll();
    await database.query("DELETE FROM subscriptions");
    await poller.sweep();
    expect((await database.query("SELECT FROM record_snapshots")).rowCount).toBe(0);
    expect((await database.query("SELECT FROM poll_schedule")).rowCount).toBe(0);
    vendor.items = [...vendor.items, item("new")];
    await subscribe(null);
    await poll();
    expect(await log()).toEqual([]);
  });

  test("pauses while the connection needs reauthorisation, and catches up afterwards", async () => {
    await subscribe("ITEM");
    await poll();
    await database.query("UPDATE connections SET state = 'needs_reauth'");
    vendor.items = many(1);
    await poll();
    expect(vendor.requests).toEqual([]);
    await database.query("UPDATE connections SET state = 'active'");
    await poll();
    expect(await log()).toEqual(["CREATED ITEM item-0"]);
  });

  test("continues with other lists if one is refused, and backs off while the vendor is down", async () => {
    const refuse = (code: "target_forbidden" | "target_unavailable") => async (call: ListCall) => {
      // Refuse the second list, which is recognised by its position.
      if (code === "target_unavailable" || vendor.requests.indexOf(call) >= 1) throw new Failure(code, "No.");
    };
    await subscribe(null);
    await poll();
    vendor.contacts = [{ id: "one", name: "A" }];
    vendor.meanwhile = refuse("target_forbidden");
    await poll();
    expect(await log()).toEqual(["CREATED CONTACT one"]);
    const schedule = async () => {
      const { rows } = await database.query<{ seconds: number; failures: number; last_fault: string | null }>(
        "SELECT round(extract(epoch FROM due_at - now()))::int AS seconds, failures, last_fault FROM poll_schedule",
      );
      return rows[0];
    };
    const { rows } = await database.query<{ number: number }>("SELECT number FROM poll_schedule");
    const wait = waitAfterPoll({ seconds: 300, number: rows[0]?.number ?? 0, wasFirst: false, now: moment });
    // The time that passes before the schedule is read counts too.
    const about = (planned: number) =>
      expect.toSatisfy((seconds: number) => seconds <= planned + 1 && seconds > planned - 60) as number;
    const usual = { seconds: about(wait), failures: 0 };
    expect(await schedule()).toEqual({ ...usual, last_fault: "target_forbidden" });
    vendor.meanwhile = refuse("target_unavailable");
    await poll();
    expect(await schedule()).toEqual({ seconds: about(630), failures: 1, last_fault: "target_unavailable" });
    await poll();
    expect(await schedule()).toEqual({ seconds: about(1260), failures: 2, last_fault: "target_unavailable" });
    vendor.meanwhile = async () => {};
    await poll();
    expect(await schedule()).toEqual({ ...usual, last_fault: null });
  });

  test("slows down as the tenant's budget for the vendor is used up", async () => {
    await subscribe(null);
    const secondsAfter = async (calls: number) => {
      await setBudget(database, tenantId, { targetSystem: "ledgers", callsPerDay: 100, bytesPerDay: null });
      await database.query("DELETE FROM vendor_usage");
      const day = new Date().toISOString().slice(0, 10);
      const bytes = { bytesSent: 0, bytesReceived: 0, errors: 0 };
      await addUsage(database, [
        { day, connectionId, tenantId, targetSystem: "ledgers", cause: "caller", calls, ...bytes },
      ]);
      await poll();
      const { rows } = await database.query<{ seconds: number }>(
        "SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM poll_schedule",
      );
      return rows[0]?.seconds ?? 0;
    };
    await poll();
    // A poll waits for at least half of its interval, and at most one and a half times.
    expect(await secondsAfter(49)).toBeLessThanOrEqual(450);
    const halved = await secondsAfter(50);
    expect(halved).toBeGreaterThan(240);
    expect(halved).toBeLessThanOrEqual(900);
    expect(await secondsAfter(100)).toBeGreaterThan(1700);
    await setBudget(database, tenantId, { targetSystem: "ledgers", callsPerDay: null, bytesPerDay: null });
  });

  test("reads a few connections at a time, each once", async () => {
    for (let count = 0; count < 30; count++)
      await createConnection(database, vault, { tenantId, targetSystem: "ledgers", credentials: {} });
    await database.query(
      `INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, resource, secret, expires_at)
       SELECT id, tenant_id, id, 'https://x.example', 'ITEM', '', now() + interval '1 day' FROM connections`,
    );
    await poller.schedule();
    let running = 0;
    let most = 0;
    vendor.meanwhile = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    await poll();
    expect(vendor.requests).toHaveLength(31);
    expect(most).toBeLessThanOrEqual(8);
    expect((await database.query("SELECT FROM poll_schedule WHERE due_at > now()")).rowCount).toBe(31);
  });
});
