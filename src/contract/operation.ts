/** What a row of the operation table is, and the short ways to write one. */
import type { TSchema } from "typebox";
import { type Parameter, parameters } from "./parameters.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Kind = "list" | "get" | "write";
type Query = Readonly<Record<string, Parameter>>;

export interface Operation<K extends Kind = Kind, Record extends TSchema = TSchema> {
  readonly kind: K;
  readonly method: Method;
  /** With `{names}` in braces. */
  readonly path: string;
  readonly query: Query;
  readonly body?: TSchema;
  /**
   * The body may also come as multipart, with files beside it: the name of the part that it comes in. `file` stands for
   * one file that the body's fields, each a part of its own, say something about.
   */
  readonly multipart?: "bookingProposal" | "expense" | "file" | "journal_entry" | "transaction";
  /** Fields of the body that may also come as parts of their own, beside it. */
  readonly parts?: readonly string[];
  /** Whether the service answers it in the same way for every target system. */
  readonly everywhere?: true;
  /** One record, or the record that `data` is an array of. */
  readonly record: Record;
  readonly many: boolean;
  /** What it answers with when all goes well. A list that takes a task at this target system answers with 202. */
  readonly status: 200 | 201 | 202;
  /** The answer is a task to look after, not the record. */
  readonly task?: true;
  /** The id of the operation that the task carries out; it is offered where that one is. */
  readonly runs?: string;
}

const paged = { page: parameters.page, limit: parameters.limit };

const root = "/accounting";

/** An array, page by page; where a target system does not offer it, the answer is empty with a warning. */
export const list = <R extends TSchema>(path: string, of: R, query: Query = {}): Operation<"list", R> => ({
  kind: "list",
  method: "GET",
  path: root + path,
  query: { ...paged, ...query },
  record: of,
  many: true,
  status: 200,
});
/** An array that comes whole. */
export const all = <R extends TSchema>(path: string, of: R, query: Query = {}): Operation<"list", R> => ({
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
type One = { readonly many: false };

/** The facts keep their own types: a connector's handlers are checked against the body that the row names. */
export function write<R extends TSchema>(method: Method, path: string, of: R): Operation<"write", R> & One;
export function write<R extends TSchema, const Facts extends WriteFacts>(
  method: Method,
  path: string,
  of: R,
  facts: Facts,
): Operation<"write", R> & Facts & (Facts extends { readonly many: true } ? unknown : One);
export function write(method: Method, path: string, of: TSchema, facts: WriteFacts = {}): Operation<"write"> {
  // What is made is 201, also where it is a task; what only begins what another row does is 202.
  const status = facts.runs !== undefined ? 202 : method === "POST" ? 201 : 200;
  return { kind: "write", method, path: root + path, query: {}, record: of, many: false, status, ...facts };
}
