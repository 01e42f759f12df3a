import type { Call } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";

/**
 * A path with ids in it: path`/invoices/${id}`. An id is always one segment, whatever it contains. `.` and `..` would
 * resolve to another path, so no record can have them as its id.
 */
export const path = (parts: TemplateStringsArray, ...ids: (string | undefined)[]): string =>
  parts.reduce((built, part, index) => built + segment(ids[index - 1]) + part);

function segment(id: string | undefined): string {
  if (id === undefined || id === "" || id === "." || id === "..")
    throw new Failure("not_found", "No record has this id.");
  return encodeURIComponent(id);
}

/** A path in a description: a template with the names of ids, `/invoices/{invoiceId}/lines`, or a function of the call. */
export type Path<OperationCall extends Call = Call> = string | ((call: OperationCall) => string);

export const pathOf = <OperationCall extends Call>(described: Path<OperationCall>, call: OperationCall): string =>
  typeof described === "function"
    ? described(call)
    : described.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(call.ids[name]));
