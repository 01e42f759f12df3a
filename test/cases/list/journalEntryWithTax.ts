import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { entryLine, expectStoredEntry } from "../entries.ts";

export const journalEntryWithTax: BusinessCase = {
  fact: "A line of 100 net with a tax rate and no tax line posts the tax, and the entry balances on gross",
  rules: ["A8", "W2"],
  needs: ["journalEntries.create", "journalEntries.get"],
  run: async (books) => {
    const { standard } = books.system.purchases;
    const { tax, gross } = totalsOf([{ net: 100, rate: standard }]);
    const revenue = await books.known("revenueAccount");
    const taxRate = { taxRatePercentage: String(standard) };
    const record = await books.create("journalEntries.create", {
      transactionDate: books.day(-3),
      description: `Correction ${books.freshNumber()}`,
      journalLineItems: [
        await entryLine(books, "DEBIT", { taxRate, totalGrossAmount: gross.toNumber() }),
        { accountId: revenue, debitCreditIndicator: "CREDIT", totalNetAmount: gross.toNumber() },
      ],
    });
    await expectStoredEntry(books, record, [
      { side: "DEBIT", amount: 100, accountId: await books.known("expenseAccount") },
      { side: "DEBIT", amount: tax },
      { side: "CREDIT", amount: gross, accountId: revenue },
    ]);
  },
};
