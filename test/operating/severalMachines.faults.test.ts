/** R22: two services and two workers behind a proxy on one PostgreSQL are restarted one by one under load. */
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../bench/program.ts";
import type { Demo } from "../../src/core/accounts/demo.ts";
import { reportFigure, scaled } from "../faults/scale.ts";
import { freshDatabase } from "../support/database.ts";
import { serveHttp } from "../support/loopback.ts";
import { hasPgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { hasPreviousVersion, previousVersion } from "../support/previousVersion.ts";
import { type Kontor, kontor, kontorIn } from "../support/process.ts";
import { type Proxy, proxies, type RunningProxy } from "../support/proxies.ts";
import { type Access, expectWrittenOnce, startWriteLoad, subscribeToCustomers } from "../support/writeLoad.ts";

interface Machine {
  readonly role: "serve" | "worker";
  /** The program's folder, if it is another version. */
  readonly folder?: string | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

const isUp = { serve: /is running\./, worker: /The worker is running\./ } as const;

async function start({ role, folder, settings }: Machine): Promise<Kontor> {
  const started = folder === undefined ? kontor([role], settings) : kontorIn(folder, [role], settings);
  await started.until(isUp[role]);
  return started;
}

/** Starts machines at once, and stops them with the test. */
async function startMachines(machines: readonly Machine[]): Promise<Kontor[]> {
  const running = await Promise.all(machines.map(start));
  onTestFinished(async () => {
    for (const { process } of running) process.kill("SIGKILL");
    await Promise.all(running.map(({ ended }) => ended));
  });
  return running;
}

interface Installation {
  readonly access: Access;
  readonly machines: readonly Machine[];
  readonly running: Kontor[];
  readonly proxy: RunningProxy;
}

/** The first start fills the database. All four machines start at once, or the others after the first one of another version. */
async function install(proxy: Proxy, databaseUrl: string, programFolder?: string): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-machines-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const ports = [await freePort(), await freePort()];
  const publicPort = await freePort();
  const url = `http://127.0.0.1:${publicPort}`;
  const common = {
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: "4",
    KONTOR_MASTER_KEYS: randomBytes(32).toString("base64"),
    BASE_URL: url,
    ALLOW_PRIVATE_NETWORK: "true",
    SANDBOX_ENTRIES: "1000",
    RATE_LIMIT: "100000",
    LOG_LEVEL: "warn",
    DRAIN_SECONDS: "3",
  };
  const machines = [
    ...ports.map((port, index) => ({
      role: "serve" as const,
      folder: programFolder,
      settings: { ...common, PORT: String(port), DATA_DIR: join(folder, `service${index}`) },
    })),
    ...[0, 1].map((index) => ({
      role: "worker" as const,
      folder: programFolder,
      settings: { ...common, DATA_DIR: join(folder, `worker${index}`) },
    })),
  ];
  const alone = programFolder === undefined ? 0 : 1;
  const running = [...(await startMachines(machines.slice(0, alone))), ...(await startMachines(machines.slice(alone)))];
  const started = await proxy.start(publicPort, ports);
  onTestFinished(started.stop);
  const demos = await Promise.all(
    ports.map((_, index) => readFile(join(folder, `service${index}`, "demo.json"), "utf8").catch(() => undefined)),
  );
  const { apiKey, accountKey } = JSON.parse(demos.find((demo) => demo !== undefined) ?? "{}") as Demo;
  return { access: { url, apiKey, accountKey }, machines, running, proxy: started };
}

/** Ends when the proxy uses the machine again, so that the next one can be restarted. */
async function restart({ machines, running, proxy }: Installation, index: number): Promise<void> {
  const machine = machines[index];
  const before = running[index];
  if (machine === undefined || before === undefined) throw new Error(`There is no machine ${index}.`);
  before.process.kill("SIGTERM");
  expect(await before.ended).toMatchObject({ code: 0 });
  // Always as this version.
  running.splice(index, 1, ...(await startMachines([{ ...machine, folder: undefined }])));
  if (machine.role === "serve")
    await expect.poll(() => proxy.uses(Number(machine.settings["PORT"])), { timeout: 60_000 }).toBe(true);
}

describe.each(proxies)("behind $name", (proxy) => {
  test.skipIf(!proxy.isInstalled)(
    "a rolling restart under load fails no request, and nothing is lost or doubled (skipped if Debian's package is not installed)",
    async () => {
      const fresh = await freshDatabase();
      onTestFinished(fresh.drop);
      const pooler = hasPgBouncer ? await startPgBouncer(fresh.url, "session") : undefined;
      if (pooler !== undefined) onTestFinished(pooler.stop);
      const installation = await install(proxy, pooler?.url ?? fresh.url);
      const { access, machines } = installation;
      const receiver = await serveHttp((_request, response) => void response.end());
      onTestFinished(receiver.close);
      await subscribeToCustomers(access, receiver.url);

      const load = startWriteLoad(access, 4);
      const rounds = scaled(10, 1);
      for (let round = 0; round < rounds; round += 1)
        for (const index of machines.keys()) {
          const before = load.confirmed.size;
          await expect.poll(() => load.confirmed.size, { timeout: 60_000 }).toBeGreaterThan(before + 10);
          await restart(installation, index);
        }
      // All at once, while the others work.
      await startMachines(machines.filter(({ role }) => role === "worker").flatMap((worker) => [worker, worker]));
      const before = load.confirmed.size;
      await expect.poll(() => load.confirmed.size, { timeout: 60_000 }).toBeGreaterThan(before + 10);
      await load.stop();
      expect(load.faults).toEqual([]);
      expect(load.refusals()).toBe(0);
      await expectWrittenOnce(access, load);
      const through = pooler === undefined ? "" : " and PgBouncer";
      const restarts = rounds * machines.length;
      const figure = `${proxy.name}${through}: 0 of ${load.confirmed.size} writes failed in ${restarts} restarts`;
      reportFigure("R22", figure);
    },
  );
});

const [haproxy] = proxies;

test.skipIf(!hasPreviousVersion || haproxy?.isInstalled !== true)(
  "an upgrade one by one under load fails no request (skipped without the commit in release/previous.json, or without HAProxy)",
  async () => {
    if (haproxy === undefined) throw new Error("The list of proxies begins with HAProxy.");
    const fresh = await freshDatabase();
    onTestFinished(fresh.drop);
    const installation = await install(haproxy, fresh.url, await previousVersion());
    const { access, machines } = installation;
    const receiver = await serveHttp((_request, response) => void response.end());
    onTestFinished(receiver.close);
    await subscribeToCustomers(access, receiver.url);
    const load = startWriteLoad(access, 4);
    // The first upgraded machine migrates the tables, and the others keep working on them.
    for (const index of machines.keys()) {
      await restart(installation, index);
      const before = load.confirmed.size;
      await expect.poll(() => load.confirmed.size, { timeout: 60_000 }).toBeGreaterThan(before + 30);
    }
    await load.stop();
    expect(load.faults).toEqual([]);
    expect(load.refusals()).toBe(0);
    await expectWrittenOnce(access, load);
    const figure = `upgrade: ${load.confirmed.size} writes while both versions ran, none failed, lost or doubled`;
    reportFigure("R22", figure);
  },
);
