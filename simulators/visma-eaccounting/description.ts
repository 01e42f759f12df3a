/** The vendor's description of 2020, and what has changed since. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [
    { name: "visma-eaccounting-v2-swagger.json", host: "eaccountingapi.vismaonline.com", base: "", complete: true },
  ],
  excused: [],
};
