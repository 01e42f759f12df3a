import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { Project as ProjectRecord, TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import type { BankAccount, PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { getInMemory, inMemory, readUnpagedList } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf, changedSince, list, resource, unpagedRule, updatedAfter } from "./conventions.ts";
import { currencyOf, identity, name, stamps } from "./fields.ts";
import { projectCategory } from "./lines.ts";
import type { FinancialAccount, Project, TaxRate, Workflow } from "./types.ts";

const looksLikeIban = /^[A-Z]{2}\d{2}[A-Z0-9]{6,}$/;

const bankAccount = mapping<BankAccount, FinancialAccount>({
  ...identity,
  ...name.reads,
  ...stamps,
  ...values({ bankName: "provider", number: "identifier", type: "type" }),
  currency: currencyOf,
  iban: ({ identifier }) => (identifier && looksLikeIban.test(identifier) ? identifier : undefined),
  status: ({ active }) => (active === false ? "ARCHIVED" : "ACTIVE"),
});

const readAccounts = readUnpagedList<FinancialAccount>("/financial_accounts.json");

/** A workflow's first step is the invoice with its due date, the others are reminders. */
const daysOf = ({ steps }: Workflow): number | null | undefined =>
  steps?.toSorted((left, right) => left.step_order - right.step_order)[0]?.due_interval;

const paymentTerm = mapping<PaymentTerm, Workflow>({
  ...identity,
  ...name.reads,
  ...stamps,
  dueType: (workflow) => (typeof daysOf(workflow) === "number" ? "DUE_IN_DAYS" : undefined),
  paymentDays: daysOf,
});

const readWorkflows = readUnpagedList<Workflow>("/workflows.json");
const readInvoiceWorkflows = async (session: Session) =>
  (await readWorkflows(session)).filter(({ type }) => type === "InvoiceWorkflow");

const usages = vocabulary({
  sales_invoice: "INVOICE",
  purchase_invoice: "BILL",
  general_journal_document: "JOURNAL_ENTRY",
});

const taxRate = mapping<TaxRateRecord, TaxRate>({
  ...identity,
  ...name.reads,
  ...stamps,
  // Lines refer to a tax rate by its id.
  code: ({ id }) => id,
  percentage: ({ percentage }) => amount(percentage),
  usage: usages.read((rate) => rate.tax_rate_type),
});

const rates = "/tax_rates.json";

const stateOf = ({ state }: Project) => state;

const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...name.reads,
  status: vocabulary({ active: "ACTIVE", archived: "CLOSED" }).read(stateOf),
});

const dimension = mapping<DimensionRecord, Project>({
  ...identity,
  ...name.reads,
  categoryName: () => projectCategory,
  status: vocabulary({ active: "ACTIVE", archived: "ARCHIVED" }).read(stateOf),
});

/** By default the vendor returns only active projects. */
const allProjects = { path: "/projects.json", query: { filter: "state:all" } };

const projects = resource("/projects", "projectId", { map: project, within: "project" });

export const catalogue = {
  "bankAccounts.list": inMemory({ read: readAccounts, map: bankAccount, filters: changedSince, rules: [unpagedRule] }),
  "bankAccounts.get": getInMemory({ read: readAccounts, map: bankAccount, id: ({ id }) => id }),
  "paymentTerms.list": inMemory({
    read: readInvoiceWorkflows,
    map: paymentTerm,
    filters: changedSince,
    rules: [unpagedRule, "Payment terms are the target system's invoice workflows."],
  }),
  "paymentTerms.get": getInMemory({ read: readInvoiceWorkflows, map: paymentTerm, id: ({ id }) => id }),
  "taxRates.list": list({
    path: rates,
    map: taxRate,
    filters: { lastModifiedAt: updatedAfter, isActive: (active) => ({ filter: `active:${active}` }) },
  }),
  "taxRates.get": getInMemory({ read: (session) => allOf<TaxRate>(session, rates), map: taxRate, id: ({ id }) => id }),
  "projects.list": list({ ...allProjects, map: project }),
  "projects.get": projects.get(),
  "projects.create": projects.create({ encoder: encoder<ProjectInput>(name.writes), requires: ["name"] }),
  "dimensions.list": list({ ...allProjects, map: dimension }),
};
