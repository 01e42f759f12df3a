import type { Connector } from "../../contract/connector.ts";
import { access, oauth } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bankAccounts, transactions } from "./bankAccounts.ts";
import { bills, getVendorCredit, vendorCredits } from "./bills.ts";
import { bookingProposals } from "./bookingProposals.ts";
import { catalogue } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { expenses } from "./expenses.ts";
import { fileOperations } from "./files.ts";
import { creditNotes, invoices } from "./invoices.ts";
import { journalEntries } from "./journalEntries.ts";
import { ledger } from "./ledger.ts";
import { goodsReceipts, offers, purchaseOrders, salesOrders } from "./orders.ts";
import { payments } from "./payments.ts";
import { paymentTerms } from "./paymentTerms.ts";
import { webhooks } from "./webhooks.ts";

export const sandbox: Connector = {
  ...access,
  signIn: oauth,
  id: "sandbox",
  name: "Sandbox",
  about: "The demo accounting system inside this service, with real books of invented companies.",
  webhooks,
  vendorCredit: getVendorCredit,
  operations: {
    ...accounts,
    ...bankAccounts,
    ...bills,
    ...bookingProposals,
    ...catalogue,
    ...contacts,
    ...creditNotes,
    ...expenses,
    ...fileOperations,
    ...goodsReceipts,
    ...invoices,
    ...journalEntries,
    ...ledger,
    ...offers,
    ...payments,
    ...paymentTerms,
    ...purchaseOrders,
    ...salesOrders,
    ...transactions,
    ...vendorCredits,
  },
};
