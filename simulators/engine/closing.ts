/** Changes of rows that can be taken back, such as closing the books and opening them again. */
import type { Row } from "./values.ts";

/** Sets the same fields of all rows, and returns how to set them back. */
export function changeBriefly(rows: readonly Row[], change: Row): () => void {
  const before = rows.map((row) => Object.fromEntries(Object.keys(change).map((name) => [name, row[name]])));
  for (const row of rows) Object.assign(row, change);
  return () => {
    for (const [index, row] of rows.entries()) Object.assign(row, before[index]);
  };
}
