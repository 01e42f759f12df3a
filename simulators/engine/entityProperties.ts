/** The kinds of properties of OData entity sets, for descriptions: `balanceDue: readOnly(decimal)`. */
import type { PropertyDescription } from "./entities.ts";

export const text: PropertyDescription = { kind: "text" };
export const guid: PropertyDescription = { kind: "guid" };
export const date: PropertyDescription = { kind: "date" };
export const decimal: PropertyDescription = { kind: "decimal" };
export const integer: PropertyDescription = { kind: "integer" };
export const boolean: PropertyDescription = { kind: "boolean" };
export const stream: PropertyDescription = { kind: "stream" };

/** One of the vendor's fixed values, in the vendor's order. */
export const option = (options: readonly string[]): PropertyDescription => ({ kind: "option", options });

/** Only the vendor writes it. */
export const readOnly = (property: PropertyDescription): PropertyDescription => ({ ...property, readOnly: true });
