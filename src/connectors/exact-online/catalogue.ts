/** What documents refer to: taxes, terms of payment, cost centres and units, projects. */
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import type { Project as ProjectRecord, TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { microsoftDay, microsoftInstant } from "../../kit/dates.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf, linesOf, modified, quoted, resource, selected } from "./conventions.ts";
import { categories, codes, costId, days, fractionAs, identity, percent, stamps, trimmed } from "./fields.ts";
import type { CostObject, PaymentCondition, Project, VatCode } from "./types.ts";

const today = (): string => new Date().toISOString().slice(0, 10);
const isOver = (end: CostObject["EndDate"]): boolean => (microsoftDay(end)?.slice(0, 10) ?? "9999") < today();

/** Rates change with the years: the one that counts today. */
function rateOf({ Percentage, VATPercentages }: VatCode) {
  const current = linesOf(VATPercentages)?.find(
    ({ Type, StartDate, EndDate }) =>
      Type !== 1 && (microsoftDay(StartDate)?.slice(0, 10) ?? "") <= today() && !isOver(EndDate),
  );
  return percent(current?.Percentage ?? Percentage);
}

const taxRate = mapping<TaxRateRecord, VatCode>({
  ...identity,
  ...stamps,
  ...values({ description: "Description", name: "Description" }),
  code: ({ Code }) => trimmed(Code),
  percentage: rateOf,
  type: vocabulary({ E: "EXCLUSIVE", I: "INCLUSIVE", N: "NO_TAX", B: "ZERO_TAX" }).read(({ Type }) => trimmed(Type)),
  usage: vocabulary({ S: "INVOICE", P: "BILL", B: "ALL" }).read(({ VATTransactionType }) =>
    trimmed(VATTransactionType),
  ),
});
const taxRates = resource<TaxRateRecord, VatCode>("/vat/VATCodes", {
  ...{ id: "taxRateId", key: "ID", map: taxRate },
  ...selected(
    "ID,Code,Description,Percentage,Type,VATTransactionType,Created,Modified",
    "VATPercentages",
    "Percentage,StartDate,EndDate,Type",
  ),
});

/** Documents name them by their codes. */
const paymentTerm = mapping<PaymentTerm, PaymentCondition>({
  ...stamps,
  id: ({ Code }) => trimmed(Code) ?? "",
  code: ({ Code }) => trimmed(Code),
  ...values({ discountDays: "DiscountPaymentDays", name: "Description", paymentDays: "PaymentDays" }),
  discountPercentage: ({ DiscountPercentage }) => percent(DiscountPercentage),
  dueType: ({ PaymentEndOfMonths }) => (PaymentEndOfMonths ? "DUE_AS_PERIOD" : "DUE_IN_DAYS"),
  // On credit it may be paid in any way.
  paymentMethod: ({ PaymentMethod }) => vocabularyOfMethods.ours(trimmed(PaymentMethod)),
});
const vocabularyOfMethods = vocabulary({ I: "AUTOMATIC_BANK_WITHDRAWAL", K: "CASH" });
const paymentTerms = resource("/cashflow/PaymentConditions", {
  ...{ id: "paymentTermId", key: "ID", map: paymentTerm },
  ...selected(
    "ID,Code,Description,DiscountPaymentDays,DiscountPercentage,PaymentDays,PaymentEndOfMonths,PaymentMethod,Created,Modified",
  ),
});
const withCode = async (session: Session, code = "") => {
  const $filter = `Code eq ${quoted(code)}`;
  return (await allOf<PaymentCondition>(session, "/cashflow/PaymentConditions", { ...paymentTerms.query, $filter }))[0];
};

type Kind = "center" | "unit";
interface Placed extends CostObject {
  readonly kind: Kind;
}
const dimension = mapping<DimensionRecord, Placed>({
  ...stamps,
  id: ({ kind, Code }) => costId(kind, Code) ?? "",
  categoryName: ({ kind }) => categories[kind],
  name: ({ Description }) => Description,
  status: ({ EndDate }) => (isOver(EndDate) ? "ARCHIVED" : "ACTIVE"),
});
async function costObjects(session: Session): Promise<readonly Placed[]> {
  const query = { $select: "ID,Code,Description,EndDate,Created,Modified" };
  const of = async (kind: Kind, path: string) =>
    (await allOf<CostObject>(session, path, query)).map((native) => ({ ...native, kind }));
  return [...(await of("center", "/hrm/Costcenters")), ...(await of("unit", "/hrm/Costunits"))];
}

const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...stamps,
  ...codes({ code: "Code", number: "Code" }),
  ...values({ contactId: "Account", description: "Notes", name: "Description" }),
  ...days({ endDate: "EndDate", startDate: "StartDate" }),
  status: ({ EndDate }) => (isOver(EndDate) ? "CLOSED" : "ACTIVE"),
});
const projects = resource("/project/Projects", {
  ...{ id: "projectId", key: "ID", map: project },
  ...selected("ID,Account,Code,Description,Notes,StartDate,EndDate,Created,Modified"),
});
/** By time and material: every project is of some type. */
const byTime = 3;

export const catalogue = {
  "taxRates.list": taxRates.list({
    filters: { ...modified, isActive: (isActive) => ({ $filter: `IsBlocked eq ${!isActive}` }) },
  }),
  ...{ "taxRates.get": taxRates.get(), "paymentTerms.list": paymentTerms.list({ filters: modified }) },
  "paymentTerms.get": get<PaymentTerm, PaymentCondition>({
    map: paymentTerm,
    read: ({ ids }, session) => withCode(session, ids["paymentTermId"]),
  }),
  "paymentTerms.create": paymentTerms.create<PaymentTermInput>({
    encoder: encoder<PaymentTermInput>({
      ...{ code: as("Code"), discountDays: as("DiscountPaymentDays") },
      ...{ discountPercentage: fractionAs("DiscountPercentage"), name: as("Description") },
      paymentDays: as("PaymentDays"),
    }),
    requires: ["code", "name"],
  }),
  "dimensions.list": inMemory<DimensionRecord, Placed>({
    ...{ read: costObjects, map: dimension },
    raw: ({ kind: _kind, ...native }) => native,
    filters: {
      lastModifiedAt: (native, since) =>
        Date.parse(microsoftInstant(native.Modified ?? native.Created) ?? "") >=
        Math.floor(since.getTime() / 1000) * 1000,
    },
    rules: ["Cost centres and cost units are both read whole, sixty at a time."],
  }),
  ...{ "projects.list": projects.list({ filters: modified }), "projects.get": projects.get() },
  "projects.create": projects.create<ProjectInput>({
    encoder: encoder<ProjectInput>(
      {
        ...{ contactId: as("Account"), description: as("Notes"), endDate: dayAs("EndDate"), name: as("Description") },
        ...{ number: as("Code"), startDate: dayAs("StartDate") },
      },
      () => ({ Type: byTime }),
    ),
    ...{ requires: ["contactId", "name", "number"], rules: ["A new project is one by time and material."] },
  }),
};
