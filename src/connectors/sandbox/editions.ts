/** Other ways to the same books, as other vendors would have them. */
import type { Connector } from "../../contract/connector.ts";
import { access, apiKey } from "./access.ts";
import { sandbox } from "./connector.ts";
import { contacts } from "./contacts.ts";
import { exportedJournalEntries } from "./journalEntries.ts";
import { exportedTrialBalance } from "./ledger.ts";
import { exportedPaymentTerms } from "./paymentTerms.ts";

/** The same with a key that the user copies, for platforms that want to try the key-entry page. */
export const sandboxKey: Connector = {
  ...access,
  signIn: apiKey,
  id: "sandbox-key",
  name: "Sandbox (API key)",
  about: "The demo accounting system again, joined with an API key instead of a sign-in. Make one at /sandbox/keys.",
  operations: sandbox.operations,
};

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
