/** What documents refer to: projects, bank accounts, units and payment terms. */
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { Project as ProjectRecord, Unit as UnitRecord } from "../../contract/records/catalogue.ts";
import type {
  BankAccount as BankAccountRecord,
  PaymentTerm as PaymentTermRecord,
} from "../../contract/records/money.ts";
import { currency } from "../../contract/schema.ts";
import { type Session } from "../../contract/session.ts";
import { as, encoder } from "../../kit/encode.ts";
import { inMemory, oneInMemory } from "../../kit/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { spelled, vocabulary } from "../../kit/vocabulary.ts";
import { allOf, listed, matches, resource, where } from "./conventions.ts";
import { dayOf, epochAs, idAs, identity, idOf, stamps } from "./fields.ts";
import type { BankAccount, PaymentTerm, Project, Unit } from "./types.ts";

const currencies = vocabulary(spelled(currency));

const closed = 2;
const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...stamps,
  contactId: ({ socid }) => idOf(socid),
  description: ({ description }) => description,
  endDate: (native) => dayOf(native.date_end),
  name: ({ title }) => title,
  number: ({ ref }) => ref,
  parentProjectId: ({ fk_project: id }) => idOf(id),
  startDate: (native) => dayOf(native.date_start),
  status: ({ status }) => (Number(status) === closed ? "CLOSED" : "ACTIVE"),
});
const projects = resource<ProjectRecord, Project>("/projects", "projectId", project);

/** Which of the vendor's kinds it is. */
const accountTypes: Readonly<Record<string, string>> = { "0": "SAVINGS", "1": "BANK", "2": "CASH" };

const bankAccount = mapping<BankAccountRecord, BankAccount>({
  ...identity,
  ...stamps,
  bankName: ({ bank }) => bank,
  bic: ({ bic }) => bic,
  currency: ({ currency_code: code }) => currencies.ours(code),
  description: ({ comment }) => comment,
  iban: ({ iban }) => iban,
  name: ({ label }) => label,
  number: ({ number }) => number,
  status: ({ status }) => (Number(status) === 1 ? "ARCHIVED" : "ACTIVE"),
  type: ({ type }) => accountTypes[String(type)],
});

const unit = mapping<UnitRecord, Unit>({
  id: ({ rowid }) => String(rowid),
  code: ({ code }) => code,
  description: ({ label }) => label,
  type: ({ short_label: short }) => short,
});

const paymentTerm = mapping<PaymentTermRecord, PaymentTerm>({
  ...identity,
  code: ({ code }) => code,
  description: ({ descr }) => descr,
  dueType: ({ type_cdr: kind }) => (Number(kind ?? 0) === 0 ? "DUE_IN_DAYS" : "DUE_AS_PERIOD"),
  name: ({ label }) => label,
  paymentDays: ({ nbjour: days }) => amount(days),
});

const terms = (session: Session) => allOf<PaymentTerm>(session, "/setup/dictionary/payment_terms");

export const catalogue = {
  "projects.list": listed<ProjectRecord, Project>({ path: "/projects", map: project }),
  "projects.get": projects.get(),
  "projects.create": projects.create<ProjectInput>({
    encoder: encoder<ProjectInput>({
      contactId: idAs("socid"),
      description: as("description"),
      endDate: epochAs("date_end"),
      name: as("title"),
      number: as("ref"),
      parentProjectId: idAs("fk_project"),
      startDate: epochAs("date_start"),
      status: (status) => ({ status: status === "CLOSED" ? closed : 1 }),
    }),
    also: () => ({}),
    body: (encoded) => ({ status: 1, usage_task: 1, ...encoded }),
    // A number is there once.
    find: async ({ body: { number = "", name } }, session) =>
      (await allOf<Project>(session, "/projects", where(matches("t.ref", number)))).find(
        ({ ref, title }) => ref === number && title === name,
      ),
    requires: ["name", "number"],
  }),
  "bankAccounts.list": listed<BankAccountRecord, BankAccount>({ path: "/bankaccounts", map: bankAccount }),
  "bankAccounts.get": resource<BankAccountRecord, BankAccount>("/bankaccounts", "bankAccountId", bankAccount).get(),
  "units.list": inMemory<UnitRecord, Unit>({
    read: (session) => allOf<Unit>(session, "/setup/dictionary/units"),
    map: unit,
    rules: ["Those in use are read whole."],
  }),
  "paymentTerms.list": inMemory<PaymentTermRecord, PaymentTerm>({
    ...{ read: terms, map: paymentTerm },
    rules: ["Those in use are read whole."],
  }),
  "paymentTerms.get": oneInMemory<PaymentTermRecord, PaymentTerm>({
    ...{ read: terms, map: paymentTerm },
    id: ({ id }) => String(id),
  }),
};
