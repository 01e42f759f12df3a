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
  const sums = ["totalNetAmount", "totalGrossAmount"].map((field) => sides.map((side) => sumOf(lines, side, field)));
  if (sums.some(([debit, credit]) => debit !== undefined && credit !== undefined && debit.eq(credit))) return [];
  const [[debit, credit] = []] = sums;
  return [
    `journalEntries.list: ${name} does not balance: ${debit?.toFixed(2) ?? "no"} in debit, ${credit?.toFixed(2) ?? "no"} in credit`,
  ];
}

/** Undefined where some line does not have the amount. */
function sumOf(lines: readonly Row[], side: string, field: string): Big | undefined {
  const amounts = lines.filter(({ debitCreditIndicator }) => debitCreditIndicator === side).map((line) => line[field]);
  if (amounts.some((amount) => typeof amount !== "number")) return undefined;
  return amounts.reduce<Big>((sum, amount) => sum.plus(amount as number), new Big(0));
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
