/** Connecting with API keys: on the hosted page, and without a page. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxKey } from "../../src/connectors/sandbox/editions.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Browser, openBrowser, type Page } from "../support/oauth.ts";
import {
  accountKeyIn,
  callback,
  type Fields,
  hrefOf,
  openPlatform,
  type Platform,
  problem,
} from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";
import { startWith, type Wired } from "../support/wired.ts";

let service: Service;
let platform: Platform;
beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
});
afterAll(() => service.stop());

const isAgain = { status: 422, location: undefined };

describe("key-entry page", () => {
  async function entry(query: Fields = {}): Promise<{ browser: Browser; page: Page }> {
    const browser = platform.browser();
    return { browser, page: await browser.open(await platform.begin("sandbox-key", query)) };
  }

  test("redirects to the callback with an account key if the API key works", async () => {
    const { browser, page } = await entry({ environment: "production", company: "bergblick" });
    expect(page.status).toBe(200);
    expect(page.text).toContain('<input id="field-apiKey" name="apiKey" type="password" value=""');
    const done = await browser.submit(page, { apiKey: ` ${await platform.sandbox.issueToken("Test")} ` });
    const accountKey = accountKeyIn(hrefOf(done));
    expect((await platform.call("GET", "/accounting/paymentTerms", { accountKey })).status).toBe(200);
  });

  test("appears again without the key if it is wrong, and then accepts the right one", async () => {
    const before = await platform.count("connections");
    const { browser, page } = await entry();
    const again = await browser.submit(page, { apiKey: "sandbox_wrong-and-secret" });
    expect(again).toMatchObject(isAgain);
    expect(again.text).toContain('role="alert"');
    expect(again.text).not.toContain("wrong-and-secret");
    expect(await browser.submit(again, { apiKey: "" })).toMatchObject(isAgain);
    // A line break would start another header.
    expect(await browser.submit(again, { apiKey: "a\r\nx-evil: 1" })).toMatchObject(isAgain);
    expect(await platform.count("connections")).toBe(before);
    const done = await browser.submit(again, { apiKey: await platform.sandbox.issueToken("Test") });
    expect(accountKeyIn(hrefOf(done))).toMatch(/^kacc_/);
  });

  test("limits the number of attempts", async () => {
    const { browser, page } = await entry();
    const tries: Page[] = [];
    for (let count = 0; count < 11; count++) tries.push(await browser.submit(page, { apiKey: `sandbox_${count}` }));
    const right = await browser.submit(page, { apiKey: await platform.sandbox.issueToken("Test") });
    expect([...tries, right].map(({ status }) => status)).toEqual(Array(12).fill(422));
  });

  test("leads to the choice of company if requested", async () => {
    const { browser, page } = await entry({ environmentSelection: "true", environment: "production" });
    const led = await browser.submit(page, { apiKey: await platform.sandbox.issueToken("Test") });
    const done = await browser.submit(await browser.open(hrefOf(led)), { choice: "kornfeld" });
    const { data } = await platform.call("GET", "/auth/connection", { accountKey: accountKeyIn(hrefOf(done)) });
    expect(data).toMatchObject({ targetSystem: "sandbox-key", state: "active", companyId: "kornfeld" });
  });
});

describe("headless", () => {
  const post = (targetSystem: string, body: unknown) =>
    platform.call("POST", `/auth/accounts/${targetSystem}`, { body });

  test("returns the account key and stores the choice", async () => {
    const apiKey = await platform.sandbox.issueToken("Test");
    const made = await post("sandbox-key", { apiKey, environmentName: "production", companyId: "kornfeld" });
    expect(made.status).toBe(201);
    const { accountKey } = made.data;
    expect(made.body).toEqual({ accountKey, data: { accountKey } });
    const { data } = await platform.call("GET", "/auth/connection", { accountKey: accountKey ?? "" });
    expect(data).toMatchObject({ environmentName: "production", companyId: "kornfeld", healthy: true });
  });

  test.each([
    ["sandbox-key", {}, { status: 400, code: "invalid_request", field: "apiKey" }],
    ["sandbox-key", { apiKey: "  " }, { status: 400, code: "invalid_request", field: "apiKey" }],
    ["sandbox-key", { apiKey: 7 }, { status: 400, code: "invalid_request", field: "apiKey" }],
    ["sandbox-key", { apiKey: "x", colour: "red" }, { status: 400, code: "invalid_request", field: "colour" }],
    [
      "sandbox-key",
      { apiKey: "sandbox_wrong" },
      { status: 422, code: "target_rejected", targetSystem: "sandbox-key", targetStatus: 401, next: "fix" },
    ],
    ["sandbox", { apiKey: "x" }, { status: 422, code: "operation_not_supported" }],
    ["nowhere", { apiKey: "x" }, { status: 404, code: "target_system_unknown" }],
  ])("%s with %o is refused", async (targetSystem, body, expected) => {
    const before = await platform.count("connections");
    const refused = await post(targetSystem, body);
    expect(problem(refused)).toMatchObject(expected);
    expect(refused.text).not.toContain("sandbox_wrong");
    expect(await platform.count("connections")).toBe(before);
  });
});

describe("a target system that needs more than a key", () => {
  let vendor: Loopback;
  let wired: Wired;
  beforeAll(async () => {
    vendor = await serveHttp((request, answer) => {
      answer.writeHead(request.headers["x-key"] === "muster:richtig" ? 200 : 401, {
        "content-type": "application/json",
      });
      answer.end("{}");
    });
    const connectorWithQuestion: Connector = {
      ...sandboxKey,
      id: "asking",
      site: vendor.url,
      signIn: {
        kind: "apiKey",
        asks: [
          { name: "baseUrl", secret: false },
          { name: "tenantId", secret: false },
          { name: "username", secret: false },
          { name: "password", secret: true },
          { name: "mandant", secret: false, optional: true },
        ],
        headers: { "x-key": "{username}:{password}" },
      },
    };
    const restricted: Connector = {
      ...connectorWithQuestion,
      id: "restricted",
      restrictions: async (session) => {
        await session.read("/rights");
        return ["This user may not read payments."];
      },
    };
    const refusing: Connector = {
      ...restricted,
      id: "refusing",
      restrictions: () => Promise.reject(new Failure("target_unavailable", "The target system is down.")),
    };
    wired = await startWith([connectorWithQuestion, restricted, refusing]);
  });
  afterAll(async () => {
    await wired.stop();
    await vendor.close();
  });

  const valueOf = ({ text }: Page, name: string) =>
    new RegExp(`name="${name}" type="\\w+" value="([^"]*)"`).exec(text)?.[1];

  test("has tenantId and baseUrl filled in, and keeps the input except for the secret", async () => {
    const query = { callbackUrl: callback, tenantId: 'a"b', baseUrl: "http://127.0.0.1:9/books" };
    const { data } = await wired.call("GET", "/auth/asking", { query });
    const browser = openBrowser(wired.url);
    const page = await browser.open(data["url"] ?? "");
    expect(valueOf(page, "tenantId")).toBe("a&quot;b");
    expect(valueOf(page, "baseUrl")).toBe("http://127.0.0.1:9/books");

    const typed = { baseUrl: "http://127.0.0.1:9/mine", tenantId: "other", username: "muster", mandant: "" };
    const again = await browser.submit(page, { ...typed, password: "falsch-geheim" });
    expect(again).toMatchObject(isAgain);
    expect(again.text).not.toContain("falsch-geheim");
    expect(["baseUrl", "tenantId", "username"].map((name) => valueOf(again, name))).toEqual([
      "http://127.0.0.1:9/mine",
      "other",
      "muster",
    ]);
    expect(valueOf(again, "password")).toBe("");
    const bad = await browser.submit(again, { ...typed, baseUrl: "file:///etc/passwd", password: "richtig" });
    expect(bad).toMatchObject(isAgain);
    expect(hrefOf(await browser.submit(bad, { ...typed, password: "richtig" }))).toContain("accountKey=kacc_");
  });

  test("the headless endpoint requires the same fields as the page", async () => {
    const body = { baseUrl: "http://127.0.0.1:9/", tenantId: "t", username: "muster" };
    const missing = await wired.call("POST", "/auth/accounts/asking", { body });
    expect(problem(missing)).toMatchObject({ status: 400, field: "password" });
    const inside = { ...body, baseUrl: "javascript:alert(1)", password: "richtig" };
    const refused = await wired.call("POST", "/auth/accounts/asking", { body: inside });
    expect(problem(refused)).toMatchObject({ status: 400, code: "invalid_request", field: "baseUrl" });
    const made = await wired.call("POST", "/auth/accounts/asking", { body: { ...body, password: "richtig" } });
    expect(made.status).toBe(201);
    expect(made.body).not.toHaveProperty("meta");
  });

  test("says what the user cannot see, at sign-in and later", async () => {
    const body = { baseUrl: "http://127.0.0.1:9/", tenantId: "t", username: "muster", password: "richtig" };
    const warnings = ["This user may not read payments."];
    const made = await wired.call("POST", "/auth/accounts/restricted", { body });
    expect(made).toMatchObject({ status: 201, meta: { warnings } });
    const { data } = await wired.call("GET", "/auth/connection", { accountKey: made.data["accountKey"] ?? "" });
    expect(data).toMatchObject({ healthy: true, warnings });
  });

  test("connects the user if their rights cannot be read", async () => {
    const body = { baseUrl: "http://127.0.0.1:9/", tenantId: "t", username: "muster", password: "richtig" };
    const made = await wired.call("POST", "/auth/accounts/refusing", { body });
    expect(made.status).toBe(201);
    const { data } = await wired.call("GET", "/auth/connection", { accountKey: made.data["accountKey"] ?? "" });
    expect(data).toMatchObject({ healthy: true });
    expect(data).not.toHaveProperty("warnings");
  });
});
