import type { Refusals } from "../../contract/connector.ts";
import type { Refusal } from "./types.ts";

/** Statuses have their HTTP meaning. The text is in `error.message`. */
export const refusals: Refusals = {
  fields: (body) => [(body as Refusal | null)?.error?.field],
  message: (body) => {
    const message = (body as Refusal | null)?.error?.message;
    return typeof message === "string" ? message : undefined;
  },
};
