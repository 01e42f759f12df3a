/** `sqlfilters`, `sortfield`, `limit` and `page`, as functions.lib.php and the lists of 20.0 read them. */
import { wholeNumber } from "../engine/pages.ts";
import type { Query } from "../engine/routes.ts";
import { likeOf, type Row, text } from "../engine/values.ts";
import { refused } from "./refusals.ts";
import { localTime } from "./zone.ts";

const criterion = /\(([a-zA-Z0-9_.]+:[<>!=insotlke]+:[^()]+)\)/gi;

/** The value as the database compares it: timestamps as local text. */
function columnOf(row: Row, name: string): string | number | null {
  const [, column = ""] = /^t\.(\w+)$/.exec(name) ?? [];
  const value = column === "rowid" ? Number(row["id"]) : row[column];
  if (value === undefined) throw refused(503, `Error when retrieve list : Unknown column '${name}' in 'where clause'`);
  if (typeof value === "number" && /^(?:tms|datec)$/.test(column)) return localTime(value);
  return value as string | number | null;
}

/** `20260131` is a day for columns of days or timestamps. */
const asDay = (value: string): string => value.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");

function holds(row: Row, [name = "", sign = "", ...rest]: readonly string[]): boolean {
  const column = columnOf(row, name);
  const [, quoted] = /^'(.*)'$/.exec(rest.join(":")) ?? [];
  const wanted = quoted ?? rest.join(":");
  if (sign === "in") return wanted.split(",").includes(text(column));
  if (column === null) return false;
  if (sign === "like") return likeOf(wanted).test(text(column));
  const [left, right] =
    quoted === undefined || typeof column === "number"
      ? [Number(column), Number.parseFloat(wanted) || 0]
      : [text(column).toLowerCase(), (/^\d{4}-/.test(text(column)) ? asDay(wanted) : wanted).toLowerCase()];
  const signs: Readonly<Record<string, boolean>> = {
    "=": left === right,
    "!=": left !== right,
    "<": left < right,
    ">": left > right,
    "<=": left <= right,
    ">=": left >= right,
  };
  return signs[sign] ?? false;
}

/** Criteria in parentheses, combined with and, or and further parentheses; `and` binds more tightly. */
function filterOf(source: string): (row: Row) => boolean {
  const filter = /^\(.*\)$/.test(source) ? source : `(${source})`;
  const criteria: string[][] = [];
  const form = filter.replaceAll(criterion, (_, found: string) => `#${criteria.push(found.split(":")) - 1};`);
  const tokens = form.match(/#\d+;|\(|\)|and|or|[^\s]/gi) ?? [];
  if (tokens.some((token) => !/^(?:#\d+;|[()]|and|or)$/i.test(token)))
    throw refused(400, `Error when validating parameter sqlfilters -> Bad syntax of the search string: ${filter}`);
  return (row) => {
    let at = 0;
    const either = (): boolean => {
      let is = both();
      while (/^or$/i.test(tokens[at] ?? "")) is = (at++, both()) || is;
      return is;
    };
    const both = (): boolean => {
      let is = single();
      while (/^and$/i.test(tokens[at] ?? "")) is = (at++, single()) && is;
      return is;
    };
    const single = (): boolean => {
      const token = tokens[at++] ?? "";
      if (token !== "(") return holds(row, criteria[Number(token.slice(1, -1))] ?? []);
      const is = either();
      at++;
      return is;
    };
    return either();
  };
}

function compare(left: Row, right: Row, name: string): number {
  const a = columnOf(left, name) ?? "";
  const b = columnOf(right, name) ?? "";
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `usual` is the field that a list is sorted by by default. */
export function find(all: readonly Row[], query: Query, usual = "t.rowid"): { rows: readonly Row[]; total: number } {
  const { sqlfilters, sortfield = usual, sortorder = "ASC" } = query;
  const fitting = sqlfilters ? all.filter(filterOf(sqlfilters)) : [...all];
  const names = sortfield.split(",");
  const down = sortorder.split(",").map((order) => (order.toUpperCase() === "DESC" ? -1 : 1));
  fitting.sort((left, right) => {
    for (const [index, name] of names.entries()) {
      const by = compare(left, right, name) * (down[index] ?? down[0] ?? 1);
      if (by !== 0) return by;
    }
    return 0;
  });
  const limit = wholeNumber(query["limit"], 100);
  const page = wholeNumber(query["page"], 0);
  const rows = limit === 0 ? fitting : fitting.slice(page * limit, (page + 1) * limit);
  return { rows, total: fitting.length };
}
