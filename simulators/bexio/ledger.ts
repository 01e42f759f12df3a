/** The journal: every booking has one amount, a debit account and a credit account. */
import type { Big } from "big.js";
import { big, type Row, rows, text, uuid } from "../engine/values.ts";
import { add, type Books, isClosed } from "./company.ts";
import { invalid } from "./refusals.ts";

interface Booking {
  readonly date: string;
  readonly debit: number;
  readonly credit: number;
  readonly amount: Big;
  readonly currency?: unknown;
  readonly factor?: unknown;
  readonly description?: unknown;
  readonly ref_class?: string;
  readonly ref_id?: unknown;
  readonly ref_uuid?: unknown;
}

/** The value of one unit in francs. */
export const factors: Readonly<Record<string, number>> = { CHF: 1, EUR: 1.05, USD: 0.9, GBP: 1.2 };

function factorOf(books: Books, currency: unknown): number {
  return factors[text(books.tables.currencies.get(currency)?.["name"])] ?? 1;
}

/** Midnight of the day in Switzerland. */
const midnight = (day: string): string => `${day}T00:00:00${/-0[4-9]-/.test(day) ? "+02:00" : "+01:00"}`;

export function post(books: Books, booking: Booking): Row | undefined {
  const { date, debit, credit, amount, currency = 1, description = "" } = booking;
  if (amount.eq(0)) return undefined;
  const factor = big(booking.factor ?? factorOf(books, currency));
  // A negative amount is booked the other way round.
  const isTurned = amount.lt(0);
  return add(books, "journal", {
    ref_id: booking.ref_id ?? null,
    ref_uuid:
      booking.ref_uuid ?? (booking.ref_id === undefined ? null : uuid(`${booking.ref_class} ${text(booking.ref_id)}`)),
    ref_class: booking.ref_class ?? null,
    date: midnight(date),
    debit_account_id: isTurned ? credit : debit,
    credit_account_id: isTurned ? debit : credit,
    description,
    amount: amount.abs().toNumber(),
    currency_id: currency,
    currency_factor: factor.toNumber(),
    base_currency_id: 1,
    base_currency_amount: amount.abs().times(factor).round(2, 1).toNumber(),
  });
}

/** An entry that a person makes. */
export function enter(books: Books, body: Row): Row {
  const date = text(body["date"]);
  if (body["type"] !== "manual_single_entry") throw invalid("type: Only single entries are simulated.");
  if (isClosed(books, date)) throw invalid("date: The business year is closed.");
  const entries = rows(body["entries"]).map((each) => {
    for (const side of ["debit_account_id", "credit_account_id"])
      if (!books.tables.accounts.has(each[side])) throw invalid(`${side}: The account does not exist.`);
    if (!books.tables.currencies.has(each["currency_id"])) throw invalid("currency_id: Required.");
    const booked = post(books, {
      date,
      debit: Number(each["debit_account_id"]),
      credit: Number(each["credit_account_id"]),
      amount: big(each["amount"]),
      currency: each["currency_id"],
      factor: each["currency_factor"],
      description: each["description"],
    });
    if (booked === undefined) throw invalid("amount: Has to be greater than 0.");
    return {
      id: booked["id"],
      date,
      debit_account_id: booked["debit_account_id"],
      credit_account_id: booked["credit_account_id"],
      tax_id: null,
      tax_account_id: null,
      description: booked["description"],
      amount: booked["amount"],
      currency_id: booked["currency_id"],
      base_currency_id: 1,
      currency_factor: booked["currency_factor"],
      base_currency_amount: booked["base_currency_amount"],
      created_by_user_id: 1,
      edited_by_user_id: 1,
    };
  });
  return {
    id: books.next("manual entry"),
    type: body["type"],
    booking_type: "manual_entry",
    date,
    reference_nr: body["reference_nr"] ?? "",
    created_by_user_id: 1,
    edited_by_user_id: 1,
    entries,
    is_locked: false,
    locked_info: null,
  };
}

/** Bookings of a period. Days are inclusive. */
export const between = (all: readonly Row[], from = "", to = "9999"): readonly Row[] =>
  all.filter(({ date }) => text(date).slice(0, 10) >= from && text(date).slice(0, 10) <= to);
