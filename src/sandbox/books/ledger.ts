/** Double entry: postings become numbered journal entries, cash takings fill the ledger up to the wanted size. */
import { centsText } from "./amounts.ts";
import { type Calendar, compare } from "./calendar.ts";
import { accountId, isBalanceSheet, type JournalCode, journalType, type TaxRate, taxRates } from "./chart.ts";
import { hash } from "./random.ts";
import type { NativeEntry, NativeLine } from "./types.ts";

export interface PostingLine {
  readonly account: string;
  readonly side: "debit" | "credit";
  readonly cents: number;
  readonly description?: string;
  readonly customer?: { readonly id: string; readonly account: number };
  readonly supplier?: { readonly id: string; readonly account: number };
  readonly itemId?: string;
  readonly discount?: number;
  readonly tax?: { readonly rate: TaxRate; readonly cents: number };
  readonly dimensions?: readonly Readonly<Record<"id" | "category_name" | "code" | "name", string>>[];
  /** Where a line settles another document than the entry's. */
  readonly documentNumber?: string;
}

export interface Posting {
  readonly date: string;
  readonly journal: JournalCode;
  readonly description: string;
  readonly lines: readonly PostingLine[];
  readonly kind?: NativeEntry["record_type"];
  readonly reason?: string;
  readonly isReversal?: boolean;
  readonly isProvisional?: boolean;
  readonly document?: { readonly id: string; readonly number: string | null };
  readonly files?: readonly string[];
  readonly foreign?: { readonly currency: string; readonly rate: string };
  readonly dueDate?: string | null;
  readonly deliveryDate?: string | null;
}

type More = Omit<PostingLine, "account" | "side" | "cents">;
export const debit = (account: string, cents: number, more: More = {}): PostingLine => ({
  account,
  side: "debit",
  cents,
  ...more,
});
export const credit = (account: string, cents: number, more: More = {}): PostingLine => ({
  account,
  side: "credit",
  cents,
  ...more,
});

/** The same lines on the other side: what takes a posting back. */
export const turned = (lines: readonly PostingLine[]): PostingLine[] =>
  lines.map((line) => ({ ...line, side: line.side === "debit" ? "credit" : "debit" }));

type Balances = Map<string, number>;

export interface Ledger {
  readonly count: number;
  /** What each account stands at on the last day: positive in debit. */
  readonly balances: ReadonlyMap<string, number>;
  entries(): Iterable<NativeEntry>;
}

/** How the first year begins. */
const founding = [
  debit("0027", 300_000),
  debit("0320", 2_400_000),
  debit("0410", 1_250_000),
  debit("1000", 250_000),
  debit("1200", 5_800_000),
  credit("0630", 2_000_000),
  credit("0800", 2_500_000),
  credit("0860", 5_500_000),
];

export function ledger(time: Calendar, documents: readonly Posting[], wanted: number): Ledger {
  // Two openings and one closing frame the documents.
  const takings = Math.max(0, wanted - documents.length - 3);
  const closingDay = `${time.firstYear}-12-31`;
  const balances: Balances = new Map();
  const opening = frame(time.start, "opening", founding);
  const inOrder = documents.toSorted((one, other) => compare(one.date, other.date));
  const ofYears = (within: (date: string) => boolean) =>
    merged(
      inOrder.filter(({ date }) => within(date)),
      takingsWithin(time, takings, within),
    );
  const firstYear = () => ofYears((date) => date <= closingDay);
  const secondYear = () => ofYears((date) => date > closingDay);

  post(balances, opening);
  for (const posting of firstYear()) post(balances, posting);
  const closing = frame(closingDay, "closing", closingLines(balances));
  post(balances, closing);
  const reopening = frame(`${time.secondYear}-01-01`, "opening", openingLines(balances));
  for (const posting of secondYear()) post(balances, posting);

  const entry = (posting: Posting, number: number) =>
    entryOf(posting, number, time.instant(posting.date, entryId(number)));
  return {
    count: documents.length + takings + 3,
    balances,
    *entries() {
      let number = 1;
      yield entry(opening, number++);
      for (const posting of firstYear()) yield entry(posting, number++);
      yield entry(closing, number++);
      yield entry(reopening, number++);
      for (const posting of secondYear()) yield entry(posting, number++);
    },
  };
}

function frame(date: string, kind: "opening" | "closing", lines: PostingLine[]): Posting {
  const description = kind === "opening" ? "Eröffnungsbuchung" : "Abschluss der Erfolgskonten";
  return { date, journal: "SO", kind, description: `${description} ${date.slice(0, 4)}`, lines };
}

function post(balances: Balances, { lines, isProvisional }: Posting): void {
  if (isProvisional) return;
  for (const { account, side, cents } of lines)
    balances.set(account, (balances.get(account) ?? 0) + (side === "debit" ? cents : -cents));
}

const onItsSide = (account: string, cents: number): PostingLine =>
  cents >= 0 ? debit(account, cents) : credit(account, -cents);

const sorted = (balances: Balances): [string, number][] =>
  [...balances].filter(([, cents]) => cents !== 0).toSorted(([one], [other]) => compare(one, other));

const openingLines = (balances: Balances): PostingLine[] =>
  sorted(balances).map(([account, cents]) => onItsSide(account, cents));

/** Brings every account of the year's result to zero and the result into equity. */
function closingLines(balances: Balances): PostingLine[] {
  const results = sorted(balances).filter(([account]) => !isBalanceSheet(account));
  const result = results.reduce((total, [, cents]) => total + cents, 0);
  return [...results.map(([account, cents]) => onItsSide(account, -cents)), onItsSide("0860", result)];
}

/** Both lists are in order of their days; a day's documents come before its takings. */
function* merged(documents: readonly Posting[], takings: Iterable<Posting>): Iterable<Posting> {
  let next = 0;
  for (const taking of takings) {
    for (let document = documents[next]; document && document.date <= taking.date; document = documents[++next])
      yield document;
    yield taking;
  }
  yield* documents.slice(next);
}

/** Three takings in the shop, then the cash is carried to the bank. */
function* takingsWithin(time: Calendar, count: number, within: (date: string) => boolean): Iterable<Posting> {
  for (let index = 0; index < count; index++) {
    const date = time.days[Math.floor((index * time.days.length) / count)] ?? time.day;
    if (!within(date)) continue;
    yield index % 4 === 3 ? cashToBank(date, index) : taking(date, index);
  }
}

const takingCents = (index: number): number => 500 + (hash(3, index) % 24_500);

function taking(date: string, index: number): Posting {
  const gross = takingCents(index);
  const net = Math.round((gross * 100) / 119);
  const tax = { rate: taxRates.cash19, cents: gross - net };
  return {
    date,
    journal: "KA",
    description: `Tageseinnahme Bar ${index + 1}`,
    lines: [debit("1000", gross), credit("8400", net, { tax }), credit("1776", gross - net)],
  };
}

function cashToBank(date: string, index: number): Posting {
  const cents = takingCents(index - 1) + takingCents(index - 2) + takingCents(index - 3);
  return {
    date,
    journal: "BA",
    description: "Einzahlung Kasse auf Bank",
    lines: [debit("1200", cents), credit("1000", cents)],
  };
}

const entryId = (number: number): string => `je-${number}`;

export function entryOf(posting: Posting, number: number, at: string): NativeEntry {
  const id = entryId(number);
  const { date, foreign, document } = posting;
  const head = posting.lines[0];
  return {
    id,
    number: String(number),
    account_id: head ? accountId(head.account) : null,
    accounting_period_id: date.slice(0, 7),
    accounting_reason: posting.reason ?? "commercial",
    currency: foreign?.currency ?? "EUR",
    debit_credit_indicator: head?.side ?? null,
    delivery_date: posting.deliveryDate ?? null,
    description: posting.description,
    document_id: document?.id ?? null,
    due_date: posting.dueDate ?? null,
    exchange_rate: foreign?.rate ?? null,
    files: posting.files ?? [],
    fiscal_year: date.slice(0, 4),
    is_provisional: posting.isProvisional ?? false,
    is_reversal: posting.isReversal ?? false,
    journal_code: posting.journal,
    journal_type: journalType(posting.journal),
    record_type: posting.kind ?? "standard",
    tax_assignment_date: posting.lines.some((line) => line.tax) ? date : null,
    transaction_date: date,
    version: posting.isReversal ? "2" : "1",
    journal_line_items: posting.lines.map((line, index) => nativeLine(posting, line, `${id}-${index + 1}`, at)),
    created_at: at,
    updated_at: at,
  };
}

export function nativeLine(posting: Posting, line: PostingLine, id: string, at: string): NativeLine {
  const { tax, customer, supplier } = line;
  const party = customer ?? supplier;
  return {
    id,
    account_code: line.account,
    account_id: accountId(line.account),
    account_number: Number(line.account),
    currency: "EUR",
    customer_id: customer?.id ?? null,
    supplier_id: supplier?.id ?? null,
    debit: line.side === "debit" ? centsText(line.cents) : null,
    credit: line.side === "credit" ? centsText(line.cents) : null,
    description: line.description ?? posting.description,
    dimensions: line.dimensions ?? [],
    discount_amount: line.discount === undefined ? null : centsText(line.discount),
    document_id: posting.document?.id ?? null,
    document_number: line.documentNumber ?? posting.document?.number ?? null,
    exchange_rate: posting.foreign?.rate ?? null,
    item_id: line.itemId ?? null,
    tax_rate: tax
      ? { id: tax.rate.id, code: tax.rate.code, name: tax.rate.name, percentage: tax.rate.percentage }
      : null,
    tax_amount: tax ? centsText(tax.cents) : null,
    gross_amount: tax ? centsText(line.cents + tax.cents) : null,
    third_party_code: party ? String(party.account) : null,
    created_at: at,
    updated_at: at,
  };
}
