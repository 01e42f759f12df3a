/** A Markdown table. The first row is the header. Columns are padded as the formatter expects. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill = " ") =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width, fill)).join(" | ")} |`;
  return [line(head), line([], "-"), ...others.map((row) => line(row))];
}
