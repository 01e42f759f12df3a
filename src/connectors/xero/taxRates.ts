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

/**
 * Xero's own tax types keep their meaning when users rename them (Xero's reference of tax types). Of those without a reason,
 * such as a zero rate, and of users' own, only the name may say why there is no tax.
 */
const rulesOfTypes: Readonly<Record<string, readonly string[]>> = {
  ECACQUISITIONS: ["INTRACOMMUNITY_GOODS"],
  ECZROUTPUT: ["INTRACOMMUNITY_GOODS"],
  ECZROUTPUTSERVICES: ["INTRACOMMUNITY_SERVICE"],
  EXEMPTEXPENSES: ["TAXFREE"],
  EXEMPTEXPORT: ["EXPORT_GOODS", "EXPORT_SERVICE"],
  EXEMPTINPUT: ["TAXFREE"],
  EXEMPTOUTPUT: ["TAXFREE"],
  REVERSECHARGES: ["REVERSE_CHARGE"],
};
export const rulesOfTaxCode = (native: unknown): readonly string[] | undefined =>
  rulesOfTypes[(native as TaxRate).TaxType ?? ""];

export const taxRates = {
  "taxRates.list": wholeList("TaxRates", {
    map: taxRate,
    filters: { isActive: (active) => ({ where: `Status${active ? "==" : "!="}"ACTIVE"` }) },
  }),
  "taxRates.get": single("TaxRates", { id: "taxRateId", map: taxRate }),
};
