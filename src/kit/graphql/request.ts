/** A request to a GraphQL API: the text of the operation, which is our own, and its variables, which hold every value. */
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";

export interface GraphQlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What the vendor returned for the operation. `refusals.ts` has turned a reply with errors into a failure before. */
export function dataIn(reply: unknown): Readonly<Record<string, unknown>> {
  const { data } = (reply ?? {}) as { readonly data?: unknown };
  if (typeof data === "object" && data !== null) return data as Readonly<Record<string, unknown>>;
  throw new Failure("target_bad_response", "The target system's response has no data.");
}

/** Reads one field of the query: `await ask(session, "/graphql", { query: "{ me { id } }", variables: {} })`. */
export const ask = async (
  session: Session,
  path: string,
  request: GraphQlRequest,
): Promise<Readonly<Record<string, unknown>>> => dataIn(await session.readByPost(path, request));
