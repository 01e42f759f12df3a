/** Which rows a set shows: some must be told what to look under, some are computed when asked. */
import type { Big } from "big.js";
import { type Condition, type EntitySet, encoded, noDate, noGuid } from "../engine/entities.ts";
import { big, day, dayLength, type Row, text } from "../engine/values.ts";
import { all, type Book, etagOf, under } from "./book.ts";
import { dialog } from "./refusals.ts";
import { generalTemplate } from "./rules.ts";

const mustKnow: Readonly<Record<string, string>> = {
  journalId: "You must specify a journal batch ID or a journal ID to get a journal line.",
  documentId: "You must specify an Id or a Document Id to get the lines.",
};

/** The rows of a set at the top of a company. */
export function rowsOf(book: Book, { name: set, parent }: EntitySet, conditions: readonly Condition[]): readonly Row[] {
  const pinned = (name: string) =>
    conditions.find(({ property, operator }) => property === name && operator === "eq")?.value;
  if (set === "trialBalances") return trialBalance(book, conditions);
  if (set === "pdfDocument") throw dialog("You must specify a parentType in the request body.");
  if (pinned("id") !== undefined) return all(book, set);
  const above = pinned(parent);
  if (above !== undefined) return under(book, set, { id: above });
  if (set === "attachments") return under(book, set, { id: noGuid });
  if (set === "dimensionSetLines") throw dialog("You must specify a parentId in the request.");
  const complaint = mustKnow[parent];
  if (complaint !== undefined) throw dialog(complaint);
  const rows = all(book, set);
  if (set !== "journals" || pinned("templateDisplayName") !== undefined) return rows;
  return rows.filter((row) => row["templateDisplayName"] === generalTemplate);
}

interface Sums {
  debit: Big;
  credit: Big;
  balance: Big;
}
const noSums = (): Sums => ({ debit: big(0), credit: big(0), balance: big(0) });
function add(to: Sums, { debit, credit, balance }: Sums): void {
  Object.assign(to, { debit: to.debit.plus(debit), credit: to.credit.plus(credit), balance: to.balance.plus(balance) });
}

/** Of the days that `dateFilter` names; balances are of all the time before, too. */
function trialBalance(book: Book, conditions: readonly Condition[]): readonly Row[] {
  const bounds = (names: RegExp, beside: string, step: number) =>
    conditions
      .filter(({ property, operator }) => property === "dateFilter" && names.test(operator))
      .map(({ operator, value }) => day(Number(value) + (operator === beside ? step : 0)));
  const end = bounds(/^(le|lt|eq)$/, "lt", -dayLength).toSorted()[0] ?? book.today();
  const start =
    bounds(/^(ge|gt|eq)$/, "gt", dayLength)
      .toSorted()
      .at(-1) ?? noDate;
  const sums = new Map<string, Sums>();
  for (const { postingDate, accountNumber, debitAmount, creditAmount } of all(book, "generalLedgerEntries")) {
    if (text(postingDate) > end) continue;
    const own = sums.get(text(accountNumber)) ?? noSums();
    sums.set(text(accountNumber), own);
    const [debit, credit, isBefore] = [big(debitAmount), big(creditAmount), text(postingDate) < start];
    add(own, { ...noSums(), ...(!isBefore && { debit, credit }), balance: debit.minus(credit) });
  }
  return balanceRows(book, sums, end);
}

/** What stands between a Begin-Total and its End-Total is summed up in the latter. */
function balanceRows(book: Book, sums: ReadonlyMap<string, Sums>, dateFilter: string): readonly Row[] {
  const open: Sums[] = [];
  return all(book, "accounts").map(({ number, id: accountId, accountType, displayName: display }) => {
    const own = sums.get(text(number)) ?? noSums();
    if (accountType === encoded("Begin-Total")) open.push(noSums());
    if (accountType === "Posting") for (const total of open) add(total, own);
    const shown = accountType === encoded("End-Total") ? (open.pop() ?? own) : own;
    const isBlank = accountType === "Heading" || accountType === encoded("Begin-Total");
    const money = (value: Big) => (isBlank ? "" : grouped(value.gt(0) ? value : big(0)));
    return {
      ...{ "@odata.etag": etagOf("0"), number, accountId, accountType, display, dateFilter },
      ...{ totalDebit: money(shown.debit), totalCredit: money(shown.credit) },
      ...{ balanceAtDateDebit: money(shown.balance), balanceAtDateCredit: money(shown.balance.times(-1)) },
    };
  });
}

/** 72,893.84: texts with the thousands set apart, as the report prints them. */
const grouped = (value: Big) => value.toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ",");
