/** Every read returns records that fit the contract, and every listed record can be read by its id. */
import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "../../src/contract/operations.ts";
import { idOf } from "../../src/verify/row.ts";
import type { Row } from "../support/service.ts";
import {
  allRows,
  cachedRecord,
  cachedWalk,
  filledPathIds,
  getHandler,
  offeredOperations,
  operationOf,
  outcome,
  pathIds,
  pathParameters,
} from "./reading.ts";
import type { Stage } from "./stage.ts";

export async function listFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const idSets = await filledPathIds(stage, id);
  const [first] = idSets;
  if (first === undefined) return [`${id}: the suite finds no record for it; add data to the simulator, or set ids`];
  const found = await Promise.all(idSets.map((ids) => cachedWalk(stage, id, ids)));
  const problems = found.flatMap(({ problems }) => problems);
  const empty = found.every(({ rows }) => rows.length === 0) && problems.length === 0;
  return [
    ...problems,
    ...(empty ? [`${id}: is empty; add data to the simulator`] : []),
    ...stage.evidence.faults(id).map((fault) => `${id}: ${fault}`),
  ];
}

/** Enough to see each kind of record, and few enough to be quick. */
export const mostGets = 12;

export async function getFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const idSets = await pathIds(stage, id);
  if (idSets.length === 0) return [`${id}: the suite finds no record for it; add data to the simulator, or set ids`];
  const findings: string[] = [];
  let successes = 0;
  const refusals = new Set<string>();
  for (const ids of idSets.slice(0, 30)) {
    const answer = await cachedRecord(stage, id, ids);
    // Not every record has a document or an attachment.
    if (answer.status === 404 && pathParameters(id).length > 0 && isBelow(id)) continue;
    if (answer.status !== 200) refusals.add(`${id}: ${JSON.stringify(ids)} ${outcome(answer)}`);
    else {
      successes++;
      findings.push(...(await compared(stage, id, answer.body.data as Row, ids)));
    }
    if (successes === mostGets || refusals.size === 3) break;
  }
  const notFound = successes === 0 && refusals.size === 0 ? [`${id}: returns 404 for every record that was tried`] : [];
  const faults = stage.evidence.faults(id).map((fault) => `${id}: ${fault}`);
  return [...new Set([...refusals, ...notFound, ...findings.slice(0, 3), ...faults])];
}

/** `invoices.document.get`, unlike `invoices.get`. */
const isBelow = (id: OperationId): boolean => id.split(".").length > 2;

/** The single record has every field of the listed record, with the same value. */
async function compared(stage: Stage, id: OperationId, record: Row, ids: Readonly<Record<string, string>>) {
  const list = id.replace(/\.get$/, ".list") as OperationId;
  if (!offeredOperations(stage.facts, "list").includes(list)) return [];
  const recordId = Object.values(ids).at(-1) ?? "";
  const parentIds = Object.fromEntries(Object.entries(ids).slice(0, pathParameters(list).length));
  const listed = (await allRows(stage, list, parentIds)).find((row) => idOf(row) === recordId);
  if (listed === undefined) return [];
  if (operationOf(id).record !== operationOf(list).record) return [];
  return differences(listed, record).map((text) => `${id}: ${recordId} differs from ${list}: ${text}`);
}

/** The fields of `less` that `more` lacks, or has with another value. */
function differences(less: unknown, more: unknown, path = ""): string[] {
  if (isDeepStrictEqual(less, more)) return [];
  if (Array.isArray(less) && Array.isArray(more)) {
    if (less.length !== more.length) return [`${path} has ${more.length} entries instead of ${less.length}`];
    return less.flatMap((item, index) => differences(item, more[index], `${path}[${index}]`));
  }
  if (isObject(less) && isObject(more))
    return Object.entries(less).flatMap(([name, value]) =>
      differences(value, more[name], path === "" ? name : `${path}.${name}`),
    );
  return [`${path} is ${shown(more)} instead of ${shown(less)}`];
}

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const shown = (value: unknown): string => (value === undefined ? "absent" : (JSON.stringify(value) ?? "").slice(0, 80));

/** An unknown id returns 404. */
export async function unknownIdFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const [known] = await pathIds(stage, id);
  const names = pathParameters(id);
  const last = names.at(-1);
  if (known === undefined || last === undefined || getHandler(stage, id) === undefined) return [];
  const answer = await stage.ask(id, { ids: { ...known, [last]: await unknownIdLike(stage, id, known[last] ?? "") } });
  if (answer.status === 404) return [];
  return [`${id}: an unknown id must return 404 not_found, but it ${outcome(answer)}`];
}

/** An id in the same format, so that the vendor does not reject it as malformed, and that the list does not have. */
async function unknownIdLike(stage: Stage, id: OperationId, like: string): Promise<string> {
  if (/^[0-9a-f-]{36}$/i.test(like)) return "00000000-0000-4000-8000-00000000dead";
  const list = id.replace(/\.get$/, ".list") as OperationId;
  const known = offeredOperations(stage.facts, "list").includes(list) ? (await allRows(stage, list)).map(idOf) : [];
  const form = like.replaceAll(/\d/g, "9");
  const candidates = "7654321zyx".split("").map((sign) => form.replace(/\w(?=\W*$)/, sign));
  return candidates.find((candidate) => candidate !== like && !known.includes(candidate)) ?? `${form}9`;
}
