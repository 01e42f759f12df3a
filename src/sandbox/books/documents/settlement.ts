/** How documents are settled: paid, reversed, written off, or offset by a credit note. */
import type { Big } from "big.js";
import { percentOf, rounded, toCents } from "../basics/amounts.ts";
import { addDays, type Calendar } from "../basics/calendar.ts";
import type { Random } from "../basics/random.ts";
import { credit, debit, type Posting, type PostingLine, positive, reversed } from "../ledger/posting.ts";
import { isBalanceSheet, isTaxAccount } from "../masterdata/chart.ts";
import { rateOn } from "../masterdata/currencies.ts";
import { asThirdParty, type Trader } from "../masterdata/parties.ts";
import { kinds, type TradeDocument } from "./document.ts";
import { bookingLines } from "./documentPosting.ts";
import { totalsOf } from "./lines.ts";
import { type Plan, plans } from "./plans.ts";

export interface Settlement {
  readonly date: string;
  /** The amount that is no longer owed, in the company's currency. */
  readonly cents: number;
  readonly posting: Posting;
  /** The payment, in the document's currency. Negative if money goes back. */
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
    const rest = gross.minus(first.paid?.amount.abs() ?? 0);
    return [first, payment(document, { date: within(6, 20), amount: rest, cents: booked - first.cents, index: 2 })];
  },
  discounted: ({ document, booked, within }) => {
    const { gross } = document.totals;
    const discount = rounded(percentOf(gross, "2"), document.currency);
    const cents = toCents(discount, "1");
    return [
      payment(document, {
        date: within(1, 8),
        amount: gross.minus(discount),
        cents: booked,
        index: 1,
        discount: cents,
      }),
    ];
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

interface Paying {
  readonly date: string;
  /** Without the cash discount. */
  readonly amount: Big;
  /** The amount that is no longer owed, in the company's currency. */
  readonly cents: number;
  readonly index: number;
  readonly discount?: number;
}

function payment(document: TradeDocument, { date, amount, cents, index, discount = 0 }: Paying): Settlement {
  const { openItemType, paymentSign } = kinds[document.kind];
  const isForeign = document.currency !== "EUR";
  const rate = rateOn(document.currency, date);
  const id = `pay-${document.id}-${index}`;
  const word = document.plan === "debited" ? "Lastschrift" : "Zahlung";
  const posting = paymentPosting({
    id,
    date,
    type: openItemType,
    party: document.party,
    bank: usualBank(document.currency),
    description: `${word} ${document.number} ${document.party.name}`,
    moved: paymentSign * toCents(amount, isForeign ? rate : "1"),
    settled: [{ number: document.number, cents: paymentSign * cents }],
    discount: cashDiscount(openItemType, document.booking, paymentSign * discount),
    ...(isForeign && { foreign: { currency: document.currency, rate } }),
  });
  return { date, cents, posting, paid: { amount: amount.times(paymentSign), rate, id } };
}

export const usualBank = (currency: string): string => (currency === "EUR" ? "1200" : "1210");

export interface PaymentPosting {
  /** The id of the payment. */
  readonly id: string;
  readonly date: string;
  readonly type: "invoice" | "bill";
  readonly party: Trader;
  readonly bank: string;
  readonly description: string;
  /** The money, in cents of the company's currency. Negative if it goes back, as all amounts here. */
  readonly moved: number;
  /** The amounts that it settles on the collective account, by document number. */
  readonly settled: readonly { readonly number: string | null; readonly cents: number }[];
  readonly discount?: readonly PostingLine[];
  readonly foreign?: Posting["foreign"];
}

/** The value of a foreign amount may differ on the day of payment. The difference is a gain or a loss. */
export function paymentPosting(payment: PaymentPosting): Posting {
  const { id, date, type, party, bank, description, moved, settled, discount = [], foreign } = payment;
  const { control } = type === "invoice" ? kinds.invoice : kinds.bill;
  const [onBank, onControl] = type === "invoice" ? [debit, credit] : [credit, debit];
  const number = settled[0]?.number ?? null;
  const lines = [
    onBank(bank, moved),
    ...settled.map(({ number: documentNumber, cents }) =>
      onControl(control, cents, { ...asThirdParty(party), ...(documentNumber !== null && { documentNumber }) }),
    ),
    ...discount,
  ];
  const difference = lines.reduce((sum, { side, cents }) => sum + (side === "debit" ? cents : -cents), 0);
  if (difference > 0) lines.push(credit("2660", difference));
  if (difference < 0) lines.push(debit("2150", -difference));
  return {
    date,
    journal: "BA",
    description,
    lines: lines.map(positive),
    document: { id, number },
    ...(foreign && { foreign }),
  };
}

type Posted = Pick<PostingLine, "account" | "side" | "cents">;

/** A cash discount reduces income or expenses, and the tax in the proportion in which the document was booked. */
export function cashDiscount(
  type: "invoice" | "bill",
  booking: readonly Posted[],
  cents: number,
  account: string = (type === "invoice" ? kinds.invoice : kinds.bill).cashDiscount,
): PostingLine[] {
  const [control, ...others] = booking;
  if (control === undefined || cents === 0) return [];
  const onDiscount = type === "invoice" ? debit : credit;
  const taxes = others
    .filter(({ account }) => isTaxAccount(account))
    .map(({ account, side, cents: tax }) => {
      const booked = side === control.side ? -tax : tax;
      return onDiscount(account, Math.round((cents * booked) / control.cents));
    });
  const net = taxes.reduce((rest, tax) => rest - tax.cents, cents);
  return [onDiscount(account, net), ...taxes];
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
