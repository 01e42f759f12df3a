/** What each document books: journals that are only ever added to, in the organisation's own currency. */
import type { Big } from "big.js";
import { accountOf, type Company, systemAccount } from "./company.ts";
import { big, cents, type Row, row, rows, sum, text } from "./wire.ts";

interface Posting {
  readonly source: string;
  readonly type: string;
  readonly day: unknown;
  readonly reference?: unknown;
  readonly lines: readonly Row[];
}

/** One line; positive is debit. */
function line(company: Company, account: Row, net: Big | number, rest: Row = {}): Row {
  const tax = cents(big(rest["TaxAmount"]));
  const rate = company.tables.TaxRates.get(text(rest["TaxType"]));
  return {
    JournalLineID: company.newId(),
    AccountID: account["AccountID"],
    ...(account["Code"] !== undefined && { AccountCode: account["Code"] }),
    AccountType: account["Type"],
    AccountName: account["Name"],
    Description: text(rest["Description"]),
    NetAmount: cents(net),
    GrossAmount: cents(big(cents(net)).plus(tax)),
    TaxAmount: tax,
    ...(rate !== undefined && { TaxType: rate["TaxType"], TaxName: rate["Name"] }),
    TrackingCategories: rows(rest["Tracking"]),
  };
}

function write(company: Company, { source, type, day, reference, lines }: Posting): void {
  const number = company.next("journal");
  company.add("Journals", {
    JournalDate: day,
    // Numbers have gaps, as Xero's do.
    JournalNumber: number + Math.floor(number / 7),
    ...(reference !== undefined && { Reference: reference }),
    SourceID: source,
    SourceType: type,
    JournalLines: lines,
  });
}

/** The counter-account takes what the other lines leave, so that every journal balances. */
const balanced = (company: Company, account: Row, others: readonly Row[]): Row[] => [
  line(company, account, sum(others.map((one) => one["NetAmount"])).neg()),
  ...others,
];

/** Debit is 1 for what we buy and for credits to customers. */
const directions: Readonly<Record<string, 1 | -1>> = {
  ...{ ACCREC: -1, ACCPAY: 1, ACCRECCREDIT: 1, ACCPAYCREDIT: -1, RECEIVE: -1, SPEND: 1 },
};

export function bookDocument(company: Company, document: Row, id: string): void {
  const type = text(document["Type"]);
  const sign = directions[type] ?? 1;
  const rate = big(document["CurrencyRate"] ?? 1);
  const inBase = (amount: Big) => amount.times(sign).div(rate).round(2);
  const inclusive = document["LineAmountTypes"] === "Inclusive";
  const others = rows(document["LineItems"])
    .filter((one) => one["AccountCode"] !== undefined || one["AccountID"] !== undefined)
    .map((one) => {
      const tax = big(one["TaxAmount"]);
      const net = inclusive ? big(one["LineAmount"]).minus(tax) : big(one["LineAmount"]);
      const account = accountOf(company, one["AccountID"], one["AccountCode"]) ?? {};
      return line(company, account, inBase(net), { ...one, TaxAmount: inBase(tax).toNumber() });
    });
  const tax = inBase(big(document["TotalTax"]));
  if (!tax.eq(0)) others.push(line(company, systemAccount(company, "GST"), tax));
  const bank = row(document["BankAccount"]);
  const control =
    accountOf(company, bank["AccountID"], undefined) ??
    systemAccount(company, type.startsWith("ACCREC") ? "DEBTORS" : "CREDITORS");
  const sourceType = type === "SPEND" ? "CASHPAID" : type === "RECEIVE" ? "CASHREC" : type;
  write(company, {
    ...{ source: id, type: sourceType, day: document["Date"], reference: document["Reference"] },
    lines: balanced(company, control, others),
  });
}

/** Money for an invoice or a credit note; what the rates of the two days differ by is a gain or a loss. */
export function bookPayment(company: Company, payment: Row, document: Row): void {
  const type = text(document["Type"]);
  const sign = -(directions[type] ?? 1);
  const amount = big(payment["Amount"]).times(sign);
  const control = systemAccount(company, type.startsWith("ACCREC") ? "DEBTORS" : "CREDITORS");
  const owed = amount
    .neg()
    .div(big(document["CurrencyRate"] ?? 1))
    .round(2);
  const received = amount.div(big(payment["CurrencyRate"] ?? 1)).round(2);
  const account = accountOf(company, row(payment["Account"])["AccountID"], undefined) ?? {};
  const gain = received.plus(owed);
  write(company, {
    ...{ source: text(payment["PaymentID"]), type: text(payment["PaymentType"]), day: payment["Date"] },
    lines: [
      line(company, control, owed),
      line(company, account, received),
      ...(gain.eq(0) ? [] : [line(company, systemAccount(company, "REALISEDCURRENCYGAIN"), gain.neg())]),
    ],
  });
}

export function bookManualJournal(company: Company, journal: Row): void {
  const inclusive = journal["LineAmountTypes"] === "Inclusive";
  const lines = rows(journal["JournalLines"]).map((one) => {
    const account = accountOf(company, one["AccountID"], one["AccountCode"]) ?? {};
    const net = inclusive ? big(one["LineAmount"]).minus(big(one["TaxAmount"])) : big(one["LineAmount"]);
    return line(company, account, net, one);
  });
  const tax = sum(rows(journal["JournalLines"]).map((one) => one["TaxAmount"]));
  if (!tax.eq(0)) lines.push(line(company, systemAccount(company, "GST"), tax));
  write(company, {
    ...{ source: text(journal["ManualJournalID"]), type: "MANJOURNAL", day: journal["Date"] },
    ...{ reference: journal["Narration"], lines },
  });
}

/** Takes back what a source booked last: the same journal once more, the other way round. */
export function reverse(company: Company, source: string): void {
  const all = company.tables.Journals.where((one) => one["SourceID"] === source);
  const last = all.at(-1);
  // Pairs cancel out; an odd one is what stands.
  if (last === undefined || all.length % 2 === 0) return;
  const negated = rows(last["JournalLines"]).map((one) => ({
    ...one,
    JournalLineID: company.newId(),
    NetAmount: cents(big(one["NetAmount"]).neg()),
    GrossAmount: cents(big(one["GrossAmount"]).neg()),
    TaxAmount: cents(big(one["TaxAmount"]).neg()),
  }));
  write(company, {
    ...{ source, type: text(last["SourceType"]), day: last["JournalDate"], reference: last["Reference"] },
    lines: negated,
  });
}
