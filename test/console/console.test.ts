/** The console over HTTP: sign-in, what each role may see and do, and the audit log. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { type ConsoleClient, openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { openBrowser } from "../support/oauth.ts";
import { makeCall } from "../support/platform.ts";
import { day, type Service, startService } from "../support/service.ts";

let service: Service;
let consoleClient: ConsoleClient;
/** Two tenants that must not see each other: the demo tenant, and another with its own connection. */
const tenants = { demo: "", other: "" };
const keys = { other: "", otherAccount: "" };

beforeAll(async () => {
  service = await startService();
  consoleClient = openConsole(service);
  const { database, vault } = service.storage;
  tenants.demo = (await listTenants(database))[0]?.id ?? "";
  tenants.other = await createTenant(database, "Neuland");
  keys.other = (await createApiKey(database, tenants.other)).apiKey;
  keys.otherAccount = await createConnection(database, vault, {
    tenantId: tenants.other,
    targetSystem: "sandbox-key",
    credentials: { apiKey: "nobody" },
    endUserName: "Kranich Verlag",
  });
});
afterAll(() => service.stop());

const operator = async () => consoleClient.signIn(await consoleClient.linkFor("owner", null));
const member = async () => consoleClient.signIn(await consoleClient.linkFor("owner", tenants.demo));

const pages = [
  "",
  "/issues",
  "/connections",
  "/requests",
  "/writes",
  "/events",
  "/subscriptions",
  "/deliveries",
  "/tasks",
  "/targets",
  "/targets/sandbox",
  "/tenants",
  "/audit",
  "/explorer",
  "/deliveries/replay",
];

describe("signing in", () => {
  test("a link works once, and opening it does not use it up", async () => {
    const link = await consoleClient.linkFor("owner", null);
    for (let times = 0; times < 2; times++) expect((await fetch(link)).status).toBe(200);
    const visitor = await consoleClient.signIn(link);
    expect((await visitor.open("/console")).status).toBe(200);
    expect((await fetch(link)).status).toBe(410);
    const token = new URL(link).searchParams.get("link") ?? "";
    expect((await consoleClient.post("/console/sign-in", { link: token })).status).toBe(401);
  });

  test("refuses an expired link with 410", async () => {
    const link = await consoleClient.linkFor("owner", null);
    await service.storage.database.query("UPDATE console_links SET expires_at = now() - interval '1 second'");
    expect((await fetch(link)).status).toBe(410);
  });

  test("without a session, every page asks to sign in and shows no data", async () => {
    for (const page of pages) {
      const answer = await fetch(`${service.url}/console${page}`);
      const status = answer.status;
      const text = await answer.text();
      expect(status, page).toBe(401);
      expect(answer.headers.get("content-type"), page).toBe("text/html; charset=utf-8");
      expect(text, page).not.toContain("sandbox-key");
    }
  });

  test("refuses a session cookie from another browser", async () => {
    const { cookie } = await operator();
    const elsewhere = await fetch(`${service.url}/console`, { headers: { cookie, "user-agent": "Another" } });
    expect(elsewhere.status).toBe(401);
  });

  test("signing out ends the session", async () => {
    const visitor = await operator();
    expect((await visitor.send("/console/sign-out")).status).toBe(200);
    expect((await visitor.open("/console")).status).toBe(401);
  });

  test("ends a session after an hour without use", async () => {
    const visitor = await operator();
    await service.storage.database.query("UPDATE console_sessions SET seen_at = now() - interval '61 minutes'");
    expect((await visitor.open("/console")).status).toBe(401);
  });

  test("a tenant's API key creates a link for its own people, who see no other tenant", async () => {
    const call = makeCall(service.url, keys.other);
    const { status, data } = await call("POST", "/tenants/console-links", { body: { person: "Grace" } });
    expect(status).toBe(201);
    const visitor = await consoleClient.signIn(data["url"] ?? "");
    const { text } = await visitor.open("/console/connections");
    expect(text).toContain("Kranich Verlag");
    expect(text).not.toContain("bergblick");
    expect((await visitor.open("/console/audit")).text).toContain("Grace");
  });

  test("the link of an API key gives the role that the request names, and the audit log records it", async () => {
    const call = makeCall(service.url, keys.other);
    const made = await call("POST", "/tenant/console-links", { body: { person: "Bo", role: "support" } });
    expect(made.status).toBe(201);
    const { rows } = await call("GET", "/tenant/console-sessions");
    expect(rows.find(({ person }) => person === "Bo")).toMatchObject({
      kind: "link",
      role: "support",
      readOnly: false,
    });
    const visitor = await consoleClient.signIn(made.data["url"] ?? "");
    const connections = (await visitor.open("/console/connections")).text;
    const [, id = ""] = /\/console\/connections\/(\w+)/.exec(connections) ?? [];
    const page = (await visitor.open(`/console/connections/${id}`)).text;
    expect(page).toContain("Check now");
    expect(page).not.toContain("End connection");
    expect((await visitor.open(`/console/connections/${id}/end`)).status).toBe(403);
    const { rows: entries } = await call("GET", "/tenants/audit-log");
    expect(entries.find(({ action }) => action === "console.link")).toMatchObject({
      subjectName: "Bo",
      actor: { role: "api" },
    });
  });

  test.each([
    [{ person: "Bo", role: "admin" }, "role", "role must be one of owner, operator, support, read-only"],
    [{ person: "Bo", role: "support", readOnly: false }, "readOnly", "Send either role or readOnly."],
  ])("refuses a link with %o", async (body, field, message) => {
    const refused = await makeCall(service.url, keys.other)("POST", "/tenant/console-links", { body });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
  });

  test("refuses a link for a blank name", async () => {
    const call = makeCall(service.url, keys.other);
    const refused = await call("POST", "/tenants/console-links", { body: { person: "  " } });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "person" }] } });
  });
});

test("pages forbid external resources, framing and caching", async () => {
  const { cookie } = await operator();
  const { headers } = await fetch(`${service.url}/console`, { headers: { cookie, "user-agent": "Firefox" } });
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("content-security-policy")).not.toContain("unsafe");
  expect(headers.get("cache-control")).toBe("no-store");
});

test("shows every page to an operator in the browser's language", async () => {
  const { cookie } = await operator();
  for (const page of [...pages, "/people", "/system"])
    for (const [language, word] of [
      ["en", "Sign out"],
      ["de-DE,de;q=0.9", "Abmelden"],
    ] as const) {
      const headers = { cookie, "user-agent": "Firefox", "accept-language": language };
      const answer = await fetch(`${service.url}/console${page}`, { headers });
      const status = answer.status;
      const text = await answer.text();
      expect(status, page).toBe(200);
      expect(text, page).toContain(word);
      expect(text, page).not.toContain("undefined");
    }
});

test("every timestamp on every page has a tooltip in ISO 8601", async () => {
  const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  const call = makeCall(service.url, service.keys.apiKey);
  const { accountKey } = service.keys;
  const subscribed = await call("POST", "/webhooks", { accountKey, body: { callbackUrl: "http://127.0.0.9:9/" } });
  const visitor = await operator();
  const { text: renewed } = await visitor.send(`/console/subscriptions/${subscribed.data["id"]}/renew`);
  expect(renewed).toMatch(/Renewed until <time /);
  const shown = [renewed];
  for (const page of [...pages, "/people", "/system"]) shown.push((await visitor.open(`/console${page}`)).text);
  for (const text of shown) {
    for (const [, attributes = ""] of text.matchAll(/<time ([^>]*)>/g)) {
      expect(/datetime="([^"]*)"/.exec(attributes)?.[1]).toMatch(iso);
      expect(/title="([^"]*)"/.exec(attributes)?.[1]).toMatch(iso);
    }
    // Without these elements, the drawings with tooltips of their own, and attributes, no timestamp is left.
    const rest = text.replaceAll(/<time [^>]*>[^<]*<\/time>|<svg [^]*?<\/svg>|<[^>]*>/g, "");
    expect(rest).not.toMatch(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d/);
  }
});

test("muting an issue hides it only for that tenant; other tenants' issues cannot be muted", async () => {
  const call = makeCall(service.url, keys.other);
  const body = { contactType: "COMPANY", companyName: 5 };
  await call("POST", "/accounting/customers", { accountKey: keys.otherAccount, body });
  const theirs = await consoleClient.signIn(await consoleClient.linkFor("owner", tenants.other));
  const actionOn = async (visitor: Visitor): Promise<string | undefined> =>
    /action="(\/console\/issues\/[^"]+\/mute)"/.exec((await visitor.open("/console/issues")).text)?.[1];
  const found = async () => (await actionOn(theirs)) ?? Promise.reject(new Error("The issue is not listed yet."));
  const action = await vi.waitFor(found, { timeout: 10_000, interval: 100 });
  expect((await (await member()).send(action)).status).toBe(404);
  expect((await theirs.send(action)).status).toBe(200);
  // Requests of other tests may have become issues meanwhile.
  expect((await theirs.open("/console/issues")).text).not.toContain(`action="${action}"`);
  expect((await (await operator()).open("/console/issues")).text).toContain(`action="${action}"`);
});

describe("a request's page", () => {
  const failedRequest = async (): Promise<string> => {
    const call = makeCall(service.url, service.keys.apiKey);
    const answer = await call("POST", "/accounting/customers", {
      accountKey: service.keys.accountKey,
      body: { contactType: "COMPANY", companyName: 5 },
      headers: { "idempotency-key": "shown-1" },
    });
    return answer.headers.get("x-request-id") ?? "";
  };
  const shown = (visitor: Visitor, id: string) =>
    vi.waitFor(
      async () => {
        const page = await visitor.open(`/console/requests/${id}`);
        expect(page.status).toBe(200);
        return page;
      },
      { timeout: 10_000, interval: 100 },
    );

  test("shows the error, its cause and who needs to act, without keys or bodies", async () => {
    const id = await failedRequest();
    const { text } = await shown(await operator(), id);
    for (const part of [
      "invalid_request",
      "companyName",
      "The platform needs to act.",
      "shown-1",
      "POST /accounting/customers",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain(service.keys.apiKey);
    expect(text).not.toContain(service.keys.accountKey);
  });

  test("is found by Idempotency-Key and id, and an account key finds its connection", async () => {
    const visitor = await operator();
    const id = await failedRequest();
    await shown(visitor, id);
    expect((await visitor.send("/console/find", { text: id })).location).toBe(`/console/requests/${id}`);
    expect((await visitor.send("/console/find", { text: "shown-1" })).text).toContain(id);
    const { location } = await visitor.send("/console/find", { text: service.keys.accountKey });
    expect(location).toMatch(/^\/console\/connections\/\w{26}$/);
  });

  test("is not found by another tenant", async () => {
    const id = await failedRequest();
    await shown(await operator(), id);
    const stranger = await consoleClient.signIn(await consoleClient.linkFor("owner", tenants.other));
    expect((await stranger.open(`/console/requests/${id}`)).status).toBe(404);
    expect((await stranger.open(`/console/requests?tenant=${tenants.demo}&range=7d`)).text).not.toContain(id);
    expect((await stranger.send("/console/find", { text: id })).text).toContain("No results");
  });
});

describe("members of a tenant", () => {
  const otherConnection = async (): Promise<string> => {
    const { rows } = await service.storage.database.query<{ id: string }>(
      "SELECT id FROM connections WHERE tenant_id = $1",
      [tenants.other],
    );
    return rows[0]?.id ?? "";
  };

  test("see no row of another tenant on any page, whatever the URL says", async () => {
    const visitor = await member();
    const connection = await otherConnection();
    for (const page of pages)
      for (const query of ["", `?tenant=${tenants.other}`, `?connection=${connection}&tenant=${tenants.other}`]) {
        const { text, status } = await visitor.open(`/console${page}${query}`);
        expect(status, page).toBe(200);
        for (const secret of ["Kranich Verlag", "Neuland"]) expect(text, page + query).not.toContain(secret);
      }
    for (const path of [
      `/connections/${connection}`,
      `/connections/${connection}/end`,
      `/tenants/${tenants.other}`,
      "/system",
    ])
      expect((await visitor.open(`/console${path}`)).status, path).toBe(404);
  });

  test("cannot change another tenant", async () => {
    const visitor = await member();
    const connection = await otherConnection();
    for (const path of [
      `/connections/${connection}/check`,
      `/connections/${connection}/reconnect`,
      `/connections/${connection}/end`,
      `/connections/${connection}/keys/0000000000000000/revoke`,
      `/tenants/${tenants.other}/keys`,
      `/tenants/${tenants.other}/links`,
      `/tenants/${tenants.demo}/disable`,
    ])
      expect((await visitor.send(`/console${path}`, { confirm: "Kranich Verlag", person: "x" })).status, path).toBe(
        404,
      );
    const { rows } = await service.storage.database.query(
      "SELECT FROM connections WHERE id = $1 AND state = 'active'",
      [connection],
    );
    expect(rows).toHaveLength(1);
  });

  test("cannot change anything with a read-only role, and are told so", async () => {
    const viewer = await consoleClient.signIn(await consoleClient.linkFor("read-only", tenants.demo));
    const { text } = await viewer.send(`/console/tenants/${tenants.demo}/keys`, { name: "mine" });
    expect(text).toContain("Your role is read-only.");
    expect(text).not.toContain("kapi_mine");
    expect((await viewer.open(`/console/tenants/${tenants.demo}`)).text).not.toContain("Create API key");
  });
});

describe("actions", () => {
  test("need the form check of the session's own pages", async () => {
    const { cookie } = await operator();
    const headers = { cookie, "user-agent": "Firefox" };
    const forged = await consoleClient.post(
      `/console/tenants/${tenants.demo}/keys`,
      { check: "0".repeat(64) },
      headers,
    );
    expect(forged.status).toBe(401);
  });

  test("a new key is shown once, works, and is in the audit log with its creator", async () => {
    const visitor = await consoleClient.signIn(await consoleClient.linkFor("owner", tenants.demo, "Ada of Demo"));
    const { text } = await visitor.send(`/console/tenants/${tenants.demo}/keys`, { name: "nightly" });
    const [apiKey = ""] = /kapi_\w{39}/.exec(text) ?? [];
    expect((await makeCall(service.url, apiKey)("GET", "/tenants/count-end-users-by-system")).status).toBe(200);
    const page = (await visitor.open(`/console/tenants/${tenants.demo}`)).text;
    expect(page).toContain("nightly");
    expect(page).not.toContain(apiKey);
    const audit = (await visitor.open("/console/audit")).text;
    for (const part of ["apiKey.create", "Ada of Demo"]) expect(audit).toContain(part);
    // Revoking needs its name.
    const [, revoke = ""] = /action="([^"]+\/revoke)"[^]{0,400}nightly/.exec(page) ?? [];
    expect((await visitor.send(revoke)).text).toContain("Type nightly to confirm");
    expect((await makeCall(service.url, apiKey)("GET", "/tenants/count-end-users-by-system")).status).toBe(200);
    expect((await visitor.send(revoke, { confirm: "nightly" })).text).toContain("revoked");
  });

  test("“Check now” asks the target system and shows the result", async () => {
    const visitor = await operator();
    const { location } = await visitor.send("/console/find", { text: keys.otherAccount });
    const { text } = await visitor.send(`${location}/check`);
    expect(text).toContain("Check failed at Sandbox (API key): The target system no longer accepts the sign-in.");
    expect((await visitor.open(location ?? "")).text).toContain("needs sign-in");
  });

  test("a reconnect link opens the sign-in page, and the account key stays the same", async () => {
    const visitor = await operator();
    const { location } = await visitor.send("/console/find", { text: keys.otherAccount });
    const { text } = await visitor.send(`${location}/reconnect`);
    const [link = ""] = /http:[^"<]+\/auth\/submit\?flow=\w+/.exec(text) ?? [];
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Neuland");
    const { issueToken } = await openSandbox({ pool: service.storage.database, day, entries: 1000 });
    const browser = openBrowser(service.url);
    const done = await browser.submit(await browser.open(link), { apiKey: await issueToken("Kranich") });
    // No platform waits for a callback, so a page confirms the connection.
    expect([done.status, done.location]).toEqual([200, undefined]);
    const { data } = await makeCall(service.url, keys.other)("GET", "/auth/connection", {
      accountKey: keys.otherAccount,
    });
    expect(data).toMatchObject({ state: "active", healthy: true });
    expect((await visitor.open(location ?? "")).text).toContain("Signed in again");
  });

  test("ending a connection needs its name", async () => {
    const { database, vault } = service.storage;
    const accountKey = await createConnection(database, vault, {
      tenantId: tenants.demo,
      targetSystem: "sandbox-key",
      credentials: { apiKey: "x" },
      endUserName: "Zaunkönig KG",
    });
    const visitor = await operator();
    const { location } = await visitor.send("/console/find", { text: accountKey });
    await visitor.send(`${location}/end`, { confirm: "something else" });
    expect((await visitor.open(location ?? "")).text).toContain("Check now");
    await visitor.send(`${location}/end`, { confirm: "Zaunkönig KG" });
    const ended = (await visitor.open(location ?? "")).text;
    expect(ended).not.toContain("Check now");
    expect(ended).toContain("by Ada");
  });
});
