import type { Connector } from "../../contract/connector.ts";
import { access, apiKey } from "./access.ts";
import { contacts } from "./contacts.ts";
import { exportedJournalEntries } from "./journalEntries.ts";
import { exportedPaymentTerms } from "./paymentTerms.ts";
import { exportedTrialBalance } from "./trialBalance.ts";

/** The same books behind an export interface: fiscal year by fiscal year, the contacts, and little else. */
export const sandboxExport: Connector = {
  ...access,
  signIn: apiKey,
  id: "sandbox-export",
  name: "Sandbox Export",
  about: "The sandbox's books as an export interface hands them out: one fiscal year at a time.",
  batches: true,
  operations: {
    ...exportedJournalEntries,
    ...exportedPaymentTerms,
    ...exportedTrialBalance,
    "contacts.list": contacts["contacts.list"],
  },
};
