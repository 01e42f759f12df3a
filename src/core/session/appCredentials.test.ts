import { describe, expect, test } from "vitest";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OAuthSignIn } from "../../contract/signIn.ts";
import { checkAppKey, type OAuthClient } from "../accounts/oauthClients.ts";
import { Secret } from "../secrets/secret.ts";
import { asksOf, makeWithApp } from "./appCredentials.ts";
import { targetOf } from "./target.ts";
import { secretsAmong, withoutCredentials } from "./vendorError.ts";

const signIn: OAuthSignIn = {
  kind: "oauth2",
  asks: [],
  authorizeUrl: "https://tulip.example/authorize",
  tokenUrl: "https://tulip.example/token",
  scopes: [],
  clientAuth: "body",
  appKey: { label: { en: "Subscription key" } },
  headers: { authorization: "Bearer {accessToken}", "x-api-key": "{appKey}" },
};

const tulip: Connector = {
  id: "tulip",
  name: "Tulip",
  about: "Invented.",
  site: "https://tulip.example",
  signIn,
  needs: [],
  proof: "/me",
  refusals: { message: () => undefined },
  rawData: false,
  operations: {},
};

const client: OAuthClient = {
  clientId: "us",
  clientSecret: new Secret("our secret"),
  appKey: new Secret("key-of-the-app"),
};
const credentials = { accessToken: new Secret("token") };
const withClient = makeWithApp(async () => client);

describe("the key of an app", () => {
  test("is a header of every call, beside the token", async () => {
    const all = await withClient("tenant", tulip, credentials);
    const { headers } = targetOf({ connector: tulip, credentials: all, site: "https://tulip.example" });
    expect(headers).toMatchObject({ authorization: "Bearer token", "x-api-key": "key-of-the-app" });
  });

  test("belongs to the app: connections do not store it, and end users are not asked for it", async () => {
    await withClient("tenant", tulip, credentials);
    expect(Object.keys(credentials)).toEqual(["accessToken"]);
    expect(await asksOf(async () => client, "tenant", tulip)).toEqual([]);
  });

  test("replaces a key that a connection still has", async () => {
    const all = await withClient("tenant", tulip, { ...credentials, appKey: new Secret("older") });
    expect(all["appKey"]?.reveal()).toBe("key-of-the-app");
  });

  test("is not added for vendors that do not want one", async () => {
    const { appKey: _, ...without } = signIn;
    const all = await withClient("tenant", { ...tulip, signIn: without }, credentials);
    expect(all).toBe(credentials);
  });

  test("is cut out of the vendor's messages", async () => {
    const all = await withClient("tenant", tulip, credentials);
    expect(withoutCredentials("The key key-of-the-app is unknown.", secretsAmong(tulip, all))).not.toContain(
      "key-of-the-app",
    );
  });

  test("cannot be printed", () => {
    expect(`${String(client.appKey)} ${JSON.stringify(client)}`).not.toContain("key-of-the-app");
  });

  test("that is missing is reported as such, and not as an expired sign-in", async () => {
    const missing = new Failure("invalid_request", "The OAuth client for Tulip lacks the app's subscription key.");
    const without = makeWithApp(() => Promise.reject(missing));
    await expect(without("tenant", tulip, credentials)).rejects.toBe(missing);
  });

  test("is needed when a client is registered", () => {
    expect(() => checkAppKey(tulip, [{ name: "plan", value: "gold" }])).toThrow(
      expect.objectContaining({ code: "invalid_request", details: { field: "customValues" } }),
    );
    expect(() => checkAppKey(tulip, [{ name: "appKey", value: "" }])).toThrow("subscription key");
    expect(() => checkAppKey(tulip, [{ name: "appKey", value: "key" }])).not.toThrow();
  });
});

test("two fields of the app are the id and the secret of the registered client", async () => {
  const asks = [
    { name: "username", secret: false, belongsToApp: true },
    { name: "clientSecret", secret: true, belongsToApp: true },
    { name: "apiKey", secret: true },
  ] as const;
  const connector: Connector = { ...tulip, signIn: { kind: "apiKey", asks, headers: {} } };
  const all = await withClient("tenant", connector, { apiKey: new Secret("the user's") });
  const values = Object.entries(all).map(([name, value]) => [name, value?.reveal()]);
  expect(Object.fromEntries(values)).toEqual({ username: "us", clientSecret: "our secret", apiKey: "the user's" });
  expect((await asksOf(async () => client, "tenant", connector)).map(({ name }) => name)).toEqual(["apiKey"]);
});
