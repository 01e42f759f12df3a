/** The ledger adds up: what is in debit is in credit. */
import { Big } from "big.js";
import { type Row, rowsIn } from "./row.ts";

const sides = ["DEBIT", "CREDIT"] as const;

/** Debit is credit in every entry that has lines on both sides. */
export const entryFindings = (rows: readonly Row[]): string[] => rows.flatMap(oneEntry);

function oneEntry(row: Row): string[] {
  const name = String(row["id"]);
  const lines = rowsIn(row["journalLineItems"]);
  // Lines of one side stand against the account of the entry itself.
  if (lines.length === 0 || row["debitCreditIndicator"] !== undefined) return [];
  const bare = lines.find(({ debitCreditIndicator }) => debitCreditIndicator === undefined);
  if (bare !== undefined) return [`journalEntries.list: a line of ${name} has no debitCreditIndicator`];
  const negative = lines.find(({ totalNetAmount }) => Number(totalNetAmount) < 0);
  if (negative !== undefined) return [`journalEntries.list: a line of ${name} has a negative amount besides its side`];
  if (amountFields.some((field) => isBalanced(lines, field))) return [];
  const [debit, credit] = sides.map((side) => sumOf(lines, side, "totalNetAmount"));
  return [
    `journalEntries.list: ${name} does not balance: ${debit?.toFixed(2) ?? "no"} in debit, ${credit?.toFixed(2) ?? "no"} in credit`,
  ];
}

const amountFields = ["totalNetAmount", "totalGrossAmount"];

/** Lines in several currencies balance in each of them, or at their rates; without any they are all in the books' own. */
function isBalanced(lines: readonly Row[], field: string): boolean {
  const byCurrency = [...Map.groupBy(lines, ({ currency }) => currency).values()];
  if (byCurrency.every((some) => isEven(some, field))) return true;
  const hasRates = lines.some(({ exchangeRate }) => exchangeRate !== undefined);
  return byCurrency.length > 1 && isEven(lines, field, hasRates ? rateOf : undefined);
}

function isEven(lines: readonly Row[], field: string, rate?: (line: Row) => Big): boolean {
  const [debit, credit] = sides.map((side) => sumOf(lines, side, field, rate));
  if (debit === undefined || credit === undefined) return false;
  return rate === undefined ? debit.eq(credit) : debit.minus(credit).abs().lt(cent);
}

const cent = new Big("0.01");
const rateOf = ({ exchangeRate }: Row): Big => new Big(typeof exchangeRate === "number" ? exchangeRate : 1);

/** Undefined where some line does not have the amount. */
function sumOf(lines: readonly Row[], side: string, field: string, rate?: (line: Row) => Big): Big | undefined {
  const own = lines.filter(({ debitCreditIndicator }) => debitCreditIndicator === side);
  if (own.some((line) => typeof line[field] !== "number")) return undefined;
  return own.reduce((sum, line) => sum.plus((rate?.(line) ?? new Big(1)).times(line[field] as number)), new Big(0));
}

const total = (rows: readonly Row[], amount: (row: Row) => unknown): Big =>
  rows.reduce((sum, row) => sum.plus(Number(amount(row) ?? 0)), new Big(0));

/** Over all accounts, what is in debit is in credit. */
export function trialFindings(rows: readonly Row[]): string[] {
  const balances = ["openingBalance", "balance"].map((field) => {
    const all = rows.flatMap((row) => (row[field] === undefined ? [] : [row[field] as Row]));
    const [debit, credit] = sides.map((side) =>
      total(
        all.filter(({ debitCreditIndicator }) => debitCreditIndicator === side),
        ({ amount }) => amount,
      ),
    );
    return { field, debit, credit };
  });
  const totals = {
    field: "total",
    debit: total(rows, ({ totalDebitAmount }) => totalDebitAmount),
    credit: total(rows, ({ totalCreditAmount }) => totalCreditAmount),
  };
  return [...balances, totals].flatMap(({ field, debit = new Big(0), credit = new Big(0) }) =>
    debit.eq(credit)
      ? []
      : [`trialBalance.list: ${field} sums up to ${debit.toFixed(2)} in debit and ${credit.toFixed(2)} in credit`],
  );
}
