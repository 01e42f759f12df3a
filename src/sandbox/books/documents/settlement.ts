/** How documents are settled: paid, reversed, written off, or offset by a credit note. */
import type { Big } from "big.js";
import { rounded, toCents } from "../basics/amounts.ts";
import { addDays, type Calendar } from "../basics/calendar.ts";
import type { Random } from "../basics/random.ts";
import { credit, debit, type Posting, type PostingLine, reversed } from "../ledger/posting.ts";
import { isBalanceSheet } from "../masterdata/chart.ts";
import { rateOn } from "../masterdata/currencies.ts";
import { asThirdParty } from "../masterdata/parties.ts";
import { kinds, type Owed, type TradeDocument } from "./document.ts";
import { bookingLines } from "./documentPosting.ts";
import { totalsOf } from "./lines.ts";
import { type Plan, plans } from "./plans.ts";

export interface Settlement {
  readonly date: string;
  /** The amount that is no longer owed, in the company's currency. */
  readonly cents: number;
  readonly posting: Posting;
  /** The payment, in the document's currency. */
  readonly paid?: { readonly amount: Big; readonly rate: string; readonly id: string };
}

/** A document to settle, the amount that it was booked with, and a random day after it. */
interface Case {
  readonly document: TradeDocument;
  readonly booked: number;
  readonly isInParts: boolean;
  readonly within: (least: number, most: number) => string;
}

export function settlements(time: Calendar, document: TradeDocument, chance: Random): Settlement[] {
  return endings[plans[document.plan].settle]({
    document,
    booked: document.booking[0]?.cents ?? 0,
    // Partial payments in a foreign currency would leave rounding differences.
    isInParts: document.currency === "EUR" && chance.between(1, 9) === 1,
    within: (least, most) => time.noLater(addDays(document.date, chance.between(least, most))),
  });
}

const endings: Readonly<Record<Plan["settle"], (settled: Case) => Settlement[]>> = {
  not: () => [],
  cleared: () => [],
  half: ({ document, within }) => [halfPaid(document, within(1, 3))],
  paid: ({ document, booked, isInParts, within }) => {
    const { gross } = document.totals;
    if (!isInParts) return [payment(document, { date: within(1, 20), amount: gross, cents: booked, index: 1 })];
    const first = halfPaid(document, within(1, 5));
    const rest = gross.minus(first.paid?.amount ?? 0);
    return [first, payment(document, { date: within(6, 20), amount: rest, cents: booked - first.cents, index: 2 })];
  },
  partReversed: ({ document, booked, within }) => {
    const canceled = document.lines.slice(0, 1);
    const back = reversal(document, within(5, 10), bookingLines(document, canceled), "Teilstorno");
    const amount = document.totals.gross.minus(totalsOf(canceled).gross);
    return [back, payment(document, { date: within(11, 20), amount, cents: booked - back.cents, index: 1 })];
  },
  reversed: ({ document, within }) => [reversal(document, within(1, 9), document.booking, "Storno")],
  writtenOff: ({ document, within }) => [writtenOff(document, within(90, 150))],
};

function halfPaid(document: TradeDocument, date: string): Settlement {
  const amount = rounded(document.totals.gross.div(2), document.currency);
  return payment(document, { date, amount, cents: toCents(amount, document.rate), index: 1 });
}

function reversal(document: TradeDocument, date: string, lines: readonly PostingLine[], word: string): Settlement {
  const description = `${word} ${document.number} ${document.party.name}`;
  const { journal } = kinds[document.kind];
  return {
    date,
    cents: lines[0]?.cents ?? 0,
    posting: { date, journal, description, lines: reversed(lines), isReversal: true, document: document },
  };
}

/** The debt ends, the tax is corrected, and the loss or gain remains. */
function writtenOff(document: TradeDocument, date: string): Settlement {
  const { writeOff } = kinds[document.kind];
  const lines = reversed(document.booking).map((line) =>
    isBalanceSheet(line.account) ? line : { ...line, account: writeOff },
  );
  const description = `Ausbuchung ${document.number} ${document.party.name}`;
  return {
    date,
    cents: lines[0]?.cents ?? 0,
    posting: { date, journal: "SO", description, lines, document: document },
  };
}

const payment = (document: TradeDocument, { index, ...paying }: Omit<Paying, "id"> & { index: number }): Settlement =>
  paymentOf(document, {
    ...paying,
    id: `pay-${document.id}-${index}`,
    ...(document.plan === "debited" && { word: "Lastschrift" }),
  });

interface Paying {
  readonly date: string;
  readonly amount: Big;
  /** The amount that is no longer owed, in the company's currency. */
  readonly cents: number;
  readonly id: string;
  readonly word?: string;
  /** By default, the rate of the day. */
  readonly rate?: string;
  /** By default, the usual bank account. */
  readonly bank?: string;
}

/** The value of a foreign amount may differ on the day of payment. The difference is a gain or a loss. */
export function paymentOf(
  document: Owed,
  { date, amount, cents, id, word = "Zahlung", ...paying }: Paying,
): Settlement {
  const { control, side } = kinds[document.kind];
  const isForeign = document.currency !== "EUR";
  const rate = paying.rate ?? rateOn(document.currency, date);
  const moved = isForeign ? toCents(amount, rate) : cents;
  const [onOwnSide, onOther] = side === "debit" ? [debit, credit] : [credit, debit];
  const difference = side === "debit" ? moved - cents : cents - moved;
  const bank = paying.bank ?? (isForeign ? "1210" : "1200");
  const lines = [onOwnSide(bank, moved), onOther(control, cents, asThirdParty(document.party))];
  if (difference > 0) lines.push(credit("2660", difference));
  if (difference < 0) lines.push(debit("2150", -difference));
  const description = `${word} ${document.number} ${document.party.name}`;
  const posting: Posting = {
    date,
    journal: "BA",
    description,
    lines,
    document: { id, number: document.number },
    ...(isForeign && { foreign: { currency: document.currency, rate } }),
  };
  return { date, cents, posting, paid: { amount, rate, id } };
}

/** Offsets a document with its credit note. */
export function clearing(note: TradeDocument, document: TradeDocument): Posting {
  const [controlLine, ...rest] = note.booking;
  if (controlLine === undefined || rest.length === 0 || document.number === null)
    throw new Error(`${note.id} has nothing to clear.`);
  const [reversedLine] = reversed([controlLine]);
  return {
    date: note.date,
    journal: "SO",
    description: `Verrechnung ${document.number} mit ${note.number}`,
    document: note,
    lines: [...(reversedLine ? [reversedLine] : []), { ...controlLine, documentNumber: document.number }],
  };
}
