/** Small lists that documents refer to. */

import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { BankAccountInput, PaymentTermInput } from "../../contract/inputs/money.ts";
import type { Project, TaxRateRecord, Unit } from "../../contract/records/catalogue.ts";
import type { DimensionRecord, Journal as JournalRecord } from "../../contract/records/ledger.ts";
import type * as records from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { entitySet, modified } from "./conventions.ts";
import { guid, identity, stamped } from "./fields.ts";
import type { BankAccount, Coded, DimensionValue, Journal, Numbered, PaymentTerm, Text } from "./types.ts";

const code = { code: ({ code }: Coded) => code };
const name = { name: ({ displayName }: Coded | Numbered) => displayName };

const unit = mapping<Unit, Coded>({ ...identity, ...code, description: name.name });

/** What lines name as their tax code. How many percent it is depends on the customer, too, and only lines tell. */
const taxRate = mapping<TaxRateRecord, Coded>({ ...stamped, ...code, ...name });

const dimension = mapping<DimensionRecord, DimensionValue>({
  ...stamped,
  ...name,
  categoryName: (value) => value.dimension?.displayName,
});

const project = mapping<Project, Numbered>({ ...stamped, ...name, number: ({ number }) => number });

const journal = mapping<JournalRecord, Journal>({
  ...stamped,
  ...code,
  accountId: (journal) => guid(journal.balancingAccountId),
  description: name.name,
  type: (journal) => journal.templateDisplayName,
});

const bankAccount = mapping<records.BankAccount, BankAccount>({
  ...stamped,
  ...name,
  currency: (account) => currencyCode(account.currencyCode),
  ...values({ iban: "iban", number: "bankAccountNumber" }),
  status: ({ blocked }) => (blocked ? "ARCHIVED" : "ACTIVE"),
});
const bankAccountEncoder = encoder<BankAccountInput>({
  ...allAs(as, { currency: "currencyCode", iban: "iban", name: "displayName", number: "bankAccountNumber" }),
  status: (status) => ({ blocked: status === "ARCHIVED" }),
});

/** Days and weeks are days; formulas with months, such as `CM+8D`, are not. */
function daysOf(formula: Text): number | undefined {
  const [, count, unit] = /^(\d+)([DW])$/i.exec(formula ?? "") ?? [];
  return count === undefined ? undefined : Number(count) * (unit?.toUpperCase() === "W" ? 7 : 1);
}

const paymentTerm = mapping<records.PaymentTerm, PaymentTerm>({
  ...stamped,
  ...code,
  ...name,
  discountDays: (term) => daysOf(term.discountDateCalculation),
  discountPercentage: (term) => amount(term.discountPercent),
  dueType: (term) => (daysOf(term.dueDateCalculation) === undefined ? undefined : "DUE_IN_DAYS"),
  paymentDays: (term) => daysOf(term.dueDateCalculation),
});
const paymentTermEncoder = encoder<PaymentTermInput>({
  ...allAs(as, { code: "code", name: "displayName" }),
  discountDays: (days) => ({ discountDateCalculation: `${days}D` }),
  discountPercentage: numberAs("discountPercent"),
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
  "taxRates.get": taxRates.get,
  "dimensions.list": dimensions.list({ filters: modified }),
  "projects.list": projects.list({ filters: modified }),
  "projects.get": projects.get,
  "projects.create": projects.create({
    encoder: encoder<ProjectInput>({ name: as("displayName"), number: as("number") }),
    requires: ["name"],
  }),
  "journals.list": journals.list({ filters: modified }),
  "bankAccounts.list": bankAccounts.list({ filters: modified }),
  "bankAccounts.get": bankAccounts.get,
  "bankAccounts.create": bankAccounts.create({ encoder: bankAccountEncoder, requires: ["name"] }),
  "paymentTerms.list": paymentTerms.list({ filters: modified }),
  "paymentTerms.get": paymentTerms.get,
  "paymentTerms.create": paymentTerms.create({ encoder: paymentTermEncoder, requires: ["code"] }),
};
