/** Writes that happen only once, whatever fails (R4 and R13 in small). */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../src/contract/failure.ts";
import { outcomeOf, reconcile } from "../../src/core/writing/journal.ts";
import { findOperation, isHeld } from "../../src/store/operations.ts";
import { migrate } from "../../src/store/postgres/database.ts";
import { reportFigure } from "../faults/scale.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import {
  type Bench,
  connectionId,
  createBlindNote,
  createNote,
  type Note,
  openBench,
  type Step,
  tenantId,
} from "./once/bench.ts";

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

test("the same key and body return the stored response, byte for byte", async () => {
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

test("two requests without a key are two writes", async () => {
  await bench.writeNote({ text: "a" });
  await bench.writeNote({ text: "a" });
  expect(notes).toHaveLength(2);
});

test("500 at once with one key make one write, and all get its response", async () => {
  const key = newKey();
  const all = await Promise.allSettled(Array.from({ length: 500 }, () => bench.writeNote({ text: "a", key })));
  expect(notes).toHaveLength(1);
  const texts = new Set(
    all.flatMap((result) => (result.status === "fulfilled" ? [JSON.stringify(result.value.record)] : [])),
  );
  expect(texts.size).toBe(1);
  const refusals = new Set(
    all.flatMap((result) => (result.status === "rejected" ? [(result.reason as { code: string }).code] : [])),
  );
  expect([...refusals].filter((code) => code !== "idempotency_in_progress")).toEqual([]);
  reportFigure("R13", `${notes.length} write for ${all.length} requests, ${texts.size} distinct response`);
});

test("a refusal is final and is returned again", async () => {
  const key = newKey();
  mood = "refuses";
  await expect(bench.writeNote({ text: "a", key })).rejects.toMatchObject({ code: "target_rejected" });
  mood = "well";
  await expect(bench.writeNote({ text: "a", key })).rejects.toMatchObject({
    code: "target_rejected",
    details: { targetSystem: "notebook", targetStatus: 422 },
  });
  expect(notes).toHaveLength(0);
});

test("a write that was never attempted can be retried with the same key", async () => {
  const key = newKey();
  mood = "is busy";
  await expect(bench.writeNote({ text: "a", key })).rejects.toMatchObject({ code: "target_rate_limited" });
  mood = "well";
  expect(await bench.writeNote({ text: "a", key })).toMatchObject({ record: { id: "note-1" }, replayed: false });
  expect(notes).toHaveLength(1);
});

describe.each(["resets after doing it", "hangs after doing it", "fails after doing it"] as const)(
  "a vendor that %s",
  (how) => {
    test("is asked for the record, which completes the write", async () => {
      mood = how;
      const written = await bench.writeNote({ text: "a", key: newKey() });
      expect(written.record).toMatchObject({ id: "note-1" });
      expect(notes).toHaveLength(1);
    });

    test("leaves the outcome unknown if the record cannot be looked up", async () => {
      mood = how;
      const { find: _, ...blind } = createNote;
      const key = newKey();
      await expect(bench.writeNote({ text: "a", key, handler: blind })).rejects.toMatchObject({
        code: "outcome_unknown",
      });
      // A retry does not write again, but reports the unknown outcome.
      mood = "well";
      await expect(bench.writeNote({ text: "a", key, handler: blind })).rejects.toMatchObject({
        code: "outcome_unknown",
      });
      expect(notes).toHaveLength(1);
    });
  },
);

test("reconciling looks the record up at the vendor without writing", async () => {
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
  // The record is now known to be absent, so the same key may write.
  expect(await bench.writeNote({ text: "a", key: write.idempotencyKey ?? "" })).toMatchObject({ replayed: false });
  expect(notes).toHaveLength(1);
});

test("an outcome that only a retry can determine stays unknown until then", async () => {
  const { find: _, ...blind } = createNote;
  const handler = { ...blind, repeatable: true as const };
  mood = "hangs";
  const write = bench.writeOf({ text: "a", key: newKey(), handler });
  const key = write.idempotencyKey ?? "";
  const failure = await bench.writeNote({ text: "a", key, handler }).catch((error: unknown) => error);
  const id = (failure as { details: { operationId: string } }).details.operationId;
  const open = await findOperation(bench.database, { id, connectionId });
  mood = "well";
  // Nobody knows whether the record exists. Reporting it as absent would invite a second write with another key.
  expect(open && (await reconcile(bench, write, open))).toMatchObject({ state: "unknown" });
  expect(await bench.writeNote({ text: "a", key, handler })).toMatchObject({ replayed: false });
  expect(notes).toHaveLength(1);
});

const steps: Step[] = [
  "before intent",
  "after intent",
  "before sending",
  "after the vendor answered",
  "before the answer goes out",
];
const unsent: readonly Step[] = ["before intent", "after intent", "before sending"];

test.each(steps)("a retry completes a write once if the process is killed %s", async (step) => {
  const key = newKey();
  expect(await runWriter(key, "asked", step)).toEqual({ signal: "SIGKILL", text: "" });
  expect(notes.length).toBe(unsent.includes(step) ? 0 : 1);
  const retried = await runWriter(key, "asked");
  expect(retried.signal).toBeNull();
  expect(retried.text).toContain("note-1");
  expect(notes).toHaveLength(1);
});

const unmarked: readonly Step[] = ["before intent", "after intent"];

test.each(unmarked)("a write that cannot be looked up is made if the process was killed %s", async (step) => {
  const key = newKey();
  expect(await runWriter(key, "blind", step)).toEqual({ signal: "SIGKILL", text: "" });
  expect((await runWriter(key, "blind")).text).toContain("note-1");
  expect(notes).toHaveLength(1);
});

const marked = steps.filter((step) => !unmarked.includes(step) && step !== "before the answer goes out");

test.each(marked)("a write that cannot be looked up is not repeated if the process was killed %s", async (step) => {
  const key = newKey();
  expect(await runWriter(key, "blind", step)).toEqual({ signal: "SIGKILL", text: "" });
  await abandoned(key);
  const before = notes.length;
  const retry = bench.writeNote({ text: "once", key, handler: createBlindNote });
  await expect(retry).rejects.toMatchObject({ code: "outcome_unknown" });
  expect(notes).toHaveLength(before);
});

/** The database notices a moment later that a killed process has left. */
async function abandoned(key: string): Promise<void> {
  const { rows } = await fresh.database.query<{ holder: string }>(
    "SELECT holder FROM operations WHERE idempotency_key = $1",
    [key],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The killed process has stored no intent.");
  await expect.poll(() => isHeld(fresh.database, row.holder)).toBe(false);
}

function runWriter(
  key: string,
  handler: "asked" | "blind",
  step?: Step,
): Promise<{ signal: NodeJS.Signals | null; text: string }> {
  const script = join(import.meta.dirname, "once", "writer.ts");
  const child = spawn(process.execPath, [script, fresh.url, vendor.url, key, handler, ...(step ? [step] : [])]);
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  return new Promise((resolve) => child.once("close", (_status, signal) => resolve({ signal, text })));
}

/** What is known of a record is what was read back. */
const unknownIfUnread = (reply: unknown) => {
  const isRead = (reply as Note).text === "read back";
  return { record: isRead ? (reply as Note) : {}, raw: reply };
};

describe("a further step after the vendor has accepted a write", () => {
  const following = (complete: NonNullable<typeof createNote.complete>, more: Partial<typeof createNote> = {}) => ({
    ...createNote,
    ...more,
    complete,
  });

  test("provides the record instead of the first reply", async () => {
    const handler = following(async (reply) => ({ ...(reply as Note), text: "read back" }));
    expect(await bench.writeNote({ text: "a", handler })).toMatchObject({
      record: { id: "note-1", text: "read back" },
    });
  });

  test("that fails does not invite a retry, and the response has the known part of the record", async () => {
    const key = newKey();
    const handler = following(() => Promise.reject(new Failure("target_unavailable", "Notebook is down.")));
    const first = await bench.writeNote({ text: "a", key, handler });
    expect(first.record).toEqual({ id: "note-1", text: "a" });
    expect(first.warnings).toEqual([
      expect.stringMatching(/Notebook stored the record.*Do not send it again.*is down/),
    ]);
    expect(await bench.writeNote({ text: "a", key, handler })).toEqual({ ...first, replayed: true });
    expect(notes).toHaveLength(1);
  });

  test("does not invite a retry without a key if our database is down by then", async () => {
    const key = newKey();
    const gone = following(() => Promise.reject(Object.assign(new Error("refused"), { code: "ECONNREFUSED" })));
    const first = bench.writeNote({ text: "a", key, handler: gone });
    await expect(first).rejects.toMatchObject({
      code: "outcome_unknown",
      details: { operationId: expect.any(String) },
    });
    expect((await bench.writeNote({ text: "a", key })).record).toEqual({ id: "note-1", text: "a" });
    expect(notes).toHaveLength(1);
  });

  test("that fails returns what the first reply has, even if that is not a whole record", async () => {
    const handler = following(() => Promise.reject(new Failure("target_timeout", "late")), {
      answer: () => {
        throw new TypeError("only the id is there");
      },
      incomplete: (reply) => ({ record: { id: (reply as Note).id }, raw: reply }),
    });
    expect((await bench.writeNote({ text: "a", handler })).record).toEqual({ id: "note-1" });
  });

  test("is final if everything was rolled back", async () => {
    const key = newKey();
    const handler = following(() => Promise.reject(new Failure("target_rejected", "closed", { undone: true })));
    await expect(bench.writeNote({ text: "a", key, handler })).rejects.toMatchObject({ code: "target_rejected" });
    await expect(bench.writeNote({ text: "a", key, handler })).rejects.toMatchObject({ code: "target_rejected" });
    expect(notes).toHaveLength(1);
  });

  test("is completed by a retry if it was interrupted, without writing again", async () => {
    const key = newKey();
    const { find: _, ...blind } = createNote;
    const dying = openBench(fresh.url, vendor.url);
    await new Promise<void>((reached) => {
      const complete = () => new Promise<never>(() => reached());
      void dying.writeNote({ text: "a", key, handler: { ...blind, complete } });
    });
    await dying.close();
    const handler = { ...blind, complete: async (reply: unknown) => ({ ...(reply as Note), text: "completed" }) };
    // The database releases the dead process's lock a moment after its connection has ended.
    await expect
      .poll(() => bench.writeNote({ text: "a", key, handler }).catch((error: unknown) => error))
      .toMatchObject({ record: { id: "note-1", text: "completed" }, replayed: false });
    expect(notes).toHaveLength(1);
  });

  test("whose record cannot be read leaves the outcome unknown until a reconciliation reads it", async () => {
    const { find: _, ...blind } = createNote;
    let isDown = true;
    const readBack = async (reply: unknown) => {
      if (isDown) throw new Failure("target_unavailable", "Notebook is down.");
      return { ...(reply as Note), text: "read back" };
    };
    const handler = { ...blind, complete: readBack, incomplete: unknownIfUnread, findAccepted: readBack };
    const key = newKey();
    const failure = await bench.writeNote({ text: "a", key, handler }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "outcome_unknown" });
    const id = (failure as { details: { operationId: string } }).details.operationId;
    const reconciled = async () => {
      const open = await findOperation(bench.database, { id, connectionId });
      return open && (await reconcile(bench, bench.writeOf({ text: "a", key, handler }), open));
    };
    expect(await reconciled()).toMatchObject({ state: "unknown" });
    isDown = false;
    const done = await reconciled();
    expect(done?.state).toBe("done");
    expect(done && outcomeOf(bench, done)).toMatchObject({ record: { id: "note-1", text: "read back" } });
    expect(notes).toHaveLength(1);
  });

  test("is never run by a reconciliation", async () => {
    mood = "hangs after doing it";
    const key = newKey();
    const { find, ...blind } = createNote;
    const failure = await bench.writeNote({ text: "a", key, handler: blind }).catch((error: unknown) => error);
    const id = (failure as { details: { operationId: string } }).details.operationId;
    let completed = 0;
    const handler = following(async (reply) => (completed++, reply), { ...(find && { find }) });
    const open = await findOperation(bench.database, { id, connectionId });
    mood = "well";
    const settled = open && (await reconcile(bench, bench.writeOf({ text: "a", key, handler }), open));
    expect(settled?.state).toBe("done");
    expect(settled && outcomeOf(bench, settled)).toMatchObject({
      record: { id: "note-1" },
      warnings: [expect.stringContaining("not repeated")],
    });
    expect(completed).toBe(0);
    expect(notes).toHaveLength(1);
  });

  test("with an unreadable reply is stored as final, without inviting a retry", async () => {
    const key = newKey();
    const handler = {
      ...createNote,
      answer: () => {
        throw new TypeError("no note in there");
      },
    };
    await expect(bench.writeNote({ text: "a", key, handler })).rejects.toMatchObject({
      code: "outcome_unknown",
      message: expect.stringContaining("Do not send it again"),
    });
    expect(notes).toHaveLength(1);
  });
});
