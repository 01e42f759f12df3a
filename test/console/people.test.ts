/** Signing in to the console with a real OpenID Connect provider, over HTTP, also as an attacker would. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCommandLine } from "../../src/cli.ts";
import { readConfig } from "../../src/config.ts";
import { createApiKey } from "../../src/core/accounts/tenants.ts";
import { disableTenant, enableTenant } from "../../src/store/tenants.ts";
import { checkSignIn } from "../../src/wiring/checks/signInCheck.ts";
import { openConsole } from "../support/consoleVisitor.ts";
import {
  type CookieBrowser,
  openCookieBrowser,
  openTestProvider,
  type TestProvider,
} from "../support/identityProvider.ts";
import { makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let provider: TestProvider;
let service: Service;
let tenantId: string;
let logged: string[];

const log = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    logged.push(chunk.toString());
    done();
  },
});

beforeAll(async () => {
  logged = [];
  provider = await openTestProvider();
  // The id of a tenant is part of the settings.
  tenantId = "01JD0000000000000000000000";
  service = await startService(
    {
      ...provider.settings,
      LOG_LEVEL: "warn",
      OIDC_OWNERS: "kontor-owners, ada@operator.example",
      OIDC_OPERATORS: "kontor-operators",
      OIDC_SUPPORT: "kontor-support,partner",
      OIDC_READ_ONLY: "auditors",
      OIDC_TENANTS: `partner=${tenantId},other=01JD0000000000000000000001`,
    },
    { logged: log },
  );
  await service.storage.database.query("INSERT INTO tenants (id, name) VALUES ($1, 'Neuland')", [tenantId]);
  provider.serve(service.url);
});
afterAll(async () => {
  await service.stop();
  await provider.close();
});
beforeEach(() => {
  logged.length = 0;
  provider.accounts.clear();
  provider.accounts.set("ada", {
    email: "ada@operator.example",
    email_verified: true,
    name: "Ada Beispiel",
    groups: [],
  });
  provider.accounts.set("bo", {
    email: "bo@operator.example",
    email_verified: true,
    name: "Bo Muster",
    groups: ["kontor-support"],
  });
});
afterEach(() => {
  provider.alter = undefined;
  provider.hasForeignKey = false;
});

const begin = async (browser: CookieBrowser, query = ""): Promise<string> => {
  const answer = await browser.open(`${service.url}/console/sign-in/provider${query}`);
  expect(answer.status).toBe(303);
  return answer.headers.get("location") ?? "";
};
/** Returns the response of the callback. */
async function signIn(login: string, browser = openCookieBrowser(), query = ""): Promise<Response> {
  return browser.open(await browser.authorize(await begin(browser, query), login));
}
async function signedIn(login: string, browser = openCookieBrowser()): Promise<CookieBrowser> {
  const answer = await signIn(login, browser);
  expect(answer.status, await answer.text()).toBe(303);
  return browser;
}
const page = async (browser: CookieBrowser, path = ""): Promise<{ status: number; text: string }> => {
  const answer = await browser.open(`${service.url}/console${path}`);
  return { status: answer.status, text: await answer.text() };
};
async function send(browser: CookieBrowser, path: string, fields: Record<string, string> = {}): Promise<Response> {
  const [, check = ""] = /name="check" value="(\w+)"/.exec((await page(browser)).text) ?? [];
  const body = new URLSearchParams({ check, ...fields });
  return browser.open(`${service.url}/console${path}`, { method: "POST", body });
}
const lastAudit = async (action = "console.signIn") => {
  const { rows } = await service.storage.database.query<Record<string, unknown>>(
    `SELECT a.role, a.refused, a.subject, a.tenant_id AS tenant, n.person, n.address FROM audit_log a
     LEFT JOIN audit_names n ON n.entry_id = a.id WHERE a.action = $1 ORDER BY a.id DESC LIMIT 1`,
    [action],
  );
  return rows[0];
};
const hasSession = (browser: CookieBrowser): boolean =>
  [...browser.cookies.keys()].some((name) => name.endsWith(" kontor-console"));

/** What an attacker got. */
async function outcomeOf(answer: Response, browser: CookieBrowser) {
  const isClear = (await answer.text()).includes("is not valid, was used before, or came too late");
  const log = logged.join("");
  expect(log).not.toContain("client-secret-of-kontor");
  return { status: answer.status, isClear, hasSession: hasSession(browser), page: (await page(browser)).status, log };
}
/** Nobody is signed in, the page says so, and the log says why. */
const refusedBecause = (reason: string) => ({
  status: 400,
  isClear: true,
  hasSession: false,
  page: 401,
  log: expect.stringContaining(reason),
});

describe("signing in", () => {
  test("the sign-in page offers the provider beside links", async () => {
    const text = await (await fetch(`${service.url}/console/sign-in`)).text();
    expect(text).toContain("Sign in with Beispiel Login");
    expect(text).toContain("npx kontor console");
  });

  test("asks for a code with PKCE, state and nonce", async () => {
    const url = new URL(await begin(openCookieBrowser()));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "kontor",
      redirect_uri: `${service.url}/console/sign-in/callback`,
      scope: "openid profile email groups",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test("an address that is an owner's sees everything, and the audit log names it", async () => {
    const browser = await signedIn("ada");
    const { status, text } = await page(browser);
    expect(status).toBe(200);
    expect(text).toContain("ada@operator.example (owner)");
    expect(await lastAudit()).toMatchObject({
      role: "owner",
      refused: false,
      tenant: null,
      person: "ada@operator.example",
      address: "127.0.0.1",
    });
    const people = (await page(browser, "/people")).text;
    for (const part of ["Ada Beispiel", "ada@operator.example", "127.0.0.1", "this session"])
      expect(people).toContain(part);
  });

  test("leads back to the page that was asked for, and to no other site", async () => {
    const asked = await page(openCookieBrowser(), "/requests?failed=yes");
    expect(asked.status).toBe(401);
    expect(asked.text).toContain("/console/sign-in/provider?to=%2Fconsole%2Frequests%3Ffailed%3Dyes");
    const to = async (path: string) =>
      (await signIn("bo", openCookieBrowser(), `?${new URLSearchParams({ to: path }).toString()}`)).headers.get(
        "location",
      );
    expect(await to("/console/requests?failed=yes")).toBe("/console/requests?failed=yes");
    for (const path of [
      "https://evil.example/",
      "//evil.example/console",
      "/console//evil.example\\",
      "/consolex",
      "/console/sign-in?link=x",
    ])
      expect(await to(path)).toBe("/console");
  });

  test("takes the most powerful of several roles", async () => {
    provider.accounts.set("bo", { name: "Bo Muster", groups: ["auditors", "kontor-operators"] });
    expect((await page(await signedIn("bo"))).text).toContain("Bo Muster (operator)");
  });

  test("limits people of a tenant to it", async () => {
    provider.accounts.set("cy", { email: "cy@partner.example", groups: ["partner", "kontor-owners"] });
    const browser = await signedIn("cy");
    const tenants = (await page(browser, "/tenants")).text;
    expect(tenants).toContain("Neuland");
    expect(tenants).not.toContain("Demo");
    expect((await page(browser, "/system")).status).toBe(404);
    expect(await lastAudit()).toMatchObject({ role: "member", tenant: tenantId });
    const { database } = service.storage;
    await disableTenant(database, tenantId);
    expect((await page(browser)).status).toBe(401);
    const refused = await signIn("cy");
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining("does not exist or is disabled"),
    ]);
    await enableTenant(database, tenantId);
  });

  test("refuses people of several tenants", async () => {
    provider.accounts.set("cy", { name: "Cy", groups: ["partner", "other"] });
    const refused = await signIn("cy");
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining("belongs to several tenants"),
    ]);
  });

  test("a person without a mapped role gets a clear page, and an entry in the audit log", async () => {
    provider.accounts.set("eve", { email: "eve@elsewhere.example", email_verified: true, groups: ["guests"] });
    const browser = openCookieBrowser();
    const refused = await signIn("eve", browser);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain(
      "You are signed in to Beispiel Login as eve@elsewhere.example, but you have no role in this console.",
    );
    expect(hasSession(browser)).toBe(false);
    expect(await lastAudit()).toMatchObject({ role: "visitor", refused: true, person: "eve@elsewhere.example" });
  });

  test("an address gives a role only if the provider has verified it", async () => {
    provider.accounts.set("eve", { email: "Ada@operator.example", email_verified: false });
    const refused = await signIn("eve");
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining("has not verified your e-mail address"),
    ]);
    provider.accounts.set("eve", { email: "Ada@operator.example", email_verified: true });
    expect((await signIn("eve")).status).toBe(303);
  });

  test("a change of groups takes effect at the next sign-in, also for the person's other sessions", async () => {
    const first = await signedIn("bo");
    provider.accounts.set("bo", { email: "bo@operator.example", groups: ["auditors"] });
    expect((await page(first)).text).toContain("bo@operator.example (support)");
    const second = await signedIn("bo");
    expect((await page(second)).text).toContain("bo@operator.example (read-only)");
    expect((await page(first)).status).toBe(401);
    expect(await lastAudit("console.sessionEnded")).toMatchObject({ role: "service", refused: false });
    provider.accounts.set("bo", { email: "bo@operator.example", groups: [] });
    expect((await signIn("bo")).status).toBe(403);
    expect((await page(second)).status).toBe(401);
  });

  test("signing out ends the session, and leads to the provider's own page", async () => {
    const browser = await signedIn("ada");
    const cookies = new Map(browser.cookies);
    const text = await (await send(browser, "/sign-out")).text();
    const [, link = ""] = /href="([^"]+)">Sign out of Beispiel Login, too/.exec(text) ?? [];
    const url = new URL(link.replaceAll("&amp;", "&"));
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${service.url}/console/sign-in`);
    const answer = await browser.open(url.href);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Sign out of Beispiel Login")]);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await page(browser)).status).toBe(401);
  });

  test("stores the ID token encrypted", async () => {
    await signedIn("ada");
    const { rows } = await service.storage.database.query<{ token: Buffer }>(
      "SELECT id_token AS token FROM console_sessions WHERE id_token IS NOT NULL",
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { token } of rows) expect(token.toString("latin1")).not.toContain("eyJ");
  });

  test("a person who cancels at the provider gets a clear page", async () => {
    const browser = openCookieBrowser();
    const [, , path = ""] = /^(https?:\/\/[^/]+)(.*)$/.exec(await begin(browser)) ?? [];
    const asked = await browser.open(provider.issuer + path);
    const interaction = new URL(asked.headers.get("location") ?? "", provider.issuer).href;
    const cancelled = await browser.open(interaction, { method: "POST", body: new URLSearchParams({ cancel: "yes" }) });
    const resumed = await browser.open(cancelled.headers.get("location") ?? "");
    const answer = await browser.open(resumed.headers.get("location") ?? "");
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("was cancelled")]);
  });
});

describe("an attacker", () => {
  const returned = async (browser: CookieBrowser, login = "ada") => browser.authorize(await begin(browser), login);
  const withParameter = (url: string, name: string, value: string | undefined): string => {
    const changed = new URL(url);
    changed.searchParams.delete(name);
    if (value !== undefined) changed.searchParams.set(name, value);
    return changed.href;
  };

  test.each([
    ["a wrong state", "state", "x".repeat(43), "state"],
    ["no state", "state", undefined, "state"],
    ["another issuer in the response", "iss", "https://evil.example", "iss"],
    ["no issuer in the response", "iss", undefined, "iss"],
    ["an invented code", "code", "invented", "refused the code: invalid_grant"],
  ])("gets nothing with %s", async (_what, name, value, reason) => {
    const browser = openCookieBrowser();
    const url = withParameter(await returned(browser), name, value);
    expect(await outcomeOf(await browser.open(url), browser)).toEqual(refusedBecause(reason));
  });

  test("cannot finish a sign-in in another browser", async () => {
    const url = await returned(openCookieBrowser());
    const victim = openCookieBrowser();
    expect(await outcomeOf(await victim.open(url), victim)).toEqual(refusedBecause("did not begin the sign-in"));
    // With a sign-in of its own, the state differs.
    await begin(victim);
    expect(await outcomeOf(await victim.open(url), victim)).toEqual(refusedBecause("state"));
  });

  test("cannot use a code twice", async () => {
    const browser = openCookieBrowser();
    const url = await returned(browser);
    const cookies = new Map(browser.cookies);
    expect((await browser.open(url)).status).toBe(303);
    const again = openCookieBrowser();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect(await outcomeOf(await again.open(url), again)).toEqual(refusedBecause("invalid_grant"));
  });

  test("cannot use a code that was issued for another challenge", async () => {
    const stolen = new URL(await returned(openCookieBrowser()));
    const browser = openCookieBrowser();
    const own = await returned(browser, "bo");
    const injected = withParameter(own, "code", stolen.searchParams.get("code") ?? "");
    expect(await outcomeOf(await browser.open(injected), browser)).toEqual(refusedBecause("invalid_grant"));
  });

  test("gets no code without a challenge", async () => {
    const url = new URL(await begin(openCookieBrowser()));
    url.searchParams.delete("code_challenge");
    url.searchParams.delete("code_challenge_method");
    const returnedUrl = await openCookieBrowser().authorize(url.href, "ada");
    expect(new URL(returnedUrl).searchParams.get("error")).toBe("invalid_request");
    expect(new URL(returnedUrl).searchParams.has("code")).toBe(false);
  });

  const now = (): number => Math.floor(Date.now() / 1000);
  test.each([
    ["of another sign-in", { nonce: "another" }, "nonce"],
    ["without a nonce", { nonce: undefined }, "nonce"],
    ["of another issuer", { iss: "https://evil.example" }, "iss"],
    ["for another audience", { aud: "another-client" }, "aud"],
    ["that has expired", { exp: now() - 3600, iat: now() - 7200 }, "exp"],
  ])("gets nothing with an ID token %s", async (_what, claims, reason) => {
    provider.alter = (old) => ({ ...old, ...claims });
    const browser = openCookieBrowser();
    expect(await outcomeOf(await signIn("ada", browser), browser)).toEqual(refusedBecause(reason));
  });

  test("gets nothing with an ID token that somebody else signed", async () => {
    provider.hasForeignKey = true;
    const browser = openCookieBrowser();
    expect(await outcomeOf(await signIn("ada", browser), browser)).toEqual(refusedBecause("signature"));
  });

  test("cannot change or prolong the cookie of a sign-in", async () => {
    const browser = openCookieBrowser();
    const url = await returned(browser);
    const name = `${service.url} kontor-console-provider`;
    const sealed = Buffer.from(browser.cookies.get(name) ?? "", "base64url");
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    browser.cookies.set(name, sealed.toString("base64url"));
    expect(await outcomeOf(await browser.open(url), browser)).toEqual(refusedBecause("did not begin the sign-in"));
  });

  test("cannot act with a person's session without the form check", async () => {
    const browser = await signedIn("ada");
    const body = new URLSearchParams({ name: "Forged" });
    const forged = await browser.open(`${service.url}/console/tenants`, { method: "POST", body });
    expect(forged.status).toBe(401);
    expect((await page(browser, "/tenants")).text).not.toContain("Forged");
  });

  test("cannot use a session in another browser", async () => {
    const browser = await signedIn("ada");
    const other = openCookieBrowser("Another");
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    expect((await page(other)).status).toBe(401);
  });
});

describe("sessions", () => {
  const sessionsOf = async (person: string): Promise<string[]> => {
    const { rows } = await service.storage.database.query<{ id: string }>(
      "SELECT id FROM console_sessions WHERE person = $1 ORDER BY created_at",
      [person],
    );
    return rows.map(({ id }) => id);
  };
  const run = async (...words: string[]): Promise<string> => {
    const lines: string[] = [];
    const print = (text: string): void => void lines.push(text);
    const { dataFolder, databaseUrl = "" } = service.storage.config;
    await runCommandLine(words, {
      terminal: { live: false, print, rewrite: print, complain: print },
      environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder },
    });
    return lines.join("\n");
  };

  test("an owner ends one session of a person, or all", async () => {
    await run("people", "erase", "bo@operator.example");
    const owner = await signedIn("ada");
    const theirs = [await signedIn("bo"), await signedIn("bo"), await signedIn("bo")];
    const [first = "", second = ""] = await sessionsOf("bo@operator.example");
    expect((await send(owner, `/people/sessions/${first}/end`)).status).toBe(200);
    const statuses = () => Promise.all(theirs.map(async (browser) => (await page(browser)).status));
    expect(await statuses()).toEqual([401, 200, 200]);
    expect(await lastAudit("console.sessionEnded")).toMatchObject({ role: "owner", subject: first });
    expect(await (await send(owner, `/people/sessions/${second}/end-all`)).text()).toContain("Ended sessions: 2.");
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await page(owner)).status).toBe(200);
  });

  test("an open stream ends with its session", async () => {
    const browser = await signedIn("bo");
    const stream = await browser.open(`${service.url}/console/live`);
    const [id = ""] = await sessionsOf("bo@operator.example");
    expect(await run("sessions", "end", id)).toContain("Ended the session of bo@operator.example.");
    await stream.text();
    expect((await page(browser)).status).toBe(401);
  });

  test("the command line lists and ends sessions", async () => {
    await run("people", "erase", "bo@operator.example");
    const browsers = [await signedIn("bo"), await signedIn("bo")];
    const listed = JSON.parse(await run("sessions", "list", "--json")) as Record<string, unknown>[];
    const mine = listed.filter(({ person }) => person === "bo@operator.example");
    expect(mine).toHaveLength(2);
    expect(mine[0]).toMatchObject({ role: "support", name: "Bo Muster", address: "127.0.0.1", tenantId: null });
    expect(await run("sessions", "list")).toMatch(/bo@operator\.example +support +all/);
    expect(await run("sessions", "end", String(mine[0]?.["id"]), "--all")).toContain(
      "2 sessions of bo@operator.example",
    );
    for (const browser of browsers) expect((await page(browser)).status).toBe(401);
    expect(await run("sessions", "end", "nothing")).toContain(
      'Session nothing does not exist. Run "kontor sessions list"',
    );
  });

  test("erasing a person signs them out and erases their names, and the chain stays complete", async () => {
    const browser = await signedIn("bo");
    await page(browser);
    provider.accounts.set("bo", { email: "bo@operator.example" });
    expect((await signIn("bo")).status).toBe(403);
    provider.accounts.set("bo", { email: "bo@operator.example", groups: ["kontor-support"] });
    await signedIn("bo", browser);
    expect(await run("people", "erase", "bo@operator.example")).toContain("Erased the person");
    expect((await page(browser)).status).toBe(401);
    const { rows } = await service.storage.database.query(
      "SELECT FROM audit_names WHERE 'bo@operator.example' IN (person, subject)",
    );
    expect(rows).toEqual([]);
    const people = await service.storage.database.query(
      "SELECT FROM console_people WHERE email = 'bo@operator.example'",
    );
    expect(people.rows).toEqual([]);
    expect(await run("audit", "verify")).toContain("The audit log is complete");
    // Missing names of anybody else are noticed.
    await signedIn("ada");
    await service.storage.database.query("DELETE FROM audit_names WHERE person = 'ada@operator.example'");
    expect(await run("audit", "verify")).toContain("are missing");
    await run("people", "erase", "ada@operator.example");
  });

  test("people who have not signed in for a year are forgotten", async () => {
    await signedIn("bo");
    const { database } = service.storage;
    await database.query("UPDATE console_people SET signed_in_at = now() - interval '366 days'");
    await signedIn("ada");
    const { rows } = await database.query("SELECT email FROM console_people");
    expect(rows).toEqual([{ email: "ada@operator.example" }]);
  });

  test("a tenant lists and ends the sessions of its people only", async () => {
    provider.accounts.set("cy", { name: "Cy", groups: ["partner"] });
    const theirs = await signedIn("cy");
    const ours = await signedIn("ada");
    const { rows } = await service.storage.database.query<{ id: string }>(
      "SELECT id FROM console_sessions WHERE person = 'Cy'",
    );
    const call = makeCall(service.url, (await createApiKey(service.storage.database, tenantId)).apiKey);
    const listed = await call("GET", "/tenant/console-sessions");
    expect(listed.text).toContain(rows[0]?.id ?? "none");
    expect(listed.text).not.toContain("ada@operator.example");
    const [ada = ""] = await sessionsOf("ada@operator.example");
    expect((await call("DELETE", `/tenant/console-sessions/${ada}`)).status).toBe(404);
    expect((await call("DELETE", `/tenant/console-sessions/${rows[0]?.id}`)).status).toBe(200);
    expect([(await page(theirs)).status, (await page(ours)).status]).toEqual([401, 200]);
  });
});

test("without links, only the provider signs in", async () => {
  const linkFree = await startService({
    ...provider.settings,
    OIDC_OWNERS: "ada@operator.example",
    CONSOLE_LINKS: "off",
  });
  try {
    const link = await openConsole(linkFree).linkFor("owner", null);
    const text = await (await fetch(`${linkFree.url}/console/sign-in`)).text();
    expect(text).toContain("Sign in with Beispiel Login");
    expect(text).not.toContain("npx kontor console");
    const opened = await fetch(link);
    expect([opened.status, await opened.text()]).toEqual([
      410,
      expect.stringContaining("Sign-in links are turned off"),
    ]);
    await expect(openConsole(linkFree).signIn(link)).rejects.toThrow("401");
    const made = await fetch(`${linkFree.url}/tenant/console-links`, {
      method: "POST",
      headers: { "x-api-key": linkFree.keys.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ person: "Grace" }),
    });
    expect([made.status, await made.text()]).toEqual([400, expect.stringContaining("turned off")]);
  } finally {
    await linkFree.stop();
  }
});

test("a provider that cannot be reached gives a clear page, and the next sign-in tries again", async () => {
  const late = await openTestProvider();
  const waiting = await startService({ ...late.settings, OIDC_OWNERS: "ada@operator.example" });
  try {
    const refused = await fetch(`${waiting.url}/console/sign-in/provider`, { redirect: "manual" });
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining("cannot be reached")]);
    late.serve(waiting.url);
    expect((await fetch(`${waiting.url}/console/sign-in/provider`, { redirect: "manual" })).status).toBe(303);
  } finally {
    await waiting.stop();
    await late.close();
  }
});

test("the provider is reached only where the address rules allow it", async () => {
  const closed = await startService(
    {
      ...provider.settings,
      OIDC_OWNERS: "ada@operator.example",
      ALLOW_PRIVATE_NETWORK: "10.0.0.0/8",
      LOG_LEVEL: "warn",
    },
    { logged: log },
  );
  try {
    expect((await fetch(`${closed.url}/console/sign-in/provider`, { redirect: "manual" })).status).toBe(503);
    expect(logged.join("")).toContain("Set ALLOW_PRIVATE_NETWORK to its network");
  } finally {
    await closed.stop();
  }
});

test("claims may be in the ID token", async () => {
  const direct = await openTestProvider();
  const other = await startService({
    ...direct.settings,
    OIDC_OWNERS: "admin",
    OIDC_ROLES_CLAIM: "realm_access.roles",
  });
  try {
    direct.serve(other.url, { conformIdTokenClaims: false });
    direct.accounts.set("ada", { name: "Ada Beispiel" });
    direct.alter = (claims) => ({ ...claims, realm_access: { roles: ["admin"] } });
    const browser = openCookieBrowser();
    const start = await browser.open(`${other.url}/console/sign-in/provider`);
    const answer = await browser.open(await browser.authorize(start.headers.get("location") ?? "", "ada"));
    expect(answer.status).toBe(303);
    const home = await browser.open(`${other.url}/console`);
    expect(await home.text()).toContain("Ada Beispiel (owner)");
  } finally {
    await other.stop();
    await direct.close();
  }
});

describe("doctor", () => {
  const check = (settings: Readonly<Record<string, string>>) =>
    checkSignIn(
      readConfig(
        { ...provider.settings, OIDC_OWNERS: "ada@operator.example", ALLOW_PRIVATE_NETWORK: "true", ...settings },
        new Date(),
      ),
    );

  test("says that the provider answers, and warns about a provider without TLS", async () => {
    expect(await check({})).toMatchObject({ state: "warn", text: `${provider.issuer} answers, without encryption.` });
  });

  test("names the remedy if the provider has another issuer, is not there, or may not be reached", async () => {
    const server = createServer((_request, response) => {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ issuer: "https://login.example" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const other = `http://127.0.0.1:${port}`;
    expect(await check({ OIDC_ISSUER: other })).toMatchObject({
      state: "fail",
      advice: `The provider calls itself https://login.example, not ${other}. Set OIDC_ISSUER=https://login.example.`,
      german: {
        advice: `Der Anbieter nennt sich https://login.example, nicht ${other}. Setzen Sie OIDC_ISSUER=https://login.example.`,
      },
    });
    await new Promise((resolve) => server.close(resolve));
    expect(await check({ OIDC_ISSUER: other })).toMatchObject({
      state: "fail",
      advice: expect.stringContaining("The provider cannot be reached."),
      german: { advice: expect.stringMatching(/^Der Anbieter ist nicht erreichbar \(„.+“\)\.$/) },
    });
    expect(await check({ OIDC_ISSUER: `${provider.issuer}/realm` })).toMatchObject({
      advice: expect.stringContaining("answered 404. OIDC_ISSUER must be the provider's issuer"),
      german: { advice: expect.stringContaining("antwortete mit 404. OIDC_ISSUER muss der Issuer des Anbieters sein") },
    });
    expect(await check({ ALLOW_PRIVATE_NETWORK: "10.0.0.0/8" })).toMatchObject({
      advice: "The provider is in a private network. Set ALLOW_PRIVATE_NETWORK to its network, such as 10.1.2.0/24.",
    });
  });

  test("checks nothing without a provider", async () => {
    expect(await checkSignIn(readConfig({}, new Date()))).toBeUndefined();
  });
});
