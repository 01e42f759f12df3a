/** Reads records as JSON text, which is sent without being parsed. */
import type { Queryable } from "../server/database.ts";
import { notFound } from "../server/errors.ts";
import type { Collection } from "./collections.ts";
import { type ListRequest, listStatement, page } from "./list.ts";

export interface RecordsOf {
  readonly collection: Collection;
  /** The day in the company's zone, on which the status of documents depends. */
  readonly today?: string;
  /** The company and, for lines, the record that they belong to. */
  readonly ids: readonly string[];
}

export async function listRecords(database: Queryable, { collection, ids, today }: RecordsOf, request: ListRequest) {
  const { text, values } = listStatement({ ...collection, rows: rowsOn(collection, today) }, ids, request);
  const { rows } = await database.query<{ total: string; items: string | null }>(text, values);
  return page(rows[0]?.items ?? "", Number(rows[0]?.total ?? 0), request);
}

export async function mustFind(database: Queryable, { collection, ids, today }: RecordsOf, id = ""): Promise<string> {
  const text = `SELECT body::text FROM (${rowsOn(collection, today)}) AS found WHERE id = $${ids.length + 1}`;
  // PostgreSQL stores no NUL, so no record has such an id.
  const known = [...ids, id].every((part) => !part.includes("\0"));
  const found = known ? await database.query<{ body: string }>(text, [...ids, id]) : undefined;
  const body = found?.rows[0]?.body;
  if (body === undefined) throw notFound(`record in ${collection.name}`);
  return body;
}

const rowsOn = ({ rows }: Collection, today = ""): string => rows.replaceAll(":today", `'${today}'`);

export interface FileRow {
  readonly company: string;
  readonly id: string;
  readonly file_name: string;
  readonly content_type: string;
  readonly size: number;
  readonly client_reference: string | null;
}

/** In the order of the ids. Unknown ids are left out. */
export async function findFiles(database: Queryable, company: string, ids: readonly string[]): Promise<FileRow[]> {
  const { rows } = await database.query<FileRow>(
    `SELECT company, id, body->>'file_name' AS file_name, body->>'content_type' AS content_type,
       (body->>'size')::int AS size, body->>'client_reference' AS client_reference
     FROM unnest($2::text[]) WITH ORDINALITY AS wanted(id, place) JOIN sandbox.records USING (id)
     WHERE company = $1 AND collection = 'files' ORDER BY place`,
    [company, ids],
  );
  return rows;
}

/** In chunks, so that a large file is never in memory as a whole. */
export async function* contentOf(database: Queryable, { company, id }: FileRow): AsyncIterable<Buffer> {
  for (let chunkNumber = 0; ; chunkNumber++) {
    const { rows } = await database.query<{ bytes: Buffer }>(
      "SELECT bytes FROM sandbox.file_chunks WHERE company = $1 AND id = $2 AND place = $3",
      [company, id, chunkNumber],
    );
    if (rows[0] === undefined) return;
    yield rows[0].bytes;
  }
}
