/** A request that is handed to the target system as it is. */
import type { Static } from "typebox";
import { anything, describedAs, oneOf, record, text } from "../schema.ts";
import { Type } from "../schemaBuilders.ts";

/** The few headers of a caller that are handed on. */
export const handedOnHeaders = [
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
 * Segments that are neither empty nor dots, nor become so when they are decoded. The code takes a few more: it looks at
 * what they become.
 */
const path = (() => {
  const encoded = "%(?:2[0-46-9A-Da-d]|[3468-9A-Fa-f][0-9A-Fa-f]|5[0-9ABD-Fabd-f]|7[0-9A-Ea-e])";
  const sign = String.raw`[!"$&-.0->@-\[\]-~]`;
  const noDot = String.raw`[!"$&-\-0->@-\[\]-~]`;
  const noDotOrSemicolon = String.raw`[!"$&-\-0-:<->@-\[\]-~]`;
  const segment = String.raw`(?:${noDot}|\.{1,2}${noDotOrSemicolon})(?:${sign}|${encoded})*`;
  return String.raw`^/(?:${segment}(?:/${segment})*/?)?(?:\?[!"$-.0->@-\[\]-~/]*)?$`;
})();

const named = (description: string, rules: object) =>
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
      headers: named("Headers for the target system, of the few that are handed on.", {
        properties: Object.fromEntries(handedOnHeaders.map((name) => [name, headerText])),
        additionalProperties: false,
      }),
      body: anything,
      query: named("The query for the target system: texts, numbers, yes or no.", {
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
