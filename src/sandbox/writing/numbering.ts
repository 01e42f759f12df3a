/** New ids, and the next number of a range. */
import { randomUUID } from "node:crypto";
import type { WriteContext } from "./context.ts";

export const newId = (prefix: string): string => `${prefix}-${randomUUID()}`;

export interface NumberRange {
  readonly field: string;
  /** The text before the digits. */
  readonly prefix: string;
  readonly digits: number;
  /** The first number of the range. */
  readonly first: number;
  /** Collections in which the numbers are unique. */
  readonly among: string;
}

export const numberRange = (field: string, prefix: string, among: string, first = 1): NumberRange => {
  return { field, prefix, digits: 4, first, among };
};

export async function nextNumber(context: WriteContext, { field, prefix, digits, first, among }: NumberRange) {
  const { rows } = await context.client.query<{ last: string | null }>(
    `SELECT max(substr(body->>'${field}', $3)::bigint)::text AS last FROM sandbox.records
     WHERE company = $1 AND collection = ANY ($2) AND body->>'${field}' ~ $4`,
    [context.company, among.split(" "), prefix.length + 1, `^${prefix}\\d{${digits},9}$`],
  );
  return `${prefix}${String(rows[0]?.last ? Number(rows[0].last) + 1 : first).padStart(digits, "0")}`;
}
