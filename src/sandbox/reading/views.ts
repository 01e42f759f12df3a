/** Other ways to show a record, as other systems would have it. */
import { Big } from "big.js";
import { centsText, toCents } from "../books/basics/amounts.ts";
import type { NativeEntry, NativeLine } from "../books/basics/types.ts";
import { isKnownCurrency, rateOn } from "../books/masterdata/currencies.ts";
import { invalid } from "../server/errors.ts";
import type { Query } from "../server/http.ts";

/** What a parameter's text makes of a record. */
type View = (record: never, text: string, parameter: string) => object;
export type Views = Readonly<Record<string, View>>;

/** The parameters that are views, and those that are left for the list. */
export function readViews(views: Views = {}, query: Query): { show: (body: string) => string; rest: Query } {
  const wanted = Object.entries(query).filter(([name]) => Object.hasOwn(views, name));
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(views, name)));
  if (wanted.length === 0) return { show: (body) => body, rest };
  const shown = (record: unknown): unknown =>
    wanted.reduce((seen, [name, text]) => views[name]?.(seen as never, String(text), name), record);
  const show = (body: string): string => {
    const { items, ...page } = JSON.parse(body) as { readonly items?: unknown };
    return JSON.stringify(Array.isArray(items) ? { items: items.map(shown), ...page } : shown(page));
  };
  return { show, rest };
}

const inLedger = ["debit", "credit", "discount_amount", "gross_amount", "tax_amount"];

/** At the rate of its day. What rounding leaves over goes to the last line, so that the entry still balances. */
function inCurrency(entry: NativeEntry, currency: string, parameter: string): object {
  if (!isKnownCurrency(currency)) throw invalid(parameter, "must be a currency that has a rate here");
  const rate = new Big(1).div(rateOn(currency, entry.transaction_date)).toFixed(20);
  const lines = entry.journal_line_items.map((line): NativeLine => {
    const amounts = inLedger.filter((field) => typeof line[field] === "string");
    const converted = amounts.map((field) => [field, centsText(toCents(new Big(String(line[field])), rate))]);
    return { ...line, ...(Object.fromEntries(converted) as object), currency, exchange_rate: null };
  });
  const over = lines.reduce((sum, { debit, credit }) => sum.plus(debit ?? 0).minus(credit ?? 0), new Big(0));
  const last = lines.at(-1);
  if (last !== undefined && !over.eq(0)) {
    const side = last.debit === null ? "credit" : "debit";
    const right = new Big(last[side] ?? 0).plus(side === "credit" ? over : over.neg());
    lines[lines.length - 1] = { ...last, [side]: right.toFixed(2) };
  }
  return { ...entry, currency, exchange_rate: null, journal_line_items: lines };
}

/** A draft is not numbered among the entries before it is booked. */
const withDraftNumber = (entry: NativeEntry): object =>
  entry.is_provisional ? { ...entry, number: `ENTWURF-${entry.number}` } : entry;

export const entryViews: Views = { currency: inCurrency, draft_numbers: withDraftNumber };
