import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { bankAccounts } from "./bankAccounts.ts";
import { bills } from "./bills.ts";
import { creditNotes } from "./creditNotes.ts";
import { customers } from "./customers.ts";
import { dimensions } from "./dimensions.ts";
import { refusals } from "./errors.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { offers } from "./offers.ts";
import { webhooks } from "./webhooks.ts";

export const qonto: Connector = {
  ...access,
  id: "qonto",
  name: "Qonto",
  about: "Business account with invoicing for small companies in France, Germany, Italy and Spain.",
  refusals,
  rawData: true,
  webhooks,
  operations: {
    ...bankAccounts,
    ...bills,
    ...creditNotes,
    ...customers,
    ...dimensions,
    ...invoices,
    ...items,
    ...offers,
  },
};
