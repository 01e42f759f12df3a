import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bills, getVendorCredit } from "./bills.ts";
import { contacts } from "./contacts.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { masters } from "./masters.ts";
import { openItems } from "./openItems.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";

export const tryton: Connector = {
  ...access,
  id: "tryton",
  name: "Tryton",
  about: "Open-source business software that runs on a server of your choice.",
  vendorCredit: getVendorCredit,
  operations: {
    ...accounts,
    ...bills,
    ...contacts,
    ...invoices,
    ...items,
    ...journalEntries,
    ...masters,
    ...openItems,
    ...orders,
    ...payments,
  },
};
