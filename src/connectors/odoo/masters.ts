/** Master data that documents and entries refer to. */
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { Project as ProjectRecord, TaxRateRecord, Unit as UnitRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord, Journal as JournalRecord } from "../../contract/records/ledger.ts";
import type * as records from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { markerText, removeMarker } from "../../kit/models/writing.ts";
import { day, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { bankSource, ibanOf } from "./contacts.ts";
import { createOf, inApp, type Kind, listOf, readsOf } from "./conventions.ts";
import { activityOf, asHtml, currency, identity, ids, linkedId, master, plainText, stamps } from "./fields.ts";
import { rateOf } from "./lines.ts";
import type { AnalyticAccount, Journal, PaymentTerm, Project, Tax, Unit } from "./types.ts";
import * as types from "./types.ts";

const journal: Kind<JournalRecord, Journal> = {
  model: "account.journal",
  fields: types.namesOf(types.journalFields),
  map: mapping<JournalRecord, Journal>({
    ...identity,
    ...stamps,
    ...ids({ accountId: "default_account_id" }),
    ...values({ code: "code", description: "name", type: "type" }),
    ...currency,
  }),
};

const bankAccount: Kind<records.BankAccount, Journal> = {
  model: "account.journal",
  fields: types.namesOf(types.journalFields),
  links: { bank_account_id: bankSource },
  domain: [["type", "=", "bank"]],
  archived: true,
  map: mapping<records.BankAccount, Journal>({
    ...master,
    ...values({
      bankName: "bank_account_id.bank_name",
      bic: "bank_account_id.bank_bic",
      number: "bank_account_id.acc_number",
      type: "type",
    }),
    ...currency,
    iban: ({ bank_account_id: bank }) => bank && ibanOf(bank),
    status: activityOf,
  }),
};

const usages = vocabulary({ sale: "INVOICE", purchase: "BILL", none: "JOURNAL_ENTRY" });
const taxRate: Kind<TaxRateRecord, Tax> = {
  model: "account.tax",
  fields: types.namesOf(types.taxFields),
  archived: true,
  map: mapping<TaxRateRecord, Tax>({
    ...master,
    /** Lines refer to a tax by its id. */
    code: ({ id }) => String(id),
    description: ({ description }) => plainText(description),
    percentage: rateOf,
    type: ({ price_include: included }) => (included ? "INCLUSIVE" : "EXCLUSIVE"),
    usage: usages.read(({ type_tax_use: usage }) => usage),
  }),
};

const unit: Kind<UnitRecord, Unit> = {
  model: "uom.uom",
  fields: types.namesOf(types.unitFields),
  archived: true,
  map: mapping<UnitRecord, Unit>({
    ...identity,
    ...values({ code: "name", description: "name", type: "category_id.label" }),
  }),
};

const dimension: Kind<DimensionRecord, AnalyticAccount> = {
  model: "account.analytic.account",
  fields: types.namesOf(types.analyticAccountFields),
  archived: true,
  map: mapping<DimensionRecord, AnalyticAccount>({
    ...master,
    ...values({ categoryName: "plan_id.label" }),
    status: activityOf,
  }),
};

/** Only a term with a single due date some days after the invoice can be given in days. */
function daysOf({ line_ids: lines = [] }: PaymentTerm): number | undefined {
  const [line, ...others] = lines;
  if (line === undefined || others.length > 0 || line.months || line.end_month) return undefined;
  return (line.delay_type ?? "days_after") === "days_after" ? (line.nb_days ?? line.days ?? 0) : undefined;
}

/** Until version 16 the discount is in the line; later it counts only if it is enabled. */
const discountOf = ({ early_discount: on, line_ids: lines, ...term }: PaymentTerm) =>
  on === undefined ? lines?.find((line) => line.discount_percentage) : on ? term : undefined;

const paymentTerm: Kind<records.PaymentTerm, PaymentTerm> = {
  model: "account.payment.term",
  fields: types.namesOf(types.paymentTermFields),
  links: { line_ids: { model: "account.payment.term.line", fields: types.namesOf(types.termLineFields) } },
  parts: ["line_ids"],
  archived: true,
  map: mapping<records.PaymentTerm, PaymentTerm>({
    ...master,
    code: ({ id }) => String(id),
    description: ({ note }) => plainText(note),
    discountDays: (term) => discountOf(term)?.discount_days,
    discountPercentage: (term) => discountOf(term)?.discount_percentage,
    dueType: (term) => (daysOf(term) === undefined ? undefined : "DUE_IN_DAYS"),
    paymentDays: daysOf,
  }),
};

const projectFields = twoWay({
  contactId: linkedId("partner_id"),
  endDate: day("date"),
  startDate: day("date_start"),
});

const project: Kind<ProjectRecord, Project> = {
  model: "project.project",
  fields: types.namesOf(types.projectFields),
  archived: true,
  map: mapping<ProjectRecord, Project>({
    ...master,
    ...projectFields.reads,
    ...currency,
    description: ({ description }) => removeMarker(plainText(description)),
    status: ({ active }) => (active === false ? "CLOSED" : "ACTIVE"),
  }),
};

const bankRule = "Lists journals of type bank, each with its bank account.";
const isActive = (active: boolean) => [["active", "=", active]] as const;

const apps = inApp("Project", {
  ...operationsOf("projects", readsOf(project)),
  "projects.create": createOf<ProjectInput, ProjectRecord, Project>(project, {
    encoder: encoder<ProjectInput>({
      ...projectFields.writes,
      description: sentSeparately,
      name: fieldAs("name"),
    }),
    marked: (reference) => [["description", "ilike", reference]],
    values: (encoded, _prepared, { body: { description }, marker }) => ({
      ...encoded,
      description: asHtml([description, markerText(marker)].filter(Boolean).join("\n")),
    }),
    requires: ["name"],
    rules: ["Odoo's description ends with a reference that Kontor needs; answers leave it out."],
  }),
});

export const masters = {
  ...apps,
  "journals.list": listOf(journal),
  ...operationsOf("taxRates", readsOf(taxRate, { filters: { isActive } })),
  "units.list": listOf(unit, { unstamped: true }),
  "dimensions.list": listOf(dimension, { rules: ["Lists analytic accounts. The plan of an account is its category."] }),
  ...operationsOf("bankAccounts", readsOf(bankAccount, { rules: [bankRule] })),
  ...operationsOf("paymentTerms", readsOf(paymentTerm)),
};
