import type { Refusals } from "../../contract/connector.ts";

/** A bare text, whatever is wrong. */
export const refusals: Refusals = { message: (body) => (typeof body === "string" ? body : undefined) };
