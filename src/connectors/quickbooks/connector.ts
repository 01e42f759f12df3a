import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { attachments } from "./attachments.ts";
import { bills, getVendorCredit } from "./bills.ts";
import { catalogue } from "./catalogue.ts";
import { contacts, taxCodeOfContact } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { expenses } from "./expenses.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { offers } from "./offers.ts";
import { openAmount, payments } from "./payments.ts";
import { purchaseOrders } from "./purchaseOrders.ts";
import { trialBalance } from "./trialBalance.ts";

export const quickbooks: Connector = {
  ...access,
  id: "quickbooks",
  name: "QuickBooks Online",
  about: "Cloud accounting for small businesses, the most widely used in the United States.",
  site: "https://quickbooks.api.intuit.com",
  openAmount,
  taxCodeOfContact,
  vendorCredit: getVendorCredit,
  operations: {
    ...accounts,
    ...attachments,
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
    ...purchaseOrders,
    ...trialBalance,
  },
};

/** Test companies have their own host, which accepts only an app's development keys. */
export const quickbooksSandbox: Connector = {
  ...quickbooks,
  id: "quickbooks-sandbox",
  name: "QuickBooks Online (sandbox)",
  testEdition: true,
  about: "Intuit's test companies, for apps in development. They need the app's development keys.",
  site: "https://sandbox-quickbooks.api.intuit.com",
};
