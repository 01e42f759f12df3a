/** Steps of writes that are stored together have to be stored as if each were alone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../test/support/database.ts";
import { openOperationWriter } from "./operationGroups.ts";
import {
  type HeldIntent,
  insertOperation,
  type OperationUpdate,
  type OperationWriter,
  settingsForSteps,
  updateOperation,
} from "./operations.ts";
import { migrate, openDatabase } from "./postgres/database.ts";

/** The number of an advisory lock that the test holds. */
const holder = "71717171";

let fresh: FreshDatabase;
let writer: OperationWriter;
beforeAll(async () => {
  fresh = await freshDatabase();
  const { database } = fresh;
  await migrate(database);
  await database.query("INSERT INTO tenants (id, name) VALUES ('t', 'Example')");
  await database.query(
    "INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('c', 't', 'notebook', '')",
  );
  const client = await database.connect();
  await client.query("SELECT pg_advisory_lock($1)", [holder]);
  release = () => client.release(true);
  writer = openOperationWriter({ database, groupDatabase: database });
});
afterAll(async () => {
  release();
  await fresh.drop();
});
let release = (): void => {};

const intent = (id: string, more: Partial<HeldIntent> = {}): HeldIntent => ({
  id,
  tenantId: "t",
  connectionId: "c",
  operation: "contacts.create",
  idempotencyKey: `key ${id}`,
  fingerprint: Buffer.from([0, 1, 255]),
  request: Buffer.from(`request "of" {${id}}, \\ NULL`),
  state: "sent",
  undoableResource: undefined,
  holder,
  ...more,
});

const rowOf = async (id: string): Promise<Record<string, unknown> | undefined> => {
  const { rows } = await fresh.database.query(
    `SELECT to_jsonb(o) - 'id' - 'idempotency_key' - 'request' - 'created_at' - 'key_expires_at' - 'settled_at' - 'receipt_due'
       || jsonb_build_object('settled', settled_at IS NOT NULL, 'receipt', receipt_due IS NOT NULL) AS row
     FROM operations o WHERE id = $1`,
    [id],
  );
  return rows[0]?.row as Record<string, unknown> | undefined;
};

const variants: Readonly<Record<string, Partial<HeldIntent>>> = {
  plain: {},
  blind: { state: "intended" },
  undoable: { undoableResource: "INVOICE" },
  keyless: { idempotencyKey: null },
};

test("intents that are stored together have the same rows as intents that are stored alone", async () => {
  const stored = await Promise.all(
    Object.entries(variants).map(([id, more]) => writer.insert(intent(`together ${id}`, more))),
  );
  expect(stored).toEqual([true, true, true, true]);
  for (const [id, more] of Object.entries(variants)) {
    expect(await insertOperation(fresh.database, intent(`alone ${id}`, more))).toBe(true);
    expect(await rowOf(`together ${id}`), id).toEqual(await rowOf(`alone ${id}`));
  }
  const { rows } = await fresh.database.query("SELECT request FROM operations WHERE id = 'together keyless'");
  expect(rows).toEqual([{ request: intent("together keyless").request }]);
});

test("outcomes that are stored together have the same rows as outcomes that are stored alone", async () => {
  const answer = Buffer.from([0, 92, 34]);
  const updates: readonly Omit<OperationUpdate, "id">[] = [
    { state: "sent" },
    { state: "taken", reply: answer },
    { state: "done", answer, stored: answer, needsReceipt: true },
    { state: "refused", answer, needsReview: true },
    { state: "undoing", draft: "draft-1", undoableResource: "BILL" },
    { state: "unknown" },
  ];
  for (const [index] of updates.entries())
    for (const how of ["together", "alone"])
      expect(await insertOperation(fresh.database, intent(`${how} ${index}`))).toBe(true);
  const together = updates.map((update, index) => writer.update({ ...update, id: `together ${index}` }));
  expect(await Promise.all(together)).toEqual(updates.map(() => true));
  for (const [index, update] of updates.entries()) {
    expect(await updateOperation(fresh.database, { ...update, id: `alone ${index}` })).toBe(true);
    expect(await rowOf(`together ${index}`), update.state).toEqual(await rowOf(`alone ${index}`));
  }
});

test("of intents with one key, one is stored, and an intent of a lost process is not stored", async () => {
  const all = ["x", "y", "z"].map((id) => writer.insert(intent(id, { idempotencyKey: "shared" })));
  const lost = writer.insert(intent("lost", { holder: "72727272" }));
  expect((await Promise.all(all)).filter(Boolean)).toHaveLength(1);
  expect(await lost).toBe(false);
  expect(await rowOf("lost")).toBeUndefined();
});

test("an intent that cannot be stored fails alone", async () => {
  const all = ["first", "orphan", "second"].map((id) =>
    writer.insert(intent(id, { connectionId: id === "orphan" ? "nowhere" : "c" })),
  );
  const results = await Promise.allSettled(all);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: { code: "23503" } });
  expect(await rowOf("second")).toMatchObject({ state: "sent" });
});

test("an update of a deleted operation says so, and does not disturb the others", async () => {
  await writer.insert(intent("present"));
  const updates = ["absent 1", "absent 2", "present"].map((id) => writer.update({ id, state: "done" }));
  expect(await Promise.all(updates)).toEqual([false, false, true]);
  expect(await rowOf("present")).toMatchObject({ state: "done", holder: null });
});

test("intents and outcomes of different writes are stored together", async () => {
  await writer.insert(intent("earlier"));
  const steps = [
    writer.update({ id: "earlier", state: "done" }),
    writer.insert(intent("later")),
    writer.update({ id: "nowhere", state: "done" }),
  ];
  expect(await Promise.all(steps)).toEqual([true, true, false]);
  expect(await rowOf("earlier")).toMatchObject({ state: "done", holder: null });
  expect(await rowOf("later")).toMatchObject({ state: "sent", holder: Number(holder) });
});

test("the kept plan of a group finds its rows by their ids, however small the table was", async () => {
  const connection = openDatabase({ url: fresh.url, connections: 1, onLost: () => {}, settings: settingsForSteps });
  try {
    const group = openOperationWriter({ database: connection, groupDatabase: connection });
    // From now on, PostgreSQL knows how small the table is.
    await connection.query("ANALYZE operations");
    await Promise.all(["plan 1", "plan 2"].map((id) => group.insert(intent(id))));
    await Promise.all(["plan 1", "plan 2"].map((id) => group.update({ id, state: "done" })));
    const values = Array.from({ length: 19 }, () => "'{}'").join(", ");
    const { rows } = await connection.query<{ "QUERY PLAN": string }>(`EXPLAIN EXECUTE "store-steps" (${values})`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Index Scan using operations_pkey");
    expect(plan).not.toContain("Seq Scan");
  } finally {
    await connection.end();
  }
});
