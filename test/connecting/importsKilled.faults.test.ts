/** An import of 10,000 connections whose process is killed again and again: nothing is done twice (R24). */
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingsFor, simulationOf } from "../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../simulators/start.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { migrate } from "../../src/store/postgres/database.ts";
import { patience, reportFigure, scaled } from "../faults/scale.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import { type Grant, grantElsewhere, sentTokens } from "../support/grantsElsewhere.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { type Kontor, kontor } from "../support/process.ts";
import { connectorOf } from "../support/vendors.ts";

const connections = scaled(10_000, 150);
const kills = scaled(20, 5);
/** Entries that one process tries at a time. */
const atOnce = 4;

let simulator: Simulator;
let fresh: FreshDatabase;
let folder = "";
let apiKey = "";
let running: Running;

interface Running {
  readonly program: Kontor;
  readonly processId: number;
  readonly call: Call;
}

beforeAll(async () => {
  simulator = await startSimulator(await simulationOf("xero"));
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "kontor-imports-"));
  await migrate(fresh.database);
  ({ apiKey } = await createApiKey(fresh.database, await createTenant(fresh.database, "Neuland")));
  running = await startProgram();
});
afterAll(async () => {
  await kill();
  await simulator.close();
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

const master = randomBytes(32).toString("base64");

async function startProgram(): Promise<Running> {
  const program = kontor(["start"], {
    DATABASE_URL: fresh.url,
    KONTOR_MASTER_KEYS: master,
    DATA_DIR: folder,
    PORT: "0",
    LOG_LEVEL: "warn",
    SANDBOX_ENTRIES: "1000",
    RATE_LIMIT: "10000",
    ALLOW_PRIVATE_NETWORK: "true",
    ...settingsFor(connectorOf("xero"), simulator),
  });
  await program.until(/is running/);
  const note = JSON.parse(await readFile(join(folder, "running.json"), "utf8")) as Record<string, string>;
  return { program, processId: Number(note["process"]), call: makeCall(note["localUrl"] ?? "", apiKey) };
}

async function kill(): Promise<void> {
  process.kill(running.processId, "SIGKILL");
  await running.program.ended;
}

/** How many entries have ended. */
async function endedEntries(): Promise<number> {
  const { rows } = await fresh.database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM import_entries WHERE state IN ('connected', 'failed')",
  );
  return rows[0]?.count ?? 0;
}

interface Task {
  readonly status: string;
  readonly connected: number;
  readonly failed: number;
  readonly responseData: readonly {
    readonly accountKey?: string;
    readonly error?: { readonly code: string; readonly message: string };
  }[];
}

test("each refresh token is sent once, and every connection is reported", async () => {
  const { clientId, clientSecret } = simulator.vendor.access.oauthClient ?? {};
  const client = { targetSystem: "xero", clientId, clientSecret, customValues: [] };
  await running.call("POST", "/tenants/register-system", { body: client });
  const grants: Grant[] = [];
  for (let index = 0; index < connections; index++) grants.push(await grantElsewhere(simulator));
  simulator.exchanges();
  const body = {
    connections: grants.map((grant, index) => ({
      endUserId: `user-${index}`,
      endUserName: `User ${index}`,
      ...grant,
    })),
  };
  const began = performance.now();
  const started = await running.call("POST", "/auth/import/xero", { body });
  expect(started.status, started.text).toBe(202);
  const taskId = started.data["taskId"] ?? "";

  for (let index = 1; index <= kills; index++) {
    const enough = Math.floor((connections * index) / (kills + 1));
    await expect.poll(endedEntries, { timeout: patience(120_000), interval: 10 }).toBeGreaterThanOrEqual(enough);
    await kill();
    running = await startProgram();
  }
  await expect.poll(endedEntries, { timeout: patience(120_000) }).toBe(connections);
  const seconds = (performance.now() - began) / 1000;

  const outcomes: Task["responseData"][number][] = [];
  for (let page = 1; outcomes.length < connections; page++) {
    const query = { page: String(page), limit: "100" };
    const { data } = await running.call("GET", `/auth/imports/${taskId}`, { query });
    outcomes.push(...(data as unknown as Task).responseData);
  }
  const connected = outcomes.filter(({ accountKey }) => accountKey !== undefined);
  const failed = outcomes.filter(({ error }) => error !== undefined);
  expect(connected.length + failed.length).toBe(connections);
  expect(new Set(connected.map(({ accountKey }) => accountKey)).size).toBe(connected.length);
  for (const { error } of failed)
    expect(error).toMatchObject({ code: "connection_needs_reauth", message: expect.stringContaining("was stopped") });
  // Only answers that were on their way when a process was killed can be lost.
  expect(failed.length).toBeLessThanOrEqual(kills * atOnce);

  const sent = sentTokens(simulator);
  const known = grants.map(({ refreshToken }) => refreshToken);
  expect(known.filter((token) => (sent.get(token) ?? 0) > 1)).toEqual([]);
  expect(known.filter((token) => sent.get(token) === 1).length).toBeGreaterThanOrEqual(connected.length);

  const { rows } = await fresh.database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM connections WHERE target_system = 'xero'",
  );
  expect(rows[0]?.count).toBe(connected.length);
  const [{ accountKey = "" } = {}] = connected;
  const query = { limit: "5", companyId: simulator.vendor.companies[0]?.id ?? "" };
  const { status } = await running.call("GET", "/accounting/invoices", { accountKey, query });
  expect(status).toBe(200);
  reportFigure(
    "R24",
    `${connections} connections in ${seconds.toFixed(0)} s with ${kills} kills: ${connected.length} connected, ${failed.length} end users have to sign in again, 0 refresh tokens sent twice`,
  );
});
