/** The vendor's part of the engine's OData: what is shown, how sets are related, what may be deleted. */
import type { Big } from "big.js";
import { type Condition, type EntityService, type EntitySet, encoded, noDate, noGuid } from "../engine/entities.ts";
import { type Above, create as createIn, discard } from "../engine/entityWrites.ts";
import { pdf } from "../engine/files.ts";
import { tally } from "../engine/reckoning.ts";
import { big, day, dayLength, type Row, sum, text } from "../engine/values.ts";
import { addUp, documents, headerOf, headerRow, isDraft, mustBeDraft } from "./documents.ts";
import { act } from "./posting.ts";
import { dialog, entityRefusals } from "./refusals.ts";
import { all, type Book, etagOf, setOf, sets, table, under } from "./resources.ts";
import { applyRule, generalTemplate, shareBatch } from "./rules.ts";

const missingParentMessages: Readonly<Record<string, string>> = {
  journalId: "You must specify a journal batch ID or a journal ID to get a journal line.",
  documentId: "You must specify an Id or a Document Id to get the lines.",
};

/** The rows of a set at the top of a company. */
function rowsOf(book: Book, { name: set, parent }: EntitySet, conditions: readonly Condition[]): readonly Row[] {
  const pinned = (name: string) =>
    conditions.find(({ property, operator }) => property === name && operator === "eq")?.value;
  if (set === "trialBalances") return trialBalance(book, conditions);
  if (set === "pdfDocument") throw dialog("You must specify a parentType in the request body.");
  if (pinned("id") !== undefined) return all(book, set);
  const above = pinned(parent);
  if (above !== undefined) return under(book, set, { id: above });
  if (set === "attachments") return under(book, set, { id: noGuid });
  if (set === "dimensionSetLines") throw dialog("You must specify a parentId in the request.");
  const message = missingParentMessages[parent];
  if (message !== undefined) throw dialog(message);
  const rows = all(book, set);
  if (set !== "journals" || pinned("templateDisplayName") !== undefined) return rows;
  return rows.filter((row) => row["templateDisplayName"] === generalTemplate);
}

/** Movements of the days in `dateFilter`; balances include all earlier days. */
function trialBalance(book: Book, conditions: readonly Condition[]): readonly Row[] {
  const dateBounds = (operators: RegExp, exclusiveOperator: string, dayStep: number) =>
    conditions
      .filter(({ property, operator }) => property === "dateFilter" && operators.test(operator))
      .map(({ operator, value }) => day(Number(value) + (operator === exclusiveOperator ? dayStep : 0)))
      .toSorted();
  const dateFilter = dateBounds(/^(le|lt|eq)$/, "lt", -dayLength)[0] ?? book.today();
  const start = dateBounds(/^(ge|gt|eq)$/, "gt", dayLength).at(-1) ?? noDate;
  const entriesToDate = all(book, "generalLedgerEntries").filter(({ postingDate }) => text(postingDate) <= dateFilter);
  const entriesInPeriod = entriesToDate.filter(({ postingDate }) => text(postingDate) >= start);
  const sumByAccount = (entries: readonly Row[], amountOf: (entry: Row) => unknown) =>
    tally(entries.map((entry) => [text(entry["accountNumber"]), amountOf(entry)]));
  const debit = sumByAccount(entriesInPeriod, ({ debitAmount }) => debitAmount);
  const credit = sumByAccount(entriesInPeriod, ({ creditAmount }) => creditAmount);
  const balance = sumByAccount(entriesToDate, ({ debitAmount, creditAmount }) =>
    big(debitAmount).minus(big(creditAmount)),
  );
  const accounts = all(book, "accounts");
  return accounts.map(({ number, id: accountId, accountType, displayName: display }, index) => {
    const first = accountType === encoded("End-Total") ? accounts.slice(0, index).findLastIndex(begins) : index;
    const shown = accounts.slice(first, index + 1).map((account) => text(account["number"]));
    const isBlank = accountType === "Heading" || accountType === encoded("Begin-Total");
    const money = (of: ReadonlyMap<string, Big>, sign = 1) => {
      const value = sum(shown.map((each) => of.get(each))).times(sign);
      return isBlank ? "" : grouped(value.gt(0) ? value : big(0));
    };
    return {
      "@odata.etag": etagOf("0"),
      number,
      accountId,
      accountType,
      display,
      dateFilter,
      totalDebit: money(debit),
      totalCredit: money(credit),
      balanceAtDateDebit: money(balance),
      balanceAtDateCredit: money(balance, -1),
    };
  });
}

/** The accounts after it are summed up in its End-Total. */
const begins = ({ accountType }: Row) => accountType === encoded("Begin-Total");

/** 72,893.84: text with thousands separators, as in the printed report. */
const grouped = (value: Big) => value.toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ",");

/** Lines of posted bills have zeros for these, and tell the truth only in `netAmount` and its like (vendor docs, purchaseInvoiceLine). */
const lostWhenPosted = { amountExcludingTax: 0, totalTaxAmount: 0, amountIncludingTax: 0 };

const spaced = (set: string) =>
  set.replace(/s$/, "").replaceAll(/^[a-z]|[A-Z]/g, (sign, at) => (at ? ` ${sign}` : sign.toUpperCase()));
/** The vendor's name for the parent of a file or a dimension. */
export function parentTypeOf(set: string, above: string): string {
  if (above !== "generalLedgerEntries" && above !== "journalLines")
    return above === "projects" ? "Job" : encoded(spaced(above));
  if (set !== "dimensionSetLines") return "Journal";
  return encoded(above === "journalLines" ? "Journal Line" : "General Ledger Entry");
}

/** Drafts of bills cannot be printed (vendor docs, purchaseInvoice pdfDocument). */
function paperOf({ name: set }: EntitySet, row: Row): Row {
  if (/^purchase(?:Invoices|CreditMemos)$/.test(set) && isDraft(row))
    throw dialog("The purchase invoice must be posted before it is printed.");
  const { id } = row;
  return { "@odata.etag": etagOf("0"), id, parentId: id, parentType: parentTypeOf("pdfDocument", set), set };
}

export const service: EntityService = {
  sets,
  refusals: entityRefusals,
  rowsOf,
  act,
  remove,
  namespace: "Microsoft.NAV",
  largestPage: 20_000,
  rule: applyRule,
  made: shareBatch,
  written: addUp,
  shown: (book, { name }, row) => {
    const header = name === "purchaseInvoiceLines" ? headerRow(book, name, row) : undefined;
    return header !== undefined && !isDraft(header) ? lostWhenPosted : {};
  },
  papers: { set: "pdfDocument", of: paperOf, draw: ({ caption }, { number }) => pdf(`${caption} ${text(number)}`) },
  ownChecks: /^(?:id|(?:customer|vendor|item|account|document|journal|currency)Id)$/,
  belonging: ({ name, parent }, above) => (parent === "parentId" ? { parentType: parentTypeOf(name, above.name) } : {}),
};

export const create = (book: Book, set: string, body: Row, above?: Above): Row =>
  createIn(service, book, set, { body, above });

function remove(book: Book, set: EntitySet, row: Row): void {
  const { name, caption } = set;
  const { id, number } = row;
  mustBeDraft(name, row);
  const outstanding = (used: string, how: string) =>
    dialog(`You cannot delete ${caption} ${text(number)} because there is at least one outstanding ${used} ${how}.`);
  if (name === "customers" || name === "vendors") {
    const [key, kind] = name === "customers" ? ["customerId", "sales"] : ["vendorId", "purchase"];
    const mine = Object.keys(documents).filter((each) => each.startsWith(kind) && each !== "purchaseCreditMemos");
    const used = mine.find((each) => table(book, each).find(key, id) !== undefined);
    if (used !== undefined) throw outstanding(setOf(used).caption, `for this ${caption.toLowerCase()}`);
  }
  if (name === "items" && table(book, "salesQuoteLines").find("itemId", id) !== undefined)
    throw outstanding("Sales Quote", "that includes this item");
  const header = headerRow(book, name, row);
  if (header !== undefined) mustBeDraft(headerOf(name), header);
  discard({ sets }, book, set, row);
  if (name.endsWith("PaymentJournals")) table(book, "journals").drop(row);
  if (header !== undefined) addUp(book, name, row);
}
