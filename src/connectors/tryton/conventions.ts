/** Conventions of Tryton's lists: a model, the fields to read, and a domain of conditions. */
import type { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { type Mapped, type ModelReader, modelReads, type Search } from "../../kit/models/reading.ts";
import { askIn, contextOf, momentValue, plain } from "./rpc.ts";
import type { Identified, Stamped } from "./types.ts";

/** `["state", "=", "posted"]`, or several conditions after "OR". */
export type Clause = readonly unknown[];
export type Domain = readonly Clause[];

/** A model and the fields to read. */
export interface Source {
  readonly model: string;
  /** Including fields of linked records: `number party.name lines(type taxes.rate)`. */
  readonly fields: string;
  /** The field with the company. A user may see the books of several companies at once. */
  readonly company?: string;
  readonly domain?: Domain | ((session: Session) => Promise<Domain>);
  /** Whether the model has archived records, which are hidden by default. */
  readonly archived?: true;
  /** The values of the context besides the company. */
  readonly context?: object;
  /** Parts of the record. Changing a part counts as changing the record, although its own stamp stays. */
  readonly parts?: readonly string[];
  /** Further facts that the mapping and the filters need. */
  readonly readFacts?: (session: Session) => Promise<object>;
}

export type Kind<Record, Native> = Source & Mapped<Record, Native>;

/** Keeps the vendor's record next to the converted one. */
const raw = Symbol("raw");
export const rawOf = (native: unknown): unknown => (native as { readonly [raw]?: unknown })[raw] ?? native;

function fieldsOf({ fields, parts = [] }: Source): readonly string[] {
  const within = [""];
  const names: string[] = [];
  const stamps = ["", ...parts].map((part) => `${part}(create_date write_date)`);
  for (const [word] of `${fields} ${stamps.join(" ")}`.matchAll(/[\w.]*\(|[\w.]+|\)/g)) {
    const path = [within.at(-1), word.replace("(", "")].filter(Boolean).join(".");
    if (word === ")") within.pop();
    else if (word.endsWith("(")) within.push(path);
    else names.push(path);
  }
  return names;
}

const stampOf = ({ write_date: written, create_date: created }: Stamped): string => written ?? created ?? "";

/** The record in the form that mappings read. */
function nativeOf(row: unknown, { parts = [] }: Source, facts?: object): unknown {
  const native = plain(row) as Stamped & Readonly<Record<string, readonly Stamped[] | undefined>>;
  const below = parts.flatMap((part) => native[part] ?? []);
  const rawBelow = parts.flatMap((part) => (row as Readonly<Record<string, unknown>>)[`${part}.`] ?? []);
  for (const [at, part] of below.entries()) Object.assign(part, { [raw]: rawBelow[at] });
  const stamps = [native, ...below].map(stampOf);
  return Object.assign(native, facts, { changed: stamps.toSorted().at(-1), [raw]: row });
}

const since = (at: Date): Clause => [
  "OR",
  [["write_date", ">=", momentValue(at)]],
  [
    ["write_date", "=", null],
    ["create_date", ">=", momentValue(at)],
  ],
];

const changedSince = (at: Date, parts: readonly string[] = []): Domain => [
  ["OR", ...since(at).slice(1), ...parts.map((part) => [[part, "where", [since(at)]]])],
];

async function domainOf({ domain = [], company }: Source, session: Session): Promise<Domain> {
  const conditions = typeof domain === "function" ? await domain(session) : domain;
  return company === undefined ? conditions : [...conditions, [company, "=", Number(session.company)]];
}

/** Only the context reliably shows archived records: a condition on `active` does not reach linked records. */
const reader =
  ({ model, archived, context }: Source, session: Session) =>
  <Result>(method: string, ...params: readonly unknown[]) =>
    askIn<Result>(
      session,
      { ...contextOf(session), ...context, ...(archived && { active_test: false }) },
      `model.${model}.${method}`,
      ...params,
    );

export const reading: ModelReader<Source> = {
  search: async <Native>(
    session: Session,
    kind: Source,
    { domain, offset = 0, limit, order = [["id", "ASC"]], facts }: Search,
  ) => {
    const conditions = [...domain, ...(await domainOf(kind, session))];
    const params = [conditions, offset, limit ?? null, order, fieldsOf(kind)];
    const rows = await reader(kind, session)<readonly unknown[]>("search_read", ...params);
    const more = facts ?? (rows.length === 0 ? undefined : await kind.readFacts?.(session));
    return rows.map((row) => nativeOf(row, kind, more) as Native);
  },
  count: async (session, kind, domain) =>
    reader(kind, session)<number>("search_count", [...domain, ...(await domainOf(kind, session))]),
  readFacts: async (session, kind) => kind.readFacts?.(session),
  changedSince: (at, { parts }) => changedSince(at, parts),
  includingArchived: (kind) => kind,
  rawOf,
  largest: 500,
};

export const { getOf, listOf, readOne, partReadsOf, partsOf, readsOf } = modelReads(reading);

/** All records of a domain in one request, for the few parts of a record. */
export const select = <Native>(
  session: Session,
  kind: Source,
  domain: readonly unknown[],
): Promise<readonly Native[]> => reading.search<Native>(session, kind, { domain });

/** The id of the first match, or the given refusal. */
export async function idFor(session: Session, where: Omit<Source, "fields">, domain: Domain, refusal: Failure) {
  const [record] = await select<Identified>(session, { ...where, fields: "id" }, domain);
  if (record === undefined) throw refusal;
  return record.id;
}
