import type { Refusals } from "../../contract/connector.ts";
import type { Refusal } from "./types.ts";

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** A reply with 429 is plain text, all others are objects. */
export const refusals: Refusals = {
  message: (body) => {
    if (typeof body === "string") return textOf(body);
    const { message, error } = (body ?? {}) as Refusal;
    return textOf(message) ?? textOf(error);
  },
  fields: (body) => [((body ?? {}) as Refusal).details?.field],
  // A parameter or a value in the body that the vendor cannot read.
  codes: { 400: "target_rejected" },
};
