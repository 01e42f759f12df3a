/** Where one write happens: its transaction, its company, its moment, and the records that it touches. */
import { randomUUID } from "node:crypto";
import type { NativeRecord } from "../books/types.ts";
import type { Queryable } from "../database.ts";
import { conflict, notFound, rejected } from "../refusal.ts";

export interface Desk {
  readonly client: Queryable;
  readonly company: string;
  /** With the company's offset. */
  readonly now: string;
  readonly today: string;
  readonly years: readonly FiscalYear[];
}

interface FiscalYear {
  readonly start_date: string;
  readonly end_date: string;
  readonly status: string;
}

/** The company's writes happen one after another, so that numbers have no gaps and sums miss nothing. */
export async function openDesk(client: Queryable, company: string, now: () => Date): Promise<Desk> {
  await client.query("SELECT FROM sandbox.companies WHERE id = $1 FOR NO KEY UPDATE", [company]);
  const { rows } = await client.query<{ body: FiscalYear }>(
    "SELECT body FROM sandbox.records WHERE company = $1 AND collection = 'fiscal-years' ORDER BY position",
    [company],
  );
  // After the wait for our turn: what is written later is later.
  const stamp = stampOf(now());
  return { client, company, now: stamp, today: stamp.slice(0, 10), years: rows.map(({ body }) => body) };
}

function stampOf(now: Date): string {
  const local = now.toLocaleString("sv-SE", { timeZone: "Europe/Berlin" }).replace(" ", "T");
  const hours = Math.round((Date.parse(`${local}Z`) - now.getTime()) / 3_600_000);
  return `${local}.${String(now.getUTCMilliseconds()).padStart(3, "0")}+0${hours}:00`;
}

export function mustBeOpen({ years }: Desk, date: string, field: string): void {
  const year = years.find(({ start_date, end_date }) => start_date <= date && date <= end_date);
  if (year === undefined) throw rejected(field, "is in no fiscal year of this company");
  if (year.status !== "open") throw rejected(field, "is in a fiscal year that is closed");
}

/** Today, or the nearest day that can still be booked on. */
export function bookingDay({ years, today }: Desk): string {
  const open = years.filter(({ status }) => status === "open");
  const [first, last] = [open[0]?.start_date ?? today, open.at(-1)?.end_date ?? today];
  return today < first ? first : today > last ? last : today;
}

export const newId = (prefix: string): string => `${prefix}-${randomUUID()}`;

/** The record that has this text in a field. */
export async function findBy(desk: Desk, collection: string, field: string, value: string) {
  const column = field === "id" ? "id" : `body->>'${field}'`;
  const { rows } = await desk.client.query<{ body: NativeRecord }>(
    `SELECT body FROM sandbox.records WHERE company = $1 AND collection = $2 AND ${column} = $3`,
    [desk.company, collection, value],
  );
  return rows[0]?.body;
}

export async function mustFindRecord(desk: Desk, collection: string, id: string): Promise<NativeRecord> {
  const found = id.includes("\0") ? undefined : await findBy(desk, collection, "id", id);
  if (found === undefined) throw notFound(`record in ${collection}`);
  return found;
}

/** Which of the values occur in this field. Several collections are separated by blanks. */
export async function known(desk: Desk, collections: string, field: string, values: readonly string[]) {
  const column = field === "id" ? "id" : `body->>'${field}'`;
  const { rows } = await desk.client.query<{ value: string }>(
    `SELECT ${column} AS value FROM sandbox.records
     WHERE company = $1 AND collection = ANY ($2) AND ${column} = ANY ($3)`,
    [desk.company, collections.split(" "), values],
  );
  return new Set(rows.map(({ value }) => value));
}

export async function putRecord(desk: Desk, collection: string, record: NativeRecord): Promise<void> {
  await desk.client.query(
    `INSERT INTO sandbox.records AS kept (company, collection, id, position, updated_at, body)
     SELECT $1, $2, $3, coalesce(max(position), 0) + 1, $4, $5 FROM sandbox.records WHERE company = $1 AND collection = $2
     ON CONFLICT (company, collection, id) DO UPDATE SET updated_at = excluded.updated_at, body = excluded.body`,
    [desk.company, collection, record.id, record.updated_at, JSON.stringify(record)],
  );
}

export async function removeRecord({ client, company }: Desk, collection: string, id: string): Promise<void> {
  await client.query("DELETE FROM sandbox.records WHERE company = $1 AND collection = $2 AND id = $3", [
    company,
    collection,
    id,
  ]);
}

export interface NumberRange {
  readonly field: string;
  /** What stands before the digits. */
  readonly prefix: string;
  readonly digits: number;
  /** Where the range begins, unless it has a number already. */
  readonly first: number;
  /** Collections in which a number must not occur twice. */
  readonly among: string;
}

export async function nextNumber(desk: Desk, { field, prefix, digits, first, among }: NumberRange): Promise<string> {
  const { rows } = await desk.client.query<{ last: string | null }>(
    `SELECT max(substr(body->>'${field}', $3)::bigint)::text AS last FROM sandbox.records
     WHERE company = $1 AND collection = ANY ($2) AND body->>'${field}' ~ $4`,
    [desk.company, among.split(" "), prefix.length + 1, `^${prefix}\\d{${digits},9}$`],
  );
  return `${prefix}${String(rows[0]?.last ? Number(rows[0].last) + 1 : first).padStart(digits, "0")}`;
}

/** No other record has this text in the field. */
export async function mustBeFree(
  desk: Desk,
  place: { collections: string; field: string },
  [value, id]: [unknown, string],
) {
  if (typeof value !== "string") return;
  const { rowCount } = await desk.client.query(
    `SELECT FROM sandbox.records WHERE company = $1 AND collection = ANY ($2) AND body->>'${place.field}' = $3 AND id <> $4`,
    [desk.company, place.collections.split(" "), value, id],
  );
  if (rowCount !== 0) throw conflict(`There is a record with this ${place.field} already.`, place.field);
}
