/** How the checks read: complete lists, cached, and the ids for paths with parameters. */
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
/** The values of an enum schema. */
export const valuesOf = (schema: TSchema | undefined): readonly string[] | undefined =>
  Reflect.get(schema ?? {}, "enum") as readonly string[] | undefined;
export const isPaged = (id: OperationId): boolean => "page" in operationOf(id).query;

/** The connector's operations of a kind, without lists that run as tasks. */
export const offeredOperations = ({ connector }: Pick<Facts, "connector">, kind: Operation["kind"]): OperationId[] =>
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

export const pathParameters = (id: OperationId): string[] =>
  [...operationOf(id).path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

export interface Walk {
  readonly ids?: Ids;
  readonly query?: Query;
  readonly limit?: 5 | 10 | 20 | 50 | 100;
}

const mostPages = 1000;
const isShortened = (warning: string): boolean => warning.includes("pages may be shorter");

/** Reads page by page until a page is not full. */
export async function walk(
  stage: Stage,
  id: OperationId,
  { ids = {}, query = {}, limit = 100 }: Walk = {},
): Promise<ReadList> {
  const paged = isPaged(id);
  const rows: Row[] = [];
  let total: number | undefined;
  for (let page = 1; page <= mostPages; page++) {
    const pageQuery = { ...(await requiredQuery(stage, id)), ...query, ...(paged && { page, limit }) };
    const answer = await stage.ask(id, { ids, query: pageQuery });
    if (answer.status !== 200)
      return { rows, total, pages: page, problems: [`${id}: page ${page} with limit ${limit} ${outcome(answer)}`] };
    const data = answer.body.data as Row[];
    if (page > 1 && data.length > 0 && nameOf(data[0]) === nameOf(rows.at(-limit)))
      return {
        rows,
        total,
        pages: page,
        problems: [`${id}: page ${page} with limit ${limit} repeats the records of the page before`],
      };
    rows.push(...data);
    total ??= answer.body.meta?.pagination?.["total"];
    // A page may be short if the service filters records that the vendor cannot filter.
    const isShort = answer.body.meta?.warnings?.some(isShortened) && total !== undefined;
    const isLast = isShort ? page * limit >= (total ?? 0) : data.length < limit;
    if (!paged || isLast) return { rows, total, pages: page, problems: [] };
  }
  return { rows, total, pages: mostPages, problems: [`${id}: does not end after ${mostPages} pages of ${limit}`] };
}

export const outcome = ({ status, body }: Answer): string => {
  const [error] = body.errors ?? [];
  return error === undefined
    ? `returns ${status}`
    : `returns ${status} ${error.code}: ${error.targetMessage ?? error.message}`;
};

/** The query that the facts want with every call. */
export async function queryFromFacts(stage: Stage, id: OperationId): Promise<Query | undefined> {
  const query = stage.facts.always?.[id];
  return typeof query === "function" ? query({ id: (list, fits) => idIn(stage, list, fits) }) : query;
}

/** The id of the list's first matching record. */
export async function idIn(stage: Stage, list: OperationId, fits: (row: Row) => boolean = () => true): Promise<string> {
  const found = (await allRows(stage, list)).find(fits);
  if (found === undefined) throw new Error(`${list} has no matching record`);
  return idOf(found);
}

/** The query that every call of a list needs: from the facts, or a fiscal year if the list requires one. */
export async function requiredQuery(stage: Stage, id: OperationId): Promise<Query> {
  const query = await queryFromFacts(stage, id);
  if (query !== undefined) return query;
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
  const years = stage.facts.connector.operations["fiscalYears.list"] ? await allRows(stage, "fiscalYears.list") : [];
  const starts = years.map(({ startDate }) => String(startDate)).filter((start) => start <= today);
  return (starts.toSorted().at(-1) ?? `${today.slice(0, 4)}-01-01`).slice(0, 10);
}

/** The complete list, read once and cached. */
export function cachedWalk(stage: Stage, id: OperationId, ids: Ids = {}): Promise<ReadList> {
  const { lists } = stage.notes;
  const name = `${id} ${JSON.stringify(ids)}`;
  const found = lists.get(name) ?? walk(stage, id, { ids });
  lists.set(name, found);
  return found;
}

export const allRows = async (stage: Stage, id: OperationId, ids?: Ids): Promise<readonly Row[]> =>
  (await cachedWalk(stage, id, ids)).rows;

/** A single record, read once and cached. */
export function cachedRecord(stage: Stage, id: OperationId, ids: Ids): Promise<Answer> {
  const { singles } = stage.notes;
  const name = `${id} ${JSON.stringify(ids)}`;
  const found = singles.get(name) ?? stage.ask(id, { ids });
  singles.set(name, found);
  return found;
}

/** Master data: writing a document does not change it. */
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

/** Empties the cache after a write, except for other kinds of master data. A deletion may affect any record. */
export function forget({ notes: { lists, singles } }: Stage, written?: OperationId): void {
  singles.clear();
  const kindOf = (name: string): string => name.slice(0, name.indexOf("."));
  const kind = written === undefined || written.endsWith(".delete") ? undefined : kindOf(written);
  for (const name of lists.keys())
    if (kind === undefined || kind === kindOf(name) || !masters.has(kindOf(name))) lists.delete(name);
}

const mostCandidates = 30;
const mostPathIds = 6;

/** Ids for an operation's path that lead to records. `[{}]` if the path has no parameters. */
export async function pathIds(stage: Stage, id: OperationId): Promise<readonly Ids[]> {
  const idsFromFacts = stage.facts.ids?.[id];
  if (idsFromFacts !== undefined) return [idsFromFacts];
  const [first, second] = pathParameters(id);
  if (first === undefined) return [{}];
  const parents = await parentIds(stage, id, first);
  if (second === undefined) return parents;
  const list = `${id.split(".").slice(0, -1).join(".")}.list` as OperationId;
  if (stage.facts.connector.operations[list] === undefined) return [];
  const found: Ids[] = [];
  for (const parent of parents) {
    const [row] = await allRows(stage, list, parent);
    if (row !== undefined) found.push({ ...parent, [second]: idOf(row) });
    if (found.length === mostPathIds) break;
  }
  return found;
}

async function parentIds(stage: Stage, id: OperationId, name: string): Promise<Ids[]> {
  const list = `${id.split(".")[0]}.list` as OperationId;
  if (stage.facts.connector.operations[list] === undefined) return [];
  const rows = await allRows(stage, list);
  const largest = rows.toSorted((left, right) => listLength(right) - listLength(left)).slice(0, 3);
  const spread = goldenOrder(rows.length)
    .slice(0, mostCandidates)
    .map((index) => rows[index]);
  return [...new Set([...largest, ...spread].map(idOf))].map((found) => ({ [name]: found }));
}

/** Indexes spread over the list without a regular step, because simulators vary every fourth record or so. */
const goldenOrder = (length: number): number[] =>
  Array.from({ length }, (_, index) => Math.floor(((index * 0.618_033_988_75) % 1) * length));

const listLength = (row: Row): number =>
  Math.max(0, ...Object.values(row).map((value) => (Array.isArray(value) ? value.length : 0)));

/** Ids for a list's path. Below a record, only those whose list is not empty. */
export async function filledPathIds(stage: Stage, id: OperationId): Promise<readonly Ids[]> {
  const idSets = await pathIds(stage, id);
  if (pathParameters(id).length === 0) return idSets;
  const filled: Ids[] = [];
  for (const ids of idSets) {
    if ((await allRows(stage, id, ids)).length > 0) filled.push(ids);
    if (filled.length === mostPathIds) break;
  }
  return filled;
}
