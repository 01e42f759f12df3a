import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { Project as ProjectRecord, TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import type { BankAccount, PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { as, encoder } from "../../kit/encode.ts";
import { inMemory, oneInMemory, readWhole } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf, changedSince, inOnePiece, list, resource, updatedAfter } from "./conventions.ts";
import { currencyOf, identity, named, stamps } from "./fields.ts";
import { projectCategory } from "./lines.ts";
import type { FinancialAccount, Project, TaxRate, Workflow } from "./types.ts";

const looksLikeIban = /^[A-Z]{2}\d{2}[A-Z0-9]{6,}$/;

const bankAccount = mapping<BankAccount, FinancialAccount>({
  ...identity,
  ...named,
  ...stamps,
  ...values({ bankName: "provider", number: "identifier", type: "type" }),
  currency: currencyOf,
  iban: ({ identifier }) => (identifier && looksLikeIban.test(identifier) ? identifier : undefined),
  status: ({ active }) => (active === false ? "ARCHIVED" : "ACTIVE"),
});

const readAccounts = readWhole<FinancialAccount>("/financial_accounts.json");

/** What says how an invoice is to be paid and reminded of. Its first step is the invoice itself, the others remind of it. */
const daysOf = ({ steps }: Workflow): number | null | undefined =>
  steps?.toSorted((one, other) => one.step_order - other.step_order)[0]?.due_interval;

const paymentTerm = mapping<PaymentTerm, Workflow>({
  ...identity,
  ...named,
  ...stamps,
  dueType: (workflow) => (typeof daysOf(workflow) === "number" ? "DUE_IN_DAYS" : undefined),
  paymentDays: daysOf,
});

const readWorkflows = readWhole<Workflow>("/workflows.json");
const ofInvoices = async (session: Session) =>
  (await readWorkflows(session)).filter(({ type }) => type === "InvoiceWorkflow");

const usages = vocabulary({
  sales_invoice: "INVOICE",
  purchase_invoice: "BILL",
  general_journal_document: "JOURNAL_ENTRY",
});

const taxRate = mapping<TaxRateRecord, TaxRate>({
  ...identity,
  ...named,
  ...stamps,
  /** Lines name their tax rate by its id. */
  code: ({ id }) => id,
  percentage: ({ percentage }) => amount(percentage),
  usage: usages.read((rate) => rate.tax_rate_type),
});

const rates = "/tax_rates.json";

const stateOf = ({ state }: Project) => state;

const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...named,
  status: vocabulary({ active: "ACTIVE", archived: "CLOSED" }).read(stateOf),
});

const dimension = mapping<DimensionRecord, Project>({
  ...identity,
  ...named,
  categoryName: () => projectCategory,
  status: vocabulary({ active: "ACTIVE", archived: "ARCHIVED" }).read(stateOf),
});

/** Without the filter only active ones come. */
const everything = { path: "/projects.json", query: { filter: "state:all" } };

const projects = resource("/projects", "projectId", { map: project, within: "project" });

export const catalogue = {
  "bankAccounts.list": inMemory({ read: readAccounts, map: bankAccount, filters: changedSince, rules: [inOnePiece] }),
  "bankAccounts.get": oneInMemory({ read: readAccounts, map: bankAccount, id: ({ id }) => id }),
  "paymentTerms.list": inMemory({
    read: ofInvoices,
    map: paymentTerm,
    filters: changedSince,
    rules: [inOnePiece, "These are the target system's workflows for invoices."],
  }),
  "paymentTerms.get": oneInMemory({ read: ofInvoices, map: paymentTerm, id: ({ id }) => id }),
  "taxRates.list": list({
    path: rates,
    map: taxRate,
    filters: { lastModifiedAt: updatedAfter, isActive: (active) => ({ filter: `active:${active}` }) },
  }),
  "taxRates.get": oneInMemory({ read: (session) => allOf<TaxRate>(session, rates), map: taxRate, id: ({ id }) => id }),
  "projects.list": list({ ...everything, map: project }),
  "projects.get": projects.get,
  "projects.create": projects.create({ encoder: encoder<ProjectInput>({ name: as("name") }), requires: ["name"] }),
  "dimensions.list": list({ ...everything, map: dimension }),
};
