/** The companies that the end user can choose from. */
import type { Connector } from "../../src/contract/connector.ts";
import type { Company as CompanyRecord } from "../../src/contract/records/connection.ts";
import { mapping } from "../../src/kit/mapping.ts";
import { path } from "../../src/kit/path.ts";
import type { Page } from "./types.ts";

interface Company {
  readonly id: string;
  readonly name?: string | null | undefined;
}

const company = mapping<CompanyRecord, Company>({
  id: ({ id }) => id,
  name: ({ name }) => name,
});

export const tenancy = {
  needs: ["company"],
  proof: "/companies",
  companies: async (session) => {
    const page = (await session.read("/companies")) as Page<Company>;
    return page.items.map(company);
  },
  scope: ({ company: chosen }) => ({ path: path`/companies/${chosen}` }),
} satisfies Partial<Connector>;
