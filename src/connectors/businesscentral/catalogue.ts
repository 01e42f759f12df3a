/** Units, tax codes, dimensions, projects, journals, bank accounts and payment terms. */
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { BankAccountInput, PaymentTermInput } from "../../contract/inputs/money.ts";
import type { Project, TaxRateRecord, Unit } from "../../contract/records/catalogue.ts";
import type { DimensionRecord, Journal as JournalRecord } from "../../contract/records/ledger.ts";
import type * as records from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { entitySet, modified } from "./conventions.ts";
import { guids, identity, stamped } from "./fields.ts";
import type { BankAccount, Coded, DimensionValue, Journal, Numbered, PaymentTerm, Text } from "./types.ts";

const code = twoWay({
  code: plainValue("code"),
});
const name = twoWay({
  name: plainValue("displayName"),
});

const unit = mapping<Unit, Coded>({ ...identity, ...code.reads, ...values({ description: "displayName" }) });

/** The tax codes of lines. Their percentage depends on the customer too, so only lines have it. */
const taxRate = mapping<TaxRateRecord, Coded>({ ...stamped, ...code.reads, ...name.reads });

const dimension = mapping<DimensionRecord, DimensionValue>({
  ...stamped,
  ...name.reads,
  ...values({ categoryName: "dimension.displayName" }),
});

const projectNumber = twoWay({
  number: plainValue("number"),
});
const project = mapping<Project, Numbered>({ ...stamped, ...name.reads, ...projectNumber.reads });

const journal = mapping<JournalRecord, Journal>({
  ...stamped,
  ...code.reads,
  ...guids({ accountId: "balancingAccountId" }),
  ...values({ description: "displayName", type: "templateDisplayName" }),
});

const bankAccountFields = twoWay({
  iban: plainValue("iban"),
  number: plainValue("bankAccountNumber"),
});
const bankAccount = mapping<records.BankAccount, BankAccount>({
  ...stamped,
  ...name.reads,
  ...bankAccountFields.reads,
  currency: (account) => currencyCode(account.currencyCode),
  status: ({ blocked }) => (blocked ? "ARCHIVED" : "ACTIVE"),
});
const bankAccountEncoder = encoder<BankAccountInput>({
  ...name.writes,
  ...bankAccountFields.writes,
  currency: fieldAs("currencyCode"),
  status: (status) => ({ blocked: status === "ARCHIVED" }),
});

/** Formulas of days and weeks only: those with months, such as `CM+8D`, have no fixed number of days. */
function daysOf(formula: Text): number | undefined {
  const [, count, unit] = /^(\d+)([DW])$/i.exec(formula ?? "") ?? [];
  return count === undefined ? undefined : Number(count) * (unit?.toUpperCase() === "W" ? 7 : 1);
}

const discount = twoWay({
  discountPercentage: number("discountPercent"),
});
const paymentTerm = mapping<records.PaymentTerm, PaymentTerm>({
  ...stamped,
  ...code.reads,
  ...name.reads,
  ...discount.reads,
  discountDays: (term) => daysOf(term.discountDateCalculation),
  dueType: (term) => (daysOf(term.dueDateCalculation) === undefined ? undefined : "DUE_IN_DAYS"),
  paymentDays: (term) => daysOf(term.dueDateCalculation),
});
const paymentTermEncoder = encoder<PaymentTermInput>({
  ...code.writes,
  ...name.writes,
  ...discount.writes,
  discountDays: (days) => ({ discountDateCalculation: `${days}D` }),
  paymentDays: (days) => ({ dueDateCalculation: `${days}D` }),
});

const units = entitySet("/unitsOfMeasure", { id: "unitId", map: unit });
const taxRates = entitySet("/taxGroups", { id: "taxRateId", map: taxRate });
const dimensions = entitySet("/dimensionValues", { id: "dimensionId", map: dimension, expand: "dimension" });
const projects = entitySet("/projects", { id: "projectId", map: project });
const journals = entitySet("/journals", { id: "journalId", map: journal });
const bankAccounts = entitySet("/bankAccounts", { id: "bankAccountId", map: bankAccount });
const paymentTerms = entitySet("/paymentTerms", { id: "paymentTermId", map: paymentTerm });

export const catalogue = {
  "units.list": units.list(),
  "taxRates.list": taxRates.list({ filters: modified }),
  "taxRates.get": taxRates.get(),
  "dimensions.list": dimensions.list({ filters: modified }),
  "projects.list": projects.list({ filters: modified }),
  "projects.get": projects.get(),
  "projects.create": projects.create({
    encoder: encoder<ProjectInput>({ ...name.writes, ...projectNumber.writes }),
    requires: ["name"],
  }),
  "journals.list": journals.list({ filters: modified }),
  "bankAccounts.list": bankAccounts.list({ filters: modified }),
  "bankAccounts.get": bankAccounts.get(),
  "bankAccounts.create": bankAccounts.create({ encoder: bankAccountEncoder, requires: ["name"] }),
  "paymentTerms.list": paymentTerms.list({ filters: modified }),
  "paymentTerms.get": paymentTerms.get(),
  "paymentTerms.create": paymentTerms.create({ encoder: paymentTermEncoder, requires: ["code"] }),
};
