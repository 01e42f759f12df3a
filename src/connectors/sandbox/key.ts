import type { Connector } from "../../contract/connector.ts";
import { access, apiKey } from "./access.ts";
import { bookingProposals } from "./bookingProposals.ts";
import { sandbox } from "./connector.ts";

/**
 * The same with a key that the user copies, for platforms that want to try the key-entry page. Its booking proposals can
 * be asked for changes of whole days only, as those of one vendor.
 */
export const sandboxKey: Connector = {
  ...access,
  signIn: apiKey,
  id: "sandbox-key",
  name: "Sandbox (API key)",
  about: "The demo accounting system again, joined with an API key instead of a sign-in. Make one at /sandbox/keys.",
  operations: {
    ...sandbox.operations,
    "bookingProposals.list": {
      ...bookingProposals["bookingProposals.list"],
      modifiedBy: "midnight",
      rules: ["lastModifiedAt has to be a whole day, in the form 2026-02-22T00:00:00Z, without milliseconds."],
    },
  },
};
