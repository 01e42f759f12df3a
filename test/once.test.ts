/** Writes that happen once, whatever happens (R4 and R13 in small). */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reconcile } from "../src/core/writing/journal.ts";
import { findOperation } from "../src/store/operations.ts";
import { migrate } from "../src/store/postgres/database.ts";
import { type FreshDatabase, freshDatabase } from "./database.ts";
import { type Loopback, serveHttp } from "./loopback.ts";
import { type Bench, connectionId, createNote, type Note, openBench, type Step, tenantId } from "./once/bench.ts";

type Mood =
  | "well"
  | "resets after doing it"
  | "hangs after doing it"
  | "fails after doing it"
  | "refuses"
  | "is busy"
  | "hangs";

let fresh: FreshDatabase;
let vendor: Loopback;
let bench: Bench;
let mood: Mood = "well";
const notes: (Note & { marker: string })[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.database);
  await fresh.database.query("INSERT INTO tenants (id, name) VALUES ($1, 'Example')", [tenantId]);
  await fresh.database.query(
    "INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ($1, $2, 'notebook', '')",
    [connectionId, tenantId],
  );
  vendor = await serveHttp((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://vendor");
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    if (request.method === "GET") {
      answer(200, { items: notes.filter(({ marker }) => marker === searchParams.get("marker")) });
      return;
    }
    let sent = "";
    request.on("data", (chunk) => (sent += chunk));
    request.on("end", () => takeNote(sent, answer, () => request.socket.destroy()));
  });
  bench = openBench(fresh.url, vendor.url);
});
afterAll(async () => {
  await bench.close();
  await vendor.close();
  await fresh.drop();
});
beforeEach(() => {
  mood = "well";
  notes.length = 0;
});

function takeNote(sent: string, answer: (status: number, value: unknown) => void, reset: () => void): void {
  if (mood === "refuses") answer(422, { message: "no" });
  else if (mood === "is busy") answer(429, {});
  else if (mood !== "hangs") {
    const note = { id: `note-${notes.length + 1}`, ...(JSON.parse(sent) as { text: string; marker: string }) };
    notes.push(note);
    if (mood === "well") answer(201, note);
    if (mood === "resets after doing it") reset();
    if (mood === "fails after doing it") answer(500, {});
  }
}

let keys = 0;
const newKey = (): string => `key-${++keys}`;

test("the same key and body get the stored answer, byte for byte", async () => {
  const key = newKey();
  const first = await bench.writeNote({ text: "a", key });
  const again = await bench.writeNote({ text: "a", key });
  expect(again).toEqual({ ...first, replayed: true });
  expect(notes).toHaveLength(1);
});

test("another body under the same key is refused", async () => {
  const key = newKey();
  await bench.writeNote({ text: "a", key });
  await expect(bench.writeNote({ text: "b", key })).rejects.toMatchObject({ code: "idempotency_key_reused" });
  expect(notes).toHaveLength(1);
});

test("without a key, two requests are two writes", async () => {
  await bench.writeNote({ text: "a" });
  await bench.writeNote({ text: "a" });
  expect(notes).toHaveLength(2);
});

test("500 at once with one key are one write; the others wait or get its answer", async () => {
  const key = newKey();
  const all = await Promise.allSettled(Array.from({ length: 500 }, () => bench.writeNote({ text: "a", key })));
  expect(notes).toHaveLength(1);
  const texts = new Set(all.flatMap((one) => (one.status === "fulfilled" ? [one.value.text] : [])));
  expect(texts.size).toBe(1);
  const refusals = new Set(
    all.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : [])),
  );
  expect([...refusals].filter((code) => code !== "idempotency_in_progress")).toEqual([]);
});

test("a refusal is final and is told again", async () => {
  const key = newKey();
  mood = "refuses";
  await expect(bench.writeNote({ text: "a", key })).rejects.toMatchObject({ code: "target_rejected" });
  mood = "well";
  expect(await bench.writeNote({ text: "a", key })).toMatchObject({ status: 422, replayed: true });
  expect(notes).toHaveLength(0);
});

test("what was not even tried may be tried again with the same key", async () => {
  const key = newKey();
  mood = "is busy";
  await expect(bench.writeNote({ text: "a", key })).rejects.toMatchObject({ code: "target_rate_limited" });
  mood = "well";
  expect(await bench.writeNote({ text: "a", key })).toMatchObject({ status: 200, replayed: false });
  expect(notes).toHaveLength(1);
});

describe.each(["resets after doing it", "hangs after doing it", "fails after doing it"] as const)(
  "a vendor that %s",
  (how) => {
    test("is asked whether the record is there, and it counts", async () => {
      mood = how;
      const written = await bench.writeNote({ text: "a", key: newKey() });
      expect(written.text).toContain("note-1");
      expect(notes).toHaveLength(1);
    });

    test("leaves the outcome open where nobody can look it up", async () => {
      mood = how;
      const { find: _, ...blind } = createNote;
      const key = newKey();
      await expect(bench.writeNote({ text: "a", key, handler: blind })).rejects.toMatchObject({
        code: "outcome_unknown",
      });
      // Not made again either: what cannot be known is said.
      mood = "well";
      await expect(bench.writeNote({ text: "a", key, handler: blind })).rejects.toMatchObject({
        code: "outcome_unknown",
      });
      expect(notes).toHaveLength(1);
    });
  },
);

test("an open outcome is settled by looking at the vendor, without writing", async () => {
  mood = "hangs";
  const write = bench.writeOf({ text: "a", key: newKey() });
  const failure = await bench
    .writeNote({ text: "a", key: write.idempotencyKey ?? "" })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "outcome_unknown" });
  const id = (failure as { details: { operationId: string } }).details.operationId;
  const open = await findOperation(bench.database, { id, connectionId });
  expect(open?.state).toBe("unknown");
  mood = "well";
  expect(open && (await reconcile(bench, write, open))).toMatchObject({ state: "absent" });
  expect(notes).toHaveLength(0);
  // Now that it is known to be absent, the same key may write.
  expect(await bench.writeNote({ text: "a", key: write.idempotencyKey ?? "" })).toMatchObject({ status: 200 });
  expect(notes).toHaveLength(1);
});

test("an open outcome that only a repetition can settle stays open until then", async () => {
  const { find: _, ...blind } = createNote;
  const handler = { ...blind, repeatable: true as const };
  mood = "hangs";
  const write = bench.writeOf({ text: "a", key: newKey(), handler });
  const key = write.idempotencyKey ?? "";
  const failure = await bench.writeNote({ text: "a", key, handler }).catch((error: unknown) => error);
  const id = (failure as { details: { operationId: string } }).details.operationId;
  const open = await findOperation(bench.database, { id, connectionId });
  mood = "well";
  // Nobody knows whether it is there: to say that it is not would invite a second one under another key.
  expect(open && (await reconcile(bench, write, open))).toMatchObject({ state: "unknown" });
  expect(await bench.writeNote({ text: "a", key, handler })).toMatchObject({ status: 200 });
  expect(notes).toHaveLength(1);
});

const steps: Step[] = ["before intent", "after intent", "after the vendor answered", "before the answer goes out"];

test.each(steps)("a process that is killed %s leaves a write that a retry completes, once", async (step) => {
  const key = newKey();
  expect(await runWriter(key, step)).toEqual({ signal: "SIGKILL", text: "" });
  expect(notes.length).toBe(step === "before intent" || step === "after intent" ? 0 : 1);
  const retried = await runWriter(key);
  expect(retried.signal).toBeNull();
  expect(retried.text).toContain("note-1");
  expect(notes).toHaveLength(1);
});

function runWriter(key: string, step?: Step): Promise<{ signal: NodeJS.Signals | null; text: string }> {
  const script = join(import.meta.dirname, "once", "writer.ts");
  const child = spawn(process.execPath, [script, fresh.url, vendor.url, key, ...(step ? [step] : [])]);
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  return new Promise((resolve) => child.once("close", (_status, signal) => resolve({ signal, text })));
}
