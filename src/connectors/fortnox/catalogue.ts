/** Projects, cost centers, units and terms of payment. */
import { cannotStore } from "../../contract/failure.ts";
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import type { Project as ProjectRecord, Unit as UnitRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import type { PaymentTerm } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { filteredList } from "../../kit/lists/filteredList.ts";
import { mapping } from "../../kit/mapping.ts";
import { day, enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { largestPage, list, resource } from "./conventions.ts";
import { categories, costCenterId } from "./fields.ts";
import type { CostCenter, Project, TermsOfPayment, Unit } from "./types.ts";

const states = vocabulary({ ONGOING: "ACTIVE", NOTSTARTED: "ACTIVE", COMPLETED: "CLOSED" });

/** Comments are not in lists. */
const listedFields = twoWay({
  name: plainValue("Description"),
  number: plainValue("ProjectNumber"),
  endDate: day("EndDate"),
  startDate: day("StartDate"),
  status: enumValue(states, "Status"),
});
const fields = twoWay({ description: plainValue("Comments") });

const shared = {
  ...listedFields.reads,
  id: ({ ProjectNumber }: Project) => ProjectNumber,
};
const listedProject = mapping<ProjectRecord, Project>(shared);
const project = mapping<ProjectRecord, Project>({ ...shared, ...fields.reads });

const projects = resource<ProjectRecord, Project>("/projects", "projectId", { kind: "Project", map: project });

type Dimension = Partial<Project> & Partial<CostCenter>;

const isProject = ({ ProjectNumber }: Dimension): boolean => ProjectNumber !== undefined;

const dimension = mapping<DimensionRecord, Dimension>({
  id: ({ ProjectNumber, Code = "" }) => ProjectNumber ?? costCenterId(Code),
  categoryName: (native) => (isProject(native) ? categories.project : categories.costCenter),
  name: ({ Description }) => Description,
  status: (native) => (native.Active === false || native.Status === "COMPLETED" ? "ARCHIVED" : "ACTIVE"),
});

interface DimensionPage {
  readonly Projects?: readonly Dimension[];
  readonly CostCenters?: readonly Dimension[];
}

const unit = mapping<UnitRecord, Unit>(values({ id: "Code", code: "Code", description: "Description" }));

/** The code of a term in days is their number (recorded: with the code 30, an invoice is due after 30 days). */
const daysOf = ({ Code }: TermsOfPayment): number | undefined => (/^\d+$/.test(Code) ? Number(Code) : undefined);

const paymentTerm = mapping<PaymentTerm, TermsOfPayment>({
  ...values({ id: "Code", code: "Code", name: "Description" }),
  dueType: (native) => (daysOf(native) === undefined ? undefined : "DUE_IN_DAYS"),
  paymentDays: daysOf,
});

const paymentTermEncoder = encoder<PaymentTermInput>(
  {
    name: (name) => ({ Description: name }),
    code: (code) => ({ Code: code }),
    paymentDays: (days, { code }, field) => {
      if (code !== undefined && code !== String(days))
        throw cannotStore(`A term of ${days} days has the code ${days} at Fortnox. Send this code, or none.`, field);
      return { Code: String(days) };
    },
    dueType: (type, _input, field) => {
      if (type === "DUE_IN_DAYS") return {};
      throw cannotStore("Terms of payment at Fortnox are due in days. Send DUE_IN_DAYS, or leave dueType out.", field);
    },
  },
  ({ code, paymentDays }) => {
    if (code === undefined && paymentDays === undefined)
      throw cannotStore("A term of payment needs a code at Fortnox. Send code or paymentDays.", "code");
    return {};
  },
);

const terms = resource<PaymentTerm, TermsOfPayment>("/termsofpayments", "paymentTermId", {
  kind: "TermsOfPayment",
  map: paymentTerm,
});

export const catalogue = {
  "projects.list": list<ProjectRecord, Project>("Projects", { path: "/projects", map: listedProject }),
  "projects.get": projects.get(),
  "projects.create": projects.create<ProjectInput>({
    encoder: encoder<ProjectInput>({ ...listedFields.writes, ...fields.writes }),
    requires: ["name"],
  }),
  "dimensions.list": filteredList<DimensionRecord, Dimension>({
    map: dimension,
    sources: () => [{ path: "/projects" }, { path: "/costcenters" }],
    fits: () => true,
    filters: [],
    size: largestPage,
    page: (page) => ({ page, limit: largestPage }),
    records: ({ Projects, CostCenters }: DimensionPage) => (Projects ?? CostCenters) as readonly Dimension[],
    rules: ["Projects come first, then cost centers. The total comes with the last page."],
  }),
  "units.list": list<UnitRecord, Unit>("Units", { path: "/units", map: unit }),
  "paymentTerms.list": list<PaymentTerm, TermsOfPayment>("TermsOfPayments", {
    path: "/termsofpayments",
    map: paymentTerm,
  }),
  "paymentTerms.get": terms.get(),
  "paymentTerms.create": terms.create<PaymentTermInput>({
    encoder: paymentTermEncoder,
    requires: ["name"],
    rules: ["The code of a term in days is the number of days."],
  }),
};
