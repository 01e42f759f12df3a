import type { BusinessCase } from "../businessCase.ts";
import { shown } from "../documents.ts";
import { entryBody, expectStoredEntry } from "../entries.ts";
import { expectThat } from "../errors.ts";

export const journalEntryInForeignCurrency: BusinessCase = {
  fact: "An entry of 100 in a foreign currency balances in that currency, at the rate that was sent",
  rules: ["A8", "A13", "W1"],
  needs: ["journalEntries.create", "journalEntries.get"],
  run: async (books) => {
    const { foreignCurrency, exchangeRate } = books.system;
    const money = { currency: foreignCurrency, exchangeRate: String(exchangeRate) };
    const record = await books.create("journalEntries.create", await entryBody(books, money));
    const read = await expectStoredEntry(books, record, [
      { side: "DEBIT", amount: 100 },
      { side: "CREDIT", amount: 100 },
    ]);
    expectThat(read["currency"] === foreignCurrency, `currency is ${shown(read["currency"])}`);
    const rate = read["exchangeRate"];
    expectThat(rate === undefined || Number(rate) === exchangeRate, `exchangeRate is ${shown(rate)}`);
  },
};
