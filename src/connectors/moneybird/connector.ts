import type { Connector } from "../../contract/connector.ts";
import { access, oauth } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bills } from "./bills.ts";
import { catalogue } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { expenses } from "./expenses.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { offers } from "./offers.ts";
import { isReconciled, openAmount, payments } from "./payments.ts";

export const moneybird: Connector = {
  ...access,
  signIn: oauth,
  id: "moneybird",
  name: "Moneybird",
  openAmount,
  isReconciled,
  about: "Invoicing and bookkeeping for small businesses in the Netherlands.",
  operations: {
    ...accounts,
    ...bills,
    ...catalogue,
    ...contacts,
    ...creditNotes,
    ...expenses,
    ...invoices,
    ...items,
    ...journalEntries,
    ...offers,
    ...payments,
  },
};
