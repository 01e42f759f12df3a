/** Sessions that respect a vendor's limits, over HTTP. */
import type { RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Loopback, serveHttp } from "../../../test/support/loopback.ts";
import type { Connector, VendorLimit } from "../../contract/connector.ts";
import type { OpenConnection } from "../accounts/connection.ts";
import { openLimiter } from "../limits/limiter.ts";
import { limitsOf, openLocalCounts } from "../limits/limits.ts";
import type { Counts } from "../limits/sharedCounts.ts";
import { type Outbound, openHttpClient } from "../outbound/client.ts";
import { Secret } from "../secrets/secret.ts";
import { makePermits } from "./permits.ts";
import { createSession } from "./session.ts";
import { makeSessionFactory, type OpenSessionOptions } from "./sessionFactory.ts";
import { makeResolveSite } from "./target.ts";

const outbound = openHttpClient({ allowPrivate: true });
const opened: Loopback[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => outbound.close());

async function serve(answer: RequestListener): Promise<Loopback> {
  const server = await serveHttp(answer);
  opened.push(server);
  return server;
}

function localCounts(): Counts {
  const local = openLocalCounts(Date.now);
  return {
    take: async (windows, wanted) =>
      windows.length === 0 ? { permits: wanted, waitMs: 0 } : local.take(windows, wanted),
    block: async () => {},
  };
}

const connectorWith = (limits: readonly VendorLimit[]): Connector => ({
  id: "tulip",
  name: "Tulip Books",
  about: "Invented for these tests.",
  site: "https://tulip.test",
  publicHosts: ["files.tulip.test"],
  signIn: { kind: "apiKey", asks: [], headers: { authorization: "Bearer {apiKey}" } },
  needs: ["company"],
  proof: "/me",
  scope: ({ company }) => ({ path: `/${company}` }),
  refusals: { message: () => undefined },
  rawData: false,
  operations: {},
  limits,
});

interface TestSession {
  /** The paths of the requests that the vendor received. */
  readonly seen: { readonly path: string }[];
  /** When requests were sent. */
  readonly left: number[];
  session(
    about?: Partial<OpenSessionOptions>,
    connection?: string,
  ): ReturnType<ReturnType<typeof makeSessionFactory>["forConnection"]>;
}

async function open(
  limits: readonly VendorLimit[],
  answer: RequestListener = (_, it) => it.end("{}"),
): Promise<TestSession> {
  const seen: { path: string }[] = [];
  const left: number[] = [];
  const watched: Outbound = {
    ...outbound,
    fetchBytes: (request) => {
      left.push(Date.now());
      return outbound.fetchBytes(request);
    },
  };
  const server = await serve((request, response) => {
    seen.push({ path: request.url ?? "" });
    answer(request, response);
  });
  const log = { debug: () => {} };
  const connector = connectorWith(limits);
  const sessions = makeSessionFactory({
    outbound: watched,
    log,
    now: Date.now,
    resolveSite: makeResolveSite(() => ({ ownUrl: "", publicUrl: "" }), { tulip: server.url }),
    tokens: {
      isFresh: () => true,
      current: async (_connector, { credentials }) => credentials,
      renew: () => expect.fail("nothing has to be renewed"),
      accepted: async () => {},
      refused: async () => {},
    },
    clientFor: () => expect.fail("there are no OAuth clients"),
    limiter: openLimiter(localCounts(), Date.now),
  });
  return {
    seen,
    left,
    session: (about = {}, id = "k1") => {
      const connection = {
        id,
        tenantId: "t1",
        credentials: { apiKey: new Secret("key") },
      } as unknown as OpenConnection;
      return sessions.forConnection(connector, connection, { scope: { company: "c1" }, requestId: "r1", ...about });
    },
  };
}

test("makes reads wait, so that no second has more calls than the vendor allows", async () => {
  const { left, session } = await open([{ per: "company", calls: 3, seconds: 1 }]);
  const vendor = await session();
  const other = await session({}, "k2");
  await Promise.all(Array.from({ length: 8 }, (_, call) => (call % 2 ? vendor : other).read(`/${call}`)));
  expect(left).toHaveLength(8);
  for (const [index, at] of left.entries())
    expect((left[index + 3] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThan(1000);
});

test("refuses a read that would wait too long, with the actual wait, without calling the vendor", async () => {
  const { seen, session } = await open([{ per: "company", calls: 1, seconds: 60 }]);
  const vendor = await session();
  await vendor.read("/first");
  await expect(vendor.read("/second")).rejects.toMatchObject({
    code: "target_rate_limited",
    details: { targetSystem: "tulip", retryAfter: expect.toSatisfy((wait: number) => wait === 63 || wait === 64) },
  });
  expect(seen.map(({ path }) => path)).toEqual(["/tulip.test/c1/first"]);
});

test("reports that a write refused by the limiter has not happened", async () => {
  const { seen, session } = await open([{ per: "connection", calls: 1, seconds: 60 }]);
  const vendor = await session();
  await vendor.send({ method: "POST", path: "/notes", body: {} });
  await expect(vendor.send({ method: "POST", path: "/notes", body: {} })).rejects.toMatchObject({
    code: "target_rate_limited",
    details: { mayHaveHappened: false },
  });
  expect(seen).toHaveLength(1);
});

test("does not count the wait for a permit against the vendor's response time", async () => {
  const slow: RequestListener = (_request, response) => void pause(1000).then(() => response.end("{}"));
  const { url } = await serve(slow);
  const limits = limitsOf(connectorWith([{ per: "connection", atOnce: 1 }]), {
    connection: "k1",
    client: "",
    scope: {},
  });
  const turns = { connector: connectorWith([]), limits, priority: "caller", waitMs: 5000, now: Date.now } as const;
  const session = createSession({
    connector: connectorWith([]),
    outbound,
    site: url,
    log: { debug: () => {} },
    clock: Date.now,
    connection: { credentials: { apiKey: new Secret("key") } },
    limits: { deadlineMs: 1900 },
    permits: makePermits({ ...turns, limiter: openLimiter(localCounts(), Date.now) }),
  });
  // The third waits longer than the deadline of a read.
  expect(await Promise.all([session.read("/1"), session.read("/2"), session.read("/3")])).toEqual([{}, {}, {}]);
});

test("reserves part of the limit for callers during background work", async () => {
  const { seen, session } = await open([{ per: "company", calls: 10, seconds: 60 }]);
  const background = await session({ priority: "background", waitMs: 0 });
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => background.read("/poll")));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
  await (await session()).read("/caller");
  expect(seen.map(({ path }) => path).at(-1)).toBe("/tulip.test/c1/caller");
});

test("blocks only the affected company after a 429, until the time that the vendor names", async () => {
  const { seen, session } = await open([{ per: "company", calls: 100, seconds: 60 }], ({ url }, response) =>
    url?.endsWith("/much") ? response.writeHead(429, { "retry-after": "40" }).end() : response.end("{}"),
  );
  const vendor = await session();
  const refused = { code: "target_rate_limited", details: { retryAfter: 40 } };
  await expect(vendor.read("/much")).rejects.toMatchObject({ ...refused, details: { targetStatus: 429 } });
  await expect(vendor.read("/next")).rejects.toMatchObject(refused);
  await expect((await session({ priority: "background" })).read("/next")).rejects.toMatchObject(refused);
  await (await session({ scope: { company: "c2" } })).read("/next");
  expect(seen.map(({ path }) => path)).toEqual(["/tulip.test/c1/much", "/tulip.test/c2/next"]);
});

test("blocks for the shortest window after a 429 without Retry-After", async () => {
  const { session } = await open(
    [
      { per: "company", calls: 100, seconds: 600 },
      { per: "company", calls: 100, seconds: 30 },
    ],
    (_request, response) => response.writeHead(429).end(),
  );
  const vendor = await session();
  await expect(vendor.read("/much")).rejects.toMatchObject({ details: { targetStatus: 429 } });
  await expect(vendor.read("/next")).rejects.toMatchObject({ details: { retryAfter: 30 } });
});

test("releases the permit of a failed call", async () => {
  const { session } = await open([{ per: "company", atOnce: 1 }], (request) => request.socket.destroy());
  const vendor = await session();
  for (let call = 0; call < 3; call++)
    await expect(vendor.send({ method: "POST", path: "/x" })).rejects.toMatchObject({ code: "target_unavailable" });
});

test("does not count calls to public URLs on the vendor's other hosts", async () => {
  const { seen, session } = await open([{ per: "company", calls: 1, seconds: 60 }]);
  const vendor = await session();
  for (let call = 0; call < 3; call++) await vendor.download("https://files.tulip.test/public.pem");
  await vendor.read("/first");
  expect(seen).toHaveLength(4);
});
