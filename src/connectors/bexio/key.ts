import type { Connector } from "../../contract/connector.ts";
import { personalToken } from "./access.ts";
import { bexio } from "./connector.ts";

/** For owners who prefer a token of their own to authorising an app. */
export const bexioToken: Connector = {
  ...bexio,
  signIn: personalToken,
  id: "bexio-token",
  name: "bexio (personal access token)",
  about: "bexio, connected with a personal access token instead of a sign-in.",
};
