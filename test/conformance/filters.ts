/** Filters and orderings: each one has an effect, and every returned record matches. */
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
import { allRows, filledPathIds, listHandler, operationOf, valuesOf, walk } from "./reading.ts";
import type { Stage } from "./stage.ts";

export async function filterFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const [ids] = await filledPathIds(stage, id);
  if (ids === undefined) return [];
  const findings: string[] = [];
  for (const name of listHandler(stage, id).filters) {
    if (name === "lastModifiedAt") continue;
    const about = { id, name, ids, rows: await allRows(stage, id, ids) };
    if (daysOf[name] !== undefined) findings.push(...(await dayFindings(stage, about)));
    else if (looksAt[name] === undefined) findings.push(...(await yearFindings(stage, about)));
    else findings.push(...(await wordFindings(stage, about)));
  }
  return findings;
}

interface FilterCase {
  readonly id: OperationId;
  readonly name: FilterName;
  readonly ids: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

async function wordFindings(stage: Stage, about: FilterCase): Promise<string[]> {
  const { id, name, rows } = about;
  const valueFromFacts = stage.facts.values?.[id]?.[name];
  const counts = valuesIn(name, rows);
  const listed = valuesOf(operationOf(id).query[name]?.schema);
  const values =
    valueFromFacts === undefined ? [...counts.keys()].slice(0, listed === undefined ? 2 : 8) : [valueFromFacts];
  if (values.length === 0)
    return [`${id}: filter ${name} cannot be tried because no record has a value for it; set one in values`];
  const findings: string[] = [];
  for (const value of new Set([...values, ...(listed ?? [])]))
    findings.push(...(await valueFindings(stage, about, { value, isFromFacts: value === valueFromFacts })));
  const divides = values.some((value) => (counts.get(value) ?? 0) < rows.length);
  const withoutEffect =
    divides || valueFromFacts !== undefined
      ? []
      : [`${id}: filter ${name} cannot be seen to work because all records have ${values[0]}`];
  return [...findings, ...withoutEffect];
}

interface FilterValue {
  readonly value: string;
  /** The filter must find records for a value from the facts. */
  readonly isFromFacts: boolean;
}

async function valueFindings(stage: Stage, about: FilterCase, { value, isFromFacts }: FilterValue): Promise<string[]> {
  const { id, name, ids, rows } = about;
  const { rows: answer, problems } = await walk(stage, id, { ids, query: { [name]: value } });
  // The connector may refuse a value that this vendor does not have.
  if (problems.some((text) => text.includes("invalid_request")) && !valuesIn(name, rows).has(value) && !isFromFacts)
    return [];
  if (problems.length > 0) return problems.map((text) => `${text} (with ${name}=${value})`);
  if (isFromFacts && answer.length === 0) return [`${id}: filter ${name}=${value} finds no records`];
  return wordAnswer({ ...about, value, answer });
}

async function dayFindings(stage: Stage, about: FilterCase): Promise<string[]> {
  const { id, name, ids, rows } = about;
  const field = daysOf[name] ?? "";
  const value = stage.facts.values?.[id]?.[name] ?? middleDay(name, rows);
  if (value === undefined)
    return [`${id}: filter ${name} cannot be tried because no record has ${field}; set a value in values`];
  const { rows: answer, problems } = await walk(stage, id, { ids, query: { [name]: value } });
  if (problems.length > 0) return [...problems];
  const days = new Set(rows.map((row) => dayOf(row, field)).filter((day) => day !== ""));
  return [
    ...dayAnswer({ ...about, value, answer }),
    ...(days.size < 2
      ? [`${id}: filter ${name} cannot be seen to work because all records have the same ${field}`]
      : []),
  ];
}

/** A fiscal year returns fewer records than the whole list, and none of another year. */
async function yearFindings(stage: Stage, { id, name, ids, rows }: FilterCase): Promise<string[]> {
  const year = new Date(stage.simulator.now()).getUTCFullYear();
  const value = stage.facts.values?.[id]?.[name] ?? (name === "fiscalYear" ? String(year - 1) : `${year - 1}-01-01`);
  const { rows: answer, problems } = await walk(stage, id, { ids, query: { [name]: value } });
  if (problems.length > 0) return problems.map((text) => `${text} (with ${name}=${value})`);
  if (answer.length === 0) return [`${id}: filter ${name}=${value} finds no records; set another value in values`];
  const stranger = name === "fiscalYearStartDate" ? answer.find((row) => !isInYear(row, value)) : undefined;
  if (stranger !== undefined)
    return [`${id}: filter ${name}=${value} also returns ${nameOf(stranger)} of ${dayOf(stranger, "transactionDate")}`];
  const same = JSON.stringify(answer) === JSON.stringify(rows);
  return same ? [`${id}: filter ${name}=${value} has no effect; set another value in values, or excuse it`] : [];
}

/** Whether a record is of the fiscal year that starts on a day. Records without a date count as such. */
function isInYear(row: Row, first: string): boolean {
  const day = dayOf(row, "transactionDate");
  return day === "" || (day >= first && day < `${Number(first.slice(0, 4)) + 1}${first.slice(4)}`);
}

export async function orderFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const { orders } = listHandler(stage, id);
  const rows = await allRows(stage, id);
  const findings: string[] = [];
  for (const field of orders) {
    for (const direction of ["ASC", "DESC"] as const) {
      const query = { orderField: field, orderDir: direction };
      const { rows: answer, problems } = await walk(stage, id, { query });
      findings.push(...problems, ...orderAnswer({ id, field, direction, answer, rows }));
    }
    if (new Set(rows.map((row) => row[field])).size < 2)
      findings.push(`${id}: orderField=${field} cannot be seen to work because all records have the same value`);
  }
  return findings;
}
