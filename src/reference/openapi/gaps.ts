/** What a target system leaves out of an operation, beside what the contract has: read from its connector. */
import type { Connector, FieldTable } from "../../contract/connector.ts";
import type { Operation } from "../../contract/operation.ts";
import { carriedOutBy, type OperationId, operations } from "../../contract/operations.ts";

export interface Gaps {
  readonly rules: readonly string[];
  /** Filters without which it cannot answer, or fields without which it refuses. */
  readonly requires: readonly string[];
  /** Filters that have no effect. */
  readonly ignores: readonly string[];
  /** Of reads: fields that are never there. Of writes: fields that cannot be stored. */
  readonly lacks: readonly string[];
}

/** Whether it is a row of the operation table, where target systems differ. */
export const isOperationId = (id: string): id is OperationId => id in operations;

const ofPages = new Set(["page", "limit", "orderField", "orderDir"]);

/** Undefined where the target system does not offer the operation. */
export function gapsOf({ operations: offered }: Connector, id: OperationId): Gaps | undefined {
  const handler = offered[carriedOutBy(id)];
  if (handler === undefined) return undefined;
  const { query, record, body }: Operation = operations[id];
  const isWrite = "writableFields" in handler;
  const filters = Object.keys(query).filter((name) => !ofPages.has(name));
  return {
    rules: handler.rules ?? [],
    requires: "requires" in handler ? handler.requires : [],
    ignores: [
      ...("filters" in handler ? filters.filter((name) => !handler.filters.some((known) => known === name)) : []),
      ...("orders" in handler && "orderField" in query && handler.orders.length === 0 ? ["orderField"] : []),
    ],
    lacks: isWrite ? missing(body, handler.writableFields) : missing(record, handler.fields),
  };
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** `lineItems.unitName` where the lines are there and this is not; a list that is missing is named once. */
function missing(shape: Shape | undefined, table: FieldTable): string[] {
  return Object.entries(shape?.properties ?? {}).flatMap(([name, field]) => {
    const below = table[name];
    if (below === undefined) return [name];
    return below === true ? [] : missing(field.items ?? field, below).map((path) => `${name}.${path}`);
  });
}
