/** First attempts of writes, which have no lock of their own: several processes, and one that loses its connection. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { Failure } from "../../src/contract/failure.ts";
import { writeOnce } from "../../src/core/writing/journal.ts";
import { endFirstAttempts, isHeld } from "../../src/store/operations.ts";
import { migrate, openDatabase } from "../../src/store/postgres/database.ts";
import { openEndAttempt } from "../../src/store/upkeep/endedAttempts.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Bench, connectionId, openBench, tenantId } from "./once/bench.ts";

let fresh: FreshDatabase;
let vendor: Loopback;
const notes: { id: string; marker: string }[] = [];
/** The vendor stores each note, and answers only after this. */
let answers: Promise<void> = Promise.resolve();
/** The vendor stores a note only after this. */
let stores: Promise<void> = Promise.resolve();
let requests = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.database);
  await fresh.database.query("INSERT INTO tenants (id, name) VALUES ($1, 'Example')", [tenantId]);
  await fresh.database.query(
    "INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ($1, $2, 'notebook', '')",
    [connectionId, tenantId],
  );
  vendor = await serveHttp((request, response) => {
    const marker = new URL(request.url ?? "/", "http://vendor").searchParams.get("marker");
    const answer = (value: unknown): void => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    if (request.method === "GET") {
      answer({ items: notes.filter((note) => note.marker === marker) });
      return;
    }
    let sent = "";
    request.on("data", (chunk) => (sent += chunk));
    request.on("end", async () => {
      requests += 1;
      await stores;
      const note = { id: `note-${notes.length + 1}`, ...(JSON.parse(sent) as { text: string; marker: string }) };
      notes.push(note);
      await answers;
      answer(note);
    });
  });
});
afterAll(async () => {
  await vendor.close();
  await fresh.drop();
});
beforeEach(() => {
  notes.length = 0;
  requests = 0;
  answers = Promise.resolve();
  stores = Promise.resolve();
});

/** A process of the service. */
function openProcess(lockUrl?: string): Bench {
  const bench = openBench(fresh.url, vendor.url, lockUrl);
  onTestFinished(() => bench.close());
  return bench;
}

let keys = 0;
const newKey = (): string => `first-${++keys}`;

const holderOf = async (key: string): Promise<string | null | undefined> =>
  (await fresh.database.query("SELECT holder FROM operations WHERE idempotency_key = $1", [key])).rows[0]?.holder;
const stateOf = async (key: string): Promise<string | undefined> =>
  (await fresh.database.query("SELECT state FROM operations WHERE idempotency_key = $1", [key])).rows[0]?.state;

const endConnectionOf = (holder: string) =>
  fresh.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'
       AND (classid::bigint << 32) + objid::bigint = $1::bigint`,
    [holder],
  );

/** A relay that can cut the server's side of its connections, and does not tell the client. */
async function startDeafRelay(target: string) {
  const { port } = new URL(target);
  const sockets: { readonly client: Socket; readonly server: Socket }[] = [];
  const relay = createServer((client) => {
    const server = connect(Number(port), "127.0.0.1");
    for (const socket of [client, server]) socket.on("error", () => {});
    server.on("data", (bytes) => client.write(bytes));
    client.on("data", (bytes) => server.write(bytes));
    client.once("close", () => server.destroy());
    sockets.push({ client, server });
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const { client } of sockets) client.destroy();
    relay.close();
  });
  const url = new URL(target);
  url.port = String((relay.address() as AddressInfo).port);
  return { url: url.href, cutServerSide: () => sockets.forEach(({ server }) => server.destroy()) };
}

test("a retry in another process is told that the first attempt is running", async () => {
  const first = openProcess();
  const other = openProcess();
  const key = newKey();
  const gate = Promise.withResolvers<void>();
  stores = gate.promise;
  const written = first.writeNote({ text: "a", key });
  await expect.poll(() => requests).toBe(1);
  await expect(other.writeNote({ text: "a", key })).rejects.toMatchObject({ code: "idempotency_in_progress" });
  await expect(first.writeNote({ text: "a", key })).rejects.toMatchObject({ code: "idempotency_in_progress" });
  gate.resolve();
  const { record } = await written;
  expect(await other.writeNote({ text: "a", key })).toMatchObject({ record, replayed: true });
  expect(notes).toHaveLength(1);
  expect(await holderOf(key)).toBeNull();
});

test("a failed first attempt can be repeated at once, in any process", async () => {
  const first = openProcess();
  const other = openProcess();
  const key = newKey();
  const failing = () => Promise.reject(new Failure("target_unavailable", "Notebook is down."));
  await expect(
    first.writeNote({ text: "a", key }, (step) => (step === "after intent" ? failing() : undefined)),
  ).rejects.toMatchObject({ code: "target_unavailable" });
  expect(await stateOf(key)).toBe("intended");
  expect(await other.writeNote({ text: "a", key })).toMatchObject({ replayed: false });
  expect(notes).toHaveLength(1);
});

test("an intent that was stored when its connection was lost can be repeated at once", async () => {
  const first = openProcess();
  const key = newKey();
  const insert: Bench["writer"]["insert"] = async (intent) => {
    await first.writer.insert(intent);
    throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  };
  const cutOff = { ...first, writer: { ...first.writer, insert } };
  await expect(writeOnce(cutOff, first.writeOf({ text: "a", key }))).rejects.toThrow("ECONNRESET");
  expect(await holderOf(key)).toBeNull();
  expect(await first.writeNote({ text: "a", key })).toMatchObject({ replayed: false });
  expect(notes).toHaveLength(1);
});

test("a process that has lost its lock without noticing takes another one before it writes", async () => {
  const relay = await startDeafRelay(fresh.url);
  const first = openProcess(relay.url);
  const other = openProcess();
  await first.writeNote({ text: "a", key: newKey() });
  const lost = await first.advisoryLocks.holder();
  relay.cutServerSide();
  await expect.poll(() => isHeld(fresh.database, lost)).toBe(false);
  expect(await first.advisoryLocks.holder()).toBe(lost);

  const key = newKey();
  const gate = Promise.withResolvers<void>();
  stores = gate.promise;
  const written = first.writeNote({ text: "a", key });
  await expect.poll(() => requests).toBe(2);
  // Under the lost lock, the retry would look the note up, find nothing, and send it again.
  await expect(other.writeNote({ text: "a", key })).rejects.toMatchObject({ code: "idempotency_in_progress" });
  expect(await holderOf(key)).not.toBe(lost);
  gate.resolve();
  await written;
  expect(notes).toHaveLength(2);
});

test("a process that lost its lock leaves alone what another one took over", async () => {
  const first = openProcess();
  const other = openProcess();
  const key = newKey();
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const late = first.writeNote({ text: "a", key }, async (step) => {
    if (step !== "after intent") return;
    reached.resolve();
    await gate.promise;
    throw new Failure("target_unavailable", "Notebook is down.");
  });
  await reached.promise;
  const lost = String(await holderOf(key));
  await endConnectionOf(lost);
  await expect.poll(() => isHeld(fresh.database, lost)).toBe(false);

  const answered = Promise.withResolvers<void>();
  answers = answered.promise;
  const takenOver = other.writeNote({ text: "a", key });
  await expect.poll(() => notes.length).toBe(1);
  // The first process makes other writes meanwhile, under another lock.
  const own = first.writeNote({ text: "b", key: newKey() });
  await expect.poll(() => notes.length).toBe(2);
  expect(await first.advisoryLocks.holder()).not.toBe(lost);
  gate.resolve();
  await expect(late).rejects.toMatchObject({ code: "target_unavailable" });
  // Still marked as sent: if the other process died now, a retry would look the note up.
  expect(await stateOf(key)).toBe("sent");
  await expect(first.writeNote({ text: "a", key })).rejects.toMatchObject({ code: "idempotency_in_progress" });
  answered.resolve();
  const { record } = await takenOver;
  await own;
  expect(await first.writeNote({ text: "a", key })).toMatchObject({ record, replayed: true });
  expect(notes).toHaveLength(2);
});

test("an attempt that ends while the database does not work is ended as soon as it does", async () => {
  const { database } = fresh;
  const holders = openProcess().advisoryLocks;
  const id = newKey();
  await database.query(
    `INSERT INTO operations (id, tenant_id, connection_id, operation, fingerprint, request, state, holder, key_expires_at)
     VALUES ($1, $2, $3, 'contacts.create', '', '', 'sent', $4, now() + interval '1 day')`,
    [id, tenantId, connectionId, await holders.holder()],
  );
  const hasty = openDatabase({ url: fresh.url, connections: 1, onLost: () => {}, statementMs: 50 });
  onTestFinished(() => hasty.end());
  const blocker = await database.connect();
  await blocker.query("BEGIN; LOCK TABLE operations IN EXCLUSIVE MODE");
  await openEndAttempt(hasty)({ id, wasSent: false });
  const rowOf = async () => (await database.query("SELECT state, holder FROM operations WHERE id = $1", [id])).rows[0];
  expect(await rowOf()).toMatchObject({ state: "sent", holder: expect.any(String) });
  await blocker.query("COMMIT");
  blocker.release();
  await expect.poll(rowOf).toEqual({ state: "intended", holder: null });
});

/** How the version before holders marks a write as sent, before it sends it again. */
const markAsEarlierVersion = `UPDATE operations SET state = 'sent', answer = NULL, reply = NULL WHERE idempotency_key = $1`;

test("an earlier version cannot send what a first attempt is sending, and can once that has ended", async () => {
  const first = openProcess();
  const key = newKey();
  const gate = Promise.withResolvers<void>();
  stores = gate.promise;
  const written = first.writeNote({ text: "a", key });
  await expect.poll(() => requests).toBe(1);
  await expect(fresh.database.query(markAsEarlierVersion, [key])).rejects.toMatchObject({ code: "55P03" });
  const holder = String(await holderOf(key));
  await endConnectionOf(holder);
  await expect.poll(() => isHeld(fresh.database, holder)).toBe(false);
  await fresh.database.query(markAsEarlierVersion, [key]);
  // The first process does not undo the mark of the other one.
  const { rows } = await fresh.database.query("SELECT id FROM operations WHERE idempotency_key = $1", [key]);
  await endFirstAttempts(fresh.database, [{ id: rows[0].id, wasSent: false }]);
  expect(await stateOf(key)).toBe("sent");
  gate.resolve();
  await written;
});
