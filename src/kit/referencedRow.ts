/**
 * Finds what a body refers to in one of the vendor's short lists, such as the account behind a code. A reference that
 * matches nothing is refused with the values that would have matched.
 *
 *     const account = referencedRow(accounts, {
 *       field: "lineItems.accountCode",
 *       value: code,
 *       kind: "account",
 *       key: ({ Code }) => Code,
 *     });
 */
import { invalidField } from "./encode.ts";

export interface Reference<Row> {
  /** The caller's field, for the refusal. */
  readonly field: string;
  readonly value: string;
  /** The kind of record in the list, in the singular: `account`. */
  readonly kind: string;
  /** The text that is compared with `value`. */
  readonly key: (row: Row) => string | number | null | undefined;
}

/** More would not help anybody to choose. */
const mostCandidates = 10;

export function referencedRow<Row>(rows: readonly Row[], { field, value, kind, key }: Reference<Row>): Row {
  const row = rows.find((candidate) => keyText(key(candidate)) === value);
  if (row !== undefined) return row;
  throw invalidField(`The target system has no ${kind} "${value}". ${candidatesText(rows, key)}`, field);
}

const keyText = (key: string | number | null | undefined): string => String(key ?? "");

function candidatesText<Row>(rows: readonly Row[], key: Reference<Row>["key"]): string {
  const keys = [...new Set(rows.map((row) => keyText(key(row))).filter((text) => text !== ""))];
  if (keys.length === 0) return "It has none.";
  const shown = keys.slice(0, mostCandidates).join(", ");
  return keys.length > mostCandidates ? `Use one of its ${keys.length}, such as ${shown}.` : `Use one of ${shown}.`;
}
