import { afterAll, beforeAll, expect, test } from "vitest";
import { type OAuthServer, startOAuthServer } from "../../../test/support/oauth.ts";

let server: OAuthServer;
beforeAll(async () => {
  server = await startOAuthServer();
});
afterAll(() => server.close());

const api = (path: string, token: string, init: RequestInit = {}) =>
  fetch(`${server.url}/sandbox/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
const status = async (token: string) => (await api("/me", token)).status;

async function refresh(token: string, signal?: AbortSignal) {
  const { clientId, clientSecret } = server.sandbox.oauthClient;
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: token,
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(`${server.issuer}/token`, { method: "POST", body, ...(signal && { signal }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, string | number> };
}

test("issues a grant without a browser", async () => {
  const lifetime = 600_000;
  const began = Date.now();
  const { accessToken, refreshToken, expiresAt } = await server.sandbox.issueGrant("Grant");
  expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(began + lifetime - 1000);
  expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + lifetime);
  expect(await status(accessToken)).toBe(200);
  const { body } = await refresh(refreshToken);
  const before = await (await api("/me", accessToken)).json();
  expect(await (await api("/me", String(body["access_token"]))).json()).toEqual(before);
});

test("expires access tokens, but not refresh tokens", async () => {
  const { accessToken, refreshToken } = await server.sandbox.issueGrant("Short", { accessSeconds: 0 });
  expect(await status(accessToken)).toBe(401);
  const next = await refresh(refreshToken);
  expect(next).toMatchObject({ status: 200, body: { expires_in: 0 } });
  expect(await status(String(next.body["access_token"]))).toBe(401);
});

test("expires issued access tokens on request", async () => {
  const mine = await server.sandbox.issueGrant("Mine");
  const other = await server.sandbox.issueGrant("Other");
  expect(await server.sandbox.changeGrants({ expire: true }, { name: "Mine" })).toBe(1);
  expect([await status(mine.accessToken), await status(other.accessToken)]).toEqual([401, 200]);
  const { body } = await refresh(mine.refreshToken);
  expect(await status(String(body["access_token"]))).toBe(200);
});

test("revokes a grant without affecting API keys", async () => {
  const key = await server.sandbox.issueToken("Revoked");
  const { accessToken, refreshToken } = await server.sandbox.issueGrant("Revoked");
  const { clientId } = server.sandbox.oauthClient;
  expect(await server.sandbox.changeGrants({ revoke: true }, { clientId, name: "Revoked" })).toBe(1);
  expect([await status(accessToken), await status(key)]).toEqual([401, 200]);
  expect(await refresh(refreshToken)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});

test("keeps a behaviour with the grant when its tokens change", async () => {
  const { accessToken, refreshToken } = await server.sandbox.issueGrant("Behaving");
  const failures = [
    { status: 503, times: 1, path: "/oauth/token" },
    { status: 409, times: 1, path: "/me" },
  ];
  const set = await api("/behaviour", accessToken, { method: "PUT", body: JSON.stringify({ failures }) });
  expect(set.status).toBe(200);
  expect((await refresh(refreshToken)).status).toBe(503);
  const { body } = await refresh(refreshToken);
  expect(await status(String(body["access_token"]))).toBe(409);
  expect(await status(accessToken)).toBe(200);
});

test("delays the token endpoint, and a client that gives up keeps its refresh token", async () => {
  const { refreshToken, accessToken } = await server.sandbox.issueGrant("Slow");
  await server.sandbox.changeGrants({ behaviour: { token_delay_ms: 300 } }, { name: "Slow" });
  expect(await status(accessToken)).toBe(200);
  await expect(refresh(refreshToken, AbortSignal.timeout(100))).rejects.toThrow("timeout");
  const start = performance.now();
  const next = await refresh(refreshToken);
  expect(next.status).toBe(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(299);
});
