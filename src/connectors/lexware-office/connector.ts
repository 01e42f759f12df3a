import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { bills, getVendorCredit } from "./bills.ts";
import { bookingProposals } from "./bookingProposals.ts";
import { catalogue } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { refusals } from "./errors.ts";
import { expenses } from "./expenses.ts";
import { files } from "./files.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { offers } from "./offers.ts";
import { openItems } from "./openItems.ts";
import { payments } from "./payments.ts";
import { salesOrders } from "./salesOrders.ts";
import { webhooks } from "./webhooks.ts";

export const lexwareOffice: Connector = {
  id: "lexware-office",
  name: "Lexware Office",
  mark: { letters: "L", ground: "#c4122f", ink: "#ffffff" },
  about: "Invoicing and bookkeeping for small businesses in Germany, formerly lexoffice.",
  ...access,
  refusals,
  rawData: true,
  webhooks,
  vendorCredit: getVendorCredit,
  operations: {
    ...bills,
    ...bookingProposals,
    ...catalogue,
    ...contacts,
    ...creditNotes,
    ...expenses,
    ...files,
    ...invoices,
    ...items,
    ...offers,
    ...openItems,
    ...payments,
    ...salesOrders,
  },
  limits: [{ per: "connection", calls: 2, seconds: 1 }],
};
