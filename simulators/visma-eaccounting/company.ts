/** A company of Visma eAccounting as plain rows with the vendor's field names. */
import { type Company, openCompany } from "../engine/tables.ts";
import { type Row, text, uuid, without } from "../engine/values.ts";
import type { World } from "../simulation.ts";

export const tables = [
  "accounts",
  "articleaccountcodings",
  "articles",
  "bankaccounts",
  "costcenters",
  "customerinvoicedrafts",
  "customerinvoices",
  "customers",
  "fiscalyears",
  "projects",
  "supplierinvoices",
  "suppliers",
  "termsofpayments",
  "units",
  "vouchers",
] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

/** The field with the time of the last change. Others have none. */
const changedFields: Readonly<Partial<Record<Table, "ChangedUtc" | "ModifiedUtc">>> = {
  accounts: "ModifiedUtc",
  articles: "ChangedUtc",
  bankaccounts: "ModifiedUtc",
  customerinvoices: "ModifiedUtc",
  customers: "ChangedUtc",
  projects: "ModifiedUtc",
  supplierinvoices: "ModifiedUtc",
  suppliers: "ModifiedUtc",
  vouchers: "ModifiedUtc",
};
const withCreation: readonly Table[] = [
  "articles",
  "customerinvoicedrafts",
  "customerinvoices",
  "supplierinvoices",
  "suppliers",
  "vouchers",
];

export const companyName = "Påhittade Bolaget AB";

export function openVisma(world: World): Books {
  let count = 0;
  return openCompany<Table>({
    id: "1",
    facts: { lockedUntil: "", showPricesExclVat: false, rounds: false },
    tables,
    now: world.now,
    key: (table) => (table === "accounts" ? "key" : "Id"),
    newId: () => uuid(`visma eaccounting ${(count += 1)}`),
    stamp: (row, at, table, isNew) => {
      const moment = new Date(at).toISOString();
      const field = changedFields[table];
      if (field !== undefined) row[field] = moment;
      if (isNew && withCreation.includes(table)) row["CreatedUtc"] = moment;
    },
    stampOf: ({ ChangedUtc, ModifiedUtc }) => {
      const moment = text(ChangedUtc ?? ModifiedUtc);
      return moment === "" ? undefined : Date.parse(moment);
    },
  });
}

/** What only the rules know of a row. */
const hidden: readonly string[] = ["key", "seed"];

export const shown = (row: Row): Row => without(row, hidden);
