/** Looks up, stores and removes records during a write. */
import type { NativeRecord } from "../books/basics/types.ts";
import { conflict, notFound } from "../server/errors.ts";
import type { WriteContext } from "./context.ts";

/** The record whose field has this text. */
export async function findBy(context: WriteContext, collection: string, field: string, value: string) {
  const column = field === "id" ? "id" : `body->>'${field}'`;
  const { rows } = await context.client.query<{ body: NativeRecord }>(
    `SELECT body FROM sandbox.records WHERE company = $1 AND collection = $2 AND ${column} = $3`,
    [context.company, collection, value],
  );
  return rows[0]?.body;
}

export async function mustFindRecord(context: WriteContext, collection: string, id: string): Promise<NativeRecord> {
  const found = id.includes("\0") ? undefined : await findBy(context, collection, "id", id);
  if (found === undefined) throw notFound(`record in ${collection}`);
  return asOfToday(context, found);
}

/** The status that a reader sees: a document may have become overdue since it was written. */
function asOfToday({ today }: WriteContext, record: NativeRecord): NativeRecord {
  const { due_date: due, status, total_amount, total_gross_amount } = record;
  const isLate = typeof due === "string" && due < today && Number(total_amount ?? total_gross_amount) > 0;
  if (isLate && status === "partially_paid") return { ...record, status: "partially_overdue" };
  return isLate && status === "open" ? { ...record, status: "overdue" } : record;
}

/** The values that occur in this field. Several collections are separated by spaces. */
export async function known(context: WriteContext, collections: string, field: string, values: readonly string[]) {
  const column = field === "id" ? "id" : `body->>'${field}'`;
  const { rows } = await context.client.query<{ value: string }>(
    `SELECT ${column} AS value FROM sandbox.records
     WHERE company = $1 AND collection = ANY ($2) AND ${column} = ANY ($3)`,
    [context.company, collections.split(" "), values],
  );
  return new Set(rows.map(({ value }) => value));
}

export async function putRecord(context: WriteContext, collection: string, record: NativeRecord) {
  await context.client.query(
    `INSERT INTO sandbox.records AS kept (company, collection, id, position, updated_at, body)
     SELECT $1, $2, $3, coalesce(max(position), 0) + 1, $4, $5 FROM sandbox.records WHERE company = $1 AND collection = $2
     ON CONFLICT (company, collection, id) DO UPDATE SET updated_at = excluded.updated_at, body = excluded.body`,
    [context.company, collection, record.id, record.updated_at, JSON.stringify(record)],
  );
  return record;
}

export async function removeRecord({ client, company }: WriteContext, collection: string, id: string): Promise<void> {
  await client.query("DELETE FROM sandbox.records WHERE company = $1 AND collection = $2 AND id = $3", [
    company,
    collection,
    id,
  ]);
}

/** Refuses a text that another record has in this field. */
export async function mustBeUnique(
  context: WriteContext,
  location: { collections: string; field: string },
  [value, id]: [unknown, string],
) {
  if (typeof value !== "string") return;
  const { rowCount } = await context.client.query(
    `SELECT FROM sandbox.records WHERE company = $1 AND collection = ANY ($2) AND body->>'${location.field}' = $3 AND id <> $4`,
    [context.company, location.collections.split(" "), value, id],
  );
  if (rowCount !== 0) throw conflict(`A record with this ${location.field} already exists.`, location.field);
}
