/** Reads Odoo's records as mappings want them: nothing instead of `false`, and what a field refers to in its place. */
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { ask, type Question } from "./rpc.ts";

/** Conditions as Odoo takes them: clauses that all have to hold, and operators in front of those that need not. */
export type Clause = readonly [field: string, operator: string, value: unknown];
export type Domain = readonly (Clause | "|" | "&")[];

const operators = <Operator extends "|" | "&">(operator: Operator, count: number): Operator[] =>
  Array.from({ length: Math.max(0, count) }, () => operator);

/** One of these has to hold, each of them several clauses. */
export const either = (...alternatives: readonly (readonly Clause[])[]): Domain => [
  ...operators("|", alternatives.length - 1),
  ...alternatives.flatMap((clauses) => [...operators("&", clauses.length - 1), ...clauses]),
];

/** What nothing fits. */
export const nothing: Domain = [["id", "=", 0]];

/** Where a kind of record is, and what of it is read. */
export interface Source {
  readonly model: string;
  /** Those that a version or installation does not have are not asked for. */
  readonly fields: readonly string[];
  /** What is read of the records that a field refers to. */
  readonly links?: Readonly<Record<string, Source>>;
  /** Links to what belongs to the record: a change of that is a change of the record. */
  readonly parts?: readonly string[];
  /** Whether it belongs to one company; otherwise to that, to one above it, or to all. */
  readonly own?: true;
  /** Whether it hardly ever changes, such as a journal: what was read of it is remembered for a while. */
  readonly kept?: true;
  /** Whether who may read the record need not be allowed to read this: without it there is less to tell. */
  readonly optional?: true;
}

export interface Native {
  readonly id: number;
  readonly [field: string]: unknown;
}

export type Fields = Readonly<Record<string, { readonly type: string }>>;

/** The fields that this installation has of a model, and that the user may see. */
export async function known(session: Session, model: string): Promise<Fields> {
  const name = `fields of ${model}`;
  const kept = session.memory.get(name) as Fields | undefined;
  if (kept !== undefined) return kept;
  const args = { allfields: [], attributes: ["type"] };
  const fields = await ask<Fields>(session, { model, method: "fields_get", args });
  session.memory.set(name, fields);
  return fields;
}

/** Version 18 shares accounts between companies; branches use what their parent has. */
export function companyDomain({ own }: Source, fields: Fields, company: string | undefined): Domain {
  if (company === undefined) return [];
  const id = Number(company);
  if ("company_ids" in fields) return [["company_ids", "parent_of", [id]]];
  if (!("company_id" in fields)) return [];
  if (own) return [["company_id", "=", id]];
  const shared: Clause = ["company_id", "=", false];
  return either([shared], [["company_id", "parent_of", [id]]]);
}

/** Where the vendor's own record is kept, beside what was made of it. */
const raw = Symbol("raw");
export const rawOf = (native: unknown): unknown => (native as { readonly [raw]?: unknown })[raw] ?? native;

const isLabelled = (value: unknown): value is readonly [id: number, label: string] =>
  Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "string";

/** The ids in a field: one with a label, several, or those that shares are given of, `{"4": 60, "5,7": 40}`. */
function idsIn(value: unknown): readonly number[] {
  if (isLabelled(value)) return [value[0]];
  if (Array.isArray(value)) return value as readonly number[];
  if (typeof value !== "object" || value === null) return [];
  return [...new Set(Object.keys(value).flatMap((each) => each.split(",")))].map(Number).filter(Number.isInteger);
}

/** Read together for all the records that refer to them. */
async function linked(session: Session, source: Source, ids: readonly number[]): Promise<ReadonlyMap<number, Native>> {
  const name = `records of ${source.model}`;
  const kept = (source.kept && (session.memory.get(name) as ReadonlyMap<number, Native> | undefined)) || none;
  const missing = ids.filter((id) => !kept.has(id));
  if (missing.length === 0) return kept;
  const all = new Map([...kept, ...(await fetched(session, source, missing).catch(unless(source)))]);
  if (source.kept) session.memory.set(name, all);
  return all;
}

const none: ReadonlyMap<number, Native> = new Map();

const unless =
  ({ optional }: Source) =>
  (error: unknown): typeof none => {
    if (optional && error instanceof Failure && error.code === "target_forbidden") return none;
    throw error;
  };

async function fetched(session: Session, source: Source, ids: readonly number[]): Promise<ReadonlyMap<number, Native>> {
  const rows = await read<Native>(session, source, (fields) => ({ method: "read", ids, args: { fields } }));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Records with what they refer to, by whichever method. */
export async function read<Own>(
  session: Session,
  source: Source,
  question: (fields: readonly string[]) => Omit<Question, "model">,
): Promise<readonly Own[]> {
  const { model } = source;
  const fields = await known(session, model);
  const names = [...source.fields, "create_date", "write_date"].filter((name) => name in fields);
  const rows = await ask<readonly Native[]>(session, { model, ...question(names) });
  const found = await linksOf(session, source, rows);
  const plan = new Map(
    names.map((name): [string, Step] => [
      name,
      { isFlag: fields[name]?.type === "boolean", found: found.get(source.links?.[name]), labelled: new Map() },
    ]),
  );
  return rows.map((row) => nativeOf(row, source, plan) as Own);
}

type Found = ReadonlyMap<Source | undefined, ReadonlyMap<number, Native>>;

/** Several fields may refer to records of one source: they are read together. */
async function linksOf(session: Session, { links = {} }: Source, rows: readonly Native[]): Promise<Found> {
  const found = new Map<Source | undefined, ReadonlyMap<number, Native>>();
  for (const [source, same] of Map.groupBy(Object.entries(links), ([, each]) => each)) {
    const ids = new Set<number>();
    for (const row of rows) for (const [field] of same) for (const id of idsIn(row[field])) ids.add(id);
    found.set(source, ids.size === 0 ? none : await linked(session, source, [...ids]));
  }
  return found;
}

/** How each field is read: the same for all rows, and a list has thousands. */
interface Step {
  readonly isFlag: boolean;
  readonly found: ReadonlyMap<number, Native> | undefined;
  /** What was made of those with a label: many rows refer to the same. */
  readonly labelled: Map<number, unknown>;
}

/** A copy of the row in which little is replaced: to put one together field by field takes longer. */
function nativeOf(row: Native, { parts = [] }: Source, plan: ReadonlyMap<string, Step>): unknown {
  const native: { [field: string]: unknown; changed: string } = { ...row, changed: "", [raw]: row };
  for (const name in row) {
    const value = row[name];
    if (value === false || typeof value === "object") native[name] = placed(value, plan.get(name));
  }
  native.changed = (row["write_date"] || row["create_date"] || "") as string;
  for (const part of parts)
    for (const { changed } of partsIn(native[part])) if (changed > native.changed) native.changed = changed;
  return native;
}

/** A link is to one record or to several. */
const partsIn = (value: unknown): readonly { readonly changed: string }[] =>
  Array.isArray(value) ? value : value ? [value as { changed: string }] : [];

function placed(value: unknown, step: Step | undefined): unknown {
  if (step === undefined) return undefined;
  const { isFlag, found, labelled } = step;
  if (value === false) return isFlag ? false : undefined;
  if (!isLabelled(value)) return found === undefined ? value : idsIn(value).flatMap((id) => found.get(id) ?? []);
  const [id, label] = value;
  const made = labelled.get(id) ?? { id, label, ...found?.get(id) };
  labelled.set(id, made);
  return made;
}
