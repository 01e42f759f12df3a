import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bills } from "./bills.ts";
import { catalogue, closedUntil, defaultTaxCode, fiscalYearStarts } from "./catalogue.ts";
import { contacts } from "./contacts.ts";
import { creditNotes } from "./creditNotes.ts";
import { refusals } from "./errors.ts";
import { goodsReceipts } from "./goodsReceipts.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { journalEntries } from "./journalEntries.ts";
import { offers } from "./offers.ts";
import { orders } from "./orders.ts";
import { openAmount, payments } from "./payments.ts";
import { webhooks } from "./webhooks.ts";

export const weclapp: Connector = {
  ...access,
  id: "weclapp",
  name: "weclapp",
  mark: { letters: "w", ground: "#00666f", ink: "#ffffff" },
  about: "ERP in the cloud for small and medium-sized companies in Germany, Austria and Switzerland.",
  refusals,
  closedUntil,
  fiscalYearStarts,
  openAmount,
  defaultTaxCode,
  rawData: true,
  webhooks,
  operations: {
    ...accounts,
    ...bills,
    ...catalogue,
    ...contacts,
    ...creditNotes,
    ...goodsReceipts,
    ...invoices,
    ...items,
    ...journalEntries,
    ...offers,
    ...orders,
    ...payments,
  },
};
