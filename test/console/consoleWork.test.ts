/** What is done in the console: set-up with its test and preview, the explorer, bodies, live lists. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { register } from "../../src/core/accounts/oauthClients.ts";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { pruneBodies } from "../../src/store/log/requestBodies.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { type Door, openDoor, type Visitor } from "../support/consoleVisitor.ts";
import { invoice, newEndUser } from "../support/events.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let door: Door;
let operator: Visitor;
let call: Call;
const tenants = { demo: "", other: "" };

beforeAll(async () => {
  service = await startService({ REQUEST_LOG_BODIES: "2" });
  const { database } = service.storage;
  door = openDoor(service);
  tenants.demo = (await listTenants(database))[0]?.id ?? "";
  tenants.other = await createTenant(database, "Neuland");
  operator = await door.signIn(await door.linkFor("operator", null));
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

  test("that the vendor knows is found good, and what cannot be known is said", async () => {
    const text = await tried(tenants.demo);
    expect(text).toContain("It knows the client id and takes the secret.");
    expect(text).toContain("It shows its sign-in for this client id and redirect address.");
    expect(text).toContain("Not known without somebody signing in");
  });

  test("with a wrong secret, or with an id that nobody knows, is told apart", async () => {
    const { database, vault } = service.storage;
    const system = { tenantId: tenants.other, targetSystem: "sandbox", customValues: [] };
    await register(database, vault, { ...system, clientId: "nobody", clientSecret: "s3cret-of-nobody" });
    const text = await tried(tenants.other);
    expect(text).toContain("It turns the client id or the secret away.");
    expect(text).toContain("It turns the client id or the redirect address away.");
    expect(text).not.toContain("s3cret-of-nobody");
  });

  test("is set in the console without ever being shown, and replaced only by who types the name", async () => {
    const path = `/console/tenants/${tenants.demo}/clients/sandbox`;
    const client = { clientId: "another-client", clientSecret: "s3cret-of-ours" };
    expect((await operator.send(path, client)).text).toContain("Type Sandbox to go on");
    const { rowCount } = await query("SELECT FROM registrations WHERE tenant_id = $1", tenants.demo);
    expect(rowCount).toBe(0);
    const { text } = await operator.send(path, { ...client, confirm: "Sandbox" });
    expect(text).toContain("another-client");
    expect(text).not.toContain("s3cret-of-ours");
    await query("DELETE FROM registrations WHERE tenant_id = $1", tenants.demo);
  });
});

describe("the look of a tenant's pages", () => {
  const preview = (more: string) => operator.open(`/console/tenants/${tenants.demo}/preview?${more}`);

  test("is previewed on every page in every language, and only our own page may frame it", async () => {
    const german = await preview("page=company&language=de&scheme=dark");
    expect(german.text).toContain('<html lang="de"');
    expect(german.text).toContain("Seeblick KG");
    expect(german.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    const policy = german.headers.get("content-security-policy") ?? "";
    for (const part of ["frame-ancestors 'self'", "form-action 'none'"]) expect(policy).toContain(part);
    const pages = ["submit", "problem", "environment", "done", "cancelled", "expired", "alreadyUsed", "failed"];
    const titles = new Set<string>();
    for (const page of pages) titles.add((/<h1>.*?<\/h1>/.exec((await preview(`page=${page}`)).text) ?? [""])[0]);
    // The first two are the same page, once with a problem.
    expect(titles.size).toBe(pages.length - 1);
    const others = await operator.open(`/console/tenants/${tenants.demo}/style`);
    expect(others.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test("follows what is tried out, warns where it is hard to read, and is saved when asked to", async () => {
    const draft = "draft=yes&titleColor=%23eeeeee&backgroundColor=%23ffffff";
    const css = async (more: string) =>
      (await operator.open(`/console/tenants/${tenants.demo}/preview.css?${more}`)).text;
    expect(await css(draft)).toContain("--title: rgb(238 238 238");
    expect(await css("scheme=dark")).toContain("color-scheme: dark;");
    const page = await operator.open(`/console/tenants/${tenants.demo}/style?${draft}`);
    expect(page.text).toContain("Hard to read:");
    const path = `/console/tenants/${tenants.demo}/style`;
    expect((await operator.send(path, { titleColor: "no colour" })).text).toContain("must be a colour");
    expect((await operator.send(path, { titleColor: "#123456" })).text).toContain("end users see it from now on");
    expect((await call("GET", "/tenants/submission-page-style")).data).toEqual({ titleColor: "#123456" });
  });

  test("its logo and texts are tried out, saved and taken back like its colours", async () => {
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
    expect(refused.text).not.toContain("end users see it from now on");
    await operator.send(`${path}/style`, { ...draft, titleColor: "#123456" });
    const stored = { titleColor: "#123456", logoSvg: logoText };
    const pageLocalizations = [{ locale: "de", titleText: "Willkommen bei {platform}" }];
    expect(await style()).toEqual({ ...stored, pageLocalizations });
    expect((await operator.open(`${path}/style?texts=de`)).text).toContain('value="Willkommen bei {platform}"');
    // Another language's texts stay, and so does a logo of which nothing is said.
    await operator.send(`${path}/style`, { titleColor: "#123456", texts: "", "text.titleText": "Welcome" });
    expect(await style()).toEqual({ ...stored, pageLocalizations: [...pageLocalizations, { titleText: "Welcome" }] });
    for (const language of ["", "de"])
      await operator.send(`${path}/style`, { logo: "none", texts: language, "text.titleText": "" });
    expect(await style()).toEqual({});
  });

  test("is nobody else's to see", async () => {
    const stranger = await door.signIn(await door.linkFor("member", tenants.other));
    for (const page of ["style", "preview", "preview.css"])
      expect((await stranger.open(`/console/tenants/${tenants.demo}/${page}`)).status).toBeGreaterThanOrEqual(401);
  });
});

describe("the explorer", () => {
  test("shows the answer beside the raw record, and the request is in the log like any other", async () => {
    const connection = await demoConnection();
    const { text } = await operator.send("/console/explorer", {
      connection,
      operation: "customers.list",
      "p.limit": "5",
    });
    for (const part of ["Kontor&#39;s answer", "own record", "postal_code", "import requests", "fetch("])
      expect(text, part).toContain(part);
    expect(text).not.toContain(service.keys.accountKey);
    const [, id = ""] = /\/console\/requests\/(\w{26})/.exec(text) ?? [];
    await logged(id);
    const page = (await operator.open(`/console/requests/${id}`)).text;
    for (const part of ["customers.list", "/accounting/customers", "Call 1"]) expect(page).toContain(part);
  });

  test("says what is wrong as the API would", async () => {
    const connection = await demoConnection();
    const sent = { connection, operation: "customers.create" };
    expect((await operator.send("/console/explorer", { ...sent, body: "{" })).text).toContain("invalid_request");
    const { text } = await operator.send("/console/explorer", { ...sent, body: '{ "companyName": 5 }' });
    expect(text).toContain("companyName must be string");
  });

  test("is filled in from a request's page", async () => {
    const answer = await call("GET", "/accounting/customers/some-id", { accountKey: service.keys.accountKey });
    const id = answer.headers.get("x-request-id") ?? "";
    await logged(id);
    const [, link = ""] =
      /href="(\/console\/explorer[^"]+)"/.exec((await operator.open(`/console/requests/${id}`)).text) ?? [];
    const { text } = await operator.open(link.replaceAll("&amp;", "&"));
    expect(text).toContain('name="p.contactId" value="some-id"');
  });

  test("is not for who may only look, nor for other tenants, and who was refused is in the audit log", async () => {
    const connection = await demoConnection();
    const viewer = await door.signIn(await door.linkFor("viewer", tenants.demo, "Only Looks"));
    const form = { connection, operation: "customers.list" };
    expect((await viewer.send("/console/explorer", form)).text).toContain("Your role may only look.");
    const stranger = await door.signIn(await door.linkFor("member", tenants.other));
    expect((await stranger.send("/console/explorer", form)).status).toBe(404);
    const { rows } = await query("SELECT action, refused FROM audit_log WHERE person = 'Only Looks' AND refused");
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

  test("are kept sealed and scrubbed where the operator wants them, and opening them is written down", async () => {
    const id = await create();
    const { rows } = await query("SELECT bodies FROM request_bodies WHERE id = $1", id);
    expect(String(rows[0]?.["bodies"])).not.toContain("Habicht Druck");
    expect((await operator.open(`/console/requests/${id}`)).text).not.toContain("Habicht Druck");
    const { text } = await operator.send(`/console/requests/${id}/bodies`);
    expect(text.match(/Habicht Druck/g)?.length).toBeGreaterThanOrEqual(4);
    expect(text).not.toContain("hunter2x");
    expect((await operator.open("/console/audit")).text).toContain("request.bodies");
  });

  test("are gone when their hours are over", async () => {
    const id = await create();
    await query("UPDATE request_bodies SET at = now() - interval '3 hours' WHERE id = $1", id);
    expect((await operator.send(`/console/requests/${id}/bodies`)).text).toContain("expire after 2 hours");
    await pruneBodies(service.storage.database, 2);
    expect((await query("SELECT FROM request_bodies WHERE id = $1", id)).rowCount).toBe(0);
  });
});

test("a write shows what was sent and what became of it to who may see it, and says who looked", async () => {
  const body = { contactType: "COMPANY", role: "CUSTOMER", companyName: "Wiesel Werbung" };
  const answer = await call("POST", "/accounting/customers", { accountKey: service.keys.accountKey, body });
  const id = answer.headers.get("x-operation-id") ?? "";
  expect((await operator.open(`/console/writes?id=${id}`)).text).not.toContain("Wiesel Werbung");
  const { text } = await operator.send(`/console/writes/${id}/bodies`);
  expect(text.match(/Wiesel Werbung/g)).toHaveLength(2);
  const stranger = await door.signIn(await door.linkFor("member", tenants.other));
  expect((await stranger.send(`/console/writes/${id}/bodies`)).status).toBe(404);
  expect((await operator.open("/console/audit")).text).toContain("write.bodies");
});

test("two moments that are chosen are the range, in every link from then on", async () => {
  const { text } = await operator.open("/console/requests?from=2026-01-02T10:00&to=2026-01-02T11:00");
  expect(text).toContain("range=2026-01-02T10%3A00%3A00.000Z..2026-01-02T11%3A00%3A00.000Z");
});

test("an error answer links to its request's page", async () => {
  const answer = await call("GET", "/accounting/customers", {
    accountKey: service.keys.accountKey,
    query: { limit: "7" },
  });
  const id = answer.headers.get("x-request-id") ?? "";
  expect(answer.headers.get("link")).toBe(`<${service.url}/console/requests/${id}>; rel="help"`);
  const good = await call("GET", "/accounting/units", { accountKey: service.keys.accountKey });
  expect(good.headers.get("link")).toBeNull();
});

test("a write's page says what came of it afterwards", async () => {
  const body = { contactType: "COMPANY", role: "CUSTOMER", companyName: "Sperber Satz" };
  const { connectionId, call: asUser, note } = await newEndUser(service);
  const answer = await asUser("POST", "/accounting/customers", { body });
  const id = answer.headers.get("x-request-id") ?? "";
  await logged(id);
  expect((await operator.open(`/console/requests/${id}`)).text).toContain("No event tells of this record yet.");
  await note([{ ...invoice(answer.data["id"] ?? ""), resource: "CUSTOMER" }]);
  const { text } = await operator.open(`/console/requests/${id}`);
  expect(text).toContain("Events: 1");
  expect(text).toContain(`/console/deliveries?connection=${connectionId}&amp;sequence=1`);
});

test("a connection's history leads to the request that was refused", async () => {
  const { database, vault } = service.storage;
  const place = { environment: "production", company: "bergblick" };
  const accountKey = await createConnection(database, vault, {
    tenantId: tenants.demo,
    targetSystem: "sandbox-key",
    credentials: { apiKey: "nobody" },
    ...place,
  });
  const answer = await call("GET", "/accounting/units", { accountKey });
  const id = answer.headers.get("x-request-id") ?? "";
  await logged(id);
  const { location } = await operator.send("/console/find", { text: accountKey });
  const [, history = ""] = /<ol class="history">(.*?)<\/ol>/s.exec((await operator.open(location ?? "")).text) ?? [];
  expect(history).toContain(`/console/requests/${id}`);
});

test("who listens is told that there is something new, and who is not signed in is not", async () => {
  expect((await fetch(`${service.url}/console/live`)).status).toBe(401);
  const ending = new AbortController();
  const headers = { cookie: operator.cookie, "user-agent": "Firefox" };
  const stream = await fetch(`${service.url}/console/live`, { headers, signal: ending.signal });
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  const heard = (async () => {
    for await (const chunk of stream.body ?? []) if (Buffer.from(chunk).includes("data: new")) return true;
    return false;
  })();
  const calling = setInterval(
    () => void call("GET", "/accounting/units", { accountKey: service.keys.accountKey }),
    500,
  );
  expect(await heard).toBe(true);
  clearInterval(calling);
  ending.abort();
});

test("the system page shows what doctor checks, to operators", async () => {
  const { text } = await operator.open("/console/system");
  for (const part of ["Master key", "decrypts the stored secrets", "Tables", "up to date.", "Outbound rules", "look at it"])
    expect(text).toContain(part);
});

test("coverage is searched down to fields and rules, and what nobody offers is left out", async () => {
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
