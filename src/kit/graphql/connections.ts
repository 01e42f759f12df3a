/** Relay's connections: lists with `first` and `after`, `nodes` or `edges`, `pageInfo` and `totalCount`. */
import { Failure } from "../../contract/failure.ts";
import type { Memory } from "../../contract/session.ts";
import { byCachedCursor, type PageResult, type Paging, type ReadPage } from "../lists/paging.ts";
import { atPath, type Bind, type Condition } from "./conditions.ts";
import { dataIn, type GraphQlRequest } from "./request.ts";

/** A connection of the schema, and what to read of each record. */
export interface ConnectionDescription {
  /** The field of the query: `customers`. */
  readonly root: string;
  /** The fields to read: `id name lines { amount }`. */
  readonly selection: string;
}

export interface ConnectionQuery extends ConnectionDescription {
  readonly conditions: readonly Condition[];
  /** Paths to sort by, in this order: `creationDate`, `journalType.code`. */
  readonly order: readonly (readonly [path: string, direction: "ASC" | "DESC"])[];
}

interface ConnectionPage {
  readonly nodes?: readonly unknown[] | null;
  readonly edges?: readonly { readonly node?: unknown }[] | null;
  readonly pageInfo?: { readonly endCursor?: string | null; readonly hasNextPage?: boolean | null } | null;
  readonly totalCount?: number | null;
}

/** The request for a page. Paging is in variables, too. */
export function connectionRequest({ root, selection, conditions, order }: ConnectionQuery): GraphQlRequest {
  const variables: { [name: string]: unknown } = {};
  const types: string[] = ["$first: Int", "$after: String"];
  const bind: Bind = (type, value) => {
    const name = `value${Object.keys(variables).length + 1}`;
    variables[name] = value;
    types.push(`$${name}: ${type}`);
    return `$${name}`;
  };
  const where = conditions.map((condition) => condition(bind));
  const sorting = order.map(([path, direction]) => atPath(path, direction));
  const parameters = [
    "first: $first",
    "after: $after",
    ...(where.length > 0 ? [`where: { and: [${where.join(", ")}] }`] : []),
    ...(sorting.length > 0 ? [`order: [${sorting.join(", ")}]`] : []),
  ].join(", ");
  const page = `edges { node { ${selection} } } pageInfo { endCursor hasNextPage } totalCount`;
  return { query: `query (${types.join(", ")}) { ${root}(${parameters}) { ${page} } }`, variables };
}

/** The records of a page, from `nodes` or from `edges`. */
function nodesIn({ nodes, edges }: ConnectionPage): readonly unknown[] {
  const found = nodes ?? edges?.map(({ node }) => node);
  if (found !== undefined && found !== null) return found.filter((node) => node !== null && node !== undefined);
  throw new Failure("target_bad_response", "The target system's response does not contain a list of records.");
}

function connectionIn(reply: unknown, root: string): ConnectionPage {
  const connection = dataIn(reply)[root];
  if (typeof connection === "object" && connection !== null) return connection;
  throw new Failure("target_bad_response", "The target system's response does not contain a list of records.");
}

/**
 * Reads a connection in pages of at most `largest` records. A cursor that comes again would never end, and stopping there
 * would pass part of the list off as the whole, so it is refused.
 */
export function byConnection(root: string, largest: number): Paging {
  const paging = async (read: ReadPage, window: Parameters<Paging>[1], memory: Memory): Promise<PageResult> => {
    let total: number | undefined;
    const seen = new Set<string>();
    const readFrom = byCachedCursor<string | undefined>(undefined, async (readPage, after, wanted) => {
      const first = Math.min(largest, wanted);
      const { body } = await readPage({ first, ...(after !== undefined && { after }) });
      const page = connectionIn(body, root);
      const natives = nodesIn(page);
      if (typeof page.totalCount === "number") total = page.totalCount;
      const next = page.pageInfo?.hasNextPage === true ? page.pageInfo.endCursor : undefined;
      if (next === undefined || next === null || natives.length === 0) return { natives };
      if (next === after || seen.has(next)) throw endless();
      seen.add(next);
      return { natives, next };
    });
    const page = await readFrom(read, window, memory);
    return { natives: page.natives, total: total ?? page.total };
  };
  return Object.assign(paging, { largest });
}

const endless = (): Failure =>
  new Failure("target_bad_response", "The target system's list does not end: it repeats a cursor.");
