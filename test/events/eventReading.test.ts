import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { customer, type EndUser, invoice, newEndUser, upTo } from "../support/events.ts";
import { callback, hrefOf, openPlatform, type Platform, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
});

afterAll(() => service.stop());

interface Read {
  readonly ids: readonly number[];
  readonly cursor: string;
}

async function read(user: EndUser, query: Record<string, string> = {}): Promise<Read> {
  const { status, rows, meta, text } = await user.call("GET", "/events", { query });
  if (status !== 200) throw new Error(`GET /events returned ${status}: ${text}`);
  return { ids: rows.map(({ id }) => Number(id)), cursor: (meta as { cursor?: string }).cursor ?? "no cursor" };
}

const recordsOf = (count: number) => upTo(count).map((number) => invoice(String(number)));

describe("the log", () => {
  test("is read in order from cursor to cursor, even without new events", async () => {
    const user = await newEndUser(service);
    expect(await read(user)).toEqual({ ids: [], cursor: "0" });
    await user.note(recordsOf(7));
    const first = await read(user, { limit: "5" });
    expect(first).toEqual({ ids: [1, 2, 3, 4, 5], cursor: "5" });
    const second = await read(user, { limit: "5", cursor: first.cursor });
    expect(second).toEqual({ ids: [6, 7], cursor: "7" });
    expect(await read(user, { cursor: second.cursor })).toEqual({ ids: [], cursor: "7" });
    await user.note([customer("8")]);
    expect(await read(user, { cursor: second.cursor })).toEqual({ ids: [8], cursor: "8" });
    expect((await read(user, { cursor: "0" })).ids).toEqual(upTo(8));
  });

  test("returns the fields of a delivery and the date of recording for each event", async () => {
    const user = await newEndUser(service);
    await user.note([invoice("17", "DELETED")]);
    const { rows } = await user.call("GET", "/events");
    expect(rows).toEqual([
      {
        id: "1",
        eventType: "DELETED",
        resource: "INVOICE",
        resourceId: "17",
        filterDate: "2026-09-30T12:00:00Z",
        recordedDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
      },
    ]);
  });

  test("is read without gaps while fifty writers add events", async () => {
    const user = await newEndUser(service);
    const writing = Promise.all(upTo(50).map((writer) => user.note([invoice(`${writer}-a`), invoice(`${writer}-b`)])));
    const seen: number[] = [];
    for (let cursor = "0"; seen.length < 100; ) {
      const page = await read(user, { cursor, limit: "20" });
      seen.push(...page.ids);
      ({ cursor } = page);
    }
    await writing;
    expect(seen).toEqual(upTo(100));
  });

  test("refuses a cursor before the oldest event and names the first valid cursor", async () => {
    const user = await newEndUser(service);
    await user.note(recordsOf(9));
    const forget = (last: number) =>
      service.storage.database.query("DELETE FROM events WHERE connection_id = $1 AND sequence <= $2", [
        user.connectionId,
        last,
      ]);
    await forget(4);
    const refused = problem(await user.call("GET", "/events", { query: { cursor: "3" } }));
    expect(refused).toMatchObject({ status: 400, code: "invalid_request", field: "cursor" });
    expect(refused).toMatchObject({ message: expect.stringContaining("cursor=4") });
    expect((await read(user, { cursor: "4" })).ids).toEqual(upTo(9).slice(4));
    expect((await read(user)).ids).toEqual(upTo(9).slice(4));
    await forget(9);
    expect(await read(user)).toEqual({ ids: [], cursor: "9" });
    expect((await user.call("GET", "/events", { query: { cursor: "8" } })).status).toBe(400);
  });

  test.each([
    ["that is not a number", "soon", "meta.cursor"],
    ["that is negative", "-1", "meta.cursor"],
    ["that is empty", "", "meta.cursor"],
    ["that is too large", "9".repeat(19), "meta.cursor"],
    ["that this log never returned", "3", "cursor=2"],
  ])("refuses a cursor %s", async (_, cursor, remedy) => {
    const user = await newEndUser(service);
    await user.note(recordsOf(2));
    const refused = problem(await user.call("GET", "/events", { query: { cursor } }));
    expect(refused).toMatchObject({ status: 400, code: "invalid_request", field: "cursor" });
    expect(refused).toMatchObject({ message: expect.stringContaining(remedy) });
  });
});

describe("a connection that needs reauthorisation", () => {
  const paths = ["/accounting/paymentTerms", "/accounting/units", "/auth/environments", "/accounting/taxRates"];
  const callAll = (user: EndUser) => Promise.all([...paths, ...paths].map((path) => user.call("GET", path)));
  const events = async (user: EndUser) => (await user.call("GET", "/events")).rows;

  test("produces one event, however many calls fail, and another only after it was reconnected", async () => {
    const user = await newEndUser(service);
    const tokenSubscription = await user.subscribe({ resource: "TOKEN" });
    const invoiceSubscription = await user.subscribe({ resource: "INVOICE" });
    await platform.sandbox.changeGrants({ revoke: true });
    const replies = await callAll(user);
    for (const reply of replies) expect(problem(reply)).toMatchObject({ code: "connection_needs_reauth" });
    const { data: connection } = await user.call("GET", "/auth/connection");
    expect(connection).toMatchObject({ state: "needs_reauth", id: user.connectionId });
    const revoked = { eventType: "REVOKED", resource: "TOKEN", resourceId: connection["id"] };
    expect(await events(user)).toMatchObject([{ id: "1", ...revoked }]);
    const deliveries = async (id: string) => (await user.call("GET", `/webhooks/${id}/deliveries`)).rows;
    expect(await deliveries(tokenSubscription)).toMatchObject([{ state: "open", events: [revoked] }]);
    expect(await deliveries(invoiceSubscription)).toEqual([]);

    const { data } = await user.call("POST", "/auth/reconnect", { body: { callbackUrl: callback } });
    const browser = platform.browser();
    hrefOf(await browser.open((await platform.signIn(browser, data["url"] ?? "")).href));
    for (const reply of await callAll(user)) expect(reply.status).toBe(200);
    expect(await events(user)).toHaveLength(1);
    await platform.sandbox.changeGrants({ revoke: true });
    await callAll(user);
    expect(await events(user)).toMatchObject([revoked, { id: "2", ...revoked }]);
  });

  test("produces one event if the vendor refuses its key, and is active again when the key works", async () => {
    const apiKey = await platform.sandbox.issueToken("Taken back later");
    const body = { apiKey, environmentName: "production", companyId: "kornfeld" };
    const { data } = await platform.call("POST", "/auth/accounts/sandbox-key", { body });
    const call = (path: string) => platform.call("GET", path, { accountKey: data["accountKey"] ?? "" });
    expect((await call("/accounting/units")).status).toBe(200);
    const { database } = service.storage;
    const taken = await database.query<{ hash: Buffer }>(
      "DELETE FROM sandbox.tokens WHERE name = 'Taken back later' RETURNING hash",
    );
    for (const path of [...paths, ...paths])
      expect(problem(await call(path))).toMatchObject({ code: "connection_needs_reauth" });
    const { data: connection } = await call("/auth/connection");
    expect(connection).toMatchObject({ state: "needs_reauth" });
    const listed = async () => {
      const { rows } = await platform.call("GET", "/tenants/get-end-user-list", { query: { limit: "100" } });
      return rows.find(({ id }) => id === connection["id"])?.["state"];
    };
    expect(await listed()).toBe("needs_reauth");
    const { rows } = await call("/events");
    expect(rows).toMatchObject([{ id: "1", eventType: "REVOKED", resource: "TOKEN", resourceId: connection["id"] }]);
    await database.query("INSERT INTO sandbox.tokens (hash, name) VALUES ($1, 'Given again')", [taken.rows[0]?.hash]);
    expect((await call("/accounting/units")).status).toBe(200);
    expect(await listed()).toBe("active");
  });

  test("gets its event and its state in one transaction", async () => {
    const user = await newEndUser(service);
    const { database } = service.storage;
    await database.query(
      `CREATE FUNCTION refuse_token() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$;
       CREATE TRIGGER no_room BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.connection_id = '${user.connectionId}')
       EXECUTE FUNCTION refuse_token()`,
    );
    const stateNow = async () => {
      const { rows } = await database.query("SELECT state FROM connections WHERE id = $1", [user.connectionId]);
      return rows;
    };
    await platform.sandbox.changeGrants({ revoke: true });
    expect((await user.call("GET", "/accounting/units")).status).toBeGreaterThanOrEqual(500);
    expect(await stateNow()).toEqual([{ state: "active" }]);
    await database.query("DROP TRIGGER no_room ON events");
    expect((await user.call("GET", "/accounting/units")).status).toBe(409);
    expect(await stateNow()).toEqual([{ state: "needs_reauth" }]);
    expect(await events(user)).toHaveLength(1);
  });
});
