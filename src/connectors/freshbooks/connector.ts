import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bills } from "./bills.ts";
import { creditNotes } from "./creditNotes.ts";
import { customers } from "./customers.ts";
import { expenses } from "./expenses.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { openAmount, payments } from "./payments.ts";
import { suppliers } from "./suppliers.ts";
import { defaultTaxCode, taxRates } from "./taxes.ts";

export const freshbooks: Connector = {
  id: "freshbooks",
  name: "FreshBooks",
  about: "Invoicing and accounting for freelancers and small businesses in North America and Britain.",
  ...access,
  openAmount,
  defaultTaxCode,
  operations: {
    ...accounts,
    ...bills,
    ...creditNotes,
    ...customers,
    ...expenses,
    ...invoices,
    ...items,
    ...journalEntries,
    ...payments,
    ...suppliers,
    ...taxRates,
  },
};
