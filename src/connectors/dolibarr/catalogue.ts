/** Records that documents refer to: projects, bank accounts, units and payment terms. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { Project as ProjectRecord, Unit as UnitRecord } from "../../contract/records/catalogue.ts";
import type * as records from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { allOf, isVersion18, listed, matches, resource, where } from "./conventions.ts";
import { epochDay, identity, numericIdIn, stamps } from "./fields.ts";
import type { BankAccount, PaymentTerm, Project, Unit } from "./types.ts";

const closed = 2;
const projectFields = twoWay({
  contactId: numericIdIn("socid"),
  description: plainValue("description"),
  endDate: epochDay("date_end"),
  name: plainValue("title"),
  number: plainValue("ref"),
  parentProjectId: numericIdIn("fk_project"),
  startDate: epochDay("date_start"),
});
const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...stamps,
  ...projectFields.reads,
  status: ({ status }) => (Number(status) === closed ? "CLOSED" : "ACTIVE"),
});
const projects = resource<ProjectRecord, Project>("/projects", "projectId", project);

/** Version 18 has no parents of projects, and ignores one without an error (live run, 18.0.5). */
async function checkParent({ body: { parentProjectId } }: WriteCall<ProjectInput>, session: Session): Promise<void> {
  if (parentProjectId === undefined || !(await isVersion18(session))) return;
  throw cannotStore(
    "Version 18 of Dolibarr does not store the parent of a project. Leave out parentProjectId.",
    "parentProjectId",
  );
}

const accountTypes: Readonly<Record<string, string>> = { "0": "SAVINGS", "1": "BANK", "2": "CASH" };

const bankAccount = mapping<records.BankAccount, BankAccount>({
  ...identity,
  ...stamps,
  ...values({ bankName: "bank", bic: "bic", description: "comment", iban: "iban", name: "label", number: "number" }),
  currency: ({ currency_code: code }) => currencyCode(code),
  // `status` has the names of all states in version 18.
  status: ({ clos, status }) => (Number(clos ?? status) === 1 ? "ARCHIVED" : "ACTIVE"),
  type: ({ type }) => accountTypes[String(type)],
});

const unit = mapping<UnitRecord, Unit>({
  id: ({ rowid }) => String(rowid),
  ...values({ code: "code", description: "label", type: "short_label" }),
});

const paymentTerm = mapping<records.PaymentTerm, PaymentTerm>({
  ...identity,
  ...values({ code: "code", description: "descr", name: "label" }),
  dueType: ({ type_cdr: kind }) => (Number(kind ?? 0) === 0 ? "DUE_IN_DAYS" : "DUE_AS_PERIOD"),
  paymentDays: ({ nbjour: days }) => amount(days),
});

const terms = (session: Session) => allOf<PaymentTerm>(session, "/setup/dictionary/payment_terms");

export const catalogue = {
  "projects.list": listed<ProjectRecord, Project>({ path: "/projects", map: project }),
  "projects.get": projects.get(),
  "projects.create": projects.create<ProjectInput>({
    encoder: encoder<ProjectInput>({
      ...projectFields.writes,
      status: (status) => ({ status: status === "CLOSED" ? closed : 1 }),
    }),
    also: () => ({}),
    prepare: checkParent,
    body: (encoded) => ({ status: 1, usage_task: 1, ...encoded }),
    // Project numbers are unique.
    find: async ({ body: { number = "", name } }, session) =>
      (await allOf<Project>(session, "/projects", where(matches("t.ref", number)))).find(
        ({ ref, title }) => ref === number && title === name,
      ),
    requires: ["name", "number"],
    rules: ["Version 18 of Dolibarr has no parents of projects, so parentProjectId is refused there."],
  }),
  "bankAccounts.list": listed<records.BankAccount, BankAccount>({
    path: "/bankaccounts",
    map: bankAccount,
    isForAll: true,
  }),
  "bankAccounts.get": resource<records.BankAccount, BankAccount>("/bankaccounts", "bankAccountId", bankAccount).get(),
  "units.list": inMemory<UnitRecord, Unit>({
    read: (session) => allOf<Unit>(session, "/setup/dictionary/units"),
    map: unit,
    rules: ["Only active units are listed."],
  }),
  "paymentTerms.list": inMemory<records.PaymentTerm, PaymentTerm>({
    read: terms,
    map: paymentTerm,
    rules: ["Only active payment terms are listed."],
  }),
  "paymentTerms.get": getInMemory<records.PaymentTerm, PaymentTerm>({
    read: terms,
    map: paymentTerm,
    id: ({ id }) => String(id),
  }),
};
