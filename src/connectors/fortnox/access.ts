import type { Connector } from "../../contract/connector.ts";
import { closedUntil, financialYears } from "./conventions.ts";
import { refusals } from "./errors.ts";

const dayLength = 86_400;

export const access = {
  mark: { letters: "F", ground: "#1f5245", ink: "#ffffff" },
  site: "https://api.fortnox.se/3",
  signIn: {
    kind: "oauth2",
    authorizeUrl: "https://apps.fortnox.se/oauth-v1/auth",
    tokenUrl: "https://apps.fortnox.se/oauth-v1/token",
    revokeUrl: "https://apps.fortnox.se/oauth-v1/revoke",
    scopes: [
      "companyinformation",
      "bookkeeping",
      "customer",
      "supplier",
      "article",
      "invoice",
      "offer",
      "order",
      "supplierinvoice",
      "payment",
      "project",
      "costcenter",
      "settings",
    ],
    authorizeQuery: { access_type: "offline" },
    clientAuth: "basic",
    // Vendor's guide to authorization, 2026-11: a refresh token is valid for 45 days, and only once.
    unusedGrantSeconds: 45 * dayLength,
    asks: [],
    headers: { authorization: "Bearer {accessToken}" },
  },
  // A token is for the company that the end user chose on Fortnox's page.
  needs: [],
  proof: "/companyinformation",
  closedUntil,
  fiscalYearStarts: async (session) => (await financialYears(session)).map(({ FromDate }) => FromDate),
  // Amounts in another currency are kept in crowns, too (vendor's OpenAPI description: AmountCurrency of payments).
  companyCurrency: async () => "SEK",
  refusals,
  rawData: true,
  // Vendor's API documentation, 2026-11: for each access token.
  limits: [{ per: "connection", calls: 25, seconds: 5 }],
} satisfies Partial<Connector>;
