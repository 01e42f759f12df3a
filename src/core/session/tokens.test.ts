import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../test/support/database.ts";
import { type Loopback, serveHttp } from "../../../test/support/loopback.ts";
import { sandbox } from "../../connectors/sandbox/connector.ts";
import { sandboxKey } from "../../connectors/sandbox/editions.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OAuthSignIn, SessionSignIn } from "../../contract/signIn.ts";
import { endConnection, findConnection, renewConnection, rotateCredentials } from "../../store/connections.ts";
import { type AdvisoryLocks, openAdvisoryLocks } from "../../store/postgres/advisoryLocks.ts";
import { type Database, migrate, openDatabase } from "../../store/postgres/database.ts";
import { createConnection, openConnection, sealCredentials } from "../accounts/connection.ts";
import { createTenant } from "../accounts/tenants.ts";
import { type Outbound, openHttpClient } from "../outbound/client.ts";
import { Secret } from "../secrets/secret.ts";
import { masterKey, openVault } from "../secrets/vault.ts";
import { openOAuth } from "./oauth.ts";
import type { StartSession } from "./startSession.ts";
import { openTokens, type Tokens } from "./tokens.ts";

const now = Date.UTC(2026, 5, 1);
const inSeconds = (seconds: number): string => new Date(now + seconds * 1000).toISOString();
const vault = openVault([masterKey(randomBytes(32).toString("base64"))]);

let fresh: FreshDatabase;
let database: Database;
let advisoryLocks: AdvisoryLocks;
let elsewhere: AdvisoryLocks;
let outbound: Outbound;
let vendor: Loopback;
let connector: Connector;
let tokens: Tokens;

/** The responses of the vendor's token endpoint, and the requests it received. */
let answer: () => Promise<{ status: number; body: object }>;
let requests: Record<string, string>[];
let changed: string[];
let count = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
  ({ database } = fresh);
  await migrate(database);
  const onePool = () => openDatabase({ url: fresh.url, connections: 1, onLost: () => {} });
  [advisoryLocks, elsewhere] = [openAdvisoryLocks(onePool()), openAdvisoryLocks(onePool())];
  outbound = openHttpClient({ allowPrivate: true });
  vendor = await serveHttp(async (request, response) => {
    requests.push(Object.fromEntries(new URLSearchParams(await text(request))));
    const { status, body } = await answer();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const signIn: OAuthSignIn = { ...(sandbox.signIn as OAuthSignIn), tokenUrl: `${vendor.url}/token` };
  connector = { ...sandbox, signIn };
});
beforeEach(() => {
  requests = [];
  changed = [];
  answer = async () => ({ status: 200, body: rotated(++count) });
  const oauth = openOAuth({
    outbound,
    facts: () => ({ ownUrl: "", publicUrl: vendor.url }),
    targetSites: {},
    scopes: {},
    now: () => now,
  });
  const clientFor = async () => ({ clientId: "us", clientSecret: new Secret("ours") });
  const onChange = (id: string) => void changed.push(id);
  tokens = openTokens({ database, advisoryLocks, vault, oauth, startSession, clientFor, onChange, now: () => now });
});
afterEach(() => database.query("DELETE FROM tenants"));
afterAll(async () => {
  await vendor.close();
  await outbound.close();
  await Promise.all([advisoryLocks, elsewhere].map((locks) => locks.close()));
  await fresh.drop();
});

const startSession: StartSession = async ({ signIn }, { apiKey }) => {
  requests.push({ apiKey: apiKey?.reveal() ?? "" });
  if (signIn.kind !== "session") return {};
  const { status } = await answer();
  if (status !== 200) throw new Failure("connection_needs_reauth", "refused");
  return { sessionToken: `session-${count}`, expiresAt: inSeconds(600) };
};

const rotated = (number: number) => ({
  token_type: "Bearer",
  access_token: `access-${number}`,
  refresh_token: `refresh-${number}`,
  expires_in: 600,
});
const first = { accessToken: "access", refreshToken: "refresh" };

async function connect(credentials: Record<string, string>) {
  const tenantId = await createTenant(database, "Neuland");
  await createConnection(database, vault, { tenantId, targetSystem: "sandbox", credentials });
  return read();
}
async function read() {
  const { rows } = await database.query<{ id: string }>("SELECT id FROM connections ORDER BY created_at DESC");
  const row = await findConnection(database, rows[0]?.id ?? "");
  if (row === undefined) throw new Error("There is no connection.");
  return openConnection(row, vault);
}
const plain = (credentials: Readonly<Record<string, Secret>>) =>
  Object.fromEntries(Object.entries(credentials).map(([name, secret]) => [name, secret.reveal()]));
const stored = async () => plain((await read()).credentials);
const codeOf = (error: unknown) => (error as { code: string }).code;

describe("when a token is renewed", () => {
  test.each([
    ["long before its end", inSeconds(61), "access"],
    ["shortly before its end", inSeconds(59), "access-1"],
    ["after its end", inSeconds(-1), "access-1"],
  ])("%s", async (_, expiresAt, expected) => {
    count = 0;
    const connection = await connect({ ...first, expiresAt });
    expect((await tokens.current(connector, connection))["accessToken"]?.reveal()).toBe(expected);
    expect(requests).toHaveLength(expected === "access" ? 0 : 1);
  });

  test("only when the vendor allows it", async () => {
    const patient = { ...connector, signIn: { ...(connector.signIn as OAuthSignIn), renewWithin: 25 } };
    await tokens.current(patient, await connect({ ...first, expiresAt: inSeconds(26) }));
    expect(requests).toEqual([]);
    await tokens.current(patient, await connect({ ...first, expiresAt: inSeconds(24) }));
    expect(requests).toHaveLength(1);
  });

  test("keeps the old token if the vendor says that it is too early", async () => {
    const strict = { ...connector, signIn: { ...(connector.signIn as OAuthSignIn), tooEarlyError: "access_denied" } };
    answer = async () => ({ status: 400, body: { error: "access_denied", error_description: "not expired" } });
    const connection = await connect({ ...first, expiresAt: inSeconds(300) });
    expect(plain(await tokens.renew(strict, connection))).toMatchObject(first);
    expect((await read()).state).toBe("active");
    expect(await tokens.renew(connector, connection).catch(codeOf)).toBe("target_rejected");
  });

  test("never if it has no expiry or if there are no tokens", async () => {
    const connection = await connect(first);
    await tokens.current(connector, connection);
    await tokens.current(sandboxKey, { ...connection, credentials: { expiresAt: new Secret(inSeconds(-1)) } });
    expect(requests).toEqual([]);
  });

  test("uses the old token while it is valid if the vendor's token endpoint fails", async () => {
    answer = async () => ({ status: 503, body: {} });
    const connection = await connect({ ...first, expiresAt: inSeconds(30) });
    expect(plain(await tokens.current(connector, connection))).toMatchObject(first);
    const ended = await connect({ ...first, expiresAt: inSeconds(-30) });
    expect(await tokens.current(connector, ended).catch(codeOf)).toBe("target_unavailable");
    expect((await read()).state).toBe("active");
  });
});

describe("stored credentials", () => {
  test("stores new tokens before returning them, and changes nothing else", async () => {
    const connection = await connect({ ...first, expiresAt: inSeconds(-1), baseUrl: "https://books.example" });
    const handed = plain(await tokens.renew(connector, connection));
    expect(handed).toMatchObject({ baseUrl: "https://books.example", expiresAt: inSeconds(600) });
    expect(handed).toEqual(await stored());
    expect(requests).toEqual([{ grant_type: "refresh_token", refresh_token: "refresh" }]);
    expect((await read()).generation).toBe(1);
  });

  test("reports a connection as changed after a renewal, a refusal or a new acceptance", async () => {
    const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
    await tokens.renew(connector, connection);
    expect(changed).toEqual([connection.id]);
    await tokens.refused(connector, connection);
    await tokens.accepted(connection);
    expect(changed).toEqual([connection.id, connection.id, connection.id]);
  });

  test("keeps a refresh token that the vendor does not rotate", async () => {
    answer = async () => ({ status: 200, body: { token_type: "Bearer", access_token: "new", expires_in: 600 } });
    await tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) }));
    expect(await stored()).toMatchObject({ accessToken: "new", refreshToken: "refresh" });
  });

  test("removes an old expiry if the new token has none, so that calls do not keep renewing", async () => {
    answer = async () => ({ status: 200, body: { token_type: "Bearer", access_token: "new" } });
    await tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) }));
    expect(await stored()).toEqual({ accessToken: "new", refreshToken: "refresh" });
    await tokens.current(connector, await read());
    expect(requests).toHaveLength(1);
  });
});

describe("concurrent renewals", () => {
  test("call the vendor once for 100 requests in two processes", async () => {
    const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
    const another = openTokens({
      database,
      advisoryLocks: elsewhere,
      vault,
      startSession,
      onChange: () => {},
      now: () => now,
      oauth: openOAuth({
        outbound,
        facts: () => ({ ownUrl: "", publicUrl: vendor.url }),
        targetSites: {},
        scopes: {},
        now: () => now,
      }),
      clientFor: async () => ({ clientId: "us", clientSecret: new Secret("ours") }),
    });
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? tokens : another).current(connector, connection)),
    );
    expect(requests).toHaveLength(1);
    expect(new Set(all.map(({ accessToken }) => accessToken?.reveal())).size).toBe(1);
  });

  test("return the new credentials to a late request without another refresh", async () => {
    const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
    const renewed = plain(await tokens.renew(connector, connection));
    expect(plain(await tokens.renew(connector, connection))).toEqual(renewed);
    expect(requests).toHaveLength(1);
  });

  test("do not occupy database connections while a vendor hangs", async () => {
    const { promise: never, resolve: end } = Promise.withResolvers<{ status: number; body: object }>();
    answer = () => never;
    const most = database.options.max;
    const hanging = [];
    for (let count = 0; count < 2 * most; count++)
      hanging.push(tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) })).catch(codeOf));
    await expect.poll(() => requests.length).toBe(2 * most);
    expect(database.idleCount + (most - database.totalCount)).toBe(most);
    answer = async () => ({ status: 200, body: rotated(++count) });
    const another = await connect({ ...first, expiresAt: inSeconds(-1) });
    expect(plain(await tokens.renew(connector, another))).toMatchObject({ accessToken: `access-${count}` });
    end({ status: 503, body: {} });
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(["target_unavailable"]));
  });
});

test("renewals continue after the database connection of the locks is lost", async () => {
  answer = async () => {
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return { status: 200, body: rotated(9) };
  };
  const handed = await tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) }));
  expect(plain(handed)).toEqual(await stored());
  answer = async () => ({ status: 200, body: rotated(10) });
  expect(plain(await tokens.renew(connector, await read()))).toMatchObject({ accessToken: "access-10" });
});

describe("outdated results", () => {
  /** The end user authorises again while the vendor still processes the refresh. */
  const meanwhile =
    (body: object, status = 200) =>
    async () => {
      const { id } = await read();
      const credentials = sealCredentials(vault, id, { accessToken: "newer", refreshToken: "newer" });
      await renewConnection(database, { id, credentials });
      return { status, body };
    };

  test("of an overtaken refresh are not stored; it returns the current credentials", async () => {
    answer = meanwhile(rotated(7));
    const handed = await tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) }));
    expect(plain(handed)).toEqual({ accessToken: "newer", refreshToken: "newer" });
    expect(await stored()).toEqual({ accessToken: "newer", refreshToken: "newer" });
  });

  test("of an overtaken refusal do not end a new authorisation", async () => {
    answer = meanwhile({ error: "invalid_grant" }, 400);
    const handed = await tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) }));
    expect(plain(handed)).toMatchObject({ accessToken: "newer" });
    expect((await read()).state).toBe("active");
  });

  test("of an older generation are refused by the database", async () => {
    const { id } = await connect(first);
    const rotate = (generation: number, accessToken: string) =>
      rotateCredentials(database, { id, generation, credentials: sealCredentials(vault, id, { accessToken }) });
    expect([await rotate(0, "one"), await rotate(0, "late"), await rotate(1, "two")]).toEqual([true, false, true]);
    expect(await stored()).toEqual({ accessToken: "two" });
  });

  test("do not revive a connection that was ended meanwhile", async () => {
    answer = async () => {
      await endConnection(
        database,
        (await database.query<{ id: string }>("SELECT id FROM connections")).rows[0]?.id ?? "",
      );
      return { status: 200, body: rotated(8) };
    };
    const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
    expect(await tokens.renew(connector, connection).catch(codeOf)).toBe("connection_inactive");
    const row = await findConnection(database, connection.id);
    expect(row).toMatchObject({ state: "disabled", credentials: Buffer.alloc(0) });
  });
});

describe("a refused refresh token", () => {
  test("is remembered: the vendor is not called again", async () => {
    answer = async () => ({ status: 400, body: { error: "invalid_grant" } });
    const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
    for (let time = 0; time < 3; time++)
      expect(await tokens.renew(connector, connection).catch(codeOf)).toBe("connection_needs_reauth");
    expect(requests).toHaveLength(1);
    expect((await read()).state).toBe("needs_reauth");
  });

  test("is recognised by the vendor's own error code", async () => {
    const odd = {
      ...connector,
      signIn: { ...(connector.signIn as OAuthSignIn), expiredGrantErrors: ["invalid_request"] },
    };
    answer = async () => ({ status: 400, body: { error: "invalid_request" } });
    const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
    expect(await tokens.renew(odd, connection).catch(codeOf)).toBe("connection_needs_reauth");
    expect((await read()).state).toBe("needs_reauth");
  });

  test("is not assumed for other errors", async () => {
    for (const [status, error, code] of [
      [401, "invalid_client", "target_rejected"],
      [400, "invalid_request", "target_rejected"],
      [429, "slow_down", "target_rate_limited"],
      [500, "invalid_grant", "target_unavailable"],
    ] as const) {
      answer = async () => ({ status, body: { error } });
      const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
      expect(await tokens.renew(connector, connection).catch(codeOf)).toBe(code);
      expect((await read()).state).toBe("active");
    }
  });

  test("requires the end user to connect again if it is missing", async () => {
    const connection = await connect({ accessToken: "access", expiresAt: inSeconds(-1) });
    expect(await tokens.renew(connector, connection).catch(codeOf)).toBe("connection_needs_reauth");
    expect((await read()).state).toBe("needs_reauth");
  });
});

describe("a session at a vendor", () => {
  const signIn: SessionSignIn = {
    kind: "session",
    asks: [{ name: "apiKey", secret: true }],
    headers: { authorization: "Bearer {sessionToken}" },
    start: { method: "POST", path: "/sessions" },
    started: () => ({ sessionToken: "" }),
  };
  const storedTokens = { apiKey: "key", sessionToken: "ended", expiresAt: inSeconds(-1), region: "of the old one" };

  test("is started again from the end user's credentials, once for all requests, and stored", async () => {
    const bySession = { ...connector, signIn };
    const connection = await connect(storedTokens);
    count = 7;
    const wanted = await Promise.all(Array.from({ length: 20 }, () => tokens.current(bySession, connection)));
    const made = { apiKey: "key", sessionToken: "session-8", expiresAt: inSeconds(600) };
    expect(wanted.map(plain)).toEqual(wanted.map(() => made));
    expect(await stored()).toEqual(made);
    expect(requests).toEqual([{ apiKey: "key" }]);
  });

  test("requires the end user after the vendor refuses it, and is not requested again", async () => {
    const bySession = { ...connector, signIn };
    const connection = await connect(storedTokens);
    answer = async () => ({ status: 401, body: {} });
    expect(await tokens.renew(bySession, connection).catch(codeOf)).toBe("connection_needs_reauth");
    expect((await read()).state).toBe("needs_reauth");
    expect(await tokens.renew(bySession, connection).catch(codeOf)).toBe("connection_needs_reauth");
    expect(requests).toHaveLength(1);
  });
});
