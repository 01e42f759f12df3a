/** Expenses that were paid at once, refunds of such, and the bank accounts. */
import Big from "big.js";
import { centsText, percentOf, rounded, toCents } from "./amounts.ts";
import { addDays, type Calendar } from "./calendar.ts";
import { cashTerm } from "./catalogue.ts";
import { accountId, type JournalCode, type TaxRate, taxRates } from "./chart.ts";
import { rateOn } from "./claims.ts";
import { fileId, fileRecord } from "./files.ts";
import { credit, debit, nativeLine, type Posting, type PostingLine, turned } from "./ledger.ts";
import { at } from "./random.ts";
import type { NativeRecord } from "./types.ts";
import { chanceFor, traders, type World } from "./world.ts";

/** Payment type, the account that paid, and its journal. What an employee laid out is owed to the employee. */
const ways: readonly (readonly [string, string, JournalCode])[] = [
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

export function makeExpenses(world: World): Expenses {
  const all = Array.from({ length: world.scale.expenses }, (_, index) => expense(world, index));
  return {
    records: all.map(({ record }) => record),
    postings: all.map(({ posting }) => posting),
    files: all.flatMap(({ files }) => files),
  };
}

/** The cost lines of an expense with amounts in the currency that the rate leads to. */
function costs(amounts: readonly Big[], occasion: (typeof occasions)[number], rate: string): PostingLine[] {
  const [account, description, tax] = occasion;
  return amounts.map((net) => {
    const cents = toCents(rounded(percentOf(net, tax.percentage), "EUR"), rate);
    return debit(account, toCents(net, rate), { description, tax: { rate: tax, cents } });
  });
}

function expense(world: World, index: number) {
  const { time, scale } = world;
  const chance = chanceFor(world, "expense", index);
  const id = `exp-${index + 1}`;
  const date = time.before(Math.floor(((scale.expenses - 1 - index) * 360) / scale.expenses));
  const [paymentType, payingAccount, journal] = at(ways, index);
  const occasion = at(occasions, Math.floor(index / 2));
  // A card is charged abroad now and then.
  const currency = index % 10 === 1 ? "USD" : "EUR";
  const rate = rateOn(currency, date);
  const isRefund = index % 9 === 8;
  const amounts = Array.from({ length: chance.between(1, 2) }, () => new Big(chance.between(490, 18_000)).div(100));
  const description = `${isRefund ? "Erstattung: " : ""}${occasion[1]}`;
  const supplier = chance.pick(traders(world.suppliers));
  const hasFile = index % 3 !== 2;
  const cost = costs(amounts, occasion, rate);
  const taxes = cost.map(({ tax }) => debit(tax?.rate.account ?? "1576", tax?.cents ?? 0));
  const paid = [...cost, ...taxes].reduce((total, { cents }) => total + cents, 0);
  const lines = [credit(payingAccount, paid), ...cost, ...taxes];
  const posting: Posting = {
    date,
    journal,
    description,
    lines: isRefund ? turned(lines) : lines,
    document: { id, number: `BEL-${String(index + 1).padStart(4, "0")}` },
    files: hasFile ? [fileId(id)] : [],
    ...(currency !== "EUR" && { foreign: { currency, rate } }),
  };
  const at_ = time.instant(date, id);
  const own = costs(amounts, occasion, "1");
  const net = own.reduce((total, { cents }) => total + cents, 0);
  const tax = own.reduce((total, line) => total + (line.tax?.cents ?? 0), 0);
  const record: NativeRecord = {
    id,
    account_code: payingAccount,
    account_id: accountId(payingAccount),
    account_number: Number(payingAccount),
    transaction_date: date,
    currency,
    customer_id: index % 5 === 2 ? chance.pick(traders(world.customers)).id : null,
    supplier_id: index % 2 === 0 ? supplier.id : null,
    description,
    note: index % 4 === 0 ? "Beleg war zerknittert, Betrag geprüft." : null,
    document_id: hasFile ? fileId(id) : null,
    exchange_rate: currency === "EUR" ? null : rate,
    expense_lines: (isRefund ? turned(own) : own).map((line, position) => ({
      ...nativeLine(posting, line, `${id}-${position + 1}`, at_),
      currency,
    })),
    files: posting.files,
    journal_code: journal,
    ledger_name: "Hauptbuch",
    payment_term_id: paymentType === "cash" ? cashTerm.id : null,
    payment_type: paymentType,
    task_id: index % 6 === 3 ? `task-${id}` : null,
    type: isRefund ? "refund" : "expense",
    total_gross_amount: centsText(net + tax),
    total_net_amount: centsText(net),
    total_tax_amount: centsText(tax),
    created_at: at_,
    updated_at: at_,
  };
  return { record, posting, files: hasFile ? [fileRecord(time, id, `Beleg ${index + 1}`, date)] : [] };
}

const banks = [
  ["1200", "Geschäftskonto", "Musterbank Beispielhausen", "mt940", "active"],
  ["1210", "Fremdwährungskonto", "Musterbank Beispielhausen", "csv", "active"],
  ["1220", "Altes Tagesgeldkonto", "Sparkasse Probedorf (Muster)", "csv", "archived"],
] as const;

export function bankAccountRecords(time: Calendar, balances: ReadonlyMap<string, number>): NativeRecord[] {
  return banks.map(([number, name, bankName, fileType, status], index) => ({
    id: `bank-${number}`,
    balance: centsText(balances.get(number) ?? 0),
    bank_name: bankName,
    bic: "XMPLDEFFXXX",
    currency: "EUR",
    description: status === "archived" ? "Aufgelöst" : null,
    file_type: fileType,
    iban: `DE00000000000000000${number}`,
    name,
    number,
    system: "Kontoauszug",
    status,
    type: "bank",
    created_at: time.instant(time.start, number),
    updated_at: time.instant(index === 2 ? addDays(time.start, 30) : time.day, number),
  }));
}
