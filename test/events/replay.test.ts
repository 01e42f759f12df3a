import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { customer, type EndUser, invoice, newEndUser, setState, upTo } from "../support/events.ts";
import { problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

const query = (statement: string, ...values: unknown[]) => service.storage.database.query(statement, values);

/** Sets deliveries to the state that a worker leaves. */
const complete = (id: string, state: "done" | "failed", numbers: readonly number[]) =>
  query(
    `UPDATE deliveries SET state = $2, attempts = 10, settled_at = now(), due_at = now() + interval '1 day'
     WHERE subscription_id = $1 AND sequence = ANY ($3)`,
    id,
    state,
    numbers,
  );

async function openDeliveries(id: string): Promise<number[][]> {
  const { rows } = await query(
    `SELECT sequences::int[] FROM deliveries
     WHERE subscription_id = $1 AND state = 'open' AND attempts = 0 AND due_at <= now() AND settled_at IS NULL
     ORDER BY sequence`,
    id,
  );
  return rows.map(({ sequences }: { sequences: number[] }) => sequences);
}

const isDue = async (id: string) =>
  (await query("SELECT FROM subscriptions WHERE id = $1 AND due_at <= now()", id)).rowCount === 1;
const clearDue = (id: string) => query("UPDATE subscriptions SET due_at = NULL WHERE id = $1", id);
const replay = (user: EndUser, id: string, body: object) => user.call("POST", `/webhooks/${id}/replay`, { body });
const invoices = (count: number) => upTo(count).map((number) => invoice(String(number)));

/** The moment that an event entered the log, moved to where a test wants it. */
const recordedAt = (user: EndUser, moments: readonly string[]) =>
  query(
    `UPDATE events e SET recorded_at = m.moment
     FROM unnest($2::timestamptz[]) WITH ORDINALITY AS m (moment, sequence)
     WHERE e.connection_id = $1 AND e.sequence = m.sequence`,
    user.connectionId,
    moments,
  );

describe("the list of deliveries", () => {
  test("returns events, attempts and the next attempt, newest first", async () => {
    const user = await newEndUser(service);
    const id = await user.subscribe();
    await user.note([invoice("a"), customer("b"), invoice("a", "DELETED")]);
    await complete(id, "done", [1]);
    await complete(id, "failed", [2]);
    await query("UPDATE deliveries SET created_at = '2026-09-30T12:00:00Z' WHERE subscription_id = $1", id);
    await query(
      `INSERT INTO delivery_attempts (subscription_id, sequence, at, status, milliseconds, answer)
       VALUES ($1, 2, '2026-09-30T12:00:06Z', NULL, 20000, 'timeout'), ($1, 2, '2026-09-30T12:00:00Z', 503, 12, 'Away.')`,
      id,
    );
    const { rows, meta } = await user.call("GET", `/webhooks/${id}/deliveries`);
    const isoSecond = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
    const filterDate = "2026-09-30T12:00:00Z";
    expect(rows).toEqual([
      {
        id: `msg_${id}_3`,
        state: "open",
        events: [{ eventType: "DELETED", resource: "INVOICE", resourceId: "a", filterDate }],
        attempts: [],
        createdDate: isoSecond,
        nextAttemptDate: isoSecond,
      },
      {
        id: `msg_${id}_2`,
        state: "failed",
        events: [{ eventType: "UPDATED", resource: "CUSTOMER", resourceId: "b", filterDate }],
        attempts: [
          { at: "2026-09-30T12:00:00Z", status: 503, milliseconds: 12, answer: "Away." },
          { at: "2026-09-30T12:00:06Z", milliseconds: 20000, answer: "timeout" },
        ],
        createdDate: isoSecond,
        settledDate: isoSecond,
      },
      expect.objectContaining({ id: `msg_${id}_1`, state: "done", settledDate: isoSecond }),
    ]);
    expect(meta.pagination).toEqual({ total: 3, perPage: 20, currentPage: 1, totalPages: 1 });
    const failed = await user.call("GET", `/webhooks/${id}/deliveries`, { query: { state: "failed" } });
    expect(failed.rows.map((row) => row["id"])).toEqual([`msg_${id}_2`]);
    expect(failed.meta.pagination).toMatchObject({ total: 1 });
  });

  test("is paged, also for deliveries in batches", async () => {
    const user = await newEndUser(service);
    const id = await user.subscribe();
    for (const turn of upTo(6)) await user.note([invoice(`${turn}-1`), invoice(`${turn}-2`)], true);
    const page = { query: { page: "2", limit: "5" } };
    const { rows, meta } = await user.call("GET", `/webhooks/${id}/deliveries`, page);
    expect(meta.pagination).toEqual({ total: 6, perPage: 5, currentPage: 2, totalPages: 2 });
    expect(rows.map((row) => row["id"])).toEqual([`msg_${id}_1`]);
    expect(rows[0]?.["events"]).toMatchObject([{ resourceId: "1-1" }, { resourceId: "1-2" }]);
  });

  test("refuses an unknown state", async () => {
    const user = await newEndUser(service);
    const path = `/webhooks/${await user.subscribe()}/deliveries`;
    const refused = problem(await user.call("GET", path, { query: { state: "lost" } }));
    expect(refused).toMatchObject({ status: 400, field: "state", message: "state must be one of open, done, failed" });
  });
});

describe("a replay", () => {
  test("of one delivery opens it again immediately under the same id", async () => {
    const user = await newEndUser(service);
    const id = await user.subscribe();
    await user.note(invoices(3));
    await complete(id, "done", [1, 2, 3]);
    await clearDue(id);
    const { status, data } = await replay(user, id, { deliveryId: `msg_${id}_2` });
    expect([status, data]).toEqual([200, { deliveries: 1 }]);
    expect(await openDeliveries(id)).toEqual([[2]]);
    expect(await isDue(id)).toBe(true);
  });

  test("of failed deliveries leaves other deliveries unchanged", async () => {
    const user = await newEndUser(service);
    const id = await user.subscribe();
    const other = await user.subscribe();
    await user.note(invoices(4));
    await complete(id, "failed", [1, 3]);
    await complete(id, "done", [2, 4]);
    await complete(other, "failed", [1, 2, 3, 4]);
    await clearDue(id);
    expect((await replay(user, id, { failed: true })).data).toEqual({ deliveries: 2 });
    expect(await openDeliveries(id)).toEqual([[1], [3]]);
    expect(await openDeliveries(other)).toEqual([]);
    await complete(id, "done", [1, 3]);
    await clearDue(id);
    expect((await replay(user, id, { failed: true })).data).toEqual({ deliveries: 0 });
    expect(await isDue(id)).toBe(false);
  });

  test("of very many deliveries takes a transaction for each thousand", async () => {
    const user = await newEndUser(service);
    const id = await user.subscribe();
    await user.note(invoices(2500));
    await complete(id, "failed", upTo(2500));
    // All deliveries of a transaction are due at its time.
    const perTransaction = async (): Promise<number[]> => {
      const { rows } = await query(
        "SELECT count(*)::int AS count FROM deliveries WHERE subscription_id = $1 AND state = 'open' GROUP BY due_at ORDER BY due_at",
        id,
      );
      return rows.map(({ count }: { count: number }) => count);
    };
    expect((await replay(user, id, { failed: true })).data).toEqual({ deliveries: 2500 });
    expect(await perTransaction()).toEqual([1000, 1000, 500]);
    await complete(id, "done", upTo(2500));
    // Half of the events were never sent.
    await query("DELETE FROM deliveries WHERE subscription_id = $1 AND sequence % 2 = 0", id);
    expect((await replay(user, id, { from: "2020-01-01T00:00:00Z" })).data).toEqual({ deliveries: 2500 });
    expect(await perTransaction()).toEqual([1000, 1000, 500]);
  });

  test("of a period includes matching events from before the subscription and excludes the end", async () => {
    const user = await newEndUser(service);
    await user.note([invoice("1"), customer("1"), invoice("2"), invoice("3"), invoice("4")]);
    const id = await user.subscribe({ resource: "INVOICE" });
    await user.note([invoice("5")]);
    await complete(id, "done", [6]);
    const hours = upTo(6).map((hour) => `2026-11-10T0${hour}:00:00Z`);
    await recordedAt(user, hours);
    const twoHours = await replay(user, id, { from: hours[1], to: hours[3] });
    expect(twoHours.data).toEqual({ deliveries: 1 });
    expect(await openDeliveries(id)).toEqual([[3]]);
    expect((await replay(user, id, { from: "2026-11-10T04:00:00+01:00" })).data).toEqual({ deliveries: 4 });
    expect(await openDeliveries(id)).toEqual([[3], [4], [5], [6]]);
    expect((await replay(user, id, { from: "2026-11-01T00:00:00Z", to: hours[0] })).data).toEqual({ deliveries: 0 });
    expect((await replay(user, id, { from: "2026-11-01T00:00:00Z" })).data).toEqual({ deliveries: 5 });
    expect(await openDeliveries(id)).toEqual([[1], [3], [4], [5], [6]]);
  });

  test("creates no delivery twice while new events arrive", async () => {
    const user = await newEndUser(service);
    await user.note(invoices(1000));
    const id = await user.subscribe();
    const from = "2026-01-01T00:00:00Z";
    const writers = upTo(20).map((number) => user.note([customer(String(number))]));
    const replies = await Promise.all(upTo(10).map(() => replay(user, id, { from })));
    await Promise.all(writers);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await openDeliveries(id)).flat()).toEqual(upTo(1020));
  });

  test("requested ten times at once creates each delivery once", async () => {
    const user = await newEndUser(service);
    await user.note(invoices(1000));
    const id = await user.subscribe();
    const replies = await Promise.all(upTo(10).map(() => replay(user, id, { from: "2026-01-01T00:00:00Z" })));
    expect(replies.map(({ data }) => data)).toEqual(upTo(10).map(() => ({ deliveries: 1000 })));
    expect((await openDeliveries(id)).flat()).toEqual(upTo(1000));
  });

  test("warns that a paused subscription has to be renewed first", async () => {
    const user = await newEndUser(service);
    const id = await user.subscribe();
    await user.note(invoices(1));
    await setState(service.storage.database, id, "paused");
    const { data, meta } = await replay(user, id, { from: "2026-01-01T00:00:00Z" });
    expect(data).toEqual({ deliveries: 1 });
    expect(meta.warnings).toEqual([expect.stringContaining(`/webhooks/${id}/renew`)]);
  });

  test("cannot repeat deliveries whose events were deleted", async () => {
    const user = await newEndUser(service);
    const id = await user.subscribe();
    await user.note(invoices(2));
    await complete(id, "failed", [1, 2]);
    await query("DELETE FROM events WHERE connection_id = $1 AND sequence = 1", user.connectionId);
    const gone = problem(await replay(user, id, { deliveryId: `msg_${id}_1` }));
    expect(gone).toMatchObject({ status: 404, code: "not_found", field: "deliveryId" });
    expect((await replay(user, id, { failed: true })).data).toEqual({ deliveries: 1 });
    expect(await openDeliveries(id)).toEqual([[2]]);
  });

  test.each<[string, object, string, number]>([
    ["an empty body", {}, "deliveryId", 400],
    ["two states at once", { failed: true, undelivered: true }, "deliveryId", 400],
    ["undelivered: false", { undelivered: false }, "undelivered", 400],
    ["two kinds of selection", { failed: true, from: "2026-01-01T00:00:00Z" }, "deliveryId", 400],
    ["an end without a start", { to: "2026-01-01T00:00:00Z" }, "from", 400],
    ["an invalid time", { from: "yesterday" }, "from", 400],
    ["a period that ends before it starts", { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" }, "to", 400],
    ["failed: false", { failed: false }, "failed", 400],
    ["an unknown field", { all: true }, "all", 400],
    ["a delivery of another subscription", { deliveryId: `msg_${"0".repeat(26)}_1` }, "deliveryId", 404],
    ["an incomplete delivery id", { deliveryId: "msg_" }, "deliveryId", 404],
    ["a sequence number that is too large", { deliveryId: `msg_x_${"9".repeat(40)}` }, "deliveryId", 404],
  ])("is refused for %s", async (_, body, field, status) => {
    const user = await newEndUser(service);
    const id = await user.subscribe();
    const refused = problem(await replay(user, id, body));
    expect(refused).toMatchObject({ status, field, message: expect.stringContaining(field) });
  });
});
