import type { Connector, Session } from "../../contract/connector.ts";
import type { Company as CompanyRecord } from "../../contract/records/connection.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { mapping } from "../../kit/mapping.ts";
import { accounts } from "./accounts.ts";
import { bankAccounts } from "./bankAccounts.ts";
import { bills } from "./bills.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { dimensions } from "./dimensions.ts";
import { expenses } from "./expenses.ts";
import { refusals } from "./fault.ts";
import { recordsIn } from "./habits.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { offers } from "./offers.ts";
import { payments } from "./payments.ts";
import { purchaseOrders } from "./purchaseOrders.ts";
import { taxRates } from "./taxRates.ts";
import { trialBalance } from "./trialBalance.ts";
import type { Connection, Organisation } from "./vendor.ts";
import { vendorCredits } from "./vendorCredits.ts";
import { webhooks } from "./webhooks.ts";

const company = mapping<CompanyRecord, Connection>({
  id: ({ tenantId }) => tenantId,
  name: ({ tenantName }) => tenantName,
});

/** Accountants' practices can be connected too, but have no books. */
const companies = async (session: Session): Promise<readonly CompanyRecord[]> =>
  ((await session.read("/connections")) as readonly Connection[])
    .filter(({ tenantType }) => tenantType === "ORGANISATION")
    .map(company);

/** The period lock binds only some users, the other one all. */
const closedUntil = async (session: Session): Promise<string | undefined> => {
  const [organisation] = recordsIn<Organisation>(await session.read("/Organisation"), "Organisations");
  return microsoftDay(organisation?.EndOfYearLockDate)?.slice(0, 10);
};

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
  closedUntil,
  rawData: true,
  webhooks,
  batches: true,
  operations: {
    ...accounts,
    ...bankAccounts,
    ...bills,
    ...contacts,
    ...creditNotes,
    ...dimensions,
    ...expenses,
    ...invoices,
    ...items,
    ...journalEntries,
    ...offers,
    ...payments,
    ...purchaseOrders,
    ...taxRates,
    ...trialBalance,
    ...vendorCredits,
  },
};
