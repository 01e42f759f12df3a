import type { Connector } from "../../contract/connector.ts";
import { access, oauth } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bankAccounts } from "./bankAccounts.ts";
import { bills } from "./bills.ts";
import { bookingProposals } from "./bookingProposals.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { dimensions } from "./dimensions.ts";
import { expenses } from "./expenses.ts";
import { files } from "./files.ts";
import { fiscalYears } from "./fiscalYears.ts";
import { goodsReceipts } from "./goodsReceipts.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { journals } from "./journals.ts";
import { offers } from "./offers.ts";
import { openItems } from "./openItems.ts";
import { payments } from "./payments.ts";
import { paymentTerms } from "./paymentTerms.ts";
import { projects } from "./projects.ts";
import { purchaseOrders } from "./purchaseOrders.ts";
import { salesOrders } from "./salesOrders.ts";
import { taxRates } from "./taxRates.ts";
import { transactions } from "./transactions.ts";
import { trialBalance } from "./trialBalance.ts";
import { units } from "./units.ts";
import { vendorCredits } from "./vendorCredits.ts";
import { webhooks } from "./webhooks.ts";

export const sandbox: Connector = {
  ...access,
  signIn: oauth,
  id: "sandbox",
  name: "Sandbox",
  about: "The demo accounting system inside this service, with true books of invented companies.",
  webhooks,
  operations: {
    ...accounts,
    ...bankAccounts,
    ...bills,
    ...bookingProposals,
    ...contacts,
    ...creditNotes,
    ...dimensions,
    ...expenses,
    ...files,
    ...fiscalYears,
    ...goodsReceipts,
    ...invoices,
    ...items,
    ...journalEntries,
    ...journals,
    ...offers,
    ...openItems,
    ...payments,
    ...paymentTerms,
    ...projects,
    ...purchaseOrders,
    ...salesOrders,
    ...taxRates,
    ...transactions,
    ...trialBalance,
    ...units,
    ...vendorCredits,
  },
};
