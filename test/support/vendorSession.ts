import { Readable } from "node:stream";
import type { Connector, Filters, GetHandler, ListHandler, WriteHandler } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import type { Session, VendorQuery } from "../../src/contract/session.ts";
import type { Row } from "./service.ts";

/** Sessions with a vendor for tests of single handlers. Calling a method that the test does not define fails. */

const unexpected = (): Promise<never> =>
  Promise.reject(new Error("The test does not define this method of the session."));

export const sessionWith = (parts: Partial<Session>): Session => ({
  read: unexpected,
  readWithHeaders: unexpected,
  readByPost: unexpected,
  readByPostWithHeaders: unexpected,
  readLines: unexpected,
  download: unexpected,
  send: unexpected,
  memory: new Map(),
  ...parts,
});

/** A vendor with these replies by path. Other paths are not found. */
export const sessionWithReplies = (replies: Readonly<Record<string, unknown>>): Session => {
  const read = (path: string): Promise<unknown> =>
    path in replies ? Promise.resolve(replies[path]) : Promise.reject(new Failure("not_found", "record not found"));
  return sessionWith({ read, readWithHeaders: async (path) => ({ body: await read(path), headers: {} }) });
};
/** A vendor whose lists are lines of JSON, by path. `requestedPaths` lists the requests. */
export function sessionWithLines(
  replies: Readonly<Record<string, readonly unknown[]>>,
): Session & { readonly requestedPaths: readonly string[] } {
  const requestedPaths: string[] = [];
  const find = (path: string, query: VendorQuery = {}): readonly unknown[] => {
    requestedPaths.push([path, ...Object.entries(query).map((pair) => pair.join("="))].join(" "));
    const values = replies[path];
    if (values === undefined) throw new Failure("not_found", "record not found");
    return values;
  };
  const readLines: Session["readLines"] = async (path, query) => {
    const values = find(path, query);
    return { headers: {}, lines: Readable.from([values]) as AsyncIterable<readonly unknown[]> };
  };
  return Object.assign(sessionWith({ readLines, read: async (path) => find(path)[0] }), { requestedPaths });
}

/** A vendor with these replies by path, whatever the query (except `$filter`). A downloaded file contains its own path. */
export const replying = (replies: Readonly<Record<string, unknown>>, nothing: unknown): Session => {
  const read = async (path: string, query: VendorQuery = {}): Promise<unknown> =>
    replies[`${path}?${String(query["$filter"] ?? "")}`] ?? replies[path] ?? nothing;
  return sessionWith({
    read,
    readWithHeaders: async (path, query) => ({ body: await read(path, query), headers: {} }),
    download: async (path) => ({ bytes: Buffer.from(path), contentType: "application/octet-stream" }),
  });
};

interface ReadRequest {
  readonly ids?: Readonly<Record<string, string>>;
  readonly filters?: Filters;
}

/** Single reads of a connector, without the service. */
export const readsOf = ({ operations }: Connector) => ({
  get: (id: OperationId, session: Session, { ids = {} }: ReadRequest) =>
    (operations[id] as unknown as GetHandler<Row>).get({ ids, filters: {} }, session),
  list: (id: OperationId, session: Session, { ids = {}, filters = {} }: ReadRequest = {}) =>
    (operations[id] as unknown as ListHandler<Row>).list({ ids, filters, window: { page: 1, limit: 20 } }, session),
});

/** A single write of a connector, without the service. */
export const writeOf = <Input = object, Record = unknown>({ operations }: Connector, id: OperationId) =>
  operations[id] as unknown as WriteHandler<Input, Record>;
