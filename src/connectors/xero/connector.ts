import type { Connector } from "../../contract/connector.ts";
import { closedUntil, companies, companyCurrency, fiscalYearStarts, signIn } from "./access.ts";
import { accounts, taxCodeOfAccount } from "./accounts.ts";
import { bills } from "./bills.ts";
import { contacts, taxCodeOfContact } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { dimensions } from "./dimensions.ts";
import { refusals } from "./errors.ts";
import { expenses } from "./expenses.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { offers } from "./offers.ts";
import { isReconciled, openAmount, payments } from "./payments.ts";
import { purchaseOrders } from "./purchaseOrders.ts";
import { rulesOfTaxCode, taxRates } from "./taxRates.ts";
import { trialBalance } from "./trialBalance.ts";
import { getVendorCredit, vendorCredits } from "./vendorCredits.ts";
import { webhooks } from "./webhooks.ts";

export const xero: Connector = {
  id: "xero",
  name: "Xero",
  mark: { letters: "X", ground: "#0a7ea4", ink: "#ffffff" },
  about: "Cloud accounting for small businesses, strong in the United Kingdom, Australia and New Zealand.",
  site: "https://api.xero.com",
  signIn,
  needs: ["company"],
  proof: "/connections",
  companies,
  scope: ({ company }) => ({ path: "/api.xro/2.0", headers: { "xero-tenant-id": company ?? "" } }),
  refusals,
  closedUntil,
  companyCurrency,
  openAmount,
  isReconciled,
  fiscalYearStarts,
  taxCodeOfAccount,
  taxCodeOfContact,
  rulesOfTaxCode,
  rawData: true,
  webhooks,
  batches: true,
  vendorCredit: getVendorCredit,
  operations: {
    ...accounts,
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
  limits: [
    { per: "company", calls: 60, seconds: 60 },
    { per: "company", calls: 5000, seconds: 86_400 },
    { per: "company", atOnce: 5 },
    { per: "app", calls: 10_000, seconds: 60 },
  ],
};
