import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bills, payments } from "./bookedEntries.ts";
import { bookings } from "./bookings.ts";
import { catalogue } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { creditNotes, invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { fiscalYearStarts, ledger } from "./ledger.ts";
import { offersAndOrders } from "./offersAndOrders.ts";
import { traders } from "./traders.ts";
import { vouchers } from "./vouchers.ts";

export const eConomic: Connector = {
  ...access,
  id: "e-conomic",
  name: "e-conomic",
  about: "Accounting and invoicing for small and medium-sized companies in Denmark.",
  fiscalYearStarts,
  operations: {
    ...accounts,
    ...bills,
    ...bookings,
    ...catalogue,
    ...contacts,
    ...creditNotes,
    ...invoices,
    ...items,
    ...journalEntries,
    ...ledger,
    ...offersAndOrders,
    ...payments,
    ...traders,
    ...vouchers,
  },
};
