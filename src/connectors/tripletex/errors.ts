import type { Refusals } from "../../contract/connector.ts";
import { secondsUntilReset } from "../../kit/retryAfter.ts";
import type { Text } from "./types.ts";

interface ApiError {
  readonly code?: number | null;
  readonly message?: Text;
  readonly developerMessage?: Text;
  readonly validationMessages?: readonly { readonly field?: Text; readonly message?: Text }[] | null;
}

const errorOf = (body: unknown): ApiError => (typeof body === "object" && body !== null ? body : {});

/** The general message, followed by those of the fields. A field may have no name. */
function message(body: unknown): string | undefined {
  const { message: summary, developerMessage, validationMessages } = errorOf(body);
  const faults = validationMessages?.map((fault) => [fault.field, fault.message].filter(Boolean).join(": ")) ?? [];
  return [summary || developerMessage, ...faults].filter(Boolean).join(" ") || undefined;
}

/** The vendor's code for an id that is not a number. */
const invalidPathParameter = 12_000;

export const refusals: Refusals = {
  message,
  fields: (body) => errorOf(body).validationMessages?.map(({ field }) => field) ?? [],
  codes: { 400: (body) => (errorOf(body).code === invalidPathParameter ? "not_found" : "target_rejected") },
  wait: secondsUntilReset("x-rate-limit-reset"),
};
