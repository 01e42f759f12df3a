import type { Connector } from "../../contract/connector.ts";
import { access } from "./access.ts";
import { creditNotes } from "./creditNotes.ts";
import { refusals } from "./errors.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { offers } from "./offers.ts";
import { orders } from "./orders.ts";
import { partners } from "./partners.ts";
import { projects } from "./projects.ts";
import { defaultTaxCode, taxRates } from "./taxes.ts";
import { webhooks } from "./webhooks.ts";

export const xentral: Connector = {
  ...access,
  id: "xentral",
  name: "Xentral",
  mark: { letters: "X", ground: "#0f7a6c", ink: "#ffffff" },
  about: "ERP in the cloud for trade and online shops in Germany, Austria and Switzerland.",
  refusals,
  defaultTaxCode,
  rawData: true,
  webhooks,
  operations: {
    ...creditNotes,
    ...invoices,
    ...items,
    ...offers,
    ...orders,
    ...partners,
    ...projects,
    ...taxRates,
  },
};
