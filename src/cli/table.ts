import type { Call } from "./command.ts";

/** Left-aligned columns of minimal width. */
export function formatTable(rows: readonly (readonly string[])[], indent = ""): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  const line = (row: readonly string[]) =>
    indent + row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly columns: Readonly<Record<string, (item: Item) => string>>;
  /** Printed instead of an empty table. */
  readonly empty: string;
}

/** Prints a table, or with `--json` all data. */
export function printList<Item>({ options, terminal }: Call, { items, columns, empty }: Listing<Item>): void {
  if (options["json"] === true) return terminal.print(JSON.stringify(items, null, 2));
  if (items.length === 0) return terminal.print(empty);
  const rows = items.map((item) => Object.values(columns).map((cell) => printable(cell(item))));
  terminal.print(formatTable([Object.keys(columns), ...rows]));
}

/** Prints a sentence, or with `--json` the data. */
export function printResult({ options, terminal }: Call, data: object, text: string): void {
  terminal.print(options["json"] === true ? JSON.stringify(data) : text);
}

/** Removes control characters, because names come from users. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, "?");
