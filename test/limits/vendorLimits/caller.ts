/** A process that makes calls as fast as allowed: `caller.ts <database> <vendor> <calls> <limit> <seconds>`. */
import { setTimeout as pause } from "node:timers/promises";
import type { Connector } from "../../../src/contract/connector.ts";
import { Failure } from "../../../src/contract/failure.ts";
import { openLimiter } from "../../../src/core/limits/limiter.ts";
import { limitsOf } from "../../../src/core/limits/limits.ts";
import { openSharedCounts } from "../../../src/core/limits/sharedCounts.ts";
import { openHttpClient } from "../../../src/core/outbound/client.ts";
import { makePermits } from "../../../src/core/session/permits.ts";
import { createSession } from "../../../src/core/session/session.ts";
import { openDatabase } from "../../../src/store/postgres/database.ts";

const [url = "", site = "", wanted, limit, seconds] = process.argv.slice(2);
const database = openDatabase({ url, connections: 5, onLost: () => {} });
const outbound = openHttpClient({ allowPrivate: true });
const connector: Connector = {
  id: "tulip",
  name: "Tulip Books",
  about: "A vendor that exists only in tests.",
  site,
  signIn: { kind: "apiKey", asks: [], headers: {} },
  needs: [],
  proof: "/",
  refusals: { message: () => undefined },
  rawData: false,
  operations: {},
  limits: [{ per: "connection", calls: Number(limit), seconds: Number(seconds) }],
};
const totals = { queries: 0, faults: 0, refusals: 0 };
const query = database.query.bind(database) as (...parameters: unknown[]) => unknown;
Object.assign(database, { query: (...parameters: unknown[]) => (totals.queries++, query(...parameters)) });

const counts = openSharedCounts({ database, now: Date.now, onFault: () => void totals.faults++ });
const permits = makePermits({
  limiter: openLimiter(counts, Date.now),
  connector,
  priority: "caller",
  waitMs: 60_000,
  now: Date.now,
  limits: limitsOf(connector, { connection: "k1", client: "", scope: undefined }),
});
const session = createSession({
  connector,
  outbound,
  site,
  permits,
  log: { debug: () => {} },
  clock: Date.now,
  connection: { credentials: {} },
});

/** Retries after `Retry-After`, as a caller should. */
async function read(): Promise<void> {
  try {
    await session.read("/");
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "target_rate_limited") throw error;
    totals.refusals++;
    await pause((error.details.retryAfter ?? 60) * 1000);
    await read();
  }
}

// Open connections to the vendor and to the database before counting starts.
const unlimited = createSession({
  connector,
  outbound,
  site,
  log: { debug: () => {} },
  clock: Date.now,
  connection: { credentials: {} },
});
await Promise.all(Array.from({ length: 20 }, () => unlimited.read("/warm-up")));
await counts.take([{ key: "warm-up", calls: 1000, seconds: 60 }], 1);
totals.queries = 0;

// As many in parallel as may wait for one connection.
let left = Number(wanted);
const visitor = async (): Promise<void> => {
  while (left-- > 0) await read();
};
await Promise.all(Array.from({ length: 50 }, visitor));
process.stdout.write(JSON.stringify(totals));
await outbound.close();
await database.end();
