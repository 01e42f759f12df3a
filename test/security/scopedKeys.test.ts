/** Where keys with scopes are made and shown: the command line and the console. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommandLine } from "../../src/cli.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { openConsole } from "../support/consoleVisitor.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let tenantId: string;
beforeAll(async () => {
  service = await startService();
  tenantId = (await listTenants(service.storage.database))[0]?.id ?? "";
});
afterAll(() => service.stop());

async function createKey(...options: string[]) {
  const { dataFolder, databaseUrl = "" } = service.storage.config;
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  const code = await runCommandLine(["keys", "create", tenantId, "--json", ...options], {
    terminal: { live: false, print, rewrite: print, complain: print },
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder },
  });
  return { code, text: lines.join("\n") };
}

test("kontor keys create makes a key with scopes, and names what is unknown", async () => {
  const made = await createKey("--access", "read", "--target-systems", "sandbox", "--resources", "invoices,contacts");
  expect(made.code, made.text).toBe(0);
  expect(JSON.parse(made.text)).toMatchObject({
    access: "read",
    targetSystems: ["sandbox"],
    resources: ["invoices", "contacts"],
  });
  for (const [option, value] of [
    ["--access", "everything"],
    ["--target-systems", "sandbx"],
    ["--resources", "invoice"],
  ] as const) {
    const refused = await createKey(option, value);
    expect(refused.code).toBe(2);
    expect(refused.text).toContain(`"${value}" is unknown. Use `);
  }
});

test("the console makes keys with scopes, shows them, and hides fields", async () => {
  const client = openConsole(service);
  const owner = await client.signIn(await client.linkFor("owner", null));
  const page = `/console/tenants/${tenantId}`;
  await owner.send(`${page}/keys`, {
    name: "narrow",
    access: "read",
    targetSystems: "sandbox",
    resources: "invoices, bills",
  });
  expect((await owner.open(page)).text).toContain("read · sandbox · invoices, bills");
  await owner.send(`${page}/hidden-fields`, { fields: "bankData, contacts.website" });
  const { rows } = await service.storage.database.query("SELECT hidden_fields FROM tenants WHERE id = $1", [tenantId]);
  expect(rows).toEqual([{ hidden_fields: ["bankData", "contacts.website"] }]);
  expect((await owner.open(page)).text).toContain("bankData, contacts.website");
});
