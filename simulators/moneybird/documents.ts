/** What comes in or is booked by hand: purchase invoices, receipts, journal documents and the inbox. */
import { Big } from "big.js";
import { find, type Resource, type Route, reads, under } from "./api.ts";
import { simpleContact } from "./contacts.ts";
import { crud, thisYear } from "./crud.ts";
import { decimal, mergeLines, readDecimal, sum } from "./money.ts";
import { isLocked, purchaseInvoice, receipt } from "./priced.ts";
import { badRequest, blank, type Complaints, unprocessable } from "./refusals.ts";
import {
  add,
  type Books,
  type Fields,
  plain,
  type Row,
  refresh,
  rowsIn,
  stamped,
  tell,
  text,
  today,
  versioned,
} from "./store.ts";

const rules = { syncs: true, deleted: { body: 200 }, page: { old: true } } as const;
const resource = { syncs: true, page: { old: true }, filter: thisYear("date") } as const;

export function newJournal(books: Books, given: Fields): Row {
  const row: Row = {
    id: books.nextId(),
    administration_id: books.administration.id,
    ...{ reference: null, date: today(books), journal_type: null, general_journal_document_entries: [] },
    ...versioned(books.now()),
    ...{ notes: [], attachments: [], events: [] },
  };
  return applyJournal(books, row, given);
}

function applyJournal(books: Books, before: Row, given: Fields): Row {
  const row: Row = { ...before };
  for (const field of ["reference", "date", "journal_type"])
    if (given[field] !== undefined) row[field] = text(given[field]) || null;
  const entries = given["general_journal_document_entries_attributes"];
  row["general_journal_document_entries"] = mergeLines(
    rowsIn(before["general_journal_document_entries"]),
    entries,
    (entry, old) => makeEntry(books, entry, old),
  );
  checkJournal(books, row);
  return row;
}

function makeEntry(books: Books, given: Fields, before?: Row): Row {
  const kept = (field: string) => text(given[field] === undefined ? before?.[field] : given[field]) || null;
  return {
    id: before?.id ?? books.nextId(),
    administration_id: books.administration.id,
    ledger_account_id: kept("ledger_account_id"),
    project_id: kept("project_id"),
    contact_id: kept("contact_id"),
    debit: decimal(readDecimal(kept("debit")) ?? new Big(0)),
    credit: decimal(readDecimal(kept("credit")) ?? new Big(0)),
    row_order: Number(kept("row_order") ?? 0),
    ...stamped(books.now()),
    description: kept("description"),
  };
}

function checkJournal(books: Books, row: Row): void {
  const entries = rowsIn(row["general_journal_document_entries"]);
  const sideOf = (side: string) => sum(entries.map((entry) => new Big(text(entry[side]))));
  const complaints: Record<string, Complaints[string]> = {};
  if (text(row["reference"]) === "") complaints["reference"] = [blank];
  if (isLocked(books, text(row["date"]))) complaints["date"] = [["is in a locked period", "period_locked"]];
  if (entries.some((entry) => !books.shelf.ledger_accounts.has(text(entry["ledger_account_id"]))))
    complaints["general_journal_document_entries.ledger_account"] = [["must exist", "blank"]];
  if (!sideOf("debit").eq(sideOf("credit"))) complaints["base"] = [["debit and credit must be equal", "not_balanced"]];
  if (Object.keys(complaints).length > 0) throw unprocessable(complaints);
}

export const announceJournal = (books: Books, entity: Row, action: string): void =>
  tell(books, { entityType: "Document", action, entity, show: plain });

const journals: Resource = {
  ...{ ...resource, path: "documents/general_journal_documents", shelf: "general_journal_documents", show: plain },
};

const journalRoutes: Route[] = [
  ...reads(journals),
  [
    "POST",
    journals.path,
    (ask) => {
      const row = add(ask.books, journals.shelf, newJournal(ask.books, under(ask, "general_journal_document")));
      announceJournal(ask.books, row, "document_saved");
      return { status: 201, body: row };
    },
  ],
  [
    "PATCH",
    `${journals.path}/:id`,
    (ask) => {
      const row = find(ask.books, journals.shelf, ask.params["id"]);
      Object.assign(row, applyJournal(ask.books, row, under(ask, "general_journal_document")));
      refresh(ask.books, row);
      announceJournal(ask.books, row, "document_updated");
      return { body: row };
    },
  ],
  [
    "DELETE",
    `${journals.path}/:id`,
    ({ books, params }) => {
      const row = find(books, journals.shelf, params["id"]);
      if (isLocked(books, text(row["date"]))) throw badRequest("Period is locked", { id: "period_locked" });
      books.shelf.general_journal_documents.delete(row.id);
      announceJournal(books, row, "document_destroyed");
      return { body: 200 };
    },
  ],
];

const showTypeless = (books: Books, row: Row): Row => ({ ...row, contact: simpleContact(books, row["contact_id"]) });

export function newTypeless(books: Books, given: Fields): Row {
  return {
    id: books.nextId(),
    administration_id: books.administration.id,
    contact_id: text(given["contact_id"]) || null,
    reference: text(given["reference"]) || null,
    date: text(given["date"]) || today(books),
    ...{ state: "new", origin: "api" },
    ...versioned(books.now()),
    ...{ attachments: [], events: [] },
  };
}

const inbox: Resource = {
  ...resource,
  path: "documents/typeless_documents",
  shelf: "typeless_documents",
  show: showTypeless,
};
const announceTypeless = (books: Books, entity: Row, action: string): void =>
  tell(books, { entityType: "Document", action, entity, show: showTypeless });

const inboxRoutes: Route[] = [
  ...reads(inbox),
  [
    "POST",
    inbox.path,
    (ask) => {
      const row = add(ask.books, inbox.shelf, newTypeless(ask.books, under(ask, "typeless_document")));
      announceTypeless(ask.books, row, "document_saved");
      return { status: 201, body: showTypeless(ask.books, row) };
    },
  ],
  [
    "DELETE",
    `${inbox.path}/:id`,
    ({ books, params }) => {
      const row = find(books, inbox.shelf, params["id"]);
      books.shelf.typeless_documents.delete(row.id);
      announceTypeless(books, row, "document_destroyed");
      return { body: 200 };
    },
  ],
];

export const documentRoutes: Route[] = [
  ...crud(purchaseInvoice, rules),
  ...crud(receipt, rules),
  ...journalRoutes,
  ...inboxRoutes,
];
