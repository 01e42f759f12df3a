import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../../test/support/sandbox.ts";
import { bill, callsOn, invoice } from "../../../test/support/sandboxWrites.ts";
import { deliverDue } from "./delivery.ts";
import { type Post, signatureOf, signingSecret } from "./post.ts";

let sandbox: TestSandbox;
const posts: Post[] = [];
let status = 200;
let echoes = true;

/** Returns challenges and accepts everything else. */
const send = async (post: Post) => {
  posts.push(post);
  const { challenge = "" } = JSON.parse(post.body) as { challenge?: string };
  return { status, text: echoes ? challenge : "?" };
};

beforeAll(async () => {
  sandbox = await openTestSandbox(0, send);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.pool.query("DELETE FROM sandbox.webhook_subscriptions");
  posts.length = 0;
  [status, echoes] = [200, true];
});

const { written, refused } = callsOn(() => sandbox);
const url = "https://kontor.example/events/sandbox/token";
const subscribe = (more: object = {}) =>
  written("POST", "webhook-subscriptions", {
    url,
    token: "t",
    collections: ["invoices", "payments", "bills"],
    ...more,
  });
const seed = async () =>
  (await sandbox.pool.query<{ seed: Buffer }>("SELECT seed FROM sandbox.installation")).rows[0]?.seed ??
  Buffer.alloc(0);
const run = async () => deliverDue({ pool: sandbox.pool, seed: await seed(), send, random: () => 0.5 });
const deliveredEvents = () =>
  posts.flatMap(
    ({ body }) => (JSON.parse(body) as { events?: { list: string; id: string; kind: string }[] }).events ?? [],
  );

test("a subscription starts with a handshake and lasts three days", async () => {
  const began = Date.now();
  const made = await subscribe();
  expect(posts[0]).toMatchObject({ url, headers: { "x-sandbox-token": "t" } });
  expect(made).toMatchObject({ id: expect.stringMatching(/^whs-/), signing_secret: expect.any(String) });
  expect(Date.parse(String(made["expires_at"]))).toBeGreaterThanOrEqual(began + 3 * 86_400_000 - 1000);
  expect(Date.parse(String(made["expires_at"]))).toBeLessThanOrEqual(Date.now() + 3 * 86_400_000 + 1000);
  const again = await subscribe();
  expect(again.id).toBe(made.id);
  echoes = false;
  expect(await refused("POST", "webhook-subscriptions", { url: `${url}2`, collections: ["invoices"] })).toMatchObject({
    status: 422,
    field: "url",
  });
  expect(await refused("POST", "webhook-subscriptions", { url: "ftp://x", collections: ["invoices"] })).toMatchObject({
    status: 400,
  });
  expect(await refused("POST", "webhook-subscriptions", { url, collections: ["nothing"] })).toMatchObject({
    status: 400,
  });
});

test("delivers every committed change of the subscribed collections once, signed and in order", async () => {
  const subscription = await subscribe();
  const made = await written("POST", "invoices", invoice);
  await written("PATCH", `invoices/${made.id}`, { reference: "neu" });
  const line = { invoice_id: made.id, amount: String(made["total_amount"]), payment_date: "2026-06-10" };
  const payment = await written("POST", "payments", { payment_lines: [line] });
  const draft = await written("POST", "bills", { ...bill, status: "draft" });
  await sandbox.write("DELETE", `bills/${draft.id}`);
  await refused("POST", "invoices", { ...invoice, contact_id: "nobody" });
  while ((await run()) > 0);
  const [, post] = posts;
  expect(post?.headers["x-sandbox-signature"]).toBe(
    signatureOf(signingSecret(await seed(), subscription.id), post?.body ?? ""),
  );
  expect(deliveredEvents().map(({ list, id, kind }) => [list, id, kind])).toEqual([
    ["invoices", made.id, "created"],
    ["invoices", made.id, "updated"],
    ["payments", payment.id, "created"],
    ["invoices", made.id, "updated"],
    ["bills", draft.id, "created"],
    ["bills", draft.id, "deleted"],
  ]);
});

test("retries a refused post later and keeps the order", async () => {
  await subscribe();
  const first = await written("POST", "invoices", invoice);
  status = 503;
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  const second = await written("POST", "invoices", invoice);
  await sandbox.pool.query("UPDATE sandbox.webhook_subscriptions SET due_at = now()");
  status = 200;
  posts.splice(1);
  expect(await run()).toBe(1);
  expect(deliveredEvents().map(({ id }) => id)).toEqual([first.id, second.id]);
});

test("can be renewed and deleted, and expires", async () => {
  const subscription = await subscribe();
  await sandbox.pool.query("UPDATE sandbox.webhook_subscriptions SET expires_at = now() + interval '1 hour'");
  const renewed = await written("POST", `webhook-subscriptions/${subscription.id}/renewal`, {});
  expect(Date.parse(String(renewed["expires_at"])) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
  expect((await sandbox.write("DELETE", `webhook-subscriptions/${subscription.id}`)).status).toBe(204);
  expect((await sandbox.write("DELETE", `webhook-subscriptions/${subscription.id}`)).status).toBe(404);
  const other = await subscribe();
  await sandbox.pool.query("UPDATE sandbox.webhook_subscriptions SET expires_at = now() - interval '1 second'");
  await written("POST", "invoices", invoice);
  await run();
  expect(deliveredEvents()).toEqual([]);
  expect(await refused("POST", `webhook-subscriptions/${other.id}/renewal`, {})).toMatchObject({ status: 404 });
});
