import type { Refusals } from "../../contract/connector.ts";
import { secondsUntilReset } from "../../kit/retryAfter.ts";
import type { Refusal } from "./types.ts";

/** `errors` is a list of texts, or of objects, or absent. */
const details = (errors: unknown): readonly string[] => {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => (typeof error === "string" ? [error] : []));
};

export const refusals: Refusals = {
  message: (body) => {
    const { message, errors } = (body ?? {}) as Refusal;
    const texts = [message, ...details(errors)].filter(Boolean);
    return texts.length === 0 ? undefined : texts.join(" ");
  },
  // The vendor's 400 is a refused body in its 4.0 API.
  codes: { 400: "target_rejected" },
  wait: secondsUntilReset("ratelimit-reset"),
};
