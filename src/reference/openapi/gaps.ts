/** The parts of an operation that a target system does not support, derived from its connector. */
import type { Connector, FieldTable } from "../../contract/connector.ts";
import type { Operation } from "../../contract/operation.ts";
import { handlerOperationOf, type OperationId, operations } from "../../contract/operations.ts";
import { rulesOf } from "../../contract/rules.ts";
import { hasEquivalent } from "../../core/writing/equivalents.ts";

export interface Gaps {
  readonly rules: readonly string[];
  /** For lists, required filters. For writes, required fields. */
  readonly requires: readonly string[];
  /** Filters that have no effect. */
  readonly ignores: readonly string[];
  /** For reads, fields that are never returned. For writes, fields that cannot be stored. */
  readonly lacks: readonly string[];
  /** For writes, fields that are stored in another form. */
  readonly converts: readonly string[];
}

/** Whether the id is in the operation table. */
export const isOperationId = (id: string): id is OperationId => id in operations;

const pagingParameters = new Set(["page", "limit", "orderField", "orderDir"]);

/** Undefined if the target system does not support the operation. */
export function gapsOf({ operations: offered }: Connector, id: OperationId): Gaps | undefined {
  const handler = offered[handlerOperationOf(id)];
  if (handler === undefined) return undefined;
  const { query, record, body }: Operation = operations[id];
  const isWrite = "writableFields" in handler;
  const filters = Object.keys(query).filter((name) => !pagingParameters.has(name));
  return {
    rules: rulesOf(handler),
    requires: "requires" in handler ? handler.requires : [],
    ignores: [
      ...("filters" in handler ? filters.filter((name) => !handler.filters.some((known) => known === name)) : []),
      ...("orders" in handler && "orderField" in query && handler.orders.length === 0 ? ["orderField"] : []),
    ],
    ...(isWrite ? unstorable(body, handler.writableFields) : { lacks: missing(record, handler.fields), converts: [] }),
  };
}

function unstorable(body: Shape | undefined, table: FieldTable): Pick<Gaps, "lacks" | "converts"> {
  const paths = missing(body, table);
  return {
    lacks: paths.filter((path) => !hasEquivalent(path, table)),
    converts: paths.filter((path) => hasEquivalent(path, table)),
  };
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** Paths such as `lineItems.unitName`. If a whole list is missing, only the list itself is named. */
function missing(shape: Shape | undefined, table: FieldTable): string[] {
  return Object.entries(shape?.properties ?? {}).flatMap(([name, field]) => {
    const below = table[name];
    if (below === undefined) return [name];
    return below === true ? [] : missing(field.items ?? field, below).map((path) => `${name}.${path}`);
  });
}
