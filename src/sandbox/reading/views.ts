/** Parameters that change how a record looks, as it would in another system. */
import { Big } from "big.js";
import { centsText, toCents } from "../books/basics/amounts.ts";
import type { NativeEntry, NativeLine } from "../books/basics/types.ts";
import { isKnownCurrency, rateOn } from "../books/masterdata/currencies.ts";
import { invalid } from "../server/errors.ts";
import type { Query } from "../server/http.ts";

/** Converts a record according to a parameter's text. */
type View = (record: never, text: string, parameter: string) => object;
export type Views = Readonly<Record<string, View>>;

/** Separates the parameters that are views from those of the list. */
export function readViews(views: Views = {}, query: Query): { show: (body: string) => string; rest: Query } {
  const chosen = Object.entries(query).filter(([name]) => Object.hasOwn(views, name));
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(views, name)));
  if (chosen.length === 0) return { show: (body) => body, rest };
  const shown = (record: unknown): unknown =>
    chosen.reduce((seen, [name, text]) => views[name]?.(seen as never, String(text), name), record);
  const show = (body: string): string => {
    const { items, ...page } = JSON.parse(body) as { readonly items?: unknown };
    return JSON.stringify(Array.isArray(items) ? { items: items.map(shown), ...page } : shown(page));
  };
  return { show, rest };
}

const converted = ["debit", "credit", "discount_amount", "gross_amount", "tax_amount"];

/** At the rate of the entry's day. The last line absorbs the rounding, so that the entry still balances. */
function inCurrency(entry: NativeEntry, currency: string, parameter: string): object {
  if (!isKnownCurrency(currency)) throw invalid(parameter, "must be a currency with an exchange rate");
  const rate = new Big(1).div(rateOn(currency, entry.transaction_date)).toFixed(20);
  const lines = entry.journal_line_items.map((line): NativeLine => {
    const posted = inLedger(line);
    const amounts = converted.filter((field) => typeof posted[field] === "string");
    const values = amounts.map((field) => [field, centsText(toCents(new Big(String(posted[field])), rate))]);
    return { ...posted, ...(Object.fromEntries(values) as object), currency, exchange_rate: null };
  });
  const difference = lines.reduce((sum, { debit, credit }) => sum.plus(debit ?? 0).minus(credit ?? 0), new Big(0));
  const last = lines.at(-1);
  if (last !== undefined && !difference.eq(0)) {
    const side = last.debit === null ? "credit" : "debit";
    const balanced = new Big(last[side] ?? 0).plus(side === "credit" ? difference : difference.neg());
    lines[lines.length - 1] = { ...last, [side]: balanced.toFixed(2) };
  }
  return { ...entry, currency, exchange_rate: null, journal_line_items: lines };
}

/** The line in the company's currency. */
function inLedger(line: NativeLine): NativeLine {
  const { ledger_debit = null, ledger_credit = null } = line;
  if (ledger_debit === null && ledger_credit === null) return line;
  return {
    ...line,
    debit: ledger_debit,
    credit: ledger_credit,
    ledger_debit: null,
    ledger_credit: null,
    gross_amount: null,
    tax_amount: null,
  };
}

/** Drafts have temporary numbers until they are booked. */
const withDraftNumber = (entry: NativeEntry): object =>
  entry.is_provisional ? { ...entry, number: `ENTWURF-${entry.number}` } : entry;

export const entryViews: Views = { currency: inCurrency, draft_numbers: withDraftNumber };
