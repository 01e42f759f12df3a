import type { Connector } from "../../src/contract/connector.ts";
import { access } from "./access.ts";
import { tenancy } from "./companies.ts";
import { contacts } from "./contacts.ts";
import { refusals } from "./errors.ts";
import { invoices } from "./invoices.ts";
import { journalEntries } from "./journalEntries.ts";
import { webhooks } from "./webhooks.ts";

export const exampleBooks: Connector = {
  id: "example-books",
  name: "Example Books",
  about: "An invented accounting system that shows how a connector is written.",
  ...access,
  ...tenancy,
  refusals,
  rawData: true,
  webhooks,
  operations: {
    ...contacts,
    ...invoices,
    ...journalEntries,
  },
};
