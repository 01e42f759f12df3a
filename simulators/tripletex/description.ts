/** Tripletex's own description of its API, and where it is known to be wrong. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [{ name: "tripletex.json", host: "tripletex.no", base: "/v2", complete: true }],
  excused: [],
};
