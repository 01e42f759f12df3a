/** How claims come to their end: paid, taken back, written off, or set against a credit note. */
import type { Big } from "big.js";
import { rounded, toCents } from "../basics/amounts.ts";
import { addDays, type Calendar } from "../basics/calendar.ts";
import type { Random } from "../basics/random.ts";
import { credit, debit, type Posting, type PostingLine, turned } from "../ledger/posting.ts";
import { isBalanceSheet } from "../masterdata/chart.ts";
import { rateOn } from "../masterdata/currencies.ts";
import { asThirdParty } from "../masterdata/parties.ts";
import { type Claim, kinds, type Owed } from "./document.ts";
import { bookingLines } from "./documentPosting.ts";
import { totalsOf } from "./lines.ts";
import { type Plan, plans } from "./plans.ts";

export interface Settlement {
  readonly date: string;
  /** What it takes off the claim, in the company's currency. */
  readonly cents: number;
  readonly posting: Posting;
  /** What was paid, in the document's currency. */
  readonly paid?: { readonly amount: Big; readonly rate: string; readonly id: string };
}

/** The claim, what it was booked with, and some day soon after it. */
interface Case {
  readonly claim: Claim;
  readonly booked: number;
  readonly isInParts: boolean;
  readonly within: (least: number, most: number) => string;
}

export function settlements(time: Calendar, claim: Claim, chance: Random): Settlement[] {
  return endings[plans[claim.plan].settle]({
    claim,
    booked: claim.booking[0]?.cents ?? 0,
    // A foreign sum paid in parts would leave cents over from the conversion.
    isInParts: claim.currency === "EUR" && chance.between(1, 9) === 1,
    within: (least, most) => time.noLater(addDays(claim.date, chance.between(least, most))),
  });
}

const endings: Readonly<Record<Plan["settle"], (settled: Case) => Settlement[]>> = {
  not: () => [],
  cleared: () => [],
  half: ({ claim, within }) => [halfPaid(claim, within(1, 3))],
  paid: ({ claim, booked, isInParts, within }) => {
    const { gross } = claim.totals;
    if (!isInParts) return [payment(claim, { date: within(1, 20), amount: gross, cents: booked, index: 1 })];
    const first = halfPaid(claim, within(1, 5));
    const rest = gross.minus(first.paid?.amount ?? 0);
    return [first, payment(claim, { date: within(6, 20), amount: rest, cents: booked - first.cents, index: 2 })];
  },
  partReversed: ({ claim, booked, within }) => {
    const canceled = claim.lines.slice(0, 1);
    const back = takenBack(claim, within(5, 10), bookingLines(claim, canceled), "Teilstorno");
    const amount = claim.totals.gross.minus(totalsOf(canceled).gross);
    return [back, payment(claim, { date: within(11, 20), amount, cents: booked - back.cents, index: 1 })];
  },
  reversed: ({ claim, within }) => [takenBack(claim, within(1, 9), claim.booking, "Storno")],
  writtenOff: ({ claim, within }) => [writtenOff(claim, within(90, 150))],
};

function halfPaid(claim: Claim, date: string): Settlement {
  const amount = rounded(claim.totals.gross.div(2), claim.currency);
  return payment(claim, { date, amount, cents: toCents(amount, claim.rate), index: 1 });
}

function takenBack(claim: Claim, date: string, lines: readonly PostingLine[], word: string): Settlement {
  const description = `${word} ${claim.number} ${claim.party.name}`;
  const { journal } = kinds[claim.kind];
  return {
    date,
    cents: lines[0]?.cents ?? 0,
    posting: { date, journal, description, lines: turned(lines), isReversal: true, document: claim },
  };
}

/** The claim is gone, the tax is corrected, and the loss or the gain stays. */
function writtenOff(claim: Claim, date: string): Settlement {
  const { writeOff } = kinds[claim.kind];
  const lines = turned(claim.booking).map((line) =>
    isBalanceSheet(line.account) ? line : { ...line, account: writeOff },
  );
  const description = `Ausbuchung ${claim.number} ${claim.party.name}`;
  return { date, cents: lines[0]?.cents ?? 0, posting: { date, journal: "SO", description, lines, document: claim } };
}

const payment = (claim: Claim, { index, ...paying }: Omit<Paying, "id"> & { index: number }): Settlement =>
  paymentOf(claim, {
    ...paying,
    id: `pay-${claim.id}-${index}`,
    ...(claim.plan === "debited" && { word: "Lastschrift" }),
  });

interface Paying {
  readonly date: string;
  readonly amount: Big;
  /** What it takes off the claim, in the company's currency. */
  readonly cents: number;
  readonly id: string;
  readonly word?: string;
  /** Unless it is the rate of the day. */
  readonly rate?: string;
  /** Where the money moved, unless it is on the usual account. */
  readonly bank?: string;
}

/** A foreign amount has another worth on the day it is paid: the difference is a gain or a loss. */
export function paymentOf(claim: Owed, { date, amount, cents, id, word = "Zahlung", ...paying }: Paying): Settlement {
  const { control, side } = kinds[claim.kind];
  const isForeign = claim.currency !== "EUR";
  const rate = paying.rate ?? rateOn(claim.currency, date);
  const moved = isForeign ? toCents(amount, rate) : cents;
  const [onOwnSide, onOther] = side === "debit" ? [debit, credit] : [credit, debit];
  const difference = side === "debit" ? moved - cents : cents - moved;
  const bank = paying.bank ?? (isForeign ? "1210" : "1200");
  const lines = [onOwnSide(bank, moved), onOther(control, cents, asThirdParty(claim.party))];
  if (difference > 0) lines.push(credit("2660", difference));
  if (difference < 0) lines.push(debit("2150", -difference));
  const description = `${word} ${claim.number} ${claim.party.name}`;
  const posting: Posting = {
    date,
    journal: "BA",
    description,
    lines,
    document: { id, number: claim.number },
    ...(isForeign && { foreign: { currency: claim.currency, rate } }),
  };
  return { date, cents, posting, paid: { amount, rate, id } };
}

/** Sets a credit note against the document that it was written for. */
export function clearing(note: Claim, document: Claim): Posting {
  const [own, ...rest] = note.booking;
  if (own === undefined || rest.length === 0 || document.number === null)
    throw new Error(`Nothing to clear with ${note.id}.`);
  const [turnedOwn] = turned([own]);
  return {
    date: note.date,
    journal: "SO",
    description: `Verrechnung ${document.number} mit ${note.number}`,
    document: note,
    lines: [...(turnedOwn ? [turnedOwn] : []), { ...own, documentNumber: document.number }],
  };
}
