import type { Connector } from "../../contract/connector.ts";
import { access, oauth } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bookingProposals, task } from "./bookingProposals.ts";
import { contacts } from "./contacts.ts";
import { files } from "./files.ts";
import { fiscalYears } from "./fiscalYears.ts";
import { journalEntries } from "./journalEntries.ts";
import { paymentTerms } from "./paymentTerms.ts";
import { trialBalance } from "./trialBalance.ts";

export const datevReweExport: Connector = {
  ...access,
  signIn: oauth,
  id: "datev-rewe-export",
  name: "DATEV Rechnungswesen (export)",
  about:
    "The accountant's books in DATEV Rechnungswesen, one fiscal year at a time. Documents and booking proposals go to Belege online.",
  task,
  operations: {
    ...accounts,
    ...bookingProposals,
    ...contacts,
    ...files,
    ...fiscalYears,
    ...journalEntries,
    ...paymentTerms,
    ...trialBalance,
  },
};
