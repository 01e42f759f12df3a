/** URLs that callers supply to flows: scripts and, by default, private addresses are refused (S1). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliverKeys } from "../../src/core/connecting/accountKeyDelivery.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { serveHttp } from "../support/loopback.ts";
import { hrefOf, openPlatform, type Platform, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let closed: Service;
let open: Service;
let platform: Platform;

beforeAll(async () => {
  closed = await startService({ ALLOW_PRIVATE_NETWORK: "false" });
  open = await startService({ ALLOW_PRIVATE_NETWORK: "127.0.0.0/8,10.1.0.0/16" });
  platform = await openPlatform(closed);
  await platform.call("POST", "/tenant/signing-secret");
});
afterAll(async () => {
  await closed.stop();
  await open.stop();
});

/** A public address that is never called. */
const outside = "https://93.184.215.14/back";

const never = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "ftp://93.184.215.14/",
  "blob:https://93.184.215.14/1",
  "about:blank",
  "chrome://settings/",
  "gopher://93.184.215.14/",
  "intent://93.184.215.14/",
  "mailto:anna@example.com",
  "myapp://back",
  "tel:112",
  "urn:back",
  "view-source:https://93.184.215.14/",
  "ws://93.184.215.14/",
  "wss://93.184.215.14/",
  "//93.184.215.14/",
  "/relative",
  "https:",
  "https://",
  "https://user@93.184.215.14/",
  "https://user:word@93.184.215.14/",
  "https://93.184.215.14:99999/",
];
const inside = [
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://127.0.0.1./",
  "http://１２７.０.０.１/",
  "http://0/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[fd00::1]/",
  "http://[fe80::1]/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://192.168.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://100.64.0.1/",
  "http://224.0.0.1/",
  "http://localhost/",
  "http:\\\\127.0.0.1\\",
  "http:127.0.0.1",
];

const refused = (field: string) => ({ status: 400, code: "invalid_request", field });

describe.each(["callbackUrl", "cancelCallbackUrl", "baseUrl"])("%s", (field) => {
  test.each([...never, ...inside])("%s is refused", async (address) => {
    const request = { callbackUrl: outside, [field]: address };
    expect(problem(await platform.call("GET", "/auth/sandbox-key", { query: request }))).toMatchObject(refused(field));
    const body = { ...request, webhookCallbackUrl: outside };
    expect(problem(await platform.call("POST", "/auth/sandbox-key", { body }))).toMatchObject(refused(field));
    const { accountKey } = closed.keys;
    const again = await platform.call("POST", "/auth/reconnect", { accountKey, body: request });
    expect(problem(again)).toMatchObject(refused(field));
  });
});

test.each([...never, ...inside])("webhookCallbackUrl %s is refused", async (address) => {
  const body = { webhookCallbackUrl: address };
  expect(problem(await platform.call("POST", "/auth/sandbox-key", { body }))).toMatchObject(
    refused("webhookCallbackUrl"),
  );
});

test.each([...never, ...inside])("%s cannot be registered", async (address) => {
  const body = { callbackUrl: outside, cancelCallbackUrl: address };
  const saved = await platform.call("POST", "/tenants/add-callback-urls", { body });
  expect(problem(saved)).toMatchObject(refused("cancelCallbackUrl"));
});

test("public URLs are accepted unchanged, with their query", async () => {
  const query = { callbackUrl: `${outside}?a=b&c=%20d`, locale: "fr" };
  const { status, data } = await platform.call("GET", "/auth/sandbox-key", { query });
  expect(status).toBe(200);
  const browser = platform.browser();
  const page = await browser.open(data["url"] ?? "");
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self' https://93.184.215.14;");
  const done = await browser.submit(page, { apiKey: await platform.sandbox.issueToken("Test") });
  expect(hrefOf(done)).toMatch(/^https:\/\/93\.184\.215\.14\/back\?a=b&c=(?:%20|\+)d&accountKey=kacc_/);
});

test("an event is not delivered to a private address, even if it was stored", async () => {
  const body = { webhookCallbackUrl: outside };
  const { data } = await platform.call("POST", "/auth/sandbox-key", { body });
  const browser = platform.browser();
  await browser.submit(await browser.open(data["url"] ?? ""), { apiKey: await platform.sandbox.issueToken("Test") });
  const canary = await serveHttp((_, answer) => void answer.end());
  await platform.database.query("UPDATE key_deliveries SET url = $1", [canary.url]);
  const outbound = openHttpClient({ allowPrivate: closed.storage.config.allowPrivateNetwork });
  await deliverKeys({ ...closed.storage, outbound, now: Date.now }, () => {});
  const { rows } = await platform.database.query("SELECT last_answer FROM key_deliveries");
  expect(rows).toEqual([{ last_answer: "refused" }]);
  expect(canary.hits()).toBe(0);
  await outbound.close();
  await canary.close();
});

describe("with networks allowed by the operator", () => {
  const begin = async (callbackUrl: string) =>
    (await openPlatform(open)).call("GET", "/auth/sandbox-key", { query: { callbackUrl } });

  test.each(["http://127.0.0.1:9/", "http://10.1.2.3/"])("%s is accepted", async (address) => {
    expect((await begin(address)).status).toBe(200);
  });

  test.each([...never, "http://10.2.0.1/", "http://192.168.0.1/", "http://[::1]/"])(
    "%s is refused",
    async (address) => {
      expect(problem(await begin(address))).toMatchObject(refused("callbackUrl"));
    },
  );
});
