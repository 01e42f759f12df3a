/** Creates and updates the sandbox's tables: once for each version of `schema.sql`, not at every start. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type Queryable, transaction } from "./database.ts";

/** Only one process changes the tables. Others wait for it. */
const tablesLock = 7_201_005;

/** Running work may hold the same tables in another order. Waiting longer than this could end in a deadlock with it. */
const lockWaitMs = 300;
const retryMs = 200;
const mostRetries = 150;

/** `prepare` runs after the schema, in the same transaction. Resolves with undefined if the tables are up to date. */
export async function updateTables<Result>(
  pool: pg.Pool,
  prepare: (client: Queryable) => Promise<Result>,
): Promise<Result | undefined> {
  const schema = await readSchema();
  const version = `schema.sql ${createHash("sha256").update(schema).digest("hex")}`;
  for (let retries = 0; ; retries += 1) {
    if (await isUpToDate(pool, version)) return undefined;
    try {
      return await transaction(pool, async (client) => {
        // A million entries take longer than any timeout for requests.
        await client.query("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0");
        await client.query("SELECT pg_advisory_xact_lock($1)", [tablesLock]);
        if (await isUpToDate(client, version)) return undefined;
        await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);
        await client.query(schema);
        const result = await prepare(client);
        // Not in a table, because the rows of a backup may be restored into tables that nobody has prepared.
        await client.query(`COMMENT ON SCHEMA sandbox IS '${version}'`);
        return result;
      });
    } catch (error) {
      if (retries === mostRetries || !isInTheWay(error)) throw error;
      await pause(retryMs);
    }
  }
}

const readSchema = (): Promise<string> => readFile(new URL("../schema.sql", import.meta.url), "utf8");

/** Creates the tables without any books, for books from a backup. The next start prepares them. */
export async function createSandboxTables(client: Queryable): Promise<void> {
  await client.query(await readSchema());
}

async function isUpToDate(database: Queryable, version: string): Promise<boolean> {
  const { rows } = await database.query<{ version: string | null }>(
    "SELECT obj_description(to_regnamespace('sandbox'), 'pg_namespace') AS version",
  );
  return rows[0]?.version === version;
}

/** A lock that was not granted in time, a deadlock, or a schema that another process has just created. */
const isInTheWay = (error: unknown): boolean =>
  ["55P03", "40P01", "23505"].includes((error as { code?: string }).code ?? "");
