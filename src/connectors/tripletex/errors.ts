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

/** What is wrong with each field says more than the whole; a field may have no name. */
function message(body: unknown): string | undefined {
  const { message: whole, developerMessage, validationMessages } = errorOf(body);
  const each = validationMessages?.map((one) => [one.field, one.message].filter(Boolean).join(": ")) ?? [];
  return [whole || developerMessage, ...each].filter(Boolean).join(" ") || undefined;
}

/** An id that is no number. */
const pathParameter = 12_000;

export const refusals: Refusals = {
  message,
  fields: (body) => errorOf(body).validationMessages?.map(({ field }) => field) ?? [],
  codes: { 400: (body) => (errorOf(body).code === pathParameter ? "not_found" : "target_rejected") },
  wait: secondsUntilReset("x-rate-limit-reset"),
};
