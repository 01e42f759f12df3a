import type { Connector } from "../../contract/connector.ts";
import { apiOf, companies, companyOf, environments, environmentsPath } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bills } from "./bills.ts";
import { catalogue } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { refusals } from "./errors.ts";
import { fiscalYearStarts, fiscalYears } from "./fiscalYears.ts";
import { goodsReceipts } from "./goodsReceipts.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { offers } from "./offers.ts";
import { openAmount, payments } from "./payments.ts";
import { purchaseOrders } from "./purchaseOrders.ts";
import { salesOrders } from "./salesOrders.ts";
import { trialBalance } from "./trialBalance.ts";
import { getVendorCredit, vendorCredits } from "./vendorCredits.ts";
import { webhooks } from "./webhooks.ts";

const signInSite = "https://login.microsoftonline.com/common/oauth2/v2.0";

export const businesscentral: Connector = {
  id: "businesscentral",
  name: "Microsoft Dynamics 365 Business Central",
  mark: { letters: "BC", ground: "#0b556a", ink: "#ffffff" },
  about: "Microsoft's enterprise resource planning for small and medium-sized companies, in the cloud.",
  site: "https://api.businesscentral.dynamics.com",
  signIn: {
    kind: "oauth2",
    authorizeUrl: `${signInSite}/authorize`,
    tokenUrl: `${signInSite}/token`,
    scopes: ["https://api.businesscentral.dynamics.com/.default", "offline_access"],
    clientAuth: "body",
    // learn.microsoft.com, refresh tokens in the Microsoft identity platform, 2026-11: ninety days.
    unusedGrantSeconds: 90 * 86_400,
    asks: [],
    headers: { authorization: "Bearer {accessToken}" },
  },
  needs: ["environment", "company"],
  proof: environmentsPath,
  environments,
  companies,
  scope: ({ environment, company }) => ({ path: `${apiOf(environment)}${companyOf(company)}` }),
  refusals,
  fiscalYearStarts,
  openAmount,
  rawData: true,
  webhooks,
  batches: true,
  vendorCredit: getVendorCredit,
  operations: {
    ...accounts,
    ...bills,
    ...catalogue,
    ...contacts,
    ...creditNotes,
    ...fiscalYears,
    ...goodsReceipts,
    ...invoices,
    ...items,
    ...journalEntries,
    ...offers,
    ...payments,
    ...purchaseOrders,
    ...salesOrders,
    ...trialBalance,
    ...vendorCredits,
  },
  limits: [
    { per: "connection", calls: 6000, seconds: 300 },
    { per: "connection", atOnce: 5 },
  ],
};
