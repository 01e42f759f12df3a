import type { Connector } from "../../contract/connector.ts";
import { access, oauth } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bankAccounts } from "./bankAccounts.ts";
import { bills } from "./bills.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { expenses } from "./expenses.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { offers } from "./offers.ts";
import { payments } from "./payments.ts";
import { paymentTerms } from "./paymentTerms.ts";
import { projects } from "./projects.ts";
import { taxRates } from "./taxRates.ts";

export const moneybird: Connector = {
  ...access,
  signIn: oauth,
  id: "moneybird",
  name: "Moneybird",
  about: "Invoicing and bookkeeping for small businesses in the Netherlands.",
  operations: {
    ...accounts,
    ...bankAccounts,
    ...bills,
    ...contacts,
    ...creditNotes,
    ...expenses,
    ...invoices,
    ...items,
    ...journalEntries,
    ...offers,
    ...payments,
    ...paymentTerms,
    ...projects,
    ...taxRates,
  },
};
