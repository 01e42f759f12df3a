/** Tax rates, payment terms, cost centres and units, and projects. */
import type { TaxChoice } from "../../contract/connector.ts";
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import type { Project as ProjectRecord, TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { encoder } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf, linesOf, namesOf, quoted, resource } from "./conventions.ts";
import { categories, code, codes, costId, day, fraction, identity, percent, stamps, today, trimmed } from "./fields.ts";
import * as types from "./types.ts";

const isOver = (end: types.CostObject["EndDate"]): boolean => (microsoftDay(end)?.slice(0, 10) ?? "9999") < today();

/** The buyer owes the tax. On a purchase, the vendor posts it on both sides. */
const isOwedByBuyer = ({ Charged }: types.VatCode): boolean => Charged === true;

/** Only the base amount is posted, for a reason that the code does not tell: reverse charge, export or a zero rate. */
const isBaseOnly = ({ Type }: types.VatCode): boolean => trimmed(Type) === "B";

/** Rates change over the years: this is today's. */
function rateOf(native: types.VatCode) {
  if (isOwedByBuyer(native) || isBaseOnly(native)) return 0;
  const { Percentage, VATPercentages } = native;
  const current = linesOf(VATPercentages)?.find(
    ({ Type, StartDate, EndDate }) =>
      Type !== 1 && (microsoftDay(StartDate)?.slice(0, 10) ?? "") <= today() && !isOver(EndDate),
  );
  return percent(current?.Percentage ?? Percentage);
}

const taxTypes = vocabulary({ E: "EXCLUSIVE", I: "INCLUSIVE", N: "NO_TAX", B: "ZERO_TAX" });
const usages = vocabulary({ S: "INVOICE", P: "BILL", B: "ALL" });
const taxRate = mapping<TaxRateRecord, types.VatCode>({
  ...identity,
  ...stamps,
  ...values({ description: "Description", name: "Description" }),
  ...codes({ code: "Code" }),
  percentage: rateOf,
  type: taxTypes.read(({ Type }) => trimmed(Type)),
  usage: usages.read(({ VATTransactionType }) => trimmed(VATTransactionType)),
});
const taxRates = resource("/vat/VATCodes", {
  id: "taxRateId",
  key: "ID",
  map: taxRate,
  fields: types.vatCodeFields,
  below: { VATPercentages: types.vatPercentageFields },
});

/** Prices in a body are net, so a code that includes tax is never the default. Nor is one that needs a reason. */
const isOrdinary = (code: types.VatCode): boolean =>
  trimmed(code.Type) !== "I" && !isOwedByBuyer(code) && !isBaseOnly(code);

/** The only code with this percentage and direction that adds tax to net prices, or whose tax the buyer owes. */
export async function defaultTaxCode(
  { percentage, usage, rule }: TaxChoice,
  session: Session,
): Promise<string | undefined> {
  // The codes do not say for which other reasons there is no tax.
  if (rule !== undefined && rule !== "REVERSE_CHARGE") return undefined;
  const query = { ...taxRates.query, $filter: "IsBlocked eq false" };
  const codesFound = await allOf<types.VatCode>(session, "/vat/VATCodes", query);
  const fitting = codesFound.filter((native) => {
    const direction = usages.toContract(trimmed(native.VATTransactionType));
    const isWanted = rule === undefined ? isOrdinary(native) : isOwedByBuyer(native);
    return isWanted && rateOf(native) === percentage && (direction === "ALL" || direction === usage);
  });
  return fitting.length === 1 ? trimmed(fitting[0]?.Code) : undefined;
}

/** Documents name payment terms by code, so the code is the id. */
const methods = vocabulary({ I: "AUTOMATIC_BANK_WITHDRAWAL", K: "CASH" });
const termFields = twoWay({
  code: code("Code"),
  discountDays: plainValue("DiscountPaymentDays"),
  discountPercentage: fraction("DiscountPercentage"),
  name: plainValue("Description"),
  paymentDays: plainValue("PaymentDays"),
});
const paymentTerm = mapping<PaymentTerm, types.PaymentCondition>({
  ...stamps,
  ...termFields.reads,
  ...codes({ id: "Code" }),
  dueType: ({ PaymentEndOfMonths }) => (PaymentEndOfMonths ? "DUE_AS_PERIOD" : "DUE_IN_DAYS"),
  // A condition on credit says nothing about the payment method.
  paymentMethod: ({ PaymentMethod }) => methods.toContract(trimmed(PaymentMethod)),
});
const termPath = "/cashflow/PaymentConditions";
const paymentTerms = resource(termPath, {
  id: "paymentTermId",
  key: "ID",
  map: paymentTerm,
  fields: types.paymentConditionFields,
});
const withCode = async (session: Session, code = "") => {
  const $filter = `Code eq ${quoted(code)}`;
  return (await allOf<types.PaymentCondition>(session, termPath, { ...paymentTerms.query, $filter }))[0];
};

type Kind = "center" | "unit";
interface CostObject extends types.CostObject {
  readonly kind: Kind;
}
const dimension = mapping<DimensionRecord, CostObject>({
  ...stamps,
  id: ({ kind, Code }) => costId(kind, Code) ?? "",
  categoryName: ({ kind }) => categories[kind],
  ...values({ name: "Description" }),
  status: ({ EndDate }) => (isOver(EndDate) ? "ARCHIVED" : "ACTIVE"),
});
async function costObjects(session: Session): Promise<readonly CostObject[]> {
  const query = { $select: namesOf(types.costObjectFields) };
  const of = async (kind: Kind, path: string) =>
    (await allOf<types.CostObject>(session, path, query)).map((native) => ({ ...native, kind }));
  return [...(await of("center", "/hrm/Costcenters")), ...(await of("unit", "/hrm/Costunits"))];
}

const projectFields = twoWay({
  contactId: plainValue("Account"),
  description: plainValue("Notes"),
  name: plainValue("Description"),
  number: code("Code"),
  endDate: day("EndDate"),
  startDate: day("StartDate"),
});
const project = mapping<ProjectRecord, types.Project>({
  ...identity,
  ...stamps,
  ...projectFields.reads,
  ...codes({ code: "Code" }),
  status: ({ EndDate }) => (isOver(EndDate) ? "CLOSED" : "ACTIVE"),
});
const projects = resource("/project/Projects", {
  id: "projectId",
  key: "ID",
  map: project,
  fields: types.projectFields,
});
/** The vendor requires a type. */
const timeAndMaterial = 3;
const projectEncoder = encoder<ProjectInput>(projectFields.writes, () => ({ Type: timeAndMaterial }));

export const catalogue = {
  ...operationsOf("taxRates", {
    list: taxRates.list({ filters: { isActive: (isActive) => ({ $filter: `IsBlocked eq ${!isActive}` }) } }),
    get: taxRates.get(),
  }),
  ...operationsOf("paymentTerms", {
    list: paymentTerms.list(),
    get: get<PaymentTerm, types.PaymentCondition>({
      map: paymentTerm,
      read: ({ ids }, session) => withCode(session, ids["paymentTermId"]),
    }),
    create: paymentTerms.create<PaymentTermInput>({
      encoder: encoder<PaymentTermInput>(termFields.writes),
      requires: ["code", "name"],
    }),
  }),
  "dimensions.list": inMemory<DimensionRecord, CostObject>({
    read: costObjects,
    map: dimension,
    raw: ({ kind: _kind, ...native }) => native,
    filters: {
      lastModifiedAt: (native, since) =>
        Date.parse(stamps.updatedDate(native) ?? "") >= Math.floor(since.getTime() / 1000) * 1000,
    },
    rules: ["The target system returns sixty cost centres or cost units at a time."],
  }),
  ...operationsOf("projects", {
    list: projects.list(),
    get: projects.get(),
    create: projects.create<ProjectInput>({
      encoder: projectEncoder,
      requires: ["contactId", "name", "number"],
      rules: ["New projects have the type time and material."],
    }),
  }),
};
