import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formOn, type OAuthServer, openBrowser, startOAuthServer } from "../../../test/support/oauth.ts";
import { authorizeRequest, authorizeUrl, type Changes, client, signIn } from "../../../test/support/oauthClient.ts";
import { mayReturnTo } from "./clients.ts";

let server: OAuthServer;
beforeAll(async () => {
  server = await startOAuthServer();
  await server.sandbox.registerClient(client);
});
afterAll(() => server.close());

describe("where the browser may be sent", () => {
  const evil = [
    undefined,
    "https://evil.example/back?kept=1",
    "https://platform.example.evil.example/back?kept=1",
    "https://platform.example@evil.example/back?kept=1",
    "https://platform.example/back?kept=1#fragment",
    "https://platform.example/back?kept=1&more=2",
    "https://platform.example/back",
    "https://platform.example/x/../back?kept=1",
    "http://platform.example/back?kept=1",
    "//platform.example/back?kept=1",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "https://platform.example/back?kept=1\r\nset-cookie: a=b",
    " https://platform.example/back?kept=1",
  ];
  test.each(evil)("never to %s", async (redirect_uri) => {
    const page = await openBrowser(server.issuer).open(authorizeUrl(server, { redirect_uri }));
    expect(page).toMatchObject({ status: 400, location: undefined });
    expect(page.text).toContain("not one that this application registered");
  });

  test.each([undefined, "nobody", "", "<script>", "a\0b"])("never for the client %s", async (client_id) => {
    const page = await openBrowser(server.issuer).open(authorizeUrl(server, { client_id }));
    expect(page).toMatchObject({ status: 400, location: undefined });
  });

  test("a parameter given twice is not followed", async () => {
    const page = await openBrowser(server.issuer).open(`${authorizeUrl(server)}&redirect_uri=https://evil.example/`);
    expect(page).toMatchObject({ status: 400, location: undefined });
  });

  test.each([
    ["unsupported_response_type", { response_type: "token" }],
    ["invalid_request", { response_type: undefined }],
    ["invalid_request", { code_challenge: undefined }],
    ["invalid_request", { code_challenge: "short" }],
    ["invalid_request", { code_challenge_method: "plain" }],
    ["invalid_request", { code_challenge_method: undefined }],
    ["invalid_scope", { scope: "everything" }],
  ])("back with %s for %j", async (error, changes: Changes) => {
    const { status, location } = await openBrowser(server.issuer).open(authorizeUrl(server, changes));
    expect({ status, origin: location?.origin }).toEqual({ status: 303, origin: "https://platform.example" });
    const expected = { error, state: authorizeRequest.state, iss: server.issuer };
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject(expected);
  });

  test("an address that ends in /* stands for one plain segment", () => {
    const registered = ["https://kontor.example/auth/callback/*"];
    const start = "https://kontor.example/auth/callback/";
    expect(mayReturnTo(registered, `${start}sandbox-key`)).toBe(true);
    const others = ["", "a/b", "..", "%2e%2e", "a?b", "a#b", "a%2fb", "a\\b", "*", "a b"];
    for (const rest of others) expect(mayReturnTo(registered, start + rest), rest).toBe(false);
    expect(mayReturnTo(registered, "https://kontor.example.evil.example/auth/callback/a")).toBe(false);
  });
});

describe("forms", () => {
  test("a form without, with a foreign, or with another request's check value does nothing", async () => {
    const browser = openBrowser(server.issuer);
    const consent = await signIn(server, browser);
    const foreign = openBrowser(server.issuer);
    const { hidden } = formOn(await signIn(server, foreign));
    const elsewhere = formOn(await browser.open(authorizeUrl(server, { state: "other" })));
    for (const check of ["", "x", hidden["check"] ?? "", elsewhere.hidden["check"] ?? ""]) {
      const page = await browser.submit(consent, { answer: "allow", check });
      expect(page).toMatchObject({ status: 403, location: undefined });
    }
    const login = await openBrowser(server.issuer).open(authorizeUrl(server));
    const page = await openBrowser(server.issuer).submit(login, { user: "demo", password: "demo" });
    expect(page).toMatchObject({ status: 403, location: undefined });
  });

  test("a consent without a login leads to the login", async () => {
    const consent = await signIn(server, openBrowser(server.issuer));
    const page = await openBrowser(server.issuer).submit(consent, { answer: "allow" });
    expect(page.location?.pathname).toBe("/sandbox/oauth/authorize");
  });

  test("the cookie changes with the login and is kept from scripts and other paths", async () => {
    const browser = openBrowser(server.issuer);
    const login = await browser.open(authorizeUrl(server));
    const before = new Map(browser.cookies);
    await browser.submit(login, { user: "demo", password: "demo" });
    expect([...browser.cookies.keys()]).toEqual([...before.keys()]);
    expect([...browser.cookies.values()]).not.toEqual([...before.values()]);
    expect(login.headers.get("set-cookie")).toMatch(/; Path=\/sandbox[\w/]*; HttpOnly; SameSite=Lax$/);
  });

  test("nothing can run on the pages, and they are not framed, kept or told to others", async () => {
    const payload = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&lt;`;
    const hostile = { ...client, clientId: "hostile", name: payload };
    await server.sandbox.registerClient(hostile);
    const browser = openBrowser(server.issuer);
    const changes = { client_id: "hostile", state: payload };
    const login = await browser.open(authorizeUrl(server, changes));
    const wrong = await browser.submit(login, { user: payload, password: payload });
    const consent = await signIn(server, browser, changes);
    const fault = await browser.open(authorizeUrl(server, { client_id: payload, redirect_uri: payload }));
    for (const page of [login, wrong, consent, fault]) {
      expect(page.text).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
      expect(page.headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'self'; form-action 'self'( https: http:)?; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(Object.fromEntries(page.headers)).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
    }
    const back = await browser.submit(consent, { answer: "allow" });
    expect(back.location?.origin).toBe("https://platform.example");
    expect(back.location?.searchParams.get("state")).toBe(payload);
  });
});
