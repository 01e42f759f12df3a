/** Which rows a set shows: some must be told what to look under, some are computed when asked. */
import { dialog } from "./faults.ts";
import { type Condition, filterOf } from "./query.ts";
import type { Resource } from "./resource.ts";
import { encoded, noDate, noGuid, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";

/** The template whose journals are listed when the caller names none. */
export const generalTemplate = "GENERAL";

const mustKnow: Readonly<Record<string, string>> = {
  journalId: "You must specify a journal batch ID or a journal ID to get a journal line.",
  documentId: "You must specify an Id or a Document Id to get the lines.",
};

/** The rows of a set at the top of a company. */
export function rowsOf(book: Book, resource: Resource, filter: string): readonly Row[] {
  const conditions = filter === "" ? [] : filterOf(filter, resource).conditions;
  const pinned = (field: string) => conditions.find((each) => each.field === field && each.operator === "eq")?.value;
  const { set, parent } = resource;
  if (set === "trialBalances") return trialBalance(book, conditions);
  if (set === "pdfDocument") throw dialog("You must specify a parentType in the request body.");
  const id = pinned("id");
  if (id !== undefined) return book.set(set).all();
  const above = parent === undefined ? undefined : pinned(parent);
  if (above !== undefined) return book.set(set).under(String(above));
  if (set === "attachments") return book.set(set).under(noGuid);
  if (set === "dimensionSetLines") throw dialog("You must specify a parentId in the request.");
  const complaint = mustKnow[parent ?? ""];
  if (complaint !== undefined) throw dialog(complaint);
  const rows = book.set(set).all();
  if (set !== "journals" || pinned("templateDisplayName") !== undefined) return rows;
  return rows.filter((row) => row["templateDisplayName"] === generalTemplate);
}

export const rowsUnder = (book: Book, _above: Resource, row: Row, many: string): readonly Row[] =>
  book.set(many).under(text(row, "id"));

const parentTypes: Readonly<Record<string, string>> = {
  ...{ salesQuotes: "Sales Quote", salesOrders: "Sales Order", salesInvoices: "Sales Invoice" },
  ...{ salesCreditMemos: "Sales Credit Memo", purchaseOrders: "Purchase Order", customers: "Customer" },
  ...{ purchaseInvoices: "Purchase Invoice", purchaseCreditMemos: "Purchase Credit Memo", vendors: "Vendor" },
  ...{ journalLines: "Journal", generalLedgerEntries: "Journal", items: "Item", projects: "Job" },
};

/** What the vendor calls the row that a file hangs on. */
export const parentTypeOf = (set: string) => encoded(parentTypes[set] ?? " ");

/** What the vendor calls the row that a dimension hangs on. */
export function dimensionParentOf({ set, table }: Resource): string {
  if (set === "journalLines" || set.endsWith("Payments")) return encoded("Journal Line");
  if (set === "generalLedgerEntries") return encoded("General Ledger Entry");
  const words = set.replace(/s$/, "").replaceAll(/([A-Z])/g, " $1");
  return encoded(words === "" ? table : `${words.charAt(0).toUpperCase()}${words.slice(1)}`);
}

const unposted = new Set(["Draft", encoded("In Review")]);
export const isDraft = (row: Row) => unposted.has(text(row, "status"));

/** Drafts of bills cannot be printed (vendor docs, purchaseInvoice pdfDocument). */
export function pdfOf({ set }: Resource, row: Row): Row {
  if ((set === "purchaseInvoices" || set === "purchaseCreditMemos") && isDraft(row))
    throw dialog("The purchase invoice must be posted before it is printed.");
  const id = text(row, "id");
  return { id, parentId: id, parentType: parentTypeOf(set) };
}

interface Sums {
  debit: number;
  credit: number;
  balance: number;
}

/** Sums are kept in cents, so that they are exact. */
function trialBalance(book: Book, conditions: readonly Condition[]): readonly Row[] {
  const dates = conditions.filter(({ field }) => field === "dateFilter");
  const until = Math.min(...dates.filter(({ operator }) => /^(le|lt|eq)$/.test(operator)).map(lastDay), Infinity);
  const from = Math.max(...dates.filter(({ operator }) => /^(ge|gt|eq)$/.test(operator)).map(firstDay), -Infinity);
  const end = until === Infinity ? book.today() : new Date(until).toISOString().slice(0, 10);
  const start = from === -Infinity ? noDate : new Date(from).toISOString().slice(0, 10);
  const sums = new Map<string, Sums>();
  for (const entry of book.set("generalLedgerEntries").all()) {
    const date = text(entry, "postingDate");
    if (date > end) continue;
    const sum = sums.get(text(entry, "accountNumber")) ?? { debit: 0, credit: 0, balance: 0 };
    sums.set(text(entry, "accountNumber"), sum);
    const [debit, credit] = [cents(entry["debitAmount"]), cents(entry["creditAmount"])];
    sum.balance += debit - credit;
    if (date < start) continue;
    sum.debit += debit;
    sum.credit += credit;
  }
  return balanceRows(book, sums, end);
}

const day = 86_400_000;
const lastDay = ({ operator, value }: Condition) => Number(value) - (operator === "lt" ? day : 0);
const firstDay = ({ operator, value }: Condition) => Number(value) + (operator === "gt" ? day : 0);
const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100);

function balanceRows(book: Book, sums: ReadonlyMap<string, Sums>, end: string): readonly Row[] {
  const open: Sums[] = [];
  return book
    .set("accounts")
    .all()
    .map((account) => {
      const type = text(account, "accountType");
      const own = sums.get(text(account, "number")) ?? { debit: 0, credit: 0, balance: 0 };
      if (type === encoded("Begin-Total")) open.push({ debit: 0, credit: 0, balance: 0 });
      if (type === "Posting")
        for (const total of open) {
          total.debit += own.debit;
          total.credit += own.credit;
          total.balance += own.balance;
        }
      const shown = type === encoded("End-Total") ? (open.pop() ?? own) : own;
      const blank = type === "Heading" || type === encoded("Begin-Total");
      const money = (value: number) => (blank ? "" : grouped(value));
      return {
        ...{ number: text(account, "number"), accountId: text(account, "id"), accountType: type },
        ...{ display: text(account, "displayName"), dateFilter: end },
        ...{ totalDebit: money(shown.debit), totalCredit: money(shown.credit) },
        balanceAtDateDebit: money(Math.max(shown.balance, 0)),
        balanceAtDateCredit: money(Math.max(-shown.balance, 0)),
      };
    });
}

/** 72,893.84: texts with the thousands set apart, as the report prints them. */
const grouped = (value: number) =>
  `${Math.trunc(value / 100).toLocaleString("en-US")}.${String(value % 100).padStart(2, "0")}`;
