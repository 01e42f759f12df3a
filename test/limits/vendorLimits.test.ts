/** Vendors' rate limits across processes (R14 in small). */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallWindow, partsOf } from "../../src/core/limits/limits.ts";
import { openSharedCounts } from "../../src/core/limits/sharedCounts.ts";
import { type Database, migrate, openDatabase, transaction } from "../../src/store/postgres/database.ts";
import { blockLimit, pruneVendorLimits, takeCalls } from "../../src/store/vendorLimits.ts";
import { reportFigure, scaled } from "../faults/scale.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import { serveHttp, serveSocket } from "../support/loopback.ts";

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.database);
});
afterAll(() => fresh.drop());

const taking = ({ key, calls, seconds }: CallWindow, wanted: number, database: Database = fresh.database) =>
  takeCalls(database, [{ key, most: calls, ...partsOf({ key, calls, seconds }) }], wanted);

test("concurrent processes together get as many permits as one process would", async () => {
  const pools = Array.from({ length: 5 }, () => openDatabase({ url: fresh.url, connections: 2, onLost: () => {} }));
  const window = { key: "at once", calls: 100, seconds: 60 };
  const began = Date.now();
  const takenAt = async (pool: Database) => ({ ...(await taking(window, 3, pool)), at: Date.now() });
  const taken = await Promise.all(pools.flatMap((pool) => Array.from({ length: 20 }, () => takenAt(pool))));
  await Promise.all(pools.map((pool) => pool.end()));
  expect(taken.reduce((all, { permits }) => all + permits, 0)).toBe(100);
  const refused = taken.filter(({ permits }) => permits === 0);
  expect(refused.length).toBeGreaterThan(50);
  for (const { wait } of refused) expect(wait).toBeLessThanOrEqual(64);
  // Nobody may come back before the whole window has passed.
  for (const { wait, at } of refused) expect(at + wait * 1000).toBeGreaterThanOrEqual(began + 60_000);
});

test("permits of several windows are taken together, in any order, or not at all", async () => {
  const windows = [
    { key: "b short", most: 2, width: 60, parts: 61 },
    { key: "a long", most: 50, width: 60, parts: 61 },
  ];
  const orders = Array.from({ length: 30 }, (_, call) => (call % 2 ? windows : windows.toReversed()));
  const taken = await Promise.all(orders.map((order) => takeCalls(fresh.database, order, 1)));
  expect(taken.filter(({ permits }) => permits > 0).length).toBe(2);
  const { rows } = await fresh.database.query<{ key: string; all: number }>(
    "SELECT key, (SELECT sum(c)::int FROM unnest(calls) c) AS all FROM vendor_limits WHERE key = ANY ($1) ORDER BY key",
    [["a long", "b short"]],
  );
  expect(rows).toEqual([
    { key: "a long", all: 2 },
    { key: "b short", all: 2 },
  ]);
});

test("two processes that add the same windows do not deadlock", async () => {
  const windows = ["second", "first"].map((key) => ({ key, most: 2, width: 60, parts: 61 }));
  const add = "INSERT INTO vendor_limits (key) VALUES ($1)";
  const isWaiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  const [taken] = await transaction(fresh.database, async (other) => {
    await other.query(add, ["first"]);
    const taking = takeCalls(fresh.database, windows, 1);
    await expect.poll(async () => (await fresh.database.query(isWaiting)).rows).toEqual([{ waiting: 1 }]);
    await other.query(add, ["second"]);
    return [taking];
  });
  expect(await taken).toEqual({ permits: 1, wait: 0 });
});

test("a window releases its permits no sooner than announced", async () => {
  const window = { key: "short", calls: 2, seconds: 0.5 };
  const began = Date.now();
  expect(await taking(window, 5)).toEqual({ permits: 2, wait: 0 });
  await expect.poll(async () => (await taking(window, 5)).permits, { interval: 20 }).toBe(2);
  expect(Date.now()).toBeGreaterThanOrEqual(began + 500);
});

test("grants more permits than requested if many are free, so that few calls need a query", async () => {
  const window = { key: "plenty", calls: 60, seconds: 60 };
  expect((await taking(window, 1)).permits).toBe(6);
  expect((await taking({ ...window, calls: 8 }, 1)).permits).toBe(1);
});

test("a limit closed by the vendor stays closed for all processes until the given time", async () => {
  const window = { key: "closed", calls: 60, seconds: 60 };
  await blockLimit(fresh.database, window.key, 30);
  await blockLimit(fresh.database, window.key, 5);
  const { permits, wait } = await taking(window, 1);
  expect(permits).toBe(0);
  expect(Math.round(wait)).toBe(30);
});

test("deletes unused counts and keeps others", async () => {
  await taking({ key: "old", calls: 5, seconds: 60 }, 1);
  await taking({ key: "new", calls: 5, seconds: 60 }, 1);
  await fresh.database.query("UPDATE vendor_limits SET used_at = now() - interval '3 days' WHERE key = 'old'");
  await pruneVendorLimits(fresh.database);
  const { rows } = await fresh.database.query("SELECT key FROM vendor_limits WHERE key IN ('old', 'new')");
  expect(rows).toEqual([{ key: "new" }]);
});

test("counts in the process itself while the database does not respond", async () => {
  const silent = await serveSocket(() => {});
  const url = `postgres://k@127.0.0.1:${silent.port}/k`;
  const dead = openDatabase({ url, connections: 1, onLost: () => {} });
  const faults: unknown[] = [];
  const counts = openSharedCounts({ database: dead, now: Date.now, onFault: (error) => void faults.push(error) });
  const windows = [{ key: "alone", calls: 5, seconds: 60 }];
  expect(await counts.take(windows, 3)).toEqual({ permits: 3, waitMs: 0 });
  expect(await counts.take(windows, 3)).toEqual({ permits: 2, waitMs: 0 });
  expect((await counts.take(windows, 3)).permits).toBe(0);
  // The database is asked once, and then not again for a while.
  expect(faults).toHaveLength(1);
  await silent.close();
  await dead.end();
});

interface Report {
  readonly queries: number;
  readonly faults: number;
  readonly refusals: number;
}

async function callers(count: number, parameters: readonly (string | number)[]): Promise<Report[]> {
  const program = join(import.meta.dirname, "vendorLimits", "caller.ts");
  return Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, [program, ...parameters.map(String)]);
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return out === "" ? expect.fail(err) : (JSON.parse(out) as Report);
    }),
  );
}

/** A vendor that enforces a sliding limit to the millisecond. */
async function strictVendor(calls: number, seconds: number) {
  const taken: number[] = [];
  let refused = 0;
  const { url, close } = await serveHttp((request, response) => {
    if (request.url === "/warm-up") {
      response.end("{}");
      return;
    }
    const now = performance.now();
    const recent = taken.filter((moment) => now - moment < seconds * 1000).length;
    if (recent >= calls) {
      refused++;
      response.writeHead(429, { "retry-after": "1" }).end("{}");
      return;
    }
    taken.push(now);
    response.end("{}");
  });
  return { url, close, taken, refused: () => refused };
}

test("five processes with a long queue share a vendor's limit and make every call", async () => {
  const limit = scaled(60, 20);
  const seconds = scaled(60, 10);
  const each = scaled(200, 16);
  const all = 5 * each;
  const vendor = await strictVendor(limit, seconds);
  await callers(5, [fresh.url, vendor.url, each, limit, seconds]);
  await vendor.close();
  expect(vendor.taken).toHaveLength(all);
  // On a busy machine a call may reach the vendor later than the limiter allows for. Processes that counted alone would
  // be refused several times as often.
  expect(vendor.refused()).toBeLessThan(limit);
  // Without the first window, in which processes still start, and the last one, in which some are done.
  const from = vendor.taken[limit] ?? 0;
  const to = vendor.taken[all - limit] ?? 0;
  const used = (all - 2 * limit) / ((limit * (to - from)) / (seconds * 1000));
  reportFigure(
    "R14",
    `${vendor.refused()} of ${all} refused at ${limit} in ${seconds} s, ${(100 * used).toFixed(1)} % used`,
    vendor.refused() === 0 && used >= 0.9,
  );
});

test("one process queries the database far less often than it calls the vendor", async () => {
  const vendor = await strictVendor(600, 60);
  const [report] = await callers(1, [fresh.url, vendor.url, 500, 600, 60]);
  await vendor.close();
  expect(vendor.taken).toHaveLength(500);
  // On a fast machine about a dozen; on a busy one more permits expire unused.
  expect(report?.queries).toBeLessThan(250);
});
