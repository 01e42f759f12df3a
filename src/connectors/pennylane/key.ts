import type { Connector } from "../../contract/connector.ts";
import { companyToken } from "./access.ts";
import { pennylane } from "./connector.ts";

/** For companies that connect without an app: apps need a partnership with the vendor. */
export const pennylaneToken: Connector = {
  ...pennylane,
  signIn: companyToken,
  id: "pennylane-token",
  name: "Pennylane (company API token)",
  about: "Pennylane, connected with a company's own API token instead of a sign-in.",
};
