/** Two processes on one database: the second sees a change of a connection in the very next call. */
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import {
  accountKeyIn,
  type Call,
  callback,
  hrefOf,
  makeCall,
  openPlatform,
  type Platform,
  problem,
} from "../support/platform.ts";
import { type Kontor, kontor } from "../support/process.ts";
import { day, type Service, startService } from "../support/service.ts";

let fresh: FreshDatabase;
let folder = "";
let service: Service;
let platform: Platform;
let other: Kontor;
let callOther: Call;
let accountKey = "";

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "kontor-other-"));
  const shared = { DATABASE_URL: fresh.url, KONTOR_MASTER_KEYS: randomBytes(32).toString("base64") };
  const books = { SANDBOX_DATE: day, SANDBOX_ENTRIES: "1000", ALLOW_PRIVATE_NETWORK: "true" };
  service = await startService(shared);
  platform = await openPlatform(service);
  other = kontor(["serve"], { ...shared, ...books, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "warn" });
  await other.until(/is running/);
  const note = JSON.parse(await readFile(join(folder, "running.json"), "utf8")) as Record<string, string>;
  callOther = makeCall(note["localUrl"] ?? "", service.keys.apiKey);
});
afterAll(async () => {
  other.process.kill("SIGTERM");
  await other.ended;
  await service.stop();
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Calls the other process first, so that it has cached the connection. */
beforeEach(async () => {
  accountKey = accountKeyIn(await platform.join({ environment: "production", company: "kornfeld" }));
  for (const path of ["/accounting/profile", "/accounting/units", "/auth/connection"])
    if ((await ask(path)).status !== 200) throw new Error(`The other process did not return 200 for ${path}.`);
});

const ask = (path: string) => callOther("GET", path, { accountKey });

const reconnect = async (options: object = {}) => {
  const begun = await platform.call("POST", "/auth/reconnect", {
    accountKey,
    body: { callbackUrl: callback, ...options },
  });
  const browser = platform.browser();
  const back = await platform.signIn(browser, begun.data["url"] ?? "");
  return { browser, arrived: hrefOf(await browser.open(back.href)) };
};

test("the other process sees a reconnect", async () => {
  await platform.sandbox.changeGrants({ revoke: true });
  expect(problem(await ask("/accounting/units"))).toMatchObject({ status: 409, code: "connection_needs_reauth" });
  await reconnect();
  expect((await ask("/accounting/units")).status).toBe(200);
});

test("the other process sees a reconnect that invalidates the earlier credentials", async () => {
  await reconnect();
  await fresh.database.query(
    `UPDATE sandbox.grants SET revoked_at = now() WHERE hash <> (
       SELECT hash FROM sandbox.grants JOIN sandbox.tokens USING (hash) ORDER BY created_at DESC LIMIT 1)`,
  );
  expect((await ask("/accounting/units")).status).toBe(200);
});

test("the other process sees a new company", async () => {
  expect((await ask("/accounting/profile")).data).toMatchObject({ id: "kornfeld" });
  const { browser, arrived } = await reconnect({ environmentSelection: true });
  await browser.submit(await browser.open(arrived), { choice: "test" });
  expect((await ask("/accounting/profile")).data).toMatchObject({ id: "probelauf" });
  expect((await ask("/auth/connection")).data).toMatchObject({ environmentName: "test", companyId: "probelauf" });
});

test("the other process sees a deletion", async () => {
  const ended = await platform.call("DELETE", "/auth/connection", { accountKey });
  expect(ended.status).toBe(200);
  for (const path of ["/accounting/units", "/auth/connection"])
    expect(problem(await ask(path))).toMatchObject({ status: 401, code: "account_key_invalid" });
});
