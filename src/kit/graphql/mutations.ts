/** Writes of a GraphQL API: mutations with a single input, whose records are read back. */
import { Failure } from "../../contract/failure.ts";
import type { Session, VendorRequest } from "../../contract/session.ts";
import { dataIn, type GraphQlRequest } from "./request.ts";

export interface Mutation {
  /** The field of the mutation: `createCustomer`. */
  readonly field: string;
  /** The type of its argument `input`: `CustomerCreateInput`. */
  readonly input: string;
  /** What to read of the result. */
  readonly selection?: string;
}

/** The values of the input are a variable. */
export const mutationRequest = ({ field, input, selection = "id" }: Mutation, values: object): GraphQlRequest => ({
  query: `mutation ($values: ${input}!) { ${field}(input: $values) { ${selection} } }`,
  variables: { values },
});

/** The part of a write's description that sends a mutation: `write({ ...mutation("/graphql", create), encoder, map })`. */
export const mutation = (path: string, sent: Mutation) => ({
  method: "POST" as const,
  path,
  within: (values: object): GraphQlRequest => mutationRequest(sent, values),
  record: (reply: unknown) => resultIn(reply, sent) as never,
});

/** Sends a mutation as a further step of a write, and returns its result. */
export async function act(session: Session, path: string, sent: Mutation, values: object): Promise<object> {
  const request: VendorRequest = { method: "POST", path, body: mutationRequest(sent, values) };
  return resultIn(await session.send(request), sent);
}

/** The result of a mutation. Without one, nobody knows what became of it. */
function resultIn(reply: unknown, { field }: Pick<Mutation, "field">): object {
  const result = dataIn(reply)[field];
  if (typeof result === "object" && result !== null) return result;
  throw new Failure("target_bad_response", "The target system's reply does not contain the record that it stored.");
}
