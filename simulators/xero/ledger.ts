/** What each document books: journals that are only ever added to, in the organisation's own currency. */
import type { Big } from "big.js";
import { taxOn } from "../engine/reckoning.ts";
import { accountOf, type Company, systemAccount } from "./company.ts";
import { percentOf, tracked } from "./lines.ts";
import { openComplaints, rejectIf } from "./refusals.ts";
import { big, cents, dayOf, only, type Row, row, rows, stamp, sum, text } from "./wire.ts";

/** One line; positive is debit. */
function line(company: Company, account: Row, net: Big, rest: Row = {}): Row {
  const tax = cents(rest["TaxAmount"]);
  const { TaxType, Name: TaxName } = company.tables.TaxRates.get(rest["TaxType"]) ?? {};
  const { AccountID, Code: AccountCode, Type: AccountType, Name: AccountName } = account;
  return {
    ...{ JournalLineID: company.newId(), AccountID, ...(AccountCode !== undefined && { AccountCode }) },
    ...{ AccountType, AccountName, Description: text(rest["Description"]), NetAmount: cents(net) },
    ...{ GrossAmount: cents(big(cents(net)).plus(tax)), TaxAmount: tax },
    ...{ ...(TaxType !== undefined && { TaxType, TaxName }), TrackingCategories: rows(rest["Tracking"]) },
  };
}

function write(company: Company, about: Row, JournalLines: readonly Row[]): void {
  const number = company.next("journal");
  const { Reference, ...source } = about;
  // Numbers have gaps, as Xero's do.
  const JournalNumber = number + Math.floor(number / 7);
  company.add("Journals", { JournalNumber, ...(Reference !== undefined && { Reference }), ...source, JournalLines });
}

/** Debit is 1 for what we buy and for credits to customers. */
const directions: Readonly<Record<string, 1 | -1>> = {
  ...{ ACCREC: -1, ACCPAY: 1, ACCRECCREDIT: 1, ACCPAYCREDIT: -1, RECEIVE: -1, SPEND: 1 },
};
const sourceTypes: Readonly<Record<string, string>> = { SPEND: "CASHPAID", RECEIVE: "CASHREC" };
const controlOf = (company: Company, type: string): Row =>
  systemAccount(company, type.startsWith("ACCREC") ? "DEBTORS" : "CREDITORS");

/** What lines are without their tax, and the tax of all of them. */
function linesOf(
  company: Company,
  { LineAmountTypes }: Row,
  lines: readonly Row[],
  inBase = (amount: Big) => amount,
): Row[] {
  const booked = lines.map((one) => {
    const [amount, tax] = [big(one["LineAmount"]), big(one["TaxAmount"])];
    const account = accountOf(company, one["AccountID"], one["AccountCode"]) ?? {};
    const net = inBase(LineAmountTypes === "Inclusive" ? amount.minus(tax) : amount);
    return line(company, account, net, { ...one, TaxAmount: inBase(tax) });
  });
  const tax = inBase(sum(lines.map((one) => one["TaxAmount"])));
  return tax.eq(0) ? booked : [...booked, line(company, systemAccount(company, "GST"), tax)];
}

/** The counter-account takes what the other lines leave, so that every journal balances. */
export function bookDocument(company: Company, document: Row, SourceID: unknown): void {
  const { Date: JournalDate, Reference, CurrencyRate = 1 } = document;
  const type = text(document["Type"]);
  const inBase = (amount: Big) =>
    amount
      .times(directions[type] ?? 1)
      .div(big(CurrencyRate))
      .round(2);
  const lines = rows(document["LineItems"]).filter((one) => one["AccountCode"] ?? one["AccountID"]);
  const others = linesOf(company, document, lines, inBase);
  const control = accountOf(company, row(document["BankAccount"])["AccountID"]) ?? controlOf(company, type);
  const counter = line(company, control, sum(others.map((one) => one["NetAmount"])).neg());
  const about = { JournalDate, Reference, SourceID, SourceType: sourceTypes[type] ?? type };
  write(company, about, [counter, ...others]);
}

/** Money for an invoice or a credit note; what the rates of the two days differ by is a gain or a loss. */
export function bookPayment(company: Company, payment: Row, document: Row): void {
  const { PaymentID: SourceID, PaymentType: SourceType, Date: JournalDate } = payment;
  const type = text(document["Type"]);
  const amount = big(payment["Amount"]).times(-(directions[type] ?? 1));
  const owed = amount
    .neg()
    .div(big(document["CurrencyRate"] ?? 1))
    .round(2);
  const received = amount.div(big(payment["CurrencyRate"] ?? 1)).round(2);
  const account = accountOf(company, row(payment["Account"])["AccountID"]) ?? {};
  const gain = received.plus(owed);
  write(company, { JournalDate, SourceID, SourceType }, [
    ...[line(company, controlOf(company, type), owed), line(company, account, received)],
    ...(gain.eq(0) ? [] : [line(company, systemAccount(company, "REALISEDCURRENCYGAIN"), gain.neg())]),
  ]);
}

/** Takes back what a source booked last: the same journal once more, the other way round. */
export function reverse(company: Company, source: unknown): void {
  const all = company.tables.Journals.under("SourceID", source);
  const last = all.at(-1);
  // Pairs cancel out; an odd one is what stands.
  if (last === undefined || all.length % 2 === 0) return;
  const { JournalID: _own, JournalNumber: _number, CreatedDateUTC: _stamp, JournalLines, ...about } = last;
  const negated = (one: Row, name: string) => ({ [name]: cents(big(one[name]).neg()) });
  const lines = rows(JournalLines).map((one) => ({
    ...{ ...one, JournalLineID: company.newId(), ...negated(one, "NetAmount") },
    ...{ ...negated(one, "GrossAmount"), ...negated(one, "TaxAmount") },
  }));
  write(company, about, lines);
}

const manualStatuses = ["DRAFT", "POSTED", "DELETED", "VOIDED", "ARCHIVED"];

export function writeManualJournal(company: Company, input: Row, existing: Row = {}): Row {
  const said = (name: string, otherwise?: unknown) => text(input[name] ?? existing[name] ?? otherwise);
  const [Status, Narration] = [said("Status", "DRAFT"), said("Narration")];
  const isFinal = existing["Status"] === "VOIDED" || existing["Status"] === "DELETED";
  const isWrong = isFinal || !manualStatuses.includes(Status);
  rejectIf([isWrong, "Manual journal not of valid status for modification"]);
  const { complain, reject } = openComplaints();
  complain(Narration === "", "Narration must be provided");
  const taxed = said("LineAmountTypes", "NoTax");
  const JournalLines =
    input["JournalLines"] === undefined
      ? rows(existing["JournalLines"])
      : rows(input["JournalLines"]).map((one) => manualLine({ company, taxed, complain }, one));
  complain(JournalLines.length < 2, "A journal must have at least two lines");
  const onTop = (one: Row) => (taxed === "Exclusive" ? big(one["TaxAmount"]) : 0);
  const gross = JournalLines.map((one) => big(one["LineAmount"]).plus(onTop(one)));
  const [debit, credit] = [sum(gross.filter((one) => one.gt(0))), sum(gross.filter((one) => one.lt(0)))];
  const totals = `total debits (${debit.toFixed(2)}) must equal total credits (${credit.toFixed(2)})`;
  complain(!debit.plus(credit).eq(0), `The ${totals}`);
  reject();
  const day = dayOf(input["Date"] ?? existing["Date"]) ?? dayOf(company.today()) ?? 0;
  const journal = company.save("ManualJournals", {
    ...{ ManualJournalID: company.newId(), ShowOnCashBasisReports: true, HasAttachments: false },
    ...{ ...existing, ...only(input, ["Url", "ShowOnCashBasisReports"]), Narration, Date: stamp(day), Status },
    ...{ LineAmountTypes: taxed, JournalLines },
  });
  const { ManualJournalID: SourceID, Date: JournalDate } = journal;
  const about = { JournalDate, Reference: Narration, SourceID, SourceType: "MANJOURNAL" };
  reverse(company, SourceID);
  if (Status === "POSTED") write(company, about, linesOf(company, journal, JournalLines));
  return journal;
}

/** Bank accounts and the control accounts take no manual journals. */
function manualLine(setting: Parameters<typeof percentOf>[0], given: Row): Row {
  const { company, taxed, complain } = setting;
  const { Type, SystemAccount, ...account } = accountOf(company, given["AccountID"], given["AccountCode"]) ?? {};
  const isClosed = Type === undefined || Type === "BANK" || ["DEBTORS", "CREDITORS"].includes(text(SystemAccount));
  complain(isClosed, `Account code '${text(given["AccountCode"])}' is not a valid code for this document.`);
  const TaxType = text(given["TaxType"] ?? (taxed === "NoTax" ? "NONE" : (account["TaxType"] ?? "NONE")));
  const amount = big(given["LineAmount"]);
  const tax = taxOn(amount, percentOf(setting, TaxType), taxed === "Inclusive");
  return {
    ...{ ...only(given, ["Description"]), TaxType, TaxAmount: cents(tax), LineAmount: cents(amount) },
    ...{ AccountCode: account["Code"], AccountID: account["AccountID"] },
    ...{ Tracking: tracked(company, given["Tracking"], complain), IsBlank: false },
  };
}
