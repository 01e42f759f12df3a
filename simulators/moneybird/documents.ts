/** What comes in or is booked by hand: purchase invoices, receipts and journal documents. */
import { Big } from "big.js";
import { filled, type Row, rows, sum, text } from "../engine/values.ts";
import { type Books, orNull, part, taken } from "./administration.ts";
import { type Kept, type Route, rest } from "./api.ts";
import { purchaseInvoice, receipt } from "./kinds.ts";
import { decimal, mergeLines, readDecimal } from "./money.ts";
import { crud, destroy, isLocked, thisYear } from "./priced.ts";
import { blank, locked, mustExist, refuseFor } from "./refusals.ts";

/** Deleting says `200` once more in the body. */
const ways = { syncs: true, page: { old: true }, removed: { body: 200 } } as const;
const incoming = { ...ways, filter: thisYear("date") };

export function newJournal(books: Books, given: Row): Row {
  const nothing = filled("general_journal_document_entries|notes|attachments|events", []);
  const empty = { id: books.newId(), ...filled("reference|journal_type", null), date: books.today(), ...nothing };
  return applyJournal(books, empty, given);
}

function applyJournal(books: Books, before: Row, given: Row): Row {
  const row: Row = { ...before };
  for (const field of ["reference", "date", "journal_type"])
    if (given[field] !== undefined) row[field] = orNull(given[field]);
  row["general_journal_document_entries"] = mergeLines(
    before["general_journal_document_entries"],
    given["general_journal_document_entries_attributes"],
    (entry, old) => makeEntry(books, entry, old),
  );
  checkJournal(books, row);
  return row;
}

function makeEntry(books: Books, given: Row, before?: Row): Row {
  const kept = (field: string) => orNull(given[field] === undefined ? before?.[field] : given[field]);
  const amount = (field: string) => decimal(readDecimal(kept(field)) ?? new Big(0));
  return {
    ...{ ...part(books, {}), ...(before !== undefined && { id: before["id"] }) },
    ...taken({ ...before, ...given }, "ledger_account_id|project_id|contact_id|description"),
    ...{ debit: amount("debit"), credit: amount("credit"), row_order: Number(kept("row_order") ?? 0) },
  };
}

function checkJournal(books: Books, row: Row): void {
  const entries = rows(row["general_journal_document_entries"]);
  const sideOf = (side: string) => sum(entries.map((entry) => entry[side]));
  const isKnown = (entry: Row) => books.tables.ledger_accounts.has(entry["ledger_account_id"]);
  refuseFor({
    ...(text(row["reference"]) === "" && { reference: [blank] }),
    ...(isLocked(books, text(row["date"])) && { date: locked }),
    ...(!entries.every(isKnown) && { "general_journal_document_entries.ledger_account": mustExist }),
    ...(!sideOf("debit").eq(sideOf("credit")) && { base: [["debit and credit must be equal", "not_balanced"]] }),
  });
}

const journals: Kept = {
  ...{ ...incoming, path: "documents/general_journal_documents", table: "general_journal_documents" },
  root: "general_journal_document",
  create: newJournal,
  update: (books, row, given) => void Object.assign(row, applyJournal(books, row, given)),
  remove: (books, row) => destroy(books, { table: "general_journal_documents", dateField: "date" }, row),
};

export const documentRoutes: Route[] = [...crud(purchaseInvoice, ways), ...crud(receipt, ways), ...rest(journals)];
