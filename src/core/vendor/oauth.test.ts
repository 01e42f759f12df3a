import { afterAll, expect, test } from "vitest";
import type { Connector, OAuthSignIn, SiteFacts } from "../../contract/connector.ts";
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
    ...{ kind: "oauth2", asks: [], headers: {}, clientAuth: "body", scopes: ["books.read", "journals.read"] },
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
])("the way to sign-in %s", (_, scopes, asked) => {
  const facts = () => ({ ownUrl: "http://127.0.0.1", publicUrl: "http://127.0.0.1" });
  const oauth = openOAuth({ outbound, facts, targetSites: {}, scopes, now: Date.now });
  const client = { clientId: "c", clientSecret: new Secret("s") };
  const departure = { given: {}, redirectUri: "https://kontor.test/back", state: "state", verifier: "verifier" };
  expect(new URL(oauth.authorizeUrl(tulip, client, departure)).searchParams.get("scope")).toBe(asked);
});

test("an address of the end user's has its OAuth addresses too, behind the same walls", async () => {
  const signIn = {
    ...(tulip.signIn as OAuthSignIn),
    authorizeUrl: ({ baseUrl }: SiteFacts) => `${baseUrl}/authorize`,
    tokenUrl: ({ baseUrl }: SiteFacts) => `${baseUrl}/token`,
  };
  const facts = () => ({ ownUrl: "http://127.0.0.1", publicUrl: "http://127.0.0.1" });
  const oauth = openOAuth({ outbound, facts, targetSites: {}, scopes: {}, now: Date.now });
  const client = { clientId: "c", clientSecret: new Secret("s") };
  const given = { baseUrl: "http://127.0.0.1:9" };
  const departure = { given, redirectUri: "https://kontor.test/back", state: "state", verifier: "verifier" };
  expect(oauth.authorizeUrl({ ...tulip, signIn }, client, departure)).toMatch(/^http:\/\/127\.0\.0\.1:9\/authorize\?/);
  const renewal = { given, refreshToken: new Secret("r"), owner: { tenant: "t" } };
  await expect(oauth.refresh({ ...tulip, signIn }, client, renewal)).rejects.toThrow(/ALLOW_PRIVATE_NETWORK/);
});
