/**
 * Fields that are read from and written to the same path of the vendor's record, declared once:
 *
 *     const line = twoWay({
 *       description: plainValue("Reference"),
 *       accountId: plainValue("Account.AccountID"),
 *       amount: number("Amount"),
 *       paymentDate: day("Date"),
 *     });
 *     mapping<PaymentLine, Payment>({ ...line.reads, … });
 *     encoder<PaymentLine>({ ...line.writes, … });
 */
import { type At, amounts, days, values } from "./columns.ts";
import { dayAs, decimalAs, fieldAs, numberAs } from "./encode.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface TwoWayField<Read, Write> {
  readonly reads: Read;
  readonly writes: Write;
}

type Fields = Readonly<Record<string, TwoWayField<unknown, unknown>>>;

/** Splits the fields into `reads` for a mapping and `writes` for an encoder. */
export function twoWay<const Table extends Fields>(
  table: Table,
): {
  readonly reads: { readonly [Name in keyof Table]: Table[Name]["reads"] };
  readonly writes: { readonly [Name in keyof Table]: Table[Name]["writes"] };
} {
  const fields = Object.entries(table);
  return {
    reads: Object.fromEntries(fields.map(([name, { reads }]) => [name, reads])),
    writes: Object.fromEntries(fields.map(([name, { writes }]) => [name, writes])),
  } as never;
}

/** The value as it is. */
export const plainValue = <const Path extends string>(path: Path) => ({
  reads: values({ value: path }).value,
  writes: fieldAs(...path.split(".")),
});

/** An amount that the vendor takes as a JSON number. */
export const number = <const Path extends string>(path: Path) => ({
  reads: amounts({ value: path }).value,
  writes: numberAs(...path.split(".")),
});

/** An amount that the vendor takes as decimal text. */
export const decimal = <const Path extends string>(path: Path) => ({
  reads: amounts({ value: path }).value,
  writes: decimalAs(...path.split(".")),
});

/** A calendar day, which the vendor takes as `2026-11-18`. */
export const day = <const Path extends string>(path: Path) => ({
  reads: days({ value: path }).value,
  writes: dayAs(...path.split(".")),
});

/** An enumerated value, in the vendor's words: `status: enumValue(statuses, "Status")`. */
export const enumValue = <Ours extends string, const Path extends string>(vocabulary: Vocabulary<Ours>, path: Path) => {
  const pick = values({ value: path }).value;
  return {
    reads: vocabulary.read((native: At<Path, string | null>) => pick(native)),
    writes: vocabulary.as(...path.split(".")),
  };
};
