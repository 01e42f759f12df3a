import type { TaxRateRecord } from "../../contract/records/catalogue.ts";
import { values } from "../../kit/columns.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { single, wholeList } from "./conventions.ts";
import type { TaxRate } from "./types.ts";

const taxRate = mapping<TaxRateRecord, TaxRate>({
  ...values({ id: "TaxType", code: "TaxType", name: "Name" }),
  percentage: (rate) => amount(rate.EffectiveRate),
  usage: ({ CanApplyToRevenue: isForSales, CanApplyToExpenses: isForPurchases }) => {
    if (isForSales && isForPurchases) return "ALL";
    return isForSales ? "INVOICE" : isForPurchases ? "BILL" : undefined;
  },
});

export const taxRates = {
  "taxRates.list": wholeList("TaxRates", {
    map: taxRate,
    filters: { isActive: (active) => ({ where: `Status${active ? "==" : "!="}"ACTIVE"` }) },
  }),
  "taxRates.get": single("TaxRates", { id: "taxRateId", map: taxRate }),
};
