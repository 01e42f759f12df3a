/** Amounts are computed in decimal and become JSON numbers only at the very end. */
import Big from "big.js";

export type Decimal = string | number | null | undefined;

/** A vendor's decimal text as a number; zero is a value, nothing is nothing. */
export function amount(value: Decimal): number | undefined {
  return value === null || value === undefined || value === "" ? undefined : new Big(value).toNumber();
}

export function sum(values: readonly Decimal[]): number {
  return values.reduce((total: Big, value) => (value ? total.plus(value) : total), new Big(0)).toNumber();
}
