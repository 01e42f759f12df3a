/** Texts that no database can keep, wherever a caller hides them, and bodies too deep for anybody to walk through. */
import type { Fault } from "../../contract/failure.ts";
import { isStorable } from "../../contract/parameters.ts";

/** Deeper than any record, and shallow enough for everything that walks through it later. */
const deepest = 100;

type Place = readonly (string | number)[];

/** What is wrong with the texts and names in a value, each with its place. Written without recursion: it may be deep. */
export function textFaults(value: unknown): Fault[] {
  const faults: Fault[] = [];
  const left: { readonly value: unknown; readonly place: Place }[] = [{ value, place: [] }];
  for (let next = left.pop(); next !== undefined && faults.length < mostFaults; next = left.pop()) {
    const { value, place } = next;
    if (typeof value === "string") {
      if (!isStorable(value)) faults.push(unstorable(place));
    } else if (typeof value === "object" && value !== null) {
      if (place.length >= deepest) return [{ message: `the body must not be nested deeper than ${deepest} levels` }];
      for (const [name, inner] of Object.entries(value)) {
        const at = [...place, Array.isArray(value) ? Number(name) : name];
        if (!isStorable(name)) faults.push(unstorable(at));
        left.push({ value: inner, place: at });
      }
    }
  }
  return faults;
}

const mostFaults = 100;

const unstorable = (place: Place): Fault => {
  const named = nameOf(place);
  return {
    ...(place.length > 0 && { field: named }),
    message: `${place.length === 0 ? "the body" : named} must be text without NUL and without half of a surrogate pair`,
  };
};

/** `lineItems[0].quantity` */
const nameOf = (place: Place): string =>
  place
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${shown(part)}`))
    .join("")
    .replace(/^\./, "");

/** A name is the caller's: it is repeated, but not with what is wrong with it, nor at any length. */
const shown = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "\uFFFD")
    .slice(0, 100);
