/** What a target system answered to a request that was handed to it as it is. */
import type { Static } from "typebox";
import { anything, flag, record } from "../schema.ts";
import { Type } from "../schemaBuilders.ts";

export type PassedThrough = Static<typeof PassedThrough>;
export const PassedThrough = record(
  "PassedThrough",
  {
    status: Type.Integer({ description: "The target system's own status." }),
    headers: Type.Unsafe<Readonly<Record<string, string>>>({
      type: "object",
      description: "Of the target system's headers those that a caller may need.",
      additionalProperties: { type: "string" },
    }),
  },
  { body: anything, base64Encoded: flag },
);
