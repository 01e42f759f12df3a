import type { Connector } from "../../contract/connector.ts";
import { access, oauth } from "./access.ts";
import { bills } from "./bills.ts";
import { customers } from "./customers.ts";
import { creditNotes, invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { ledger, taxCodeOfAccount } from "./ledger.ts";
import { suppliers } from "./suppliers.ts";
import { defaultTaxCode, taxRates } from "./taxes.ts";

export const pennylane: Connector = {
  ...access,
  signIn: oauth,
  id: "pennylane",
  name: "Pennylane",
  about: "Invoicing, purchases and bookkeeping for small and mid-sized companies in France and their accountants.",
  defaultTaxCode,
  taxCodeOfAccount,
  operations: {
    ...bills,
    ...creditNotes,
    ...customers,
    ...invoices,
    ...items,
    ...journalEntries,
    ...ledger,
    ...suppliers,
    ...taxRates,
  },
};
