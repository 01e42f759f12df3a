/**
 * A short list of the vendor, such as its tax rates, whose ids stand in its records while callers know their codes. One
 * description serves reads and writes:
 *
 *     const taxes = lookup<Tax>({ path: "/taxes", id: "id", code: "code", kind: "tax code" });
 *     const lookups = [taxes.at("tax_id", "tax")];
 *
 *     list({ path: "/invoices", map: invoice, lookups })       // each object with a `tax_id` also has its `tax`
 *     get({ path: "/invoices/{invoiceId}", map: invoice, lookups })
 *     write({ …, encoder: encoder({ taxCode: taxes.as("tax_id") }), lookups })
 */
import { Failure } from "../contract/failure.ts";
import type { Session } from "../contract/session.ts";
import { atPath } from "./encode.ts";
import { referencedRow } from "./referencedRow.ts";

export interface LookupDescription<Row> {
  /** The path of the vendor's list. */
  readonly path: string;
  /** The field with the id that other records contain. */
  readonly id: keyof Row & string;
  /** The field with the code that callers use. */
  readonly code: keyof Row & string;
  /** The kind of row in messages, in the singular: `tax code`. */
  readonly kind: string;
  /** Reads the complete list. By default, the reply is an array of all rows. */
  readonly read?: (session: Session, path: string) => Promise<readonly Row[]>;
}

export interface Lookup {
  /** Adds the row to every object of a record that has an id: `taxes.at("tax_id", "tax")`. */
  at(idField: string, rowField: string): LookupUse;
  /** Encodes a code as the vendor's id: `taxCode: taxes.as("tax_id")`. An unknown code is refused with the known ones. */
  as(...path: readonly string[]): ((code: string, input: unknown, field: string) => object) & {
    readonly path: readonly string[];
  };
}

/** A lookup and the fields that use it, for `lookups` of a list, a get or a write. */
export interface LookupUse {
  readonly table: LookupTable;
  readonly idField: string;
  readonly rowField: string;
}

interface LookupTable {
  readonly kind: string;
  /** The rows by id. `isFresh` reads them again, because an unknown id or code may be new. */
  rows(session: Session, isFresh?: boolean): Promise<ReadonlyMap<string, Fields>>;
  codeOf(row: Fields): string;
  idOf(row: Fields): unknown;
}

type Fields = Readonly<Record<string, unknown>>;

export function lookup<Row extends object>({ path, id, code, kind, read }: LookupDescription<Row>): Lookup {
  const readRows = read ?? (async (session: Session) => (await session.read(path)) as readonly Row[]);
  const table: LookupTable = {
    kind,
    codeOf: (row) => textOf(row[code]),
    idOf: (row) => row[id],
    rows: async (session, isFresh = false) => {
      const name = `lookup ${path}`;
      const known = session.memory.get(name);
      if (known instanceof Map && !isFresh) return known as ReadonlyMap<string, Fields>;
      const found = await ifAllowed(readRows(session, path));
      const rows = new Map((found as readonly Fields[]).map((row) => [textOf(row[id]), row]));
      session.memory.set(name, rows);
      return rows;
    },
  };
  return {
    at: (idField, rowField) => ({ table, idField, rowField }),
    as: (...fieldPath) =>
      Object.assign(
        (value: string, _input: unknown, field: string) => atPath(fieldPath, new CodeReference(table, value, field)),
        { path: fieldPath },
      ),
  };
}

/** A user who may not see the list gets records without the codes. */
async function ifAllowed<Row>(reading: Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && error.code === "target_forbidden") return [];
    throw error;
  }
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** A code in an encoded body, in the place of the id that `withIds` puts there. */
class CodeReference {
  readonly table: LookupTable;
  readonly code: string;
  readonly field: string;
  constructor(table: LookupTable, code: string, field: string) {
    this.table = table;
    this.code = code;
    this.field = field;
  }
}

/** The vendor's records without the rows that were added to them, for raw data. */
const originals = new WeakMap<object, unknown>();
export const originalOf = (native: unknown): unknown =>
  typeof native === "object" && native !== null ? (originals.get(native) ?? native) : native;

/** The records with the rows that they refer to. */
export async function withRows<Native>(
  natives: readonly Native[],
  uses: readonly LookupUse[],
  session: Session,
): Promise<readonly Native[]> {
  const joined = await Promise.all(uses.map(async (use) => ({ use, rows: await rowsFor(natives, use, session) })));
  return natives.map((native) => {
    const copy = joined.reduce((value: unknown, { use, rows }) => addRows(value, use, rows), native) as Native;
    if (typeof copy === "object" && copy !== null) originals.set(copy, native);
    return copy;
  });
}

/** A table that no record refers to is not read. */
async function rowsFor(
  natives: readonly unknown[],
  { table, idField }: LookupUse,
  session: Session,
): Promise<ReadonlyMap<string, Fields>> {
  const ids = idsIn(natives, idField);
  if (ids.length === 0) return new Map();
  const rows = await table.rows(session);
  return rows.size === 0 || ids.every((id) => rows.has(id)) ? rows : table.rows(session, true);
}

function idsIn(value: unknown, field: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => idsIn(item, field));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const id = name === field ? textOf(inner) : "";
    return id === "" ? idsIn(inner, field) : [id];
  });
}

function addRows(value: unknown, use: LookupUse, rows: ReadonlyMap<string, Fields>): unknown {
  if (Array.isArray(value)) return value.map((item) => addRows(item, use, rows));
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) copy[name] = addRows(inner, use, rows);
  const row = rows.get(textOf(copy[use.idField]));
  if (row !== undefined) copy[use.rowField] = row;
  return copy;
}

/** The tables that a body refers to, with the rows that it needs. */
export type LookupRows = ReadonlyMap<LookupTable, ReadonlyMap<string, Fields>>;

/** Reads the rows for a body. A table that lacks a code is read again, because the code may be new. */
export async function readLookups(body: unknown, session: Session): Promise<LookupRows> {
  const rows = new Map<LookupTable, ReadonlyMap<string, Fields>>();
  for (const { table, code } of referencesIn(body)) {
    const known = rows.get(table) ?? (await table.rows(session));
    const isKnown = known.values().some((row) => table.codeOf(row) === code);
    rows.set(table, isKnown ? known : await table.rows(session, true));
  }
  return rows;
}

function referencesIn(value: unknown): CodeReference[] {
  if (value instanceof CodeReference) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

/** The body with the vendor's ids in the place of codes. */
export function withIds(value: unknown, lookups: LookupRows): unknown {
  if (value instanceof CodeReference) {
    const { table, code, field } = value;
    const rows = [...(lookups.get(table)?.values() ?? [])];
    return table.idOf(referencedRow(rows, { field, value: code, kind: table.kind, key: table.codeOf }));
  }
  if (Array.isArray(value)) return value.map((item) => withIds(item, lookups));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner, lookups)]));
}
