/** The books as entries: each document's debits are its credits. */
import type { Big } from "big.js";
import { tally } from "../engine/reckoning.ts";
import { get } from "../engine/routes.ts";
import { dayLater, type Row, rows, text } from "../engine/values.ts";
import { type Books, idOf } from "./administration.ts";
import { inside, type MoneybirdRequest, type Period, type Route, readPeriod } from "./api.ts";
import { amountOf, decimal } from "./money.ts";
import { payables } from "./priced.ts";
import { badRequest } from "./refusals.ts";

/** Debits are positive. */
type Entry = readonly [date: string, account: string, amount: Big];

const booked = (date: unknown, of: Row, amount: Big): Entry => [text(date), text(of["ledger_account_id"]), amount];
const unbooked = ["draft", "scheduled", "new"];

function* entriesOf({ tables }: Books): Generator<Entry> {
  const account = (name: string) => ({ ledger_account_id: idOf(tables.ledger_accounts.find("name", name)) });
  for (const table of payables) {
    const isSale = table.endsWith("sales_invoices");
    const [sign, counterAccount, tax] = isSale
      ? ([-1, account("Debiteuren"), account("Btw af te dragen")] as const)
      : ([1, account("Crediteuren"), account("Btw te vorderen")] as const);
    for (const row of tables[table].where(({ state }) => !unbooked.includes(text(state)))) {
      const date = row["invoice_date"] ?? row["date"];
      const gross = amountOf(row, "total_price_incl_tax_base");
      for (const detail of rows(row["details"]))
        yield booked(date, detail, amountOf(detail, "total_price_excl_tax_with_discount_base").times(sign));
      const taxes = gross.minus(amountOf(row, "total_price_excl_tax_base"));
      if (!taxes.eq(0)) yield booked(date, tax, taxes.times(sign));
      yield booked(date, counterAccount, gross.times(-sign));
      for (const payment of rows(row["payments"])) {
        const paid = amountOf(payment, "price_base").times(sign);
        yield booked(payment["payment_date"], payment, paid.neg());
        yield booked(payment["payment_date"], counterAccount, paid);
      }
    }
  }
  for (const row of tables.general_journal_documents.all())
    for (const entry of rows(row["general_journal_document_entries"]))
      yield booked(row["date"], entry, amountOf(entry, "debit").minus(amountOf(entry, "credit")));
}

/** Whole months only, and one of them at most. */
function readMonth({ company: books, query }: MoneybirdRequest): Period {
  const period = readPeriod(query["period"] || "this_month", books.now());
  if (period === undefined || !period.from.endsWith("-01") || !dayLater(period.to, 1).endsWith("-01"))
    throw badRequest("Period is invalid");
  if (period.from.slice(0, 7) !== period.to.slice(0, 7)) throw badRequest("Period cannot exceed 1 month");
  return period;
}

function generalLedger(books: Books, { from, to }: Period): Row {
  const until = [...entriesOf(books)].filter(([date]) => date <= to);
  const within = until.filter(([date]) => date >= from);
  const credits = within.filter(([, , amount]) => amount.lt(0));
  const sums = (entries: readonly Entry[], sign = 1) => {
    const all = tally(entries.map(([, account, amount]) => [account, amount.times(sign)]));
    return Object.fromEntries([...all].map(([id, amount]) => [id, decimal(amount)]));
  };
  return {
    debit_sums: sums(within.filter(([, , amount]) => amount.gte(0))),
    credit_sums: sums(credits, -1),
    start_balance: sums(until.filter(([date]) => date < from)),
    final_balance: sums(until),
  };
}

export const reportRoutes: Route[] = inside([
  get("reports/general_ledger", (request) => ({ body: generalLedger(request.company, readMonth(request)) })),
]);
