import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts, taxCodeOfAccount } from "./accounts.ts";
import { bills } from "./bills.ts";
import { catalogue, defaultTaxCode, rulesOfTaxCode } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { fiscalYearStarts, ledger } from "./ledger.ts";
import { offers } from "./offers.ts";
import { openAmount, payments } from "./payments.ts";
import { purchaseOrders } from "./purchaseOrders.ts";
import { salesOrders } from "./salesOrders.ts";

export const tripletex: Connector = {
  ...access,
  id: "tripletex",
  name: "Tripletex",
  mark: { letters: "T", ground: "#17355f", ink: "#ffffff" },
  about: "Accounting, invoicing and projects for small and medium-sized companies in Norway.",
  defaultTaxCode,
  taxCodeOfAccount,
  rulesOfTaxCode,
  fiscalYearStarts,
  openAmount,
  operations: {
    ...accounts,
    ...bills,
    ...catalogue,
    ...contacts,
    ...creditNotes,
    ...invoices,
    ...items,
    ...journalEntries,
    ...ledger,
    ...offers,
    ...payments,
    ...purchaseOrders,
    ...salesOrders,
  },
};
