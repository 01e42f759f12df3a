/** Filters and orderings: each changes the answer, and every record of the answer is as was asked for. */
import type { FilterName } from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import type { Row } from "../service.ts";
import { filledPlaces, listHandler, nameOf, operationOf, valuesOf, walk, whole } from "./reading.ts";
import type { Stage } from "./stage.ts";

/** What a filter looks at in a record: the texts that it may be about. */
const looksAt: { readonly [Name in FilterName]?: (row: Row) => readonly unknown[] } = {
  status: ({ status }) => [status],
  paymentStatus: ({ paymentStatus }) => [paymentStatus],
  bookingType: ({ bookingType }) => [bookingType],
  debitCreditIndicator: ({ debitCreditIndicator }) => [debitCreditIndicator],
  type: ({ type }) => [type],
  types: ({ type }) => [type],
  classFilter: (row) => [row["class"]],
  number: ({ number }) => [number],
  itemNumber: ({ itemNumber }) => [itemNumber],
  accountNumber: ({ accountNumber }) => [accountNumber],
  accountCode: ({ accountCode }) => [accountCode],
  documentNumber: ({ documentNumber }) => [documentNumber],
  journalCode: ({ journalCode }) => [journalCode],
  invoiceId: ({ paymentLines }) => below(paymentLines, "invoiceId"),
  name: (row) => [row["companyName"], row["name"], ...personNames(row)],
  email: (row) => [...below(row["emailAddresses"], "email"), ...personMails(row)],
  isActive: ({ status }) => (status === undefined ? [] : [String(status !== "ARCHIVED" && status !== "INACTIVE")]),
};

/** Days from which on something counts. */
const daysOf: { readonly [Name in FilterName]?: string } = {
  billDateFrom: "billDate",
  dueDateFrom: "dueDate",
  transactionDateFrom: "transactionDate",
};

const textOf = (row: Row, field: string): string => {
  const value = row[field];
  return typeof value === "string" ? value : "";
};
const dayOf = (row: Row, field: string): string => textOf(row, field).slice(0, 10);

/** Vendors compare these in their own way: by parts, in any case. */
const loose: readonly FilterName[] = ["name", "email"];

const below = (value: unknown, field: string): unknown[] =>
  Array.isArray(value) ? value.map((one: Row) => one[field]) : [];
const persons = (row: Row): Row[] => (Array.isArray(row["contactPersons"]) ? (row["contactPersons"] as Row[]) : []);
const personNames = (row: Row): unknown[] =>
  persons(row).flatMap(({ firstName, lastName }) => [firstName, lastName, `${String(firstName)} ${String(lastName)}`]);
const personMails = (row: Row): unknown[] => persons(row).flatMap((person) => below(person["emailAddresses"], "email"));

export async function filterFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const [ids] = await filledPlaces(stage, id);
  if (ids === undefined) return [];
  const findings: string[] = [];
  for (const name of listHandler(stage, id).filters) {
    if (name === "lastModifiedAt") continue;
    const about = { id, name, ids, rows: await whole(stage, id, ids) };
    const day = daysOf[name];
    if (day !== undefined) findings.push(...(await dayFindings(stage, about, day)));
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

const textsOf = (name: FilterName, row: Row): string[] =>
  (looksAt[name]?.(row) ?? []).filter((value) => value !== undefined).map(String);

async function wordFindings(stage: Stage, about: About): Promise<string[]> {
  const { id, name, rows } = about;
  const told = stage.facts.values?.[id]?.[name];
  const counts = new Map<string, number>();
  for (const row of rows) for (const text of new Set(textsOf(name, row))) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isEnumerated = valuesOf(operationOf(id).query[name]?.schema) !== undefined;
  const present = [...counts].filter(([text]) => text.length > 1 && !text.includes("undefined")).map(([text]) => text);
  const values = told === undefined ? present.slice(0, isEnumerated ? 8 : 2) : [told];
  if (values.length === 0)
    return [`${id}: filter ${name} cannot be tried, no record has a value for it; say one with values`];
  const findings: string[] = [];
  for (const value of values) findings.push(...(await oneValue(stage, about, value)));
  const divides = values.some((value) => (counts.get(value) ?? 0) < rows.length);
  const dull =
    divides || told !== undefined
      ? []
      : [`${id}: filter ${name} cannot be seen to work, all records have ${values[0]}`];
  return [...findings, ...dull];
}

async function oneValue(stage: Stage, { id, name, ids, rows }: About, value: string): Promise<string[]> {
  const { rows: answer, problems } = await walk(stage, id, { ids, query: { [name]: value } });
  if (problems.length > 0) return problems.map((text) => `${text} (with ${name}=${value})`);
  const isLoose = loose.includes(name);
  const fits = (row: Row) => textsOf(name, row).some((text) => (isLoose ? holds(text, value) : text === value));
  const wrong = answer.filter((row) => !fits(row));
  if (wrong.length > 0)
    return [
      `${id}: filter ${name}=${value} also lets through ${wrong.length} of ${answer.length} others, such as ${nameOf(wrong[0])} with ${textsOf(name, wrong[0] ?? {}).join(", ") || "nothing"}`,
    ];
  const exact = rows.filter((row) => textsOf(name, row).includes(value)).map(nameOf);
  const came = new Set(answer.map(nameOf));
  const missing = exact.filter((one) => !came.has(one));
  if (came.size === 0) return [`${id}: filter ${name}=${value} finds nothing`];
  return missing.length === 0
    ? []
    : [`${id}: filter ${name}=${value} leaves out ${missing.length} of ${exact.length}, such as ${missing[0]}`];
}

const holds = (text: string, value: string): boolean => text.toLowerCase().includes(value.toLowerCase());

async function dayFindings(stage: Stage, { id, name, ids, rows }: About, field: string): Promise<string[]> {
  const days = rows
    .map((row) => dayOf(row, field))
    .filter((day) => day !== "")
    .toSorted();
  const day = stage.facts.values?.[id]?.[name] ?? days[Math.floor(days.length / 2)];
  if (day === undefined)
    return [`${id}: filter ${name} cannot be tried, no record has ${field}; say a value with values`];
  const { rows: answer, problems } = await walk(stage, id, { ids, query: { [name]: day } });
  if (problems.length > 0) return [...problems];
  const isIn = (row: Row) => dayOf(row, field) >= day;
  const wrong = answer.filter((row) => !isIn(row));
  const came = new Set(answer.map(nameOf));
  const missing = rows.filter((row) => isIn(row) && !came.has(nameOf(row)));
  return [
    ...(wrong.length === 0
      ? []
      : [`${id}: filter ${name}=${day} also lets through ${nameOf(wrong[0])} of ${String(wrong[0]?.[field])}`]),
    ...(missing.length === 0
      ? []
      : [
          `${id}: filter ${name}=${day} leaves out ${missing.length}, such as ${nameOf(missing[0])} of ${String(missing[0]?.[field])}`,
        ]),
    ...(days[0] === days.at(-1)
      ? [`${id}: filter ${name} cannot be seen to work, all records have the same ${field}`]
      : []),
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
  const findings: string[] = [];
  for (const field of orders) {
    const expected = (await whole(stage, id)).map(nameOf).toSorted();
    const [up, down] = [await sorted(stage, id, field, "ASC"), await sorted(stage, id, field, "DESC")];
    for (const { direction, rows, problems } of [up, down]) {
      findings.push(...problems);
      const values = rows.map((row) => textOf(row, field)).filter((text) => text !== "");
      if (!isSorted(direction === "ASC" ? values : values.toReversed()))
        findings.push(`${id}: orderField=${field} ${direction} is not in order: ${values.slice(0, 6).join(", ")} …`);
      if (rows.map(nameOf).toSorted().join() !== expected.join())
        findings.push(`${id}: orderField=${field} ${direction} has other records than without order`);
    }
    if (new Set(up.rows.map((row) => row[field])).size < 2)
      findings.push(`${id}: orderField=${field} cannot be seen to work, no two records differ in it`);
  }
  return findings;
}

async function sorted(stage: Stage, id: OperationId, orderField: string, direction: "ASC" | "DESC") {
  const { rows, problems } = await walk(stage, id, { query: { orderField, orderDir: direction } });
  return { rows, problems, direction };
}

/** In the order of signs, of a dictionary, or of the numbers in it: which one is the vendor's business. */
function isSorted(values: readonly string[]): boolean {
  const ways: ((one: string, other: string) => number)[] = [
    (one, other) => (one < other ? -1 : one > other ? 1 : 0),
    (one, other) => one.localeCompare(other),
    (one, other) => one.localeCompare(other, "en", { numeric: true }),
  ];
  return ways.some((way) => values.every((value, index) => index === 0 || way(values[index - 1] ?? "", value) <= 0));
}
