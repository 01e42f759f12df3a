/** Version 2.0 has no description: that of 1.0 gives the types of the fields that both versions share. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [
    {
      name: "business-central-v1.yaml",
      host: "api.businesscentral.dynamics.com",
      complete: false,
      base: /^\/v2\.0\/[^/]+\/api\/v2\.0(?=\/|$)/,
    },
  ],
  excused: [
    {
      about: /generalLedgerEntries.* answers 200 .*\/id must be integer$/,
      reason: "In version 1.0 a ledger entry's id was its number; in 2.0 it has a GUID like everything else.",
    },
  ],
};
