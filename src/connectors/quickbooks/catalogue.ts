/** Tax codes, payment terms, classes and departments. */
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import type { TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { instants, values } from "../../kit/columns.ts";
import { instant } from "../../kit/dates.ts";
import { encoder } from "../../kit/encode.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { statusOf } from "./accounts.ts";
import { all, everyState, joined, resource } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { Listed, TaxCode, TaxRate, Term } from "./types.ts";

/** Lines name a tax code; its percentage comes from the tax rates that it refers to. */
interface RatedCode {
  readonly code: TaxCode;
  readonly percentages: ReadonlyMap<string, number | undefined>;
}

type Side = "SalesTaxRateList" | "PurchaseTaxRateList";
const ratesOf = ({ code }: RatedCode, side: Side) => code[side]?.TaxRateDetail ?? [];

/** Unknown for compound taxes: a tax on a tax cannot simply be added. */
function percentageOf(rated: RatedCode, side: Side = "SalesTaxRateList"): number | undefined {
  const rates = ratesOf(rated, ratesOf(rated, "SalesTaxRateList").length > 0 ? side : "PurchaseTaxRateList");
  if (rates.length === 0) return rated.code.Taxable === false ? 0 : undefined;
  const percentages = rates.map(({ TaxRateRef }) => rated.percentages.get(TaxRateRef?.value ?? ""));
  const isSimple = rates.every(({ TaxTypeApplicable }) => (TaxTypeApplicable ?? "TaxOnAmount") === "TaxOnAmount");
  return isSimple && percentages.every((percentage) => percentage !== undefined) ? sum(percentages) : undefined;
}

function usageOf(rated: RatedCode) {
  const sales = ratesOf(rated, "SalesTaxRateList");
  const purchases = ratesOf(rated, "PurchaseTaxRateList");
  if (sales.length === 0 && purchases.length === 0) return "ALL";
  return purchases.length === 0 ? "INVOICE" : sales.length === 0 ? "BILL" : "ALL";
}

const taxRate = mapping<TaxRateRecord, RatedCode>({
  ...values({ id: "code.Id", code: "code.Id", description: "code.Description", name: "code.Name" }),
  ...instants({ createdDate: "code.MetaData.CreateTime", updatedDate: "code.MetaData.LastUpdatedTime" }),
  percentage: (rated) => percentageOf(rated),
  usage: usageOf,
});

async function readCodes(session: Session): Promise<readonly RatedCode[]> {
  const codes = await all<TaxCode>(session, "TaxCode", [everyState]);
  const rates = await all<TaxRate>(session, "TaxRate", [everyState]);
  const percentages = new Map(rates.map(({ Id, RateValue }) => [Id, amount(RateValue)]));
  return codes.map((code) => ({ code, percentages }));
}

/** The percentage of each tax code, by its id. */
export async function percentagesOf(session: Session, side: Side): Promise<ReadonlyMap<string, number | undefined>> {
  return new Map((await readCodes(session)).map((rated) => [rated.code.Id, percentageOf(rated, side)]));
}

const taxCodes = { read: readCodes, map: taxRate, raw: ({ code }: RatedCode) => code };

const dueTypes = vocabulary({ STANDARD: "DUE_IN_DAYS", DATE_DRIVEN: "DUE_AS_PERIOD" });

const termFields = twoWay({
  discountDays: number("DiscountDays"),
  discountPercentage: number("DiscountPercent"),
  paymentDays: number("DueDays"),
  name: plainValue("Name"),
});
const paymentTerm = mapping<PaymentTerm, Term>({
  ...identity,
  ...stamps,
  ...termFields.reads,
  dueType: dueTypes.read(({ Type }) => Type),
});
const termEncoder = encoder<PaymentTermInput>(termFields.writes);
const terms = resource("Term", "paymentTermId", paymentTerm);

const dimension = (categoryName: string) =>
  mapping<DimensionRecord, Listed>({
    ...identity,
    ...stamps,
    categoryName: () => categoryName,
    name: ({ FullyQualifiedName, Name }) => FullyQualifiedName ?? Name,
    status: statusOf,
  });
const dimensionMaps = { Class: dimension("Class"), Department: dimension("Department") };

export const catalogue = {
  "dimensions.list": joined(["Class", "Department"], "dimensionId", (entity) => dimensionMaps[entity]).list({
    where: [everyState],
    rules: ["Dimensions are QuickBooks' classes, followed by its departments, which its screens call locations."],
  }),
  ...operationsOf("paymentTerms", {
    list: terms.list({ rules: ["Inactive terms are left out, but can be read by id."] }),
    get: terms.get(),
    create: terms.create({ encoder: termEncoder, requires: ["name", "paymentDays"] }),
  }),
  "taxRates.list": inMemory<TaxRateRecord, RatedCode>({
    ...taxCodes,
    filters: {
      isActive: ({ code }, wanted) => (statusOf(code) === "ACTIVE") === wanted,
      lastModifiedAt: ({ code: { MetaData } }, since) => {
        const at = instant(MetaData?.LastUpdatedTime);
        return at !== undefined && Date.parse(at) >= Math.floor(since.getTime() / 1000) * 1000;
      },
    },
    rules: [
      "Tax rates are QuickBooks' tax codes, with the sum of the rates that each refers to. The rate of the code TAX depends on the place of sale.",
    ],
  }),
  "taxRates.get": getInMemory<TaxRateRecord, RatedCode>({ ...taxCodes, id: ({ code }) => code.Id }),
};
