import type { Connector } from "../../contract/connector.ts";
import { access, oauth } from "./access.ts";
import { accounts, taxCodeOfAccount } from "./accounts.ts";
import { bills } from "./bills.ts";
import { catalogue, closedUntil, defaultTaxCode, fiscalYearStarts } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { files } from "./files.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { offers, salesOrders } from "./offers.ts";
import { isReconciled, openAmount, payments } from "./payments.ts";

export const bexio: Connector = {
  ...access,
  signIn: oauth,
  id: "bexio",
  name: "bexio",
  about: "Invoicing, contacts and bookkeeping for small businesses in Switzerland.",
  closedUntil,
  defaultTaxCode,
  fiscalYearStarts,
  isReconciled,
  openAmount,
  taxCodeOfAccount,
  operations: {
    ...accounts,
    ...bills,
    ...catalogue,
    ...contacts,
    ...files,
    ...invoices,
    ...items,
    ...journalEntries,
    ...offers,
    ...payments,
    ...salesOrders,
  },
};
