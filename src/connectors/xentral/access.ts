import type { Connector } from "../../contract/connector.ts";

/** Each instance has its own host. A token belongs to one user of one instance. */
export const access = {
  site: "https://{tenantId}.xentral.biz/api",
  signIn: {
    kind: "apiKey",
    asks: [
      {
        name: "tenantId",
        secret: false,
        label: { en: "Xentral ID", de: "Xentral-ID" },
        help: {
          en: "The first part of your Xentral address: example in https://example.xentral.biz.",
          de: "Der erste Teil Ihrer Xentral-Adresse: example in https://example.xentral.biz.",
        },
      },
      {
        name: "apiKey",
        secret: true,
        label: { en: "Personal access token", de: "Personal Access Token" },
      },
    ],
    keyGuide: {
      url: "https://developer.xentral.com/reference/authentication",
      steps: ["Administration", "Account settings", "Developer Settings", "Personal Access Tokens", "Create Token"],
    },
    headers: {
      authorization: "Bearer {apiKey}",
      // Without it, lists of version 3 have no total. Other paths ignore it.
      "x-pagination": "table",
    },
  },
  needs: [],
  // There is no resource of the token itself. Tax rates and new products need projects anyway.
  proof: "/v1/projects",
  // Guide to rate limiting, 2026-07. The vendor calls the number provisional.
  limits: [{ per: "connection", calls: 100, seconds: 60 }],
} satisfies Partial<Connector>;
