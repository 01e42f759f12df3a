/** Tax codes, terms of payment, and what lines are analysed by. */
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import type { TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, instants, values } from "../../kit/columns.ts";
import { instant } from "../../kit/dates.ts";
import { allAs, as, encoder, numberAs } from "../../kit/encode.ts";
import { inMemory, oneInMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { statusOf } from "./accounts.ts";
import { all, everyState, joined, resource } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { Listed, TaxCode, TaxRate, Term } from "./types.ts";

/** What lines name is a code; how much it is, the rates behind it say. */
interface Rated {
  readonly code: TaxCode;
  readonly percentages: ReadonlyMap<string, number | undefined>;
}

type Side = "SalesTaxRateList" | "PurchaseTaxRateList";
const ratesOf = ({ code }: Rated, side: Side) => code[side]?.TaxRateDetail ?? [];

/** A tax on a tax is not simply added. */
function percentageOf(rated: Rated, wanted: Side = "SalesTaxRateList"): number | undefined {
  const rates = ratesOf(rated, ratesOf(rated, "SalesTaxRateList").length > 0 ? wanted : "PurchaseTaxRateList");
  const found = rates.map(({ TaxRateRef }) => rated.percentages.get(TaxRateRef?.value ?? ""));
  const isPlain = rates.every(({ TaxTypeApplicable }) => (TaxTypeApplicable ?? "TaxOnAmount") === "TaxOnAmount");
  if (rates.length === 0) return rated.code.Taxable === false ? 0 : undefined;
  return isPlain && found.every((one) => one !== undefined) ? sum(found) : undefined;
}

function usageOf(rated: Rated) {
  const sales = ratesOf(rated, "SalesTaxRateList");
  const purchases = ratesOf(rated, "PurchaseTaxRateList");
  if (sales.length === 0 && purchases.length === 0) return "ALL";
  return purchases.length === 0 ? "INVOICE" : sales.length === 0 ? "BILL" : "ALL";
}

const taxRate = mapping<TaxRateRecord, Rated>({
  ...values({ id: "code.Id", code: "code.Id", description: "code.Description", name: "code.Name" }),
  ...instants({ createdDate: "code.MetaData.CreateTime", updatedDate: "code.MetaData.LastUpdatedTime" }),
  percentage: (rated) => percentageOf(rated),
  usage: usageOf,
});

async function readCodes(session: Session): Promise<readonly Rated[]> {
  const codes = await all<TaxCode>(session, "TaxCode", [everyState]);
  const rates = await all<TaxRate>(session, "TaxRate", [everyState]);
  const percentages = new Map(rates.map(({ Id, RateValue }) => [Id, amount(RateValue)]));
  return codes.map((code) => ({ code, percentages }));
}

/** How much each code is, by its id. */
export async function percentagesOf(session: Session, side: Side): Promise<ReadonlyMap<string, number | undefined>> {
  return new Map((await readCodes(session)).map((rated) => [rated.code.Id, percentageOf(rated, side)]));
}

const codesIn = { read: readCodes, map: taxRate, raw: ({ code }: Rated) => code };

const dueTypes = vocabulary({ STANDARD: "DUE_IN_DAYS", DATE_DRIVEN: "DUE_AS_PERIOD" });

const numbers = {
  discountDays: "DiscountDays",
  discountPercentage: "DiscountPercent",
  paymentDays: "DueDays",
} as const;
const paymentTerm = mapping<PaymentTerm, Term>({
  ...identity,
  ...stamps,
  ...amounts(numbers),
  ...values({ name: "Name" }),
  dueType: dueTypes.read(({ Type }) => Type),
});
const termEncoder = encoder<PaymentTermInput>({ ...allAs(numberAs, numbers), name: as("Name") });
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
    rules: ["Classes, then departments, which QuickBooks' screens call locations."],
  }),
  ...named("paymentTerms", {
    list: terms.list({ rules: ["Inactive terms are left out; each can be read by its id."] }),
    get: terms.get(),
    create: terms.create({ encoder: termEncoder, requires: ["name", "paymentDays"] }),
  }),
  "taxRates.list": inMemory<TaxRateRecord, Rated>({
    ...codesIn,
    filters: {
      isActive: ({ code }, wanted) => (statusOf(code) === "ACTIVE") === wanted,
      lastModifiedAt: ({ code: { MetaData } }, since) => {
        const at = instant(MetaData?.LastUpdatedTime);
        return at !== undefined && Date.parse(at) >= Math.floor(since.getTime() / 1000) * 1000;
      },
    },
    rules: [
      "These are tax codes, which lines name, with what the rates behind them add up to; the few that there are are read whole. Of TAX the rate depends on where is sold.",
    ],
  }),
  "taxRates.get": oneInMemory<TaxRateRecord, Rated>({ ...codesIn, id: ({ code }) => code.Id }),
};
