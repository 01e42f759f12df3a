/**
 * Finds our field when a vendor's error names one of its own. Encoders know where each of our fields goes, so the path is
 * followed back; no connector has to list such pairs.
 */
import type { RejectionDetails } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";

/** A path in the vendor's body: names, and indexes in lists. */
type BodyPath = readonly string[];

/** A path in the vendor's body and the field of ours it comes from: `lineItems[1].taxCode`. */
export interface Origin {
  readonly theirs: BodyPath;
  readonly ours: string;
}

/** The placeholder for a list index in a path. */
export const anyIndex = "#";

/** Optional facts about a field encoder's output. */
export interface EncodedPath {
  /** The path of the value, if it is always the same. */
  readonly path?: BodyPath;
  /** The encoder of the object, or of each object in the list. */
  readonly item?: { origins(input: object): readonly Origin[] };
}

interface Field {
  readonly name: string;
  readonly encoder: EncodedPath;
  readonly value: unknown;
  /** Encodes the value, for fields without a fixed path. */
  readonly encode: () => object;
}

export function originsOf({ name, encoder: { path, item }, value, encode }: Field): readonly Origin[] {
  if (path !== undefined) return item === undefined ? [{ theirs: path, ours: name }] : below(name, path, item, value);
  if (value === undefined) return [];
  return leavesOf(attempt(encode)).map((theirs) => ({ theirs, ours: nearest(name, item, value, theirs) }));
}

type Item = NonNullable<EncodedPath["item"]>;

function below(name: string, path: BodyPath, item: Item, value: unknown): readonly Origin[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value ?? {}];
  return all.flatMap((entry, index) => {
    const at = path.map((part) => (part === anyIndex ? String(index) : part));
    const self = Array.isArray(value) ? `${name}[${index}]` : name;
    const inner = item.origins(entry as object).map(({ theirs, ours }) => ({
      theirs: [...at, ...theirs],
      ours: `${self}.${ours}`,
    }));
    return at.length === 0 ? inner : [{ theirs: at, ours: self }, ...inner];
  });
}

/** The closest of our fields, if the field's own function chose the path. */
function nearest(name: string, item: Item | undefined, value: unknown, theirs: BodyPath): string {
  if (item === undefined) return name;
  const all: readonly unknown[] = [value].flat();
  const index = all.length === 1 ? 0 : Number(theirs.find(isIndex) ?? Number.NaN);
  const entry = all[index];
  if (typeof entry !== "object" || entry === null) return name;
  const self = Array.isArray(value) ? `${name}[${index}]` : name;
  const found = item.origins(entry).find((inner) => endsWith(theirs, inner.theirs));
  return found === undefined ? self : `${self}.${found.ours}`;
}

/** A value that the encoder refuses was never sent. */
function attempt(encode: () => object): object {
  try {
    return encode();
  } catch (error) {
    if (error instanceof Failure) return {};
    throw error;
  }
}

function leavesOf(value: unknown): BodyPath[] {
  if (typeof value !== "object" || value === null) return [[]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner).map((rest) => [name, ...rest]));
}

const isIndex = (part: string): boolean => /^\d+$/.test(part);
const endsWith = (path: BodyPath, end: BodyPath): boolean => {
  const tail = path.slice(-end.length);
  return end.length > 0 && end.every((part, index) => part === tail[index]);
};

/** Our fields that the vendor's error is about, each once. Empty if they cannot be identified. */
export function contractFieldsInError(
  origins: readonly Origin[],
  { fields, message = "" }: RejectionDetails,
): readonly string[] {
  const named = fields.flatMap((name) => fieldNamed(origins, name) ?? []);
  if (named.length > 0) return [...new Set(named)];
  const worded = fieldInWords(origins, message);
  return worded === undefined ? [] : [worded];
}

/** By its path, `line_items[1].tax_code`. Some vendors omit indexes or prefix the name of the record. */
function fieldNamed(origins: readonly Origin[], name: string): string | undefined {
  const path = name.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  const names = withoutIndexes(path);
  const at = (start: BodyPath) => meantBy(origins.filter(({ theirs }) => startsWith(theirs, start)));
  const anywhere = (start: BodyPath) =>
    meantBy(origins.filter(({ theirs }) => startsWith(withoutIndexes(theirs), start)));
  return at(path) ?? at(path.slice(1)) ?? anywhere(names) ?? anywhere(names.slice(1));
}

const withoutIndexes = (path: BodyPath): BodyPath => path.filter((part) => !isIndex(part));
const startsWith = (path: BodyPath, start: BodyPath): boolean =>
  start.length > 0 && start.every((part, index) => plain(part) === plain(path[index] ?? ""));

/** `ContactID`, `contact_id` and `contact` count as the same name. */
const plain = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()
    .replace(/(?<=.)id$/, "");

/** A field name of two or more words in a sentence, however it is spelled: `UnitAmount`, `unit_amount`, "unit amount". */
function fieldInWords(origins: readonly Origin[], message: string): string | undefined {
  const text = ` ${wordsOf(message).join(" ")} `;
  const named = origins.filter(({ theirs }) => {
    const words = wordsOf(withoutIndexes(theirs).at(-1) ?? "");
    return words.length > 1 && text.includes(` ${words.join(" ")} `);
  });
  return meantBy(named);
}

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The field that all origins share, or are part of; without indexes if only those differ. */
function meantBy(origins: readonly Origin[]): string | undefined {
  const all = [...new Set(origins.map(({ ours }) => ours))];
  return sharedBy(all) ?? sharedBy(all.map((ours) => ours.replaceAll(/\[\d+\]/g, "")));
}

function sharedBy([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  const parts = first.split(".");
  const end = parts.findIndex((part, index) => others.some((path) => path.split(".")[index] !== part));
  const shared = parts.slice(0, end === -1 ? parts.length : end).join(".");
  return shared === "" ? undefined : shared;
}
