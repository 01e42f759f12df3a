/** One company's books, put together from their families. */
import type { Calendar } from "./calendar.ts";
import { accountRecords, fiscalYearRecords, journalRecords, taxRateRecords } from "./chart.ts";
import { ledger, type Posting } from "./ledger.ts";
import type { CompanyBooks, CompanyRow } from "./types.ts";

export function companyBooks(company: CompanyRow, time: Calendar, entries: number): CompanyBooks {
  const postings: Posting[] = [];
  const book = ledger(time, postings, entries);
  return {
    company,
    records: new Map([
      ["accounts", accountRecords(time, book.balances)],
      ["fiscal-years", fiscalYearRecords(time)],
      ["journals", journalRecords(time)],
      ["tax-rates", taxRateRecords(time)],
    ]),
    entryCount: book.count,
    entries: () => book.entries(),
  };
}
