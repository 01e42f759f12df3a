/** Reads Odoo's records in the form that mappings need: empty values instead of `false`, and linked records in place of their ids. */
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { readCached } from "../../kit/reading.ts";
import { ask, localTimeOf, type Question } from "./rpc.ts";

/** Odoo's conditions: clauses that all have to hold, and prefix operators for alternatives. */
export type Clause = readonly [field: string, operator: string, value: unknown];
export type Domain = readonly (Clause | "|" | "&" | "!")[];

const operators = <Operator extends "|" | "&">(operator: Operator, count: number): Operator[] =>
  Array.from({ length: Math.max(0, count) }, () => operator);

/** At least one of the alternatives has to hold. Each consists of several clauses. */
export const either = (...alternatives: readonly (readonly Clause[])[]): Domain => [
  ...operators("|", alternatives.length - 1),
  ...alternatives.flatMap((clauses) => [...operators("&", clauses.length - 1), ...clauses]),
];

/** Matches no record. */
export const noRecords: Domain = [["id", "=", 0]];

/** A model and the fields to read. */
export interface Source {
  readonly model: string;
  /** Fields that a version or installation lacks are not requested. */
  readonly fields: readonly string[];
  /** The fields to read of linked records, by field. */
  readonly links?: Readonly<Record<string, Source>>;
  /** Links to parts of the record. Changing a part counts as changing the record. */
  readonly parts?: readonly string[];
  /** Whether the record belongs to one company only, rather than to a parent company or to all. */
  readonly singleCompany?: true;
  /** Whether the records hardly ever change, such as journals, and are cached. */
  readonly cached?: true;
  /** Whether a user without the right to read it still gets the record, with less detail. */
  readonly optional?: true;
}

export interface Native {
  readonly id: number;
  readonly [field: string]: unknown;
}

export type Fields = Readonly<Record<string, { readonly type: string }>>;

/** The fields of a model that this installation has and the user may see. */
export const known = (session: Session, model: string): Promise<Fields> =>
  readCached(session, `fields of ${model}`, () =>
    ask<Fields>(session, { model, method: "fields_get", args: { allfields: [], attributes: ["type"] } }),
  );

/** Version 18 shares accounts between companies. Branches use the records of their parent. */
export function companyDomain({ singleCompany }: Source, fields: Fields, company: string | undefined): Domain {
  if (company === undefined) return [];
  const id = Number(company);
  if ("company_ids" in fields) return [["company_ids", "parent_of", [id]]];
  if (!("company_id" in fields)) return [];
  if (singleCompany) return [["company_id", "=", id]];
  const shared: Clause = ["company_id", "=", false];
  return either([shared], [["company_id", "parent_of", [id]]]);
}

/** Keeps the vendor's record next to the converted one. */
const raw = Symbol("raw");
export const rawOf = (native: unknown): unknown => (native as { readonly [raw]?: unknown })[raw] ?? native;

const isLabelled = (value: unknown): value is readonly [id: number, label: string] =>
  Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "string";

/** The ids in a field: one with a label, several, or the keys of a distribution, `{"4": 60, "5,7": 40}`. */
function idsIn(value: unknown): readonly number[] {
  if (isLabelled(value)) return [value[0]];
  if (Array.isArray(value)) return value as readonly number[];
  if (typeof value !== "object" || value === null) return [];
  return [...new Set(Object.keys(value).flatMap((key) => key.split(",")))].map(Number).filter(Number.isInteger);
}

/** Reads the linked records of all rows together. */
async function linked(session: Session, source: Source, ids: readonly number[]): Promise<ReadonlyMap<number, Native>> {
  const name = `records of ${source.model}`;
  const known = (source.cached && (session.memory.get(name) as ReadonlyMap<number, Native> | undefined)) || emptyMap;
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  const records = new Map([...known, ...(await fetched(session, source, missing).catch(unless(source)))]);
  if (source.cached) session.memory.set(name, records);
  return records;
}

const emptyMap: ReadonlyMap<number, Native> = new Map();

const unless =
  ({ optional }: Source) =>
  (error: unknown): typeof emptyMap => {
    if (optional && error instanceof Failure && error.code === "target_forbidden") return emptyMap;
    throw error;
  };

async function fetched(session: Session, source: Source, ids: readonly number[]): Promise<ReadonlyMap<number, Native>> {
  const rows = await read<Native>(session, source, (fields) => ({ method: "read", ids, args: { fields } }));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads records with their linked records, by any method. */
export async function read<Own>(
  session: Session,
  source: Source,
  question: (fields: readonly string[]) => Omit<Question, "model">,
): Promise<readonly Own[]> {
  const { model } = source;
  const fields = await known(session, model);
  const names = [...source.fields, "create_date", "write_date"].filter((name) => name in fields);
  const rows = await ask<readonly Native[]>(session, { model, ...question(names) });
  const links = await linksOf(session, source, rows);
  const steps = source.fields.map((name) => ({
    isFlag: fields[name]?.type === "boolean",
    records: links.get(source.links?.[name]),
    labelled: new Map(),
  }));
  const moments = source.fields.filter((name) => fields[name]?.type === "datetime");
  const local = await localTimeOf(session);
  const today = local(Date.now()).slice(0, 10);
  return rows.map((row) => {
    const copy = copyOf(row, source.fields, steps);
    copy["today"] = today;
    for (const name of moments) copy[name] = shownTime(copy[name], local);
    return stamped(copy, source) as Own;
  });
}

/** Odoo sends times in UTC and shows them in the user's time zone: `2026-08-08 22:30:00` is the 9th in Berlin. */
function shownTime(moment: unknown, local: (at: number) => string): unknown {
  const at = typeof moment === "string" ? Date.parse(`${moment.replace(" ", "T")}Z`) : Number.NaN;
  return Number.isNaN(at) ? moment : local(at);
}

type Found = ReadonlyMap<Source | undefined, ReadonlyMap<number, Native>>;

/** Several fields may link to records of one source, which are read together. */
async function linksOf(session: Session, { links = {} }: Source, rows: readonly Native[]): Promise<Found> {
  const sources = [...Map.groupBy(Object.entries(links), ([, source]) => source)];
  return new Map(
    await Promise.all(
      sources.map(async ([source, fields]) => {
        const ids = new Set<number>();
        for (const row of rows) for (const [field] of fields) for (const id of idsIn(row[field])) ids.add(id);
        return [source, ids.size === 0 ? emptyMap : await linked(session, source, [...ids])] as const;
      }),
    ),
  );
}

/** How a field is read, prepared once for all rows of a list. */
interface Step {
  readonly isFlag: boolean;
  readonly records: ReadonlyMap<number, Native> | undefined;
  /** The converted links by id: many rows link to the same record. */
  readonly labelled: Map<number, unknown>;
}

interface Copied extends Native {
  changed: string;
  [field: string]: unknown;
}
interface MutableCopy {
  readonly id: number;
  changed: string;
  [field: string | symbol]: unknown;
}
/** Copies a row: `false` becomes absent unless it is a flag, and links become the records they lead to. */
function copyOf(row: Native, names: readonly string[], steps: readonly Step[]): Copied {
  const copy: MutableCopy = {
    id: row.id,
    create_date: row["create_date"],
    write_date: row["write_date"],
    changed: "",
    [raw]: row,
  };
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    const step = steps[index];
    const value = row[name];
    copy[name] = step !== undefined && (value === false || typeof value === "object") ? convert(value, step) : value;
  }
  return copy;
}

/** Adds the latest change of the record or of its parts. */
function stamped(native: Copied, { parts = [] }: Source): Native {
  let changed = (native["write_date"] || native["create_date"] || "") as string;
  for (const part of parts)
    for (const below of partsIn(native[part])) if (below.changed > changed) ({ changed } = below);
  native.changed = changed;
  return native;
}

/** A link leads to one record or to several. */
const partsIn = (value: unknown): readonly { readonly changed: string }[] =>
  Array.isArray(value) ? value : value ? [value as { changed: string }] : [];

function convert(value: unknown, { isFlag, records, labelled }: Step): unknown {
  if (value === false) return isFlag ? false : undefined;
  if (!isLabelled(value)) return records === undefined ? value : recordsOf(idsIn(value), records);
  const [id, label] = value;
  const link = labelled.get(id) ?? { id, label, ...records?.get(id) };
  labelled.set(id, link);
  return link;
}

function recordsOf(ids: readonly number[], available: ReadonlyMap<number, Native>): readonly Native[] {
  const records: Native[] = [];
  for (const id of ids) {
    const record = available.get(id);
    if (record !== undefined) records.push(record);
  }
  return records;
}
