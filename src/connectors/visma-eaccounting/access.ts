import type { Connector } from "../../contract/connector.ts";
import { calendarDay } from "../../kit/dates.ts";
import { closedUntil, fiscalYears, readSettings } from "./conventions.ts";
import { refusals } from "./errors.ts";

const identity = "https://identity.vismaonline.com/connect";

export const access = {
  mark: { letters: "V", ground: "#14365c", ink: "#ffffff" },
  site: "https://eaccountingapi.vismaonline.com/v2",
  // Where the vendor puts PDFs for a short time; the hosts are named after the company's country (changelog, 2025).
  publicHosts: ["eaccountingstorage*.vismaonline.com", "apistorage.vismaonline.com"],
  signIn: {
    kind: "oauth2",
    authorizeUrl: `${identity}/authorize`,
    tokenUrl: `${identity}/token`,
    revokeUrl: `${identity}/revocation`,
    scopes: ["ea:api", "offline_access", "ea:sales", "ea:accounting", "ea:purchase"],
    // The vendor's page on authentication: the end user is always asked for the company, among those with this product.
    authorizeQuery: {
      prompt: "select_account",
      acr_values: "service:44643EB1-3F76-4C1C-A672-402AE8085934",
    },
    clientAuth: "basic",
    asks: [],
    headers: { authorization: "Bearer {accessToken}" },
  },
  // A token is for the company that the end user chose on the vendor's page.
  needs: [],
  proof: "/companysettings",
  closedUntil,
  fiscalYearStarts: async (session) =>
    (await fiscalYears(session)).map(({ StartDate }) => calendarDay(StartDate ?? "")),
  companyCurrency: async (session) => (await readSettings(session)).CurrencyCode ?? undefined,
  refusals,
  rawData: true,
  // The vendor's page on rate limits, 2025: for each client and endpoint. Here, all endpoints share one limit.
  limits: [{ per: "app", calls: 600, seconds: 60 }],
} satisfies Partial<Connector>;
