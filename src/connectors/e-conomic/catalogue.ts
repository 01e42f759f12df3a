/** Records that documents refer to: units, VAT codes, payment terms, departments, dimensions, projects and journals. */
import type { ListCall, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import type { Project as ProjectRecord, TaxRateRecord, Unit as UnitRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord, Journal as JournalRecord } from "../../contract/records/ledger.ts";
import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { encoder, sentSeparately } from "../../kit/encode.ts";
import { type InMemoryDescription, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allItems, allOf, at, changedIn, create, createNumbered, keyed, list, newer, single } from "./conventions.ts";
import { ids, stamp, wholeId } from "./fields.ts";
import type {
  Department,
  DimensionValue,
  Journal,
  Numbered,
  PaymentTerms,
  Project,
  Unit,
  VatAccount,
} from "./types.ts";

const unit = mapping<UnitRecord, Unit>({
  ...ids({ id: "unitNumber", code: "unitNumber" }),
  ...values({ description: "name" }),
});

/** The vendor's names of its two kinds, in the languages of its markets. Other kinds are for corrections. */
const usageOf = ({ vatType }: VatAccount) => {
  if (/purchase|køb|kjøp|köp/i.test(vatType?.name ?? "")) return "BILL";
  return /sale|salg|försälj/i.test(vatType?.name ?? "") ? "INVOICE" : undefined;
};

const taxRate = mapping<TaxRateRecord, VatAccount>({
  ...values({ id: "vatCode", code: "vatCode", description: "vatType.name", name: "name" }),
  ...amounts({ percentage: "ratePercentage" }),
  usage: usageOf,
});

/** Terms that count days: from the document's day, or from the end of its period. */
const dueTypes = vocabulary({
  net: "DUE_IN_DAYS",
  paidInCash: "DUE_IN_DAYS",
  invoiceMonth: "DUE_AS_PERIOD",
  invoiceWeekStartingSunday: "DUE_AS_PERIOD",
  invoiceWeekStartingMonday: "DUE_AS_PERIOD",
} as const);

/** Terms that count no days. */
const otherTerms = ["prepaid", "dueDate", "factoring", "creditcard", "avtaleGiro"];

const paymentTermFields = twoWay({
  description: plainValue("description"),
  name: plainValue("name"),
  paymentDays: plainValue("daysOfCredit"),
});

const paymentTerm = mapping<PaymentTerm, PaymentTerms>({
  ...ids({ id: "paymentTermsNumber", code: "paymentTermsNumber" }),
  ...paymentTermFields.reads,
  dueType: dueTypes.read(({ paymentTermsType }) => paymentTermsType, otherTerms),
  paymentMethod: ({ paymentTermsType }) => (paymentTermsType === "paidInCash" ? "CASH" : undefined),
});

/** The categories that every company has. */
export const categories = { department: "Department", project: "Project" } as const;

/** A value with the name of its category. */
type Tag = (Department | DimensionValue) & { readonly category: string };
const isDepartment = (tag: Tag): tag is Tag & Department => "departmentNumber" in tag;

/** Values of different dimensions have the same numbers, so the id names the dimension, too. */
const dimension = mapping<DimensionRecord, Tag>({
  id: (tag) => (isDepartment(tag) ? `department-${tag.departmentNumber}` : `${tag.dimensionNumber}-${tag.key}`),
  ...values({ categoryName: "category", name: "name" }),
  status: (tag) => ((isDepartment(tag) ? tag.barred : tag.active === false) ? "ARCHIVED" : "ACTIVE"),
});

const isMissingModule = (error: unknown): boolean =>
  error instanceof Failure && /missing modules/i.test(error.details.targetMessage ?? "");

interface Dimension extends Numbered<"number"> {
  readonly name?: string;
}

/** Undefined if the company does not have the module. */
async function ownDimensions(session: Session): Promise<readonly Dimension[] | undefined> {
  try {
    return await allItems<Dimension>(session, at("dimensions", "/dimensions"));
  } catch (error) {
    if (isMissingModule(error)) return undefined;
    throw error;
  }
}

async function tagsOf(session: Session, kinds: readonly Dimension[]): Promise<readonly Tag[]> {
  const departments = await allOf<Department>(session, "/departments");
  const names = new Map(kinds.map(({ number, name }) => [number, name]));
  const tags = kinds.length === 0 ? [] : await allItems<DimensionValue>(session, at("dimensions", "/values"));
  return [
    ...departments.map((department) => ({ ...department, category: categories.department })),
    ...tags.map((tag) => ({ ...tag, category: names.get(tag.dimensionNumber) ?? String(tag.dimensionNumber) })),
  ];
}

const withoutModule = "The company does not have e-conomic's module for dimensions, so only departments are listed.";

const dimensions: InMemoryDescription<DimensionRecord, Tag> = {
  read: async (session) => tagsOf(session, (await ownDimensions(session)) ?? []),
  map: dimension,
  raw: ({ category: _category, ...raw }) => raw,
  rules: ["Departments come first, then the values of the dimensions that the company has defined."],
};

const projectFields = twoWay({
  code: plainValue("otherReference"),
  contactId: wholeId("customerNumber"),
  description: plainValue("description"),
  name: plainValue("name"),
  number: wholeId("number"),
  parentProjectId: wholeId("mainProjectNumber"),
});

const project = mapping<ProjectRecord, Project>({
  ...stamp,
  ...ids({ id: "number" }),
  ...projectFields.reads,
  ...days({ endDate: "closedDate" }),
  status: ({ isClosed }) => (isClosed ? "CLOSED" : "ACTIVE"),
});

const projects = at("projects", "/Projects");

/** A project has to be in a group, and the vendor does not number projects itself. */
async function groupAndNumber({ body }: WriteCall<ProjectInput>, session: Session): Promise<object> {
  const [group] = await allItems<Numbered<"number">>(session, at("projects", "/ProjectGroups"));
  if (body.number !== undefined) return { projectGroupNumber: group?.number };
  const known = await allItems<Project>(session, projects);
  const last = known.reduce((highest, { number }) => Math.max(highest, number), 0);
  return { projectGroupNumber: group?.number, number: last + 1 };
}

const journal = mapping<JournalRecord, Journal>({
  ...ids({ id: "journalNumber", code: "journalNumber" }),
  ...values({ description: "name", type: "settings.entryTypeRestrictedTo" }),
});

export const catalogue = {
  "units.list": list<UnitRecord, Unit>({ path: "/units", map: unit }),
  "journals.list": list<JournalRecord, Journal>({ path: "/journals", map: journal, defaultOrder: "journalNumber" }),
  "taxRates.list": list<TaxRateRecord, VatAccount>({ path: "/vat-accounts", map: taxRate }),
  "taxRates.get": single<TaxRateRecord, VatAccount>(["/vat-accounts", "taxRateId"], taxRate, keyed),
  "paymentTerms.list": list<PaymentTerm, PaymentTerms>({ path: "/payment-terms", map: paymentTerm }),
  "paymentTerms.get": single<PaymentTerm, PaymentTerms>(["/payment-terms", "paymentTermId"], paymentTerm),
  "paymentTerms.create": create<PaymentTermInput, PaymentTerm, PaymentTerms>("/payment-terms", {
    encoder: encoder<PaymentTermInput>(
      {
        ...paymentTermFields.writes,
        dueType: sentSeparately,
      },
      ({ dueType }) => ({ paymentTermsType: dueType === "DUE_AS_PERIOD" ? "invoiceMonth" : "net" }),
    ),
    map: paymentTerm,
    requires: ["name", "paymentDays"],
    rules: ["DUE_AS_PERIOD counts paymentDays from the end of the month."],
  }),
  "dimensions.list": {
    ...inMemory(dimensions),
    list: async (call: ListCall, session: Session) => {
      const kinds = await ownDimensions(session);
      const read = () => tagsOf(session, kinds ?? []);
      const found = await inMemory({ ...dimensions, read }).list(call, session);
      return kinds === undefined ? { ...found, warnings: [...(found.warnings ?? []), withoutModule] } : found;
    },
  },
  "projects.list": newer<ProjectRecord, Project>({
    map: project,
    ...changedIn(projects),
    rules: ["Needs the Projects module, which a company has to buy."],
  }),
  "projects.get": single<ProjectRecord, Project>([projects, "projectId"], project),
  "projects.create": createNumbered<ProjectInput, ProjectRecord, Project>(projects, {
    encoder: encoder<ProjectInput>(projectFields.writes),
    map: project,
    prepare: groupAndNumber,
    requires: ["name"],
    body: (encoded, prepared) => ({ ...(prepared as object), ...encoded }),
    rules: ["The project is put into the target system's first group. Without a number it gets the next one."],
  }),
};
