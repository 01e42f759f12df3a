import type { Refusals } from "../../src/contract/connector.ts";
import type { Refusal } from "./types.ts";

/** The vendor uses HTTP statuses as intended. Its message is in `error.message`. */
export const refusals: Refusals = {
  message: (body) => (body as Refusal | null)?.error?.message ?? undefined,
};
