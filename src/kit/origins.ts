/**
 * Which field of ours a vendor means that names one of its own. The encoders know where each of our fields goes, so what
 * they send is followed back; nobody writes such pairs down.
 */
import type { RejectionDetails } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";

/** A place in what the vendor is sent: names, and positions in lists. */
type Place = readonly string[];

/** What is there, and the field of ours that it is made from: `lineItems[1].taxCode`. */
export interface Origin {
  readonly theirs: Place;
  readonly ours: string;
}

/** Stands in a place for the position in a list. */
export const position = "#";

/** What an encoder of one field may know of itself. */
export interface Placed {
  /** Where the value goes, whatever it is. */
  readonly place?: Place;
  /** What encodes the object, or each of the list's. */
  readonly item?: { origins(input: object): readonly Origin[] };
}

interface Field {
  readonly name: string;
  readonly encoder: Placed;
  readonly value: unknown;
  /** Encodes it, for what has no place that is always the same. */
  readonly encode: () => object;
}

export function originsOf({ name, encoder: { place, item }, value, encode }: Field): readonly Origin[] {
  if (place !== undefined)
    return item === undefined ? [{ theirs: place, ours: name }] : below(name, place, item, value);
  if (value === undefined) return [];
  return leavesOf(attempt(encode)).map((theirs) => ({ theirs, ours: nearest(name, item, value, theirs) }));
}

type Item = NonNullable<Placed["item"]>;

function below(name: string, place: Place, item: Item, value: unknown): readonly Origin[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value ?? {}];
  return all.flatMap((one, index) => {
    const at = place.map((part) => (part === position ? String(index) : part));
    const self = Array.isArray(value) ? `${name}[${index}]` : name;
    const inner = item.origins(one as object).map(({ theirs, ours }) => ({
      theirs: [...at, ...theirs],
      ours: `${self}.${ours}`,
    }));
    return at.length === 0 ? inner : [{ theirs: at, ours: self }, ...inner];
  });
}

/** As near as the encoder of what is below comes to a place that the field's own function chose. */
function nearest(name: string, item: Item | undefined, value: unknown, theirs: Place): string {
  if (item === undefined) return name;
  const all: readonly unknown[] = [value].flat();
  const index = all.length === 1 ? 0 : Number(theirs.find(isPosition) ?? Number.NaN);
  const one = all[index];
  if (typeof one !== "object" || one === null) return name;
  const self = Array.isArray(value) ? `${name}[${index}]` : name;
  const found = item.origins(one).find((inner) => endsWith(theirs, inner.theirs));
  return found === undefined ? self : `${self}.${found.ours}`;
}

/** What it refuses to encode was refused before it was sent. */
function attempt(encode: () => object): object {
  try {
    return encode();
  } catch (error) {
    if (error instanceof Failure) return {};
    throw error;
  }
}

function leavesOf(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [[]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner).map((rest) => [name, ...rest]));
}

const isPosition = (part: string): boolean => /^\d+$/.test(part);
const endsWith = (place: Place, end: Place): boolean => {
  const tail = place.slice(-end.length);
  return end.length > 0 && end.every((part, index) => part === tail[index]);
};

/** Our fields that it means, each once; none where it cannot be told. */
export function fieldsMeant(origins: readonly Origin[], { fields, message = "" }: RejectionDetails): readonly string[] {
  const named = fields.flatMap((said) => fieldNamed(origins, said) ?? []);
  if (named.length > 0) return [...new Set(named)];
  const worded = fieldInWords(origins, message);
  return worded === undefined ? [] : [worded];
}

/** By its place, `line_items[1].tax_code`; some vendors leave positions out, or put the name of the record in front. */
function fieldNamed(origins: readonly Origin[], said: string): string | undefined {
  const place = said.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  const names = withoutPositions(place);
  const at = (start: Place) => meantBy(origins.filter(({ theirs }) => startsWith(theirs, start)));
  const anywhere = (start: Place) =>
    meantBy(origins.filter(({ theirs }) => startsWith(withoutPositions(theirs), start)));
  return at(place) ?? at(place.slice(1)) ?? anywhere(names) ?? anywhere(names.slice(1));
}

const withoutPositions = (place: Place): Place => place.filter((part) => !isPosition(part));
const startsWith = (place: Place, start: Place): boolean =>
  start.length > 0 && start.every((part, index) => plain(part) === plain(place[index] ?? ""));

/** `ContactID`, `contact_id` and `contact` are one name. */
const plain = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()
    .replace(/(?<=.)id$/, "");

/** A name of two words or more in a sentence, in whatever spelling: `UnitAmount`, `unit_amount`, "unit amount". */
function fieldInWords(origins: readonly Origin[], message: string): string | undefined {
  const said = ` ${wordsOf(message).join(" ")} `;
  const named = origins.filter(({ theirs }) => {
    const words = wordsOf(withoutPositions(theirs).at(-1) ?? "");
    return words.length > 1 && said.includes(` ${words.join(" ")} `);
  });
  return meantBy(named);
}

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The one field that all of them are, or are in; without positions where only these differ. */
function meantBy(origins: readonly Origin[]): string | undefined {
  const all = [...new Set(origins.map(({ ours }) => ours))];
  return sharedBy(all) ?? sharedBy(all.map((ours) => ours.replaceAll(/\[\d+\]/g, "")));
}

function sharedBy([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  const parts = first.split(".");
  const end = parts.findIndex((part, index) => others.some((other) => other.split(".")[index] !== part));
  const shared = parts.slice(0, end === -1 ? parts.length : end).join(".");
  return shared === "" ? undefined : shared;
}
