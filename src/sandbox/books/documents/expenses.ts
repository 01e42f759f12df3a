/** Expenses that were paid immediately, and their refunds. */
import { Big } from "big.js";
import { centsText, percentOf, rounded, toCents } from "../basics/amounts.ts";
import { fileId, fileRecord } from "../basics/files.ts";
import { at } from "../basics/random.ts";
import type { NativeRecord } from "../basics/types.ts";
import { credit, debit, nativeLine, type Posting, type PostingLine, reversed } from "../ledger/posting.ts";
import { cashTerm, dimensions, items } from "../masterdata/catalogue.ts";
import { accountId, type JournalCode, type TaxRate, taxRates } from "../masterdata/chart.ts";
import { rateOn } from "../masterdata/currencies.ts";
import { asThirdParty, type Party } from "../masterdata/parties.ts";
import { type CompanyContext, chanceFor, traders } from "./companyContext.ts";

/** Payment type, paying account, and its journal. Expenses that an employee paid are owed to the employee. */
export const paymentMethods: readonly (readonly [string, string, JournalCode])[] = [
  ["cash", "1000", "KA"],
  ["credit_card", "1730", "BA"],
  ["collection", "1200", "BA"],
  ["check", "1200", "BA"],
  ["credit", "1740", "SO"],
];

const occasions: readonly (readonly [account: string, description: string, rate: TaxRate])[] = [
  ["4930", "Bürobedarf", taxRates.input19],
  ["4650", "Bewirtung von Geschäftsfreunden", taxRates.input19],
  ["4670", "Bahnfahrt zum Kunden", taxRates.input7],
  ["4530", "Tanken", taxRates.input19],
  ["4980", "Kleinmaterial für die Werkstatt", taxRates.input19],
];

export interface Expenses {
  readonly records: readonly NativeRecord[];
  readonly postings: readonly Posting[];
  readonly files: readonly NativeRecord[];
}

export function makeExpenses(context: CompanyContext): Expenses {
  const all = Array.from({ length: context.scale.expenses }, (_, index) => makeExpense(context, index));
  const postings = all.map(posting);
  return {
    records: all.map((expense, index) => record(context, expense, at(postings, index))),
    postings,
    files: all.filter(hasFile).map(({ id, index, date }) => fileRecord(context.time, id, `Beleg ${index + 1}`, date)),
  };
}

interface Expense {
  readonly id: string;
  readonly index: number;
  readonly date: string;
  readonly method: (typeof paymentMethods)[number];
  readonly occasion: (typeof occasions)[number];
  readonly currency: string;
  readonly rate: string;
  readonly isRefund: boolean;
  readonly customer: Party | null;
  readonly supplier: Party | null;
  /** Each line without its tax. */
  readonly amounts: readonly Big[];
}

function makeExpense(context: CompanyContext, index: number): Expense {
  const { time, scale } = context;
  const chance = chanceFor(context, "expense", index);
  const date = time.before(Math.floor(((scale.expenses - 1 - index) * 360) / scale.expenses));
  // Some card payments are made abroad.
  const currency = index % 10 === 1 ? "USD" : "EUR";
  return {
    id: `exp-${index + 1}`,
    index,
    date,
    method: at(paymentMethods, index),
    occasion: at(occasions, Math.floor(index / 2)),
    currency,
    rate: rateOn(currency, date),
    isRefund: index % 9 === 8,
    customer: index % 5 === 2 ? at(traders(context.customers), index) : null,
    supplier: index % 2 === 0 ? at(traders(context.suppliers), index) : null,
    amounts: Array.from({ length: chance.between(1, 2) }, () => new Big(chance.between(490, 18_000)).div(100)),
  };
}

const hasFile = ({ index }: Expense): boolean => index % 3 !== 2;

/** The cost lines of an expense, with amounts converted at the rate. */
function costs({ amounts, occasion, isRefund, index, customer, supplier }: Expense, rate: string): PostingLine[] {
  const [account, description, tax] = occasion;
  const more = {
    description,
    ...(customer && asThirdParty(customer)),
    ...(supplier && asThirdParty(supplier)),
    ...(index % 4 === 3 && { itemId: at(items, index).id }),
    ...(index % 7 === 5 && { discount: toCents(new Big("2.50"), rate) }),
    dimensions: index % 3 === 0 ? [at(dimensions, index)] : [],
  };
  const lines = amounts.map((net) => {
    const cents = toCents(rounded(percentOf(net, tax.percentage), "EUR"), rate);
    return debit(account, toCents(net, rate), { ...more, tax: { rate: tax, cents } });
  });
  return isRefund ? reversed(lines) : lines;
}

const addedUp = (lines: readonly PostingLine[]): number => lines.reduce((total, { cents }) => total + cents, 0);

/** The line of the paying account first, then the costs, then their taxes. */
export function paidAtOnce(payingAccount: string, costs: readonly PostingLine[], isRefund: boolean): PostingLine[] {
  const [onPaying, onOthers] = isRefund ? [debit, credit] : [credit, debit];
  const taxes = costs.flatMap(({ tax }) => (tax?.rate.account ? [onOthers(tax.rate.account, tax.cents)] : []));
  return [onPaying(payingAccount, addedUp([...costs, ...taxes])), ...costs, ...taxes];
}

function posting(expense: Expense): Posting {
  const { id, index, date, currency, rate, isRefund } = expense;
  const [, payingAccount, journal] = expense.method;
  return {
    date,
    journal,
    description: `${isRefund ? "Erstattung: " : ""}${expense.occasion[1]}`,
    lines: paidAtOnce(payingAccount, costs(expense, rate), isRefund),
    document: { id, number: `BEL-${String(index + 1).padStart(4, "0")}` },
    files: hasFile(expense) ? [fileId(id)] : [],
    ...(currency !== "EUR" && { foreign: { currency, rate } }),
  };
}

function record(context: CompanyContext, expense: Expense, posting: Posting): NativeRecord {
  const { id, index, date, currency } = expense;
  const [paymentType, account] = expense.method;
  const stamp = context.time.instant(date, id);
  const lines = costs(expense, "1");
  const net = addedUp(lines);
  const tax = lines.reduce((total, line) => total + (line.tax?.cents ?? 0), 0);
  return {
    id,
    account_code: account,
    account_id: accountId(account),
    account_number: Number(account),
    transaction_date: date,
    currency,
    customer_id: expense.customer?.id ?? null,
    supplier_id: expense.supplier?.id ?? null,
    description: posting.description,
    note: index % 4 === 0 ? "Beleg war zerknittert, Betrag geprüft." : null,
    document_id: hasFile(expense) ? fileId(id) : null,
    exchange_rate: posting.foreign?.rate ?? null,
    expense_lines: lines.map((line, position) => ({
      ...nativeLine(posting, line, `${id}-${position + 1}`, stamp),
      currency,
      exchange_rate: posting.foreign?.rate ?? null,
    })),
    files: posting.files,
    journal_code: posting.journal,
    ledger_name: "Hauptbuch",
    payment_term_id: paymentType === "cash" ? cashTerm.id : null,
    payment_type: paymentType,
    task_id: index % 6 === 3 ? `task-${id}` : null,
    type: expense.isRefund ? "refund" : "expense",
    total_gross_amount: centsText(net + tax),
    total_net_amount: centsText(net),
    total_tax_amount: centsText(tax),
    created_at: stamp,
    updated_at: stamp,
  };
}
