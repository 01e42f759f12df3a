import { describe, expect, test } from "vitest";
import type { NativeEntry } from "./basics/types.ts";
import {
  big,
  type Company,
  companiesOf,
  days,
  inEntryCurrency,
  linesOf,
  posted,
  text,
  total,
  totals,
} from "./testing.ts";

const inYear = ({ counted }: Company, year: string): NativeEntry[] =>
  counted.filter(({ fiscal_year }) => fiscal_year === year);
const balancesOf = (entries: readonly NativeEntry[]) => totals(linesOf(entries), (line) => line.account_code, posted);
/** Sorted by account, so that two of them can be compared. */
const shown = (
  balances: ReadonlyMap<string, { eq(other: number): boolean; toFixed(places: number): string }>,
): string[] =>
  [...balances]
    .filter(([, balance]) => !balance.eq(0))
    .map(([account, balance]) => `${account} ${balance.toFixed(2)}`)
    .toSorted();

describe.each(days)("the ledger that ends on %s", (day) => {
  const companies = companiesOf(day);

  test.each(companies)("$id: every entry balances, including drafts", ({ entries }) => {
    const crooked = entries.filter((entry) =>
      [posted, inEntryCurrency].some((amount) => !total(entry.journal_line_items, amount).eq(0)),
    );
    expect(crooked).toEqual([]);
  });

  test.each(companies)("$id: every line is on one side", ({ entries }) => {
    const both = linesOf(entries).filter(({ debit, credit }) => (debit === null) === (credit === null));
    expect(both).toEqual([]);
  });

  test.each(companies)("$id: has the requested number of entries, numbered without gaps", ({ id, books, entries }) => {
    expect(entries).toHaveLength(id === "bergblick" ? 2000 : 200);
    expect(books.entryCount).toBe(entries.length);
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => String(index + 1)));
  });

  test.each(companies)(
    "$id: entries are in the order of their days, from the first to the last",
    ({ entries, firstYear }) => {
      const dates = entries.map(({ transaction_date }) => transaction_date);
      expect(dates).toEqual(dates.toSorted());
      expect([dates[0], dates.at(-1)]).toEqual([`${firstYear}-01-01`, day]);
      expect(entries.filter((entry) => entry.fiscal_year !== entry.transaction_date.slice(0, 4))).toEqual([]);
    },
  );

  test.each(companies)("$id: the second year opens with the closing balances of the first", (company) => {
    const opening = inYear(company, company.secondYear).filter(({ record_type }) => record_type === "opening");
    expect(opening).toHaveLength(1);
    expect(shown(balancesOf(opening))).toEqual(shown(balancesOf(inYear(company, company.firstYear))));
  });

  test.each(companies)("$id: the first year's result is in equity", (company) => {
    const results = company
      .records("accounts")
      .filter((account) => ["expense", "revenue"].includes(text(account, "class")));
    const codes = new Set(results.map((account) => text(account, "code")));
    const left = [...balancesOf(inYear(company, company.firstYear))].filter(
      ([account, balance]) => codes.has(account) && !balance.eq(0),
    );
    expect(left).toEqual([]);
    const [closing, ...others] = company.counted.filter(({ record_type }) => record_type === "closing");
    expect(closing?.transaction_date).toBe(`${company.firstYear}-12-31`);
    expect(others).toEqual([]);
  });

  test.each(companies)("$id: balances of accounts and bank accounts match the ledger", (company) => {
    const ledger = shown(balancesOf(inYear(company, company.secondYear)));
    const accounts = company.records("accounts").map((account) => {
      const balance = big(account["balance"]);
      return [text(account, "code"), account["side"] === "debit" ? balance : balance.times(-1)] as const;
    });
    expect(shown(new Map(accounts))).toEqual(ledger);
    const banks = company.records("bank-accounts").map((bank) => [text(bank, "number"), big(bank["balance"])] as const);
    expect(shown(new Map(banks))).toEqual(ledger.filter((line) => /^12[012]0 /.test(line)));
  });

  test.each(companies)("$id: the cash balance is never negative", ({ counted }) => {
    let till = big("0");
    const least = counted.map((entry) => {
      const moved = total(
        entry.journal_line_items.filter(({ account_code }) => account_code === "1000"),
        posted,
      );
      till = entry.record_type === "opening" ? moved : till.plus(moved);
      return till.toNumber();
    });
    expect(Math.min(...least)).toBeGreaterThanOrEqual(0);
  });
});
