import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { databaseForTest } from "../../test/support/database.ts";
import { startService } from "../../test/support/service.ts";
import { readConfig } from "../config.ts";
import { createConnection } from "../core/accounts/connection.ts";
import { createTenant } from "../core/accounts/tenants.ts";
import { masterKeyFile, openMasterKeys } from "../core/secrets/masterKeys.ts";
import { newMasterKey, openVault } from "../core/secrets/vault.ts";
import { migrate } from "../store/postgres/database.ts";
import { checkClock, checkDatabase, checkMasterKey, checkTables } from "../wiring/checks/databaseChecks.ts";
import { checkDataFolder, checkOutbound } from "../wiring/checks/hostChecks.ts";
import { doctor } from "./doctor.ts";
import { checkPort } from "./serviceChecks.ts";

async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-doctor-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const configWith = (settings: Record<string, string>) => readConfig(settings, new Date());

test("checks the database version and its migrations", async () => {
  const { database } = await databaseForTest();
  expect(await checkDatabase(database, { databaseUrl: undefined })).toMatchObject({ state: "ok" });
  expect(await checkTables(database)).toMatchObject({ state: "fail", advice: "Run: npx kontor migrate" });
  await migrate(database);
  expect(await checkTables(database)).toMatchObject({ state: "ok" });
  await database.query("DELETE FROM migrations WHERE name LIKE '0001%'");
  expect(await checkTables(database)).toMatchObject({ state: "fail", text: /not up to date \(0001/ });
  await database.query("INSERT INTO migrations (name) VALUES ('9999_later.sql')");
  expect(await checkTables(database)).toMatchObject({ state: "fail", text: /newer version of Kontor \(9999_later/ });
});

test("an old database fails", async () => {
  const rows = [{ number: "140012", name: "14.12" }];
  const old = { query: async () => ({ rows }) } as never;
  expect(await checkDatabase(old, { databaseUrl: undefined })).toMatchObject({ state: "fail", text: /14\.12/ });
});

test("the master key must exist, be private and decrypt the stored secrets", async () => {
  const { database } = await databaseForTest();
  await migrate(database);
  const dataFolder = await folderForTest();
  const config = { dataFolder, masterKeys: undefined };
  expect(await checkMasterKey(database, config)).toMatchObject({ state: "fail", text: "is missing." });

  const vault = openVault(await openMasterKeys(database, undefined, dataFolder));
  expect(await checkMasterKey(database, config)).toMatchObject({ state: "ok", text: /nothing encrypted yet/ });
  const tenantId = await createTenant(database, "Beispiel");
  await createConnection(database, vault, { tenantId, targetSystem: "sandbox", credentials: { apiKey: "geheim" } });
  expect(await checkMasterKey(database, config)).toMatchObject({ state: "ok", text: /decrypts the stored secrets/ });

  await chmod(masterKeyFile(dataFolder), 0o644);
  expect(await checkMasterKey(database, config)).toMatchObject({ state: "fail", advice: /^Run: chmod 600/ });
  await chmod(masterKeyFile(dataFolder), 0o600);
  await writeFile(masterKeyFile(dataFolder), newMasterKey());
  expect(await checkMasterKey(database, config)).toMatchObject({ state: "fail", text: /cannot decrypt/ });
});

test("fails if the clock differs too much from the database's", async () => {
  const { database } = await databaseForTest();
  expect(await checkClock(database, Date.now)).toMatchObject({ state: "ok" });
  expect(await checkClock(database, () => Date.now() - 60_000)).toMatchObject({
    state: "fail",
    text: /by 60\.\d s\.$/,
  });
});

test.each([
  ["false", "ok", "callers' URLs cannot reach private networks (tested with 127.0.0.1: refused)"],
  ["true", "warn", "callers' URLs can reach every private network (tested with 127.0.0.1: reached)"],
  ["10.0.0.0/8", "ok", "callers' URLs can reach 10.0.0.0/8 and public addresses (tested with 127.0.0.1: refused)"],
  ["127.0.0.0/8", "ok", "(tested with 127.0.0.1: reached)"],
])("checks ALLOW_PRIVATE_NETWORK=%s with a real connection", async (setting, state, text) => {
  const finding = await checkOutbound(configWith({ ALLOW_PRIVATE_NETWORK: setting }));
  expect(finding.state).toBe(state);
  expect(finding.text).toContain(text);
});

test("the data folder must be writable, or possible to create", async () => {
  const folder = await folderForTest();
  expect(await checkDataFolder(configWith({ DATA_DIR: folder }))).toMatchObject({ state: "ok" });
  expect(await checkDataFolder(configWith({ DATA_DIR: join(folder, "a/b") }))).toMatchObject({ state: "warn" });
  await writeFile(join(folder, "file"), "");
  expect(await checkDataFolder(configWith({ DATA_DIR: join(folder, "file") }))).toMatchObject({ state: "fail" });
});

test("fails if the port is in use", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const PORT = String(typeof address === "object" ? address?.port : "");
  const DATA_DIR = await folderForTest();
  expect(await checkPort(configWith({ DATA_DIR, PORT }))).toMatchObject({ state: "fail", advice: /Port \d+ on 127/ });
  await new Promise((resolve) => other.close(resolve));
  expect(await checkPort(configWith({ DATA_DIR, PORT }))).toMatchObject({ state: "ok", text: /is free/ });
});

test("uses the settings of the running service instead of this shell's", async () => {
  const service = await startService({ ALLOW_PRIVATE_NETWORK: "10.0.0.0/8" });
  onTestFinished(() => service.stop());
  const lines: string[] = [];
  const terminal = { print: (text: string) => lines.push(text) } as never;
  const config = configWith({ DATA_DIR: service.storage.config.dataFolder });
  await doctor.run({ arguments: [], options: { json: true }, terminal, readConfig: () => config });
  const findings = JSON.parse(lines.join("\n")) as { subject: string; text: string }[];
  const about = (subject: string) => findings.find((finding) => finding.subject === subject)?.text;
  expect(about("outbound rules")).toContain("can reach 10.0.0.0/8");
  expect(about("service")).toMatch(/^Kontor \d+\.\d+\.\d+ reports status/);
  // This shell has no DATABASE_URL, so doctor must neither look for an embedded database nor report a missing one.
  expect(about("database")).toBeUndefined();
  expect(about("port")).toContain("is running at");
});

test("warns about a setting with an old name", async () => {
  const lines: string[] = [];
  const terminal = { print: (text: string) => lines.push(text) } as never;
  const config = configWith({ DATA_DIR: await folderForTest(), PORT: "0", SANDBOX_DAY: "2026-01-31" });
  await doctor.run({ arguments: [], options: {}, terminal, readConfig: () => config });
  expect(lines.join("\n")).toContain("warn  settings: The setting SANDBOX_DAY was renamed to SANDBOX_DATE.");
});

test("speaks German in a German shell, but not to programs", async () => {
  vi.stubEnv("LC_ALL", "de_DE.UTF-8");
  onTestFinished(() => void vi.unstubAllEnvs());
  const config = configWith({ DATA_DIR: await folderForTest(), PORT: "0", ALLOW_PRIVATE_NETWORK: "true" });
  const printed: string[] = [];
  const terminal = { print: (text: string) => printed.push(text) } as never;
  for (const options of [{}, { json: true }])
    await doctor.run({ arguments: [], options, terminal, readConfig: () => config });
  const [german = "", json = ""] = printed;
  expect(german).toMatch(/^ok {4}Datenordner: .* ist beschreibbar\.$/m);
  expect(german).toContain("Port: Beim Start wird ein freier gewählt (PORT=0).");
  expect(german).toContain("URLs von Aufrufern erreichen jedes private Netz (mit 127.0.0.1 geprüft: erreicht).");
  expect(german).toContain("Nur für Tests geeignet.");
  expect(german).not.toMatch(/\b(?:the|is|are|cannot|yet|with)\b/);
  expect(json).toContain("is writable.");
  expect(json).not.toContain("german");
});
