/** Expectations of the cases about journal entries. */
import { Big } from "big.js";
import { idOf, type Row, rowsIn } from "../../src/verify/row.ts";
import { amountOf, isNear, sumOf } from "./amounts.ts";
import type { Body, Books } from "./books.ts";
import { shown } from "./documents.ts";
import { expectThat } from "./errors.ts";

/** 100 from a revenue account to an expense account: accounts that every company has and may post to. */
export async function entryBody(books: Books, more: Row = {}, lineMore: Row = {}): Promise<Body> {
  return {
    transactionDate: books.day(-3),
    description: `Correction ${books.freshNumber()}`,
    journalLineItems: [
      await entryLine(books, "DEBIT", lineMore),
      { ...(await entryLine(books, "CREDIT")), accountId: await books.known("revenueAccount") },
    ],
    ...more,
  };
}

export const entryLine = async (books: Books, side: "DEBIT" | "CREDIT", more: Row = {}): Promise<Row> => ({
  accountId: await books.known("expenseAccount"),
  debitCreditIndicator: side,
  totalNetAmount: 100,
  ...more,
});

/** A8: debits equal credits, and this amount was posted to this account on this side. */
function expectEntry(entry: Row, amounts: readonly ExpectedLine[], source: string): void {
  const lines = rowsIn(entry["journalLineItems"]);
  const total = (side: string) =>
    sumOf(
      lines
        .filter((line) => line["debitCreditIndicator"] === side)
        .map((line) => amountOf(line["totalNetAmount"]) ?? new Big(0)),
    );
  const debit = total("DEBIT");
  const credit = total("CREDIT");
  expectThat(lines.length > 0, `${source}: the entry has no lines`);
  expectThat(isNear(debit, credit), `${source}: debits are ${debit.toFixed(2)}, credits ${credit.toFixed(2)}`);
  for (const { side, amount, accountId } of amounts)
    expectThat(
      lines.some(
        (line) =>
          line["debitCreditIndicator"] === side &&
          isNear(amountOf(line["totalNetAmount"]) ?? new Big(0), new Big(amount)) &&
          (accountId === undefined || line["accountId"] === undefined || line["accountId"] === accountId),
      ),
      `${source}: no ${side} line of ${amount.toString()} on account ${shown(accountId)}`,
    );
}

export interface ExpectedLine {
  readonly side: "DEBIT" | "CREDIT";
  readonly amount: Big | number;
  readonly accountId?: string;
}

/** The entry as it was answered, and as it is read again. */
export async function expectStoredEntry(books: Books, answered: Row, lines: readonly ExpectedLine[]): Promise<Row> {
  expectEntry(answered, lines, "answered");
  const read = await books.read("journalEntries", idOf(answered));
  expectEntry(read, lines, "read again");
  return read;
}
