/** Secrets of the flows never appear in the log, and are never stored as plain text. */

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { credentialsColumn } from "../../src/core/accounts/connection.ts";
import { deliverKeys } from "../../src/core/connecting/accountKeyDelivery.ts";
import { startDeliverer } from "../../src/core/delivering/deliverer.ts";
import { appendChanges } from "../../src/core/events/eventLog.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { newToken } from "../../src/core/secrets/ids.ts";
import { transaction } from "../../src/store/postgres/database.ts";
import { serveHttp } from "../support/loopback.ts";
import { formOn } from "../support/oauth.ts";
import { accountKeyIn, callback, hrefOf, openPlatform, type Platform } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;
let log = "";
/** All secrets that occurred, by kind. */
const secrets = new Map<string, string>();
const plant = (what: string, value: string | null | undefined): string => {
  if (value === null || value === undefined || value.length < 8)
    throw new Error(`The flow had no ${what} to search for.`);
  secrets.set(what, value);
  return value;
};

beforeAll(async () => {
  service = await startService({ LOG_LEVEL: "debug" }, { logged: { write: (line) => void (log += line) } });
  platform = await openPlatform(service);
  plant("API key", service.keys.apiKey);
  plant("signing secret", (await platform.call("POST", "/tenant/signing-secret")).data["signingSecret"]);
  await redirectFlow();
  await keyEntry();
  await webhookFlow();
  await openFlows();
  await addresses();
  await plantStored();
});
afterAll(() => service.stop());

async function redirectFlow() {
  const browser = platform.browser();
  const address = await platform.begin("sandbox", { include_signature: "true", environmentSelection: "true" });
  plant("flow token", new URL(address).searchParams.get("flow"));
  const back = await platform.signIn(browser, address);
  plant("state", back.searchParams.get("state"));
  plant("code", back.searchParams.get("code"));
  plant("cookie", browser.cookies.get("kontor-flow"));
  // One failing request too, because failures are logged in more detail.
  const other = await platform.signIn(browser, await platform.begin("sandbox"));
  plant("refused code", other.searchParams.get("code"));
  await browser.open(`${other.href}x`);
  await browser.open(other.href.replace("iss=", "iss=evil"));
  const choice = await browser.open(hrefOf(await browser.open(back.href)));
  plant("form check", formOn(choice).hidden["check"]);
  const done = new URL(hrefOf(await browser.submit(choice, { choice: "test" })));
  const accountKey = plant("account key", accountKeyIn(done));
  plant("signature", done.searchParams.get("service_signature"));
  plant("second signature", done.searchParams.get("service_signature_v2"));
  await platform.call("GET", "/accounting/paymentTerms", { accountKey });
  await platform.sandbox.changeGrants({ expire: true });
  await platform.call("GET", "/accounting/paymentTerms", { accountKey });
  const failures = [{ status: 500, times: 1, path: "/oauth/token", body: '{"access_token":"planted-in-an-error"}' }];
  await platform.sandbox.changeGrants({ expire: true, behaviour: { failures } });
  plant("token in a vendor's error", "planted-in-an-error");
  await platform.call("GET", "/accounting/units", { accountKey });
  await platform.sandbox.changeGrants({ behaviour: null });
}

async function keyEntry() {
  const browser = platform.browser();
  const page = await browser.open(await platform.begin("sandbox-key"));
  const wrong = plant("wrong key", "sandbox_wrong-key-that-nobody-may-see");
  const again = await browser.submit(page, { apiKey: wrong });
  await browser.submit(again, { apiKey: plant("odd key", "odd-\u0000-key-that-nobody-may-see") });
  const right = plant("right key", await platform.sandbox.issueToken("Test"));
  plant("account key of a key", accountKeyIn(hrefOf(await browser.submit(again, { apiKey: right }))));
  const headless = { apiKey: plant("headless key", "sandbox_headless-key-that-nobody-may-see") };
  await platform.call("POST", "/auth/accounts/sandbox-key", { body: headless });
  const clientSecret = plant("client secret", "client-secret-that-nobody-may-see");
  const registration = { targetSystem: "sandbox-export", clientId: "shown", clientSecret, customValues: [] };
  await platform.call("POST", "/tenants/register-system", { body: registration });
}

async function webhookFlow() {
  let body = "";
  const receiver = await serveHttp(async (request, answer) => {
    for await (const chunk of request) body += String(chunk);
    answer.writeHead(500).end();
  });
  const { data } = await platform.call("POST", "/auth/sandbox-key", {
    body: { webhookCallbackUrl: `${receiver.url}/?key=${plant("key's address", newToken())}` },
  });
  const browser = platform.browser();
  await browser.submit(await browser.open(data["url"] ?? ""), { apiKey: await platform.sandbox.issueToken("Test") });
  const outbound = openHttpClient({ allowPrivate: true });
  // It stays queued, because the receiver refuses it.
  await deliverKeys({ ...service.storage, outbound, now: Date.now }, () => {});
  plant("delivered account key", (JSON.parse(body) as { accountKey: string }).accountKey);
  await outbound.close();
  await receiver.close();
}

/** Secrets in callers' URLs, in receivers' responses and in custom values. */
async function addresses() {
  const { accountKey } = service.keys;
  const withToken = (what: string) =>
    `http://127.0.0.1:9/hook/${plant(`path of ${what}`, `path-${newToken()}`)}?key=${plant(what, newToken())}`;
  const answered = plant("receiver's answer", `${newToken()}-7`);
  const receiver = await serveHttp((_request, answer) => answer.writeHead(500).end(`refused, because of ${answered}`));
  const body = { callbackUrl: `${receiver.url}/hook?key=${plant("heard address", newToken())}` };
  const made = await platform.call("POST", "/webhooks", { accountKey, body });
  // The subscriber still sees the URL and finds the subscription by it.
  expect(made.data["callbackUrl"]).toBe(body.callbackUrl);
  const found = await platform.call("GET", "/webhooks", { accountKey, query: { callbackUrl: body.callbackUrl } });
  expect(found.data).toMatchObject({ id: made.data["id"], callbackUrl: body.callbackUrl });
  await platform.call("POST", "/tenants/webhooks", { body: { callbackUrl: withToken("tenant's address") } });
  const { database, vault } = service.storage;
  const connectionId = await onlyId("SELECT connection_id AS id FROM subscriptions WHERE connection_id IS NOT NULL");
  const change = {
    resource: "INVOICE",
    eventType: "CREATED",
    resourceId: "1",
    changedAt: new Date(),
    mark: "1",
  } as const;
  await transaction(database, (client) => appendChanges(client, { id: connectionId, batches: false }, [change]));
  const outbound = openHttpClient({ allowPrivate: true });
  const deliverer = startDeliverer({
    database,
    vault,
    outbound,
    now: Date.now,
    random: Math.random,
    batches: () => false,
    onFault: () => {},
    onLeaseLost: () => {},
  });
  await vi.waitFor(
    async () => expect(await platform.count("delivery_attempts WHERE status = 500")).toBeGreaterThan(0),
    { timeout: 20_000 },
  );
  await deliverer.stop();
  await outbound.close();
  await receiver.close();
  const urls = { callbackUrl: withToken("callback"), cancelCallbackUrl: withToken("cancel callback") };
  await platform.call("POST", "/tenants/add-callback-urls", { body: urls });
  expect((await platform.call("GET", "/tenants/get-callback-url")).data).toEqual(urls);
  await platform.begin("sandbox", { callbackUrl: withToken("flow's callback") });
  const customValues = [{ name: "webhookSecret", value: plant("custom value", newToken()) }];
  const registration = { targetSystem: "sandbox-ledger", clientId: "shown", clientSecret: newToken(), customValues };
  await platform.call("POST", "/tenants/register-system", { body: registration });
}
const onlyId = async (statement: string): Promise<string> =>
  (await platform.database.query<{ id: string }>(statement)).rows[0]?.id ?? "";

/** Flows that were never finished: at the vendor, before the choice, and for reconnecting. */
async function openFlows() {
  const browser = platform.browser();
  const away = await browser.open(await platform.begin("sandbox"));
  plant("open state", new URL(hrefOf(away)).searchParams.get("state"));
  const choosing = platform.browser();
  const page = await choosing.open(await platform.begin("sandbox-key", { environmentSelection: "true" }));
  await choosing.submit(page, { apiKey: plant("key before the choice", await platform.sandbox.issueToken("Test")) });
  const { accountKey } = service.keys;
  plant("account key to authorise again", accountKey);
  await platform.call("POST", "/auth/reconnect", { accountKey, body: { callbackUrl: callback } });
}

/** Tokens that are readable only with the vault. */
async function plantStored() {
  const { database, vault } = service.storage;
  const flows = await database.query<{ id: string; secrets: Buffer }>("SELECT * FROM flows WHERE step = 'begun'");
  for (const { id, secrets: sealed } of flows.rows)
    plant(`seed ${id}`, JSON.parse(vault.open({ table: "flows", row: id, column: "secrets" }, sealed)).seed);
  const { rows } = await database.query<{ id: string; credentials: Buffer }>("SELECT id, credentials FROM connections");
  for (const { id, credentials } of rows) {
    const plain = JSON.parse(vault.open(credentialsColumn(id), credentials)) as Record<string, string>;
    for (const [name, value] of Object.entries(plain)) if (name !== "expiresAt") plant(`${name} of ${id}`, value);
  }
}

/** The encodings in which a secret could have been stored. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  // In base64, the preceding bytes shift the letters. For each of the three shifts, the middle part is the same.
  const shifted = [0, 1, 2].map((by) =>
    Buffer.concat([Buffer.alloc(by), bytes])
      .toString("base64")
      .slice(4, -4),
  );
  const urlShifted = shifted.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("hex"),
    ...shifted,
    ...urlShifted,
  ];
};
const foundIn = (text: string): string[] =>
  [...secrets].filter(([, secret]) => formsOf(secret).some((form) => text.includes(form))).map(([what]) => what);

test("the search finds a secret that is present", () => {
  const [first = ""] = secrets.values();
  for (const form of [first, Buffer.from(`ab${first}`).toString("base64"), Buffer.from(first).toString("hex")])
    expect(foundIn(`... ${form} ...`)).toContain("API key");
  expect(secrets.size).toBeGreaterThan(25);
});

test("the log has lines about every step, and none with a secret", () => {
  const routes = ["/auth/callback/:targetSystem", "/auth/submit", "/auth/selections", "/auth/accounts/:targetSystem"];
  for (const route of routes) expect(log).toContain(`"route":"${route}"`);
  expect(log).toContain("called the target system");
  expect(foundIn(log)).toEqual([]);
});

test("the database has secrets only encrypted or as hashes", async () => {
  const { rows: tables } = await platform.database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'sandbox') AND tablename NOT IN ('records', 'entries', 'contents', 'balances')`,
  );
  let dump = "";
  for (const { name } of tables) {
    // Bytes appear as hex, which the search also covers.
    const { rows } = await platform.database.query<{ row: string }>(
      `SELECT row_to_json(t)::text AS row FROM ${name} t`,
    );
    dump += rows.map(({ row }) => row).join("\n");
  }
  expect(dump).toContain('"client_id":"shown"');
  expect(dump).toContain('"step":"signed_in"');
  expect(foundIn(dump)).toEqual([]);
});
