import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { bills, vendorCredit } from "./bills.ts";
import { catalogue } from "./catalogue.ts";
import { customerOperations } from "./customers.ts";
import { creditNotes, invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { ledger } from "./ledger.ts";
import { supplierOperations } from "./suppliers.ts";

export const vismaEaccounting: Connector = {
  id: "visma-eaccounting",
  name: "Visma eAccounting",
  about: "Bookkeeping and invoicing for small companies in Sweden (as Spiris), Norway, the Netherlands and Finland.",
  ...access,
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
    ...supplierOperations,
  },
};
