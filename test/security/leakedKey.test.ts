/** S17: an API key leaks. Everything that was made with it ends when it is revoked. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { hashKey } from "../../src/core/secrets/keys.ts";
import { revokeApiKey } from "../../src/store/apiKeys.ts";
import { reportFigure } from "../faults/scale.ts";
import { type ConsoleClient, openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let consoleClient: ConsoleClient;
let tenantId: string;
let leaked: string;
let other: string;
let call: Call;

beforeAll(async () => {
  service = await startService();
  consoleClient = openConsole(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  const { database } = service.storage;
  tenantId = await createTenant(database, "Neuland");
  leaked = (await createApiKey(database, tenantId)).apiKey;
  other = (await createApiKey(database, tenantId)).apiKey;
  call = makeCall(service.url, leaked);
});

const revoke = () => revokeApiKey(service.storage.database, { id: "", hash: hashKey(leaked) });
const linkWith = async (apiKey: string, person = "Eve"): Promise<string> =>
  (await call("POST", "/tenant/console-links", { apiKey, body: { person } })).data["url"] ?? "";
const isSignedIn = async (visitor: Visitor) => (await visitor.open("/console/audit")).status === 200;
const auditOf = async () => {
  const { rows } = await service.storage.database.query<{ action: string; name: string }>(
    `SELECT a.action, n.subject AS name FROM audit_log a JOIN audit_names n ON n.entry_id = a.id
     WHERE a.tenant_id = $1 ORDER BY a.id`,
    [tenantId],
  );
  return rows.map(({ action, name }) => `${action} ${name}`);
};

test("links, sessions and open streams end with their key, and others stay", async () => {
  const visitor = await consoleClient.signIn(await linkWith(leaked));
  const colleague = await consoleClient.signIn(await linkWith(other, "Ada"));
  const unused = await linkWith(leaked, "Mallory");
  const headers = { cookie: visitor.cookie, "user-agent": "Firefox" };
  const stream = await fetch(`${service.url}/console/live`, { headers });
  const ended = stream.text().then(() => performance.now());
  expect([await isSignedIn(visitor), await isSignedIn(colleague)]).toEqual([true, true]);
  await revoke();
  const revoked = performance.now();
  expect([await isSignedIn(visitor), await isSignedIn(colleague)]).toEqual([false, true]);
  expect((await fetch(unused)).status).toBe(410);
  const milliseconds = Math.round((await ended) - revoked);
  reportFigure("S17", `pages at once, an open stream after ${milliseconds} ms`, milliseconds <= 1000);
  expect(await auditOf()).toEqual(expect.arrayContaining(["console.sessionEnded Eve", "console.linkEnded Mallory"]));
});

test("a session that came from a key makes no key, and its links end with the key too", async () => {
  const visitor = await consoleClient.signIn(await linkWith(leaked));
  const keys = () => service.storage.database.query("SELECT FROM api_keys WHERE tenant_id = $1", [tenantId]);
  const before = (await keys()).rowCount;
  const refused = await visitor.send(`/console/tenants/${tenantId}/keys`, { name: "another" });
  expect(refused.text).toContain("cannot create another key");
  expect((await keys()).rowCount).toBe(before);
  const made = await visitor.send(`/console/tenants/${tenantId}/links`, { person: "Mallory", role: "support" });
  const [link = ""] = /http\S+\/console\/sign-in\?link=\w+/.exec(made.text) ?? [];
  const second = await consoleClient.signIn(link);
  expect(await isSignedIn(second)).toBe(true);
  await revoke();
  expect(await isSignedIn(second)).toBe(false);
  // A member whom the operator has signed in may still make a key.
  const trusted = await consoleClient.signIn(await consoleClient.linkFor("owner", tenantId));
  await trusted.send(`/console/tenants/${tenantId}/keys`, { name: "new" });
  expect((await keys()).rowCount).toBe((before ?? 0) + 1);
});

test("sessions and links can be listed and ended, by the API and in the console", async () => {
  const visitor = await consoleClient.signIn(await linkWith(leaked));
  const unused = await linkWith(leaked, "Mallory");
  const { rows } = await call("GET", "/tenant/console-sessions");
  expect(rows).toMatchObject([
    { kind: "session", person: "Eve", fromApiKey: true },
    { kind: "link", person: "Mallory", fromApiKey: true },
  ]);
  for (const { id = "" } of rows) expect((await call("DELETE", `/tenant/console-sessions/${id}`)).status).toBe(200);
  expect(await isSignedIn(visitor)).toBe(false);
  expect((await fetch(unused)).status).toBe(410);
  expect((await call("GET", "/tenant/console-sessions")).rows).toEqual([]);
  expect((await call("DELETE", `/tenant/console-sessions/${rows[0]?.["id"]}`)).status).toBe(404);

  const again = await consoleClient.signIn(await linkWith(leaked));
  const operator = await consoleClient.signIn(await consoleClient.linkFor("owner", null));
  const page = await operator.open(`/console/tenants/${tenantId}`);
  const [, id = ""] = /sessions\/([0-9a-f-]{36})\/end/.exec(page.text) ?? [];
  await operator.send(`/console/tenants/${tenantId}/sessions/${id}/end`);
  expect(await isSignedIn(again)).toBe(false);
});

test("another tenant's session can neither be seen nor ended", async () => {
  const visitor = await consoleClient.signIn(await linkWith(leaked));
  const [session] = (await call("GET", "/tenant/console-sessions")).rows;
  const { database } = service.storage;
  const { apiKey } = await createApiKey(database, await createTenant(database, "Fremd"));
  expect((await call("GET", "/tenant/console-sessions", { apiKey })).rows).toEqual([]);
  const answer = await call("DELETE", `/tenant/console-sessions/${session?.["id"]}`, { apiKey });
  expect(answer.status).toBe(404);
  expect(await isSignedIn(visitor)).toBe(true);
});

test("signing in needs the form of the same browser", async () => {
  const link = await linkWith(leaked);
  const token = new URL(link).searchParams.get("link") ?? "";
  expect((await consoleClient.post("/console/sign-in", { link: token })).status).toBe(401);
  const page = await fetch(link);
  const [, check = ""] = /name="check" value="(\w+)"/.exec(await page.text()) ?? [];
  expect((await consoleClient.post("/console/sign-in", { link: token, check })).status).toBe(401);
  expect(await isSignedIn(await consoleClient.signIn(link))).toBe(true);
});
