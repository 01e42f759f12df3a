import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts, taxCodeOfAccount } from "./accounts.ts";
import { bankVouchers, openAmount } from "./bankVouchers.ts";
import { bills } from "./bills.ts";
import { catalogue, defaultTaxCode, rulesOfTaxCode } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { creditNotes, invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { payments } from "./payments.ts";
import { salesOrders } from "./salesOrders.ts";

export const powerofficeGo: Connector = {
  ...access,
  id: "poweroffice-go",
  name: "PowerOffice Go",
  mark: { letters: "P", ground: "#1d3a4f", ink: "#ffffff" },
  about: "Accounting, invoicing, time and payroll in the cloud for companies and accounting firms in Norway.",
  defaultTaxCode,
  taxCodeOfAccount,
  rulesOfTaxCode,
  openAmount,
  operations: {
    ...accounts,
    ...bankVouchers,
    ...bills,
    ...catalogue,
    ...contacts,
    ...creditNotes,
    ...invoices,
    ...items,
    ...journalEntries,
    ...payments,
    ...salesOrders,
  },
};
