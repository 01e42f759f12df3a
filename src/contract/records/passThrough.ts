/** The target system's response to a pass-through request. */
import type { Static } from "typebox";
import { anything, flag, record } from "../schema.ts";
import { Type } from "../schemaBuilders.ts";

export type PassThroughResponse = Static<typeof PassThroughResponse>;
export const PassThroughResponse = record(
  "PassThroughResponse",
  {
    status: Type.Integer({ description: "The HTTP status of the target system's response." }),
    headers: Type.Unsafe<Readonly<Record<string, string>>>({
      type: "object",
      description: "The target system's response headers that are useful to callers.",
      additionalProperties: { type: "string" },
    }),
  },
  { body: anything, base64Encoded: flag },
);
