import { beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase, tables } from "../../../test/support/database.ts";
import { pruneOperations } from "../operations.ts";
import { deleteInBatches } from "./deleteInBatches.ts";

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase(tables);
  return fresh.drop;
});

/** Records how many rows each statement deletes. */
async function watchDeletions(table: string): Promise<() => Promise<number[]>> {
  await fresh.database.query(
    `CREATE TABLE ${table}_deletions (position bigint GENERATED ALWAYS AS IDENTITY, rows integer);
     CREATE FUNCTION ${table}_note() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO ${table}_deletions (rows) SELECT count(*) FROM gone; RETURN NULL; END $$;
     CREATE TRIGGER note AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
       FOR EACH STATEMENT EXECUTE FUNCTION ${table}_note()`,
  );
  return async () => {
    const { rows } = await fresh.database.query<{ rows: number }>(
      `SELECT rows FROM ${table}_deletions ORDER BY position`,
    );
    return rows.map((row) => row.rows);
  };
}

test("deletes in batches, and leaves rows that are in use", async () => {
  const { database } = fresh;
  await database.query("CREATE TABLE old AS SELECT number AS id FROM generate_series(1, 25) AS number");
  const deletions = await watchDeletions("old");
  const busy = await database.connect();
  await busy.query("BEGIN; SELECT FROM old WHERE id = 7 FOR UPDATE");
  expect(await deleteInBatches(database, { from: "old", where: "id <= $1", values: [23], batch: 10 })).toBe(22);
  expect(await deletions()).toEqual([10, 10, 2]);
  await busy.query("COMMIT");
  busy.release();
  expect((await database.query("SELECT id FROM old ORDER BY id")).rows).toEqual([{ id: 7 }, { id: 24 }, { id: 25 }]);
});

test("old operations are deleted in batches", async () => {
  const { database } = fresh;
  const deletions = await watchDeletions("operations");
  await database.query(
    `INSERT INTO tenants (id, name) VALUES ('t', 'T');
     INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('c', 't', 'sandbox', '');
     INSERT INTO operations (id, tenant_id, connection_id, operation, fingerprint, request, created_at, key_expires_at)
       SELECT 'o' || number, 't', 'c', 'customers.create', '', '', now() - interval '31 days', now()
       FROM generate_series(1, 6000) AS number`,
  );
  await pruneOperations(database, 30);
  expect(await deletions()).toEqual([5000, 1000]);
});
