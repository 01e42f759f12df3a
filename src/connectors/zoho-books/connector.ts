import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bills, vendorCredit } from "./bills.ts";
import { catalogue, defaultTaxCode } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { invoices } from "./invoices.ts";
import { journalEntries } from "./journalEntries.ts";
import { isReconciled, openAmount, payments } from "./payments.ts";

export const zohoBooks: Connector = {
  ...access,
  id: "zoho-books",
  name: "Zoho Books",
  about: "Cloud accounting for small and growing businesses, with editions for many countries.",
  defaultTaxCode,
  isReconciled,
  openAmount,
  vendorCredit,
  operations: {
    ...accounts,
    ...bills,
    ...catalogue,
    ...contacts,
    ...creditNotes,
    ...invoices,
    ...journalEntries,
    ...payments,
  },
};
