/** The type of a row in the operation table, and functions that build rows. */
import type { TSchema } from "typebox";
import { type Parameter, parameters } from "./parameters.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Kind = "list" | "get" | "write";
type Query = Readonly<Record<string, Parameter>>;

export interface Operation<K extends Kind = Kind, Record extends TSchema = TSchema> {
  readonly kind: K;
  readonly method: Method;
  /** With `{parameters}` in braces. */
  readonly path: string;
  readonly query: Query;
  readonly body?: TSchema;
  /**
   * The body may also be sent as multipart with files: the name of the part that contains the body. `file` means a single
   * file, and each field of the body is a separate part.
   */
  readonly multipart?: "bookingProposal" | "expense" | "file" | "journal_entry" | "transaction";
  /** Fields of the body that may also be sent as separate parts. */
  readonly parts?: readonly string[];
  /** Whether Kontor handles it for every target system, without a handler in the connector. */
  readonly everywhere?: true;
  /** The record in `data`, or the element type if `data` is an array. */
  readonly record: Record;
  readonly many: boolean;
  /** The success status. A list that the target system can only produce as a task is answered with 202. */
  readonly status: 200 | 201 | 202;
  /** The response is a task instead of the record. */
  readonly task?: true;
  /** The id of the operation that the task carries out. A connector that offers that operation offers this one too. */
  readonly runs?: string;
}

const paged = { page: parameters.page, limit: parameters.limit };

const root = "/accounting";

/** A paged array. If the target system does not support it, the response is empty with a warning. */
export const list = <R extends TSchema>(path: string, of: R, query: Query = {}): Operation<"list", R> => ({
  kind: "list",
  method: "GET",
  path: root + path,
  query: { ...paged, ...query },
  record: of,
  many: true,
  status: 200,
});
/** An array without paging. */
export const unpagedList = <R extends TSchema>(path: string, of: R, query: Query = {}): Operation<"list", R> => ({
  kind: "list",
  method: "GET",
  path: root + path,
  query,
  record: of,
  many: true,
  status: 200,
});
export const get = <R extends TSchema>(path: string, of: R, query: Query = {}): Operation<"get", R> => ({
  kind: "get",
  method: "GET",
  path: root + path,
  query,
  record: of,
  many: false,
  status: 200,
});
type WriteFacts = Partial<Pick<Operation, "body" | "everywhere" | "multipart" | "parts" | "task" | "runs">> & {
  readonly many?: true;
};
type SingleRecord = { readonly many: false };

/** The literal types of the facts are kept, so that a connector's handlers are checked against the row's body. */
export function write<R extends TSchema>(method: Method, path: string, of: R): Operation<"write", R> & SingleRecord;
export function write<R extends TSchema, const Facts extends WriteFacts>(
  method: Method,
  path: string,
  of: R,
  facts: Facts,
): Operation<"write", R> & Facts & (Facts extends { readonly many: true } ? unknown : SingleRecord);
export function write(method: Method, path: string, of: TSchema, facts: WriteFacts = {}): Operation<"write"> {
  // A created record is 201, even if it is a task. A row that only starts another row's work is 202.
  const status = facts.runs !== undefined ? 202 : method === "POST" ? 201 : 200;
  return { kind: "write", method, path: root + path, query: {}, record: of, many: false, status, ...facts };
}
