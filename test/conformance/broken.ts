/** Helpers that break the example connector, for tests of the suite. */

import { exampleBooks } from "../../connector-template/connector/connector.ts";
import type { Connector, ListCall, ListHandler } from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { type Session } from "../../src/contract/session.ts";
import type { Facts } from "./facts.ts";

export type Row = Record<string, unknown>;
type AnyList = ListHandler<Row>;

/** A deliberate fault, the check that has to find it, and the finding. */
export interface Breakage {
  readonly title: string;
  readonly check: string;
  readonly finding: RegExp;
  readonly broken: Partial<Facts>;
}

/** The example with one operation changed. */
export function changed<Handler>(id: OperationId, change: (handler: Handler) => Partial<Handler>): Connector {
  const handler = exampleBooks.operations[id] as unknown as Handler;
  const operations = { ...exampleBooks.operations, [id]: { ...handler, ...change(handler) } };
  return { ...exampleBooks, operations };
}

/** The example with one list that sends different requests or returns different records. */
export const listing = (
  id: OperationId,
  list: (usual: (call: ListCall) => ReturnType<AnyList["list"]>, call: ListCall) => ReturnType<AnyList["list"]>,
): Connector =>
  changed<AnyList>(id, (handler) => ({
    list: (call: ListCall, session: Session) => list((usualCall) => handler.list(usualCall, session), call),
  }));

/** The example with every record of one list changed. */
export const mapped = (id: OperationId, change: (row: Row) => Row): Connector =>
  listing(id, async (usual, call) => {
    const found = await usual(call);
    return { ...found, records: found.records.map(change) };
  });
