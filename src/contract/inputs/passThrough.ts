/** A request that is handed to the target system as it is. */
import type { Static } from "typebox";
import { anything, oneOf, record, text } from "../schema.ts";

export type PassThroughInput = Static<typeof PassThroughInput>;
export const PassThroughInput = record(
  "PassThroughInput",
  { path: text, method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE") },
  { headers: anything, body: anything, query: anything },
);
