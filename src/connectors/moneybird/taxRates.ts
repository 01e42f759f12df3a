import type { TaxRateRecord } from "../../contract/records/catalogue.ts";
import { oneInMemory } from "../../kit/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf, list, updatedAfter } from "./conventions.ts";
import { identity, named, stamps } from "./fields.ts";
import type { TaxRate } from "./types.ts";

const usages = vocabulary({
  sales_invoice: "INVOICE",
  purchase_invoice: "BILL",
  general_journal_document: "JOURNAL_ENTRY",
});

const taxRate = mapping<TaxRateRecord, TaxRate>({
  ...identity,
  ...named,
  ...stamps,
  /** Lines name their tax rate by its id. */
  code: ({ id }) => id,
  percentage: ({ percentage }) => amount(percentage),
  usage: usages.read((rate) => rate.tax_rate_type),
});

const path = "/tax_rates.json";

export const taxRates = {
  "taxRates.list": list({
    path,
    map: taxRate,
    filters: { lastModifiedAt: updatedAfter, isActive: (active) => ({ filter: `active:${active}` }) },
  }),
  "taxRates.get": oneInMemory({ read: (session) => allOf<TaxRate>(session, path), map: taxRate, id: ({ id }) => id }),
};
