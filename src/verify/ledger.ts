/** Checks that debits equal credits. */
import { Big } from "big.js";
import { type Row, rowsIn } from "./row.ts";

const sides = ["DEBIT", "CREDIT"] as const;

/** Debits must equal credits in every entry with lines on both sides. */
export const entryFindings = (rows: readonly Row[]): string[] => rows.flatMap(oneEntry);

function oneEntry(row: Row): string[] {
  const name = String(row["id"]);
  const lines = rowsIn(row["journalLineItems"]);
  // One-sided lines are offset by the entry's own account.
  if (lines.length === 0 || row["debitCreditIndicator"] !== undefined) return [];
  const bare = lines.find(({ debitCreditIndicator }) => debitCreditIndicator === undefined);
  if (bare !== undefined) return [`journalEntries.list: a line of ${name} has no debitCreditIndicator`];
  const negative = lines.find(({ totalNetAmount }) => Number(totalNetAmount) < 0);
  if (negative !== undefined)
    return [`journalEntries.list: a line of ${name} has a negative amount in addition to its side`];
  if (amountFields.some((field) => isBalanced(lines, field))) return [];
  const [debit, credit] = sides.map((side) => sumOf(lines, side, "totalNetAmount"));
  return [
    `journalEntries.list: ${name} does not balance: debits are ${debit?.toFixed(2) ?? "unknown"}, credits ${credit?.toFixed(2) ?? "unknown"}`,
  ];
}

const amountFields = ["totalNetAmount", "totalGrossAmount"];

/** Lines in several currencies must balance per currency or at their exchange rates. Without rates, amounts are in the company's currency. */
function isBalanced(lines: readonly Row[], field: string): boolean {
  const byCurrency = [...Map.groupBy(lines, ({ currency }) => currency).values()];
  if (byCurrency.every((group) => isEven(group, field))) return true;
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

/** Undefined if a line lacks the amount. */
function sumOf(lines: readonly Row[], side: string, field: string, rate?: (line: Row) => Big): Big | undefined {
  const sameSide = lines.filter(({ debitCreditIndicator }) => debitCreditIndicator === side);
  if (sameSide.some((line) => typeof line[field] !== "number")) return undefined;
  return sameSide.reduce(
    (sum, line) => sum.plus((rate?.(line) ?? new Big(1)).times(line[field] as number)),
    new Big(0),
  );
}

const total = (rows: readonly Row[], amount: (row: Row) => unknown): Big =>
  rows.reduce((sum, row) => sum.plus(Number(amount(row) ?? 0)), new Big(0));

/** Debits must equal credits over all accounts. */
export function trialFindings(rows: readonly Row[]): string[] {
  const balances = ["openingBalance", "balance"].map((field) => {
    const amounts = rows.flatMap((row) => (row[field] === undefined ? [] : [row[field] as Row]));
    const [debit, credit] = sides.map((side) =>
      total(
        amounts.filter(({ debitCreditIndicator }) => debitCreditIndicator === side),
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
      : [`trialBalance.list: ${field} adds up to ${debit.toFixed(2)} in debits and ${credit.toFixed(2)} in credits`],
  );
}
