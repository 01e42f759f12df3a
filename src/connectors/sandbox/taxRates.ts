import { TaxRateRecord } from "../../contract/records/catalogue.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { list, modified, oneOf } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { TaxRate } from "./vendorTrade.ts";

const typeOf = oneOf(TaxRateRecord.properties.type);
const usageOf = oneOf(TaxRateRecord.properties.usage);

const taxRate = mapping<TaxRateRecord, TaxRate>({
  ...identity,
  ...stamps,
  code: ({ code }) => code,
  description: ({ description }) => description,
  name: ({ name }) => name,
  percentage: ({ percentage }) => amount(percentage),
  type: ({ type }) => typeOf(type),
  usage: ({ usage }) => usageOf(usage),
});

export const taxRates = {
  "taxRates.list": list({
    path: "/tax-rates",
    map: taxRate,
    filters: { ...modified, isActive: (active) => ({ is_active: active }) },
  }),
  "taxRates.get": get({ path: ({ ids }) => path`/tax-rates/${ids["taxRateId"]}`, map: taxRate }),
};
