/** Helpers for seed data: tables written as text, and series of records at regular intervals. */
import type { Company } from "./tables.ts";
import { day, dayLength, pick, type Row, words } from "./values.ts";

export const times = <Each>(count: number, make: (index: number) => Each): Each[] =>
  Array.from({ length: Math.ceil(count) }, (_, index) => make(index));

/** Makes `count` records, `days` apart, the last one shortly before now. */
export const daily = (
  company: Pick<Company, "now" | "past">,
  [count, days]: readonly [count: number, days: number],
  make: (index: number, date: string) => void,
): void =>
  void times(count, (index) => {
    const at = company.now() - ((Math.ceil(count) - index) * days - 5) * dayLength;
    company.past(at, () => make(index, day(at)));
  });

/** The row at this index, starting over at the end. */
export const nth = <Name extends string>(
  { tables }: Pick<Company<Name>, "tables">,
  name: NoInfer<Name>,
  index: number,
): Row => pick(tables[name].all(), index);

/** Names of companies, made of a colour, an animal and a trade. */
export function namesOf(...lists: readonly [colours: string, animals: string, trades: string]) {
  const [colours, animals, trades] = lists.map(words) as [readonly string[], readonly string[], readonly string[]];
  return (index: number): string => `${pick(colours, index)}${pick(animals, index * 5 + 1)} ${pick(trades, index * 3)}`;
}

const cell = (column: string, value: string): [string, unknown] => {
  if (column.endsWith("#")) return [column.slice(0, -1), Number(value)];
  return column.endsWith("?") ? [column.slice(0, -1), value === "yes"] : [column, value];
};

/**
 * `units: unitNumber# name barred?` begins a table and names its columns, with `#` for numbers and `?` for booleans.
 * `1|stk.; 2|kg|yes` are two rows, on a separate line or after the columns and ` = `. Empty values are omitted.
 */
export function readTables<Name extends string>(source: string): [table: Name, row: Row][] {
  let table = "";
  let columns: string[] = [];
  return source
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, name, rest = "", first = ""] = /^([\w.]+): ([^=]+)(?: = (.+))?$/.exec(line) ?? [];
      if (name !== undefined) {
        table = name;
        columns = rest.split(" ");
      }
      const written = (name === undefined ? line : first).split("; ").filter(Boolean);
      return written.map((values): [Name, Row] => [table as Name, rowOf(columns, values)]);
    });
}

const rowOf = (columns: readonly string[], written: string): Row =>
  Object.fromEntries(
    written.split("|").flatMap((value, index) => (value === "" ? [] : [cell(columns[index] ?? "", value)])),
  );
