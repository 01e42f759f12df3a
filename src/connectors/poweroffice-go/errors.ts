import type { Refusals } from "../../contract/connector.ts";
import type { Text } from "./types.ts";

/** A problem of the API, or a refusal of the gateway in front of it, which has a message instead. */
interface ApiError {
  readonly title?: Text;
  readonly detail?: Text;
  readonly message?: Text;
  /** Of the token endpoint. */
  readonly error?: Text;
  readonly error_description?: Text;
}

const errorOf = (body: unknown): ApiError => (typeof body === "object" && body !== null ? body : {});

function message(body: unknown): string | undefined {
  const { title, detail, message: gateway, error, error_description: description } = errorOf(body);
  const sentences = [title, detail].filter(Boolean).join(": ");
  return sentences || gateway || description || error || undefined;
}

/** The vendor's title for a right that the integration lacks, which it answers with 400. */
const missingPrivilege = "Missing privilege";

export const refusals: Refusals = {
  message,
  codes: {
    400: (body) => (errorOf(body).title === missingPrivilege ? "target_forbidden" : "target_rejected"),
    409: "target_conflict",
  },
};
