/** Checks of filters and sort orders: a response contains all matching records and no others. */
import type { FilterName } from "../contract/connector.ts";
import type { OperationId } from "../contract/operations.ts";
import { nameOf, type Row, rowsIn } from "./row.ts";

const below = (value: unknown, field: string): unknown[] => rowsIn(value).map((row) => row[field]);
const persons = (row: Row): readonly Row[] => rowsIn(row["contactPersons"]);
const personNames = (row: Row): unknown[] =>
  persons(row).flatMap(({ firstName, lastName }) => [firstName, lastName, `${String(firstName)} ${String(lastName)}`]);
const personMails = (row: Row): unknown[] => persons(row).flatMap((person) => below(person["emailAddresses"], "email"));

/** The values of a record that a filter compares. */
export const looksAt: { readonly [Name in FilterName]?: (row: Row) => readonly unknown[] } = {
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

/** The date fields that "from" filters compare. */
export const daysOf: { readonly [Name in FilterName]?: string } = {
  billDateFrom: "billDate",
  dueDateFrom: "dueDate",
  transactionDateFrom: "transactionDate",
};

const fieldText = (row: Row, field: string): string => {
  const value = row[field];
  return typeof value === "string" ? value : "";
};
export const dayOf = (row: Row, field: string): string => fieldText(row, field).slice(0, 10);

/** Vendors compare these loosely: partially and case-insensitively. */
const loose: readonly FilterName[] = ["name", "email"];

const textsOf = (name: FilterName, row: Row): string[] =>
  (looksAt[name]?.(row) ?? []).filter((value) => value !== undefined).map(String);

/** The values that records have for a filter, with their counts. */
export function valuesIn(name: FilterName, rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const text of new Set(valueTexts(name, row, rows))) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const text of counts.keys()) if (text.length < 2 || text.includes("undefined")) counts.delete(text);
  return counts;
}

/** The record's own name and first email are preferred: not every vendor also compares further ones, or those of contact persons. */
const ownValues: { readonly [Name in FilterName]?: (row: Row) => readonly unknown[] } = {
  name: (row) => [row["companyName"], row["name"]],
  email: (row) => below(row["emailAddresses"], "email").slice(0, 1),
};

function valueTexts(name: FilterName, row: Row, rows: readonly Row[]): readonly string[] {
  const valuesOf = ownValues[name];
  const textsIn = (record: Row) =>
    (valuesOf?.(record) ?? []).filter((text): text is string => typeof text === "string");
  const hasOwnValues = valuesOf !== undefined && rows.some((record) => textsIn(record).length > 0);
  return hasOwnValues ? textsIn(row) : textsOf(name, row);
}

export interface FilterResult {
  readonly id: OperationId;
  readonly name: FilterName;
  readonly value: string;
  /** Records with the filter. */
  readonly answer: readonly Row[];
  /** Records without the filter. */
  readonly rows: readonly Row[];
}

export function wordAnswer({ id, name, value, answer, rows }: FilterResult): string[] {
  const isLoose = loose.includes(name);
  const fits = (row: Row) => textsOf(name, row).some((text) => (isLoose ? holds(text, value) : text === value));
  const wrong = answer.filter((row) => !fits(row));
  if (wrong.length > 0)
    return [
      `${id}: filter ${name}=${value} returns ${wrong.length} of ${answer.length} records that do not match, such as ${nameOf(wrong[0])} with ${textsOf(name, wrong[0] ?? {}).join(", ") || "nothing"}`,
    ];
  const exact = rows.filter((row) => textsOf(name, row).includes(value)).map(nameOf);
  const came = new Set(answer.map(nameOf));
  const missing = exact.filter((record) => !came.has(record));
  if (came.size === 0) return exact.length === 0 ? [] : [`${id}: filter ${name}=${value} returns no records`];
  return missing.length === 0
    ? []
    : [`${id}: filter ${name}=${value} misses ${missing.length} of ${exact.length} records, such as ${missing[0]}`];
}

const holds = (text: string, value: string): boolean => text.toLowerCase().includes(value.toLowerCase());

export function dayAnswer({ id, name, value, answer, rows }: FilterResult): string[] {
  const field = daysOf[name] ?? "";
  const isIn = (row: Row) => dayOf(row, field) >= value;
  const wrong = answer.filter((row) => !isIn(row));
  const came = new Set(answer.map(nameOf));
  const missing = rows.filter((row) => isIn(row) && !came.has(nameOf(row)));
  return [
    ...(wrong.length === 0
      ? []
      : [`${id}: filter ${name}=${value} also returns ${nameOf(wrong[0])} of ${String(wrong[0]?.[field])}`]),
    ...(missing.length === 0
      ? []
      : [
          `${id}: filter ${name}=${value} misses ${missing.length} records, such as ${nameOf(missing[0])} of ${String(missing[0]?.[field])}`,
        ]),
  ];
}

/** The median date of the records. */
export function middleDay(name: FilterName, rows: readonly Row[]): string | undefined {
  const days = rows
    .map((row) => dayOf(row, daysOf[name] ?? ""))
    .filter((day) => day !== "")
    .toSorted();
  return days[Math.floor(days.length / 2)];
}

export interface OrderResult {
  readonly id: OperationId;
  readonly field: string;
  readonly direction: "ASC" | "DESC";
  /** Records in the requested order. */
  readonly answer: readonly Row[];
  /** Whether only the beginning was read. */
  readonly isCut?: boolean;
  /** Records in the default order. */
  readonly rows: readonly Row[];
}

export function orderAnswer({ id, field, direction, answer, isCut = false, rows }: OrderResult): string[] {
  const valuesOf = (records: readonly Row[]) =>
    records.map((row) => fieldText(row, field)).filter((text) => text !== "");
  const values = valuesOf(answer);
  const came = new Set(answer.map(nameOf));
  // No unread record may belong before the last one that was read.
  const last = values.at(-1);
  const rest = last === undefined ? [] : valuesOf(rows.filter((row) => !came.has(nameOf(row))));
  const isRight = comparisons.some((compare) => {
    const inOrder = (left = "", right = "") => (direction === "ASC" ? compare(left, right) : compare(right, left)) <= 0;
    return (
      values.slice(1).every((value, index) => inOrder(values[index], value)) &&
      rest.every((value) => inOrder(last, value))
    );
  });
  const known = new Set(rows.map(nameOf));
  const isSame = isCut
    ? came.size === answer.length && answer.every((row) => known.has(nameOf(row)))
    : answer.map(nameOf).toSorted().join() === rows.map(nameOf).toSorted().join();
  return [
    ...(isRight
      ? []
      : [`${id}: orderField=${field} ${direction} returns records out of order: ${values.slice(0, 6).join(", ")} …`]),
    ...(isSame ? [] : [`${id}: orderField=${field} ${direction} returns other records than without sorting`]),
  ];
}

/** By code unit, alphabetical, or numeric: each vendor sorts text differently. */
const comparisons: readonly ((left: string, right: string) => number)[] = [
  (left, right) => (left < right ? -1 : left > right ? 1 : 0),
  (left, right) => left.localeCompare(right),
  (left, right) => left.localeCompare(right, "en", { numeric: true }),
];
