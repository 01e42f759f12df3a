import type { Call } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";

/**
 * A path with ids in it: path`/invoices/${id}`. An id is one segment whatever it contains; dots alone would climb to
 * another path when the address is read, so no record can have them as its id.
 */
export const path = (parts: TemplateStringsArray, ...ids: (string | undefined)[]): string =>
  parts.reduce((whole, part, index) => whole + segment(ids[index - 1]) + part);

function segment(id: string | undefined): string {
  if (id === undefined || id === "" || id === "." || id === "..")
    throw new Failure("not_found", "There is no record with this id.");
  return encodeURIComponent(id);
}

/** A path as descriptions have it: with the names of ids in it, `/invoices/{invoiceId}/lines`, or made from the call. */
export type Path<Asked extends Call = Call> = string | ((call: Asked) => string);

export const pathOf = <Asked extends Call>(described: Path<Asked>, call: Asked): string =>
  typeof described === "function"
    ? described(call)
    : described.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(call.ids[name]));
