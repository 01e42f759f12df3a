/** Entity sets as OData knows them, told in words: typed properties, what is taken for a value, what hangs on what. */
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
  /** Only the vendor writes it. */
  readonly readOnly: boolean;
  readonly options: readonly string[];
  /** How many letters a text may have. */
  readonly longest: number;
}

export interface EntitySet {
  readonly name: string;
  /** What the vendor's messages call a row of it. */
  readonly caption: string;
  readonly properties: ReadonlyMap<string, Property>;
  /** A row before anything is known of it. */
  readonly empty: Readonly<Row>;
  /** What it is sorted by unless asked otherwise. */
  readonly sort: string;
  /** The property that names the row it belongs to. */
  readonly parent: string;
  /** Parts in the plural. */
  readonly many: readonly string[];
  /** Parts in the singular: their set, and the property that holds their id. */
  readonly one: Readonly<Record<string, readonly [set: string, property: string]>>;
  /** The methods that change it. */
  readonly writes: readonly string[];
  /** The words that it was told in. */
  readonly flags: readonly string[];
}

export type EntitySets = ReadonlyMap<string, EntitySet>;

/** How the vendor says no. */
export interface EntityRefusals {
  badRequest(message: string): Error;
  notImplemented(message: string): Error;
  noProperty(name: string, set: string): Error;
  noSegment(name: string | undefined): Error;
  noRecord(caption: string, id: string): Error;
  /** A part in the singular that there is none of. */
  nonePart(name: string): Error;
  notAllowed(method: string, what: string): Error;
  missingToken(): Error;
  entityChanged(): Error;
  badSkipToken(): Error;
  longText(given: string, longest: number): Error;
  noOption(given: string, known: readonly string[]): Error;
  readOnly(name: string): Error;
  /** An id that is said to be of something and is not. */
  noReference(property: string, caption: string): Error;
}

/** A comparison that holds for every row that is asked for. */
export interface Condition {
  readonly property: string;
  readonly operator: Operator;
  readonly value: unknown;
}

/** A row on its way into the books. */
export interface Draft {
  readonly book: Company;
  readonly set: string;
  /** What is to be stored; a rule may change it. */
  readonly row: Row;
  /** What the caller named. */
  readonly given: ReadonlySet<string>;
  /** The row as it was, when it is changed rather than made. */
  readonly old?: Row;
}

/** A vendor's entity sets, and the rules of its business. */
export interface EntityService {
  readonly sets: EntitySets;
  /** Before the names of types and actions in messages and addresses. */
  readonly namespace: string;
  readonly says: EntityRefusals;
  readonly largestPage: number;
  /** The rows of a set at the top of a company; some must be told what to look under, some are computed when asked. */
  rowsOf(book: Company, set: EntitySet, conditions: readonly Condition[]): readonly Row[];
  /** What a row shows in place of what is stored. */
  shown(book: Company, set: EntitySet, row: Row): Row;
  /** Parts that are drawn up when asked for: their set, what one says, and its bytes. */
  readonly papers: { readonly set: string; of(set: EntitySet, row: Row): Row; draw(set: EntitySet, row: Row): Buffer };
  act(book: Company, set: string, row: Row, action: string): void;
  /** Checks and fills in. */
  rule(draft: Draft): void;
  /** Properties whose ids the rules look at themselves. */
  readonly ownChecks: RegExp;
  /** What a part is said to hang on, besides the id. */
  belonging(set: EntitySet, above: EntitySet): Row;
  /** After a row was made, before its parts. */
  made(book: Company, set: string, row: Row): void;
  /** After a row was written with all its parts. */
  written(book: Company, set: string, row: Row): void;
  /** Refuses, or deletes. */
  remove(book: Company, set: EntitySet, row: Row): void;
}

export const entitySet = ({ sets }: Pick<EntityService, "sets">, name: string): EntitySet => {
  const set = sets.get(name);
  if (set === undefined) throw new Error(`There is no set ${name}.`);
  return set;
};

/** Sorted as the vendor sorts unless asked otherwise. */
export function sorted({ sort }: EntitySet, rows: readonly Row[]): readonly Row[] {
  const side = (row: Row) => (row[sort] ?? "") as string | number;
  const order = (one: Row, other: Row) => (side(one) < side(other) ? -1 : side(one) > side(other) ? 1 : 0);
  return sort === "" ? rows : rows.toSorted(order);
}

/** The rows of a set that belong to one. */
export const rowsUnder = ({ tables }: Company, set: EntitySet, { id }: Row): readonly Row[] =>
  sorted(set, tables[set.name]?.under(set.parent, id) ?? []);

/** OData names hold no spaces: "In Review" travels as In_x0020_Review, and the empty option as _x0020_. */
export const encoded = (option: string): string =>
  /_x[0-9A-F]{4}_/.test(option)
    ? option
    : option.replaceAll(
        /[^A-Za-z0-9_]/g,
        (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
      );
const plain = (name: string) =>
  name.replaceAll(/_x([0-9A-F]{4})_/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** What sets are told with. */
export interface ChangeNotice {
  /**
   * A set, its caption, what it is; its properties. A property is `name`, `name:kind` or `name:@options`, and a closing `!`
   * means that only the vendor writes it; `@group` stands for several, and `-name` takes one away that a group has.
   */
  readonly source: string;
  readonly groups: Readonly<Record<string, string>>;
  /** What a word says of a set: methods, `sort=`, `parent=`, `many=`, `keyless`, `bare` (without a stamp). */
  readonly kinds: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  readonly longest: Readonly<Record<string, number>>;
  /** The part in the singular that a property leads to: its name and its set. */
  part(property: string, set: string, flags: readonly string[]): readonly [name: string, set: string] | undefined;
  /** Parts in the plural besides those that are told. */
  more(set: string, flags: readonly string[]): readonly string[];
}

export const entitySets = (telling: ChangeNotice): EntitySets =>
  new Map(telling.source.split(/\n(?! )/).map((entry) => setOf(entry, telling)));

const split = (list: string) => list.split(/\s+/).filter(Boolean);
const told = (list: string, among: Readonly<Record<string, string>>): string[] =>
  split(list).flatMap((word) => [word, ...(among[word] === undefined ? [] : told(among[word], among))]);

function setOf(entry: string, telling: ChangeNotice): [string, EntitySet] {
  const [head = "", ...rest] = entry.split(": ");
  const [name = "", caption = "", kind = ""] = head.split(", ");
  const flags = told(kind, telling.kinds);
  const value = (flag: string) => flags.findLast((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
  const own = told(rest.join(": "), telling.groups);
  const named = own.filter((word) => !/^[@-]/.test(word) && !own.includes(`-${word.replace(/:.*$/, "")}`));
  const whole = [
    ...(flags.includes("keyless") ? [] : ["id:g!"]),
    ...named,
    ...(flags.includes("bare") ? [] : ["lastModifiedDateTime:s!"]),
  ];
  const properties = new Map(whole.map((word) => propertyOf(word, telling)));
  const one = [...properties.keys()].flatMap((property) => {
    const part = telling.part(property, name, flags);
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
    one: Object.fromEntries(one),
    writes: flags.filter((flag) => /^[A-Z]+$/.test(flag)),
    many: [...telling.more(name, flags), ...(value("many")?.split(",") ?? [])],
    empty: Object.fromEntries(stored.map((property) => [property.name, emptyOf(property)])),
  };
  return [name, set];
}

function propertyOf(word: string, { options, longest }: ChangeNotice): [string, Property] {
  const [name = "", kind = ""] = word.replace("!", "").split(":");
  const names = kind.startsWith("@") ? words(options[kind.slice(1)] ?? "").map(encoded) : [];
  const known = kinds[(names.length > 0 ? "@" : kind) as keyof typeof kinds];
  const most = longest[name] ?? 2048;
  return [name, { name, ...known, readOnly: word.endsWith("!"), options: names, longest: most }];
}

const emptyOf = ({ empty, options: [first] }: Property) => first ?? empty;

const patterns: Partial<Record<Property["kind"], RegExp>> = {
  guid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  stamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
};

/** A value that the caller sent, as it is stored, or its refusal. */
export function accept(property: Property, given: unknown, says: EntityRefusals): string | number | boolean {
  const { kind, type, longest, options } = property;
  if (given === null) return emptyOf(property);
  const bad = () =>
    says.badRequest(`Cannot convert the literal '${JSON.stringify(given)}' to the expected type '${type}'.`);
  if (kind === "boolean" || kind === "decimal" || kind === "integer") {
    if (typeof given !== (kind === "boolean" ? "boolean" : "number")) throw bad();
    if (kind === "integer" && !Number.isInteger(given)) throw bad();
    return given as number | boolean;
  }
  if (typeof given !== "string" || patterns[kind]?.test(given) === false) throw bad();
  if (kind === "date" && Number.isNaN(Date.parse(given))) throw bad();
  if (kind === "guid") return given.toLowerCase();
  if (kind === "text" && given.length > longest) throw says.longText(given, longest);
  if (kind !== "option") return given;
  const option = encoded(given === "" ? " " : given);
  if (!options.includes(option)) throw says.noOption(given, options.map(plain));
  return option;
}
