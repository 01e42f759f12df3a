import type { Connector } from "../../contract/connector.ts";

/** A key belongs to one organisation. */
export const access = {
  site: "https://api.lexware.io/v1",
  // Has the public key for the signatures of webhook calls.
  publicHosts: ["developers.lexware.io"],
  signIn: {
    kind: "apiKey",
    asks: [{ name: "apiKey", secret: true }],
    keyGuide: {
      url: "https://app.lexware.de/addons/public-api",
      steps: ["Erweiterungen", "Public API", "API-Schlüssel"],
    },
    headers: { authorization: "Bearer {apiKey}" },
  },
  needs: [],
  proof: "/profile",
} satisfies Partial<Connector>;
