/** The wall clocks of the processes and of the database jump under load (R19). */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Demo } from "../../src/core/accounts/demo.ts";
import { type Database, openDatabase } from "../../src/store/postgres/database.ts";
import { patience, reportFigure, scaled } from "../faults/scale.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import { invoice, note } from "../support/events.ts";
import { serveHttp } from "../support/loopback.ts";
import { type Kontor, kontor } from "../support/process.ts";
import { makeClockMovable, setDatabaseClock } from "./clocks/movableDatabase.ts";

const day = 86_400;
/** In seconds from the right time. */
const shifts = [-60, 0, 40 * day, 0, -365 * day, 0];

let folder = "";
let fresh: FreshDatabase;
let database: Database;
let processes: Kontor[] = [];
let demo: Demo;
let receiver: Awaited<ReturnType<typeof serveHttp>>;
const deliveries: { readonly id: string; readonly record: string }[] = [];

const settings = () => ({
  DATABASE_URL: fresh.url,
  DATA_DIR: folder,
  PORT: "0",
  // The load has no rate, so a fast machine would exceed the default limit.
  RATE_LIMIT: "100000",
  SANDBOX_ENTRIES: "1000",
  ALLOW_PRIVATE_NETWORK: "true",
  LOG_LEVEL: "info",
  CLOCK_FILE: join(folder, "clock"),
  NODE_OPTIONS: `--import=${join(import.meta.dirname, "clocks/movableDate.ts")}`,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-clocks-"));
  await writeFile(join(folder, "clock"), "0");
  fresh = await freshDatabase();
  await makeClockMovable(fresh.database);
  database = openDatabase({ url: fresh.url, connections: 2, onLost: () => {} });
  receiver = await serveHttp((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      const { resourceId } = JSON.parse(text) as { resourceId: string };
      deliveries.push({ id: String(request.headers["webhook-id"]), record: resourceId });
      response.end();
    });
  });
  const service = kontor(["start"], settings());
  processes = [service];
  await service.until(/is running\.[^]*Demo keys/);
  demo = JSON.parse(await readFile(join(folder, "demo.json"), "utf8")) as Demo;
  const worker = kontor(["worker"], settings());
  processes.push(worker);
  await worker.until(/The worker is running/);
});
afterAll(async () => {
  for (const { process } of processes.toReversed()) process.kill("SIGTERM");
  await Promise.all(processes.map(({ ended }) => ended));
  await receiver.close();
  await database.end();
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly id: string | undefined;
}

async function call(method: "GET" | "POST", path: string, body?: object): Promise<Answer> {
  const answer = await fetch(demo.baseUrl + path, {
    method,
    headers: { "x-api-key": demo.apiKey, "x-account-key": demo.accountKey, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data } = (await answer.json()) as { data?: { id?: string } };
  return { status: answer.status, id: data?.id };
}

test("no caller is refused, no event is lost or delivered twice, and schedules go on", async () => {
  const subscribed = await call("POST", "/webhooks", { callbackUrl: receiver.url, resource: "INVOICE" });
  expect(subscribed.status).toBe(201);
  const { id: connectionId = "" } = await call("GET", "/auth/connection");

  const statuses: number[] = [];
  const noted: string[] = [];
  const load = new AbortController();
  const { signal } = load;
  const readers = Array.from({ length: 3 }, async () => {
    while (!signal.aborted) {
      statuses.push((await call("GET", "/accounting/units?limit=5")).status);
      await pause(20);
    }
  });
  const writer = (async () => {
    for (let count = 0; !signal.aborted; count++) {
      const body = { contactType: "COMPANY", companyName: `Uhr ${count}` };
      statuses.push((await call("POST", "/accounting/customers", body)).status);
      // Not through the sandbox, whose clock is that of the database: a vendor's clock does not jump with ours.
      await note(database, connectionId, [invoice(`inv-${count}`)]);
      noted.push(`inv-${count}`);
      await pause(100);
    }
  })();
  const timeout = patience(60_000);
  for (const shift of shifts) {
    const before = { calls: statuses.length, noted: noted.length };
    await Promise.all([writeFile(join(folder, "clock"), String(shift)), setDatabaseClock(database, shift)]);
    await expect.poll(() => statuses.length, { timeout }).toBeGreaterThan(before.calls + scaled(1000, 30));
    await expect.poll(() => noted.length, { timeout }).toBeGreaterThan(before.noted + scaled(100, 5));
    await pause(scaled(30_000, 2500));
  }
  load.abort();
  await Promise.all([...readers, writer]);

  expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
  const received = () => new Set(deliveries.map(({ record }) => record));
  await expect.poll(() => noted.filter((id) => !received().has(id)), { timeout: 60_000 }).toEqual([]);
  const twice = deliveries.length - new Set(deliveries.map(({ id }) => id)).size;
  expect(twice).toBe(0);
  // A list is due within its interval: every few minutes, or once a day if the vendor reports its changes.
  const { rows } = await database.query<{ late: number }>(
    `SELECT count(*)::int AS late FROM poll_schedule s WHERE due_at > now() + interval '1 hour' + make_interval(secs =>
         (SELECT coalesce(max(every_seconds), 0) FROM polls WHERE polls.connection_id = s.connection_id))`,
  );
  expect(rows).toEqual([{ late: 0 }]);
  reportFigure(
    "R19",
    `${statuses.length} calls, ${noted.length} writes and ${deliveries.length} deliveries during ${shifts.length} jumps: none refused, lost or doubled`,
  );
});
