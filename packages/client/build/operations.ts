/** The operations of the API as the client names them, in a compact form for the program and with their facts for its types. */
import { operationTable } from "../../../src/contract/operations.ts";
import { type Description, endpoints } from "../../../src/reference/openapi/openapi.ts";
import { operationIdOf } from "../../../src/reference/openapi/wording.ts";
import { usualRequest } from "../src/api.ts";

export interface ClientOperation {
  /** Such as `invoices.lineItems`. */
  readonly resource: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly isPaged: boolean;
  readonly multipart: string | undefined;
  readonly description: DescribedOperation;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly $ref?: string }>>;
}
export interface DescribedParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Names that say more to a caller than those of the table. */
const renamed: Readonly<Record<string, string>> = {
  "asyncTask.get": "tasks.get",
  "auth.begin": "auth.link",
};

export function operationsOf({ paths }: Description): ClientOperation[] {
  const described = new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods) as DescribedOperation[])
      .map((operation) => [operation.operationId, operation]),
  );
  const all = [
    ...operationTable.map(([id, { method, path, query, kind, multipart }]) => ({
      id,
      method,
      path,
      isPaged: kind === "list" && "page" in query,
      multipart,
    })),
    ...endpoints.map(([id, { method, path, query = {} }]) => ({
      id,
      method,
      path,
      isPaged: "page" in query && id.endsWith(".list"),
      multipart: undefined,
    })),
  ];
  return all.flatMap(({ id, ...facts }) => {
    const description = described.get(operationIdOf(id));
    if (description === undefined) return [];
    const parts = (renamed[id] ?? id).split(".");
    const name = parts.at(-1) ?? "";
    return [{ resource: parts.slice(0, -1).join("."), name, ...facts, description }];
  });
}

/** One line for each resource: see `OperationTable`. */
export function tableOf(operations: readonly ClientOperation[]): string {
  const lines = new Map<string, string[]>();
  for (const { resource, name, method, path, isPaged, multipart } of operations) {
    const request = `${method}:${path.replaceAll(/\{\w+\}/g, "{}")}`;
    const named = request === usualRequest(resource, name) ? "" : `=${request}`;
    const files = multipart === undefined ? "" : `^${multipart}`;
    lines.set(resource, [...(lines.get(resource) ?? []), `${name}${named}${isPaged ? "*" : ""}${files}`]);
  }
  return Array.from(lines, ([resource, methods]) => [resource, ...methods].join(" ")).join("\n");
}
