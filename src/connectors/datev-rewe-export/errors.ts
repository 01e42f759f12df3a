import type { Refusals } from "../../contract/connector.ts";
import type { Text } from "./types.ts";

/** The newer APIs return problem details (RFC 9457), the documents API an error code of its own. */
interface Problem {
  readonly title?: Text;
  readonly detail?: Text;
  readonly affected_elements?: readonly { readonly name?: Text; readonly reason?: Text }[] | null;
  readonly error?: Text;
  readonly error_description?: Text;
}

/** The documents API wraps some of its errors in a list. */
const problemOf = (body: unknown): Problem => {
  const problem: unknown = Array.isArray(body) ? body[0] : body;
  return typeof problem === "object" && problem !== null ? problem : {};
};

function message(body: unknown): string | undefined {
  const { title, detail, affected_elements: elements, error, error_description: described } = problemOf(body);
  const details = elements?.map(({ name, reason }) => [name, reason].filter(Boolean).join(": ")) ?? [];
  return [detail || title, ...details, error, described].filter(Boolean).join(" ") || undefined;
}

/** The document id is already in use. */
const keyConflict = "#DCO01012";

export const refusals: Refusals = {
  message,
  fields: (body) => problemOf(body).affected_elements?.map(({ name }) => name) ?? [],
  // Kontor derives document ids from the write, so a document that already exists was stored by an earlier attempt.
  status: (body, status) => (status === 409 && problemOf(body).error === keyConflict ? 201 : undefined),
};
