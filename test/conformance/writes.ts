/** Writes: stored values read back unchanged, a repeated key writes once, and a dry run sends no write. */
import { randomUUID } from "node:crypto";
import type { Exchange } from "../../simulators/start.ts";
import type { FieldTable } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { idOf } from "../../src/verify/row.ts";
import type { Answer } from "../support/calling.ts";
import type { Row } from "../support/service.ts";
import { bodyFor, encoded, knownOf } from "./bodies.ts";
import type { Ids } from "./facts.ts";
import { faultFindingsOf } from "./failures.ts";
import {
  allRows,
  forget,
  offeredOperations,
  operationOf,
  outcome,
  pathIds,
  pathParameters,
  queryFromFacts,
  requiredQuery,
  walk,
  writeHandler,
} from "./reading.ts";
import type { Stage, StageRequest } from "./stage.ts";

/** Without operations that run as tasks. */
export const writable = (stage: Pick<Stage, "facts">): OperationId[] =>
  offeredOperations(stage.facts, "write").filter((id) => operationOf(id).task !== true);

const verbOf = (id: OperationId): string => id.split(".").at(-1) ?? "";
const siblingOf = (id: OperationId, verb: string): OperationId => id.replace(/\.\w+$/, `.${verb}`) as OperationId;
const isOffered = ({ facts }: Stage, id: OperationId): boolean => facts.connector.operations[id] !== undefined;

/** A request for a write. To change or delete a record, the suite creates one first if it can. */
async function writeRequest(
  stage: Stage,
  id: OperationId,
): Promise<(StageRequest & { readonly plain: unknown }) | string> {
  const ids = await target(stage, id);
  if (typeof ids === "string") return ids;
  try {
    const plain = await bodyFor(stage, id);
    return { ids, plain, body: encoded(stage, id, plain), query: (await queryFromFacts(stage, id)) ?? {} };
  } catch (error) {
    return `${id}: the suite could not make a body: ${(error as Error).message}`;
  }
}

async function target(stage: Stage, id: OperationId): Promise<Ids | string> {
  const idsFromFacts = stage.facts.ids?.[id];
  const names = pathParameters(id);
  if (idsFromFacts !== undefined || names.length === 0) return idsFromFacts ?? {};
  const isChangeable = stage.facts.changeable?.[id];
  if (isChangeable !== undefined) {
    const rows = await allRows(stage, siblingOf(id, "list"));
    // The last record, because other parts of the suite use the first.
    return { [names.at(-1) ?? ""]: idOf(rows.findLast(isChangeable) ?? {}) };
  }
  const create = siblingOf(id, "create");
  if (verbOf(id) !== "create" && isOffered(stage, create)) {
    const record = await makeRecord(stage, create);
    if (typeof record === "string") return record;
    const parentIds = names.length > 1 ? record.ids : {};
    return { ...parentIds, [names.at(-1) ?? ""]: idOf(record.row) };
  }
  const parent = knownOf(stage).written(`${id.split(".")[0]}.create` as OperationId);
  if (parent !== undefined && names.length === 1) return { [names[0] ?? ""]: idOf(parent) };
  const [first] = await pathIds(stage, id);
  return first ?? `${id}: the suite finds no record to try it with; set ids`;
}

async function makeRecord(stage: Stage, create: OperationId): Promise<{ row: Row; ids: Ids } | string> {
  const request = await writeRequest(stage, create);
  if (typeof request === "string") return request;
  const answer = await stage.ask(create, request);
  forget(stage, create);
  return answer.status === operations[create].status
    ? { row: recordIn(answer), ids: request.ids ?? {} }
    : `${create}: ${outcome(answer)} (another write needs this record)`;
}

const recordIn = ({ body: { data } }: Answer): Row => (Array.isArray(data) ? (data as Row[]).at(-1) : data) as Row;

const isWrite =
  ({ facts: { simulation } }: Stage) =>
  ({ method, host, path, body }: Exchange): boolean =>
    method !== "GET" && method !== "HEAD" && simulation.isReading?.({ url: `/${host}${path}`, body }) !== true;

export async function writeFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const request = await writeRequest(stage, id);
  if (typeof request === "string") return [request];
  const dry = await dryFindings(stage, id, request);
  const headers = { "idempotency-key": randomUUID() };
  const before = await countOf(stage, id, request);
  const first = await stage.ask(id, { ...request, headers });
  forget(stage, id);
  if (first.status !== operations[id].status) return [...dry, `${id}: ${outcome(first)}`];
  const record = recordIn(first);
  if (verbOf(id) === "create") stage.notes.written.set(id, record);
  const second = await stage.during(() => stage.ask(id, { ...request, headers }));
  const after = await countOf(stage, id, request);
  return [
    ...dry,
    ...stage.evidence.faults(id).map((fault) => `${id}: ${fault}`),
    ...differing(stage, id, request.plain, record).map((text) => `${id}: the response has ${text}`),
    ...(await readBackFindings(stage, id, request, record)),
    ...(second.result.text === first.text ? [] : [`${id}: a repeated key returns a different response`]),
    ...(second.exchanges.some(isWrite(stage)) ? [`${id}: a repeated key was sent to the vendor again`] : []),
    ...countFindings(id, before, after),
  ];
}

function countFindings(id: OperationId, before: number | undefined, after: number | undefined): string[] {
  if (before === undefined || after === undefined || verbOf(id) !== "create") return [];
  const more = after - before;
  if (more === 1) return [];
  return [
    more === 0
      ? `${id}: the new record is not in ${siblingOf(id, "list")}`
      : `${id}: one write created ${more} records in ${siblingOf(id, "list")}`,
  ];
}

/** The number of records in the list of the same resource, if the connector has one. */
async function countOf(stage: Stage, id: OperationId, { ids = {} }: StageRequest): Promise<number | undefined> {
  const list = siblingOf(id, "list");
  if (!offeredOperations(stage.facts, "list").includes(list)) return undefined;
  const parentIds = Object.fromEntries(pathParameters(list).map((name) => [name, ids[name] ?? ""]));
  const query = { ...(await requiredQuery(stage, list)), ...("page" in operationOf(list).query && { limit: 5 }) };
  const { body } = await stage.ask(list, { ids: parentIds, query });
  return body.meta?.pagination?.["total"] ?? (await walk(stage, list, { ids: parentIds })).rows.length;
}

async function dryFindings(stage: Stage, id: OperationId, request: StageRequest): Promise<string[]> {
  const query = { ...request.query, dryRun: "true" };
  const { result, exchanges } = await stage.during(() => stage.ask(id, { ...request, query }));
  const { valid, problems } = (result.body.data ?? {}) as { valid?: boolean; problems?: unknown };
  return [
    ...(exchanges.some(isWrite(stage)) ? [`${id}: dryRun sent a write to the vendor`] : []),
    ...(result.status === 200 ? [] : [`${id}: dryRun ${outcome(result)}`]),
    ...(valid === false ? [`${id}: dryRun reports problems: ${JSON.stringify(problems)}`] : []),
  ];
}

async function readBackFindings(
  stage: Stage,
  id: OperationId,
  { ids = {}, plain }: StageRequest & { plain: unknown },
  record: Row,
) {
  const recordId = idOf(record) || (Object.values(ids).at(-1) ?? "");
  const stored = await storedRecord(stage, id, ids, recordId);
  if (verbOf(id) === "delete")
    return stored === undefined || isGone(stored)
      ? []
      : [`${id}: ${recordId} still exists: ${JSON.stringify(stored).slice(0, 120)}`];
  if (stored === "unreadable") return [];
  if (stored === undefined) return [`${id}: ${recordId} cannot be read afterwards`];
  return differing(stage, id, plain, stored).map((text) => `${id}: read back, it has ${text}`);
}

/** Some vendors keep deleted records with another status. */
const isGone = (stored: Row | "unreadable"): boolean =>
  stored === "unreadable" || /VOID|DELETED|ARCHIVED|CANCEL/.test(String(stored["status"]));

async function storedRecord(
  stage: Stage,
  id: OperationId,
  ids: Ids,
  recordId: string,
): Promise<Row | "unreadable" | undefined> {
  const get = siblingOf(id, "get");
  const list = siblingOf(id, "list");
  if (isOffered(stage, get)) {
    const names = pathParameters(get);
    const answer = await stage.ask(get, { ids: { ...ids, [names.at(-1) ?? ""]: recordId } });
    return answer.status === 200 ? (answer.body.data as Row) : undefined;
  }
  if (!offeredOperations(stage.facts, "list").includes(list)) return "unreadable";
  const parentIds = Object.fromEntries(pathParameters(list).map((name) => [name, ids[name] ?? ""]));
  return (await allRows(stage, list, parentIds)).find((row) => idOf(row) === recordId);
}

/** The writable fields that can be read and have another value than was sent. */
function differing(stage: Stage, id: OperationId, body: unknown, record: unknown): string[] {
  const { writableFields, fields } = writeHandler(stage, id);
  return fieldDifferences(body, record, { writableFields, fields, path: "" });
}

interface Tables {
  readonly writableFields: FieldTable;
  readonly fields: FieldTable;
  readonly path: string;
}

function fieldDifferences(sent: unknown, read: unknown, { writableFields, fields, path }: Tables): string[] {
  if (typeof sent !== "object" || sent === null) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const stored = writableFields[name];
    const field = fields[name];
    if (stored === undefined || field === undefined || value === undefined) return [];
    const readValue = (read as Row | undefined)?.[name];
    const fieldPath = path === "" ? name : `${path}.${name}`;
    if (stored === true || field === true)
      return same(name, value, readValue) ? [] : [`${fieldPath} ${shown(readValue)} instead of ${shown(value)}`];
    const tables = { writableFields: stored, fields: field, path: fieldPath };
    if (!Array.isArray(value)) return fieldDifferences(value, readValue, tables);
    const items = Array.isArray(readValue) ? (readValue as unknown[]) : [];
    if (items.length < value.length) return [`${fieldPath} ${items.length} times instead of ${value.length}`];
    return value.flatMap((item, index) => fieldDifferences(item, items[index], tables));
  });
}

/** Compares only the day of dates, because vendors do not keep the time of day. */
function same(name: string, sent: unknown, read: unknown): boolean {
  if (name.endsWith("Date") && typeof sent === "string") return String(read).slice(0, 10) === sent.slice(0, 10);
  if (typeof sent === "number") return Number(read) === sent;
  return JSON.stringify(sent) === JSON.stringify(read);
}

const shown = (value: unknown): string => (value === undefined ? "absent" : (JSON.stringify(value) ?? "").slice(0, 80));

/** If the response to a successful write is lost, the record is found or the outcome is unknown. It is never made twice. */
export async function lostFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const request = await writeRequest(stage, id);
  if (typeof request === "string") return [request];
  const before = await countOf(stage, id, request);
  const send = () => stage.ask(id, { ...request, headers, atOnce: true });
  const headers = { "idempotency-key": randomUUID() };
  stage.simulator.injectFault("lostAnswer", 1);
  const first = await send();
  stage.simulator.injectFault("lostAnswer", 0);
  const second = await send();
  forget(stage, id);
  const after = await countOf(stage, id, request);
  const more = before === undefined || after === undefined ? 1 : after - before;
  const wrong = [first, second].filter(
    ({ status, body }) => status !== operations[id].status && body.errors?.[0]?.code !== "outcome_unknown",
  );
  return [
    ...new Set(wrong.map((answer) => `${id}: after its response was lost, it ${outcome(answer)}, not outcome_unknown`)),
    ...(verbOf(id) === "create" && more > 1
      ? [`${id}: after its response was lost, ${more} records were created`]
      : []),
    ...(verbOf(id) === "create" && more < 1 && second.status === 201 ? [`${id}: answers 201, but made nothing`] : []),
  ];
}

/** The vendor's refusals become the right errors, with the vendor's message. */
export async function refusedFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const request = await writeRequest(stage, id);
  if (typeof request === "string") return [request];
  const findings: string[] = [];
  for (const kind of ["invalid", "forbidden", "rateLimited"] as const)
    findings.push(...(await faultFindingsOf(stage, id, request, kind)));
  return findings;
}
