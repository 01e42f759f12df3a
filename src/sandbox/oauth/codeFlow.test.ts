import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newVerifier, type OAuthServer, openBrowser, startOAuthServer } from "../../../test/support/oauth.ts";
import {
  authorizeRequest,
  authorizeUrl,
  basic,
  client,
  codeFor,
  redirectUri,
  signIn,
  verifier,
} from "../../../test/support/oauthClient.ts";
import { openSandbox } from "../sandbox.ts";

let server: OAuthServer;
beforeAll(async () => {
  server = await startOAuthServer();
  await server.sandbox.registerClient(client);
});
afterAll(() => server.close());

async function post(path: string, form: Record<string, string>, headers: Record<string, string> = basic(client)) {
  const answer = await fetch(`${server.issuer}${path}`, { method: "POST", headers, body: new URLSearchParams(form) });
  const text = await answer.text();
  const body = (text === "" ? {} : JSON.parse(text)) as Record<string, string>;
  return { status: answer.status, headers: answer.headers, body };
}

const exchange = (code: string, changes: Record<string, string> = {}) =>
  post("/token", {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  });
const refresh = (token: string | undefined, headers?: Record<string, string>) =>
  post("/token", { grant_type: "refresh_token", refresh_token: token ?? "" }, headers);
const me = (token: string | undefined) =>
  fetch(`${server.url}/sandbox/v1/me`, { headers: { authorization: `Bearer ${token}` } });
const invalidGrant = { status: 400, body: { error: "invalid_grant" } };

describe("the whole way", () => {
  test("login, consent, code, tokens, data", async () => {
    const browser = openBrowser(server.issuer);
    const login = await browser.open(authorizeUrl(server));
    expect(login.text).toContain("Muster Shop");
    expect(login.text).toMatch(/<code>demo<\/code> with the password <code>demo<\/code>/);
    const sent = await browser.submit(login, { user: "demo", password: "demo" });
    expect(sent.status).toBe(303);
    expect(sent.location?.pathname).toBe("/sandbox/oauth/authorize");
    const consent = await browser.open(sent.location?.href ?? "");
    expect(consent.text).toContain("wants to read and write your books");
    expect(consent.text).toContain("https://platform.example");
    const back = await browser.submit(consent, { answer: "allow" });
    expect(back.status).toBe(303);
    const { code, ...others } = Object.fromEntries(back.location?.searchParams ?? []);
    expect(back.location?.href).toMatch(/^https:\/\/platform\.example\/back\?kept=1&/);
    expect(others).toEqual({ kept: "1", state: authorizeRequest.state, iss: server.issuer });

    const tokens = await exchange(code ?? "");
    expect(tokens.status).toBe(200);
    expect(tokens.headers.get("cache-control")).toBe("no-store");
    expect(tokens.body).toMatchObject({ token_type: "Bearer", expires_in: 600, scope: "books" });
    const answer = await me(tokens.body["access_token"]);
    expect(await answer.json()).toMatchObject({ name: "demo" });
    expect((await me(tokens.body["refresh_token"])).status).toBe(401);
  });

  test("who is signed in already is asked for consent only", async () => {
    const browser = openBrowser(server.issuer);
    await signIn(server, browser);
    expect((await browser.open(authorizeUrl(server))).text).toContain("wants to read and write");
  });

  test("a denied consent goes back as access_denied, without a code", async () => {
    const browser = openBrowser(server.issuer);
    const back = await browser.submit(await signIn(server, browser), { answer: "deny" });
    const answer = Object.fromEntries(back.location?.searchParams ?? []);
    expect(answer).toEqual({ kept: "1", error: "access_denied", state: authorizeRequest.state, iss: server.issuer });
  });

  test("a wrong password shows the form again, without what was typed", async () => {
    const browser = openBrowser(server.issuer);
    const login = await browser.open(authorizeUrl(server));
    const again = await browser.submit(login, { user: "demo", password: "not-this-one" });
    expect(again.status).toBe(400);
    expect(again.text).toContain("User name or password is wrong.");
    expect(again.text).not.toContain("not-this-one");
    expect((await browser.submit(again, { user: "demo", password: "demo" })).status).toBe(303);
  });

  test("the built-in client returns to the service, and its secret is the same at every start", async () => {
    const browser = openBrowser(server.issuer);
    const redirect = `${server.url}/auth/callback/sandbox`;
    const changes = { client_id: server.sandbox.oauthClient.clientId, redirect_uri: redirect };
    const consent = await signIn(server, browser, changes);
    expect(consent.text).toContain("Kontor");
    const back = await browser.submit(consent, { answer: "allow" });
    const form = { grant_type: "authorization_code", redirect_uri: redirect, code_verifier: verifier };
    const code = back.location?.searchParams.get("code") ?? "";
    const { body } = await post("/token", { ...form, code }, basic(server.sandbox.oauthClient));
    expect((await me(body["access_token"])).status).toBe(200);
    const reopened = await openSandbox({ pool: server.database, day: "2026-06-15", entries: 500 });
    expect(reopened.oauthClient).toEqual(server.sandbox.oauthClient);
    expect(server.sandbox.oauthClient.clientSecret).toHaveLength(43);
  });

  test("it says what it can do", async () => {
    const answer = await fetch(`${server.issuer}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).toMatchObject({
      issuer: server.issuer,
      authorization_endpoint: `${server.issuer}/authorize`,
      token_endpoint: `${server.issuer}/token`,
      revocation_endpoint: `${server.issuer}/revoke`,
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    });
  });
});

describe("a code", () => {
  test("needs the verifier, and a wrong one uses it up", async () => {
    const code = await codeFor(server);
    expect(await exchange(code, { code_verifier: newVerifier() })).toMatchObject(invalidGrant);
    expect(await exchange(code)).toMatchObject(invalidGrant);
  });

  test("needs the same redirect_uri", async () => {
    expect(await exchange(await codeFor(server), { redirect_uri: "https://platform.example/back" })).toMatchObject(
      invalidGrant,
    );
  });

  test("used again ends what it gave", async () => {
    const code = await codeFor(server);
    const { body } = await exchange(code);
    expect((await me(body["access_token"])).status).toBe(200);
    expect(await exchange(code)).toMatchObject(invalidGrant);
    expect((await me(body["access_token"])).status).toBe(401);
    expect(await refresh(body["refresh_token"])).toMatchObject(invalidGrant);
  });

  test("is for its client only, whose code it stays", async () => {
    const other = { clientId: "other", clientSecret: "other", redirectUris: [redirectUri] };
    await server.sandbox.registerClient(other);
    const code = await codeFor(server);
    const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
    expect(await post("/token", form, basic(other))).toMatchObject(invalidGrant);
    expect((await exchange(code)).status).toBe(200);
  });

  test("lives for a minute", async () => {
    const code = await codeFor(server);
    const { rows } = await server.database.query<{ seconds: string }>(
      "SELECT max(extract(epoch FROM expires_at - now())) AS seconds FROM sandbox.codes",
    );
    expect(Number(rows[0]?.seconds)).toBeGreaterThan(50);
    expect(Number(rows[0]?.seconds)).toBeLessThanOrEqual(60);
    await server.database.query("UPDATE sandbox.codes SET expires_at = now()");
    expect(await exchange(code)).toMatchObject(invalidGrant);
  });

  test("of twenty uses at once, at most one is answered and nothing is left of it", async () => {
    const code = await codeFor(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    expect((await me(given[0]?.body["access_token"])).status).toBe(401);
  });
});

describe("tokens", () => {
  const tokens = async () => (await exchange(await codeFor(server))).body;

  test("a refresh token changes with every use, and the access token before stays", async () => {
    const first = await tokens();
    const second = (await refresh(first["refresh_token"])).body;
    expect(second["refresh_token"]).not.toBe(first["refresh_token"]);
    for (const { access_token } of [first, second]) expect((await me(access_token)).status).toBe(200);
    expect((await refresh(second["refresh_token"])).status).toBe(200);
  });

  test("an old refresh token used again ends the grant", async () => {
    const first = await tokens();
    const second = (await refresh(first["refresh_token"])).body;
    expect(await refresh(first["refresh_token"])).toMatchObject(invalidGrant);
    expect((await me(second["access_token"])).status).toBe(401);
    expect(await refresh(second["refresh_token"])).toMatchObject(invalidGrant);
  });

  test("another client's refresh token is refused and stays good", async () => {
    const first = await tokens();
    const stranger = await refresh(first["refresh_token"], basic(server.sandbox.oauthClient));
    expect(stranger).toMatchObject(invalidGrant);
    expect((await refresh(first["refresh_token"])).status).toBe(200);
  });

  test.each(["access_token", "refresh_token"])("giving the %s back ends the grant", async (name) => {
    const given = await tokens();
    const stranger = await post("/revoke", { token: given[name] ?? "" }, basic(server.sandbox.oauthClient));
    expect(stranger.status).toBe(200);
    expect((await me(given["access_token"])).status).toBe(200);
    expect((await post("/revoke", { token: given[name] ?? "" })).status).toBe(200);
    expect((await me(given["access_token"])).status).toBe(401);
    expect(await refresh(given["refresh_token"])).toMatchObject(invalidGrant);
    expect((await post("/revoke", { token: "never-heard-of" })).status).toBe(200);
  });

  test("nothing that can be presented is in the database", async () => {
    const browser = openBrowser(server.issuer);
    const back = await browser.submit(await signIn(server, browser), { answer: "allow" });
    const code = back.location?.searchParams.get("code") ?? "";
    const { body } = await exchange(code);
    const secrets = [code, body["access_token"], body["refresh_token"], ...browser.cookies.values()];
    const tables = ["tokens", "grants", "codes", "grant_tokens", "sessions", "clients"];
    for (const table of tables) {
      const { rows } = await server.database.query<{ text: string }>(`SELECT t::text AS text FROM sandbox.${table} t`);
      const stored = rows.map(({ text }) => text).join("\n");
      for (const secret of [...secrets, client.clientSecret, server.sandbox.oauthClient.clientSecret]) {
        expect(secret).toBeTruthy();
        expect(stored).not.toContain(secret);
        expect(stored).not.toContain(Buffer.from(secret ?? "").toString("hex"));
      }
    }
  });
});

describe("a client", () => {
  test("may show its secret in the body", async () => {
    const form = { client_id: client.clientId, client_secret: client.clientSecret };
    const { status } = await post("/token", { grant_type: "refresh_token", refresh_token: "none", ...form }, {});
    expect(status).toBe(400);
    expect(await post("/revoke", { token: "none", ...form }, {})).toMatchObject({ status: 200 });
  });

  test.each([
    ["a wrong secret", () => basic({ ...client, clientSecret: "wrong" })],
    ["an unknown id", () => basic({ ...client, clientId: "nobody" })],
    ["an id that no client has", () => basic({ ...client, clientId: "a\0b" })],
    ["no header", () => ({})],
    ["another scheme", () => ({ authorization: "Bearer abc" })],
    ["half a header", () => ({ authorization: `Basic ${Buffer.from("shop").toString("base64")}` })],
    ["broken percent signs", () => ({ authorization: `Basic ${Buffer.from("shop:%zz").toString("base64")}` })],
  ])("%s is refused as invalid_client", async (_, headers) => {
    for (const path of ["/token", "/revoke"]) {
      const answer = await post(path, { grant_type: "refresh_token", refresh_token: "none", token: "none" }, headers());
      expect(answer).toMatchObject({ status: 401, body: { error: "invalid_client" } });
      expect(answer.headers.get("www-authenticate")).toMatch(/^Basic /);
    }
  });

  test.each([
    ["invalid_request", {}],
    ["invalid_request", { grant_type: "refresh_token" }],
    ["invalid_request", { grant_type: "authorization_code", code: "x", redirect_uri: redirectUri }],
    ["invalid_request", { grant_type: "refresh_token", refresh_token: "x", client_secret: "two ways" }],
    ["unsupported_grant_type", { grant_type: "password", username: "demo", password: "demo" }],
    ["invalid_scope", { grant_type: "refresh_token", refresh_token: "x", scope: "books everything" }],
  ])("%s for %j", async (error, form) => {
    expect(await post("/token", form)).toMatchObject({ status: 400, body: { error } });
  });

  test("what is not a form, or says something twice, is an invalid request", async () => {
    const bodies = [
      ["application/json", '{"grant_type":"refresh_token","refresh_token":"x"}'],
      ["application/x-www-form-urlencoded", "grant_type=refresh_token&refresh_token=a&refresh_token=b"],
      ["application/x-www-form-urlencoded", `refresh_token=${"x".repeat(20_000)}`],
    ];
    for (const [type = "", body] of bodies) {
      const headers = { ...basic(client), "content-type": type };
      const answer = await fetch(`${server.issuer}/token`, { method: "POST", headers, body: body ?? null });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: "invalid_request" });
    }
  });
});
