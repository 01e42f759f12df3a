import { afterAll, expect, onTestFinished, test } from "vitest";
import { serveHttp } from "../../../test/support/loopback.ts";
import type { Connector } from "../../contract/connector.ts";
import type { OAuthSignIn, SiteFacts } from "../../contract/signIn.ts";
import { openHttpClient } from "../outbound/client.ts";
import { Secret } from "../secrets/secret.ts";
import { openOAuth } from "./oauth.ts";

const outbound = openHttpClient({ allowPrivate: false });
afterAll(() => outbound.close());

const tulip: Connector = {
  id: "tulip",
  name: "Tulip Books",
  about: "Invented for these tests.",
  site: "https://tulip.test",
  signIn: {
    kind: "oauth2",
    asks: [],
    headers: {},
    clientAuth: "body",
    scopes: ["books.read", "journals.read"],
    authorizeUrl: "https://tulip.test/authorize",
    tokenUrl: "https://tulip.test/token",
  },
  needs: [],
  proof: "/me",
  refusals: { message: () => undefined },
  rawData: false,
  operations: {},
};

test.each([
  ["asks for what the connector needs", {}, "books.read journals.read"],
  ["asks for what the operator may ask for", { tulip: "books.read" }, "books.read"],
  ["is not concerned with what others may", { rose: "books.read" }, "books.read journals.read"],
])("builds the authorization URL %s", (_, scopes, expected) => {
  const facts = () => ({ ownUrl: "http://127.0.0.1", publicUrl: "http://127.0.0.1" });
  const oauth = openOAuth({ outbound, facts, targetSites: {}, scopes, now: Date.now });
  const client = { clientId: "c", clientSecret: new Secret("s") };
  const departure = { signInInput: {}, redirectUri: "https://kontor.test/back", state: "state", verifier: "verifier" };
  expect(new URL(oauth.authorizeUrl(tulip, client, departure)).searchParams.get("scope")).toBe(expected);
});

test("applies the address checks to the OAuth URLs of a self-hosted system", async () => {
  const signIn = {
    ...(tulip.signIn as OAuthSignIn),
    authorizeUrl: ({ baseUrl }: SiteFacts) => `${baseUrl}/authorize`,
    tokenUrl: ({ baseUrl }: SiteFacts) => `${baseUrl}/token`,
  };
  const facts = () => ({ ownUrl: "http://127.0.0.1", publicUrl: "http://127.0.0.1" });
  const oauth = openOAuth({ outbound, facts, targetSites: {}, scopes: {}, now: Date.now });
  const client = { clientId: "c", clientSecret: new Secret("s") };
  const signInInput = { baseUrl: "http://127.0.0.1:9" };
  const departure = { signInInput, redirectUri: "https://kontor.test/back", state: "state", verifier: "verifier" };
  expect(oauth.authorizeUrl({ ...tulip, signIn }, client, departure)).toMatch(/^http:\/\/127\.0\.0\.1:9\/authorize\?/);
  const renewal = { signInInput, refreshToken: new Secret("r"), owner: { tenant: "t" } };
  await expect(oauth.refresh({ ...tulip, signIn }, client, renewal)).rejects.toThrow(/ALLOW_PRIVATE_NETWORK/);
});

/** A vendor that exchanges the code for an ID token with this nonce. */
async function openIdVendor(nonceOf: (nonce: string) => string | undefined) {
  const claims = { iss: "https://login.tulip.test", sub: "flora", aud: "c", iat: 1_700_000_000, exp: 4_000_000_000 };
  let nonce: string | undefined;
  const server = await serveHttp((_request, response) => {
    const parts = [{ alg: "RS256" }, { ...claims, nonce }].map((part) => JSON.stringify(part));
    const token = [...parts, "signature"].map((part) => Buffer.from(part).toString("base64url")).join(".");
    const answer = { access_token: "a", token_type: "Bearer", expires_in: 900, refresh_token: "r", id_token: token };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  onTestFinished(server.close);
  const signIn: OAuthSignIn = {
    ...(tulip.signIn as OAuthSignIn),
    clientAuth: "basic",
    idTokenIssuer: claims.iss,
    headers: { "x-app": "{clientId}" },
    companyScopes: (company) => ["offline", `company:${company}`],
  };
  const facts = () => ({ ownUrl: "http://127.0.0.1", publicUrl: "http://127.0.0.1" });
  const oauth = openOAuth({ outbound, facts, targetSites: { tulip: server.url }, scopes: {}, now: Date.now });
  const client = { clientId: "c", clientSecret: new Secret("s") };
  const departure = { signInInput: {}, redirectUri: "https://kontor.test/back", state: "state", verifier: "verifier" };
  const connector = { ...tulip, signIn };
  const parameters = new URL(oauth.authorizeUrl(connector, client, { ...departure, company: "7" })).searchParams;
  nonce = nonceOf(parameters.get("nonce") ?? "");
  const callbackUrl = new URL("https://kontor.test/back?state=state&code=x");
  return { parameters, exchange: () => oauth.exchange(connector, client, { ...departure, callbackUrl }) };
}

test("requests an ID token with a nonce, and keeps the client id for headers that need it", async () => {
  const { parameters, exchange } = await openIdVendor((nonce) => nonce);
  expect(parameters.get("nonce")).toMatch(/^[\w-]{43}$/);
  expect(parameters.get("scope")).toBe("books.read journals.read offline company:7");
  expect(await exchange()).toMatchObject({ accessToken: "a", refreshToken: "r", clientId: "c" });
});

test.each([
  ["about another sign-in", () => "of-somebody-else"],
  ["about none", () => undefined],
])("rejects an ID token %s", async (_, nonceOf) => {
  const { exchange } = await openIdVendor(nonceOf);
  await expect(exchange()).rejects.toMatchObject({ code: "target_bad_response" });
});

test.each([
  ["an error of its own that means the grant has ended", "invalid_code", "connection_needs_reauth"],
  ["any other error", "invalid_client", "target_rejected"],
])("recognises a refusal that has the status 200: %s", async (_, error, code) => {
  const server = await serveHttp((_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify({ error }));
  });
  onTestFinished(server.close);
  const signIn = { ...(tulip.signIn as OAuthSignIn), expiredGrantErrors: ["invalid_code"] };
  const facts = () => ({ ownUrl: "http://127.0.0.1", publicUrl: "http://127.0.0.1" });
  const oauth = openOAuth({ outbound, facts, targetSites: { tulip: server.url }, scopes: {}, now: Date.now });
  const client = { clientId: "c", clientSecret: new Secret("s") };
  const renewal = { signInInput: {}, refreshToken: new Secret("r"), owner: { tenant: "t" } };
  await expect(oauth.refresh({ ...tulip, signIn }, client, renewal)).rejects.toMatchObject({ code });
});

test.each(["authorization_code", "refresh_token"])("reads more about a token after %s", async (grant) => {
  const asked: string[] = [];
  const server = await serveHttp((request, response) => {
    asked.push(request.url ?? "");
    const isToken = request.url === "/tulip.test/token";
    const answer = isToken
      ? { access_token: "a b", token_type: "Bearer", expires_in: 900, refresh_token: "r" }
      : { "tulip.garden": "https://north.tulip.test" };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  onTestFinished(server.close);
  const signIn: OAuthSignIn = {
    ...(tulip.signIn as OAuthSignIn),
    tokenFacts: {
      url: "https://tulip.test/tokens",
      parameter: "token",
      read: (reply) => ({ garden: new URL(String(Object(reply)["tulip.garden"])).host }),
    },
  };
  const facts = () => ({ ownUrl: "http://127.0.0.1", publicUrl: "http://127.0.0.1" });
  const oauth = openOAuth({ outbound, facts, targetSites: { tulip: server.url }, scopes: {}, now: Date.now });
  const client = { clientId: "c", clientSecret: new Secret("s") };
  const departure = { signInInput: {}, redirectUri: "https://kontor.test/back", state: "state", verifier: "verifier" };
  const callbackUrl = new URL("https://kontor.test/back?state=state&code=x");
  const renewal = { signInInput: {}, refreshToken: new Secret("r"), owner: { tenant: "t" } };
  const connector = { ...tulip, signIn };
  const credentials = await (grant === "refresh_token"
    ? oauth.refresh(connector, client, renewal)
    : oauth.exchange(connector, client, { ...departure, callbackUrl }));
  expect(credentials).toMatchObject({ accessToken: "a b", garden: "north.tulip.test" });
  expect(asked).toEqual(["/tulip.test/token", "/tulip.test/tokens?token=a+b"]);
});

test("joins scopes as the vendor wants them", () => {
  const signIn = { ...(tulip.signIn as OAuthSignIn), scopeSeparator: "," };
  const facts = () => ({ ownUrl: "http://127.0.0.1", publicUrl: "http://127.0.0.1" });
  const oauth = openOAuth({ outbound, facts, targetSites: {}, scopes: {}, now: Date.now });
  const client = { clientId: "c", clientSecret: new Secret("s") };
  const departure = { signInInput: {}, redirectUri: "https://kontor.test/back", state: "state", verifier: "verifier" };
  const url = new URL(oauth.authorizeUrl({ ...tulip, signIn }, client, departure));
  expect(url.searchParams.get("scope")).toBe("books.read,journals.read");
});
