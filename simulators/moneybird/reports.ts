/** The books as entries: each document's debits are its credits. */

import type { Big } from "big.js";
import { tally } from "../engine/reckoning.ts";
import { get } from "../engine/routes.ts";
import { dayLater, type Row, rows, text } from "../engine/values.ts";
import { type Books, idOf } from "./administration.ts";
import { type Asked, inside, type Route } from "./api.ts";
import { amountOf, decimal } from "./money.ts";
import { type Period, readPeriod } from "./query.ts";
import { badRequest } from "./refusals.ts";

/** Debits are positive. */
interface Entry {
  readonly row: Row;
  readonly amount: Big;
}

const account = (books: Books, name: string): string => idOf(books.tables.ledger_accounts.find("name", name));

function* entriesOf(books: Books): Generator<Entry> {
  const { tables } = books;
  const [debtors, creditors] = [account(books, "Debiteuren"), account(books, "Crediteuren")];
  const [owed, reclaimed] = [account(books, "Btw af te dragen"), account(books, "Btw te vorderen")];
  const unbooked = new Set(["draft", "scheduled", "new"]);
  for (const [table, sign] of [
    [tables.sales_invoices, -1],
    [tables.external_sales_invoices, -1],
    [tables.purchase_invoices, 1],
    [tables.receipts, 1],
  ] as const)
    for (const row of table.all()) {
      if (unbooked.has(text(row["state"]))) continue;
      const date = text(row["invoice_date"] ?? row["date"]);
      const [other, tax] = sign === -1 ? [debtors, owed] : [creditors, reclaimed];
      const book = booker(date);
      const gross = amountOf(row, "total_price_incl_tax_base");
      for (const detail of rows(row["details"]))
        yield book(detail, amountOf(detail, "total_price_excl_tax_with_discount_base").times(sign));
      const taxes = gross.minus(amountOf(row, "total_price_excl_tax_base"));
      if (!taxes.eq(0)) yield book({ ledger_account_id: tax }, taxes.times(sign));
      yield book({ ledger_account_id: other }, gross.times(-sign));
      for (const payment of rows(row["payments"])) {
        const paid = booker(text(payment["payment_date"]));
        yield paid(payment, amountOf(payment, "price_base").times(-sign));
        yield paid({ ledger_account_id: other }, amountOf(payment, "price_base").times(sign));
      }
    }
  for (const row of tables.general_journal_documents.all())
    for (const entry of rows(row["general_journal_document_entries"]))
      yield booker(text(row["date"]))(entry, amountOf(entry, "debit").minus(amountOf(entry, "credit")));
}

const booker =
  (date: string) =>
  ({ ledger_account_id }: Row, amount: Big): Entry => ({ row: { date, ledger_account_id }, amount });

/** Whole months only, and not more of them than one for most reports. */
function readMonths({ company: books, query }: Asked, most: number): Period {
  const period = readPeriod(query["period"] || "this_month", books.now());
  if (period === undefined || !period.from.endsWith("-01") || !dayLater(period.to, 1).endsWith("-01"))
    throw badRequest("Period is invalid");
  const [from, to] = [new Date(period.from), new Date(period.to)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1;
  if (months > most) throw badRequest(`Period cannot exceed ${most} month${most === 1 ? "" : "s"}`);
  return period;
}

function generalLedger(books: Books, { from, to }: Period): Row {
  const until = [...entriesOf(books)].filter(({ row }) => text(row["date"]) <= to);
  const within = until.filter(({ row }) => text(row["date"]) >= from);
  const sums = (some: readonly Entry[]) => {
    const all = tally(some.map(({ row, amount }) => [text(row["ledger_account_id"]), amount]));
    return Object.fromEntries([...all].map(([id, amount]) => [id, decimal(amount)]));
  };
  return {
    debit_sums: sums(within.filter(({ amount }) => amount.gte(0))),
    credit_sums: sums(within.flatMap(({ row, amount }) => (amount.lt(0) ? [{ row, amount: amount.abs() }] : []))),
    start_balance: sums(until.filter(({ row }) => text(row["date"]) < from)),
    final_balance: sums(until),
  };
}

export const reportRoutes: Route[] = inside([
  get("reports/general_ledger", (ask) => ({ body: generalLedger(ask.company, readMonths(ask, 1)) })),
]);
