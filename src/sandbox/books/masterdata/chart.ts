/** The chart of accounts, the journals and the tax rates: small tables that all three companies share. */
import { centsText } from "../basics/amounts.ts";
import type { Calendar } from "../basics/calendar.ts";
import type { NativeRecord } from "../basics/types.ts";

type Class = "asset" | "equity" | "expense" | "liability" | "revenue";

/** Number, class, type, name, and parent account. */
const chart: readonly (readonly [string, Class, string, string, string?])[] = [
  ["0027", "asset", "non_current_asset", "EDV-Software"],
  ["0320", "asset", "fixed_asset", "Fuhrpark"],
  ["0410", "asset", "fixed_asset", "Geschäftsausstattung"],
  ["0630", "liability", "long_term_liability", "Bankdarlehen"],
  ["0800", "equity", "capital", "Gezeichnetes Kapital"],
  ["0860", "equity", "retained_earnings", "Gewinnvortrag vor Verwendung"],
  ["0970", "liability", "accrued_expenses", "Sonstige Rückstellungen"],
  ["0980", "asset", "prepaid_expenses", "Aktive Rechnungsabgrenzung"],
  ["1000", "asset", "cash", "Kasse"],
  ["1200", "asset", "bank", "Bank"],
  ["1210", "asset", "bank", "Fremdwährungskonto"],
  ["1220", "asset", "bank", "Altes Tagesgeldkonto"],
  ["1400", "asset", "accounts_receivable", "Forderungen aus Lieferungen und Leistungen"],
  ["1570", "asset", "current_assets_input_tax", "Abziehbare Vorsteuer"],
  ["1571", "asset", "current_assets_input_tax", "Abziehbare Vorsteuer 7 %", "1570"],
  ["1576", "asset", "current_assets_input_tax", "Abziehbare Vorsteuer 19 %", "1570"],
  ["1577", "asset", "current_assets_input_tax", "Abziehbare Vorsteuer § 13b UStG 19 %", "1570"],
  ["1590", "asset", "current_asset", "Durchlaufende Posten"],
  ["1600", "liability", "accounts_payable", "Verbindlichkeiten aus Lieferungen und Leistungen"],
  ["1730", "liability", "credit_card", "Kreditkartenabrechnung"],
  ["1740", "liability", "employees_payable", "Verbindlichkeiten aus Lohn und Gehalt"],
  ["1770", "liability", "vat", "Umsatzsteuer"],
  ["1771", "liability", "vat", "Umsatzsteuer 7 %", "1770"],
  ["1776", "liability", "vat", "Umsatzsteuer 19 %", "1770"],
  ["1787", "liability", "vat", "Umsatzsteuer nach § 13b UStG 19 %", "1770"],
  ["2150", "expense", "exchange_rate_expense", "Aufwendungen aus Kursdifferenzen"],
  ["2400", "expense", "other_expense", "Forderungsverluste"],
  ["2660", "revenue", "exchange_rate_income", "Erträge aus Kursdifferenzen"],
  ["2740", "revenue", "other_income", "Erträge aus Schulderlass"],
  ["3100", "expense", "direct_costs", "Fremdleistungen"],
  ["3300", "expense", "cost_of_goods_sold", "Wareneingang 7 % Vorsteuer"],
  ["3400", "expense", "cost_of_goods_sold", "Wareneingang 19 % Vorsteuer"],
  ["3730", "expense", "cost_of_goods_sold", "Erhaltene Skonti"],
  ["4100", "expense", "employee_costs", "Löhne und Gehälter"],
  ["4210", "expense", "overheads", "Miete"],
  ["4530", "expense", "expense", "Laufende Kfz-Betriebskosten"],
  ["4650", "expense", "expense", "Bewirtungskosten"],
  ["4670", "expense", "expense", "Reisekosten"],
  ["4830", "expense", "depreciation", "Abschreibungen auf Sachanlagen"],
  ["4930", "expense", "expense", "Bürobedarf"],
  ["4980", "expense", "cost", "Sonstiger Betriebsbedarf"],
  ["8120", "revenue", "revenue", "Steuerfreie Umsätze"],
  ["8300", "revenue", "sales", "Erlöse 7 % USt"],
  ["8400", "revenue", "sales", "Erlöse 19 % USt"],
  ["8730", "revenue", "sales", "Gewährte Skonti"],
  ["9000", "equity", "balance_carried_forward", "Saldenvorträge Sachkonten"],
];

const classes = new Map(chart.map(([number, kind]) => [number, kind]));

export const accountId = (number: string): string => `acc-${number}`;

/** Only these accounts are carried forward to the next year. The others are closed into equity. */
export const isBalanceSheet = (number: string): boolean => !["expense", "revenue"].includes(classes.get(number) ?? "");

export const accountName = (number: string): string => chart.find(([known]) => known === number)?.[3] ?? number;

/** The balance is positive on the account's normal side. */
export function accountRecords(time: Calendar, balances: ReadonlyMap<string, number>): NativeRecord[] {
  return chart.map(([number, kind, type, name, parent]) => {
    const side = kind === "asset" || kind === "expense" ? "debit" : "credit";
    const balance = balances.get(number) ?? 0;
    const isUnused = number === "1220" || number === "9000";
    return {
      id: accountId(number),
      balance: centsText(side === "debit" || balance === 0 ? balance : -balance),
      class: kind,
      code: number,
      currency: "EUR",
      side,
      description: number === "1220" ? null : `${name} (Sachkonto ${number})`,
      name,
      number,
      parent_account_id: parent === undefined ? null : accountId(parent),
      status: isUnused ? "archived" : "active",
      type,
      created_at: time.instant(time.start, number),
      updated_at: time.instant(isUnused ? time.start : time.day, number),
    };
  });
}

export type JournalCode = "RA" | "RE" | "BA" | "KA" | "SO";

const journals: Readonly<Record<JournalCode, readonly [type: string, description: string, account: string | null]>> = {
  RA: ["sales", "Rechnungsausgang", "1400"],
  RE: ["purchase", "Rechnungseingang", "1600"],
  BA: ["bank", "Bank", "1200"],
  KA: ["cash", "Kasse", "1000"],
  SO: ["general", "Sonstige Buchungen, Eröffnung und Abschluss", null],
};

export const journalType = (code: JournalCode): string => journals[code][0];

export function journalRecords(time: Calendar): NativeRecord[] {
  return Object.entries(journals).map(([code, [type, description, account]]) => ({
    id: `journal-${code.toLowerCase()}`,
    account_id: account === null ? null : accountId(account),
    code,
    currency: "EUR",
    description,
    type,
    created_at: time.instant(time.start, code),
    updated_at: time.instant(time.start, code),
  }));
}

/** `charts` are the charts of accounts of the two years, which may differ. */
export function fiscalYearRecords(time: Calendar, charts: readonly [string, string]): NativeRecord[] {
  return [time.firstYear, time.secondYear].map((year, index) => ({
    id: `fy-${year}`,
    account_number_length: 4,
    chart_of_account: charts[index],
    description: `Geschäftsjahr ${year}`,
    start_date: `${year}-01-01`,
    end_date: `${year}-12-31`,
    status: year === time.firstYear ? "closed" : "open",
    created_at: time.instant(`${time.firstYear}-01-01`, `fy-${year}`),
    updated_at: time.instant(`${year}-01-01`, `fy-${year}`),
  }));
}

export interface TaxRate {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly percentage: string;
  readonly type: string;
  readonly usage: string;
  readonly description: string | null;
  /** The account for this tax. */
  readonly account: string | null;
}

type TaxFacts = Omit<TaxRate, "id" | "code" | "name" | "percentage">;
const tax = (code: string, name: string, percentage: string, facts: TaxFacts) => ({
  id: `tax-${code.toLowerCase()}`,
  code,
  name,
  percentage,
  ...facts,
});

const sales = (description: string, account: string) => ({ type: "exclusive", usage: "invoice", description, account });
const input = (description: string, account: string) => ({ type: "exclusive", usage: "bill", description, account });

export const taxRates = {
  sales19: tax("UST19", "Umsatzsteuer 19 %", "19", sales("Regelsteuersatz", "1776")),
  sales7: tax("UST7", "Umsatzsteuer 7 %", "7", sales("Ermäßigter Satz", "1771")),
  cash19: tax("KASSE19", "Barverkauf 19 %", "19", {
    type: "inclusive",
    usage: "cash",
    description: null,
    account: "1776",
  }),
  input19: tax("VST19", "Vorsteuer 19 %", "19", input("Regelsteuersatz", "1576")),
  input7: tax("VST7", "Vorsteuer 7 %", "7", input("Ermäßigter Satz", "1571")),
  reverse: tax("RC19", "Steuerschuld des Empfängers", "0", {
    type: "zero_tax",
    usage: "journal_entry",
    description: "§ 13b UStG",
    account: null,
  }),
  none: tax("FREI", "Steuerfrei", "0", { type: "no_tax", usage: "all", description: null, account: null }),
  old16: tax("UST16", "Umsatzsteuer 16 % (2020)", "16", sales("Nicht mehr in Gebrauch", "1776")),
} as const satisfies Readonly<Record<string, TaxRate>>;

const taxAccounts: ReadonlySet<string | null> = new Set(Object.values(taxRates).map(({ account }) => account));
export const isTaxAccount = (number: string): boolean => taxAccounts.has(number);

export function taxRateRecords(time: Calendar): NativeRecord[] {
  return Object.values(taxRates).map(({ account: _account, ...rate }) => ({
    ...rate,
    status: rate.code === "UST16" ? "archived" : "active",
    created_at: time.instant(time.start, rate.code),
    updated_at: time.instant(time.start, rate.code),
  }));
}
