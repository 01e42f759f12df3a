/** Documents before they get their numbers. */
import { addDays } from "../basics/calendar.ts";
import { rateOn } from "../masterdata/currencies.ts";
import { partyFor, ruleFor, type TaxRule } from "../masterdata/taxRules.ts";
import { type CompanyContext, chanceFor, traders } from "./companyContext.ts";
import type { kinds, TradeDocument, Unnumbered } from "./document.ts";
import { makeLines } from "./lines.ts";
import { dayFor, type PlanName, termFor } from "./plans.ts";

export interface DraftOptions {
  readonly kind: keyof typeof kinds;
  readonly plan: PlanName;
  readonly index: number;
  readonly rule: TaxRule;
  readonly lines: readonly [min: number, max: number];
}

export function draft(
  context: CompanyContext,
  { kind, plan, index, rule, lines: [minLines, maxLines] }: DraftOptions,
): Unnumbered {
  const chance = chanceFor(context, kind, index);
  const isSale = kind === "invoice" || kind === "creditNote";
  const party = partyFor(traders(isSale ? context.customers : context.suppliers), rule, chance.between(0, 99));
  const date = dayFor(context.time, chance, plan);
  const term = termFor(chance, plan);
  const { currency } = party;
  const rate = rateOn(currency, date);
  const lines = makeLines(chance, chance.between(minLines, maxLines), {
    isSale,
    currency,
    rate,
    isTaxed: rule.isTaxed,
    isReverseCharge: context.isModel === true && rule.isReverseCharge,
    isInclusive: kind === "invoice" && rule.name === "gross",
    ...(plan === "free" && { discount: "100" }),
  });
  const due = addDays(date, term.days);
  const isReverseCharge = !isSale && rule.isReverseCharge;
  const discount = context.isModel && plan === "paid" && index % 10 === 6 ? "5" : "0";
  return { kind, plan, date, due, party, term, currency, rate, lines, discount, taxRule: rule.name, isReverseCharge };
}

/** Documents that are settled in parts or with a discount are in the company's own currency. */
export const ruleOf = (plan: PlanName, index: number): TaxRule =>
  ruleFor(["partlyPaid", "partlyOverdue", "corrected", "cashDiscount"].includes(plan) ? 0 : index);

/** A credit note that cancels a document completely, some days later. */
export function noteAgainst({ time }: CompanyContext, document: TradeDocument): Unnumbered {
  const { id: _id, number: _number, totals: _totals, booking: _booking, ...same } = document;
  const kind = document.kind === "invoice" ? "creditNote" : "vendorCredit";
  return { ...same, kind, plan: "offsetting", date: time.noLater(addDays(document.date, 6)), against: document };
}
