import type { TaxRateRecord } from "../../contract/records/catalogue.ts";
import { oneInMemory } from "../../kit/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf, list, updatedAfter } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { TaxRate } from "./types.ts";

const usages = {
  sales_invoice: "INVOICE",
  purchase_invoice: "BILL",
  general_journal_document: "JOURNAL_ENTRY",
} as const;

const taxRate = mapping<TaxRateRecord, TaxRate>({
  ...identity,
  ...stamps,
  /** Lines name their tax rate by its id. */
  code: ({ id }) => id,
  name: ({ name }) => name,
  percentage: ({ percentage }) => amount(percentage),
  usage: vocabulary(usages).read((rate) => rate.tax_rate_type),
});

export const taxRates = {
  "taxRates.list": list({
    path: "/tax_rates.json",
    map: taxRate,
    filters: { lastModifiedAt: updatedAfter, isActive: (active) => ({ filter: `active:${active}` }) },
  }),
  "taxRates.get": oneInMemory({
    read: (session) => allOf<TaxRate>(session, "/tax_rates.json"),
    map: taxRate,
    id: ({ id }) => id,
  }),
};
