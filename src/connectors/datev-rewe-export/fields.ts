/** Account numbers, and what else several records share. */
import type { Balance } from "../../contract/records/ledger.ts";
import { currency } from "../../contract/schema.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { spelled, vocabulary } from "../../kit/vocabulary.ts";
import type { Identifier } from "./types.ts";

export const currencies = vocabulary(spelled(currency));

const generalLedgerLength = 8;
const largestGeneralLedger = 99_999_999;

/** Customers and suppliers have one digit more than accounts of the general ledger. */
const isPersonal = (technical: number): boolean => technical > largestGeneralLedger;

/**
 * The number that people use, from the one that is filled up to its technical length: with accounts of 4 digits 44000000
 * is 4400, 6500000 is 0650, and 100990000 the customer 10099.
 */
export function accountText(technical: number | null | undefined, length: number): string | undefined {
  if (technical === null || technical === undefined) return undefined;
  return isPersonal(technical)
    ? String(technical).slice(0, length + 1)
    : String(technical).padStart(generalLedgerLength, "0").slice(0, length);
}

export const accountNumber = (technical: number | null | undefined, length: number): number | undefined => {
  const text = accountText(technical, length);
  return text === undefined ? undefined : Number(text);
};

export type Role = "CUSTOMER" | "SUPPLIER";

/** Personal accounts from 1 to 6 are customers, from 7 to 9 suppliers; undefined for the general ledger. */
export function roleOf(technical: number | null | undefined): Role | undefined {
  if (technical === null || technical === undefined || !isPersonal(technical)) return undefined;
  return technical < 700_000_000 ? "CUSTOMER" : "SUPPLIER";
}

const sides = { S: "DEBIT", H: "CREDIT" } as const;

export interface Identified {
  readonly value: number | null | undefined;
  readonly side: Identifier | undefined;
}

/** An even account has no side. */
export const identified = mapping<Balance, Identified>({
  amount: ({ value }) => amount(value),
  debitCreditIndicator: ({ side }) => (side ? sides[side] : undefined),
});
