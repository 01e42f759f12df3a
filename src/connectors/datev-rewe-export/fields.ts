/** Account numbers and other values that several records share. */
import type { Balance } from "../../contract/records/ledger.ts";
import { currency } from "../../contract/schema.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { valuesSpelledBy, vocabulary } from "../../kit/vocabulary.ts";
import type { Identifier } from "./types.ts";

export const currencies = vocabulary(valuesSpelledBy(currency));

const generalLedgerLength = 8;
const largestGeneralLedger = 99_999_999;

/** Customer and supplier accounts have one digit more than general ledger accounts. */
const isPersonal = (technical: number): boolean => technical > largestGeneralLedger;

/**
 * The account number that people use, from DATEV's technical number, which is padded with zeros. With 4-digit accounts,
 * 44000000 is 4400, 6500000 is 0650, and 100990000 is customer 10099.
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

/** Personal accounts that start with 1 to 6 are customers, 7 to 9 suppliers. Undefined for the general ledger. */
export function roleOf(technical: number | null | undefined): Role | undefined {
  if (technical === null || technical === undefined || !isPersonal(technical)) return undefined;
  return technical < 700_000_000 ? "CUSTOMER" : "SUPPLIER";
}

const sides = { S: "DEBIT", H: "CREDIT" } as const;

export interface SidedAmount {
  readonly value: number | null | undefined;
  readonly side: Identifier | undefined;
}

/** A zero balance has no side. */
export const sidedAmount = mapping<Balance, SidedAmount>({
  amount: ({ value }) => amount(value),
  debitCreditIndicator: ({ side }) => (side ? sides[side] : undefined),
});
