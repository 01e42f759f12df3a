/** Enumerated values: ours on one side, the vendor's spelling of them on the other. */
import type { Static, TSchema } from "typebox";
import { Failure } from "../contract/failure.ts";

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

/** A vendor's words for one of ours, as a table: `words({ AUTHORISED: "OPEN" }, (invoice) => invoice.Status)`. */
export interface Words<Native, Ours> {
  (native: Native): Ours | undefined;
  /** The vendor's word that the table lacks: the field is left out, and a warning says so. */
  readonly unread: (native: Native) => string | undefined;
}

export function words<Native, const Ours extends string>(
  table: Readonly<Record<string, Ours>>,
  pick: (native: Native) => string | null | undefined,
): Words<Native, Ours> {
  const known = new Map(Object.entries(table));
  const read = (native: Native): Ours | undefined => known.get(pick(native) ?? "");
  const unread = (native: Native): string | undefined => {
    const theirs = pick(native);
    return theirs === null || theirs === undefined || theirs === "" || known.has(theirs) ? undefined : theirs;
  };
  return Object.assign(read, { unread });
}

/** Such a table read backwards: the vendor's words for one of ours, or a refusal that names those that there are. */
export function theirWords(table: Readonly<Record<string, string>>, ours: string, field: string): readonly string[] {
  const theirs = Object.entries(table).flatMap(([word, meaning]) => (meaning === ours ? [word] : []));
  if (theirs.length > 0) return theirs;
  const known = [...new Set(Object.values(table))].join(", ");
  throw new Failure("invalid_request", `This target system has no ${field} ${ours}; there are ${known}.`, { field });
}
