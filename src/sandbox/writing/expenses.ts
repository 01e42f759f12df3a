/** Writes expenses. */
import { Big } from "big.js";
import { money, zero } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { paidAtOnce, paymentMethods } from "../books/documents/expenses.ts";
import { nativeLine, type Posting } from "../books/ledger/posting.ts";
import { accountId, type JournalCode } from "../books/masterdata/chart.ts";
import { rateOn } from "../books/masterdata/currencies.ts";
import { rejected } from "../server/errors.ts";
import { mustBeOpen, type WriteContext } from "./context.ts";
import { post } from "./ledger.ts";
import { accountIn, currencyIn, rateIn } from "./lookups.ts";
import { postingLine } from "./postingLines.ts";
import { listIn, textIn, texts } from "./shapes/fields.ts";

export async function makeExpense(context: WriteContext, input: NativeRecord): Promise<NativeRecord> {
  const date = String(input["transaction_date"]);
  mustBeOpen(context, date, "transaction_date");
  const currency = currencyIn(input);
  const rate = rateIn(input, currency, rateOn(currency, date));
  const isRefund = input["type"] === "refund";
  const [method = ["cash", "1000", "KA"]] = paymentMethods.filter(
    ([type]) => type === (input["payment_type"] ?? "cash"),
  );
  const account = (await accountIn(context, input, "")) ?? method[1];
  const side = isRefund ? "credit" : "debit";
  const written = listIn(input, "expense_lines");
  if (written.length === 0) throw rejected("expense_lines", "must not be empty");
  const lines = [];
  for (const [index, line] of written.entries()) {
    const path = `expense_lines[${index}].`;
    if (textIn(line, side) === undefined)
      throw rejected(`${path}${side}`, `is required in ${isRefund ? "a refund" : "an expense"}`);
    if ((textIn(line, "currency") ?? currency) !== currency)
      throw rejected(`${path}currency`, `must be the expense's: ${currency}`);
    lines.push({
      foreign: await postingLine(context, line, path, { currency, rate: "1" }),
      home: await postingLine(context, line, path, { currency, rate }),
    });
  }
  const description = textIn(input, "description") ?? (isRefund ? "Erstattung" : "Auslage");
  const { rows } = await context.client.query<{ count: number }>(
    "SELECT count(*)::int + 1 AS count FROM sandbox.records WHERE company = $1 AND collection = 'expenses'",
    [context.company],
  );
  const journal = (textIn(input, "journal_code") ?? method[2]) as JournalCode;
  const exchange = currency === "EUR" ? undefined : { currency, rate };
  const posting: Posting = {
    date,
    journal,
    description,
    lines: paidAtOnce(
      account,
      lines.map(({ home }) => home),
      isRefund,
    ),
    document: { id: input.id, number: `BEL-${String(rows[0]?.count).padStart(4, "0")}` },
    files: texts(input, "files"),
    ...(exchange && { foreign: exchange }),
  };
  await post(context, posting);
  const sum = (amounts: readonly Big[]) => amounts.reduce((total, amount) => total.plus(amount), zero);
  const net = sum(lines.map(({ foreign }) => foreign.net));
  const tax = sum(lines.map(({ foreign }) => foreign.taxed));
  return {
    ledger_name: "Hauptbuch",
    ...input,
    account_code: account,
    account_id: accountId(account),
    account_number: Number(account),
    currency,
    description,
    exchange_rate: currency === "EUR" ? null : rate,
    expense_lines: lines.map(({ foreign }, index) => ({
      ...nativeLine(posting, foreign, `${input.id}-${index + 1}`, context.now),
      currency,
      exchange_rate: exchange?.rate ?? null,
    })),
    files: texts(input, "files"),
    journal_code: journal,
    payment_type: method[0],
    type: isRefund ? "refund" : "expense",
    total_gross_amount: money(net.plus(tax), currency),
    total_net_amount: money(net, currency),
    total_tax_amount: money(tax, currency),
  };
}
