/** Every command of the table, with --json, against a running service. */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { shells } from "../../src/cli/completion.ts";
import { runCommandLine } from "../../src/cli.ts";
import { makeConsoleLink } from "../../src/core/accounts/consoleAccess.ts";
import { databaseForTest, tables } from "../support/database.ts";
import { openPlatform, type Platform } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;
let folder: string;
let connectionId: string;

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
  folder = await mkdtemp(join(tmpdir(), "kontor-commands-"));
  const { accountKey } = service.keys;
  connectionId = (await platform.call("GET", "/auth/connection", { accountKey })).data["id"] ?? "";
  const body = { contactType: "COMPANY", companyName: "Bergziegen GmbH" };
  await platform.call("POST", "/accounting/customers", { accountKey, body });
  await platform.call("POST", "/webhooks", { accountKey, body: { callbackUrl: "http://127.0.0.1:9/events" } });
  await addEvents();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** An event with a delivery that was given up. */
async function addEvents(): Promise<void> {
  await platform.database.query(
    `INSERT INTO events (connection_id, sequence, event_type, resource, resource_id, changed_at, change)
     VALUES ('${connectionId}', 900, 'CREATED', 'INVOICE', 'invoice-1', now(), '');
     INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane, state)
     SELECT id, 900, '${connectionId}', '{900}', 0, 'failed' FROM subscriptions WHERE connection_id = '${connectionId}'`,
  );
}

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function kontor(parameters: readonly string[], settings: Record<string, string> = {}): Promise<Result> {
  const { dataFolder, databaseUrl = "" } = service.storage.config;
  const out: string[] = [];
  const err: string[] = [];
  const print = (text: string): void => void out.push(text);
  const code = await runCommandLine(parameters, {
    terminal: { live: false, print, rewrite: print, complain: (text) => void err.push(text) },
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder, ...settings },
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

async function addTenant(id: string, disabledAt = "NULL"): Promise<string> {
  await platform.database.query(`INSERT INTO tenants (id, name, disabled_at) VALUES ($1, $1, ${disabledAt})`, [id]);
  return id;
}

async function backup(): Promise<string> {
  const file = join(folder, `${Math.random()}.backup`);
  expect((await kontor(["backup", file])).code).toBe(0);
  return file;
}

/** Restores a backup into a new database. */
async function restored(): Promise<Record<string, string>> {
  const { url } = await databaseForTest();
  const { code, err } = await kontor(["restore", await backup()], { DATABASE_URL: url });
  expect(code, err).toBe(0);
  return { DATABASE_URL: url };
}

interface Recipe {
  readonly parameters?: () => Promise<string[]>;
  readonly settings?: () => Promise<Record<string, string>>;
  /** One JSON document a line. */
  readonly isLines?: boolean;
}

const recipes: Readonly<Record<string, Recipe>> = {
  migrate: {},
  "tenants create": { parameters: async () => ["Neuland"] },
  "tenants list": {},
  "tenants disable": { parameters: async () => [await addTenant("to-disable")] },
  "tenants enable": { parameters: async () => [await addTenant("to-enable", "now()")] },
  "tenants end": { parameters: async () => [await addTenant("to-end", "now()")] },
  "tenants delete": { parameters: async () => [await addTenant("to-delete", "now()")] },
  "keys list": {},
  "keys create": { parameters: async () => [await addTenant("with-key")] },
  "keys revoke": { parameters: async () => [await platform.newTenant()] },
  "keys rotate-master": {},
  "connections list": {},
  "connections poll": { parameters: async () => [connectionId, "60"] },
  "connections export": { parameters: async () => [connectionId] },
  "connections erase": {
    parameters: async () => {
      const id = "to-erase";
      await platform.database.query(
        `INSERT INTO connections (id, tenant_id, target_system, credentials, state)
         SELECT '${id}', tenant_id, 'sandbox', '', 'disabled' FROM connections WHERE id = $1`,
        [connectionId],
      );
      return [id];
    },
  },
  "erasures list": {},
  "deliveries list": {},
  "operations list": {},
  "events tail": { isLines: true },
  backup: { parameters: async () => [join(folder, "new.backup")] },
  restore: {
    parameters: async () => [await backup()],
    settings: async () => ({ DATABASE_URL: (await databaseForTest()).url }),
  },
  resume: { settings: restored },
  pause: {
    parameters: async () => ["2026-11-18T03:00:00Z"],
    settings: async () => ({ DATABASE_URL: (await databaseForTest(tables)).url }),
  },
  "audit verify": {},
  "audit export": { isLines: true },
  console: {},
  "sessions list": {},
  "sessions end": {
    parameters: async () => {
      const person = { role: "support", tenantId: null, person: "Grace" } as const;
      return [(await makeConsoleLink(platform.database, service.url, person)).id];
    },
  },
  "people erase": {
    parameters: async () => {
      await platform.database.query("INSERT INTO console_people (id, issuer, subject) VALUES ('p', 'i', 's')");
      return ["p"];
    },
  },
  connectors: {},
  doctor: {},
  verify: {
    parameters: async () => {
      const { apiKey, accountKey } = service.keys;
      return ["--url", service.url, "--api-key", apiKey, "--account-key", accountKey];
    },
  },
  completion: { parameters: async () => ["bash"] },
  postman: { parameters: async () => ["--url", "https://kontor.example"] },
  version: {},
};

/** They run until they are stopped, and write their log as JSON. */
const services = ["start", "serve", "worker", "mcp"];

test("every command is tested here", () => {
  expect([...Object.keys(recipes), ...services].toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
});

test.each(Object.entries(recipes))(
  "kontor %s --json prints JSON and nothing else",
  async (name, { parameters, settings, isLines }) => {
    const line = [...name.split(" "), ...((await parameters?.()) ?? []), "--json"];
    const { code, out, err } = await kontor(line, await settings?.());
    // doctor and verify return 1 if a check fails.
    expect(code, err).toBeLessThanOrEqual(["doctor", "verify"].includes(name) ? 1 : 0);
    expect(out).not.toBe("");
    const documents = (isLines === true ? out.split("\n") : [out]).map((text): unknown => JSON.parse(text));
    for (const document of documents) expect(typeof document).toBe("object");
  },
);

test("lists show names", async () => {
  expect((await kontor(["keys", "list"])).out).toMatch(/TENANT.*\n(?:.*\n)*.*Demo/);
  expect((await kontor(["connections", "list"])).out).toContain("Demo");
  expect((await kontor(["operations", "list", "--state", "done"])).out).toMatch(/customers\.create.*done.*Demo/);
  expect((await kontor(["deliveries", "list", "--state", "failed"])).out).toMatch(/msg_\S+_900.*failed.*Demo/);
  expect((await kontor(["deliveries", "list", "--state", "open"])).out).toBe("No deliveries.");
  expect((await kontor(["events", "tail", "--connection", connectionId])).out).toMatch(
    /CREATED {2}INVOICE {2}invoice-1.*Demo/,
  );
  expect((await kontor(["events", "tail", "--tenant", "nobody"])).out).toBe("");
});

test.each([
  [["operations", "list", "--state", "lost"], "--state must be one of intended"],
  [["events", "tail", "--limit", "0"], "--limit must be an integer from 1 to 1000."],
  [["completion", "tcsh"], "<shell> must be one of bash, zsh, fish."],
  [["audit", "verify", "--head", "x"], "--head must be the id and hash"],
  [["audit", "export", "--from", "yesterday"], "--from must be a time"],
])("kontor %j is wrong usage", async (line, message) => {
  expect(await kontor(line)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(message) });
});

test("a dry run of a migration changes nothing", async () => {
  const { database, url } = await databaseForTest();
  const { code, out } = await kontor(["migrate", "--dry-run", "--json"], { DATABASE_URL: url });
  expect(code).toBe(0);
  expect((JSON.parse(out) as { due: string[] }).due).toContain("0047_audit_chain.sql");
  const { rows } = await database.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace");
  expect(rows).toEqual([]);
  expect((await kontor(["migrate", "--dry-run"])).out).toBe("The database is up to date.");
});

test("a broken audit log is a failure", async () => {
  const { database, url } = await databaseForTest(tables);
  await database.query(
    `INSERT INTO audit_log (role, action) VALUES ('shell', 'test'), ('shell', 'test');
     ALTER TABLE audit_log DISABLE TRIGGER USER; DELETE FROM audit_log WHERE id = 1;
     ALTER TABLE audit_log ENABLE TRIGGER USER`,
  );
  const { code, out, err } = await kontor(["audit", "verify", "--json"], { DATABASE_URL: url });
  expect([code, err]).toEqual([1, expect.stringContaining("Entry 1 is missing")]);
  expect(JSON.parse(out)).toMatchObject({ fault: { entryId: "1", kind: "removed" } });
});

/** What bash would offer after these words. */
async function completed(...words: string[]): Promise<string[]> {
  const { out: script } = await kontor(["completion", "bash"]);
  const quoted = ["kontor", ...words].map((word) => `'${word}'`).join(" ");
  const program = `${script}\nCOMP_WORDS=(${quoted})\nCOMP_CWORD=${words.length}\n_kontor\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", program], { encoding: "utf8" }).trim().split("\n");
}

test("bash completes commands and options", async () => {
  expect(await completed("te")).toEqual(["tenants"]);
  expect(await completed("tenants", "d")).toEqual(["disable", "delete"]);
  expect(await completed("audit", "verify", "--h")).toEqual(["--head", "--help"]);
  expect(await completed("backup", "file", "--j")).toEqual(["--json"]);
  expect(await completed("migrate", "--d")).toEqual(["--dry-run"]);
});

test.each(shells)("the script for %s has every command and option", async (shell) => {
  const { out } = await kontor(["completion", shell]);
  for (const { name, options = {} } of commands)
    for (const word of [...name.split(" "), ...Object.keys(options)]) expect(out, name).toContain(word);
});

// Not every machine has zsh and fish.
for (const shell of shells)
  test.skipIf(!hasProgram(shell))(`${shell} accepts its script`, async () => {
    const file = join(folder, `completion.${shell}`);
    await writeFile(file, (await kontor(["completion", shell])).out);
    // The option only checks the syntax.
    expect(() => execFileSync(shell, ["-n", file])).not.toThrow();
  });

function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("docs/operate/cli.md has every command", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/operate/cli.md"), "utf8");
  const listed = [...page.matchAll(/^\| `kontor ([a-z-]+(?: [a-z-]+)?)/gm)].map(([, name]) => name ?? "");
  expect(listed.toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
});
