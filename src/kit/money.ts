/** Amounts are computed in decimal and become JSON numbers only at the very end. */
import { Big } from "big.js";
import { Failure } from "../contract/failure.ts";

export type Decimal = string | number | null | undefined;

/** A vendor's decimal text as a number. Zero is a value; null, undefined and empty text are absent. */
export function amount(value: Decimal): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const read = Number(value);
  if (!Number.isFinite(read)) throw new Failure("target_bad_response", `"${value}" is not an amount.`);
  return read;
}

/**
 * A number as decimal text for a vendor: never "1e-7", and without binary rounding noise after the fifteenth digit, as in
 * 0.30000000000000004. Four decimals are always kept.
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

/** The difference of debit and credit, on the larger side. A zero balance is on the debit side. */
export function balance(debit: Decimal, credit: Decimal): Side {
  // Most postings have one side only and need no decimal arithmetic; a list has thousands.
  if (Number(credit || 0) === 0) return sideOf(Number(debit || 0));
  if (Number(debit || 0) === 0) return sideOf(-Number(credit));
  const difference = new Big(debit || 0).minus(credit || 0);
  return { amount: difference.abs().toNumber(), debitCreditIndicator: difference.lt(0) ? "CREDIT" : "DEBIT" };
}

/** A signed amount as amount and side: plus is debit, minus is credit, as in most ledgers. */
export function bySign(signed: Decimal): Side | undefined {
  const read = amount(signed);
  return read === undefined ? undefined : sideOf(read);
}

/** Negation is exact, so this needs no decimal arithmetic. */
function sideOf(signed: number): Side {
  if (Number.isNaN(signed))
    throw new Failure("target_bad_response", "The target system sent a value that is not an amount.");
  return { amount: Math.abs(signed), debitCreditIndicator: signed < 0 ? "CREDIT" : "DEBIT" };
}

/** The amount without its sign: credited amounts are positive in the contract, whatever sign the vendor uses. */
export function unsigned(value: Decimal): number | undefined {
  const read = amount(value);
  return read === undefined ? undefined : Math.abs(read);
}

/** The total minus a part. Undefined if either is unknown. */
export function difference(total: Decimal, part: Decimal): number | undefined {
  if (amount(total) === undefined || amount(part) === undefined) return undefined;
  return new Big(total ?? 0).minus(part ?? 0).toNumber();
}

/** A percentage of an amount, rounded to cents, or a fraction of it: `portion(119, 19, 119)` is 19 of 119 parts. */
export const portion = (total: Decimal, part: number, of = 100): number =>
  new Big(total || 0).times(part).div(of).round(2, Big.roundHalfUp).toNumber();

/** The sum, in decimal arithmetic. */
export const sum = (amounts: readonly Decimal[]): number =>
  amounts.reduce((total: Big, value) => total.plus(value || 0), new Big(0)).toNumber();
