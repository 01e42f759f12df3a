/** Three processes on one database, and a vendor with a slow token endpoint: one refresh, and callers notice nothing (R12). */

import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { masterKey, openVault } from "../../src/core/secrets/vault.ts";
import { migrate } from "../../src/store/postgres/database.ts";
import { reportFigure, scaled } from "../faults/scale.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { type Kontor, kontor } from "../support/process.ts";

/** A vendor that accepts only its newest tokens and counts calls with older ones. */
const vendor = {
  number: 0,
  accessToken: "",
  refreshes: 0,
  /** Calls with an expired token. */
  refusals: 0,
  /** The delay between issuing new tokens and the response. */
  slowness: async (): Promise<unknown> => undefined,
  /** Some vendors accept the previous refresh token once more, for clients that lost the response. */
  isLenient: false,
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const say = (status: number, body: object): void =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (!request.url?.endsWith("/oauth/token")) {
    const isKnown = request.headers.authorization === `Bearer ${vendor.accessToken}`;
    if (!isKnown) vendor.refusals++;
    return isKnown ? say(200, { items: [], total: 0, page: 1, page_size: 20 }) : say(401, {});
  }
  const presented = new URLSearchParams(await text(request)).get("refresh_token");
  vendor.refreshes++;
  if (presented === `refresh-${vendor.number}`) vendor.number++;
  else if (!vendor.isLenient || presented !== `refresh-${vendor.number - 1}`)
    return say(400, { error: "invalid_grant" });
  const { number } = vendor;
  vendor.accessToken = `access-${number}`;
  await vendor.slowness();
  const tokens = { access_token: `access-${number}`, refresh_token: `refresh-${number}` };
  return say(200, { token_type: "Bearer", expires_in: 600, ...tokens });
}

interface Running {
  readonly call: Call;
  readonly processId: number;
}

let site: Loopback;
let fresh: FreshDatabase;
let folder = "";
let accountKey = "";
let processes: Kontor[] = [];
let running: Running[] = [];

beforeAll(async () => {
  site = await serveHttp((request, response) => void answer(request, response));
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "kontor-refresh-"));
  const { database } = fresh;
  await migrate(database);
  const master = randomBytes(32).toString("base64");
  const tenantId = await createTenant(database, "Neuland");
  const { apiKey } = await createApiKey(database, tenantId);
  accountKey = await createConnection(database, openVault([masterKey(master)]), {
    tenantId,
    targetSystem: "sandbox",
    environment: "production",
    company: "bergblick",
    credentials: { accessToken: "access-0", refreshToken: "refresh-0" },
  });
  const settings = {
    DATABASE_URL: fresh.url,
    KONTOR_MASTER_KEYS: master,
    PORT: "0",
    LOG_LEVEL: "warn",
    SANDBOX_ENTRIES: "1000",
    TARGET_SITE_SANDBOX: site.url,
    RATE_LIMIT: "10000",
  };
  const folders = ["one", "two", "three"].map((name) => join(folder, name));
  processes = folders.map((DATA_DIR) => kontor(["serve"], { ...settings, DATA_DIR }));
  await Promise.all(processes.map((process) => process.until(/is running/)));
  running = await Promise.all(folders.map((dataFolder) => runningIn(dataFolder, apiKey)));
});
afterAll(async () => {
  for (const { processId } of running) endProcess(processId);
  await Promise.all(processes.map(({ ended }) => ended));
  await site.close();
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

async function runningIn(dataFolder: string, apiKey: string): Promise<Running> {
  const note = JSON.parse(await readFile(join(dataFolder, "running.json"), "utf8")) as Record<string, string>;
  return { call: makeCall(note["localUrl"] ?? "", apiKey), processId: Number(note["process"]) };
}

function endProcess(processId: number): void {
  try {
    process.kill(processId, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

const read = async ({ call }: Running): Promise<number> =>
  (await call("GET", "/accounting/paymentTerms", { accountKey })).status;
const times = (count: number, service: Running) => Array.from({ length: count }, () => read(service));

/** Expires the current access token. */
function endToken(): void {
  vendor.accessToken = "";
  vendor.refreshes = 0;
  vendor.refusals = 0;
}

test.each([100, 1000, scaled(20_000, 3000)])(
  "three processes refresh once without errors if the vendor takes %i ms",
  async (slow) => {
    endToken();
    vendor.slowness = () => pause(slow);
    const statuses = await Promise.all(running.flatMap((program) => times(scaled(100, 30), program)));
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(vendor.refreshes).toBe(1);
    reportFigure("R12", `${statuses.length} calls, ${vendor.refreshes} refresh that took ${slow} ms, 0 errors`);
  },
);

test("other processes recover if the refreshing process is killed", async () => {
  const [doomed, ...others] = running;
  if (doomed === undefined) throw new Error("No process is running.");
  endToken();
  vendor.isLenient = true;
  const end = Promise.withResolvers<void>();
  vendor.slowness = () => end.promise;
  const lost = read(doomed).catch(() => "lost");
  await expect.poll(() => vendor.refreshes, { timeout: 10_000 }).toBe(1);
  const waiting = Promise.all(others.flatMap((service) => times(10, service)));
  // All processes wait for the refreshing one.
  await expect.poll(() => vendor.refusals, { timeout: 10_000 }).toBe(21);
  expect(vendor.refreshes).toBe(1);

  vendor.slowness = async () => undefined;
  const killed = performance.now();
  process.kill(doomed.processId, "SIGKILL");
  expect(await waiting).toEqual(Array(20).fill(200));
  const recovery = performance.now() - killed;
  reportFigure(
    "R12",
    `the other processes recovered ${(recovery / 1000).toFixed(1)} s after the kill`,
    recovery <= 5000,
  );
  // The lost refresh, and one for all other calls.
  expect(vendor.refreshes).toBe(2);
  expect(await lost).toBe("lost");
  end.resolve();
});
