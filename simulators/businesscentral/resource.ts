/** What an entity set of the vendor is. */
import { emptyOf, type Field, fieldsOf, type Row } from "./shapes.ts";

export interface Resource {
  readonly set: string;
  /** What the vendor's messages call it. */
  readonly table: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** A row before anything is known of it. */
  readonly empty: Readonly<Row>;
  /** What it is sorted by unless asked otherwise. */
  readonly sort: string;
  /** The property that names the row it belongs to. */
  readonly parent?: string;
  /** Parts in the plural: their set. */
  readonly many: Readonly<Record<string, string>>;
  /** Parts in the singular: their set, and our property that holds their id. */
  readonly one: Readonly<Record<string, readonly [set: string, field: string]>>;
  readonly writes: readonly string[];
  /** Whether one can subscribe to it (the vendor's list of supported entities). */
  readonly notifies: boolean;
}

export interface Extras {
  readonly sort?: string;
  readonly parent?: string;
  readonly many?: string;
  readonly one?: string;
  readonly writes?: string;
  readonly notifies?: boolean;
  /** Without a stamp. */
  readonly bare?: boolean;
  /** Without an id. */
  readonly keyless?: boolean;
}

/** The methods of a set that callers may write. */
export const all = "POST PATCH DELETE";

export function resource(set: string, table: string, fields: string, extras: Extras = {}): Resource {
  const words = (list = "") => list.split(/\s+/).filter(Boolean);
  const pairs = (list?: string) => words(list).map((word) => word.split(":"));
  const known = fieldsOf(
    `${extras.keyless === true ? "" : "id:g!"} ${fields} ${extras.bare === true ? "" : "lastModifiedDateTime:s!"}`,
  );
  return {
    ...{ set, table, sort: extras.sort ?? "number", writes: words(extras.writes), notifies: extras.notifies ?? false },
    fields: known,
    empty: Object.fromEntries(
      [...known.values()].filter(({ kind }) => kind !== "stream").map((field) => [field.name, emptyOf(field)]),
    ),
    ...(extras.parent === undefined ? {} : { parent: extras.parent }),
    many: Object.fromEntries(pairs(extras.many).map(([name = "", to = name]) => [name, to])),
    one: Object.fromEntries(pairs(extras.one).map(([name = "", to = "", field = ""]) => [name, [to, field] as const])),
  };
}
