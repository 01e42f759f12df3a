/** Every operation that changes something adds an entry to the audit log. The tables of operations are the list. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { runCommandLine } from "../../src/cli.ts";
import { consoleActions } from "../../src/console/actions.ts";
import { makeConsoleLink } from "../../src/core/accounts/consoleAccess.ts";
import { accountingEndpoints } from "../../src/http/endpoints/accountingEndpoints.ts";
import { authEndpoints } from "../../src/http/endpoints/authEndpoints.ts";
import { importEndpoints } from "../../src/http/endpoints/importEndpoints.ts";
import { operationEndpoints } from "../../src/http/endpoints/operationEndpoints.ts";
import { serviceEndpoints } from "../../src/http/endpoints/serviceEndpoints.ts";
import { tenantEndpoints } from "../../src/http/endpoints/tenantEndpoints.ts";
import { tenantWebhookEndpoints } from "../../src/http/endpoints/tenantWebhookEndpoints.ts";
import { eventEndpoints, webhookEndpoints } from "../../src/http/endpoints/webhookEndpoints.ts";
import type { Endpoint } from "../../src/http/server/endpoint.ts";
import { verifyAudit } from "../../src/store/log/auditChain.ts";
import { openProgram, signIn } from "../mcp/endUser.ts";
import { openConsole } from "../support/consoleVisitor.ts";
import { callback, type Fields, openPlatform, type Platform } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;
let connectionId: string;

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
  connectionId =
    (await platform.call("GET", "/auth/connection", { accountKey: service.keys.accountKey })).data["id"] ?? "";
});
afterAll(() => service.stop());

const endpoints: Readonly<Record<string, Endpoint>> = {
  ...accountingEndpoints,
  ...authEndpoints,
  ...importEndpoints,
  ...eventEndpoints,
  ...operationEndpoints,
  ...serviceEndpoints,
  ...tenantEndpoints,
  ...tenantWebhookEndpoints,
  ...webhookEndpoints,
};
const changing = Object.entries(endpoints).filter(([, { method }]) => method !== "GET");

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly subject?: string;
  readonly subjectName?: string;
  readonly actor: { readonly role: string; readonly id?: string; readonly name?: string };
}
async function entries(query: Fields = {}, apiKey?: string): Promise<readonly Entry[]> {
  const request = { query: { limit: "100", ...query }, ...(apiKey !== undefined && { apiKey }) };
  const { text } = await platform.call("GET", "/tenants/audit-log", request);
  return (JSON.parse(text) as { data: Entry[] }).data;
}

/** Without an answer below 300, a test would not prove anything. */
async function change(method: string, path: string, request: Parameters<Platform["call"]>[2] = {}) {
  const answer = await platform.call(method, path, request);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer;
}

async function connect(): Promise<{ accountKey: string; id: string }> {
  const body = { apiKey: await platform.sandbox.issueToken("Test") };
  const { data } = await change("POST", "/auth/accounts/sandbox-key", { body });
  const accountKey = data["accountKey"] ?? "";
  return { accountKey, id: (await platform.call("GET", "/auth/connection", { accountKey })).data["id"] ?? "" };
}

const tenantOfDemo = async (): Promise<string> =>
  (await platform.database.query<{ id: string }>("SELECT id FROM tenants WHERE name = 'Demo'")).rows[0]?.id ?? "";

/** For webhook endpoints of a connection, and of the tenant. */
function ofSubscription(prefix: string, request: () => { accountKey?: string }) {
  const subscribe = async () => {
    const body = { callbackUrl: "http://127.0.0.1:9/events" };
    return (await change("POST", `${prefix}/webhooks`, { ...request(), body })).data["id"] ?? "";
  };
  const send = (method: string, path: string, body?: object) => async () => {
    const id = await subscribe();
    await change(method, `${prefix}/webhooks/${id}${path}`, { ...request(), ...(body !== undefined && { body }) });
    return id;
  };
  return {
    "webhooks.create": subscribe,
    "webhooks.delete": send("DELETE", ""),
    "webhooks.test": send("POST", "/test"),
    "webhooks.secret.rotate": send("POST", "/secret"),
    "webhooks.renew": send("POST", "/renew"),
    "webhooks.replay": send("POST", "/replay", { failed: true }),
  };
}

const ofConnection = ofSubscription("", () => ({ accountKey: service.keys.accountKey }));
const ofTenant = Object.fromEntries(
  Object.entries(ofSubscription("/tenants", () => ({}))).map(([id, perform]) => [`tenant.${id}`, perform]),
);
const consoleLink = async () => {
  await change("POST", "/tenant/console-links", { body: { person: "Grace" } });
  return (await platform.call("GET", "/tenant/console-sessions")).rows[0]?.["id"] ?? "";
};
const client = { targetSystem: "sandbox", clientId: "mine", clientSecret: "secret", customValues: [] };

const importOne = async () => {
  const connection = { endUserId: "imported", endUserName: "Imported", apiKey: "wrong" };
  const body = { connections: [connection] };
  return (await change("POST", "/auth/import/sandbox-key", { body })).data["taskId"] ?? "";
};

/** How to perform each operation. Returns the subject of the entry. */
const recipes: Readonly<Record<string, () => Promise<string>>> = {
  ...ofConnection,
  ...ofTenant,
  "auth.createAccount": async () => (await connect()).id,
  "auth.connection.delete": async () => {
    const { accountKey, id } = await connect();
    await change("DELETE", "/auth/connection", { accountKey });
    return id;
  },
  "auth.accountKey.delete": async () => {
    const body = { apiKey: await platform.sandbox.issueToken("Test"), endUserId: "u-1" };
    await change("POST", "/auth/accounts/sandbox-key", { body });
    const { data } = await change("POST", "/auth/accounts/sandbox-key", { body });
    const accountKey = data["accountKey"] ?? "";
    const connection = await platform.call("GET", "/auth/connection", { accountKey });
    await change("DELETE", "/auth/accountKey", { accountKey });
    return connection.data["id"] ?? "";
  },
  "auth.assistants.delete": async () => {
    const { access } = await signIn(service, await openProgram(service.url));
    expect(access).toMatch(/^ktok_/);
    const { accountKey } = service.keys;
    const id = (await platform.call("GET", "/auth/assistants", { accountKey })).rows[0]?.["id"] ?? "";
    await change("DELETE", `/auth/assistants/${id}`, { accountKey });
    return id;
  },
  "auth.imports.create": importOne,
  "auth.imports.delete": async () => {
    const id = await importOne();
    await platform.database.query("UPDATE imports SET ended_at = now() WHERE id = $1", [id]);
    await change("DELETE", `/auth/imports/${id}`);
    return id;
  },
  "auth.reconnect": async () => {
    await change("POST", "/auth/reconnect", { accountKey: service.keys.accountKey, body: { callbackUrl: callback } });
    return connectionId;
  },
  "operations.reconcile": async () => {
    const { accountKey } = service.keys;
    const written = await change("POST", "/accounting/customers", {
      accountKey,
      body: { contactType: "COMPANY", companyName: "Neuland" },
    });
    const id = written.headers.get("x-operation-id") ?? "";
    await change("POST", `/operations/${id}/reconcile`, { accountKey });
    return id;
  },
  "tenant.signingSecret.create": async () => {
    await change("POST", "/tenant/signing-secret");
    return tenantOfDemo();
  },
  "tenant.pageStyle.save": async () => {
    await change("POST", "/tenants/submission-page-style", { body: {} });
    return tenantOfDemo();
  },
  "tenant.hiddenFields.save": async () => {
    await change("PUT", "/tenants/hidden-fields", { body: { fields: [] } });
    return tenantOfDemo();
  },
  "tenant.callbackUrls.save": async () => {
    const body = { callbackUrl: callback, cancelCallbackUrl: callback };
    await change("POST", "/tenants/add-callback-urls", { body });
    return tenantOfDemo();
  },
  "tenant.systems.register": async () => {
    await change("POST", "/tenants/register-system", { body: client });
    return "sandbox";
  },
  "tenant.systems.delete": async () => {
    await change("POST", "/tenants/register-system", { body: client });
    await change("DELETE", "/tenants/delete-registered-system/sandbox");
    return "sandbox";
  },
  "tenant.usage.budgets": async () => {
    await change("PUT", "/tenants/usage/budgets", { body: [{ targetSystem: "sandbox", callsPerDay: 1000 }] });
    return tenantOfDemo();
  },
  "tenant.consoleLinks.create": consoleLink,
  "tenant.consoleSessions.delete": async () => {
    const id = await consoleLink();
    await change("DELETE", `/tenant/console-sessions/${id}`);
    return id;
  },
  "tenant.connections.links": async () => {
    await change("POST", "/tenants/connections/links", { body: { needs: "reauth" } });
    return tenantOfDemo();
  },
  "tenant.endUsers.page": async () => {
    await change("POST", "/tenants/end-user-pages", { body: { ids: [connectionId] } });
    const { rows } = await platform.database.query<{ id: string }>(
      "SELECT id FROM end_user_pages ORDER BY expires_at DESC",
    );
    return rows[0]?.id ?? "";
  },
  "tenant.endUsers.delete": async () => {
    const { id } = await connect();
    await platform.call("DELETE", "/tenants/delete-end-user", { query: { id } });
    return id;
  },
};

describe("every endpoint that changes something", () => {
  test("names its action, or why it has none", () => {
    expect(changing.length).toBeGreaterThan(20);
    expect(changing.filter(([, { audit }]) => audit === undefined).map(([id]) => id)).toEqual([]);
    const audited = changing.filter(([, { audit }]) => typeof audit === "string").map(([id]) => id);
    expect(Object.keys(recipes).toSorted()).toEqual(audited.toSorted());
  });

  test.each(Object.keys(recipes))("%s adds an entry with the key that acted", async (id) => {
    const action = endpoints[id]?.audit as string;
    const [before] = await entries();
    const subject = await recipes[id]?.();
    const added = (await entries({ action })).filter((entry) => Number(entry.id) > Number(before?.id ?? 0));
    const { rows } = await platform.database.query<{ id: string }>("SELECT id FROM api_keys ORDER BY created_at");
    expect(added[0]).toMatchObject({ action, subject, actor: { role: "api", id: rows[0]?.id } });
  });
});

test("every action of the console adds an entry, also for unknown objects", async () => {
  const consoleClient = openConsole(service);
  const operator = await consoleClient.signIn(await consoleClient.linkFor("owner", null, "Olga"));
  expect(consoleActions.length).toBeGreaterThan(20);
  for (const { path, name } of consoleActions) {
    await operator.send(`/console${path.replaceAll(/:\w+/g, "unknown-1")}`);
    const { rows } = await platform.database.query(
      "SELECT a.action, n.person FROM audit_log a JOIN audit_names n ON n.entry_id = a.id ORDER BY a.id DESC LIMIT 1",
    );
    expect(rows, path).toEqual([{ action: name, person: "Olga" }]);
  }
});

test("sign-ins, sign-outs and the end users' own changes are in the log", async () => {
  const tenantId = await tenantOfDemo();
  const consoleClient = openConsole(service);
  const member = await consoleClient.signIn(await consoleClient.linkFor("owner", tenantId, "Grace"));
  await member.send("/console/sign-out");
  const [signOut, signIn] = await entries({ action: "console" });
  expect(signIn).toMatchObject({ action: "console.signIn", actor: { role: "member", name: "Grace" } });
  expect(signOut).toMatchObject({ action: "console.signOut", actor: { id: signIn?.actor.id } });

  const { searchParams } = await platform.join({ environment: "production", company: "bergblick" });
  const accountKey = searchParams.get("accountKey") ?? "";
  const { id = "" } = (await platform.call("GET", "/auth/connection", { accountKey })).data;
  expect((await entries({ action: "connection.create" }))[0]).toMatchObject({
    subject: id,
    actor: { role: "endUser" },
  });
});

test("a tenant sees only its own entries, by time and action", async () => {
  const other = await platform.newTenant();
  expect(await entries({}, other)).toEqual([]);
  await platform.call("POST", "/tenant/signing-secret", { apiKey: other });
  expect((await entries({}, other)).map(({ action }) => action)).toEqual(["tenant.signingSecret"]);
  expect(await entries({ to: "2020-01-01T00:00:00Z" }, other)).toEqual([]);
  expect(await entries({ from: "2020-01-01T00:00:00Z", action: "tenant" }, other)).toHaveLength(1);
  expect(await entries({ action: "connection" }, other)).toEqual([]);
  const { meta, rows } = await platform.call("GET", "/tenants/audit-log", { query: { limit: "5", page: "2" } });
  expect(rows).toHaveLength(5);
  expect(meta.pagination).toMatchObject({ perPage: 5, currentPage: 2 });
  const wrong = await platform.call("GET", "/tenants/audit-log", { query: { from: "yesterday" } });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("from")]);
});

/** Commands that change something, with the action of their entry. */
const commandRecipes: Readonly<
  Record<string, { readonly action: string; readonly parameters: () => Promise<string[]> }>
> = {
  "tenants create": { action: "tenant.create", parameters: async () => ["Neuland"] },
  "tenants disable": { action: "tenant.disable", parameters: async () => [await addTenant("to-disable")] },
  "tenants enable": { action: "tenant.enable", parameters: async () => [await addTenant("to-enable")] },
  "tenants delete": { action: "tenant.delete", parameters: async () => [await addTenant("to-delete", "now()")] },
  "tenants end": { action: "tenant.end", parameters: async () => [await addTenant("to-end", "now()")] },
  "connections export": { action: "connection.export", parameters: async () => [connectionId] },
  "keys create": { action: "apiKey.create", parameters: async () => [await addTenant("with-key")] },
  "keys revoke": {
    action: "apiKey.revoke",
    parameters: async () => [await platform.newTenant()],
  },
  "keys rotate-master": { action: "masterKey.rotate", parameters: async () => [] },
  "connections erase": { action: "connection.erase", parameters: async () => [(await connect()).id, "--force"] },
  "connections poll": { action: "connection.poll", parameters: async () => [connectionId, "60"] },
  console: { action: "console.link", parameters: async () => [] },
  "sessions end": { action: "console.sessionEnded", parameters: async () => [await addConsoleLink()] },
  "people erase": { action: "person.erase", parameters: async () => [await addPerson("to-erase")] },
};
const unchanging = [
  "start",
  "serve",
  "erasures list",
  "worker",
  "migrate",
  "backup",
  "connectors",
  "postman",
  "doctor",
  "verify",
  "version",
  "audit verify",
  "completion",
  "deliveries list",
  "events tail",
  "keys list",
  "mcp",
  "operations list",
  "sessions list",
];
/** These need a database that is not in use: their entries are tested in src/store/backup and test/operating. */
const ofRestoredServices = ["restore", "resume", "pause"];

async function addTenant(id: string, disabledAt = "NULL"): Promise<string> {
  await platform.database.query(`INSERT INTO tenants (id, name, disabled_at) VALUES ($1, $1, ${disabledAt})`, [id]);
  return id;
}

async function addConsoleLink(): Promise<string> {
  const person = { role: "support", tenantId: null, person: "Grace" } as const;
  return (await makeConsoleLink(platform.database, service.url, person)).id;
}

async function addPerson(id: string): Promise<string> {
  await platform.database.query(
    "INSERT INTO console_people (id, issuer, subject) VALUES ($1, 'https://login.example', $1)",
    [id],
  );
  return id;
}

describe("every command that changes something", () => {
  test("is tested here", () => {
    const known = [
      ...Object.keys(commandRecipes),
      ...unchanging,
      ...ofRestoredServices,
      "audit export",
      "connections list",
      "tenants list",
    ];
    expect(commands.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });

  test.each(Object.entries(commandRecipes))("kontor %s adds an entry", async (name, { action, parameters }) => {
    const { dataFolder, databaseUrl = "" } = service.storage.config;
    const lines: string[] = [];
    const print = (text: string): void => void lines.push(text);
    const code = await runCommandLine([...name.split(" "), ...(await parameters())], {
      terminal: { live: false, print, rewrite: print, complain: print },
      environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder },
    });
    expect(code, lines.join("\n")).toBe(0);
    const { rows } = await platform.database.query("SELECT role, action FROM audit_log ORDER BY id DESC LIMIT 1");
    expect(rows).toEqual([{ role: "shell", action }]);
  });
});

/** Functions of the store that change these tables, with the actions that they are part of, or why they have no entry. */
const storeFunctions: Readonly<Record<string, string>> = {
  addAccountKey: "connection.create",
  addAssistantClient: "assistantClient.register",
  addConsentRequest: "none: the question, before its answer",
  addGrant: "assistantGrant.create",
  addOneTimeCode: "assistantCode.create",
  decideConsent: "assistantGrant.create, assistantGrant.refuse",
  endGrant: "assistantGrant.end, assistantGrant.replay",
  markExchanged: "none: the consent has an entry",
  noteAssistantClientUse: "none: when a client was last used",
  noteGrantUse: "none: when a grant was last used",
  pruneAssistantClients: "none: retention",
  pruneConsents: "none: retention",
  pruneGrants: "none: retention",
  takeOneTimeCode: "none: the answer has an entry",
  addApiKey: "apiKey.create",
  addBulkReplay: "delivery.replayMany",
  addConnection: "connection.create",
  addEndUserPage: "endUserPage.create",
  addLink: "console.link",
  addSubscription: "subscription.create",
  addTenant: "tenant.create",
  beginPersonSession: "console.signIn",
  beginSession: "console.signIn",
  bindEndUserPage: "none: the browser of a page",
  changePageStyle: "tenant.pageStyle",
  claimSubscriptions: "none: leases",
  disableTenant: "tenant.disable",
  enableTenant: "tenant.enable",
  endBulkReplay: "none: progress of a replay",
  endConnection: "connection.end",
  endOutdatedSessions: "console.sessionEnded",
  endExpiredSubscriptions: "subscription.end",
  endSession: "console.signOut",
  startDeletion: "tenant.end",
  endSessionOf: "console.sessionEnded",
  endSessionsLike: "console.sessionEnded",
  erasePerson: "person.erase",
  endSubscription: "subscription.end",
  expandSubscriptions: "none: child rows of a tenant's subscription",
  fanOut: "none: due deliveries",
  findKeyTenants: "none: when a key was last used",
  findSession: "none: when a session was last used",
  markRecovered: "service.pause",
  moveBulkReplay: "none: progress of a replay",
  moveSchedules: "none: a jump of the clock",
  nameApiKey: "apiKey.create",
  pauseSubscription: "subscription.pause",
  pruneBulkReplays: "none: retention",
  pruneEndUserPages: "none: retention",
  pruneEvents: "none: retention",
  reactivateConnection: "none: the vendor accepts the same credentials again",
  releaseSubscriptions: "none: leases",
  removeOldSessions: "none: retention",
  removeRegistration: "oauthClient.delete",
  removeSubscription: "subscription.delete",
  renewConnection: "connection.create, connection.reconnect",
  renewLeases: "none: leases",
  renewSubscription: "subscription.renew",
  replayDeliveries: "subscription.replay",
  resolveIssue: "issue.resolve",
  resume: "service.resume",
  revokeAccountKey: "accountKey.revoke",
  revokeApiKey: "apiKey.revoke",
  revokeKeyOf: "apiKey.revoke",
  rotateCredentials: "none: refreshed tokens",
  rotateSubscriptionSecret: "subscription.rotateSecret",
  saveCompanyName: "none: read from the target system",
  saveRegistration: "oauthClient.save",
  setAddress: "none: encrypts stored URLs",
  setBudget: "tenant.budgets",
  setCallbackUrls: "tenant.callbacks",
  setConnectionState: "connection.refused",
  setHiddenFields: "tenant.hiddenFields",
  setSigningSecret: "tenant.signingSecret",
  storeIdToken: "console.signIn",
  stopBulkReplay: "delivery.stopReplay",
  upsertPerson: "console.signIn",
  updateCustomValues: "masterKey.rotate",
};

const audited = [
  "account_keys",
  "api_keys",
  "assistant_clients",
  "assistant_codes",
  "assistant_grants",
  "assistant_requests",
  "bulk_replays",
  "connections",
  "console_links",
  "console_people",
  "console_sessions",
  "end_user_pages",
  "page_styles",
  "registrations",
  "subscriptions",
  "tenants",
  "usage_budgets",
];

/** Top-level declarations of a file, with their text. */
function declarationsOf(text: string): { name: string; body: string }[] {
  const starts = [...text.matchAll(/^(?:export )?(?:async )?(?:function\*?|const) (\w+)/gm)];
  return starts.map((match, index) => ({
    name: match[1] ?? "",
    body: text.slice(match.index, starts[index + 1]?.index ?? text.length),
  }));
}

test("every function of the store that changes these tables is known here", () => {
  const root = join(import.meta.dirname, "../../src/store");
  const changes = new RegExp(
    `(?:INSERT INTO|UPDATE|DELETE FROM) (?:${audited.join("|")})\\b|from: "(?:${audited.join("|")})"`,
  );
  const found = globSync("**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => declarationsOf(readFileSync(join(root, file), "utf8")))
    .filter(({ body }) => changes.test(body))
    .map(({ name }) => name);
  expect(found.length).toBeGreaterThan(20);
  expect(found.toSorted()).toEqual(Object.keys(storeFunctions).toSorted());
});

test("the chain is complete after all of this", async () => {
  expect(await verifyAudit(service.storage.database)).toMatchObject({ fault: null });
});
