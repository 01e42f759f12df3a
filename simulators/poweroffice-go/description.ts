/** PowerOffice Go's OpenAPI descriptions, joined into one file, and where they are known to be wrong. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [{ name: "poweroffice-go.yaml", host: "goapi.poweroffice.net", base: "/v2", complete: true }],
  excused: [],
};
