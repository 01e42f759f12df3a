/** Amounts are computed in decimal and become JSON numbers only at the very end. */
import { Big } from "big.js";
import { Failure } from "../contract/failure.ts";

export type Decimal = string | number | null | undefined;

/** A vendor's decimal text as a number, nothing computed; zero is a value, nothing is nothing. */
export function amount(value: Decimal): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const read = Number(value);
  if (!Number.isFinite(read)) throw new Failure("target_bad_response", `"${value}" is not an amount.`);
  return read;
}

/**
 * A number as the decimal text that a vendor takes: a small one is never "1e-7", and what binary arithmetic left behind
 * after the fifteenth digit, as in 0.30000000000000004, is not passed on. Four decimals are always kept.
 */
export function decimal(value: number): string {
  const exact = new Big(value);
  const rounded = exact.round(Math.max(4, 14 - Math.max(0, exact.e)));
  return rounded.eq(0) ? "0" : rounded.toFixed();
}

export interface Side {
  readonly amount: number;
  readonly debitCreditIndicator: "DEBIT" | "CREDIT";
}

/** What is left when both sides are set against each other, on the larger one. An even account is zero in debit. */
export function balance(debit: Decimal, credit: Decimal): Side {
  // Most postings have one side only, and a list has thousands: nothing has to be computed for them.
  if (Number(credit || 0) === 0) return sideOf(Number(debit || 0));
  if (Number(debit || 0) === 0) return sideOf(-Number(credit));
  const difference = new Big(debit || 0).minus(credit || 0);
  return { amount: difference.abs().toNumber(), debitCreditIndicator: difference.lt(0) ? "CREDIT" : "DEBIT" };
}

/** An amount whose sign tells the side: plus is debit, minus credit, as most ledgers have it. */
export function bySign(signed: Decimal): Side | undefined {
  const read = amount(signed);
  return read === undefined ? undefined : sideOf(read);
}

/** Turning a sign round is exact. */
function sideOf(signed: number): Side {
  if (Number.isNaN(signed))
    throw new Failure("target_bad_response", "The target system sent something that is no amount.");
  return { amount: Math.abs(signed), debitCreditIndicator: signed < 0 ? "CREDIT" : "DEBIT" };
}

/** Without its sign: what is credited is positive with us, whichever sign a vendor gives it. */
export function unsigned(value: Decimal): number | undefined {
  const read = amount(value);
  return read === undefined ? undefined : Math.abs(read);
}

/** What is left of a whole; undefined where either is not known. */
export function difference(whole: Decimal, part: Decimal): number | undefined {
  if (amount(whole) === undefined || amount(part) === undefined) return undefined;
  return new Big(whole ?? 0).minus(part ?? 0).toNumber();
}

/** So many percent of an amount, or so many of other parts, to the cent: `portion(119, 19, 119)`. */
export const portion = (whole: Decimal, part: number, of = 100): number =>
  new Big(whole || 0).times(part).div(of).round(2, Big.roundHalfUp).toNumber();

/** Added up in decimal. */
export const sum = (amounts: readonly Decimal[]): number =>
  amounts.reduce((total: Big, value) => total.plus(value || 0), new Big(0)).toNumber();
