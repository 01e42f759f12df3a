import type { Refusals } from "../../contract/connector.ts";

/** Every error is plain text. */
export const refusals: Refusals = { message: (body) => (typeof body === "string" ? body : undefined) };
