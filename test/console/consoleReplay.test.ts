/** Sending again in the console: one, what failed, since a time, and many at a pace, which can be stopped. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { continueBulkReplays } from "../../src/core/delivering/bulkReplay.ts";
import { messageIdOf } from "../../src/core/delivering/signature.ts";
import { type Door, openDoor, type Visitor } from "../support/consoleVisitor.ts";
import { customer, invoice, newEndUser, upTo } from "../support/events.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let door: Door;
let operator: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  service = await startService();
  door = openDoor(service);
  operator = await door.signIn(await door.linkFor("operator", null));
  const tenant = await createTenant(service.storage.database, "Neuland");
  stranger = await door.signIn(await door.linkFor("member", tenant));
});
afterAll(() => service.stop());

const query = (statement: string, ...values: unknown[]) => service.storage.database.query(statement, values);

const failAll = (id: string) =>
  query("UPDATE deliveries SET state = 'failed', attempts = 10, settled_at = now() WHERE subscription_id = $1", id);
const openOnes = async (id: string) => {
  const { rows } = await query(
    "SELECT sequence::int FROM deliveries WHERE subscription_id = $1 AND state = 'open' ORDER BY sequence",
    id,
  );
  return rows.map(({ sequence }: { sequence: number }) => sequence);
};
const noted = async () => {
  const user = await newEndUser(service);
  const id = await user.subscribe();
  await user.note(upTo(3).map((number) => invoice(String(number))));
  await failAll(id);
  return { user, id };
};

test("one event goes to everybody who was told of it", async () => {
  const { user, id } = await noted();
  const form = { connection: user.connectionId, sequence: "2" };
  expect((await operator.send("/console/events/replay", form)).text).toContain("Deliveries that are sent again: 1");
  expect(await openOnes(id)).toEqual([2]);
});

test("a subscription gets what happened since a time, and no time is no time", async () => {
  const { user, id } = await noted();
  await query(
    "UPDATE events SET recorded_at = '2026-01-02T10:00:00Z' WHERE connection_id = $1 AND sequence < 3",
    user.connectionId,
  );
  const path = `/console/subscriptions/${id}/replay`;
  expect((await operator.send(path, { since: "yesterday" })).text).toContain("no moment in time");
  await operator.send(path, { since: "2026-01-02T10:01" });
  expect(await openOnes(id)).toEqual([3]);
});

/** As the worker does it, when the moment has come. */
const goOn = async (id: string): Promise<void> => {
  await query("UPDATE bulk_replays SET due_at = now() WHERE id = $1", id);
  await continueBulkReplays({ database: service.storage.database, batches: () => false });
};

/** What was counted is asked for; the answer leads to where it is watched. */
const begin = async (connection: string, fields: Record<string, string> = {}): Promise<string> => {
  const page = await operator.open(`/console/deliveries/replay?connection=${connection}`);
  const [, range = ""] = /name="range" value="([^"]+)"/.exec(page.text) ?? [];
  const form = { which: "failed", rate: "1", range, connection, ...fields };
  const { location } = await operator.send("/console/deliveries/send", form);
  return location?.replace("/console/deliveries/replays/", "") ?? "";
};

test("many are counted first, and then sent for the range that was counted", async () => {
  const { user, id } = await noted();
  await query("UPDATE deliveries SET state = 'done' WHERE subscription_id = $1 AND sequence = 1", id);
  const page = await operator.open(`/console/deliveries/replay?connection=${user.connectionId}`);
  expect(page.text).toContain("Deliveries: 3. Addresses: 1. Taken already: 1.");
  expect(page.text).toContain("only what failed (2)");
  const bulk = await begin(user.connectionId, { rate: "100" });
  await query(
    "UPDATE deliveries SET created_at = now() + interval '1 hour' WHERE subscription_id = $1 AND sequence = 3",
    id,
  );
  for (let times = 0; times < 2; times++) await goOn(bulk);
  expect(await openOnes(id)).toEqual([2]);
  expect((await operator.open(`/console/deliveries/replays/${bulk}`)).text).toContain("1 of 2");
  const { rows } = await query("SELECT state, sent FROM bulk_replays WHERE id = $1", bulk);
  expect(rows).toEqual([{ state: "done", sent: 1 }]);
});

test("nothing is sent in the first ten seconds, then no more than was asked for in a second", async () => {
  const { user, id } = await noted();
  const bulk = await begin(user.connectionId);
  await continueBulkReplays({ database: service.storage.database, batches: () => false });
  expect(await openOnes(id)).toEqual([]);
  const path = `/console/deliveries/replays/${bulk}`;
  expect((await operator.open(path)).text).toContain("about to begin");
  await goOn(bulk);
  expect(await openOnes(id)).toEqual([1]);
  const { rows } = await query("SELECT due_at > now() AS waits FROM bulk_replays WHERE id = $1", bulk);
  expect(rows).toEqual([{ waits: true }]);
  expect((await operator.open("/console/deliveries")).text).toContain(`href="${path}"`);
});

test("it is stopped by who may see it, and then sends nothing more", async () => {
  const { user, id } = await noted();
  const bulk = await begin(user.connectionId);
  await goOn(bulk);
  const path = `/console/deliveries/replays/${bulk}`;
  for (const { status } of [await stranger.open(path), await stranger.send(`${path}/stop`)]) expect(status).toBe(404);
  expect((await operator.send(`${path}/stop`)).text).toContain("nothing more is sent again");
  await goOn(bulk);
  expect(await openOnes(id)).toEqual([1]);
  expect((await operator.open("/console/audit")).text).toContain("delivery.stopReplay");
});

test("what was never sent, and everything, are sent in portions without leaving one out", async () => {
  const { user, id } = await noted();
  await query("DELETE FROM deliveries WHERE subscription_id = $1 AND sequence > 1", id);
  const missing = await begin(user.connectionId, { which: "missing" });
  for (let times = 0; times < 3; times++) await goOn(missing);
  expect(await openOnes(id)).toEqual([2, 3]);
  await failAll(id);
  const all = await begin(user.connectionId, { which: "all" });
  for (let times = 0; times < 4; times++) await goOn(all);
  expect(await openOnes(id)).toEqual([1, 2, 3]);
  const { rows } = await query("SELECT state, sent FROM bulk_replays WHERE id = $1", all);
  expect(rows).toEqual([{ state: "done", sent: 3 }]);
});

test("who sees one tenant sends nothing of another's", async () => {
  const { user, id } = await noted();
  const page = await operator.open(`/console/deliveries/replay?connection=${user.connectionId}`);
  const [, range = ""] = /name="range" value="([^"]+)"/.exec(page.text) ?? [];
  const form = { which: "all", rate: "100", range, connection: user.connectionId };
  const { location } = await stranger.send("/console/deliveries/send", form);
  await goOn(location?.split("/").at(-1) ?? "");
  expect(await openOnes(id)).toEqual([]);
});

test("deliveries are found by state, address, last answer and type, and one by its webhook-id", async () => {
  const { user, id } = await noted();
  await user.note([customer("4")]);
  await query("UPDATE deliveries SET attempts = 1 WHERE subscription_id = $1 AND sequence = 4", id);
  const answers = [
    [1, 500],
    [2, null],
    [4, 302],
  ];
  for (const [sequence, status] of answers)
    await query(
      "INSERT INTO delivery_attempts (subscription_id, sequence, status, milliseconds) VALUES ($1, $2, $3, 5)",
      id,
      sequence,
      status,
    );
  const found = async (filters: string): Promise<number[]> => {
    const { text } = await operator.open(`/console/deliveries?connection=${user.connectionId}&${filters}`);
    return upTo(4).filter((number) => text.includes(`data-copy="${messageIdOf(id, String(number))}"`));
  };
  expect(await found("")).toEqual([1, 2, 3, 4]);
  expect(await found("state=failed")).toEqual([1, 2, 3]);
  expect(await found("state=retrying")).toEqual([4]);
  expect(await found("state=open")).toEqual([4]);
  expect(await found("status=5")).toEqual([1]);
  expect(await found("status=0")).toEqual([2]);
  expect(await found("type=UPDATED")).toEqual([4]);
  expect(await found("text=127.0.0.9")).toEqual([1, 2, 3, 4]);
  expect(await found("text=elsewhere")).toEqual([]);
  const { location } = await operator.send("/console/find", { text: messageIdOf(id, "2") });
  expect(location).toBe(`/console/deliveries?subscription=${id}&sequence=2`);
  expect((await operator.open(location ?? "")).text).toContain("no answer");
  expect((await stranger.send("/console/find", { text: messageIdOf(id, "2") })).location).toBeNull();
});

test("what cannot be sent again says why", async () => {
  const { user, id } = await noted();
  await query("UPDATE subscriptions SET state = 'ended' WHERE id = $1", id);
  const { text } = await operator.open(`/console/deliveries?connection=${user.connectionId}`);
  expect(text).toContain("its subscription has ended");
  expect(text).not.toContain(`/console/subscriptions/${id}/replay`);
});
