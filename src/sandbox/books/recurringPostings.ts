/** Postings without a document: wages, rent, depreciation, accruals, and drafts, which do not affect balances. */
import { Big } from "big.js";
import { toCents } from "./basics/amounts.ts";
import { addDays, type Calendar } from "./basics/calendar.ts";
import { at } from "./basics/random.ts";
import type { CompanyContext } from "./documents/companyContext.ts";
import { credit, debit, type Posting, type PostingLine, reversed } from "./ledger/posting.ts";
import { dimensions } from "./masterdata/catalogue.ts";
import { rateOn } from "./masterdata/currencies.ts";

const reasons = ["tax", "ifrs", "calculation", "independent", "other"];

export function routinePostings({ time, scale }: CompanyContext): Posting[] {
  return [
    ...monthEnds(time).flatMap((date, index) => monthly(date, index, scale.wages)),
    ...accruals(time),
    ...drafts(time),
  ];
}

export const foreignPostings = ({ time }: CompanyContext): Posting[] =>
  monthEnds(time)
    .filter((_, index) => index % 3 === 0)
    .map(foreignFee);

const monthEnds = ({ days }: Calendar): string[] =>
  days.filter((date) => date.slice(8) >= "28" && addDays(date, 1).endsWith("-01"));

const general = (date: string, description: string, lines: readonly PostingLine[]): Posting => ({
  date,
  journal: "SO",
  description,
  lines,
});

function monthly(date: string, index: number, wages: number): Posting[] {
  const month = date.slice(0, 7);
  const administration = { dimensions: [at(dimensions, 0)] };
  return [
    general(date, `Löhne und Gehälter ${month}`, [debit("4100", wages, administration), credit("1740", wages)]),
    { ...general(date, `Auszahlung Löhne ${month}`, [debit("1740", wages), credit("1200", wages)]), journal: "BA" },
    {
      ...general(date, `Miete ${month}`, [debit("4210", 98_000, administration), credit("1200", 98_000)]),
      journal: "BA",
    },
    {
      ...general(date, `Abschreibungen ${month}`, [
        debit("4830", 60_000),
        credit("0320", 40_000),
        credit("0410", 20_000),
      ]),
      reason: at(reasons, index),
    },
  ];
}

/** A fee in a foreign currency, in which the entry balances. */
function foreignFee(date: string): Posting {
  const currency = "USD";
  const rate = rateOn(currency, date);
  const amount = "12.50";
  const cents = toCents(new Big(amount), rate);
  return {
    ...general(date, `Kontoführung USD ${date.slice(0, 7)}`, [
      debit("4980", cents, { amount }),
      credit("1210", cents, { amount }),
    ]),
    journal: "BA",
    foreign: { currency, rate },
  };
}

/** Booked at the end of the first year and reversed at the beginning of the second. */
function accruals({ firstYear, secondYear }: Calendar): Posting[] {
  const lines = [debit("4980", 75_000), credit("0970", 75_000)];
  const prepaid = [debit("0980", 36_000), credit("4210", 36_000)];
  return [
    general(`${firstYear}-12-31`, "Rückstellung Jahresabschluss", lines),
    general(`${firstYear}-12-31`, "Abgrenzung vorausbezahlte Miete", prepaid),
    { ...general(`${secondYear}-01-01`, "Auflösung Abgrenzung Miete", reversed(prepaid)), isReversal: true },
  ];
}

const drafts = (time: Calendar): Posting[] =>
  [12, 5, 0].map((age, index) => ({
    ...general(time.before(age), `Entwurf ${index + 1}: Umbuchung, noch zu prüfen`, [
      debit("4930", 12_345 + index),
      credit("4980", 12_345 + index),
    ]),
    isProvisional: true,
  }));
