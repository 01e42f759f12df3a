/**
 * Invoices, bills and their credit notes are claims: booked on a collective account, then settled in one of several ways.
 * What becomes of a claim is its plan; postings, payments, status and open item all follow from it.
 */
import { rounded, toCents } from "./amounts.ts";
import { type Calendar, compare } from "./calendar.ts";
import { debitTerm, type PaymentTerm, transferTerms } from "./catalogue.ts";
import { type JournalCode, taxRates } from "./chart.ts";
import { credit, debit, type PostingLine, turned } from "./ledger.ts";
import { type Line, type Totals, totalsOf } from "./lines.ts";
import { asThirdParty, type Party, type Trader } from "./parties.ts";
import { hash, type Random, seedOf } from "./random.ts";

export interface Plan {
  readonly status: string;
  readonly payment: string;
  /** How many days before the last day the document may be dated. */
  readonly age: readonly [number, number];
  readonly settle: "not" | "paid" | "half" | "writtenOff" | "reversed" | "partReversed" | "cleared";
  readonly isUnbooked?: true;
}

/** Documents younger than ten days are not due yet; those older than seventy are overdue unless they are settled. */
export const plans = {
  paid: { status: "paid", payment: "paid", age: [3, 1000], settle: "paid" },
  debited: { status: "paid", payment: "debited", age: [20, 350], settle: "paid" },
  open: { status: "open", payment: "pending", age: [0, 9], settle: "not" },
  created: { status: "document_created", payment: "pending", age: [0, 9], settle: "not" },
  overdue: { status: "overdue", payment: "pending", age: [70, 160], settle: "not" },
  partlyPaid: { status: "partially_paid", payment: "partly_paid", age: [4, 9], settle: "half" },
  partlyOverdue: { status: "partially_overdue", payment: "partly_paid", age: [70, 160], settle: "half" },
  badDebt: { status: "overdue", payment: "bad_debt", age: [200, 350], settle: "writtenOff" },
  voided: { status: "voided", payment: "canceled", age: [20, 350], settle: "reversed" },
  corrected: { status: "corrective", payment: "partial_cancellation", age: [60, 350], settle: "partReversed" },
  /** Set against a credit note. */
  offset: { status: "paid", payment: "cleared_with_credit_note", age: [40, 300], settle: "cleared" },
  /** The credit note that another document was set against. */
  offsetting: { status: "paid", payment: "credit_note_cleared", age: [40, 300], settle: "cleared" },
  /** Everything given away: booked, but nobody owes anything. */
  free: { status: "paid", payment: "no_open_item", age: [10, 350], settle: "not" },
  draft: { status: "draft", payment: "no_open_item", age: [0, 6], settle: "not", isUnbooked: true },
  submitted: { status: "submitted", payment: "unknown", age: [0, 6], settle: "not", isUnbooked: true },
} as const satisfies Readonly<Record<string, Plan>>;

export type PlanName = keyof typeof plans;

export type Plans = readonly (readonly [PlanName, number])[];

/** So many of each plan, and the rest paid. */
export function planned(count: number, numbers: Plans): PlanName[] {
  const special = numbers.flatMap(([plan, times]) => Array<PlanName>(times).fill(plan));
  return [...special, ...Array<PlanName>(Math.max(0, count - special.length)).fill("paid")];
}

/** A day, and for the plans that run over the whole time any day. */
export function dayFor(time: Calendar, chance: Random, plan: PlanName): string {
  const [least, most] = plans[plan].age;
  return time.before(chance.between(least, Math.min(most, time.days.length - 1)));
}

export const termFor = (chance: Random, plan: PlanName): PaymentTerm =>
  plan === "debited" ? debitTerm : chance.pick(transferTerms);

interface KindFacts {
  readonly label: string;
  readonly prefix: string;
  readonly control: "1400" | "1600";
  readonly side: "debit" | "credit";
  readonly journal: JournalCode;
  readonly writeOff: string;
  readonly openItemType: "invoice" | "bill";
}

export const kinds = {
  invoice: {
    label: "Rechnung",
    prefix: "RE",
    control: "1400",
    side: "debit",
    journal: "RA",
    writeOff: "2400",
    openItemType: "invoice",
  },
  creditNote: {
    label: "Gutschrift",
    prefix: "GU",
    control: "1400",
    side: "credit",
    journal: "RA",
    writeOff: "2740",
    openItemType: "invoice",
  },
  bill: {
    label: "Eingangsrechnung",
    prefix: "ER",
    control: "1600",
    side: "credit",
    journal: "RE",
    writeOff: "2740",
    openItemType: "bill",
  },
  vendorCredit: {
    label: "Lieferantengutschrift",
    prefix: "LG",
    control: "1600",
    side: "debit",
    journal: "RE",
    writeOff: "2400",
    openItemType: "bill",
  },
} as const satisfies Readonly<Record<string, KindFacts>>;

export interface Unnumbered {
  readonly kind: keyof typeof kinds;
  readonly plan: PlanName;
  readonly date: string;
  readonly due: string;
  readonly party: Party;
  readonly term: PaymentTerm;
  readonly currency: string;
  readonly rate: string;
  readonly lines: readonly Line[];
  readonly taxRule: string;
  /** The recipient owes the tax: it is booked on both sides. */
  readonly isReverseCharge: boolean;
  /** The document that this credit note was written for. */
  readonly against?: Claim;
}

export interface Claim extends Unnumbered {
  readonly id: string;
  readonly number: string | null;
  readonly totals: Totals;
  readonly booking: readonly PostingLine[];
}

/** As much of a claim as it takes to book it. */
export type Bookable = Pick<Claim, "kind" | "rate" | "lines" | "isReverseCharge"> & { readonly party: Trader };

/** As much of a claim as it takes to settle it. */
export type Owed = Pick<Claim, "id" | "kind" | "number" | "date" | "due" | "currency"> & { readonly party: Trader };

/** Numbers run without gaps within a year; what is not booked has none yet and comes last. */
export function numbered(idPrefix: string, documents: readonly Unnumbered[]): Claim[] {
  const key = ({ plan, date }: Unnumbered) => `${"isUnbooked" in plans[plan] ? 1 : 0} ${date}`;
  const counts = new Map<string, number>();
  const inOrder = documents.toSorted((one, other) => compare(key(one), key(other)));
  return inOrder.map((document, index) => {
    const year = document.date.slice(0, 4);
    const count = (counts.get(year) ?? 0) + 1;
    counts.set(year, count);
    const number = `${kinds[document.kind].prefix}-${year}-${String(count).padStart(4, "0")}`;
    const isUnbooked = "isUnbooked" in plans[document.plan];
    return {
      ...document,
      id: `${idPrefix}-${index + 1}`,
      number: isUnbooked ? null : number,
      totals: totalsOf(document.lines),
      booking: bookingLines(document),
    };
  });
}

const currencies: Readonly<Record<string, readonly [rate: number, places: number]>> = {
  USD: [0.92, 4],
  CHF: [1.05, 4],
  JPY: [0.0061, 6],
  NOK: [0.086, 5],
};

export const isKnownCurrency = (currency: string): boolean => currency === "EUR" || Object.hasOwn(currencies, currency);

/** What one unit of the currency cost on that day. */
export function rateOn(currency: string, date: string): string {
  const [rate, places] = currencies[currency] ?? [1, 0];
  const drift = (hash(seedOf(date), 1) % 400) - 200;
  return currency === "EUR" ? "1" : (rate * (1 + drift / 10_000)).toFixed(places);
}

/** On the collective account first, then the results, then the taxes. */
export function bookingLines(claim: Bookable, lines: readonly Line[] = claim.lines): PostingLine[] {
  const { control, side } = kinds[claim.kind];
  const [onOwnSide, onOther] = side === "debit" ? [debit, credit] : [credit, debit];
  const results = [...Map.groupBy(lines, (line) => `${resultAccount(claim, line)} ${line.rate.code}`)].map(
    ([key, group]) => {
      const { net, tax, discount } = totalsOf(group);
      const [first] = group;
      const rate = first?.rate ?? taxRates.none;
      const taxCents = toCents(tax, claim.rate);
      const posted = onOther(key.split(" ")[0] ?? "", toCents(net, claim.rate), {
        tax: { rate, cents: taxCents },
        dimensions: first?.dimensions ?? [],
        ...(group.length === 1 && first?.item.id != null && { itemId: first.item.id }),
        ...(discount.gt(0) && { discount: toCents(discount, claim.rate) }),
      });
      return { posted, taxes: rate.account === null ? [] : [onOther(rate.account, taxCents)] };
    },
  );
  const others = [...results.map(({ posted }) => posted), ...results.flatMap(({ taxes }) => taxes)];
  const total = others.reduce((cents, line) => cents + line.cents, 0);
  return [
    onOwnSide(control, total, asThirdParty(claim.party)),
    ...others,
    ...(claim.isReverseCharge ? bothTaxes(claim, lines) : []),
  ];
}

export const resultAccount = ({ party }: Pick<Bookable, "party">, { item, rate, account }: Line): string =>
  account ?? (party.role === "supplier" ? item.expenseAccount : rate.account === null ? "8120" : item.incomeAccount);

function bothTaxes({ kind, rate }: Bookable, lines: readonly Line[]): PostingLine[] {
  const cents = toCents(rounded(totalsOf(lines).net.times("0.19"), "EUR"), rate);
  const taxes = [debit("1577", cents), credit("1787", cents)];
  return kind === "vendorCredit" ? turned(taxes) : taxes;
}
