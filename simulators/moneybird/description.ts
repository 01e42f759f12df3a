/** Moneybird's OpenAPI description, and its known errors. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [{ name: "moneybird.yaml", host: "moneybird.com", base: "/api/v2", complete: true }],
  excused: [
    {
      about: /POST \/\{administration_id\}\/webhooks\{format\} answers 201/,
      reason: "The secret that webhooks are signed with is newer than the description (webhooks/verifying-signatures).",
    },
    {
      about: /workflows\{format\} answers 200/,
      reason: "The steps of workflows are in recorded replies (NOTES.md), but not in the description.",
    },
    {
      about: /tax_rates\{format\} answers 200 \[\]\/percentage must match exactly one schema in oneOf/,
      reason: "It lists null twice where exactly one of several forms may fit.",
    },
  ],
};
