/** Replays in the console: one event, failed deliveries, deliveries since a time, and bulk replays at a chosen speed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { continueBulkReplays } from "../../src/core/delivering/bulkReplay.ts";
import { messageIdOf } from "../../src/core/delivering/signature.ts";
import { type ConsoleClient, openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { customer, invoice, newEndUser, upTo } from "../support/events.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let consoleClient: ConsoleClient;
let operator: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  service = await startService();
  consoleClient = openConsole(service);
  operator = await consoleClient.signIn(await consoleClient.linkFor("owner", null));
  const tenant = await createTenant(service.storage.database, "Neuland");
  stranger = await consoleClient.signIn(await consoleClient.linkFor("owner", tenant));
});
afterAll(() => service.stop());

const query = (statement: string, ...values: unknown[]) => service.storage.database.query(statement, values);

const failAll = (id: string) =>
  query("UPDATE deliveries SET state = 'failed', attempts = 10, settled_at = now() WHERE subscription_id = $1", id);
const openDeliveries = async (id: string) => {
  const { rows } = await query(
    "SELECT sequence::int FROM deliveries WHERE subscription_id = $1 AND state = 'open' ORDER BY sequence",
    id,
  );
  return rows.map(({ sequence }: { sequence: number }) => sequence);
};
const endUserWithFailures = async () => {
  const user = await newEndUser(service);
  const id = await user.subscribe();
  await user.note(upTo(3).map((number) => invoice(String(number))));
  await failAll(id);
  return { user, id };
};

test("replays an event to every subscription that received it", async () => {
  const { user, id } = await endUserWithFailures();
  const form = { connection: user.connectionId, sequence: "2" };
  expect((await operator.send("/console/events/replay", form)).text).toContain("Deliveries queued for replay: 1");
  expect(await openDeliveries(id)).toEqual([2]);
});

test("replays a subscription's events since a time, and refuses an invalid time", async () => {
  const { user, id } = await endUserWithFailures();
  await query(
    "UPDATE events SET recorded_at = '2026-01-02T10:00:00Z' WHERE connection_id = $1 AND sequence < 3",
    user.connectionId,
  );
  const path = `/console/subscriptions/${id}/replay`;
  expect((await operator.send(path, { since: "yesterday" })).text).toContain("Enter a valid date and time.");
  await operator.send(path, { since: "2026-01-02T10:01" });
  expect(await openDeliveries(id)).toEqual([3]);
});

/** Runs the worker's step as if the replay were due. */
const continueReplay = async (id: string): Promise<void> => {
  await query("UPDATE bulk_replays SET due_at = now() WHERE id = $1", id);
  await continueBulkReplays({ database: service.storage.database, batches: () => false });
};

/** Starts the replay that the count page offers, and returns its id. */
const startReplay = async (connection: string, fields: Record<string, string> = {}): Promise<string> => {
  const page = await operator.open(`/console/deliveries/replay?connection=${connection}`);
  const [, range = ""] = /name="range" value="([^"]+)"/.exec(page.text) ?? [];
  const form = { which: "failed", rate: "1", range, connection, ...fields };
  const { location } = await operator.send("/console/deliveries/send", form);
  return location?.replace("/console/deliveries/replays/", "") ?? "";
};

test("a bulk replay counts first and then covers the counted time range", async () => {
  const { user, id } = await endUserWithFailures();
  await query("UPDATE deliveries SET state = 'done' WHERE subscription_id = $1 AND sequence = 1", id);
  const page = await operator.open(`/console/deliveries/replay?connection=${user.connectionId}`);
  expect(page.text).toContain("Deliveries: 3. URLs: 1. Already delivered: 1.");
  expect(page.text).toContain("Failed (2)");
  const bulk = await startReplay(user.connectionId, { rate: "100" });
  await query(
    "UPDATE deliveries SET created_at = now() + interval '1 hour' WHERE subscription_id = $1 AND sequence = 3",
    id,
  );
  for (let times = 0; times < 2; times++) await continueReplay(bulk);
  expect(await openDeliveries(id)).toEqual([2]);
  expect((await operator.open(`/console/deliveries/replays/${bulk}`)).text).toContain("1 of 2");
  const { rows } = await query("SELECT state, sent FROM bulk_replays WHERE id = $1", bulk);
  expect(rows).toEqual([{ state: "done", sent: 1 }]);
});

test("waits ten seconds, then sends no more per second than chosen", async () => {
  const { user, id } = await endUserWithFailures();
  const bulk = await startReplay(user.connectionId);
  await continueBulkReplays({ database: service.storage.database, batches: () => false });
  expect(await openDeliveries(id)).toEqual([]);
  const path = `/console/deliveries/replays/${bulk}`;
  expect((await operator.open(path)).text).toContain("starting soon");
  await continueReplay(bulk);
  expect(await openDeliveries(id)).toEqual([1]);
  const { rows } = await query("SELECT due_at > now() AS waits FROM bulk_replays WHERE id = $1", bulk);
  expect(rows).toEqual([{ waits: true }]);
  expect((await operator.open("/console/deliveries")).text).toContain(`href="${path}"`);
});

test("leads to the replay that is running, instead of starting a second one", async () => {
  const { user } = await endUserWithFailures();
  const bulk = await startReplay(user.connectionId);
  expect(await startReplay(user.connectionId)).toBe(`${bulk}?refused=another`);
  const page = await operator.open(`/console/deliveries/replays/${bulk}?refused=another`);
  expect(page.text).toContain("These deliveries are already being replayed");
});

test("stops only for people who may see it, and then sends no more", async () => {
  const { user, id } = await endUserWithFailures();
  const bulk = await startReplay(user.connectionId);
  await continueReplay(bulk);
  const path = `/console/deliveries/replays/${bulk}`;
  for (const { status } of [await stranger.open(path), await stranger.send(`${path}/stop`)]) expect(status).toBe(404);
  expect((await operator.send(`${path}/stop`)).text).toContain("Kontor replays no more deliveries");
  await continueReplay(bulk);
  expect(await openDeliveries(id)).toEqual([1]);
  expect((await operator.open("/console/audit")).text).toContain("delivery.stopReplay");
});

test("replays never sent deliveries, and all deliveries, in batches without gaps", async () => {
  const { user, id } = await endUserWithFailures();
  await query("DELETE FROM deliveries WHERE subscription_id = $1 AND sequence > 1", id);
  const missing = await startReplay(user.connectionId, { which: "missing" });
  for (let times = 0; times < 3; times++) await continueReplay(missing);
  expect(await openDeliveries(id)).toEqual([2, 3]);
  await failAll(id);
  const all = await startReplay(user.connectionId, { which: "all" });
  for (let times = 0; times < 4; times++) await continueReplay(all);
  expect(await openDeliveries(id)).toEqual([1, 2, 3]);
  const { rows } = await query("SELECT state, sent FROM bulk_replays WHERE id = $1", all);
  expect(rows).toEqual([{ state: "done", sent: 3 }]);
});

test("sends deliveries that wait for their next attempt at once, and says what arrived", async () => {
  const { user, id } = await endUserWithFailures();
  await query("UPDATE deliveries SET state = 'open', due_at = now() + interval '1 day' WHERE subscription_id = $1", id);
  const page = await operator.open(`/console/deliveries/replay?connection=${user.connectionId}&state=open`);
  expect(page.text).toContain("Waiting for their next attempt (3)");
  expect(page.text).toMatch(/value="waiting" checked/);
  const bulk = await startReplay(user.connectionId, { which: "waiting", rate: "100" });
  for (let times = 0; times < 2; times++) await continueReplay(bulk);
  const { rows } = await query("SELECT FROM deliveries WHERE subscription_id = $1 AND due_at <= now()", id);
  expect(rows).toHaveLength(3);
  await query(
    "UPDATE deliveries SET state = 'done', settled_at = now() WHERE subscription_id = $1 AND sequence < 3",
    id,
  );
  expect((await operator.open(`/console/deliveries/replays/${bulk}`)).text).toContain("2 arrived, 0 failed, 1 waiting");
});

test("replays everything undelivered: what failed and what waits, but nothing that arrived", async () => {
  const { user, id } = await endUserWithFailures();
  await query("UPDATE deliveries SET state = 'done' WHERE subscription_id = $1 AND sequence = 1", id);
  await query(
    "UPDATE deliveries SET state = 'open', due_at = now() + interval '1 day' WHERE subscription_id = $1 AND sequence = 3",
    id,
  );
  const page = await operator.open(`/console/deliveries/replay?connection=${user.connectionId}&state=undelivered`);
  expect(page.text).toMatch(/value="undelivered" checked> Everything undelivered: waiting or failed \(2\)/);
  const bulk = await startReplay(user.connectionId, { which: "undelivered" });
  for (let times = 0; times < 3; times++) await continueReplay(bulk);
  const { rows } = await query(
    "SELECT sequence::int FROM deliveries WHERE subscription_id = $1 AND state = 'open' AND due_at <= now() ORDER BY 1",
    id,
  );
  expect(rows).toEqual([{ sequence: 2 }, { sequence: 3 }]);
  const { rows: replays } = await query("SELECT state, sent FROM bulk_replays WHERE id = $1", bulk);
  expect(replays).toEqual([{ state: "done", sent: 2 }]);
  expect((await operator.open(`/console/deliveries/replays/${bulk}`)).text).toContain("undelivered: waiting or failed");
});

test("offers first what there is to replay", async () => {
  const { user, id } = await endUserWithFailures();
  const path = `/console/deliveries/replay?connection=${user.connectionId}`;
  expect((await operator.open(path)).text).toMatch(/value="failed" checked/);
  await query("UPDATE deliveries SET state = 'open' WHERE subscription_id = $1", id);
  expect((await operator.open(path)).text).toMatch(/value="waiting" checked/);
});

test("members of a tenant cannot replay another tenant's deliveries", async () => {
  const { user, id } = await endUserWithFailures();
  const page = await operator.open(`/console/deliveries/replay?connection=${user.connectionId}`);
  const [, range = ""] = /name="range" value="([^"]+)"/.exec(page.text) ?? [];
  const form = { which: "all", rate: "100", range, connection: user.connectionId };
  const { location } = await stranger.send("/console/deliveries/send", form);
  await continueReplay(location?.split("/").at(-1) ?? "");
  expect(await openDeliveries(id)).toEqual([]);
});

test("finds deliveries by state, URL, last response and type, and by webhook-id", async () => {
  const { user, id } = await endUserWithFailures();
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
  expect((await operator.open(location ?? "")).text).toContain("no response");
  expect((await stranger.send("/console/find", { text: messageIdOf(id, "2") })).location).toBeNull();
});

test("a disabled replay button says why", async () => {
  const { user, id } = await endUserWithFailures();
  await query("UPDATE subscriptions SET state = 'ended' WHERE id = $1", id);
  const { text } = await operator.open(`/console/deliveries?connection=${user.connectionId}`);
  expect(text).toContain("subscription has ended");
  expect(text).not.toContain(`/console/subscriptions/${id}/replay`);
});
