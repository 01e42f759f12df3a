/** What Tryton's lists have in common: a model, the fields to read, and conditions as a domain. */
import type { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { type Mapped, type ModelReader, modelReads, type Search } from "../../kit/models/reading.ts";
import { askIn, contextOf, momentValue, plain } from "./rpc.ts";
import type { Identified, Stamped } from "./types.ts";

/** `["state", "=", "posted"]`, or several with "OR" before them. */
export type Clause = readonly unknown[];
export type Domain = readonly Clause[];

/** Where a kind of record is, and what of it is read. */
export interface Source {
  readonly model: string;
  /** Also of what it refers to: `number party.name lines(type taxes.rate)`. */
  readonly fields: string;
  /** Where it says whose it is; a user may see the books of several companies at once. */
  readonly company?: string;
  readonly domain?: Domain | ((session: Session) => Promise<Domain>);
  /** Whether it has archived records, which are hidden otherwise. */
  readonly archived?: true;
  /** What goes along beside the company. */
  readonly context?: object;
  /** What belongs to it: a change of that is a change of the record, although its own stamp stays. */
  readonly parts?: readonly string[];
  /** What else the mapping and the filters have to know. */
  readonly beside?: (session: Session) => Promise<object>;
}

export type Kind<Record, Native> = Source & Mapped<Record, Native>;

/** Where the vendor's own record is kept, beside what was made of it. */
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

/** The record as mappings read it. */
function nativeOf(row: unknown, { parts = [] }: Source, beside?: object): unknown {
  const native = plain(row) as Stamped & Readonly<Record<string, readonly Stamped[] | undefined>>;
  const below = parts.flatMap((part) => native[part] ?? []);
  const rawBelow = parts.flatMap((part) => (row as Readonly<Record<string, unknown>>)[`${part}.`] ?? []);
  for (const [at, part] of below.entries()) Object.assign(part, { [raw]: rawBelow[at] });
  const stamps = [native, ...below].map(stampOf);
  return Object.assign(native, beside, { changed: stamps.toSorted().at(-1), [raw]: row });
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
  const own = typeof domain === "function" ? await domain(session) : domain;
  return company === undefined ? own : [...own, [company, "=", Number(session.company)]];
}

/** Only the context shows archived records for sure: a condition on \`active\` does not reach into those below it. */
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
    { domain, offset = 0, limit, order = [["id", "ASC"]], beside }: Search,
  ) => {
    const wanted = [...domain, ...(await domainOf(kind, session))];
    const asked = [wanted, offset, limit ?? null, order, fieldsOf(kind)];
    const rows = await reader(kind, session)<readonly unknown[]>("search_read", ...asked);
    const more = beside ?? (rows.length === 0 ? undefined : await kind.beside?.(session));
    return rows.map((row) => nativeOf(row, kind, more) as Native);
  },
  count: async (session, kind, domain) =>
    reader(kind, session)<number>("search_count", [...domain, ...(await domainOf(kind, session))]),
  beside: async (session, kind) => kind.beside?.(session),
  changedSince: (at, { parts }) => changedSince(at, parts),
  whole: (kind) => kind,
  rawOf,
  largest: 500,
};

export const { getOf, listOf, one, partReadsOf, partsOf, readsOf } = modelReads(reading);

/** Those of a domain, without pages: for the few records that belong to something. */
export const select = <Native>(
  session: Session,
  kind: Source,
  domain: readonly unknown[],
): Promise<readonly Native[]> => reading.search<Native>(session, kind, { domain });

/** The id of the first that fits, or a refusal of what asked for it. */
export async function idFor(session: Session, where: Omit<Source, "fields">, domain: Domain, refusal: Failure) {
  const [found] = await select<Identified>(session, { ...where, fields: "id" }, domain);
  if (found === undefined) throw refusal;
  return found.id;
}
