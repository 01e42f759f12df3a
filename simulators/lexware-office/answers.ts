/** What several groups of addresses answer alike. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { conflict, notFound, type Style } from "./faults.ts";
import type { Inspection } from "./inspect.ts";
import { stamp } from "./stamps.ts";
import type { Entry, Kind, Store } from "./store.ts";

/** A write is answered with this stub, never with the record itself. */
export const actionResult = (entry: Entry) => ({
  id: entry.id,
  resourceUri: `https://api.lexware.io/v1/${entry.kind}/${entry.id}`,
  createdDate: stamp(entry.created),
  updatedDate: stamp(entry.updated),
  version: entry.version,
});

export function created(reply: FastifyReply, entry: Entry) {
  const result = actionResult(entry);
  return reply.code(201).header("location", result.resourceUri).send(result);
}

export const idOf = (request: FastifyRequest) => (request.params as { readonly id: string }).id;

export function theEntry(store: Store, kind: Kind, request: FastifyRequest): Entry {
  const entry = store.shelf(kind).get(idOf(request));
  if (entry === undefined) throw notFound(kind === "contacts" || kind === "vouchers" ? "legacy" : "regular", kind);
  return entry;
}

/** Optimistic locking: a PUT names the version that it has seen. */
export function checkVersion(inspection: Inspection, entry: Entry, style: Style): void {
  const version = inspection.need("version");
  if (typeof version === "number" && version !== entry.version) throw conflict(style);
}

/** Fields with no content are left out of an answer. */
export const filled = <T extends object>(row: T): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined && value !== null)) as T;
