/** Tokens that expire while a connection is in use are renewed unnoticed, with any number of callers (R12 in small). */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import type { GrantChange } from "../../src/sandbox/oauth/grants.ts";
import {
  accountKeyIn,
  callback,
  hrefOf,
  openPlatform,
  type Platform,
  problem,
  type Reply,
} from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;
let accountKey: string;
const choice = { environment: "production", company: "bergblick" };

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  accountKey = await service.connect("sandbox", choice);
});

const read = (path = "/accounting/paymentTerms"): Promise<Reply> => platform.call("GET", path, { accountKey });
/** The number of refreshes of the latest grant: each leaves one more refresh token in the sandbox. */
async function refreshes(): Promise<number> {
  const { rows } = await platform.database.query<{ count: number }>(
    `SELECT count(*)::int - 1 AS count FROM sandbox.grant_tokens WHERE kind = 'refresh' AND grant_hash =
       (SELECT hash FROM sandbox.grants JOIN sandbox.tokens USING (hash) ORDER BY created_at DESC LIMIT 1)`,
  );
  return rows[0]?.count ?? 0;
}
const stateNow = async () => {
  const { rows } = await platform.database.query<{ state: string }>(
    "SELECT state FROM connections ORDER BY created_at DESC LIMIT 1",
  );
  return rows[0]?.state;
};
const changeGrants = (change: GrantChange) => platform.sandbox.changeGrants(change);

describe("a token", () => {
  test("that the vendor has ended early is renewed once, and the call succeeds", async () => {
    expect((await read()).status).toBe(200);
    expect(await refreshes()).toBe(0);
    await changeGrants({ expire: true });
    expect((await read()).status).toBe(200);
    expect(await refreshes()).toBe(1);
    expect((await read("/accounting/units")).status).toBe(200);
    expect(await refreshes()).toBe(1);
  });

  test("that expires soon is renewed before it is used", async () => {
    const credentials = await platform.sandbox.issueGrant("Test", { accessSeconds: 50 });
    await changeGrants({ behaviour: null });
    const { vault, database } = service.storage;
    const { rows } = await database.query<{ id: string }>("SELECT id FROM tenants ORDER BY created_at LIMIT 1");
    const wanted = { tenantId: rows[0]?.id ?? "", targetSystem: "sandbox", credentials: { ...credentials }, ...choice };
    accountKey = await createConnection(database, vault, wanted);
    // The same for the list of companies, which is not accounting data.
    expect((await read("/auth/companies")).status).toBe(200);
    expect(await refreshes()).toBe(1);
    expect((await read()).status).toBe(200);
    expect(await refreshes()).toBe(1);
  });

  test("is renewed once for 100 concurrent calls", async () => {
    await changeGrants({ expire: true, behaviour: { token_delay_ms: 300 } });
    const paths = ["/accounting/paymentTerms", "/accounting/units", "/auth/environments", "/accounting/taxRates"];
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => read(paths[index % paths.length])));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await refreshes()).toBe(1);
  });
});

describe("a refused refresh", () => {
  test("returns connection_needs_reauth for every call until the end user reconnects", async () => {
    await changeGrants({ revoke: true });
    const paths = ["/accounting/paymentTerms", "/accounting/units", "/auth/environments", "/auth/companies"];
    const expected = { status: 409, code: "connection_needs_reauth", next: "reconnect", targetSystem: "sandbox" };
    const replies = await Promise.all([...paths, ...paths].map((path) => read(path)));
    for (const reply of replies) expect(problem(reply)).toMatchObject(expected);
    expect(await stateNow()).toBe("needs_reauth");
    for (const path of paths) expect(problem(await read(path))).toMatchObject(expected);
    const health = await read("/auth/connection");
    expect(health.data).toMatchObject({ state: "needs_reauth", healthy: false, problem: "connection_needs_reauth" });

    const { data } = await platform.call("POST", "/auth/reconnect", { accountKey, body: { callbackUrl: callback } });
    const browser = platform.browser();
    const back = await platform.signIn(browser, data["url"] ?? "");
    expect(accountKeyIn(hrefOf(await browser.open(back.href)))).toBe(accountKey);
    expect(await stateNow()).toBe("active");
    for (const path of paths) expect((await read(path)).status).toBe(200);
  });

  test("because of an outage leaves the connection active, and the call can be repeated", async () => {
    const failures = [{ status: 500, times: 1, path: "/oauth/token" }];
    await changeGrants({ expire: true, behaviour: { failures } });
    expect(problem(await read())).toMatchObject({ status: 503, code: "target_unavailable", next: "wait" });
    expect(await stateNow()).toBe("active");
    expect((await read()).status).toBe(200);
  });
});
