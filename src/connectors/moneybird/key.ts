import type { Connector } from "../../contract/connector.ts";
import { personalToken } from "./access.ts";
import { moneybird } from "./connector.ts";

/** For owners who prefer a token from their settings to authorising an app. */
export const moneybirdToken: Connector = {
  ...moneybird,
  signIn: personalToken,
  id: "moneybird-token",
  name: "Moneybird (personal API token)",
  about: "Moneybird, connected with a personal API token from the user's settings instead of a sign-in.",
};
