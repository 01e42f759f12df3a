/** Every read answers, with records as the contract has them; a record that is listed can be read by its id. */
import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "../../src/contract/operations.ts";
import { idOf } from "../../src/verify/row.ts";
import type { Row } from "../support/service.ts";
import {
  filledPlaces,
  getHandler,
  namesIn,
  offered,
  operationOf,
  outcome,
  places,
  single,
  walked,
  whole,
} from "./reading.ts";
import type { Stage } from "./stage.ts";

export async function listFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const all = await filledPlaces(stage, id);
  const [first] = all;
  if (first === undefined)
    return [`${id}: no record leads to one: the simulator has no data for it, or say where with ids`];
  const found = await Promise.all(all.map((ids) => walked(stage, id, ids)));
  const problems = found.flatMap(({ problems }) => problems);
  const empty = found.every(({ rows }) => rows.length === 0) && problems.length === 0;
  return [
    ...problems,
    ...(empty ? [`${id}: is empty: the simulator has no data for it`] : []),
    ...stage.evidence.faults(id).map((fault) => `${id}: ${fault}`),
  ];
}

/** Enough to meet each kind of record, few enough to be quick. */
export const mostGets = 12;

export async function getFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const all = await places(stage, id);
  if (all.length === 0)
    return [`${id}: no record leads to one: the simulator has no data for it, or say where with ids`];
  const findings: string[] = [];
  let answered = 0;
  const refusals = new Set<string>();
  for (const ids of all.slice(0, 30)) {
    const answer = await single(stage, id, ids);
    // A document or an attachment need not be there for every record.
    if (answer.status === 404 && namesIn(id).length > 0 && isBelow(id)) continue;
    if (answer.status !== 200) refusals.add(`${id}: ${JSON.stringify(ids)} ${outcome(answer)}`);
    else {
      answered++;
      findings.push(...(await compared(stage, id, answer.body.data as Row, ids)));
    }
    if (answered === mostGets || refusals.size === 3) break;
  }
  const nothing = answered === 0 && refusals.size === 0 ? [`${id}: answers 404 for every record that was tried`] : [];
  const faults = stage.evidence.faults(id).map((fault) => `${id}: ${fault}`);
  return [...new Set([...refusals, ...nothing, ...findings.slice(0, 3), ...faults])];
}

/** `invoices.document.get`, unlike `invoices.get`. */
const isBelow = (id: OperationId): boolean => id.split(".").length > 2;

/** What is listed is also there in the single record, and the same. */
async function compared(stage: Stage, id: OperationId, record: Row, ids: Readonly<Record<string, string>>) {
  const list = id.replace(/\.get$/, ".list") as OperationId;
  if (!offered(stage.facts, "list").includes(list)) return [];
  const wanted = Object.values(ids).at(-1) ?? "";
  const above = Object.fromEntries(Object.entries(ids).slice(0, namesIn(list).length));
  const listed = (await whole(stage, list, above)).find((row) => idOf(row) === wanted);
  if (listed === undefined) return [];
  if (operationOf(id).record !== operationOf(list).record) return [];
  return differences(listed, record).map((text) => `${id}: ${wanted} differs from ${list}: ${text}`);
}

/** What `less` has that `more` has not, or otherwise. */
function differences(less: unknown, more: unknown, path = ""): string[] {
  if (isDeepStrictEqual(less, more)) return [];
  if (Array.isArray(less) && Array.isArray(more)) {
    if (less.length !== more.length) return [`${path} has ${more.length} entries instead of ${less.length}`];
    return less.flatMap((one, index) => differences(one, more[index], `${path}[${index}]`));
  }
  if (isObject(less) && isObject(more))
    return Object.entries(less).flatMap(([name, value]) =>
      differences(value, more[name], path === "" ? name : `${path}.${name}`),
    );
  return [`${path} is ${shown(more)} instead of ${shown(less)}`];
}

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const shown = (value: unknown): string => (value === undefined ? "absent" : (JSON.stringify(value) ?? "").slice(0, 80));

/** A record that nobody has. */
export async function strangerFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const [known] = await places(stage, id);
  const names = namesIn(id);
  const last = names.at(-1);
  if (known === undefined || last === undefined || getHandler(stage, id) === undefined) return [];
  const answer = await stage.ask(id, { ids: { ...known, [last]: await unlike(stage, id, known[last] ?? "") } });
  if (answer.status === 404) return [];
  // An id that cannot be one is wrong rather than unknown to some vendors.
  return [`${id}: an id that nobody has must answer 404 not_found, but ${outcome(answer)}`];
}

/** Of the same form, so that a vendor that checks it looks for it; and none that the list has. */
async function unlike(stage: Stage, id: OperationId, like: string): Promise<string> {
  if (/^[0-9a-f-]{36}$/i.test(like)) return "00000000-0000-4000-8000-00000000dead";
  const list = id.replace(/\.get$/, ".list") as OperationId;
  const known = offered(stage.facts, "list").includes(list) ? (await whole(stage, list)).map(idOf) : [];
  const form = like.replaceAll(/\d/g, "9");
  const candidates = "7654321zyx".split("").map((sign) => form.replace(/\w(?=\W*$)/, sign));
  return candidates.find((one) => one !== like && !known.includes(one)) ?? `${form}9`;
}
