/** The files for deployments: checked by their own tools, and compose.yaml's processes started behind a real proxy. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../../bench/program.ts";
import { serviceCommands } from "../../src/cli/service.ts";
import { readConfig } from "../../src/config.ts";
import { freshDatabase } from "../support/database.ts";
import { type Kontor, kontor } from "../support/process.ts";
import { isHaproxyInstalled, startHaproxy } from "../support/proxies.ts";
import { startRelay } from "../support/relay.ts";

const root = join(import.meta.dirname, "../..");

interface ComposeService {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
}
const compose = parse(readFileSync(join(root, "compose.yaml"), "utf8"), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
};
const ownServices = ["kontor1", "kontor2", "worker"] as const;

async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-deployment-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function makeSecrets(folder: string): void {
  const { status, stderr } = spawnSync("sh", [join(root, "deploy/compose/make-secrets.sh"), folder], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

test("compose.yaml follows the schema of Docker Compose and has no error of its linter", () => {
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin/dclint"), ["--quiet", "compose.yaml"], {
    cwd: root,
    encoding: "utf8",
  });
  expect({ status, stdout }).toMatchObject({ status: 0 });
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.skipIf(!hasSystemd)("systemd accepts the unit (skipped if systemd is not installed)", async () => {
  const unit = await readFile(join(root, "deploy/systemd/kontor.service"), "utf8");
  const folder = await folderForTest();
  const file = join(folder, "kontor.service");
  // systemd checks that the program exists; here it is elsewhere.
  await writeFile(file, unit.replace(/^ExecStart=\S+ \S+/m, `ExecStart=${process.execPath} ${root}/bin/kontor.js`));
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [, command = "", option = ""] = /^ExecStart=\S+ \S+ (\S+) --(\S+)$/m.exec(unit) ?? [];
  expect(serviceCommands.find(({ name }) => name === command)?.options).toHaveProperty([option]);
});

test("the secrets of compose.yaml are valid settings, and a second start keeps them", async () => {
  const folder = await folderForTest();
  makeSecrets(folder);
  const settings = { DATABASE_URL_FILE: "database-url", KONTOR_MASTER_KEYS_FILE: "master-keys" };
  const inFolder = Object.fromEntries(Object.entries(settings).map(([name, file]) => [name, join(folder, file)]));
  const { databaseUrl, masterKeys } = readConfig(inFolder, new Date());
  const password = (await readFile(join(folder, "database-password"), "utf8")).trim();
  expect(new URL(databaseUrl ?? "").password).toBe(password);
  expect(password).toHaveLength(32);
  expect(masterKeys).toHaveLength(1);
  makeSecrets(folder);
  expect(readConfig(inFolder, new Date()).masterKeys?.map(({ id }) => id)).toEqual(masterKeys?.map(({ id }) => id));
});

test.skipIf(!isHaproxyInstalled)(
  "compose.yaml's processes work behind its HAProxy, also while a service restarts (skipped if haproxy is not installed)",
  async () => {
    const fresh = await freshDatabase();
    onTestFinished(fresh.drop);
    const secrets = await folderForTest();
    await writeFile(join(secrets, "database-url"), `${fresh.url}\n`);
    await writeFile(join(secrets, "master-keys"), `${randomBytes(32).toString("base64")}\n`);
    const ports: Record<string, number> = { kontor1: await freePort(), kontor2: await freePort() };
    const start = async (name: (typeof ownServices)[number]): Promise<Kontor> => {
      const { command = [], environment = {} } = compose.services[name] ?? {};
      const settings = Object.entries(environment).map(([key, value]) => [key, value.replace("/secrets", secrets)]);
      const started = kontor(command, {
        ...Object.fromEntries(settings),
        // What differs on this machine: no containers, so no networks and volumes of their own.
        BASE_URL: "http://localhost:3000",
        TRUST_PROXY: "127.0.0.1",
        DATA_DIR: await folderForTest(),
        DRAIN_SECONDS: "3",
        RATE_LIMIT: "100000",
        PORT: String(ports[name] ?? 0),
      });
      onTestFinished(async () => {
        started.process.kill("SIGKILL");
        await started.ended;
      });
      await started.until(/is running\./);
      return started;
    };
    const [first] = await Promise.all(ownServices.map(start));
    const cfg = await readFile(join(root, "deploy/compose/haproxy.cfg"), "utf8");
    const publicPort = await freePort();
    const local = Object.entries(ports).reduce(
      (text, [name, port]) => text.replace(`${name}:3000`, `127.0.0.1:${port}`),
      cfg.replace("bind :8080", `bind 127.0.0.1:${publicPort}`),
    );
    const proxy = await startHaproxy(local, publicPort);
    onTestFinished(proxy.stop);

    const statuses: number[] = [];
    const hasReached = async (count: number): Promise<void> => {
      await expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThan(count);
    };
    const over = new AbortController();
    const asking = (async () => {
      while (!over.signal.aborted) statuses.push((await fetch(`http://127.0.0.1:${publicPort}/openapi.json`)).status);
    })();
    await hasReached(10);
    first?.process.kill("SIGTERM");
    expect(await first?.ended).toMatchObject({ code: 0 });
    await hasReached(statuses.length + 10);
    await start("kontor1");
    await hasReached(statuses.length + 10);
    over.abort();
    await asking;
    expect(new Set(statuses)).toEqual(new Set([200]));
  },
);

test("a service waits for a database that starts later", async () => {
  const fresh = await freshDatabase();
  onTestFinished(fresh.drop);
  const relay = await startRelay(undefined);
  onTestFinished(relay.close);
  const address = new URL(fresh.url);
  const port = Number(address.port);
  address.port = String(relay.port);
  const settings = { DATA_DIR: await folderForTest(), PORT: "0", SANDBOX: "off", DATABASE_URL: address.href };
  expect(await kontor(["serve"], settings).ended).toMatchObject({ code: 1 });
  const service = kontor(["serve", "--wait-for-database"], settings);
  onTestFinished(async () => {
    service.process.kill("SIGKILL");
    await service.ended;
  });
  await service.until(/Waiting for the database/);
  relay.target = port;
  await service.until(/is running\./);
});

test("a database that does not exist is not waited for", async () => {
  const fresh = await freshDatabase();
  onTestFinished(fresh.drop);
  const address = new URL(fresh.url);
  address.pathname = "/missing";
  const settings = { DATA_DIR: await folderForTest(), PORT: "0", DATABASE_URL: address.href };
  const { code, err } = await kontor(["serve", "--wait-for-database"], settings).ended;
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("missing") });
});
