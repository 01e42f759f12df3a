import type { Connector } from "../../contract/connector.ts";
import { path } from "../../kit/path.ts";
import { refusals } from "./fault.ts";

/** Where it is and how one signs in: the same for both editions. */
export const access = {
  site: ({ ownUrl }) => `${ownUrl}/sandbox/v1`,
  signIn: {
    kind: "apiKey",
    asks: [{ name: "apiKey", secret: true }],
    headers: { authorization: "Bearer {apiKey}" },
  },
  needs: ["environment", "company"],
  proof: "/me",
  scope: ({ environment, company }) => ({ path: path`/environments/${environment}/companies/${company}` }),
  refusals,
  rawData: true,
} satisfies Partial<Connector>;
