import type { Connector } from "../../contract/connector.ts";

const dayLength = 86_400;

/** An access token belongs to one organization. */
export const access = {
  mark: { letters: "Q", ground: "#1d1d1b", ink: "#ffffff" },
  site: "https://thirdparty.qonto.com/v2",
  signIn: {
    kind: "oauth2",
    authorizeUrl: "https://oauth.qonto.com/oauth2/auth",
    tokenUrl: "https://oauth.qonto.com/oauth2/token",
    revokeUrl: "https://oauth.qonto.com/oauth2/revoke",
    scopes: [
      // Without it, there is no refresh token.
      "offline_access",
      "organization.read",
      "client.read",
      "client.write",
      "client_invoices.read",
      "client_invoice.write",
      "product.read",
      "product.write",
      "supplier_invoice.read",
      "webhook",
    ],
    clientAuth: "body",
    // A refresh token lasts 90 days, and a renewal ends it after 60 seconds (docs.qonto.com, create_tokens).
    unusedGrantSeconds: 90 * dayLength,
    asks: [],
    headers: { authorization: "Bearer {accessToken}" },
  },
  needs: [],
  proof: "/organization",
  // The accounts are in euros, and so are invoices (docs.qonto.com, create-a-client-invoice).
  companyCurrency: async () => "EUR",
  // docs.qonto.com, rate-limitations. The vendor counts calls by IP address, so those of all connections together.
  limits: [
    { per: "app", calls: 1000, seconds: 10 },
    { per: "app", calls: 10_000, seconds: 600 },
  ],
} satisfies Partial<Connector>;
