import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { bills, openBill } from "./bills.ts";
import { catalogue } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { invoices, openInvoice } from "./invoices.ts";
import { journalEntries } from "./journalEntries.ts";
import { ledger } from "./ledger.ts";
import { years } from "./organizations.ts";

export const sageActive: Connector = {
  ...access,
  id: "sage-active",
  name: "Sage Active",
  about: "Cloud accounting and invoicing for small companies in France, Spain and Germany.",
  openAmount: ({ documentType, id }, session) =>
    documentType === "INVOICE" ? openInvoice(id, session) : openBill(id, session),
  operations: {
    ...bills,
    ...catalogue,
    ...contacts,
    ...invoices,
    ...journalEntries,
    ...ledger,
    ...years,
  },
};
