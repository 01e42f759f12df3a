/** OData entity sets: typed properties, the values that they accept, and how sets are related. */
import type { Operator } from "./odata.ts";
import type { Company } from "./tables.ts";
import type { Row } from "./values.ts";

const kinds = {
  text: { type: "Edm.String", empty: "" },
  guid: { type: "Edm.Guid", empty: "00000000-0000-0000-0000-000000000000" },
  date: { type: "Edm.Date", empty: "0001-01-01" },
  stamp: { type: "Edm.DateTimeOffset", empty: "0001-01-01T00:00:00Z" },
  decimal: { type: "Edm.Decimal", empty: 0 },
  integer: { type: "Edm.Int32", empty: 0 },
  boolean: { type: "Edm.Boolean", empty: false },
  stream: { type: "Edm.Stream", empty: "" },
  option: { type: "Edm.String", empty: "" },
} as const;
type Kind = keyof typeof kinds;

export const noGuid = kinds.guid.empty;
export const noDate = kinds.date.empty;

export interface Property {
  readonly name: string;
  readonly kind: Kind;
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
  /** The default sort property. */
  readonly sort: string;
  /** The property that holds the id of the parent row. */
  readonly parent: string;
  /** Child sets, such as an invoice's lines. */
  readonly toMany: readonly string[];
  /** Single related rows, such as an invoice's customer: their set, and the property with their id. */
  readonly toOne: Readonly<Record<string, readonly [set: string, property: string]>>;
  /** The HTTP methods that change it. */
  readonly writes: readonly string[];
  /** Whether the vendor offers webhooks for it. */
  readonly hasSubscriptions: boolean;
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

export interface PropertyDescription {
  readonly kind: Kind;
  /** Without the encoding of OData names. */
  readonly options?: readonly string[];
  readonly readOnly?: boolean;
}

export interface EntitySetDescription {
  readonly caption: string;
  /** `id` and `lastModifiedDateTime` are added to those of most sets. */
  readonly properties: Readonly<Record<string, PropertyDescription>>;
  /** False for sets without an `id`. */
  readonly hasId?: boolean;
  /** False for sets without a `lastModifiedDateTime`. */
  readonly isTimestamped?: boolean;
  readonly writes?: readonly string[];
  /** By default, `number`. */
  readonly sort?: string;
  readonly parent?: string;
  readonly toMany?: readonly string[];
  /** Single related rows, besides those of `references`. */
  readonly toOne?: Readonly<Record<string, { readonly set: string; readonly property: string }>>;
  readonly hasSubscriptions?: boolean;
}

export interface EntityModel {
  readonly descriptions: Readonly<Record<string, EntitySetDescription>>;
  /** The single related row that a property refers to, in any set that has the property. */
  readonly references: Readonly<Record<string, { readonly name: string; readonly set: string }>>;
  /** The maximum length of texts, by the property's name. */
  readonly longest: Readonly<Record<string, number>>;
}

export const entitySets = (model: EntityModel): EntitySets =>
  new Map(Object.entries(model.descriptions).map(([name, description]) => [name, setOf(name, description, model)]));

const idProperty: PropertyDescription = { kind: "guid", readOnly: true };
const timestampProperty: PropertyDescription = { kind: "stamp", readOnly: true };

function setOf(name: string, description: EntitySetDescription, { references, longest }: EntityModel): EntitySet {
  const { caption, hasId = true, isTimestamped = true } = description;
  const described = {
    ...(hasId && { id: idProperty }),
    ...description.properties,
    ...(isTimestamped && { lastModifiedDateTime: timestampProperty }),
  };
  const properties = Object.entries(described).map(([property, facts]) => propertyOf(property, facts, longest));
  const referenced = properties.flatMap(({ name: property }) => {
    const reference = references[property];
    return reference === undefined ? [] : [[reference.name, [reference.set, property]] as const];
  });
  const related = Object.entries(description.toOne ?? {}).map(
    ([relation, { set, property }]) => [relation, [set, property]] as const,
  );
  const stored = properties.filter((property) => property.kind !== "stream");
  return {
    name,
    caption,
    properties: new Map(properties.map((property) => [property.name, property])),
    hasSubscriptions: description.hasSubscriptions ?? false,
    sort: description.sort ?? "number",
    parent: description.parent ?? "",
    toOne: Object.fromEntries([...referenced, ...related]),
    writes: description.writes ?? [],
    toMany: description.toMany ?? [],
    empty: Object.fromEntries(stored.map((property) => [property.name, emptyOf(property)])),
  };
}

function propertyOf(
  name: string,
  { kind, options = [], readOnly = false }: PropertyDescription,
  longest: EntityModel["longest"],
): Property {
  return { name, kind, ...kinds[kind], readOnly, options: options.map(encoded), longest: longest[name] ?? 2048 };
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
