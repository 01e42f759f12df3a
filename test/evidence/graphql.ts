/** GraphQL sends every request to one path, so the field that it is about stands in for the path. */
import { isDeepStrictEqual } from "node:util";
import { Kind, parse } from "graphql";

interface GraphQlCall {
  /** `query customers`, `mutation createCustomer`. */
  readonly name: string;
  readonly isQuery: boolean;
  /** The types of the variables, in the order of their declaration. */
  readonly types: readonly string[];
  /** The variables' values. Their names are free. */
  readonly values: readonly unknown[];
}

export function graphQlCallIn(body: unknown): GraphQlCall | undefined {
  if (typeof body !== "object" || body === null || !("query" in body)) return undefined;
  const { query, variables } = body as { readonly query: unknown; readonly variables?: object | null };
  if (typeof query !== "string" || !/^\s*(?:query|mutation|\{)/.test(query)) return undefined;
  const [operation] = parse(query, { noLocation: true }).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return undefined;
  const [selection] = operation.selectionSet.selections;
  const field = selection?.kind === Kind.FIELD ? selection.name.value : "";
  const types = (operation.variableDefinitions ?? []).map(({ type }) => JSON.stringify(type));
  return {
    name: `${operation.operation} ${field}`,
    isQuery: operation.operation === "query",
    types,
    values: Object.values(variables ?? {}),
  };
}

/** Whether a request asks for the same, with at least the values that were seen. */
export function isSameQuery(seen: unknown, received: unknown): boolean {
  const expected = graphQlCallIn(seen);
  const actual = graphQlCallIn(received);
  if (expected === undefined || expected.name !== actual?.name) return false;
  if (!expected.isQuery) return true;
  return expected.values.every((value) => actual.values.some((own) => isDeepStrictEqual(own, value)));
}

/** Whether a mutation has the input that was accepted, of the same type, without the fields that the connector leaves out. */
export function isSameMutation(seen: unknown, received: unknown, unsent: readonly string[] = []): boolean {
  const expected = graphQlCallIn(seen);
  const actual = graphQlCallIn(received);
  if (expected === undefined || expected.name !== actual?.name) return false;
  return isDeepStrictEqual([expected.types, without(expected.values, unsent)], [actual.types, actual.values]);
}

function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => without(item, names));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner, names)]));
}
