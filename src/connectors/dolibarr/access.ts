import type { Connector } from "../../contract/connector.ts";
import { refusals } from "./errors.ts";

/** Runs at the end user's URL. A key belongs to a user, and opens the company that the user works in. */
export const access = {
  // Some users paste the URL of the API.
  site: ({ baseUrl = "" }) => `${baseUrl.replace(/\/api(?:\/index\.php)?$/, "")}/api/index.php`,
  signIn: {
    kind: "apiKey",
    asks: [
      { name: "baseUrl", secret: false },
      { name: "apiKey", secret: true },
    ],
    keyGuide: {
      url: "https://wiki.dolibarr.org/index.php?title=Module_Web_Services_API_REST_(developer)",
      steps: ["Users & Groups", "Modify", "API key", "Generate"],
    },
    headers: { DOLAPIKEY: "{apiKey}" },
  },
  needs: [],
  proof: "/status",
  refusals,
  rawData: true,
} satisfies Partial<Connector>;
