import { Failure } from "../contract/failure.ts";

/**
 * A path with ids in it: path`/invoices/${id}`. An id is one segment whatever it contains; dots alone would climb to
 * another path when the address is read, so no record can have them as its id.
 */
export function path(parts: TemplateStringsArray, ...ids: (string | undefined)[]): string {
  return parts.reduce((whole, part, index) => {
    const id = ids[index - 1];
    if (id === undefined || id === "" || id === "." || id === "..")
      throw new Failure("not_found", "There is no record with this id.");
    return whole + encodeURIComponent(id) + part;
  });
}
