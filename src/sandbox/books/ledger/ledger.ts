/** Turns postings into numbered journal entries, and adds cash takings until the ledger has the requested size. */
import { type Calendar, compare } from "../basics/calendar.ts";
import { hash } from "../basics/random.ts";
import type { NativeEntry } from "../basics/types.ts";
import { isBalanceSheet, taxRates } from "../masterdata/chart.ts";
import { credit, debit, entryId, entryOf, type Posting, type PostingLine } from "./posting.ts";

type Balances = Map<string, number>;

export interface Ledger {
  readonly count: number;
  /** The balance of each account on the last day, positive for debit. */
  readonly balances: ReadonlyMap<string, number>;
  entries(): Iterable<NativeEntry>;
}

/** The opening balances of the first year. */
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
  // Besides the documents there are two opening entries and one closing entry.
  const takings = Math.max(0, wanted - documents.length - 3);
  const closingDay = `${time.firstYear}-12-31`;
  const balances: Balances = new Map();
  const opening = frame(time.start, "opening", founding);
  const inOrder = documents.toSorted((left, right) => compare(left.date, right.date));
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
  [...balances].filter(([, cents]) => cents !== 0).toSorted(([left], [right]) => compare(left, right));

const openingLines = (balances: Balances): PostingLine[] =>
  sorted(balances).map(([account, cents]) => onItsSide(account, cents));

/** Closes the income and expense accounts and transfers the result to equity. */
function closingLines(balances: Balances): PostingLine[] {
  const results = sorted(balances).filter(([account]) => !isBalanceSheet(account));
  const result = results.reduce((total, [, cents]) => total + cents, 0);
  return [...results.map(([account, cents]) => onItsSide(account, -cents)), onItsSide("0860", result)];
}

/** Merges two lists that are sorted by day. The documents of a day come before its takings. */
function* merged(documents: readonly Posting[], takings: Iterable<Posting>): Iterable<Posting> {
  let next = 0;
  for (const taking of takings) {
    for (let document = documents[next]; document && document.date <= taking.date; document = documents[++next])
      yield document;
    yield taking;
  }
  yield* documents.slice(next);
}

/** Three cash takings, then a deposit at the bank. */
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
