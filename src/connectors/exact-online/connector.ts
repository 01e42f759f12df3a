import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bills, getVendorCredit } from "./bills.ts";
import { catalogue, defaultTaxCode } from "./catalogue.ts";
import { contacts, taxCodeOfContact } from "./contacts.ts";
import { documents } from "./documents.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { companyCurrency, journalEntries } from "./journalEntries.ts";
import { fiscalYearStarts, ledger } from "./ledger.ts";
import { orders } from "./orders.ts";
import { openAmount, payments } from "./payments.ts";
import { webhooks } from "./webhooks.ts";

export const exactOnline: Connector = {
  ...access,
  id: "exact-online",
  name: "Exact Online",
  about:
    "Accounting, trade and projects for small and medium-sized companies and their accountants, mainly in the Netherlands and Belgium.",
  companyCurrency,
  defaultTaxCode,
  taxCodeOfContact,
  fiscalYearStarts,
  openAmount,
  webhooks,
  vendorCredit: getVendorCredit,
  operations: {
    ...accounts,
    ...bills,
    ...catalogue,
    ...items,
    ...contacts,
    ...documents,
    ...invoices,
    ...journalEntries,
    ...ledger,
    ...orders,
    ...payments,
  },
};
