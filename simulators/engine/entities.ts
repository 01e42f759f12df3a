/** OData entity sets, described as text: typed properties, the values that they accept, and how sets are related. */
import type { Operator } from "./odata.ts";
import type { Company } from "./tables.ts";
import { type Row, words } from "./values.ts";

const kinds = {
  "": { kind: "text", type: "Edm.String", empty: "" },
  g: { kind: "guid", type: "Edm.Guid", empty: "00000000-0000-0000-0000-000000000000" },
  d: { kind: "date", type: "Edm.Date", empty: "0001-01-01" },
  s: { kind: "stamp", type: "Edm.DateTimeOffset", empty: "0001-01-01T00:00:00Z" },
  n: { kind: "decimal", type: "Edm.Decimal", empty: 0 },
  i: { kind: "integer", type: "Edm.Int32", empty: 0 },
  b: { kind: "boolean", type: "Edm.Boolean", empty: false },
  x: { kind: "stream", type: "Edm.Stream", empty: "" },
  "@": { kind: "option", type: "Edm.String", empty: "" },
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

export const noGuid = kinds.g.empty;
export const noDate = kinds.d.empty;

export interface Property {
  readonly name: string;
  readonly kind: Kind["kind"];
  readonly type: string;
  readonly empty: string | number | boolean;
  /** Only the vendor may write it. */
  readonly readOnly: boolean;
  readonly options: readonly string[];
  /** The maximum length of a text. */
  readonly longest: number;
}

export interface EntitySet {
  readonly name: string;
  /** The name of a row in the vendor's messages. */
  readonly caption: string;
  readonly properties: ReadonlyMap<string, Property>;
  /** A row in which every property is empty. */
  readonly empty: Readonly<Row>;
  /** The property that it is sorted by, by default. */
  readonly sort: string;
  /** The property with the id of the row that a row belongs to. */
  readonly parent: string;
  /** Sets whose rows belong to a row, such as an invoice's lines. */
  readonly toMany: readonly string[];
  /** Single related rows, such as an invoice's customer: their set, and the property with their id. */
  readonly toOne: Readonly<Record<string, readonly [set: string, property: string]>>;
  /** The HTTP methods that change it. */
  readonly writes: readonly string[];
  /** The words of its description. */
  readonly flags: readonly string[];
}

export type EntitySets = ReadonlyMap<string, EntitySet>;

/** The vendor's errors. */
export interface EntityRefusals {
  badRequest(message: string): Error;
  notImplemented(message: string): Error;
  noProperty(name: string, set: string): Error;
  noSegment(name: string | undefined): Error;
  noRecord(caption: string, id: string): Error;
  /** The single related row does not exist. */
  nonePart(name: string): Error;
  notAllowed(method: string, what: string): Error;
  missingToken(): Error;
  entityChanged(): Error;
  badSkipToken(): Error;
  longText(text: string, longest: number): Error;
  noOption(option: string, known: readonly string[]): Error;
  readOnly(name: string): Error;
  /** An id that refers to no row. */
  noReference(property: string, caption: string): Error;
}

/** A comparison that is true for every requested row. */
export interface Condition {
  readonly property: string;
  readonly operator: Operator;
  readonly value: unknown;
}

/** A row that is about to be stored. */
export interface Draft {
  readonly book: Company;
  readonly set: string;
  /** The values to store. A rule may change them. */
  readonly row: Row;
  /** The properties that the caller sent. */
  readonly sentProperties: ReadonlySet<string>;
  /** The previous row, for an update. */
  readonly old?: Row;
}

/** A vendor's entity sets and business rules. */
export interface EntityService {
  readonly sets: EntitySets;
  /** The prefix of types and actions in messages and URLs. */
  readonly namespace: string;
  readonly refusals: EntityRefusals;
  readonly largestPage: number;
  /** The rows of a set in a company. Some sets need a condition on their parent, some are computed. */
  rowsOf(book: Company, set: EntitySet, conditions: readonly Condition[]): readonly Row[];
  /** Values that a response shows instead of the stored ones. */
  shown(book: Company, set: EntitySet, row: Row): Row;
  /** Documents that are printed on request: their set, the row of one, and its bytes. */
  readonly papers: { readonly set: string; of(set: EntitySet, row: Row): Row; draw(set: EntitySet, row: Row): Buffer };
  act(book: Company, set: string, row: Row, action: string): void;
  /** Checks a row and fills in defaults. */
  rule(draft: Draft): void;
  /** Properties whose ids the rules check themselves. */
  readonly ownChecks: RegExp;
  /** Further values that link a row to the row above it. */
  belonging(set: EntitySet, above: EntitySet): Row;
  /** Called after a row was created, before the rows below it. */
  made(book: Company, set: string, row: Row): void;
  /** Called after a row and all rows below it were written. */
  written(book: Company, set: string, row: Row): void;
  /** Deletes the row, or refuses to. */
  remove(book: Company, set: EntitySet, row: Row): void;
}

export const entitySet = ({ sets }: Pick<EntityService, "sets">, name: string): EntitySet => {
  const set = sets.get(name);
  if (set === undefined) throw new Error(`The entity set ${name} does not exist.`);
  return set;
};

/** In the vendor's default order. */
export function sorted({ sort }: EntitySet, rows: readonly Row[]): readonly Row[] {
  const value = (row: Row) => (row[sort] ?? "") as string | number;
  const order = (left: Row, right: Row) => (value(left) < value(right) ? -1 : value(left) > value(right) ? 1 : 0);
  return sort === "" ? rows : rows.toSorted(order);
}

/** The rows of a set that belong to a row. */
export const rowsUnder = ({ tables }: Company, set: EntitySet, { id }: Row): readonly Row[] =>
  sorted(set, tables[set.name]?.under(set.parent, id) ?? []);

/** OData names contain no spaces: "In Review" is sent as In_x0020_Review, and the empty option as _x0020_. */
export const encoded = (option: string): string =>
  /_x[0-9A-F]{4}_/.test(option)
    ? option
    : option.replaceAll(
        /[^A-Za-z0-9_]/g,
        (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
      );
const plain = (name: string) =>
  name.replaceAll(/_x([0-9A-F]{4})_/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The text that describes entity sets, and the meaning of its words. */
export interface EntitySetDescription {
  /**
   * One entry per set: its name, caption and kind, then its properties. A property is `name`, `name:kind` or
   * `name:@options`. A closing `!` means that only the vendor writes it. `@group` inserts several properties, and `-name`
   * removes one that a group has.
   */
  readonly source: string;
  readonly groups: Readonly<Record<string, string>>;
  /** The flags behind a kind: methods, `sort=`, `parent=`, `many=`, `keyless`, `bare` (without a timestamp). */
  readonly kinds: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  readonly longest: Readonly<Record<string, number>>;
  /** The single related row that a property refers to: its name and its set. */
  part(property: string, set: string, flags: readonly string[]): readonly [name: string, set: string] | undefined;
  /** Sets below a set, besides those in the text. */
  more(set: string, flags: readonly string[]): readonly string[];
}

export const entitySets = (description: EntitySetDescription): EntitySets =>
  new Map(description.source.split(/\n(?! )/).map((entry) => setOf(entry, description)));

const split = (list: string) => list.split(/\s+/).filter(Boolean);
/** The words of a list, each followed by the words that it stands for. */
const expanded = (list: string, meanings: Readonly<Record<string, string>>): string[] =>
  split(list).flatMap((word) => [word, ...(meanings[word] === undefined ? [] : expanded(meanings[word], meanings))]);

function setOf(entry: string, description: EntitySetDescription): [string, EntitySet] {
  const [head = "", ...rest] = entry.split(": ");
  const [name = "", caption = "", kind = ""] = head.split(", ");
  const flags = expanded(kind, description.kinds);
  const value = (flag: string) => flags.findLast((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
  const listed = expanded(rest.join(": "), description.groups);
  const named = listed.filter((word) => !/^[@-]/.test(word) && !listed.includes(`-${word.replace(/:.*$/, "")}`));
  const complete = [
    ...(flags.includes("keyless") ? [] : ["id:g!"]),
    ...named,
    ...(flags.includes("bare") ? [] : ["lastModifiedDateTime:s!"]),
  ];
  const properties = new Map(complete.map((word) => propertyOf(word, description)));
  const related = [...properties.keys()].flatMap((property) => {
    const part = description.part(property, name, flags);
    return part === undefined ? [] : [[part[0], [part[1], property]] as const];
  });
  const stored = [...properties.values()].filter((property) => property.kind !== "stream");
  const set: EntitySet = {
    name,
    caption,
    properties,
    flags,
    sort: value("sort") ?? "number",
    parent: value("parent") ?? "",
    toOne: Object.fromEntries(related),
    writes: flags.filter((flag) => /^[A-Z]+$/.test(flag)),
    toMany: [...description.more(name, flags), ...(value("many")?.split(",") ?? [])],
    empty: Object.fromEntries(stored.map((property) => [property.name, emptyOf(property)])),
  };
  return [name, set];
}

function propertyOf(word: string, { options, longest }: EntitySetDescription): [string, Property] {
  const [name = "", kind = ""] = word.replace("!", "").split(":");
  const names = kind.startsWith("@") ? words(options[kind.slice(1)] ?? "").map(encoded) : [];
  const known = kinds[(names.length > 0 ? "@" : kind) as keyof typeof kinds];
  return [name, { name, ...known, readOnly: word.endsWith("!"), options: names, longest: longest[name] ?? 2048 }];
}

const emptyOf = ({ empty, options: [first] }: Property) => first ?? empty;

const patterns: Partial<Record<Property["kind"], RegExp>> = {
  guid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  stamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
};

/** The value to store for the value that the caller sent. Throws the vendor's error if it is not valid. */
export function accept(property: Property, value: unknown, refusals: EntityRefusals): string | number | boolean {
  const { kind, type, longest, options } = property;
  if (value === null) return emptyOf(property);
  const bad = () =>
    refusals.badRequest(`Cannot convert the literal '${JSON.stringify(value)}' to the expected type '${type}'.`);
  if (kind === "boolean" || kind === "decimal" || kind === "integer") {
    if (typeof value !== (kind === "boolean" ? "boolean" : "number")) throw bad();
    if (kind === "integer" && !Number.isInteger(value)) throw bad();
    return value as number | boolean;
  }
  if (typeof value !== "string" || patterns[kind]?.test(value) === false) throw bad();
  if (kind === "date" && Number.isNaN(Date.parse(value))) throw bad();
  if (kind === "guid") return value.toLowerCase();
  if (kind === "text" && value.length > longest) throw refusals.longText(value, longest);
  if (kind !== "option") return value;
  const option = encoded(value === "" ? " " : value);
  if (!options.includes(option)) throw refusals.noOption(value, options.map(plain));
  return option;
}
