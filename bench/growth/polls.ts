/** Polls of very many connections in real time: how evenly they are spread, and how late the latest starts. */
import { setTimeout as pause } from "node:timers/promises";
import { waitAfterPoll } from "../../src/core/changes/pollSchedule.ts";
import type { Database } from "../../src/store/postgres/database.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { type Bench, type Figure, median } from "../figure.ts";
import { type Neighbour, openWorkplace, processorTime, startNeighbour } from "../program.ts";
import { fillConnections, fillSubscriptions, storageIn } from "./rows.ts";

/** Every connection is polled once during the measurement. */
const perSecond = 10_000 / 600;
const allowed = 2;

export const polls: Bench = async ({ minutes }) => {
  const period = minutes * 60;
  const polled = Math.round(perSecond * period);
  const vendor = await startNeighbour("countingVendor", []);
  const workplace = await openWorkplace({
    SANDBOX_ENTRIES: "1000",
    TARGET_SITE_SANDBOX_KEY: vendor.url,
    TARGET_LIMITS: "off",
    POLL_SECONDS: String(period),
  });
  try {
    await (await workplace.start()).stop();
    const storage = await storageIn(workplace.folder);
    const [tenant] = await listTenants(storage.database);
    const made = await fillConnections(storage, [tenant?.id ?? ""], polled);
    const ids = made.map(({ id }) => id);
    await fillSubscriptions(storage.database, ids, "INVOICE");
    const program = await workplace.start();
    await schedule(storage.database, ids, period);
    const before = processorTime(program.process);
    const latest = await watch(storage.database, period);
    const processor = (processorTime(program.process) - before) / (period * 1000);
    await storage.close();
    await program.stop();
    return figuresOf(await begun(vendor, period), { polled, period, latest, processor });
  } finally {
    vendor.stop();
    await workplace.remove();
  }
};

/** The state just after a successful first poll of every connection. */
async function schedule(database: Database, ids: readonly string[], seconds: number): Promise<void> {
  const { rows } = await database.query<{ id: string; number: number }>(
    `WITH added AS (
       INSERT INTO polls (connection_id, resource, polled_until, scanned_at) SELECT id, 'INVOICE', now(), now() FROM unnest($1::text[]) AS id
       ON CONFLICT (connection_id, scope, resource) DO UPDATE SET polled_until = now(), scanned_at = now()
     )
     INSERT INTO poll_schedule (connection_id, due_at) SELECT id, now() + interval '1 day' FROM unnest($1::text[]) AS id
     ON CONFLICT (connection_id) DO UPDATE SET due_at = excluded.due_at RETURNING connection_id AS id, number`,
    [ids],
  );
  const now = Date.now();
  const waits = rows.map(({ number }) => waitAfterPoll({ seconds, number, wasFirst: true, now }));
  await database.query(
    `UPDATE poll_schedule s SET due_at = now() + make_interval(secs => wait)
     FROM unnest($1::text[], $2::float8[]) AS given (id, wait) WHERE s.connection_id = given.id`,
    [rows.map(({ id }) => id), waits],
  );
}

/** The largest delay of a poll in seconds, including polls that have not started. */
async function watch(database: Database, seconds: number): Promise<number> {
  let latest = 0;
  for (const ends = Date.now() + seconds * 1000; Date.now() < ends; await pause(1000)) {
    const { rows } = await database.query<{ late: number }>(
      `SELECT coalesce(extract(epoch FROM now() - min(due_at)), 0)::float AS late FROM poll_schedule
       WHERE due_at <= now() AND leased_until IS NULL`,
    );
    latest = Math.max(latest, rows[0]?.late ?? 0);
  }
  return latest;
}

/** The number of polls that started in each second, as counted by the vendor. */
async function begun({ process: child }: Neighbour, seconds: number): Promise<number[]> {
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, number>>>();
  child.once("message", resolve);
  child.send("seen");
  const counts = await promise;
  const first = Math.min(...Object.keys(counts).map(Number));
  return Array.from({ length: Math.floor(seconds * 0.9) - 1 }, (_, index) => counts[String(first + index)] ?? 0);
}

interface Watched {
  readonly polled: number;
  readonly period: number;
  readonly latest: number;
  readonly processor: number;
}

function figuresOf(each: readonly number[], { polled, period, latest, processor }: Watched): Figure[] {
  const mean = each.reduce((sum, count) => sum + count, 0) / each.length;
  const most = Math.max(...each);
  const how = `polls: ${polled} connections of one vendor, each polled every ${period} s, for ${period} s in real time; polls started per second as counted by the vendor; delay according to the schedule, sampled every second (the program used ${(processor * 100).toFixed(0)} % of a core)`;
  return [
    {
      what: `${polled} polled connections: most in a second`,
      measured: `${(most / mean).toFixed(2)} × the mean (${most} : ${mean.toFixed(1)}, median ${median(each)})`,
      target: `≤ ${allowed} ×`,
      met: most <= allowed * mean,
      how,
    },
    {
      what: `${polled} polled connections: the latest`,
      measured: `${latest.toFixed(1)} s late`,
      target: `≤ ${period} s`,
      met: latest <= period,
      how,
    },
  ];
}
