/** The chart of accounts and the journal, which books documents by itself. */
import type { Big } from "big.js";
import { big, cents, type Row, rows, sum, text } from "../engine/values.ts";
import { invalid } from "./refusals.ts";
import type { Books } from "./shapes.ts";

/** What one unit of a currency costs in the company's. */
const rates: Readonly<Record<string, number>> = {
  USD: 1,
  CAD: 0.75,
  EUR: 1.1,
  GBP: 1.25,
  CHF: 1.12,
  NOK: 0.09,
  JPY: 0.007,
};

export const isKnownCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code);
const inBooks = (amount: Big, code: string): Big => cents(amount.times(rates[code] ?? 1));

export type Account = "bank" | "receivable" | "payable" | "sales" | "salesTax" | "purchaseTax" | "deposits";
const numbers: Readonly<Record<Account, string>> = {
  bank: "1000-2",
  receivable: "1200-1",
  payable: "2000-1",
  sales: "4000-1",
  salesTax: "2100-1",
  purchaseTax: "2101-1",
  deposits: "2200-1",
};

const accountOf = ({ tables }: Books, of: Account | number): Row => {
  const row =
    typeof of === "number"
      ? tables.ledger_accounts.find("category_id", of)
      : tables.ledger_accounts.find("number", numbers[of]);
  if (row === undefined) throw new Error(`The chart has no account for ${of}.`);
  return row;
};

/** A positive amount is debited, a negative one credited. */
export interface Posting {
  readonly account: Account | number;
  readonly amount: Big;
  readonly text?: string;
}

export interface Booking {
  readonly name: string;
  readonly day: string;
  readonly code: string;
  /** The record that is booked. */
  readonly source: string;
  readonly entry?: Row;
  readonly postings: readonly Posting[];
}

const money = (amount: Big, code = "USD"): Row => ({ amount: amount.toFixed(2), code });

function detailOf(company: Books, account: Row, amount: Big, more: Row): Row {
  const detailid = company.next("id", 0);
  const [number = "", sub = ""] = text(account["number"]).split("-");
  const parent = company.tables.ledger_accounts.get(account["parent_account"]);
  const head = {
    account_name: parent?.["name"] ?? account["name"],
    account_number: number,
    account_type: account["type"],
    accountid: parent?.["jea_id"] ?? account["jesa_id"],
    accounting_systemid: company.id,
    id: parent?.["jea_id"] ?? account["jesa_id"],
  };
  return {
    account: head,
    accounting_systemid: company.id,
    balance: money(amount.abs()),
    credit: amount.lt(0) ? money(amount.abs()) : null,
    debit: amount.gte(0) ? money(amount) : null,
    detail_type: "other",
    detailid,
    id: detailid,
    sub_account: {
      account_sub_name: account["name"],
      account_sub_number: sub,
      accounting_systemid: company.id,
      id: account["jesa_id"],
      parentid: head.accountid,
      sub_accountid: account["jesa_id"],
    },
    ...more,
  };
}

const entryWith = (company: Books, entryid: number, facts: Row): Row => ({
  accounting_systemid: company.id,
  clientid: null,
  creditid: null,
  entryid,
  expenseid: null,
  id: entryid,
  incomeid: null,
  invoiceid: null,
  paymentid: null,
  ...facts,
});

/** Books in the company's currency. Cents that rounding leaves go to the last account. */
export function book(company: Books, { name, day, code, source, entry = {}, postings }: Booking): void {
  const filled = postings.filter(({ amount }) => !amount.eq(0));
  if (filled.length === 0) return;
  const entryid = company.next("id", 0);
  const amounts = filled.map(({ amount }) => inBooks(amount, code));
  const rest = sum(amounts);
  for (const [index, { account, text: description = "" }] of filled.entries()) {
    const amount = amounts[index] ?? big(0);
    const isLast = index === filled.length - 1;
    company.tables.journal_entry_details.put(
      detailOf(company, accountOf(company, account), isLast ? amount.minus(rest) : amount, {
        name,
        description,
        source,
        entry: entryWith(company, entryid, entry),
        user_entered_date: day,
      }),
    );
  }
}

/** Removes the postings of a document that is booked anew or deleted. */
export function unbook({ tables: { journal_entry_details: details } }: Books, source: string): void {
  for (const row of details.where((each) => each["source"] === source)) details.drop(row);
}

const amountIn = (detail: Row, side: string): Big => {
  const value = text(detail[side]);
  if (value !== "" && !/^\d+(?:\.\d+)?$/.test(value))
    throw invalid(`Invalid value '${value}' for field '${side}'.`, side);
  return big(value || 0);
};

/** An entry that a user enters. The reply has its amounts as bare text. */
export function enter(company: Books, body: Row): Row {
  const { name, description = null, user_entered_date, currency_code = "USD" } = body;
  const details = rows(body["details"]);
  if (text(name) === "") throw invalid("Required field 'name' missing.", "name", 1001);
  if (!/^\d{4}-\d\d-\d\d$/.test(text(user_entered_date)))
    throw invalid(`Invalid value '${text(user_entered_date)}' for field 'user_entered_date'.`, "user_entered_date");
  if (currency_code !== "USD") throw invalid("The currency has to be that of the account.", "currency_code");
  if (details.length < 2) throw invalid("An entry needs at least two details.", "details");
  const lines = details.map((sent) => {
    const account = company.tables.ledger_accounts.find("jesa_id", Number(sent["sub_accountid"]));
    if (account === undefined)
      throw invalid(`Invalid value '${text(sent["sub_accountid"])}' for field 'sub_accountid'.`, "sub_accountid");
    return { account, amount: amountIn(sent, "debit").minus(amountIn(sent, "credit")) };
  });
  if (!sum(lines.map(({ amount }) => amount)).eq(0))
    throw invalid("The sum of debits and credits must be equal.", "details");
  const entryid = company.next("id", 0);
  const shared = { name, description, user_entered_date };
  const stored = lines.map(({ account, amount }) => {
    const entry = entryWith(company, entryid, {});
    const detail = detailOf(company, account, amount, { ...shared, entry });
    const { detailid } = detail;
    company.add("journal_entry_details", detail);
    return {
      ...shared,
      credit: amount.lt(0) ? amount.abs().toString() : null,
      currency_code,
      debit: amount.lt(0) ? null : amount.toString(),
      detailid,
      id: detailid,
      sub_accountid: account["jesa_id"],
    };
  });
  return { currency_code, ...shared, details: stored, entryid, id: entryid };
}
