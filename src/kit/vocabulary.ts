/** Enumerated values: the vendor's on one side, ours on the other. One table reads, writes and filters. */
import type { Static, TSchema } from "typebox";
import { Failure } from "../contract/failure.ts";
import { currency } from "../contract/schema.ts";
import type { FieldEncoder } from "./encode.ts";
import { atPath } from "./encode.ts";

/** The vendor's value → ours. If there are several of ours, the first is read and the others can only be written. */
export type WordTable<Ours extends string> = Readonly<Record<string, Ours | readonly [Ours, ...Ours[]]>>;

type Text = string | null | undefined;

/** Reads a field, and returns the vendor's value if it is unknown, for a warning. */
export interface WordReader<Native, Ours> {
  (native: Native): Ours | undefined;
  readonly unread: (native: Native) => string | undefined;
}

export interface Vocabulary<Ours extends string> {
  /**
   * For mappings: `status: statuses.read((invoice) => invoice.Status)`. `without` lists the vendor's values that have no
   * counterpart: they are left out, and only unknown ones lead to a warning.
   */
  read<Native>(pick: (native: Native) => Text, without?: readonly string[]): WordReader<Native, Ours>;
  /** Our value for one of the vendor's, without a warning. */
  readonly toContract: (theirs: Text) => Ours | undefined;
  /** For filters: all of the vendor's values for ours, which may be a comma-separated list: `toVendor("OPEN,PAID", "status")`. */
  readonly toVendor: (ours: string, field: string) => readonly string[];
  /** The first of the vendor's values for ours. An unknown value is refused with the valid ones. */
  readonly write: (ours: string, field: string) => string;
  /** For encoders: `status: statuses.as("Status")`. */
  as(...path: readonly string[]): FieldEncoder<string>;
  /** For fields that are sent elsewhere or not at all: only refuses unknown values. */
  readonly checkOnly: FieldEncoder<string>;
  /** The vocabulary without some of our values, such as those that cannot be written. */
  except(...ours: readonly Ours[]): Vocabulary<Ours>;
  /** Our values. */
  readonly words: readonly Ours[];
}

/** `const statuses = vocabulary({ AUTHORISED: "OPEN", PAID: "PAID", VOIDED: "VOIDED", DELETED: "VOIDED" })` */
export function vocabulary<const Ours extends string>(table: WordTable<Ours>): Vocabulary<Ours> {
  return ofPairs(
    Object.entries(table).flatMap(([theirs, meaning]) =>
      [meaning].flat().map((ours) => [theirs, ours as Ours] as const),
    ),
  );
}

/**
 * The table of a vendor that uses the contract's values in its own spelling:
 * `vocabulary(valuesSpelledBy(documentStatus, (ours) => ours.toLowerCase()))`.
 */
export function valuesSpelledBy<Field extends TSchema>(
  field: Field,
  spell: (ours: string) => string = (ours) => ours,
): WordTable<Static<Field> & string> {
  const values = (field as unknown as { enum: (Static<Field> & string)[] }).enum;
  return Object.fromEntries(values.map((ours) => [spell(ours), ours]));
}

/** The ISO 4217 code that the contract has for a vendor's currency. */
export const currencyCode = (code: Text) => currencies.toContract(code);

function ofPairs<Ours extends string>(pairs: readonly (readonly [theirs: string, ours: Ours])[]): Vocabulary<Ours> {
  // The first pair of a value wins.
  const known = new Map<Text, Ours>(pairs.toReversed());
  const words = [...new Set(pairs.map(([, ours]) => ours))];
  const theirs = (ours: string, field: string): readonly string[] =>
    ours.split(",").flatMap((each) => {
      const found = pairs.filter(([, name]) => name === each.trim());
      if (found.length > 0) return found.map(([word]) => word);
      const text = `This target system has no ${field} ${each.trim()}. Use one of ${words.join(", ")}.`;
      throw new Failure("invalid_request", text, { field });
    });
  const write = (ours: string, field: string): string => theirs(ours, field)[0] ?? "";
  return {
    words,
    toContract: (word) => known.get(word),
    toVendor: theirs,
    write,
    read: (pick, without = []) =>
      Object.assign((native: Parameters<typeof pick>[0]) => known.get(pick(native)), {
        unread: (native: Parameters<typeof pick>[0]) => {
          const word = pick(native);
          const isUnknown = word !== null && word !== undefined && word !== "" && !known.has(word);
          return isUnknown && !without.includes(word) ? word : undefined;
        },
      }),
    as: (...path) =>
      Object.assign((ours: string, _input: unknown, field: string) => atPath(path, write(ours, field)), {
        path,
        words,
      }),
    checkOnly: (ours, _input, field) => {
      write(ours, field);
      return {};
    },
    except: (...left) => ofPairs(pairs.filter(([, ours]) => !left.includes(ours))),
  };
}

const currencies = vocabulary(valuesSpelledBy(currency));
