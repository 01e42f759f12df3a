import type { Connector } from "../../contract/connector.ts";
import { access, apiKey } from "./access.ts";
import { sandbox } from "./connector.ts";

/** The same with a key that the user copies, for platforms that want to try the key-entry page. */
export const sandboxKey: Connector = {
  ...access,
  signIn: apiKey,
  id: "sandbox-key",
  name: "Sandbox (API key)",
  about: "The demo accounting system again, joined with an API key instead of a sign-in. Make one at /sandbox/keys.",
  operations: sandbox.operations,
};
