/** Tax rates, units, payment types, bank accounts and fiscal years. */
import type { TaxChoice } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { TaxRateRecord, Unit as UnitRecord } from "../../contract/records/catalogue.ts";
import type { FiscalYear } from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord, PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { todayIn } from "../../kit/dates.ts";
import { inMemory, inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf, list, zone } from "./conventions.ts";
import { currencyOf, ids, withCurrency } from "./fields.ts";
import type { BankAccount, BusinessYear, CalendarYear, Named, Tax } from "./types.ts";

const usages = vocabulary({
  sales_tax: "INVOICE",
  opted_sales_tax: "INVOICE",
  non_consideration_sales_tax: "INVOICE",
  not_taxable_turnover: "INVOICE",
  pre_tax_material: "BILL",
  pre_tax_investment: "BILL",
  pre_customs_tax_material: "BILL",
  pre_customs_tax_investment: "BILL",
  pre_regards_tax_material: "BILL",
  pre_regards_tax_investment: "BILL",
});

const taxRate = mapping<TaxRateRecord, Tax>({
  // Lines refer to a tax by its id. `name` is the key of a translation.
  ...ids({ id: "id", code: "id" }),
  ...values({ name: "display_name" }),
  percentage: ({ value }) => amount(value),
  usage: usages.read(({ type }) => type),
});

/** The year's default of this rate, or the only active ordinary code of this rate and direction. */
export async function defaultTaxCode(
  { percentage, usage, rule }: TaxChoice,
  session: Session,
): Promise<string | undefined> {
  if (usage === "JOURNAL_ENTRY" || rule !== undefined) return undefined;
  const taxes = await allOf<Tax>(session, "/3.0/taxes", { scope: "active" });
  const fitting = taxes.filter(({ type, value }) => usages.toContract(type) === usage && amount(value) === percentage);
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return String(only.id);
  const today = todayIn(zone);
  const years = await allOf<CalendarYear>(session, "/3.0/accounting/calendar_years");
  const year = years.find(({ start, end }) => start <= today && today <= end) ?? years[0];
  const preferred = usage === "INVOICE" ? year?.default_tax_income_id : year?.default_tax_expense_id;
  if (fitting.some(({ id }) => id === preferred)) return String(preferred);
  // Goods and services are the ordinary case; investments and imports have codes of their own.
  const ordinary = fitting.filter(({ type }) => type === "pre_tax_material" || type === "sales_tax");
  return ordinary.length === 1 ? String(ordinary[0]?.id) : undefined;
}

const unit = mapping<UnitRecord, Named>({ ...ids({ id: "id" }), ...values({ code: "name" }) });

const paymentTerm = mapping<PaymentTerm, Named>({ ...ids({ id: "id" }), ...values({ name: "name" }) });

const bankAccount = mapping<BankAccountRecord, BankAccount>({
  ...ids({ id: "id" }),
  ...values({ bankName: "bank_name", bic: "bank_nr", iban: "iban_nr", name: "name", number: "bank_account_nr" }),
  ...values({ type: "type" }),
  currency: currencyOf,
});

const readYears = (session: Session) => allOf<BusinessYear>(session, "/3.0/accounting/business_years");

const fiscalYear = mapping<FiscalYear, BusinessYear>({
  ...ids({ id: "id" }),
  ...days({ endDate: "end", startDate: "start" }),
  status: vocabulary({ open: "OPEN", closed: "CLOSED", locked: "CLOSED" }).read(({ status }) => status),
});

export const fiscalYearStarts = async (session: Session): Promise<readonly string[]> =>
  (await readYears(session)).map(({ start }) => start).toSorted();

/** The last day before the first year that is open. */
export async function closedUntil(session: Session): Promise<string | undefined> {
  const years = (await readYears(session)).toSorted((left, right) => (left.start < right.start ? -1 : 1));
  const firstOpen = years.findIndex(({ status }) => status === "open");
  const closed = firstOpen === -1 ? years : years.slice(0, firstOpen);
  return closed.at(-1)?.end;
}

/** bexio accepts a draft of any day, and refuses to book it later. */
export async function refuseClosedDay(day: string, field: string, session: Session): Promise<void> {
  const until = await closedUntil(session);
  if (until === undefined || day.slice(0, 10) > until) return;
  throw cannotStore(`The books of bexio are closed until ${until}. Send a later day.`, field);
}

export const catalogue = {
  "taxRates.list": list({
    path: "/3.0/taxes",
    map: taxRate,
    filters: { isActive: (active) => ({ scope: active ? "active" : "inactive" }) },
  }),
  "taxRates.get": get({ path: "/3.0/taxes/{taxRateId}", map: taxRate }),
  "units.list": inMemory({ read: (session) => allOf<Named>(session, "/2.0/unit"), map: unit }),
  ...operationsOf(
    "paymentTerms",
    inMemoryReads({
      read: (session) => allOf<Named>(session, "/2.0/payment_type"),
      map: paymentTerm,
      id: ({ id }) => String(id),
      rules: ["These are the target system's payment types. They have no days: each invoice has its due date."],
    }),
  ),
  "bankAccounts.list": list({ path: "/3.0/banking/accounts", map: bankAccount, lookups: [withCurrency] }),
  "bankAccounts.get": get({
    path: "/3.0/banking/accounts/{bankAccountId}",
    map: bankAccount,
    lookups: [withCurrency],
  }),
  ...operationsOf("fiscalYears", inMemoryReads({ read: readYears, map: fiscalYear, id: ({ id }) => String(id) })),
};
