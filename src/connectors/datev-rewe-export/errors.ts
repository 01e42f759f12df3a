import type { Refusals } from "../../contract/connector.ts";
import type { Text } from "./types.ts";

/** The newer APIs have problem details (RFC 9457), documents a code of DATEV's own. */
interface Problem {
  readonly title?: Text;
  readonly detail?: Text;
  readonly affected_elements?: readonly { readonly name?: Text; readonly reason?: Text }[] | null;
  readonly error?: Text;
  readonly error_description?: Text;
}

/** Documents wraps some of its errors in a list. */
const problemOf = (body: unknown): Problem => {
  const one: unknown = Array.isArray(body) ? body[0] : body;
  return typeof one === "object" && one !== null ? one : {};
};

function message(body: unknown): string | undefined {
  const { title, detail, affected_elements: elements, error, error_description: described } = problemOf(body);
  const each = elements?.map(({ name, reason }) => [name, reason].filter(Boolean).join(": ")) ?? [];
  return [detail || title, ...each, error, described].filter(Boolean).join(" ") || undefined;
}

/** The id of the document has been used before. */
const keyConflict = "#DCO01012";

export const refusals: Refusals = {
  message,
  fields: (body) => problemOf(body).affected_elements?.map(({ name }) => name) ?? [],
  // Documents get their ids from us, made from the write: one that is there already is the one that was sent before.
  status: (body, status) => (status === 409 && problemOf(body).error === keyConflict ? 201 : undefined),
};
