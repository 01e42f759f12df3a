import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Company } from "../../contract/records/connection.ts";
import type { Session } from "../../contract/session.ts";
import type { OAuthSignIn, SiteFacts } from "../../contract/signIn.ts";
import { closedUntil, companyCurrency, fiscalYearStarts, organizationsOf } from "./conventions.ts";
import { refusals } from "./errors.ts";

interface DataCenter {
  readonly accounts: string;
  readonly api: string;
}

/** Zoho keeps a company's data in one data center, with hosts of its own (vendor's pages on OAuth and on the API, 2026-11). */
const dataCenters: Readonly<Record<string, DataCenter>> = {
  us: { accounts: "accounts.zoho.com", api: "www.zohoapis.com" },
  eu: { accounts: "accounts.zoho.eu", api: "www.zohoapis.eu" },
  in: { accounts: "accounts.zoho.in", api: "www.zohoapis.in" },
  au: { accounts: "accounts.zoho.com.au", api: "www.zohoapis.com.au" },
  jp: { accounts: "accounts.zoho.jp", api: "www.zohoapis.jp" },
  ca: { accounts: "accounts.zohocloud.ca", api: "www.zohoapis.ca" },
  sa: { accounts: "accounts.zoho.sa", api: "www.zohoapis.sa" },
};

/** No other hosts: they get our app's secret. */
function dataCenterOf({ tenantId = "us" }: Pick<SiteFacts, "tenantId">): DataCenter {
  const found = dataCenters[tenantId.toLowerCase()];
  if (found !== undefined) return found;
  const text = `Zoho Books has no data center "${tenantId}". Use one of ${Object.keys(dataCenters).join(", ")}.`;
  throw new Failure("invalid_request", text, { field: "tenantId" });
}

const oauthUrl =
  (action: string) =>
  (facts: Pick<SiteFacts, "tenantId">): string =>
    `https://${dataCenterOf(facts).accounts}/oauth/v2/${action}`;

const signIn: OAuthSignIn = {
  kind: "oauth2",
  authorizeUrl: oauthUrl("auth"),
  tokenUrl: oauthUrl("token"),
  revokeUrl: oauthUrl("token/revoke"),
  scopes: [
    "ZohoBooks.settings.ALL",
    "ZohoBooks.contacts.ALL",
    "ZohoBooks.invoices.ALL",
    "ZohoBooks.creditnotes.ALL",
    "ZohoBooks.customerpayments.ALL",
    "ZohoBooks.bills.ALL",
    "ZohoBooks.debitnotes.ALL",
    "ZohoBooks.vendorpayments.ALL",
    "ZohoBooks.accountants.ALL",
    "ZohoBooks.banking.READ",
  ],
  scopeSeparator: ",",
  // Without both, a second sign-in brings no refresh token.
  authorizeQuery: { access_type: "offline", prompt: "consent" },
  clientAuth: "body",
  // A refusal with the status 200 (Weble/ZohoBooksApi#84).
  expiredGrantErrors: ["invalid_code"],
  asks: [
    {
      name: "tenantId",
      secret: false,
      optional: true,
      label: { en: "Data center", de: "Rechenzentrum" },
      help: {
        en: "The ending of your Zoho address: us for books.zoho.com, eu for books.zoho.eu, or in, au, jp, ca, sa.",
        de: "Die Endung Ihrer Zoho-Adresse: us für books.zoho.com, eu für books.zoho.eu, oder in, au, jp, ca, sa.",
      },
    },
  ],
  headers: { authorization: "Zoho-oauthtoken {accessToken}" },
};

async function companies(session: Session): Promise<readonly Company[]> {
  const found = await organizationsOf(session);
  return found.map(({ organization_id: id, name }) => ({ id, ...(name && { name }) }));
}

export const access = {
  mark: { letters: "Z", ground: "#e42527", ink: "#ffffff" },
  site: (facts) => `https://${dataCenterOf(facts).api}/books/v3`,
  signIn,
  needs: ["company"],
  proof: "/organizations",
  companies,
  scope: ({ company }) => ({ query: { organization_id: company } }),
  refusals,
  closedUntil,
  companyCurrency,
  fiscalYearStarts,
  rawData: true,
  // Vendor's introduction to the API, 2026-11. The daily limit depends on the plan.
  limits: [
    { per: "company", calls: 100, seconds: 60 },
    { per: "company", atOnce: 5 },
  ],
} satisfies Partial<Connector>;
