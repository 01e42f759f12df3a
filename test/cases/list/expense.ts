import { Big } from "big.js";
import { idOf, type Row } from "../../../src/verify/row.ts";
import { amountOf, isNear, totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { shown } from "../documents.ts";
import { expectThat } from "../errors.ts";

export const expense: BusinessCase = {
  fact: "A taxi of 100 net at the standard rate, paid at once, is an expense with its tax",
  rules: ["A3", "A6", "W2"],
  needs: ["expenses.create"],
  run: async (books) => {
    const { standard } = books.system.purchases;
    const expected = totalsOf([{ net: 100, rate: standard }]);
    const line = {
      accountId: await books.known("expenseAccount"),
      debitCreditIndicator: "DEBIT",
      totalNetAmount: 100,
      taxRate: { taxRatePercentage: String(standard) },
    };
    const record = await books.create("expenses.create", {
      transactionDate: books.day(-3),
      description: "Taxi",
      expenseLines: [line],
    });
    const read = await books.read("expenses", idOf(record));
    for (const [source, row] of [
      ["answered", record],
      ["read again", read],
    ] as const)
      expectTotals(row, expected, source);
    await books.expectAtVendor("expenses", idOf(record), expected.gross);
  },
};

function expectTotals(row: Row, { net, tax, gross }: ReturnType<typeof totalsOf>, source: string): void {
  const names = { totalNetAmount: net, totalTaxAmount: tax, totalGrossAmount: gross };
  for (const [name, amount] of Object.entries(names))
    expectThat(
      isNear(amountOf(row[name]) ?? new Big(0), amount),
      `${source}: ${name} is ${shown(row[name])} instead of ${amount.toFixed(2)}`,
    );
}
