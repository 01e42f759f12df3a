/** The journals of each document, append-only and in the organisation's currency, and the trial balance. */
import type { Big } from "big.js";
import { tally, taxOn } from "../engine/reckoning.ts";
import { big, dayLength, only, type Row, row, rows, sum, text, words } from "../engine/values.ts";
import { accountOf, type Company, cents, dayOf, dayOr, instantOf, stamp, systemAccount } from "./company.ts";
import { percentOf, type Taxing, tracked } from "./masters.ts";
import { openComplaints, rejectIf } from "./refusals.ts";

/** One line; positive is debit. */
function line(company: Company, account: Row, net: Big, rest: Row = {}): Row {
  const tax = cents(rest["TaxAmount"]);
  const { TaxType, Name: TaxName } = company.tables.TaxRates.get(rest["TaxType"]) ?? {};
  const { AccountID, Code: AccountCode, Type: AccountType, Name: AccountName } = account;
  return {
    JournalLineID: company.newId(),
    AccountID,
    ...(AccountCode !== undefined && { AccountCode }),
    AccountType,
    AccountName,
    Description: text(rest["Description"]),
    NetAmount: cents(net),
    GrossAmount: cents(big(cents(net)).plus(tax)),
    TaxAmount: tax,
    ...(TaxType !== undefined && { TaxType, TaxName }),
    TrackingCategories: rows(rest["Tracking"]),
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
  ACCREC: -1,
  ACCPAY: 1,
  ACCRECCREDIT: 1,
  ACCPAYCREDIT: -1,
  RECEIVE: -1,
  SPEND: 1,
};
const sourceTypes: Readonly<Record<string, string>> = { SPEND: "CASHPAID", RECEIVE: "CASHREC" };
const rateOf = ({ CurrencyRate }: Row): Big => big(CurrencyRate ?? 1);
const controlOf = (company: Company, type: string): Row =>
  systemAccount(company, type.startsWith("ACCREC") ? "DEBTORS" : "CREDITORS");

/** The net amounts of lines, and their total tax. */
function linesOf(company: Company, taxed: unknown, lines: readonly Row[], inBase = (amount: Big) => amount): Row[] {
  const booked = lines.map((entry) => {
    const amount = big(entry["LineAmount"]);
    const tax = big(entry["TaxAmount"]);
    const account = accountOf(company, entry["AccountID"], entry["AccountCode"]) ?? {};
    const net = inBase(taxed === "Inclusive" ? amount.minus(tax) : amount);
    return line(company, account, net, { ...entry, TaxAmount: inBase(tax) });
  });
  const tax = inBase(sum(lines.map((entry) => entry["TaxAmount"])));
  return tax.eq(0) ? booked : [...booked, line(company, systemAccount(company, "GST"), tax)];
}

/** The counter-account takes what the other lines leave, so that every journal balances. */
export function bookDocument(company: Company, document: Row, SourceID: unknown): void {
  const { Date: JournalDate, Reference, LineAmountTypes } = document;
  const type = text(document["Type"]);
  const rate = rateOf(document).times(directions[type] ?? 1);
  const lines = rows(document["LineItems"]).filter((item) => item["AccountCode"] ?? item["AccountID"]);
  const others = linesOf(company, LineAmountTypes, lines, (amount) => amount.div(rate).round(2));
  const control = accountOf(company, row(document["BankAccount"])["AccountID"]) ?? controlOf(company, type);
  const counter = line(company, control, sum(others.map((counted) => counted["NetAmount"])).neg());
  const about = { JournalDate, Reference, SourceID, SourceType: sourceTypes[type] ?? type };
  write(company, about, [counter, ...others]);
}

/** A payment of an invoice or credit note; the difference of the two days' rates is a gain or loss. */
export function bookPayment(company: Company, payment: Row, document: Row): void {
  const { PaymentID: SourceID, PaymentType: SourceType, Date: JournalDate } = payment;
  const type = text(document["Type"]);
  const amount = big(payment["Amount"]).times(-(directions[type] ?? 1));
  const owed = amount.div(rateOf(document).neg()).round(2);
  const received = amount.div(rateOf(payment)).round(2);
  const account = accountOf(company, row(payment["Account"])["AccountID"]) ?? {};
  const gain = received.plus(owed);
  write(company, { JournalDate, SourceID, SourceType }, [
    line(company, controlOf(company, type), owed),
    line(company, account, received),
    ...(gain.eq(0) ? [] : [line(company, systemAccount(company, "REALISEDCURRENCYGAIN"), gain.neg())]),
  ]);
}

/** Reverses the last journal of a source. */
export function reverse(company: Company, source: unknown): void {
  const all = company.tables.Journals.under("SourceID", source);
  const last = all.at(-1);
  // Journals and reversals cancel out; an odd one is in effect.
  if (last === undefined || all.length % 2 === 0) return;
  const { JournalID: _id, JournalNumber: _number, CreatedDateUTC: _stamp, JournalLines, ...about } = last;
  const negated = (journalLine: Row) =>
    Object.fromEntries(
      words("NetAmount|GrossAmount|TaxAmount").map((name) => [name, cents(big(journalLine[name]).neg())]),
    );
  const lines = rows(JournalLines).map((journalLine) => ({
    ...journalLine,
    JournalLineID: company.newId(),
    ...negated(journalLine),
  }));
  write(company, about, lines);
}

const manualStatuses = ["DRAFT", "POSTED", "DELETED", "VOIDED", "ARCHIVED"];

export function writeManualJournal(company: Company, input: Row, existing: Row = {}): Row {
  const textOf = (name: string, otherwise?: unknown) => text(input[name] ?? existing[name] ?? otherwise);
  const Status = textOf("Status", "DRAFT");
  const Narration = textOf("Narration");
  const isFinal = existing["Status"] === "VOIDED" || existing["Status"] === "DELETED";
  const isWrong = isFinal || !manualStatuses.includes(Status);
  rejectIf([isWrong, "Manual journal not of valid status for modification"]);
  const { complain, reject } = openComplaints();
  complain(Narration === "", "Narration must be provided");
  const taxed = textOf("LineAmountTypes", "NoTax");
  const JournalLines =
    input["JournalLines"] === undefined
      ? rows(existing["JournalLines"])
      : rows(input["JournalLines"]).map((journalLine) => manualLine({ company, taxed, complain }, journalLine));
  complain(JournalLines.length < 2, "A journal must have at least two lines");
  const onTop = (journalLine: Row) => (taxed === "Exclusive" ? big(journalLine["TaxAmount"]) : 0);
  const gross = JournalLines.map((journalLine) => big(journalLine["LineAmount"]).plus(onTop(journalLine)));
  const debit = sum(gross.filter((amount) => amount.gt(0)));
  const credit = sum(gross.filter((amount) => amount.lt(0)));
  const totals = `total debits (${debit.toFixed(2)}) must equal total credits (${credit.toFixed(2)})`;
  complain(!debit.plus(credit).eq(0), `The ${totals}`);
  const day = dayOr(company, input["Date"] ?? existing["Date"]);
  const locked = dayOf(company.facts["PeriodLockDate"]) ?? -Infinity;
  complain(Status === "POSTED" && day <= locked, "The document date cannot be before the period lock date");
  reject();
  const journal = company.save("ManualJournals", {
    ManualJournalID: company.newId(),
    ShowOnCashBasisReports: true,
    HasAttachments: false,
    ...existing,
    ...only(input, ["Url", "ShowOnCashBasisReports"]),
    Narration,
    Date: stamp(day),
    Status,
    LineAmountTypes: taxed,
    JournalLines,
  });
  const { ManualJournalID: SourceID, Date: JournalDate } = journal;
  const about = { JournalDate, Reference: Narration, SourceID, SourceType: "MANJOURNAL" };
  reverse(company, SourceID);
  if (Status === "POSTED") write(company, about, linesOf(company, taxed, JournalLines));
  return journal;
}

/** Bank accounts and the control accounts take no manual journals. */
function manualLine(setting: Taxing, input: Row): Row {
  const { company, taxed, complain } = setting;
  const { Type, SystemAccount, ...account } = accountOf(company, input["AccountID"], input["AccountCode"]) ?? {};
  const isClosed = Type === undefined || Type === "BANK" || ["DEBTORS", "CREDITORS"].includes(text(SystemAccount));
  complain(isClosed, `Account code '${text(input["AccountCode"])}' is not a valid code for this document.`);
  const TaxType = text(input["TaxType"] ?? (taxed === "NoTax" ? "NONE" : (account["TaxType"] ?? "NONE")));
  const amount = big(input["LineAmount"]);
  const tax = taxOn(amount, percentOf(setting, TaxType), taxed === "Inclusive");
  return {
    ...only(input, ["Description"]),
    TaxType,
    TaxAmount: cents(tax),
    LineAmount: cents(amount),
    AccountCode: account["Code"],
    AccountID: account["AccountID"],
    Tracking: tracked(company, input["Tracking"], complain),
    IsBlank: false,
  };
}

const titles = { REVENUE: "Revenue", EXPENSE: "Expenses", ASSET: "Assets", LIABILITY: "Liabilities", EQUITY: "Equity" };

/** Movements of the month and of the year to date; balance sheet accounts from the beginning. */
interface Balance {
  readonly account: Row;
  readonly month: Big;
  readonly year: Big;
}

const cells = (values: readonly string[], more: Row = {}) => values.map((Value) => ({ Value, ...more }));

export function trialBalance(company: Company, day: number): Row {
  const balances = balancesOf(company, day);
  const form = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  const ReportDate = new Date(day).toLocaleDateString("en-GB", form);
  const totals = [balances.map(({ month }) => month), balances.map(({ year }) => year)].flatMap((amounts) => [
    sum(amounts.filter((amount) => amount.gt(0))),
    sum(amounts.filter((amount) => amount.lt(0))).abs(),
  ]);
  const summary = { RowType: "SummaryRow", Cells: cells(["Total", ...totals.map((total) => total.toFixed(2))]) };
  return {
    ReportID: "TrialBalance",
    ReportName: "Trial Balance",
    ReportType: "TrialBalance",
    ReportTitles: ["Trial Balance", company.facts["Name"], `As at ${ReportDate}`],
    ReportDate,
    UpdatedDateUTC: `/Date(${company.now()})/`,
    Fields: [],
    Rows: [
      { RowType: "Header", Cells: cells(["Account", "Debit", "Credit", "YTD Debit", "YTD Credit"]) },
      ...Object.entries(titles).flatMap(([kind, Title]) => {
        const Rows = balances.filter(({ account }) => account["Class"] === kind).map(rowOf);
        return Rows.length === 0 ? [] : [{ RowType: "Section", Title, Rows }];
      }),
      { RowType: "Section", Title: "", Rows: [summary] },
    ],
  };
}

function rowOf({ account: { AccountID, Name, Code, Class }, month, year }: Balance): Row {
  // An account without movements shows 0 on its normal side.
  const isDebit = (amount: Big) => amount.gt(0) || (amount.eq(0) && (Class === "EXPENSE" || Class === "ASSET"));
  const pair = (amount: Big) => (isDebit(amount) ? [amount.toFixed(2), ""] : ["", amount.neg().toFixed(2)]);
  const name = `${text(Name)}${Code === undefined ? "" : ` (${text(Code)})`}`;
  const Attributes = [{ Value: AccountID, Id: "account" }];
  return { RowType: "Row", Cells: cells([name, ...pair(month), ...pair(year)], { Attributes }) };
}

/** Profits of former years count as retained earnings. */
function balancesOf(company: Company, day: number): Balance[] {
  const { Accounts, Journals } = company.tables;
  const month = Date.parse(new Date(day).toISOString().slice(0, 7));
  const year = yearStart(company, day);
  const retained = text(systemAccount(company, "RETAINEDEARNINGS")["AccountID"]);
  const isFormer = (account: unknown, at: number) =>
    at < year && ["REVENUE", "EXPENSE"].includes(text(Accounts.get(account)?.["Class"]));
  const lines = Journals.all().flatMap(({ JournalDate, JournalLines }) => {
    const at = instantOf(JournalDate) ?? 0;
    const accountOf = ({ AccountID }: Row) => (isFormer(AccountID, at) ? retained : text(AccountID));
    return at > day
      ? []
      : rows(JournalLines).map((journalLine) => ({
          at,
          booked: [accountOf(journalLine), journalLine["NetAmount"]] as const,
        }));
  });
  const sums = (since: number) => tally(lines.filter(({ at }) => at >= since).map(({ booked }) => booked));
  const months = sums(month);
  return [...sums(-Infinity)].map(([id, amount]) => ({
    account: Accounts.get(id) ?? {},
    month: months.get(id) ?? big(0),
    year: amount,
  }));
}

function yearStart({ facts }: Company, until: number): number {
  const { FinancialYearEndDay: day, FinancialYearEndMonth: month } = facts;
  const year = new Date(until).getUTCFullYear();
  const after = (of: number) => Date.UTC(of, Number(month) - 1, Number(day)) + dayLength;
  return after(year) <= until ? after(year) : after(year - 1);
}
