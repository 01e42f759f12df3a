/** How the checks read: whole lists, walked once and kept, and the ids that lead to what is below a record. */
import type { TSchema } from "typebox";
import type { GetHandler, ListHandler, WriteHandler } from "../../src/contract/connector.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { type OperationId, operations, operationTable } from "../../src/contract/operations.ts";
import type { ReadList } from "../../src/verify/pages.ts";
import { idOf, nameOf } from "../../src/verify/row.ts";
import type { Answer } from "../support/calling.ts";
import type { Row } from "../support/service.ts";
import type { Facts, Ids, Query } from "./facts.ts";
import type { Stage } from "./stage.ts";

export type AnyList = ListHandler<unknown>;
export type AnyWrite = WriteHandler<unknown, unknown>;

export const operationOf = (id: OperationId): Operation => operations[id];
/** The values that a schema lists, if it does. */
export const valuesOf = (schema: TSchema | undefined): readonly string[] | undefined =>
  Reflect.get(schema ?? {}, "enum") as readonly string[] | undefined;
export const isPaged = (id: OperationId): boolean => "page" in operationOf(id).query;

/** What a connector offers of a kind. A list that the vendor puts together in its own time is a task, and not here. */
export const offered = ({ connector }: Pick<Facts, "connector">, kind: Operation["kind"]): OperationId[] =>
  operationTable
    .filter(([id, operation]) => {
      const handler = connector.operations[id];
      return operation.kind === kind && handler !== undefined && !("start" in handler);
    })
    .map(([id]) => id);

export const listHandler = ({ facts }: Stage, id: OperationId) => facts.connector.operations[id] as unknown as AnyList;
export const getHandler = ({ facts }: Stage, id: OperationId) =>
  facts.connector.operations[id] as unknown as GetHandler<unknown>;
export const writeHandler = ({ facts }: Stage, id: OperationId) =>
  facts.connector.operations[id] as unknown as AnyWrite;

export const namesIn = (id: OperationId): string[] =>
  [...operationOf(id).path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

export interface Walk {
  readonly ids?: Ids;
  readonly query?: Query;
  readonly limit?: 5 | 10 | 20 | 50 | 100;
}

const mostPages = 1000;
const isShortened = (warning: string): boolean => warning.includes("pages may be shorter");

/** Page by page until one is not full. */
export async function walk(
  stage: Stage,
  id: OperationId,
  { ids = {}, query = {}, limit = 100 }: Walk = {},
): Promise<ReadList> {
  const paged = isPaged(id);
  const rows: Row[] = [];
  let total: number | undefined;
  for (let page = 1; page <= mostPages; page++) {
    const asked = { ...(await always(stage, id)), ...query, ...(paged && { page, limit }) };
    const answer = await stage.ask(id, { ids, query: asked });
    if (answer.status !== 200)
      return { rows, total, pages: page, problems: [`${id}: page ${page} with limit ${limit} ${outcome(answer)}`] };
    const data = answer.body.data as Row[];
    if (page > 1 && data.length > 0 && nameOf(data[0]) === nameOf(rows.at(-limit)))
      return {
        rows,
        total,
        pages: page,
        problems: [`${id}: page ${page} with limit ${limit} has the same records as the page before`],
      };
    rows.push(...data);
    total ??= answer.body.meta?.pagination?.["total"];
    // A page may be short where the service leaves records out that the vendor could not.
    const isShort = answer.body.meta?.warnings?.some(isShortened) && total !== undefined;
    const isLast = isShort ? page * limit >= (total ?? 0) : data.length < limit;
    if (!paged || isLast) return { rows, total, pages: page, problems: [] };
  }
  return { rows, total, pages: mostPages, problems: [`${id}: has no end, ${mostPages} pages of ${limit} were read`] };
}

export const outcome = ({ status, body }: Answer): string => {
  const [error] = body.errors ?? [];
  return error === undefined
    ? `answers ${status}`
    : `answers ${status} ${error.code}: ${error.targetMessage ?? error.message}`;
};

/** What the facts want to be sent with every call. */
export async function toldAlways(stage: Stage, id: OperationId): Promise<Query | undefined> {
  const told = stage.facts.always?.[id];
  return typeof told === "function" ? told({ id: (list, fits) => idIn(stage, list, fits) }) : told;
}

/** The id of the first record of a list that fits. */
export async function idIn(stage: Stage, list: OperationId, fits: (row: Row) => boolean = () => true): Promise<string> {
  const found = (await whole(stage, list)).find(fits);
  if (found === undefined) throw new Error(`${list} has no record that fits`);
  return idOf(found);
}

/** What every call of a list needs: as told, or a fiscal year where the list cannot do without. */
export async function always(stage: Stage, id: OperationId): Promise<Query> {
  const told = await toldAlways(stage, id);
  if (told !== undefined) return told;
  const required = Object.entries(operationOf(id).query).filter(([, { required }]) => required === true);
  const names = new Set([...required.map(([name]) => name), ...listHandler(stage, id).requires]);
  const start = names.has("fiscalYearStartDate") || names.has("fiscalYear") ? await fiscalYearStart(stage) : "";
  return {
    ...(names.has("fiscalYearStartDate") && { fiscalYearStartDate: start }),
    ...(names.has("fiscalYear") && { fiscalYear: start.slice(0, 4) }),
  };
}

async function fiscalYearStart(stage: Stage): Promise<string> {
  const today = new Date(stage.simulator.now()).toISOString();
  const years = stage.facts.connector.operations["fiscalYears.list"] ? await whole(stage, "fiscalYears.list") : [];
  const starts = years.map(({ startDate }) => String(startDate)).filter((start) => start <= today);
  return (starts.toSorted().at(-1) ?? `${today.slice(0, 4)}-01-01`).slice(0, 10);
}

/** Read once, and kept: what checks compare with. */
export function walked(stage: Stage, id: OperationId, ids: Ids = {}): Promise<ReadList> {
  const { lists } = stage.notes;
  const name = `${id} ${JSON.stringify(ids)}`;
  const found = lists.get(name) ?? walk(stage, id, { ids });
  lists.set(name, found);
  return found;
}

export const whole = async (stage: Stage, id: OperationId, ids?: Ids): Promise<readonly Row[]> =>
  (await walked(stage, id, ids)).rows;

/** A single record, read once and kept. */
export function single(stage: Stage, id: OperationId, ids: Ids): Promise<Answer> {
  const { singles } = stage.notes;
  const name = `${id} ${JSON.stringify(ids)}`;
  const found = singles.get(name) ?? stage.ask(id, { ids });
  singles.set(name, found);
  return found;
}

/** What documents are made of: writing one changes none of these. */
const masters = new Set([
  "accounts",
  "contacts",
  "customers",
  "items",
  "paymentTerms",
  "suppliers",
  "taxRates",
  "units",
]);

/** After a write: everything, but masters of another kind. What a deletion takes along is not known. */
export function forget({ notes: { lists, singles } }: Stage, written?: OperationId): void {
  singles.clear();
  const kindOf = (name: string): string => name.slice(0, name.indexOf("."));
  const kind = written === undefined || written.endsWith(".delete") ? undefined : kindOf(written);
  for (const name of lists.keys())
    if (kind === undefined || kind === kindOf(name) || !masters.has(kindOf(name))) lists.delete(name);
}

const mostCandidates = 30;
const mostPlaces = 6;

/** The ids with which an operation leads somewhere; [{}] where its path has none. */
export async function places(stage: Stage, id: OperationId): Promise<readonly Ids[]> {
  const told = stage.facts.ids?.[id];
  if (told !== undefined) return [told];
  const [first, second] = namesIn(id);
  if (first === undefined) return [{}];
  const parents = await parentIds(stage, id, first);
  if (second === undefined) return parents;
  const list = `${id.split(".").slice(0, -1).join(".")}.list` as OperationId;
  if (stage.facts.connector.operations[list] === undefined) return [];
  const found: Ids[] = [];
  for (const parent of parents) {
    const [row] = await whole(stage, list, parent);
    if (row !== undefined) found.push({ ...parent, [second]: idOf(row) });
    if (found.length === mostPlaces) break;
  }
  return found;
}

async function parentIds(stage: Stage, id: OperationId, name: string): Promise<Ids[]> {
  const list = `${id.split(".")[0]}.list` as OperationId;
  if (stage.facts.connector.operations[list] === undefined) return [];
  const rows = await whole(stage, list);
  const largest = rows.toSorted((one, other) => listLength(other) - listLength(one)).slice(0, 3);
  const spread = goldenOrder(rows.length)
    .slice(0, mostCandidates)
    .map((index) => rows[index]);
  return [...new Set([...largest, ...spread].map(idOf))].map((found) => ({ [name]: found }));
}

/** Spread over the whole, and in no step with what only every fourth record has. */
const goldenOrder = (length: number): number[] =>
  Array.from({ length }, (_, index) => Math.floor(((index * 0.618_033_988_75) % 1) * length));

const listLength = (row: Row): number =>
  Math.max(0, ...Object.values(row).map((value) => (Array.isArray(value) ? value.length : 0)));

/** Lists at their places: of what is below a record, those that are not empty. */
export async function filledPlaces(stage: Stage, id: OperationId): Promise<readonly Ids[]> {
  const all = await places(stage, id);
  if (namesIn(id).length === 0) return all;
  const filled: Ids[] = [];
  for (const ids of all) {
    if ((await whole(stage, id, ids)).length > 0) filled.push(ids);
    if (filled.length === mostPlaces) break;
  }
  return filled;
}
