/** Fortnox's OpenAPI description, and its known errors. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [{ name: "fortnox.json", host: "api.fortnox.se", base: "", complete: true }],
  excused: [],
};
