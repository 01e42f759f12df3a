/** weclapp's description of its API, and where it is known to be wrong. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [{ name: "weclapp-v3.json", host: "bergblick.weclapp.com", base: "/webapp/api/v3", complete: true }],
  excused: [
    {
      about:
        /asks with the unknown parameter (?:or\w*-)?\w+-(?:eq|ne|in|ge|gt|lt|ilike)$|PUT \S+ asks with the unknown parameter ignoreMissingProperties/,
      reason: "Conditions (properties with an operator behind) and partial updates are in its user documentation only.",
    },
  ],
};
