/** All business cases, in the order of the table. */
import type { BusinessCase } from "./businessCase.ts";
import { fullPayment } from "./list/fullPayment.ts";
import { minimumInvoice } from "./list/minimumInvoice.ts";
import { partialPayment } from "./list/partialPayment.ts";
import { saleInForeignCurrency } from "./list/saleInForeignCurrency.ts";
import { saleWithDocumentDiscount } from "./list/saleWithDocumentDiscount.ts";
import { saleWithInclusivePrices } from "./list/saleWithInclusivePrices.ts";
import { saleWithLineDiscount } from "./list/saleWithLineDiscount.ts";
import { saleWithNegativeLine } from "./list/saleWithNegativeLine.ts";
import { saleWithOneRate } from "./list/saleWithOneRate.ts";
import { saleWithoutTax } from "./list/saleWithoutTax.ts";
import { saleWithReverseCharge } from "./list/saleWithReverseCharge.ts";
import { saleWithRounding } from "./list/saleWithRounding.ts";
import { saleWithTwoRates } from "./list/saleWithTwoRates.ts";

export const cases = {
  minimumInvoice,
  saleWithOneRate,
  saleWithTwoRates,
  saleWithInclusivePrices,
  saleWithLineDiscount,
  saleWithDocumentDiscount,
  saleWithNegativeLine,
  saleWithRounding,
  saleInForeignCurrency,
  saleWithReverseCharge,
  saleWithoutTax,
  partialPayment,
  fullPayment,
} as const satisfies Record<string, BusinessCase>;

export type CaseName = keyof typeof cases;
