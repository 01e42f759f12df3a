import type { Refusals } from "../../contract/connector.ts";
import type { Refusal } from "./types.ts";

const errorOf = (body: unknown): Refusal["error"] =>
  typeof body === "object" && body !== null ? (body as Refusal).error : undefined;

/** With the data that an electronic invoice lacks, which is only in `data`. */
const messageOf = (body: unknown): string | undefined => {
  const { message, data } = errorOf(body) ?? {};
  const missing = (data as { readonly "missing information"?: readonly string[] } | null | undefined)?.[
    "missing information"
  ];
  return [message, missing && `(${missing.join(", ")})`].filter(Boolean).join(" ") || undefined;
};

/** Some failures are answered with 200 and an error in the body, others as HTML by the gateway. */
export const refusals: Refusals = {
  message: messageOf,
  status: (body, status) => (status < 400 && errorOf(body) ? 422 : undefined),
  // The record is no longer a draft, or is in use.
  codes: { 409: "target_conflict" },
};
