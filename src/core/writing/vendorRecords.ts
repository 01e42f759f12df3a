/** Reads records of the same target system through the connector's own handlers, while a write is prepared. */
import type { Connector, GetHandler, ListHandler, Listing } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import type { Fields } from "./bodyLines.ts";

/** The records of the whole list, or undefined if the connector does not offer it. */
export const readList = async (
  connector: Connector,
  id: OperationId,
  session: Session,
): Promise<readonly Fields[] | undefined> =>
  (await readListing(connector, id, session))?.records as readonly Fields[] | undefined;

/** The whole list with the vendor's own records, or undefined if the connector does not offer it. */
export async function readListing(
  connector: Connector,
  id: OperationId,
  session: Session,
): Promise<Listing<unknown> | undefined> {
  const handler = connector.operations[id] as ListHandler<unknown> | undefined;
  if (handler === undefined || !("list" in handler) || handler.requires.length > 0) return undefined;
  const filters = handler.filters.includes("isActive") ? { isActive: true } : {};
  return asVendorFailure(connector, () => handler.list({ ids: {}, filters }, session));
}

export type Lookup =
  | { readonly is: "found"; readonly record: Fields; readonly raw: unknown }
  | { readonly is: "missing" }
  | { readonly is: "unknown" };

/** One record by its id. `unknown` if the connector does not offer to read it, or its read fails for another reason. */
export async function readRecord(
  connector: Connector,
  operation: OperationId,
  ids: Readonly<Record<string, string>>,
  session: Session,
): Promise<Lookup> {
  const handler = connector.operations[operation] as GetHandler<unknown> | undefined;
  if (handler === undefined || !("get" in handler)) return { is: "unknown" };
  return readWith(handler, connector, ids, session);
}

/** A vendor credit by its id. `unknown` if the connector cannot read a single one. */
export async function readVendorCredit(
  connector: Connector,
  ids: Readonly<Record<string, string>>,
  session: Session,
): Promise<Lookup> {
  const { vendorCredit } = connector;
  return vendorCredit === undefined ? { is: "unknown" } : readWith(vendorCredit, connector, ids, session);
}

async function readWith(
  handler: GetHandler<unknown>,
  connector: Connector,
  ids: Readonly<Record<string, string>>,
  session: Session,
): Promise<Lookup> {
  try {
    const { record, raw } = await asVendorFailure(connector, () => handler.get({ ids, filters: {} }, session));
    return { is: "found", record: record as Fields, raw };
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") return { is: "missing" };
    if (error instanceof Failure && error.code === "invalid_request") return { is: "missing" };
    throw error;
  }
}
