/** Master data that documents and entries refer to. */
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import type { TaxRateRecord, Unit as UnitRecord } from "../../contract/records/catalogue.ts";
import type * as records from "../../contract/records/ledger.ts";
import type * as money from "../../contract/records/money.ts";
import { days, values } from "../../kit/columns.ts";
import { encoder, fieldAs, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { appendMarker, removeMarker } from "../../kit/models/writing.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { type Kind, listOf, readsOf, select } from "./conventions.ts";
import { activityOf, currencyOf, identity, master, percentOf, stamps } from "./fields.ts";
import type { AnalyticAccount, BankAccount, FiscalYear, Journal, PaymentTerm, Tax, Unit } from "./types.ts";
import { createOf } from "./writing.ts";

const journal: Kind<records.Journal, Journal> = {
  model: "account.journal",
  fields: "name code type",
  map: mapping<records.Journal, Journal>({
    ...identity,
    ...stamps,
    ...values({ code: "code", description: "name", type: "type" }),
  }),
};

const yearStates = vocabulary({ open: "OPEN", close: "CLOSED", closed: "CLOSED", locked: "CLOSED" });
const fiscalYear: Kind<records.FiscalYear, FiscalYear> = {
  model: "account.fiscalyear",
  fields: "name start_date end_date state",
  company: "company",
  map: mapping<records.FiscalYear, FiscalYear>({
    ...identity,
    ...stamps,
    ...values({ description: "name" }),
    ...days({ endDate: "end_date", startDate: "start_date" }),
    status: yearStates.read(({ state }) => state),
  }),
};

const taxRate: Kind<TaxRateRecord, Tax> = {
  model: "account.tax",
  fields: "name description type rate group.kind",
  company: "company",
  archived: true,
  map: mapping<TaxRateRecord, Tax>({
    ...master,
    /** Lines refer to a tax by its id. */
    code: ({ id }) => String(id),
    description: ({ description }) => description,
    percentage: ({ rate }) => percentOf(rate),
    usage: vocabulary({ sale: "INVOICE", purchase: "BILL", both: "ALL" }).read(({ group }) => group?.kind),
  }),
};

const unit: Kind<UnitRecord, Unit> = {
  model: "product.uom",
  fields: "name symbol category.name",
  map: mapping<UnitRecord, Unit>({
    ...identity,
    ...values({ code: "symbol", description: "name", type: "category.name" }),
  }),
};

/** The leaves of a chart of analytic accounts. The chart itself is the category. */
const dimension: Kind<records.DimensionRecord, AnalyticAccount> = {
  model: "analytic_account.account",
  fields: "name active root.name",
  company: "company",
  domain: [["type", "=", "normal"]],
  archived: true,
  map: mapping<records.DimensionRecord, AnalyticAccount>({
    ...master,
    categoryName: ({ root }) => root?.name,
    status: activityOf,
  }),
};

const numberOf = ({ numbers }: BankAccount, type: string) => numbers?.find((entry) => entry.type === type)?.number;

export const ibanOf = (account: BankAccount): string | undefined => numberOf(account, "iban")?.replaceAll(" ", "");
export const bankFields = "bank(bic party.name) currency.code numbers(type number)";

/** The company's bank accounts. Customers and suppliers carry their own. */
const bankAccount: Kind<money.BankAccount, BankAccount> = {
  model: "bank.account",
  fields: `${bankFields} active`,
  domain: async (session) => {
    const companies = { model: "company.company", fields: "party", company: "id" };
    const [company] = await select<{ readonly party: number }>(session, companies, []);
    return [["owners", "in", [company?.party ?? 0]]];
  },
  archived: true,
  map: mapping<money.BankAccount, BankAccount>({
    ...identity,
    ...stamps,
    ...values({ bankName: "bank.party.name", bic: "bank.bic" }),
    currency: currencyOf,
    iban: ibanOf,
    number: (account) => numberOf(account, "other") ?? ibanOf(account),
    status: activityOf,
  }),
};

/** Only a term with a single due date after a number of days can be given in days. */
function daysOf({ lines }: PaymentTerm): number | undefined {
  const [line, ...others] = lines ?? [];
  const [delta, ...more] = line?.relativedeltas ?? [];
  if (delta === undefined || others.length > 0 || more.length > 0 || delta.months || delta.day) return undefined;
  return (delta.days ?? 0) + 7 * (delta.weeks ?? 0);
}

const paymentTerm: Kind<money.PaymentTerm, PaymentTerm> = {
  model: "account.invoice.payment_term",
  fields: "name description lines.relativedeltas(day days months weeks)",
  archived: true,
  parts: ["lines"],
  map: mapping<money.PaymentTerm, PaymentTerm>({
    ...master,
    description: ({ description }) => removeMarker(description),
    dueType: (term) => (daysOf(term) === undefined ? undefined : "DUE_IN_DAYS"),
    paymentDays: daysOf,
  }),
};

export const masters = {
  "journals.list": listOf(journal),
  ...operationsOf("fiscalYears", readsOf(fiscalYear, { unstamped: true })),
  ...operationsOf("taxRates", readsOf(taxRate, { filters: { isActive: (active) => [["active", "=", active]] } })),
  "units.list": listOf(unit, { unstamped: true }),
  "dimensions.list": listOf(dimension),
  ...operationsOf("bankAccounts", readsOf(bankAccount)),
  ...operationsOf("paymentTerms", readsOf(paymentTerm)),
  "paymentTerms.create": createOf<PaymentTermInput, money.PaymentTerm, PaymentTerm>(paymentTerm, {
    encoder: encoder<PaymentTermInput>({
      description: sentSeparately,
      name: fieldAs("name"),
      paymentDays: sentSeparately,
    }),
    marked: (reference) => [["description", "like", `%${reference}`]],
    values: (encoded, _prepared, { body: { description, paymentDays: days = 0 }, marker }) => ({
      ...encoded,
      description: appendMarker(description, marker),
      lines: [["create", [{ type: "remainder", relativedeltas: [["create", [{ days }]]] }]]],
    }),
    requires: ["name"],
    rules: ["Tryton's description ends with a reference that Kontor needs; answers leave it out."],
  }),
};
