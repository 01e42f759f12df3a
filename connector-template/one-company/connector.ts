import type { Connector } from "../../src/contract/connector.ts";
import { access } from "../connector/access.ts";
import { contacts } from "../connector/contacts.ts";
import { refusals } from "../connector/errors.ts";
import { invoices } from "../connector/invoices.ts";
import { journalEntries } from "../connector/journalEntries.ts";

export const exampleBooks: Connector = {
  id: "example-books",
  name: "Example Books",
  about: "An invented accounting system that shows how a connector is written.",
  ...access,
  needs: [],
  proof: "/profile",
  refusals,
  rawData: true,
  operations: {
    ...contacts,
    ...invoices,
    ...journalEntries,
  },
};
