import type { Connector } from "../../contract/connector.ts";
import { personalToken } from "./access.ts";
import { moneybird } from "./connector.ts";

/** The same, for owners who would rather make a token in their settings than authorise an app. */
export const moneybirdToken: Connector = {
  ...moneybird,
  signIn: personalToken,
  id: "moneybird-token",
  name: "Moneybird (personal API token)",
  about: "Moneybird again, joined with a personal API token from the user's own settings instead of a sign-in.",
};
