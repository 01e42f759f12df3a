/** Enumerated values: ours on one side, the vendor's spelling of them on the other. */
import type { Static, TSchema } from "typebox";

/**
 * Reads a vendor's word as a value of one of our fields. `spell` says how the vendor writes our values. A word that the
 * contract does not know is left out: callers may rely on the list.
 */
export function word<Field extends TSchema>(
  field: Field,
  spell: (ours: string) => string,
): (theirs: string | null | undefined) => Static<Field> | undefined {
  const values = (field as unknown as { enum: Static<Field>[] }).enum;
  const known = new Map<unknown, Static<Field>>(values.map((value) => [spell(String(value)), value]));
  return (theirs) => known.get(theirs);
}
