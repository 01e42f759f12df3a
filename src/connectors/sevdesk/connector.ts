import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts, companyCurrency } from "./accounts.ts";
import { bills } from "./bills.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { refusals } from "./errors.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { offers } from "./offers.ts";
import { openAmount, payments } from "./payments.ts";
import { references } from "./references.ts";
import { taxRates } from "./taxes.ts";
import { transactions } from "./transactions.ts";

export const sevdesk: Connector = {
  ...access,
  id: "sevdesk",
  name: "sevdesk",
  mark: { letters: "s", ground: "#d4380d", ink: "#ffffff" },
  about: "Invoicing and bookkeeping in the cloud for freelancers and small businesses in Germany and Austria.",
  refusals,
  companyCurrency,
  openAmount,
  rawData: true,
  operations: {
    ...accounts,
    ...bills,
    ...contacts,
    ...creditNotes,
    ...invoices,
    ...items,
    ...offers,
    ...payments,
    ...references,
    ...taxRates,
    ...transactions,
  },
};
