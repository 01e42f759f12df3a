/** Finds text that the database cannot store, at any depth of a caller's input, and bodies that are nested too deeply. */
import type { Fault } from "../../contract/failure.ts";
import { isStorable } from "../../contract/parameters.ts";

/** Deeper than any record, but shallow enough for the recursive code that reads the body later. */
const maxDepth = 100;
const maxFaults = 100;

type Path = readonly (string | number)[];

/** The faults in a value's texts and field names. Not recursive, because the value may be nested very deeply. */
export function textFaults(value: unknown): Fault[] {
  const faults: Fault[] = [];
  const pending: { readonly value: unknown; readonly path: Path }[] = [{ value, path: [] }];
  for (let next = pending.pop(); next !== undefined && faults.length < maxFaults; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      if (!isStorable(value)) faults.push(unstorable(path));
    } else if (typeof value === "object" && value !== null) {
      if (path.length >= maxDepth) return [{ message: `the body must not be nested deeper than ${maxDepth} levels` }];
      for (const [name, inner] of Object.entries(value)) {
        const innerPath = [...path, Array.isArray(value) ? Number(name) : name];
        if (!isStorable(name)) faults.push(unstorable(innerPath));
        pending.push({ value: inner, path: innerPath });
      }
    }
  }
  return faults;
}

const unstorable = (path: Path): Fault => {
  const field = fieldName(path);
  return {
    ...(path.length > 0 && { field }),
    message: `${path.length === 0 ? "the body" : field} must be text without NUL characters or unpaired surrogates`,
  };
};

/** `lineItems[0].quantity` */
const fieldName = (path: Path): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${printable(part)}`))
    .join("")
    .replace(/^\./, "");

/** Field names come from the caller: repeat them without invalid characters, and shortened. */
const printable = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "\uFFFD")
    .slice(0, 100);
