import type { Connector } from "../../src/contract/connector.ts";
import type { Company as CompanyRecord } from "../../src/contract/records/connection.ts";
import type { Session } from "../../src/contract/session.ts";
import { mapping } from "../../src/kit/mapping.ts";
import { path } from "../../src/kit/path.ts";
import { access } from "./access.ts";
import { contacts } from "./contacts.ts";
import { refusals } from "./errors.ts";
import { invoices } from "./invoices.ts";
import { journalEntries } from "./journalEntries.ts";
import type { Company, Page } from "./types.ts";
import { webhooks } from "./webhooks.ts";

const company = mapping<CompanyRecord, Company>({
  id: ({ id }) => id,
  name: ({ name }) => name,
});

async function companies(session: Session): Promise<readonly CompanyRecord[]> {
  const page = (await session.read("/companies")) as Page<Company>;
  return page.items.map(company);
}

export const exampleBooks: Connector = {
  id: "example-books",
  name: "Example Books",
  about: "An invented accounting system that shows how a connector is written.",
  ...access,
  needs: ["company"],
  proof: "/companies",
  companies,
  scope: ({ company }) => ({ path: path`/companies/${company}` }),
  refusals,
  rawData: true,
  webhooks,
  operations: {
    ...contacts,
    ...invoices,
    ...journalEntries,
  },
};
