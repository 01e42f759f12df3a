/** Writes: what is stored reads back equal, the same write twice is one record, and a dry run sends nothing. */
import { randomUUID } from "node:crypto";
import type { Exchange } from "../../simulators/start.ts";
import type { FieldTable } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { idOf } from "../../src/verify/row.ts";
import type { Answer } from "../support/calling.ts";
import type { Row } from "../support/service.ts";
import { asSent, bodyFor, knownOf } from "./bodies.ts";
import type { Ids } from "./facts.ts";
import { strike } from "./failures.ts";
import {
  always,
  forget,
  namesIn,
  offered,
  operationOf,
  outcome,
  places,
  toldAlways,
  walk,
  whole,
  writeHandler,
} from "./reading.ts";
import type { Asked, Stage } from "./stage.ts";

/** Jobs are tasks of the worker, and not tried here. */
export const writable = (stage: Pick<Stage, "facts">): OperationId[] =>
  offered(stage.facts, "write").filter((id) => operationOf(id).task !== true);

const verbOf = (id: OperationId): string => id.split(".").at(-1) ?? "";
const siblingOf = (id: OperationId, verb: string): OperationId => id.replace(/\.\w+$/, `.${verb}`) as OperationId;
const isOffered = ({ facts }: Stage, id: OperationId): boolean => facts.connector.operations[id] !== undefined;

/** What a write is sent with. A record to change or to delete is made first, where that can be. */
async function wish(stage: Stage, id: OperationId): Promise<(Asked & { readonly plain: unknown }) | string> {
  const ids = await target(stage, id);
  if (typeof ids === "string") return ids;
  try {
    const plain = await bodyFor(stage, id);
    return { ids, plain, body: asSent(stage, id, plain), query: (await toldAlways(stage, id)) ?? {} };
  } catch (error) {
    return `${id}: its body could not be made: ${(error as Error).message}`;
  }
}

async function target(stage: Stage, id: OperationId): Promise<Ids | string> {
  const told = stage.facts.ids?.[id];
  const names = namesIn(id);
  if (told !== undefined || names.length === 0) return told ?? {};
  const create = siblingOf(id, "create");
  if (verbOf(id) !== "create" && isOffered(stage, create)) {
    const record = await makeOne(stage, create);
    if (typeof record === "string") return record;
    const above = names.length > 1 ? record.ids : {};
    return { ...above, [names.at(-1) ?? ""]: idOf(record.row) };
  }
  const parent = knownOf(stage).written(`${id.split(".")[0]}.create` as OperationId);
  if (parent !== undefined && names.length === 1) return { [names[0] ?? ""]: idOf(parent) };
  const [first] = await places(stage, id);
  return first ?? `${id}: there is no record to try it with; say one with ids`;
}

async function makeOne(stage: Stage, create: OperationId): Promise<{ row: Row; ids: Ids } | string> {
  const asked = await wish(stage, create);
  if (typeof asked === "string") return asked;
  const answer = await stage.ask(create, asked);
  forget(stage, create);
  return answer.status === operations[create].status
    ? { row: recordIn(answer), ids: asked.ids ?? {} }
    : `${create}: ${outcome(answer)} (needed to try another write)`;
}

const recordIn = ({ body: { data } }: Answer): Row => (Array.isArray(data) ? (data as Row[]).at(-1) : data) as Row;

const isWrite =
  ({ facts: { simulation } }: Stage) =>
  ({ method, host, path, body }: Exchange): boolean =>
    method !== "GET" && method !== "HEAD" && simulation.isReading?.({ url: `/${host}${path}`, body }) !== true;

export async function writeFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const asked = await wish(stage, id);
  if (typeof asked === "string") return [asked];
  const dry = await dryFindings(stage, id, asked);
  const headers = { "idempotency-key": randomUUID() };
  const before = await countOf(stage, id, asked);
  const first = await stage.ask(id, { ...asked, headers });
  forget(stage, id);
  if (first.status !== operations[id].status) return [...dry, `${id}: ${outcome(first)}`];
  const record = recordIn(first);
  if (verbOf(id) === "create") stage.notes.written.set(id, record);
  const second = await stage.during(() => stage.ask(id, { ...asked, headers }));
  const after = await countOf(stage, id, asked);
  return [
    ...dry,
    ...stage.evidence.faults(id).map((fault) => `${id}: ${fault}`),
    ...differing(stage, id, asked.plain, record).map((text) => `${id}: its answer has ${text}`),
    ...(await readBackFindings(stage, id, asked, record)),
    ...(second.result.text === first.text ? [] : [`${id}: the same key again answers something else`]),
    ...(second.exchanges.some(isWrite(stage)) ? [`${id}: the same key again was sent to the vendor again`] : []),
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
      : `${id}: one write made ${more} records in ${siblingOf(id, "list")}`,
  ];
}

/** How many records the list has, where there is one. */
async function countOf(stage: Stage, id: OperationId, { ids = {} }: Asked): Promise<number | undefined> {
  const list = siblingOf(id, "list");
  if (!offered(stage.facts, "list").includes(list)) return undefined;
  const above = Object.fromEntries(namesIn(list).map((name) => [name, ids[name] ?? ""]));
  const query = { ...(await always(stage, list)), ...("page" in operationOf(list).query && { limit: 5 }) };
  const { body } = await stage.ask(list, { ids: above, query });
  return body.meta?.pagination?.["total"] ?? (await walk(stage, list, { ids: above })).rows.length;
}

async function dryFindings(stage: Stage, id: OperationId, asked: Asked): Promise<string[]> {
  const query = { ...asked.query, dryRun: "true" };
  const { result, exchanges } = await stage.during(() => stage.ask(id, { ...asked, query }));
  const { valid, problems } = (result.body.data ?? {}) as { valid?: boolean; problems?: unknown };
  return [
    ...(exchanges.some(isWrite(stage)) ? [`${id}: dryRun sent something to the vendor`] : []),
    ...(result.status === 200 ? [] : [`${id}: dryRun ${outcome(result)}`]),
    ...(valid === false ? [`${id}: dryRun finds problems: ${JSON.stringify(problems)}`] : []),
  ];
}

async function readBackFindings(
  stage: Stage,
  id: OperationId,
  { ids = {}, plain }: Asked & { plain: unknown },
  record: Row,
) {
  const own = idOf(record) || (Object.values(ids).at(-1) ?? "");
  const stored = await storedRecord(stage, id, ids, own);
  if (verbOf(id) === "delete")
    return stored === undefined || isGone(stored)
      ? []
      : [`${id}: ${own} is still there: ${JSON.stringify(stored).slice(0, 120)}`];
  if (stored === "unreadable") return [];
  if (stored === undefined) return [`${id}: ${own} cannot be read afterwards`];
  return differing(stage, id, plain, stored).map((text) => `${id}: read back, it has ${text}`);
}

/** Some vendors keep what was deleted, and say so. */
const isGone = (stored: Row | "unreadable"): boolean =>
  stored === "unreadable" || /VOID|DELETED|ARCHIVED|CANCEL/.test(String(stored["status"]));

async function storedRecord(
  stage: Stage,
  id: OperationId,
  ids: Ids,
  own: string,
): Promise<Row | "unreadable" | undefined> {
  const get = siblingOf(id, "get");
  const list = siblingOf(id, "list");
  if (isOffered(stage, get)) {
    const names = namesIn(get);
    const answer = await stage.ask(get, { ids: { ...ids, [names.at(-1) ?? ""]: own } });
    return answer.status === 200 ? (answer.body.data as Row) : undefined;
  }
  if (!offered(stage.facts, "list").includes(list)) return "unreadable";
  const above = Object.fromEntries(namesIn(list).map((name) => [name, ids[name] ?? ""]));
  return (await whole(stage, list, above)).find((row) => idOf(row) === own);
}

/** Of what was sent, stored and can be read: what came out otherwise. */
function differing(stage: Stage, id: OperationId, body: unknown, record: unknown): string[] {
  const { writableFields, fields } = writeHandler(stage, id);
  return otherwise(body, record, { writableFields, fields, path: "" });
}

interface Tables {
  readonly writableFields: FieldTable;
  readonly fields: FieldTable;
  readonly path: string;
}

function otherwise(sent: unknown, read: unknown, { writableFields, fields, path }: Tables): string[] {
  if (typeof sent !== "object" || sent === null) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const stored = writableFields[name];
    const field = fields[name];
    if (stored === undefined || field === undefined || value === undefined) return [];
    const came = (read as Row | undefined)?.[name];
    const at = path === "" ? name : `${path}.${name}`;
    if (stored === true || field === true)
      return same(name, value, came) ? [] : [`${at} ${shown(came)} instead of ${shown(value)}`];
    const tables = { writableFields: stored, fields: field, path: at };
    if (!Array.isArray(value)) return otherwise(value, came, tables);
    const all = Array.isArray(came) ? (came as unknown[]) : [];
    if (all.length < value.length) return [`${at} ${all.length} times instead of ${value.length}`];
    return value.flatMap((one, index) => otherwise(one, all[index], tables));
  });
}

/** Days are compared as days: a time of day that was sent with one is not kept. */
function same(name: string, sent: unknown, came: unknown): boolean {
  if (name.endsWith("Date") && typeof sent === "string") return String(came).slice(0, 10) === sent.slice(0, 10);
  if (typeof sent === "number") return Number(came) === sent;
  return JSON.stringify(sent) === JSON.stringify(came);
}

const shown = (value: unknown): string => (value === undefined ? "absent" : (JSON.stringify(value) ?? "").slice(0, 80));

/** A write that was carried out, but whose answer got lost, is found again or said to be unknown: never made twice. */
export async function lostFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const asked = await wish(stage, id);
  if (typeof asked === "string") return [asked];
  const before = await countOf(stage, id, asked);
  const send = () => stage.ask(id, { ...asked, headers, atOnce: true });
  const headers = { "idempotency-key": randomUUID() };
  stage.simulator.trouble("lostAnswer", 1);
  const first = await send();
  stage.simulator.trouble("lostAnswer", 0);
  const second = await send();
  forget(stage, id);
  const after = await countOf(stage, id, asked);
  const more = before === undefined || after === undefined ? 1 : after - before;
  const wrong = [first, second].filter(
    ({ status, body }) => status !== operations[id].status && body.errors?.[0]?.code !== "outcome_unknown",
  );
  return [
    ...new Set(wrong.map((answer) => `${id}: after its answer got lost ${outcome(answer)}, not outcome_unknown`)),
    ...(verbOf(id) === "create" && more > 1 ? [`${id}: after its answer got lost it was made ${more} times`] : []),
    ...(verbOf(id) === "create" && more < 1 && second.status === 201 ? [`${id}: answers 201, but made nothing`] : []),
  ];
}

/** A refusal is told as the vendor tells it. */
export async function refusedFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const asked = await wish(stage, id);
  if (typeof asked === "string") return [asked];
  const findings: string[] = [];
  for (const kind of ["invalid", "forbidden", "rateLimited"] as const)
    findings.push(...(await strike(stage, id, asked, kind)));
  return findings;
}
