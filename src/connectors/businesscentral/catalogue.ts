/** Small lists that documents refer to. */
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { BankAccountInput } from "../../contract/inputs/money.ts";
import type { Project as ProjectRecord, TaxRateRecord, Unit } from "../../contract/records/catalogue.ts";
import type { DimensionRecord, Journal as JournalRecord } from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { at, list, modified, single } from "./conventions.ts";
import { currencyOf, guid, identity, updated } from "./fields.ts";
import { create } from "./telling.ts";
import type { BankAccount, Coded, Project } from "./types.ts";
import type { DimensionValue, Journal } from "./vendorLedger.ts";

const unit = mapping<Unit, Coded>({
  ...identity,
  code: ({ code }) => code,
  description: ({ displayName }) => displayName,
});

/** What lines name as their tax code. How many percent it is depends on the customer, too, and only lines tell. */
const taxRate = mapping<TaxRateRecord, Coded>({
  ...identity,
  ...updated,
  code: ({ code }) => code,
  name: ({ displayName }) => displayName,
});

const dimension = mapping<DimensionRecord, DimensionValue>({
  ...identity,
  ...updated,
  categoryName: (value) => value.dimension?.displayName,
  name: ({ displayName }) => displayName,
});

const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...updated,
  name: ({ displayName }) => displayName,
  number: ({ number }) => number,
});

const journal = mapping<JournalRecord, Journal>({
  ...identity,
  ...updated,
  accountId: (journal) => guid(journal.balancingAccountId),
  code: ({ code }) => code,
  description: ({ displayName }) => displayName,
  type: (journal) => journal.templateDisplayName,
});

const bankAccount = mapping<BankAccountRecord, BankAccount>({
  ...identity,
  ...updated,
  currency: ({ currencyCode }) => currencyOf(currencyCode),
  iban: ({ iban }) => iban,
  name: ({ displayName }) => displayName,
  number: (account) => account.bankAccountNumber,
  status: ({ blocked }) => (blocked ? "ARCHIVED" : "ACTIVE"),
});

const toldProject = encoder<ProjectInput>({ name: as("displayName"), number: as("number") });

const toldBankAccount = encoder<BankAccountInput>({
  currency: as("currencyCode"),
  iban: as("iban"),
  name: as("displayName"),
  number: as("bankAccountNumber"),
  status: (status) => ({ blocked: status === "ARCHIVED" }),
});

export const catalogue = {
  "units.list": list("unitsOfMeasure", { map: unit }),
  "taxRates.list": list("taxGroups", { map: taxRate, filters: modified }),
  "taxRates.get": single(at("taxGroups", "taxRateId"), { map: taxRate }),
  "dimensions.list": list("dimensionValues", { map: dimension, filters: modified, expand: "dimension" }),
  "projects.list": list("projects", { map: project, filters: modified }),
  "projects.get": single(at("projects", "projectId"), { map: project }),
  "projects.create": create("projects", { encoder: toldProject, map: project, requires: ["name"] }),
  "journals.list": list("journals", { map: journal, filters: modified }),
  "bankAccounts.list": list("bankAccounts", { map: bankAccount, filters: modified }),
  "bankAccounts.get": single(at("bankAccounts", "bankAccountId"), { map: bankAccount }),
  "bankAccounts.create": create("bankAccounts", { encoder: toldBankAccount, map: bankAccount, requires: ["name"] }),
};
