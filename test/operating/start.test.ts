/** Installation, start, stop and recovery of the real program, in the order in which an operator does them. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Demo } from "../../src/core/accounts/demo.ts";
import { readServiceFile } from "../../src/store/serviceFile.ts";
import { reportFigure } from "../faults/scale.ts";
import { canBeInit, type Kontor, kontor, npmStart, npmStartAsInit, type ProcessResult } from "../support/process.ts";

let folder = "";
let service: Kontor;
const settings = () => ({ DATA_DIR: folder, PORT: "0", SANDBOX_ENTRIES: "1000" });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-start-"));
  service = kontor(["start"], settings());
});
afterAll(async () => {
  if (service.process.exitCode === null) service.process.kill("SIGTERM");
  await service.ended;
  await rm(folder, { recursive: true, force: true });
});

const run = (...parameters: string[]): Promise<ProcessResult> => kontor(parameters, settings()).ended;
const readDemo = async () => JSON.parse(await readFile(join(folder, "demo.json"), "utf8")) as Demo;
const isUp = () => service.until(/is running\.[^]*Demo keys/);

interface Answer {
  readonly status: number;
  readonly data?: readonly unknown[];
  readonly code?: string;
}

async function call(keys: Partial<Demo> = {}): Promise<Answer> {
  const { baseUrl, apiKey, accountKey } = { ...(await readDemo()), ...keys };
  const headers = { "x-api-key": apiKey, "x-account-key": accountKey };
  const answer = await fetch(`${baseUrl}/accounting/paymentTerms?limit=5`, { headers });
  const body = (await answer.json()) as { data?: unknown[]; errors?: { code: string }[] };
  const code = body.errors?.[0]?.code;
  return { status: answer.status, ...(body.data && { data: body.data }), ...(code !== undefined && { code }) };
}

/** Calls until the key is refused. Without a notification it would stay cached for a minute. */
async function untilRefused(keys: Partial<Demo>): Promise<void> {
  while ((await call(keys)).code !== "api_key_invalid");
}

async function postmaster(): Promise<{ processId: number; port: number }> {
  const lines = (await readFile(join(folder, "postgres/cluster/postmaster.pid"), "utf8")).split("\n");
  return { processId: Number(lines[0]), port: Number(lines[3]) };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

test("the first start writes the demo keys, and the printed curl command works", async () => {
  const [line] = await service.until(/curl ".*"$/m);
  await isUp();
  expect((await stat(join(folder, "demo.json"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "master.key"))).mode & 0o777).toBe(0o600);
  const demo = await readDemo();
  expect(line).toContain(demo.apiKey);
  const pasted = spawnSync("sh", ["-c", `${line} --silent --fail`], { encoding: "utf8" });
  // 127: this machine has no curl.
  const { data } = pasted.status === 127 ? await call() : (JSON.parse(pasted.stdout) as Answer);
  expect(data).toHaveLength(5);
  expect((await fetch(`${demo.baseUrl}/docs`)).status).toBe(200);
});

test.skipIf(process.platform !== "linux")(
  "the started process itself runs with memory limits (skipped elsewhere: they exist on Linux only)",
  async () => {
    const { pid = 0 } = service.process;
    expect((await readServiceFile(folder))?.process).toBe(pid);
    const environment = (await readFile(`/proc/${pid}/environ`, "utf8")).split("\0");
    expect(environment).toContain("MALLOC_ARENA_MAX=1");
    expect(environment.find((line) => line.startsWith("NODE_OPTIONS="))).toMatch(/--max-semi-space-size=\d+/);
  },
);

test("a second start on the same folder is refused and disturbs nothing", async () => {
  const second = await run("start");
  expect(second.code).toBe(1);
  expect(second.err).toContain(`already running on the data folder ${folder}`);
  expect(second.err).toContain((await readDemo()).baseUrl);
  expect((await call()).status).toBe(200);
});

test("keys created while the service runs work at once, and stop working when they are revoked", async () => {
  const [demo] = JSON.parse((await run("tenants", "list", "--json")).out) as { id: string; name: string }[];
  expect(demo?.name).toBe("Demo");
  const { id, apiKey } = JSON.parse((await run("keys", "create", demo?.id ?? "", "--json")).out) as Record<
    string,
    string
  >;
  expect((await call({ apiKey: apiKey ?? "" })).status).toBe(200);
  expect((await run("keys", "revoke", id ?? "")).code).toBe(0);
  await untilRefused({ apiKey: apiKey ?? "" });
  expect((await run("keys", "revoke", apiKey ?? "")).code).toBe(1);
  expect((await call()).status).toBe(200);
});

test("a disabled tenant is refused", async () => {
  const { id } = JSON.parse((await run("tenants", "create", "Beispiel", "--json")).out) as Record<string, string>;
  const { apiKey = "" } = JSON.parse((await run("keys", "create", id ?? "", "--json")).out) as Record<string, string>;
  expect((await call({ apiKey })).code).toBe("account_key_invalid");
  expect((await run("tenants", "disable", id ?? "")).code).toBe(0);
  await untilRefused({ apiKey });
});

test("the audit log contains actions from the command line", async () => {
  const { out: link } = await run("console");
  const token = new URL(link.trim()).searchParams.get("link") ?? "";
  const { baseUrl } = await readDemo();
  const page = await fetch(link.trim());
  const [, check = ""] = /name="check" value="(\w+)"/.exec(await page.text()) ?? [];
  const headers = { cookie: page.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  const body = new URLSearchParams({ link: token, check });
  const form = { method: "POST", headers, body, redirect: "manual" } as const;
  const cookie = (await fetch(`${baseUrl}/console/sign-in`, form)).headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const audit = await (await fetch(`${baseUrl}/console/audit`, { headers: { cookie } })).text();
  for (const action of ["tenant.create", "apiKey.create", "apiKey.revoke", "tenant.disable", "console.link"])
    expect(audit).toContain(action);
});

test("doctor passes while the service is running", async () => {
  const { code, out } = await run("doctor");
  expect(
    out
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("ok ")),
  ).toEqual([]);
  expect(out).toContain(`Kontor is running at ${(await readDemo()).baseUrl}`);
  expect(code).toBe(0);
});

test("the compile cache is shared by programs that run with different flags", async () => {
  const root = join(import.meta.dirname, "../..");
  const reading = `require("node:module").enableCompileCache("node_modules/.cache/kontor"); import("./src/cli.ts")`;
  expect(spawnSync(process.execPath, ["-e", reading], { cwd: root, env: {} }).status).toBe(0);
  const { err } = await kontor(["version"], { ...settings(), NODE_DEBUG_NATIVE: "COMPILE_CACHE" }).ended;
  const cacheResult = /src\/cli\.ts was (accepted|rejected)/.exec(err);
  expect(cacheResult?.[1]).toBe("accepted");
});

/** Makes the sandbox refuse once, so that the request is retried while the service is already stopping. */
async function refuseOnce(): Promise<void> {
  const password = (await readFile(join(folder, "postgres/password"), "utf8")).trim();
  const client = new pg.Client(`postgres://kontor:${password}@127.0.0.1:${(await postmaster()).port}/kontor`);
  await client.connect();
  const behaviour = { failures: [{ status: 503, times: 1, retry_after: 1 }] };
  await client.query("UPDATE sandbox.tokens SET behaviour = $1", [behaviour]);
  await client.end();
}

test("SIGTERM lets requests in flight finish and stops the database too", async () => {
  const { port } = await postmaster();
  await refuseOnce();
  const inFlight = call();
  await service.until(/"route":"\/sandbox[^\n]*"status":503/);
  service.process.kill("SIGTERM");
  expect((await inFlight).status).toBe(200);
  expect((await service.ended).code).toBe(0);
  expect(await listens(port)).toBe(false);
  expect(existsSync(join(folder, "running.json"))).toBe(false);
});

test("doctor passes without the service, and leaves no database running", async () => {
  const { code, out } = await run("doctor");
  expect(
    out
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("ok ")),
  ).toEqual([]);
  expect(code).toBe(0);
  expect(existsSync(join(folder, "postgres/cluster/postmaster.pid"))).toBe(false);
});

test("after kill -9 the next start works with the same keys", async () => {
  const before = await readDemo();
  service = kontor(["start"], settings());
  await isUp();
  service.process.kill("SIGKILL");
  await service.ended;

  service = kontor(["start"], settings());
  await isUp();
  expect((await call()).status).toBe(200);
  process.kill((await postmaster()).processId, "SIGKILL");
  service.process.kill("SIGKILL");
  await service.ended;

  service = kontor(["start"], settings());
  await isUp();
  expect(await readDemo()).toMatchObject({ apiKey: before.apiKey, accountKey: before.accountKey });
  expect((await call()).status).toBe(200);
  service.process.kill("SIGINT");
  expect((await service.ended).code).toBe(0);
});

test("SIGTERM to npm start stops the service and all its processes", async () => {
  const npm = npmStart(settings());
  await npm.until(/is running\./);
  const { processId } = await postmaster();
  npm.process.kill("SIGTERM");
  const isGone = () => !existsSync(join(folder, "running.json")) && !existsSync(`/proc/${processId}`);
  const signalled = performance.now();
  await expect.poll(isGone, { timeout: 60_000, interval: 100 }).toBe(true);
  const seconds = (performance.now() - signalled) / 1000;
  reportFigure("H12", `npm start and all its processes ended ${seconds.toFixed(1)} s after SIGTERM`, seconds <= 10);
});

// Only a new namespace can make npm process 1, and some containers forbid namespaces.
test.skipIf(!canBeInit())("SIGTERM to npm start as process 1 stops the service cleanly", async () => {
  const init = npmStartAsInit(settings());
  await init.until(/is running\./);
  const { pid = 0 } = init.process;
  const [npm = ""] = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).split(" ");
  process.kill(Number(npm), "SIGTERM");
  expect((await init.ended).out).toContain("Kontor has stopped.");
  expect(existsSync(join(folder, "postgres/cluster/postmaster.pid"))).toBe(false);
});

test("reports a port that another program uses", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = String(typeof address === "object" ? address?.port : "");
  const { code, err } = await kontor(["start"], { ...settings(), PORT: port }).ended;
  server.close();
  expect(err).toContain(`Port ${port} on 127.0.0.1 is already in use`);
  expect(code).toBe(1);
});

test("can be stopped while the first start still creates the books", async () => {
  const another = await mkdtemp(join(tmpdir(), "kontor-filling-"));
  const filling = kontor(["start"], { ...settings(), DATA_DIR: another, SANDBOX_ENTRIES: "25000" });
  await filling.until(/Creating the demo company's books: 0 %/);
  filling.process.kill("SIGTERM");
  expect((await filling.ended).code).toBe(0);
  expect(existsSync(join(another, "postgres/cluster/postmaster.pid"))).toBe(false);
  await rm(another, { recursive: true, force: true });
});
