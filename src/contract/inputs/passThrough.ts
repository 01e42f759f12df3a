/** The body of a pass-through request, which is forwarded to the target system unchanged. */
import type { Static } from "typebox";
import { anything, describedAs, oneOf, record, text } from "../schema.ts";
import { Type } from "../schemaBuilders.ts";

/** The caller's headers that are forwarded. */
export const forwardedHeaders = [
  "accept",
  "accept-language",
  "content-type",
  "if-match",
  "if-none-match",
  "if-modified-since",
  "prefer",
  "idempotency-key",
];
export const longestPath = 4000;

/**
 * Path segments that are not empty, "." or "..", even after decoding. The code, which checks the decoded path, accepts
 * slightly more than this pattern.
 */
const path = (() => {
  const encoded = "%(?:2[0-46-9A-Da-d]|[3468-9A-Fa-f][0-9A-Fa-f]|5[0-9ABD-Fabd-f]|7[0-9A-Ea-e])";
  const sign = String.raw`[!"$&-.0->@-\[\]-~]`;
  const noDot = String.raw`[!"$&-\-0->@-\[\]-~]`;
  const noDotOrSemicolon = String.raw`[!"$&-\-0-:<->@-\[\]-~]`;
  const segment = String.raw`(?:${noDot}|\.{1,2}${noDotOrSemicolon})(?:${sign}|${encoded})*`;
  return String.raw`^/(?:${segment}(?:/${segment})*/?)?(?:\?[!"$-.0->@-\[\]-~/]*)?$`;
})();

const objectOf = (description: string, rules: object) =>
  describedAs(
    Type.Unsafe<Readonly<Record<string, unknown>>>({ type: "object", description, additionalProperties: true }),
    rules,
  );
const headerText = { type: "string", pattern: "^[ -~]{1,1000}$" };

export type PassThroughInput = Static<typeof PassThroughInput>;
export const PassThroughInput = describedAs(
  record(
    "PassThroughInput",
    {
      path: describedAs(text, { pattern: path, maxLength: longestPath }),
      method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE"),
    },
    {
      headers: objectOf("Headers for the target system. Only the listed headers are forwarded.", {
        properties: Object.fromEntries(forwardedHeaders.map((name) => [name, headerText])),
        additionalProperties: false,
      }),
      body: anything,
      query: objectOf("Query parameters for the target system: strings, numbers or booleans.", {
        additionalProperties: { type: ["string", "number", "boolean"] },
      }),
    },
  ),
  // A GET has no body.
  {
    dependentSchemas: {
      body: { properties: { method: { enum: ["POST", "PUT", "PATCH", "DELETE"] } }, additionalProperties: true },
    },
  },
);
