import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { announcements } from "./announcements.ts";
import { bills, vendorCredit } from "./bills.ts";
import { catalogue } from "./catalogue.ts";
import { customerOperations } from "./customers.ts";
import { creditNotes, invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { ledger } from "./ledger.ts";
import { offerOperations } from "./offers.ts";
import { orderOperations } from "./orders.ts";
import { openAmount, payments } from "./payments.ts";
import { supplierOperations } from "./suppliers.ts";

export const fortnox: Connector = {
  id: "fortnox",
  name: "Fortnox",
  about: "Bookkeeping and invoicing for small and mid-sized companies in Sweden.",
  ...access,
  announcements,
  openAmount,
  vendorCredit,
  operations: {
    ...bills,
    ...catalogue,
    ...creditNotes,
    ...customerOperations,
    ...invoices,
    ...items,
    ...journalEntries,
    ...ledger,
    ...offerOperations,
    ...orderOperations,
    ...payments,
    ...supplierOperations,
  },
};
