/** Stores the seeded books in one transaction. If the process is killed, there are none and the next start seeds them again. */
import type { CompanyBooks, EnvironmentRow, NativeEntry, NativeRecord } from "./books/basics/types.ts";
import { type BooksOptions, makeBooks } from "./books/books.ts";
import { describe, pdf } from "./pdf.ts";
import type { Queryable } from "./server/database.ts";
import { storeBatch } from "./writing/ledger.ts";

export interface SeedOptions extends BooksOptions {
  readonly progress?: (done: number, of: number) => void;
}

/** Large enough to be fast, small enough that a million entries are never in memory at once. */
const batchSize = 1000;

async function storeEnvironments(database: Queryable, environments: readonly EnvironmentRow[]): Promise<void> {
  await database.query(
    `INSERT INTO sandbox.environments (id, position, body)
     SELECT body->>'id', position, body FROM jsonb_array_elements($1) WITH ORDINALITY AS list(body, position)`,
    [JSON.stringify(environments)],
  );
}

async function storeCompany(database: Queryable, { company, records }: CompanyBooks, position: number): Promise<void> {
  await database.query("INSERT INTO sandbox.companies (id, environment, position, body) VALUES ($1, $2, $3, $4)", [
    company.id,
    company.environment_id,
    position,
    company,
  ]);
  for (const [collection, list] of records) {
    const stored = collection === "files" ? await storeFiles(database, company.id, records) : list;
    for (const batch of batches(stored)) await storeRecords(database, { company: company.id, collection }, batch);
  }
}

/** Positions continue after the last record of the collection. */
async function storeRecords(
  database: Queryable,
  { company, collection }: { company: string; collection: string },
  records: readonly NativeRecord[],
): Promise<void> {
  await database.query(
    `INSERT INTO sandbox.records (company, collection, id, position, updated_at, body)
     SELECT $1, $2, body->>'id', position + last, (body->>'updated_at')::timestamptz, body
     FROM jsonb_array_elements($3) WITH ORDINALITY AS list(body, position),
       (SELECT coalesce(max(position), 0) AS last FROM sandbox.records WHERE company = $1 AND collection = $2) AS before`,
    [company, collection, JSON.stringify(records)],
  );
}

/** Each file shows the record that names it. */
async function storeFiles(database: Queryable, company: string, records: CompanyBooks["records"]) {
  const owners = new Map<unknown, NativeRecord>();
  for (const record of [...records.values()].flat())
    for (const file of [record["files"], record["file_id"], record["document_id"]].flat()) owners.set(file, record);
  const stored: NativeRecord[] = [];
  for (const file of records.get("files") ?? []) {
    const bytes = pdf(String(file["file_name"]), describe(owners.get(file.id) ?? file));
    stored.push({ ...file, size: bytes.length });
    await database.query("INSERT INTO sandbox.file_chunks VALUES ($1, $2, 0, $3)", [company, file.id, bytes]);
  }
  return stored;
}

async function storeLedger(
  database: Queryable,
  company: string,
  { entries, progress }: { entries: Iterable<NativeEntry>; progress: (done: number) => void },
): Promise<void> {
  let done = 0;
  for (const batch of batches(entries)) {
    await storeBatch(database, company, batch);
    progress((done += batch.length));
  }
  const { rows } = await database.query<{ last: string }>(
    "SELECT coalesce(max(number), 0) AS last FROM sandbox.entries WHERE company = $1",
    [company],
  );
  if (Number(rows[0]?.last) !== done) throw new Error(`The ledger of ${company} has gaps in its numbers.`);
}

function* batches<Item>(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    if (batch.push(item) < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export async function seedDatabase(
  client: Queryable,
  { day, entries, progress = () => {} }: SeedOptions,
): Promise<void> {
  const { environments, companies } = makeBooks({ day, entries });
  const of = companies.reduce((sum, { entryCount }) => sum + entryCount, 0);
  await storeEnvironments(client, environments);
  let before = 0;
  for (const [index, books] of companies.entries()) {
    await storeCompany(client, books, index);
    const report = (done: number) => progress(before + done, of);
    await storeLedger(client, books.company.id, { entries: books.entries(), progress: report });
    before += books.entryCount;
  }
  await client.query("INSERT INTO sandbox.filling (day, entries) VALUES ($1, $2)", [day, of]);
}
