import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bills, openAmount, payments } from "./bookedEntries.ts";
import { bookings } from "./bookings.ts";
import { catalogue } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { baseCurrency } from "./conventions.ts";
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
  companyCurrency: async (session) => (await baseCurrency(session)) ?? undefined,
  fiscalYearStarts,
  openAmount,
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
