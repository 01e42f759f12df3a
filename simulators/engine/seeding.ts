/** Invented books: tables that are written down as text, and so many of a kind, one some days after the other. */
import type { Company } from "./tables.ts";
import { day, dayLength, pick, type Row, words } from "./values.ts";

export const times = <Each>(count: number, make: (index: number) => Each): Each[] =>
  Array.from({ length: Math.ceil(count) }, (_, index) => make(index));

/** So many, each so many days after the one before, the last one some days ago. */
export const daily = (
  company: Pick<Company, "now" | "past">,
  [count, days]: readonly [count: number, days: number],
  one: (index: number, date: string) => void,
): void =>
  void times(count, (index) => {
    const at = company.now() - ((Math.ceil(count) - index) * days - 5) * dayLength;
    company.past(at, () => one(index, day(at)));
  });

/** One of them, in turn. */
export const nth = <Name extends string>(
  { tables }: Pick<Company<Name>, "tables">,
  name: NoInfer<Name>,
  index: number,
): Row => pick(tables[name].all(), index);

/** Companies that are called by a colour, an animal and a trade. */
export function namesOf(...lists: readonly [colours: string, animals: string, trades: string]) {
  const [colours, animals, trades] = lists.map(words) as [readonly string[], readonly string[], readonly string[]];
  return (index: number): string => `${pick(colours, index)}${pick(animals, index * 5 + 1)} ${pick(trades, index * 3)}`;
}

const cell = (column: string, value: string): [string, unknown] => {
  if (column.endsWith("#")) return [column.slice(0, -1), Number(value)];
  return column.endsWith("?") ? [column.slice(0, -1), value === "yes"] : [column, value];
};

/**
 * `units: unitNumber# name barred?` begins a table and names its columns, `#` for numbers and `?` for yes or no; `1|stk.; 2|kg|yes`
 * are two of its rows, on lines of their own or behind the columns and ` = `. What is empty is not there.
 */
export function readTables<Name extends string>(source: string): [table: Name, row: Row][] {
  let [table, columns]: [string, string[]] = ["", []];
  return source
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, name, rest = "", first = ""] = /^([\w.]+): ([^=]+)(?: = (.+))?$/.exec(line) ?? [];
      if (name !== undefined) [table, columns] = [name, rest.split(" ")];
      const written = (name === undefined ? line : first).split("; ").filter(Boolean);
      return written.map((one): [Name, Row] => [table as Name, rowOf(columns, one)]);
    });
}

const rowOf = (columns: readonly string[], written: string): Row =>
  Object.fromEntries(
    written.split("|").flatMap((value, index) => (value === "" ? [] : [cell(columns[index] ?? "", value)])),
  );
