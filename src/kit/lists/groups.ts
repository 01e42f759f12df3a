/** Rows that belong together. */
export type Group<Row> = readonly [Row, ...Row[]];

/** Groups rows by key, in the order in which the keys first occur. */
export function groupsBy<Row, Key>(rows: Iterable<Row>, keyOf: (row: Row) => Key): [key: Key, group: Group<Row>][] {
  const groups = new Map<Key, [Row, ...Row[]]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known === undefined) groups.set(keyOf(row), [row]);
    else known.push(row);
  }
  return [...groups];
}
