/** Projects, cost centers, units and terms of payment. */
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { Project as ProjectRecord, Unit as UnitRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import type { PaymentTerm } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { instants, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encoder } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf, list, modified, resource, today } from "./conventions.ts";
import { categories, idOfCostCenter } from "./fields.ts";
import type { CostCenter, CostCenterItem, Project, TermsOfPayment, Unit } from "./types.ts";

const states = vocabulary({ "1": "ACTIVE", "2": "CLOSED" });
const wordOf = (code: number | null | undefined): string | undefined => code?.toString();

const projectFields = twoWay({
  contactId: plainValue("CustomerId"),
  description: plainValue("Notes"),
  name: plainValue("Name"),
  number: plainValue("Number"),
  endDate: day("EndDate"),
  startDate: day("StartDate"),
});

const project = mapping<ProjectRecord, Project>({
  ...projectFields.reads,
  ...values({ id: "Id" }),
  ...instants({ updatedDate: "ModifiedUtc" }),
  status: states.read(({ Status }: Project) => wordOf(Status)),
});

const projectEncoder = encoder<ProjectInput>(
  {
    ...projectFields.writes,
    status: (status, _input, field) => ({ Status: Number(states.write(status, field)) }),
  },
  // The vendor refuses a project without its first day.
  ({ startDate }) => ({ StartDate: calendarDay(startDate ?? today()) }),
);

const projects = resource<ProjectRecord, Project>("/projects", "projectId", project);

interface Dimension {
  readonly id: string;
  readonly categoryName: string;
  readonly name: string | undefined;
  readonly isArchived: boolean;
  readonly native: Project | CostCenterItem;
}

const dimension = mapping<DimensionRecord, Dimension>({
  ...values({ id: "id", categoryName: "categoryName", name: "name" }),
  status: ({ isArchived }) => (isArchived ? "ARCHIVED" : "ACTIVE"),
});

async function readDimensions(session: Session): Promise<readonly Dimension[]> {
  const [centers, all] = await Promise.all([
    allOf<CostCenter>(session, "/costcenters"),
    allOf<Project>(session, "/projects"),
  ]);
  const items = centers.flatMap(({ Items, Name, Number: number }) =>
    (Items ?? []).map((native) => ({
      id: idOfCostCenter(number ?? 1, native.Id),
      categoryName: Name ?? categories.costCenter,
      name: native.Name ?? undefined,
      isArchived: native.IsActive === false,
      native,
    })),
  );
  const ofProjects = all.map((native) => ({
    id: native.Id,
    categoryName: categories.project,
    name: native.Name ?? undefined,
    isArchived: states.toContract(wordOf(native.Status)) === "CLOSED",
    native,
  }));
  return [...items, ...ofProjects];
}

/** Codes of UN/ECE are of the vendor's own units; users may add others. */
const unit = mapping<UnitRecord, Unit>(values({ id: "Id", code: "Abbreviation", description: "Name" }));

/** 0 is a number of days, 1 the same from the end of the month; the others are paid at once. */
const inDays = 0;

const paymentTerm = mapping<PaymentTerm, TermsOfPayment>({
  ...values({ id: "Id", name: "Name" }),
  dueType: ({ TermsOfPaymentTypeId: type }) => (type === inDays ? "DUE_IN_DAYS" : undefined),
  paymentDays: ({ NumberOfDays: days, TermsOfPaymentTypeId: type }) => (type === inDays ? amount(days) : undefined),
});

const terms = resource<PaymentTerm, TermsOfPayment>("/termsofpayments", "paymentTermId", paymentTerm);

export const catalogue = {
  "projects.list": list<ProjectRecord, Project>({ path: "/projects", map: project, filters: modified }),
  "projects.get": projects.get(),
  "projects.create": projects.create<ProjectInput>({
    encoder: projectEncoder,
    requires: ["name", "number"],
    rules: ["Without startDate a project begins today, because the target system requires its first day."],
  }),
  "dimensions.list": inMemory<DimensionRecord, Dimension>({
    read: readDimensions,
    map: dimension,
    raw: ({ native }) => native,
    rules: ["Items of cost centers come first, then projects."],
  }),
  "units.list": list<UnitRecord, Unit>({ path: "/units", map: unit }),
  "paymentTerms.list": list<PaymentTerm, TermsOfPayment>({ path: "/termsofpayments", map: paymentTerm }),
  "paymentTerms.get": terms.get(),
};
