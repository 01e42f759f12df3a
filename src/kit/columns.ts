/**
 * Tables of fields that are read the same way: our field, and its path in the vendor's record. A mapping reads columns
 * without a function call each.
 */
import { accountingDay, instant } from "./dates.ts";
import { amount, unsigned } from "./money.ts";

type Text = string | null | undefined;

/** The type of a record that has a value at a path: `bank.bic` is `{ bank?: { bic?: … } }`. */
export type At<Path extends string, Value> = Path extends `${infer Name}.${infer Below}`
  ? { readonly [Each in Name]?: At<Below, Value> | null | undefined }
  : { readonly [Each in Path]?: Value | undefined };

type Columns<Table, Value, Read> = {
  readonly [Ours in keyof Table]: (native: At<Table[Ours] & string, Value>) => Read;
};

/** Lets a mapping read a column without calling its function. */
export interface Column {
  readonly path: readonly string[];
  /** Absent if the value is used as it is. */
  readonly convert?: (value: never) => unknown;
}

/** A symbol, so that a function that wraps a column and copies its properties is not mistaken for the column. */
const column = Symbol("column");
export const columnOf = (read: unknown): Column | undefined => (read as { readonly [column]?: Column })[column];

type Native = Readonly<Record<string, unknown>>;

function columnAt({ path, convert }: Column): object {
  const [first = "", ...rest] = path;
  const read = (native: unknown): unknown => {
    let value = (native as Native)[first];
    for (const name of rest) {
      if (value === null || value === undefined) break;
      value = (value as Native)[name];
    }
    return convert === undefined ? value : convert(value as never);
  };
  return Object.defineProperty(read, column, { value: { path, ...(convert && { convert }) } });
}

type Table = Readonly<Record<string, string>>;

const tableOf = (table: Table, convert?: Column["convert"]): object =>
  Object.fromEntries(
    Object.entries(table).map(([ours, path]) => [
      ours,
      columnAt({ path: path.split("."), ...(convert && { convert }) }),
    ]),
  );

/** Columns with the same conversion: `const codes = columns(trimmed)`, then `...codes({ number: "Code" })`. */
export const columns =
  <Value, Read>(convert: (value: Value | undefined) => Read) =>
  <const Fields extends Table>(table: Fields): Columns<Fields, Value, Read> =>
    tableOf(table, convert) as Columns<Fields, Value, Read>;

/** Columns without a conversion: `...values({ id: "EntryID", bic: "bank.bic" })`. */
export const values = <const Fields extends Table>(table: Fields) =>
  tableOf(table) as { readonly [Ours in keyof Fields]: <Value>(native: At<Fields[Ours], Value>) => Value | undefined };

export const amounts = columns(amount);
export const absoluteAmounts = columns(unsigned);
export const days = columns((day: Text) => accountingDay(day));
export const instants = columns((at: Text) => instant(at));
