/** Records that documents refer to: units, tax rates, departments and projects. */
import type { TaxChoice, WriteCall } from "../../contract/connector.ts";
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { Project as ProjectRecord, TaxRateRecord, Unit } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { allOf, list, resource, search, today } from "./conventions.ts";
import { currencyOf, identity, linkedId, stamps } from "./fields.ts";
import type { Department, ProductUnit, Project, VatType, WhoAmI, Wrapped } from "./types.ts";

const unit = mapping<Unit, ProductUnit>({
  ...identity,
  ...values({ code: "commonCode", description: "name", type: "nameShort" }),
});

const taxRate = mapping<TaxRateRecord, VatType>({
  ...identity,
  // Lines refer to a tax rate by its id; the tax authority's code is in the description.
  code: ({ id }) => String(id),
  ...values({ description: "displayName", name: "name" }),
  percentage: ({ percentage }) => amount(percentage),
});

/** The dimensions that every company has. */
export const categories = { department: "Department", project: "Project" } as const;

const isDepartment = (native: Department | Project): native is Department => "departmentNumber" in native;

const dimension = mapping<DimensionRecord, Department | Project>({
  ...identity,
  ...stamps,
  categoryName: (native) => (isDepartment(native) ? categories.department : categories.project),
  name: ({ name }) => name,
  status: (native) => ((isDepartment(native) ? native.isInactive : native.isClosed) ? "ARCHIVED" : "ACTIVE"),
});

const projectFields = twoWay({
  contactId: linkedId("customer"),
  description: plainValue("description"),
  endDate: day("endDate"),
  name: plainValue("name"),
  number: plainValue("number"),
  parentProjectId: linkedId("mainProject"),
  startDate: day("startDate"),
});

const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...stamps,
  ...projectFields.reads,
  currency: currencyOf,
  status: ({ isClosed }) => (isClosed ? "CLOSED" : "ACTIVE"),
});

const fields = "*,changes,currency(code)";
/** Projects without those that are offers. */
const projectSource = { path: "/project", query: { fields, isOffer: false } };
const projects = resource("/project", "projectId", { map: project, fields });

const rates = "/ledger/vatType";

/** The kinds of tax codes that the vendor offers for sales and purchases. */
const kindsOfTax = { INVOICE: "OUTGOING", BILL: "INCOMING", JOURNAL_ENTRY: "LEDGER" } as const;

/** The codes of the Norwegian standard (SAF-T) for sales without tax. */
const standardCodes: Readonly<Record<string, string>> = {
  REVERSE_CHARGE: "51",
  EXPORT_GOODS: "52",
  EXPORT_SERVICE: "52",
  TAXFREE: "6",
};

/** Other codes may be for purchases, so that only their names say why there is no tax. */
export function rulesOfTaxCode(native: unknown): readonly string[] | undefined {
  const { number } = native as VatType;
  const rules = Object.keys(standardCodes).filter((rule) => standardCodes[rule] === number);
  return rules.length === 0 ? undefined : rules;
}

/** The only code of this percentage that the company may use today in this direction, or the code of the rule. */
export async function defaultTaxCode(
  { percentage, usage, rule }: TaxChoice,
  session: Session,
): Promise<string | undefined> {
  const query = { typeOfVat: kindsOfTax[usage], vatDate: today(), fields: "id,number,percentage" };
  const codes = await allOf<VatType>(session, rates, query);
  if (rule !== undefined) {
    const found = usage === "INVOICE" && codes.find((code) => code.number === standardCodes[rule]);
    return found ? String(found.id) : undefined;
  }
  const special = Object.values(standardCodes);
  const [only, ...others] = codes.filter(
    (code) => amount(code.percentage) === percentage && !special.includes(code.number ?? ""),
  );
  return only === undefined || others.length > 0 ? undefined : String(only.id);
}

/** A project needs a manager: the user who connected. */
async function managerId(_call: WriteCall<ProjectInput>, session: Session): Promise<number | null | undefined> {
  const { value } = (await session.read("/token/session/>whoAmI", { fields: "employeeId" })) as Wrapped<WhoAmI>;
  return value?.employeeId;
}

export const catalogue = {
  "units.list": list<Unit, ProductUnit>({ path: "/product/unit", map: unit }),
  "taxRates.list": list<TaxRateRecord, VatType>({ path: rates, map: taxRate }),
  "taxRates.get": resource(rates, "taxRateId", { map: taxRate, fields: "*" }).get(),
  "dimensions.list": search({
    map: dimension,
    sources: () => [{ path: "/department", query: { fields: "*,changes" } }, projectSource],
    rules: [
      "Departments come first, then projects. This version of the API does not have dimensions that the company has defined.",
    ],
  }),
  "projects.list": search({ map: project, sources: () => [projectSource] }),
  "projects.get": projects.get(({ isOffer }) => !isOffer),
  "projects.create": projects.create({
    encoder: encoder<ProjectInput>({
      ...projectFields.writes,
      status: (status) => ({ isClosed: status === "CLOSED" }),
    }),
    prepare: managerId,
    body: (encoded, employeeId) => ({ startDate: today(), ...encoded, projectManager: { id: employeeId } }),
    requires: ["name"],
    rules: ["The user who connected is the project manager. startDate is today by default."],
  }),
};
