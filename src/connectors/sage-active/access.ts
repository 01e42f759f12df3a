import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OAuthSignIn, SiteFacts } from "../../contract/signIn.ts";
import { refusals } from "./errors.ts";
import { closedUntil, companies, fiscalYearStarts, user } from "./organizations.ts";

/** The API has a host for each legislation, and one sign-in for all (vendor's page on environments, 2026-11). */
const countries = ["fr", "es", "de"];

/** No other hosts: they get the app's key. */
function countryOf({ tenantId = "fr" }: Pick<SiteFacts, "tenantId">): string {
  const country = tenantId.trim().toLowerCase();
  if (countries.includes(country)) return country;
  const text = `Sage Active has no country "${tenantId}". Use one of ${countries.join(", ")}.`;
  throw new Failure("invalid_request", text, { field: "tenantId" });
}

const signIn: OAuthSignIn = {
  kind: "oauth2",
  authorizeUrl: "https://sbcauth.sage.fr/connect/authorize",
  tokenUrl: "https://sbcauth.sage.fr/connect/token",
  revokeUrl: "https://sbcauth.sage.fr/connect/revocation",
  scopes: ["RDSA", "WDSA", "offline_access"],
  clientAuth: "body",
  appKey: { label: { en: "Subscription key", de: "Subscription-Key" } },
  asks: [
    {
      name: "tenantId",
      secret: false,
      optional: true,
      label: { en: "Country of Sage Active", de: "Land von Sage Active" },
      help: {
        en: "fr, es or de: the country whose law your Sage Active follows. France if you leave it empty.",
        de: "fr, es oder de: das Land, nach dessen Recht Ihr Sage Active arbeitet. Frankreich, wenn Sie es leer lassen.",
      },
    },
  ],
  headers: { authorization: "Bearer {accessToken}", "x-api-key": "{appKey}" },
};

export const access = {
  mark: { letters: "SA", ground: "#00a65c", ink: "#ffffff" },
  site: (facts) => `https://api.${countryOf(facts)}.active.sage.com`,
  signIn,
  needs: ["company"],
  // The profile needs no organization.
  proof: user,
  companies,
  user,
  scope: ({ company }): { readonly headers?: Readonly<Record<string, string>> } =>
    company === undefined ? {} : { headers: { "x-organizationid": company } },
  refusals,
  closedUntil,
  // France, Spain and Germany: no document has a currency of its own.
  companyCurrency: async () => "EUR",
  fiscalYearStarts,
  rawData: true,
  // Vendor's best practices, 2026-11: 3000 requests a minute for an app, and 10 mutations at a time.
  limits: [
    { per: "app", calls: 3000, seconds: 60 },
    { per: "company", atOnce: 10 },
  ],
} satisfies Partial<Connector>;
