import type { Connector, Session } from "../../contract/connector.ts";
import type { Company as CompanyRecord } from "../../contract/records/connection.ts";
import { mapping } from "../../kit/mapping.ts";
import { accounts } from "./accounts.ts";
import { bankAccounts } from "./bankAccounts.ts";
import { refusals } from "./fault.ts";
import type { Connection } from "./vendor.ts";

const company = mapping<CompanyRecord, Connection>({
  id: ({ tenantId }) => tenantId,
  name: ({ tenantName }) => tenantName,
});

/** Accountants' practices can be connected too, but have no books. */
const companies = async (session: Session): Promise<readonly CompanyRecord[]> =>
  ((await session.read("/connections")) as readonly Connection[])
    .filter(({ tenantType }) => tenantType === "ORGANISATION")
    .map(company);

export const xero: Connector = {
  id: "xero",
  name: "Xero",
  about: "Cloud accounting for small businesses, strong in the United Kingdom, Australia and New Zealand.",
  site: "https://api.xero.com",
  signIn: {
    kind: "oauth2",
    authorizeUrl: "https://login.xero.com/identity/connect/authorize",
    tokenUrl: "https://identity.xero.com/connect/token",
    revokeUrl: "https://identity.xero.com/connect/revocation",
    scopes: [
      "offline_access",
      "accounting.attachments",
      "accounting.banktransactions",
      "accounting.contacts",
      "accounting.invoices",
      "accounting.journals.read",
      "accounting.manualjournals",
      "accounting.payments",
      "accounting.reports.trialbalance.read",
      "accounting.settings",
    ],
    clientAuth: "basic",
    asks: [],
    headers: { authorization: "Bearer {accessToken}" },
  },
  needs: ["company"],
  proof: "/connections",
  companies,
  scope: ({ company }) => ({ path: "/api.xro/2.0", headers: { "xero-tenant-id": company ?? "" } }),
  refusals,
  rawData: true,
  batches: true,
  operations: {
    ...accounts,
    ...bankAccounts,
  },
};
