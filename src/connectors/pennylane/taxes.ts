/** VAT rates. They are words of the API, not records of a company. */
import type { TaxChoice } from "../../contract/connector.ts";
import type { TaxRateRecord } from "../../contract/records/catalogue.ts";
import { values } from "../../kit/columns.ts";
import { inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { operationsOf } from "../../kit/views.ts";
import type { InvoiceLine, Text } from "./types.ts";

/** Codes of invoice lines and products for France, and those without a country (reference, 2026-02). */
const codes = [
  "FR_200",
  "FR_100",
  "FR_85",
  "FR_55",
  "FR_21",
  "FR_1_75",
  "FR_1_05",
  "FR_09",
  "FR_130",
  "FR_200_construction",
  "FR_100_construction",
  "FR_85_construction",
  "exempt",
  "extracom",
  "intracom_21",
  "intracom_55",
  "intracom_85",
  "intracom_100",
  "crossborder",
  "mixed",
];

/** `FR_200` is 20 %, `FR_1_05` 1.05 %. Of the codes without a country, only `exempt` says how much tax there is. */
export function percentageOf(code: Text): number | undefined {
  if (code === "exempt") return 0;
  const [, tenths, hundredths] = /^[A-Z]{2}_(\d+)(?:_(\d+))?(?:_construction)?$/.exec(code ?? "") ?? [];
  if (tenths === undefined) return undefined;
  return hundredths === undefined ? Number(tenths) / 10 : Number(`${tenths}.${hundredths}`);
}

const isConstruction = (code: Text): boolean => code?.endsWith("_construction") ?? false;

/**
 * A line without tax has the rate 0 if its code says nothing about a rate, or is one of construction, where the buyer may owe
 * the tax.
 */
export function rateOf({ vat_rate: code, currency_tax: tax }: InvoiceLine): number | undefined {
  const rate = percentageOf(code);
  const mayBeOwedByBuyer = rate === undefined || isConstruction(code);
  return mayBeOwedByBuyer && amount(tax) === 0 ? 0 : rate;
}

interface Rate {
  readonly code: string;
  readonly percentage: number | undefined;
}

const rates: readonly Rate[] = codes.map((code) => ({ code, percentage: percentageOf(code) }));

const rate = mapping<TaxRateRecord, Rate>(values({ id: "code", code: "code", percentage: "percentage" }));

/** Construction has codes of its own, which a company has to choose. */
export async function defaultTaxCode({ percentage, rule }: TaxChoice): Promise<string | undefined> {
  if (rule !== undefined) return undefined;
  return rates.find((each) => each.percentage === percentage)?.code;
}

export const taxRates = operationsOf(
  "taxRates",
  inMemoryReads<TaxRateRecord, Rate>({
    read: async () => rates,
    map: rate,
    id: ({ code }) => code,
    rules: [
      "The target system has no list of tax rates. These are the VAT codes that its API documents for France and for sales abroad; codes of other countries, such as DE_190, are accepted, too.",
    ],
  }),
);
