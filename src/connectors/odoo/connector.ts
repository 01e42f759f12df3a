import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { files } from "./attachments.ts";
import { bills, getVendorCredit } from "./bills.ts";
import { contacts } from "./contacts.ts";
import { fiscalYears } from "./fiscalYears.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { masters } from "./masters.ts";
import { openItems } from "./openItems.ts";
import { orders } from "./orders.ts";
import { createPayment } from "./paying.ts";
import { paymentReads } from "./payments.ts";

export const odoo: Connector = {
  ...access,
  id: "odoo",
  name: "Odoo",
  about: "Business software with accounting, self-hosted or at odoo.com, version 16 and later.",
  vendorCredit: getVendorCredit,
  operations: {
    ...accounts,
    ...bills,
    ...contacts,
    ...files,
    ...fiscalYears,
    ...invoices,
    ...items,
    ...journalEntries,
    ...masters,
    ...openItems,
    ...orders,
    ...paymentReads,
    "payments.create": createPayment,
  },
};
