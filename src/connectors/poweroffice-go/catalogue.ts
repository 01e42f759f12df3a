/** Records that documents refer to: VAT codes, payment terms, departments, locations and projects. */
import type { TaxChoice } from "../../contract/connector.ts";
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import type { Project as ProjectRecord, TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import type { PaymentTerm as PaymentTermRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { encoder, onlyAccepts } from "../../kit/encode.ts";
import { inMemory, inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { resource } from "../../kit/resource.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { allOf, changedSince, isSince, latest, list, today } from "./conventions.ts";
import { identity, idOf, percentageOf, stamps, texts } from "./fields.ts";
import type { Dimension, PaymentTerm, Project, VatCode } from "./types.ts";

/** The standard codes of the Norwegian tax authority (SAF-T), which the vendor uses, by direction. */
const salesCodes = ["3", "31", "32", "33", "5", "51", "52", "6"];
const purchaseCodes = ["1", "11", "12", "13", "14", "15", "21", "22", "81", "82", "83", "84", "85", "86", "87", "88"];

function usageOf({ Code }: VatCode) {
  if (salesCodes.includes(Code ?? "")) return "INVOICE";
  return purchaseCodes.includes(Code ?? "") ? "BILL" : "ALL";
}

const taxRate = mapping<TaxRateRecord, VatCode>({
  ...identity,
  ...values({ code: "Code", description: "Description", name: "Name" }),
  percentage: ({ Rate }) => percentageOf(Rate),
  usage: usageOf,
});

const readCodes = (session: Session) => allOf<VatCode>(session, "/v2/VatCodes", { includeExpired: true });

const isUsable = ({ IsActive, ValidTo }: VatCode): boolean =>
  IsActive !== false && (ValidTo === null || ValidTo === undefined || ValidTo.slice(0, 10) >= today());

/** The codes of sales without tax, by their reason. */
const codesOfRules: Readonly<Record<string, string>> = {
  EXPORT_GOODS: "52",
  EXPORT_SERVICE: "52",
  REVERSE_CHARGE: "51",
  TAXFREE: "5",
};

export function rulesOfTaxCode(native: unknown): readonly string[] | undefined {
  const { Code } = native as VatCode;
  const rules = Object.keys(codesOfRules).filter((rule) => codesOfRules[rule] === Code);
  return rules.length === 0 ? undefined : rules;
}

/** The ordinary code of each percentage: several have none, and some purchases are deducted under other codes. */
const usualCodes: Readonly<Record<TaxChoice["usage"], readonly string[]>> = {
  INVOICE: ["3", "31", "32", "33", "5"],
  BILL: ["1", "11", "12", "13", "0"],
  JOURNAL_ENTRY: ["0"],
};

export async function defaultTaxCode(
  { percentage, usage, rule }: TaxChoice,
  session: Session,
): Promise<string | undefined> {
  const codes = (await readCodes(session)).filter(isUsable);
  if (rule !== undefined) {
    const found = usage === "INVOICE" && codes.find(({ Code }) => Code === codesOfRules[rule]);
    return found ? (found.Code ?? undefined) : undefined;
  }
  const usual = usualCodes[usage];
  return (
    codes.find(({ Code, Rate }) => usual.includes(Code ?? "") && percentageOf(Rate) === percentage)?.Code ?? undefined
  );
}

/** The vendor's id of a VAT code. */
export async function vatIds(session: Session): Promise<ReadonlyMap<string, number | string>> {
  const codes = (await readCodes(session)).filter(isUsable);
  return new Map(codes.flatMap(({ Code, Id }) => (Code && Id ? [[Code, Id] as const] : [])));
}

const termFields = twoWay({
  name: plainValue("Name"),
  paymentDays: number("CreditDays"),
});

const paymentTerm = mapping<PaymentTermRecord, PaymentTerm>({
  ...identity,
  ...stamps,
  ...termFields.reads,
  dueType: () => "DUE_IN_DAYS",
});

const terms = resource<PaymentTermRecord, PaymentTerm>({
  path: "/v2/PaymentTerms",
  id: "paymentTermId",
  map: paymentTerm,
  change: "PATCH",
});

/** The dimensions that every company has. */
export const categories = { department: "Department", location: "Location", project: "Project" } as const;

interface Categorized {
  readonly category: string;
  readonly native: Dimension;
}

async function readDimensions(session: Session): Promise<readonly Categorized[]> {
  const read = async (path: string, category: string): Promise<readonly Categorized[]> => {
    const natives = await allOf<Dimension>(session, path, { OrderBy: "Id" });
    return natives.map((native) => ({ category, native }));
  };
  return [
    ...(await read("/v2/Departments", categories.department)),
    ...(await read("/v2/Locations", categories.location)),
    ...(await read("/v2/Projects", categories.project)),
  ];
}

const dimension = mapping<DimensionRecord, Categorized>({
  id: ({ native }) => idOf(native),
  categoryName: ({ category }) => category,
  createdDate: ({ native }) => stamps.createdDate(native),
  name: ({ native }) => native.Name,
  status: ({ native }) => (native.IsActive === false ? "ARCHIVED" : "ACTIVE"),
  updatedDate: ({ native }) => stamps.updatedDate(native),
});

const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...stamps,
  ...texts({ contactId: "CustomerId", parentProjectId: "ParentProjectId" }),
  ...values({ code: "Code", name: "Name", number: "Code" }),
  ...days({ endDate: "EndDate", startDate: "StartDate" }),
  status: ({ IsActive }) => (IsActive === false ? "CLOSED" : "ACTIVE"),
});

export const catalogue = {
  ...operationsOf(
    "taxRates",
    inMemoryReads<TaxRateRecord, VatCode>({
      read: readCodes,
      map: taxRate,
      id: idOf,
      filters: { isActive: (native, wanted) => isUsable(native) === wanted },
      rules: [
        "The target system does not say whether a code is for sales or purchases. Kontor knows it of the standard codes.",
      ],
    }),
  ),
  "paymentTerms.list": list<PaymentTermRecord, PaymentTerm>({
    path: "/v2/PaymentTerms",
    map: paymentTerm,
    filters: { lastModifiedAt: () => ({}) },
    localFilter: {
      when: ({ lastModifiedAt }) => lastModifiedAt !== undefined,
      fits: (native, { lastModifiedAt }) =>
        lastModifiedAt === undefined || isSince(latest(native.LastChangedDateTimeOffset), lastModifiedAt),
    },
    defaultOrder: "Id",
  }),
  "paymentTerms.get": terms.get(),
  "paymentTerms.create": terms.create<PaymentTermInput>({
    encoder: encoder<PaymentTermInput>({
      ...termFields.writes,
      dueType: onlyAccepts(["DUE_IN_DAYS"], ": a term is a number of days"),
    }),
    requires: ["name", "paymentDays"],
  }),
  "dimensions.list": inMemory<DimensionRecord, Categorized>({
    read: readDimensions,
    map: dimension,
    raw: ({ native }) => native,
    filters: {
      lastModifiedAt: ({ native }, since) => isSince(latest(native.LastChangedDateTimeOffset), since),
    },
    rules: [
      "Departments come first, then locations, then projects. The three dimensions that a company may define itself are left out.",
    ],
  }),
  "projects.list": list<ProjectRecord, Project>({
    path: "/v2/Projects",
    map: project,
    filters: { lastModifiedAt: changedSince },
    defaultOrder: "Id",
  }),
  "projects.get": get({ path: "/v2/Projects/{projectId}", map: project }),
};
