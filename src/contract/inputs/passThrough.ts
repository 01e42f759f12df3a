/** A request that is handed to the target system as it is. */
import { type Static, Type } from "typebox";
import { anything, describedAs, oneOf, record, text } from "../schema.ts";

const named = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: "object", description, additionalProperties: true });

export type PassThroughInput = Static<typeof PassThroughInput>;
export const PassThroughInput = describedAs(
  record(
    "PassThroughInput",
    { path: text, method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE") },
    {
      headers: named("Headers for the target system, of the few that are handed on."),
      body: anything,
      query: named("The query for the target system: texts, numbers, yes or no."),
    },
  ),
  // A GET has no body.
  {
    dependentSchemas: { body: { properties: { method: { enum: ["POST", "PUT", "PATCH", "DELETE"] } } } },
    examples: [{ method: "GET", path: "/v1/invoices", query: { limit: 10 } }],
  },
);
