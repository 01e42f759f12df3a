/** Records that documents refer to, and fiscal years. */

import type { TaxChoice } from "../../contract/connector.ts";
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import type { TaxRateRecord, Unit as UnitRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord, FiscalYear } from "../../contract/records/ledger.ts";
import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { type Encoded, encodedTogether, encoder, fieldAs, invalidField, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { dayOf, days } from "./days.ts";
import { identity, longText, stamps } from "./fields.ts";
import { costCenterCategory } from "./lines.ts";
import { allOf } from "./references.ts";
import type { CostCenter, FinancialYear, Tax, TermOfPayment, Unit } from "./types.ts";

const unit = mapping<UnitRecord, Unit>({
  ...values({ id: "id", code: "name", description: "description" }),
});

const usages = vocabulary({
  VALUE_ADDED_TAX: "INVOICE",
  INPUT_VAT: "BILL",
  INPUT_VAT_REVERSED: "BILL",
  IMPORT_SALES_TAX: "BILL",
} as const);
const taxRate = mapping<TaxRateRecord, Tax>({
  ...identity,
  ...stamps,
  ...values({ code: "id", name: "name" }),
  ...amounts({ percentage: "taxValue" }),
  usage: usages.read(({ taxType }) => taxType),
});

const ordinaryTypes = { INVOICE: "VALUE_ADDED_TAX", BILL: "INPUT_VAT" } as const;

/** The endings of weclapp's own keys of sales taxes, in every country. */
const keysOfRules: Readonly<Record<string, string>> = {
  INTRACOMMUNITY_GOODS: "_ADD_TAX_FREE_EU",
  INTRACOMMUNITY_SERVICE: "_ADD_TAX_FREE_EU_SERVICES",
  EXPORT_GOODS: "_ADD_TAX_FREE_THIRD",
  EXPORT_SERVICE: "_ADD_TAX_FREE_THIRD",
};

/** The only tax of this percentage that is neither reversed nor due on import, or the tax of the rule. */
export async function defaultTaxCode(
  { percentage, usage, rule }: TaxChoice,
  session: Session,
): Promise<string | undefined> {
  if (usage === "JOURNAL_ENTRY") return undefined;
  const taxes = await allOf<Tax>(session, "/tax", { "taxType-eq": ordinaryTypes[usage] });
  if (rule !== undefined) {
    const key = keysOfRules[rule];
    return key === undefined ? undefined : taxes.find(({ taxKey }) => taxKey?.endsWith(key))?.id;
  }
  const fitting = taxes.filter(({ taxValue }) => amount(taxValue) === percentage);
  // weclapp marks its own taxes of the ordinary rates. Others with the same rate were added for special purposes.
  const ordinary = fitting.filter(({ taxKey }) => /_(?:ADD|IN)_(?:STANDARD|REDUCED|ZERO)$/.test(taxKey ?? ""));
  const [only, ...others] = ordinary.length === 1 ? ordinary : fitting;
  return others.length > 0 ? undefined : only?.id;
}

const discount = (at: 0 | 1) => ({
  days: ({ conditions }: TermOfPayment) => conditions?.[at]?.numberOfDays,
  percentage: ({ conditions }: TermOfPayment) => amount(conditions?.[at]?.discountPercentage),
});
const dueTypes = vocabulary({
  PERIOD: "DUE_IN_DAYS",
  IMMEDIATE: "DUE_IN_DAYS",
  END_OF_MONTH: "DUE_AS_PERIOD",
  FIX: "DUE_AS_PERIOD",
} as const);
const paymentTermFields = twoWay({
  description: longText("description"),
  name: plainValue("name"),
});
const paymentTerm = mapping<PaymentTerm, TermOfPayment>({
  ...identity,
  ...stamps,
  ...paymentTermFields.reads,
  ...values({ code: "id" }),
  discountDays: discount(0).days,
  discountDays2: discount(1).days,
  discountPercentage: discount(0).percentage,
  discountPercentage2: discount(1).percentage,
  dueType: dueTypes.read(({ dueDateOption }) => dueDateOption),
  paymentDays: ({ dueDateOption, numberOfDays }) => (dueDateOption === "IMMEDIATE" ? 0 : numberOfDays),
});

/** A discount is a condition, which has days and a percentage. */
function withConditions(encoded: Encoded, _before: unknown, { body }: { readonly body: PaymentTermInput }): object {
  const pairs = [
    [body.discountDays, body.discountPercentage, "discountDays"],
    [body.discountDays2, body.discountPercentage2, "discountDays2"],
  ] as const;
  const conditions = pairs.flatMap(([numberOfDays, percentage, field]) => {
    if (numberOfDays === undefined && percentage === undefined) return [];
    if (numberOfDays === undefined || percentage === undefined)
      throw invalidField("A discount needs both its days and its percentage.", field);
    return [{ numberOfDays, discountPercentage: decimal(percentage) }];
  });
  return { ...encoded, ...(conditions.length > 0 && { conditions }) };
}

const dimension = mapping<DimensionRecord, CostCenter>({
  ...identity,
  ...stamps,
  categoryName: () => costCenterCategory,
  name: ({ costCenterNumber, description }) => [costCenterNumber, description].filter(Boolean).join(" "),
});

const years = vocabulary({ CURRENT: "OPEN", PLANNED: "OPEN", PRELIMINARY_CLOSED: "OPEN", CLOSED: "CLOSED" });
const fiscalYear = mapping<FiscalYear, FinancialYear>({
  ...identity,
  ...stamps,
  ...values({ description: "name" }),
  ...days({ endDate: "validTo", startDate: "validFrom" }),
  status: years.read(({ status }) => status),
});

const terms = resource({ entity: "termOfPayment", id: "paymentTermId", map: paymentTerm });
const financialYears = { entity: "financialYear", id: "fiscalYearId", map: fiscalYear, unstamped: true } as const;

const allYears = (session: Session) => allOf<FinancialYear>(session, "/financialYear");

export const fiscalYearStarts = async (session: Session): Promise<readonly string[]> =>
  (await allYears(session)).flatMap(({ validFrom }) => dayOf(validFrom) ?? []);

/** The closed period ends with the last closed year. */
export const closedUntil = async (session: Session): Promise<string | undefined> =>
  (await allYears(session))
    .filter(({ status }) => status === "CLOSED")
    .flatMap(({ validTo }) => dayOf(validTo) ?? [])
    .toSorted()
    .at(-1);

export const catalogue = {
  "units.list": resource({ entity: "unit", id: "unitId", map: unit, unstamped: true }).list(),
  ...operationsOf("taxRates", resource({ entity: "tax", id: "taxRateId", map: taxRate }).reads()),
  ...operationsOf("paymentTerms", terms.reads()),
  "paymentTerms.create": terms.create({
    encoder: encoder<PaymentTermInput>(
      {
        ...paymentTermFields.writes,
        ...encodedTogether(
          ["discountDays", "discountDays2", "discountPercentage", "discountPercentage2"],
          sentSeparately,
        ),
        paymentDays: fieldAs("numberOfDays"),
      },
      () => ({ dueDateOption: "PERIOD" }),
    ),
    body: withConditions,
    requires: ["name", "paymentDays"],
  }),
  "dimensions.list": resource({ entity: "costCenter", id: "dimensionId", map: dimension }).list(),
  ...operationsOf("fiscalYears", resource(financialYears).reads()),
};
