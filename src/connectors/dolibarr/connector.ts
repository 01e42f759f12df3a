import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { bills, getVendorCredit } from "./bills.ts";
import { catalogue } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { files } from "./files.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { ledger } from "./ledger.ts";
import { offers } from "./offers.ts";
import { tradeOrders } from "./orders.ts";
import { openAmount, payments } from "./payments.ts";

export const dolibarr: Connector = {
  ...access,
  id: "dolibarr",
  name: "Dolibarr",
  about: "Open-source, self-hosted ERP and CRM for small companies and associations. Versions 18 to 21.",
  mark: { letters: "Do", ground: "#263c5c", ink: "#ffffff" },
  openAmount,
  vendorCredit: getVendorCredit,
  operations: {
    ...bills,
    ...catalogue,
    ...contacts,
    ...creditNotes,
    ...files,
    ...invoices,
    ...items,
    ...ledger,
    ...offers,
    ...tradeOrders,
    ...payments,
  },
};
