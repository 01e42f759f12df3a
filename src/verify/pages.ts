/** Checks of paging: every record exactly once, the same order for every limit, and a correct total. */
import type { OperationId } from "../contract/operations.ts";
import { nameOf, type Row } from "./row.ts";

/** A list that was read page by page. */
export interface ReadList {
  readonly rows: readonly Row[];
  /** From the first page. */
  readonly total: number | undefined;
  /** Errors while reading. */
  readonly problems: readonly string[];
  readonly pages: number;
}

export function wholeness(id: OperationId, { rows, total, problems }: ReadList, limit = 100): string[] {
  const names = rows.map(nameOf);
  const seen = new Set<string>();
  const twice = names.filter((name) => seen.has(name) || !seen.add(name));
  return [
    ...problems,
    ...(twice.length === 0
      ? []
      : [`${id}: with limit ${limit}, ${twice.length} records are returned twice, such as ${twice[0]}`]),
    ...(total === undefined || total === rows.length ? [] : [`${id}: total is ${total}, but there are ${rows.length}`]),
  ];
}

export function sameness(
  id: OperationId,
  expected: readonly Row[],
  { rows, problems, total }: ReadList,
  limit: number,
): string[] {
  if (problems.length > 0) return [...problems];
  const ours = rows.map(nameOf);
  const theirs = expected.map(nameOf);
  const known = new Set(ours);
  const missing = theirs.filter((name) => !known.has(name));
  const extra = ours.length - known.size;
  const totals =
    total === undefined || total === expected.length
      ? []
      : [`${id}: with limit ${limit}, total is ${total} instead of ${expected.length}`];
  if (missing.length > 0)
    return [
      ...totals,
      `${id}: with limit ${limit}, ${missing.length} of ${theirs.length} records are missing, such as ${missing[0]}`,
    ];
  if (extra > 0) return [...totals, `${id}: with limit ${limit}, ${extra} records are returned more than once`];
  const at = ours.findIndex((name, index) => name !== theirs[index]);
  if (at !== -1)
    return [
      ...totals,
      `${id}: with limit ${limit}, record ${at + 1} is ${ours[at]}, with limit 100 it is ${theirs[at]}`,
    ];
  return totals;
}
