/** Filters and orderings: each changes the answer, and every record of the answer is as was asked for. */
import type { FilterName } from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import {
  dayAnswer,
  dayOf,
  daysOf,
  looksAt,
  middleDay,
  orderAnswer,
  valuesIn,
  wordAnswer,
} from "../../src/verify/filters.ts";
import { nameOf } from "../../src/verify/row.ts";
import type { Row } from "../support/service.ts";
import { filledPlaces, listHandler, operationOf, valuesOf, walk, whole } from "./reading.ts";
import type { Stage } from "./stage.ts";

export async function filterFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const [ids] = await filledPlaces(stage, id);
  if (ids === undefined) return [];
  const findings: string[] = [];
  for (const name of listHandler(stage, id).filters) {
    if (name === "lastModifiedAt") continue;
    const about = { id, name, ids, rows: await whole(stage, id, ids) };
    if (daysOf[name] !== undefined) findings.push(...(await dayFindings(stage, about)));
    else if (looksAt[name] === undefined) findings.push(...(await yearFindings(stage, about)));
    else findings.push(...(await wordFindings(stage, about)));
  }
  return findings;
}

interface About {
  readonly id: OperationId;
  readonly name: FilterName;
  readonly ids: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

async function wordFindings(stage: Stage, about: About): Promise<string[]> {
  const { id, name, rows } = about;
  const told = stage.facts.values?.[id]?.[name];
  const counts = valuesIn(name, rows);
  const listed = valuesOf(operationOf(id).query[name]?.schema);
  const values = told === undefined ? [...counts.keys()].slice(0, listed === undefined ? 2 : 8) : [told];
  if (values.length === 0)
    return [`${id}: filter ${name} cannot be tried, no record has a value for it; say one with values`];
  const findings: string[] = [];
  for (const value of new Set([...values, ...(listed ?? [])]))
    findings.push(...(await oneValue(stage, about, { value, isTold: value === told })));
  const divides = values.some((value) => (counts.get(value) ?? 0) < rows.length);
  const dull =
    divides || told !== undefined
      ? []
      : [`${id}: filter ${name} cannot be seen to work, all records have ${values[0]}`];
  return [...findings, ...dull];
}

interface Tried {
  readonly value: string;
  /** By the facts of the connector: it has to find something. */
  readonly isTold: boolean;
}

async function oneValue(stage: Stage, about: About, { value, isTold }: Tried): Promise<string[]> {
  const { id, name, ids, rows } = about;
  const { rows: answer, problems } = await walk(stage, id, { ids, query: { [name]: value } });
  // A word that this vendor does not have is refused by name.
  if (problems.some((text) => text.includes("invalid_request")) && !valuesIn(name, rows).has(value) && !isTold)
    return [];
  if (problems.length > 0) return problems.map((text) => `${text} (with ${name}=${value})`);
  if (isTold && answer.length === 0) return [`${id}: filter ${name}=${value} finds nothing`];
  return wordAnswer({ ...about, value, answer });
}

async function dayFindings(stage: Stage, about: About): Promise<string[]> {
  const { id, name, ids, rows } = about;
  const field = daysOf[name] ?? "";
  const value = stage.facts.values?.[id]?.[name] ?? middleDay(name, rows);
  if (value === undefined)
    return [`${id}: filter ${name} cannot be tried, no record has ${field}; say a value with values`];
  const { rows: answer, problems } = await walk(stage, id, { ids, query: { [name]: value } });
  if (problems.length > 0) return [...problems];
  const days = new Set(rows.map((row) => dayOf(row, field)).filter((day) => day !== ""));
  return [
    ...dayAnswer({ ...about, value, answer }),
    ...(days.size < 2 ? [`${id}: filter ${name} cannot be seen to work, all records have the same ${field}`] : []),
  ];
}

/** Fiscal years: one of them is less than all, and nothing of another. */
async function yearFindings(stage: Stage, { id, name, ids, rows }: About): Promise<string[]> {
  const year = new Date(stage.simulator.now()).getUTCFullYear();
  const told = stage.facts.values?.[id]?.[name];
  const value = told ?? (name === "fiscalYear" ? String(year - 1) : `${year - 1}-01-01`);
  const { rows: answer, problems } = await walk(stage, id, { ids, query: { [name]: value } });
  if (problems.length > 0) return problems.map((text) => `${text} (with ${name}=${value})`);
  if (answer.length === 0) return [`${id}: filter ${name}=${value} finds nothing; say another value with values`];
  const strange = name === "fiscalYearStartDate" ? answer.find((row) => !isInYear(row, value)) : undefined;
  if (strange !== undefined)
    return [
      `${id}: filter ${name}=${value} also lets through ${nameOf(strange)} of ${dayOf(strange, "transactionDate")}`,
    ];
  const same = JSON.stringify(answer) === JSON.stringify(rows);
  return same ? [`${id}: filter ${name}=${value} changes nothing; say another value with values, or excuse it`] : [];
}

/** Of the year that begins on a day, as far as the record tells. */
function isInYear(row: Row, first: string): boolean {
  const day = dayOf(row, "transactionDate");
  return day === "" || (day >= first && day < `${Number(first.slice(0, 4)) + 1}${first.slice(4)}`);
}

export async function orderFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const { orders } = listHandler(stage, id);
  const rows = await whole(stage, id);
  const findings: string[] = [];
  for (const field of orders) {
    for (const direction of ["ASC", "DESC"] as const) {
      const query = { orderField: field, orderDir: direction };
      const { rows: answer, problems } = await walk(stage, id, { query });
      findings.push(...problems, ...orderAnswer({ id, field, direction, answer, rows }));
    }
    if (new Set(rows.map((row) => row[field])).size < 2)
      findings.push(`${id}: orderField=${field} cannot be seen to work, no two records differ in it`);
  }
  return findings;
}
