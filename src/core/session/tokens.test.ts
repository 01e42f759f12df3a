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

/** How the vendor's token address answers, and what it was sent. */
let answer: () => Promise<{ status: number; body: object }>;
let asked: Record<string, string>[];
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
    asked.push(Object.fromEntries(new URLSearchParams(await text(request))));
    const { status, body } = await answer();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const signIn: OAuthSignIn = { ...(sandbox.signIn as OAuthSignIn), tokenUrl: `${vendor.url}/token` };
  connector = { ...sandbox, signIn };
});
beforeEach(() => {
  asked = [];
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
  asked.push({ apiKey: apiKey?.reveal() ?? "" });
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
    expect(asked).toHaveLength(expected === "access" ? 0 : 1);
  });

  test("not earlier than its vendor takes it", async () => {
    const patient = { ...connector, signIn: { ...(connector.signIn as OAuthSignIn), renewWithin: 25 } };
    await tokens.current(patient, await connect({ ...first, expiresAt: inSeconds(26) }));
    expect(asked).toEqual([]);
    await tokens.current(patient, await connect({ ...first, expiresAt: inSeconds(24) }));
    expect(asked).toHaveLength(1);
  });

  test("not by a vendor that finds it too early: the old one goes on", async () => {
    const strict = { ...connector, signIn: { ...(connector.signIn as OAuthSignIn), tooEarly: "access_denied" } };
    answer = async () => ({ status: 400, body: { error: "access_denied", error_description: "not expired" } });
    const connection = await connect({ ...first, expiresAt: inSeconds(300) });
    expect(plain(await tokens.renew(strict, connection))).toMatchObject(first);
    expect((await read()).state).toBe("active");
    expect(await tokens.renew(connector, connection).catch(codeOf)).toBe("target_rejected");
  });

  test("not where nothing is known of its end, nor where there are no tokens", async () => {
    const connection = await connect(first);
    await tokens.current(connector, connection);
    await tokens.current(sandboxKey, { ...connection, credentials: { expiresAt: new Secret(inSeconds(-1)) } });
    expect(asked).toEqual([]);
  });

  test("the vendor's trouble does not matter as long as the old one is good", async () => {
    answer = async () => ({ status: 503, body: {} });
    const connection = await connect({ ...first, expiresAt: inSeconds(30) });
    expect(plain(await tokens.current(connector, connection))).toMatchObject(first);
    const ended = await connect({ ...first, expiresAt: inSeconds(-30) });
    expect(await tokens.current(connector, ended).catch(codeOf)).toBe("target_unavailable");
    expect((await read()).state).toBe("active");
  });
});

describe("what is kept", () => {
  test("the new tokens are stored when they are handed out, and nothing else changes", async () => {
    const connection = await connect({ ...first, expiresAt: inSeconds(-1), baseUrl: "https://books.example" });
    const handed = plain(await tokens.renew(connector, connection));
    expect(handed).toMatchObject({ baseUrl: "https://books.example", expiresAt: inSeconds(600) });
    expect(handed).toEqual(await stored());
    expect(asked).toEqual([{ grant_type: "refresh_token", refresh_token: "refresh" }]);
    expect((await read()).generation).toBe(1);
  });

  test("whoever remembers the connection is told when it has been renewed, refused or taken again", async () => {
    const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
    await tokens.renew(connector, connection);
    expect(changed).toEqual([connection.id]);
    await tokens.refused(connector, connection);
    await tokens.accepted(connection);
    expect(changed).toEqual([connection.id, connection.id, connection.id]);
  });

  test("a refresh token that the vendor does not change goes on", async () => {
    answer = async () => ({ status: 200, body: { token_type: "Bearer", access_token: "new", expires_in: 600 } });
    await tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) }));
    expect(await stored()).toMatchObject({ accessToken: "new", refreshToken: "refresh" });
  });

  test("an end that is not known any more is forgotten: the old one would renew at every call", async () => {
    answer = async () => ({ status: 200, body: { token_type: "Bearer", access_token: "new" } });
    await tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) }));
    expect(await stored()).toEqual({ accessToken: "new", refreshToken: "refresh" });
    await tokens.current(connector, await read());
    expect(asked).toHaveLength(1);
  });
});

describe("one at a time", () => {
  test("100 at once, in two processes, go to the vendor once", async () => {
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
    expect(asked).toHaveLength(1);
    expect(new Set(all.map(({ accessToken }) => accessToken?.reveal())).size).toBe(1);
  });

  test("who comes late with old credentials gets the new ones without a refresh", async () => {
    const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
    const renewed = plain(await tokens.renew(connector, connection));
    expect(plain(await tokens.renew(connector, connection))).toEqual(renewed);
    expect(asked).toHaveLength(1);
  });

  test("vendors that do not answer take no connection to the database from anybody", async () => {
    const { promise: never, resolve: end } = Promise.withResolvers<{ status: number; body: object }>();
    answer = () => never;
    const most = database.options.max;
    const hanging = [];
    for (let count = 0; count < 2 * most; count++)
      hanging.push(tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) })).catch(codeOf));
    await expect.poll(() => asked.length).toBe(2 * most);
    expect(database.idleCount + (most - database.totalCount)).toBe(most);
    answer = async () => ({ status: 200, body: rotated(++count) });
    const another = await connect({ ...first, expiresAt: inSeconds(-1) });
    expect(plain(await tokens.renew(connector, another))).toMatchObject({ accessToken: `access-${count}` });
    end({ status: 503, body: {} });
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(["target_unavailable"]));
  });
});

test("a database that loses the lock's connection stops nobody", async () => {
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

describe("what is older never wins", () => {
  /** The end user authorises again while the vendor still thinks about our refresh. */
  const meanwhile =
    (body: object, status = 200) =>
    async () => {
      const { id } = await read();
      const credentials = sealCredentials(vault, id, { accessToken: "newer", refreshToken: "newer" });
      await renewConnection(database, { id, credentials });
      return { status, body };
    };

  test("a refresh that was overtaken stores nothing and hands out what counts", async () => {
    answer = meanwhile(rotated(7));
    const handed = await tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) }));
    expect(plain(handed)).toEqual({ accessToken: "newer", refreshToken: "newer" });
    expect(await stored()).toEqual({ accessToken: "newer", refreshToken: "newer" });
  });

  test("a refusal that was overtaken does not end what was just authorised", async () => {
    answer = meanwhile({ error: "invalid_grant" }, 400);
    const handed = await tokens.renew(connector, await connect({ ...first, expiresAt: inSeconds(-1) }));
    expect(plain(handed)).toMatchObject({ accessToken: "newer" });
    expect((await read()).state).toBe("active");
  });

  test("the database refuses credentials of an older generation", async () => {
    const { id } = await connect(first);
    const rotate = (generation: number, accessToken: string) =>
      rotateCredentials(database, { id, generation, credentials: sealCredentials(vault, id, { accessToken }) });
    expect([await rotate(0, "one"), await rotate(0, "late"), await rotate(1, "two")]).toEqual([true, false, true]);
    expect(await stored()).toEqual({ accessToken: "two" });
  });

  test("a connection that was ended meanwhile stays ended", async () => {
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
  test("is remembered: nobody asks the vendor again", async () => {
    answer = async () => ({ status: 400, body: { error: "invalid_grant" } });
    const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
    for (let time = 0; time < 3; time++)
      expect(await tokens.renew(connector, connection).catch(codeOf)).toBe("connection_needs_reauth");
    expect(asked).toHaveLength(1);
    expect((await read()).state).toBe("needs_reauth");
  });

  test("is told by its vendor's own word where it has one", async () => {
    const odd = {
      ...connector,
      signIn: { ...(connector.signIn as OAuthSignIn), expiredGrantErrors: ["invalid_request"] },
    };
    answer = async () => ({ status: 400, body: { error: "invalid_request" } });
    const connection = await connect({ ...first, expiresAt: inSeconds(-1) });
    expect(await tokens.renew(odd, connection).catch(codeOf)).toBe("connection_needs_reauth");
    expect((await read()).state).toBe("needs_reauth");
  });

  test("other refusals leave the connection as it is", async () => {
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

  test("without any, the end user has to come again", async () => {
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
  const kept = { apiKey: "key", sessionToken: "ended", expiresAt: inSeconds(-1), region: "of the old one" };

  test("is made anew from what the end user gave, once for all who want it, and kept", async () => {
    const bySession = { ...connector, signIn };
    const connection = await connect(kept);
    count = 7;
    const wanted = await Promise.all(Array.from({ length: 20 }, () => tokens.current(bySession, connection)));
    const made = { apiKey: "key", sessionToken: "session-8", expiresAt: inSeconds(600) };
    expect(wanted.map(plain)).toEqual(wanted.map(() => made));
    expect(await stored()).toEqual(made);
    expect(asked).toEqual([{ apiKey: "key" }]);
  });

  test("that the vendor will not make any more needs the end user, and is not asked for again", async () => {
    const bySession = { ...connector, signIn };
    const connection = await connect(kept);
    answer = async () => ({ status: 401, body: {} });
    expect(await tokens.renew(bySession, connection).catch(codeOf)).toBe("connection_needs_reauth");
    expect((await read()).state).toBe("needs_reauth");
    expect(await tokens.renew(bySession, connection).catch(codeOf)).toBe("connection_needs_reauth");
    expect(asked).toHaveLength(1);
  });
});
