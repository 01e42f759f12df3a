/** The console's tools: set-up with test and preview, explorer, bodies, live updates. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connectors } from "../../src/connectors/index.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { register } from "../../src/core/accounts/oauthClients.ts";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { pruneBodies } from "../../src/store/log/requestBodies.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { type ConsoleClient, openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { invoice, newEndUser } from "../support/events.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let consoleClient: ConsoleClient;
let operator: Visitor;
let call: Call;
const tenants = { demo: "", other: "" };

beforeAll(async () => {
  service = await startService({ REQUEST_LOG_BODY_HOURS: "2" });
  const { database } = service.storage;
  consoleClient = openConsole(service);
  tenants.demo = (await listTenants(database))[0]?.id ?? "";
  tenants.other = await createTenant(database, "Neuland");
  operator = await consoleClient.signIn(await consoleClient.linkFor("owner", null));
  call = makeCall(service.url, service.keys.apiKey);
});
afterAll(() => service.stop());

const query = (statement: string, ...values: unknown[]) => service.storage.database.query(statement, values);

const demoConnection = async (): Promise<string> => {
  const { location } = await operator.send("/console/find", { text: service.keys.accountKey });
  return location?.split("/").at(-1) ?? "";
};

const logged = async (id: string): Promise<void> =>
  vi.waitFor(
    async () => {
      if ((await query("SELECT FROM request_log WHERE id = $1", id)).rowCount === 0) throw new Error("Not logged yet.");
    },
    { timeout: 10_000 },
  );

describe("an OAuth client", () => {
  const tried = async (tenantId: string) =>
    (await operator.send(`/console/tenants/${tenantId}/clients/sandbox/test`)).text;

  test("that the vendor knows passes the test, which names what it cannot verify", async () => {
    const text = await tried(tenants.demo);
    expect(text).toContain("Client ID and secret are accepted.");
    expect(text).toContain("The sign-in page opens for this client ID and redirect URI.");
    expect(text).toContain("Only a real sign-in shows whether all scopes are granted");
  });

  test("that the vendor does not know fails the test", async () => {
    const { database, vault } = service.storage;
    const system = { tenantId: tenants.other, targetSystem: "sandbox", customValues: [] };
    await register(database, vault, { ...system, clientId: "nobody", clientSecret: "s3cret-of-nobody" });
    const text = await tried(tenants.other);
    expect(text).toContain("The client ID or the secret is rejected.");
    expect(text).toContain("The client ID or the redirect URI is rejected.");
    expect(text).not.toContain("s3cret-of-nobody");
  });

  test("is saved without showing its secret, and replacing it needs the system's name", async () => {
    const path = `/console/tenants/${tenants.demo}/clients/sandbox`;
    const client = { clientId: "another-client", clientSecret: "s3cret-of-ours" };
    expect((await operator.send(path, client)).text).toContain("Type Sandbox to confirm");
    const { rowCount } = await query("SELECT FROM registrations WHERE tenant_id = $1", tenants.demo);
    expect(rowCount).toBe(0);
    const { text } = await operator.send(path, { ...client, confirm: "Sandbox" });
    expect(text).toContain("another-client");
    expect(text).not.toContain("s3cret-of-ours");
    await query("DELETE FROM registrations WHERE tenant_id = $1", tenants.demo);
  });
});

describe("the set-up guide of a target system", () => {
  const linkIn = (text: string, title: string): string | undefined =>
    new RegExp(`href="(/docs/guides/[^"]+)">${title}<`).exec(text)?.[1];

  test("is linked wherever a client or the key of an app is entered, and is served", async () => {
    const { text } = await operator.open(`/console/tenants/${tenants.demo}`);
    const rows = new Map(
      text.split("<tr>").flatMap((row) => {
        const system = /clients\/([\w-]+)"/.exec(row)?.[1];
        return system === undefined ? [] : [[system, linkIn(row, "Set-up guide")] as const];
      }),
    );
    const withClient = connectors.filter(
      ({ signIn }) => signIn.kind === "oauth2" || signIn.asks.some(({ belongsToApp }) => belongsToApp),
    );
    expect([...rows.keys()].toSorted()).toEqual(withClient.map(({ id }) => id).toSorted());
    for (const { id, builtIn } of withClient)
      if (builtIn === true) expect([id, rows.get(id)]).toEqual([id, undefined]);
      else expect([id, (await fetch(service.url + rows.get(id))).status]).toEqual([id, 200]);
    expect(rows.get("quickbooks-sandbox")).toBe("/docs/guides/quickbooks");
  });

  test("is linked from the page of the target system, in German too", async () => {
    const target = (slug: string) => operator.open(`/console/targets/${slug}`);
    expect(linkIn((await target("weclapp")).text, "Set-up guide")).toBe("/docs/guides/weclapp");
    expect(linkIn((await target("sandbox")).text, "Set-up guide")).toBeUndefined();
    const headers = { cookie: operator.cookie, "user-agent": "Firefox", "accept-language": "de" };
    const german = await fetch(`${service.url}/console/targets/weclapp`, { headers });
    expect(linkIn(await german.text(), "Einrichtungsanleitung")).toBe("/docs/guides/weclapp");
  });

  test("is beside the form for a key of the app, which has no redirect URI and no test", async () => {
    const { text } = await operator.open(`/console/tenants/${tenants.demo}`);
    const row = text.split("<tr>").find((part) => part.includes("/clients/tripletex")) ?? "";
    expect(row).not.toContain("/auth/callback/");
    const path = `/console/tenants/${tenants.demo}/clients/tripletex`;
    const saved = await operator.send(path, { clientId: "our-app", clientSecret: "s3cret-consumer" });
    expect(saved.text).toContain("our-app");
    expect(saved.text).not.toContain("clients/tripletex/test");
    expect(saved.text).not.toContain("s3cret-consumer");
    await query("DELETE FROM registrations WHERE tenant_id = $1", tenants.demo);
  });
});

describe("the key of an app that a vendor wants with every call", () => {
  const path = () => `/console/tenants/${tenants.demo}/clients/sage-active`;
  const client = { clientId: "our-app", clientSecret: "s3cret-of-the-client" };

  test("has a field of the vendor's name beside the client's secret, for such vendors alone", async () => {
    const { text } = await operator.open(`/console/tenants/${tenants.demo}`);
    const rowOf = (system: string) => text.split("<tr>").find((part) => part.includes(`/clients/${system}"`)) ?? "";
    expect(rowOf("sage-active")).toMatch(/Subscription key <input name="appKey" type="password" required/);
    expect(rowOf("quickbooks")).not.toContain("appKey");
  });

  test("is needed, stored encrypted, and never shown", async () => {
    await operator.send(path(), client);
    const stored = () => query("SELECT custom_values FROM registrations WHERE tenant_id = $1", tenants.demo);
    expect((await stored()).rowCount).toBe(0);
    const { text } = await operator.send(path(), { ...client, appKey: "s3cret-of-the-app" });
    expect(text).toContain("our-app");
    expect(text).not.toContain("s3cret-of-the-app");
    const { rows } = await stored();
    expect(rows).toEqual([{ custom_values: [{ name: "appKey", value: expect.any(String) }] }]);
    const values = JSON.stringify(rows);
    expect(values).not.toContain("s3cret-of-the-app");
    expect(values).not.toContain(Buffer.from("s3cret-of-the-app").toString("base64"));
    await operator.send(path(), { ...client, appKey: "s3cret-renewed" });
    expect((await stored()).rows[0]).toMatchObject({ custom_values: [{ name: "appKey" }] });
    await query("DELETE FROM registrations WHERE tenant_id = $1", tenants.demo);
  });

  test("is needed by the API, too", async () => {
    const registration = { targetSystem: "sage-active", ...client, customValues: [] };
    const refused = await call("POST", "/tenants/register-system", { body: registration });
    expect(refused.status).toBe(400);
    const customValues = [{ name: "appKey", value: "s3cret-of-the-app" }];
    const made = await call("POST", "/tenants/register-system", { body: { ...registration, customValues } });
    expect(made.data).toMatchObject({ customValues: [{ name: "appKey", value: "********" }] });
    await query("DELETE FROM registrations WHERE tenant_id = $1", tenants.demo);
  });
});

describe("the design of a tenant's pages", () => {
  const preview = (more: string) => operator.open(`/console/tenants/${tenants.demo}/preview?${more}`);

  test("is previewed on every page in every language, and only the console may frame it", async () => {
    const german = await preview("page=company&language=de&scheme=dark");
    expect(german.text).toContain('<html lang="de"');
    expect(german.text).toContain("Seeblick KG");
    expect(german.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    const policy = german.headers.get("content-security-policy") ?? "";
    for (const part of ["frame-ancestors 'self'", "form-action 'none'"]) expect(policy).toContain(part);
    const pages = ["submit", "problem", "environment", "done", "cancelled", "expired", "alreadyUsed", "failed"];
    const titles = new Set<string>();
    for (const page of pages) titles.add((/<h1>.*?<\/h1>/.exec((await preview(`page=${page}`)).text) ?? [""])[0]);
    // The first two have the same title: the second is the first with an error.
    expect(titles.size).toBe(pages.length - 1);
    const others = await operator.open(`/console/tenants/${tenants.demo}/style`);
    expect(others.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test("follows the draft, warns of low contrast, and is stored on saving", async () => {
    const draft = "draft=yes&titleColor=%23eeeeee&backgroundColor=%23ffffff";
    const css = async (more: string) =>
      (await operator.open(`/console/tenants/${tenants.demo}/preview.css?${more}`)).text;
    expect(await css(draft)).toContain("--title: rgb(238 238 238");
    expect(await css("scheme=dark")).toContain("color-scheme: dark;");
    const page = await operator.open(`/console/tenants/${tenants.demo}/style?${draft}`);
    expect(page.text).toContain("Low contrast:");
    const path = `/console/tenants/${tenants.demo}/style`;
    expect((await operator.send(path, { titleColor: "no colour" })).text).toContain("must be a colour");
    expect((await operator.send(path, { titleColor: "#123456" })).text).toContain(
      "End users see the new design from now on",
    );
    expect((await call("GET", "/tenants/submission-page-style")).data).toEqual({ titleColor: "#123456" });
  });

  test("previews, saves and resets logo and texts like colours", async () => {
    const path = `/console/tenants/${tenants.demo}`;
    const logoText = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1"/></svg>';
    const texts = { texts: "de", "text.titleText": "Willkommen bei {platform}", "text.introText": "" };
    const draft = { draft: "yes", language: "de", logo: "new", logoText, ...texts };
    const tried = await operator.send(`${path}/preview`, draft);
    expect(tried.text).toContain("Willkommen bei Demo");
    expect(tried.text).toContain(`src="data:image/svg+xml;base64,${Buffer.from(logoText).toString("base64")}"`);
    expect(tried.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    const style = async () => (await call("GET", "/tenants/submission-page-style")).data;
    expect(await style()).not.toHaveProperty("logoSvg");

    const refused = await operator.send(`${path}/style`, { ...draft, logoText: "<svg" });
    expect(refused.text).not.toContain("End users see the new design from now on");
    await operator.send(`${path}/style`, { ...draft, titleColor: "#123456" });
    const stored = { titleColor: "#123456", logoSvg: logoText };
    const pageLocalizations = [{ locale: "de", titleText: "Willkommen bei {platform}" }];
    expect(await style()).toEqual({ ...stored, pageLocalizations });
    expect((await operator.open(`${path}/style?texts=de`)).text).toContain('value="Willkommen bei {platform}"');
    // The texts of other languages stay, and so does a logo that the form does not mention.
    await operator.send(`${path}/style`, { titleColor: "#123456", texts: "", "text.titleText": "Welcome" });
    expect(await style()).toEqual({ ...stored, pageLocalizations: [...pageLocalizations, { titleText: "Welcome" }] });
    for (const language of ["", "de"])
      await operator.send(`${path}/style`, { logo: "none", texts: language, "text.titleText": "" });
    expect(await style()).toEqual({});
  });

  test("is hidden from other tenants", async () => {
    const stranger = await consoleClient.signIn(await consoleClient.linkFor("owner", tenants.other));
    for (const page of ["style", "preview", "preview.css"])
      expect((await stranger.open(`/console/tenants/${tenants.demo}/${page}`)).status).toBeGreaterThanOrEqual(401);
  });
});

describe("the explorer", () => {
  test("shows the response beside the raw record, and logs the request like any other", async () => {
    const connection = await demoConnection();
    const { text } = await operator.send("/console/explorer", {
      connection,
      operation: "customers.list",
      "p.limit": "5",
    });
    for (const part of ["Kontor&#39;s response", "Raw record", "postal_code", "import requests", "fetch("])
      expect(text, part).toContain(part);
    expect(text).not.toContain(service.keys.accountKey);
    const [, id = ""] = /\/console\/requests\/(\w{26})/.exec(text) ?? [];
    await logged(id);
    const page = (await operator.open(`/console/requests/${id}`)).text;
    for (const part of ["customers.list", "/accounting/customers", "Call 1"]) expect(page).toContain(part);
  });

  test("reports errors as the API does", async () => {
    const connection = await demoConnection();
    const sent = { connection, operation: "customers.create" };
    expect((await operator.send("/console/explorer", { ...sent, body: "{" })).text).toContain("invalid_request");
    const { text } = await operator.send("/console/explorer", { ...sent, body: '{ "companyName": 5 }' });
    expect(text).toContain("companyName must be a string");
  });

  test("is prefilled from a request's page", async () => {
    const answer = await call("GET", "/accounting/customers/some-id", { accountKey: service.keys.accountKey });
    const id = answer.headers.get("x-request-id") ?? "";
    await logged(id);
    const [, link = ""] =
      /href="(\/console\/explorer[^"]+)"/.exec((await operator.open(`/console/requests/${id}`)).text) ?? [];
    const { text } = await operator.open(link.replaceAll("&amp;", "&"));
    expect(text).toContain('name="p.contactId" value="some-id"');
  });

  test("refuses read-only roles and other tenants, and the audit log records the refusal", async () => {
    const connection = await demoConnection();
    const viewer = await consoleClient.signIn(await consoleClient.linkFor("read-only", tenants.demo, "Only Looks"));
    const form = { connection, operation: "customers.list" };
    expect((await viewer.send("/console/explorer", form)).text).toContain("Your role is read-only.");
    const stranger = await consoleClient.signIn(await consoleClient.linkFor("owner", tenants.other));
    expect((await stranger.send("/console/explorer", form)).status).toBe(404);
    const { rows } = await query(
      `SELECT a.action, a.refused FROM audit_log a JOIN audit_names n ON n.entry_id = a.id
       WHERE n.person = 'Only Looks' AND a.refused`,
    );
    expect(rows).toEqual([{ action: "explorer.send", refused: true }]);
  });
});

describe("bodies", () => {
  const create = async () => {
    const body = { contactType: "COMPANY", role: "CUSTOMER", companyName: "Habicht Druck password=hunter2x" };
    const answer = await call("POST", "/accounting/customers", { accountKey: service.keys.accountKey, body });
    const id = answer.headers.get("x-request-id") ?? "";
    await logged(id);
    expect(answer.status).toBe(201);
    return id;
  };

  test("are stored encrypted and scrubbed if the operator turns this on, and the audit log records who opens them", async () => {
    const id = await create();
    const { rows } = await query("SELECT bodies FROM request_bodies WHERE id = $1", id);
    expect(String(rows[0]?.["bodies"])).not.toContain("Habicht Druck");
    expect((await operator.open(`/console/requests/${id}`)).text).not.toContain("Habicht Druck");
    const { text } = await operator.send(`/console/requests/${id}/bodies`);
    expect(text.match(/Habicht Druck/g)?.length).toBeGreaterThanOrEqual(4);
    expect(text).not.toContain("hunter2x");
    expect((await operator.open("/console/audit")).text).toContain("request.bodies");
  });

  test("are deleted after the configured hours", async () => {
    const id = await create();
    await query("UPDATE request_bodies SET at = now() - interval '3 hours' WHERE id = $1", id);
    expect((await operator.send(`/console/requests/${id}/bodies`)).text).toContain(
      "Kontor deletes bodies after 2 hours",
    );
    await pruneBodies(service.storage.database, 2);
    expect((await query("SELECT FROM request_bodies WHERE id = $1", id)).rowCount).toBe(0);
  });
});

test("a write shows its data and outcome to its own tenant, and the audit log records who opened them", async () => {
  const body = { contactType: "COMPANY", role: "CUSTOMER", companyName: "Wiesel Werbung" };
  const answer = await call("POST", "/accounting/customers", { accountKey: service.keys.accountKey, body });
  const id = answer.headers.get("x-operation-id") ?? "";
  expect((await operator.open(`/console/writes?id=${id}`)).text).not.toContain("Wiesel Werbung");
  const { text } = await operator.send(`/console/writes/${id}/bodies`);
  expect(text.match(/Wiesel Werbung/g)).toHaveLength(2);
  const stranger = await consoleClient.signIn(await consoleClient.linkFor("owner", tenants.other));
  expect((await stranger.send(`/console/writes/${id}/bodies`)).status).toBe(404);
  expect((await operator.open("/console/audit")).text).toContain("write.bodies");
});

test("a custom time range is kept in every link", async () => {
  const { text } = await operator.open("/console/requests?from=2026-01-02T10:00&to=2026-01-02T11:00");
  expect(text).toContain("range=2026-01-02T10%3A00%3A00.000Z..2026-01-02T11%3A00%3A00.000Z");
});

test("an error response links to its request's page", async () => {
  const answer = await call("GET", "/accounting/customers", {
    accountKey: service.keys.accountKey,
    query: { limit: "7" },
  });
  const id = answer.headers.get("x-request-id") ?? "";
  expect(answer.headers.get("link")).toBe(`<${service.url}/console/requests/${id}>; rel="help"`);
  const good = await call("GET", "/accounting/units", { accountKey: service.keys.accountKey });
  expect(good.headers.get("link")).toBeNull();
});

test("a write's page shows the events that followed", async () => {
  const body = { contactType: "COMPANY", role: "CUSTOMER", companyName: "Sperber Satz" };
  const { connectionId, call: asUser, note } = await newEndUser(service);
  const answer = await asUser("POST", "/accounting/customers", { body });
  const id = answer.headers.get("x-request-id") ?? "";
  await logged(id);
  expect((await operator.open(`/console/requests/${id}`)).text).toContain("No events for this record yet.");
  await note([{ ...invoice(answer.data["id"] ?? ""), resource: "CUSTOMER" }]);
  const { text } = await operator.open(`/console/requests/${id}`);
  expect(text).toContain("Events: 1");
  expect(text).toContain(`/console/deliveries?connection=${connectionId}&amp;sequence=1`);
});

test("a connection's history links to the rejected request", async () => {
  const { database, vault } = service.storage;
  const company = { environment: "production", company: "bergblick" };
  const accountKey = await createConnection(database, vault, {
    tenantId: tenants.demo,
    targetSystem: "sandbox-key",
    credentials: { apiKey: "nobody" },
    ...company,
  });
  const answer = await call("GET", "/accounting/units", { accountKey });
  const id = answer.headers.get("x-request-id") ?? "";
  await logged(id);
  const { location } = await operator.send("/console/find", { text: accountKey });
  const [, history = ""] = /<ol class="history">(.*?)<\/ol>/s.exec((await operator.open(location ?? "")).text) ?? [];
  expect(history).toContain(`/console/requests/${id}`);
});

test("the live stream reports new data, and needs a session", async () => {
  expect((await fetch(`${service.url}/console/live`)).status).toBe(401);
  const ending = new AbortController();
  const headers = { cookie: operator.cookie, "user-agent": "Firefox" };
  const stream = await fetch(`${service.url}/console/live`, { headers, signal: ending.signal });
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  const isReported = (async () => {
    for await (const chunk of stream.body ?? []) if (Buffer.from(chunk).includes("data: new")) return true;
    return false;
  })();
  const calling = setInterval(
    () => void call("GET", "/accounting/units", { accountKey: service.keys.accountKey }),
    500,
  );
  expect(await isReported).toBe(true);
  clearInterval(calling);
  ending.abort();
});

test("the system page shows doctor's checks to operators", async () => {
  const { text } = await operator.open("/console/system");
  for (const part of [
    "Master key",
    "decrypts the stored secrets",
    "Tables",
    "up to date.",
    "Outbound rules",
    "warning",
  ])
    expect(text).toContain(part);
});

test("the matrix is searched by field and rule, and omits resources that no system supports", async () => {
  const rows = async (text: string) =>
    [...(await operator.open(`/console/targets?text=${text}`)).text.matchAll(/<th scope="row">([^<]+)/g)].map(
      ([, name]) => name,
    );
  expect(await rows("iban")).toContain("bankAccounts");
  expect(await rows("iban")).not.toContain("units");
  expect(await rows("")).not.toContain("passThrough");
  const { text } = await operator.open("/console/targets/sandbox?text=iban");
  expect(text).toContain("bankAccounts.list");
  expect(text).not.toContain("<span>units.list</span>");
});
