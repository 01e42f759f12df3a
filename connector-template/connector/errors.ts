import type { Refusals } from "../../src/contract/connector.ts";
import type { Refusal } from "./types.ts";

/** Its statuses mean what HTTP says; the text is in `error.message`. */
export const refusals: Refusals = {
  message: (body) => (body as Refusal | null)?.error?.message ?? undefined,
};
