/** What somebody does at the vendor's own screens. */
import * as contacts from "./contacts.ts";
import { destroy } from "./crud.ts";
import { announceJournal } from "./documents.ts";
import { removeAnyPayment } from "./payments.ts";
import { announce, estimate, externalInvoice, type Kind, purchaseInvoice, receipt, salesInvoice } from "./priced.ts";
import { type Books, plain, type Row, refresh, type Shelf, shelves, tell } from "./store.ts";

interface Screen {
  saved(books: Books, row: Row): void;
  deleted(books: Books, row: Row): void;
}

const priced = (kind: Kind): Screen => ({
  saved: (books, row) => announce(books, kind, row, kind.events[1]),
  deleted: (books, row) => destroy(books, kind, row),
});

const simple = (shelf: Shelf, entityType: string, word: string): Screen => ({
  saved: (books, entity) => tell(books, { entityType, action: `${word}_updated`, entity, show: plain }),
  deleted: (books, entity) => {
    books.shelf[shelf].delete(entity.id);
    tell(books, { entityType, action: `${word}_destroyed`, entity, show: plain });
  },
});

const journal = (shelf: Shelf): Screen => ({
  saved: (books, row) => announceJournal(books, row, "document_updated"),
  deleted: (books, row) => {
    books.shelf[shelf].delete(row.id);
    announceJournal(books, row, "document_destroyed");
  },
});

const owners = ["sales_invoices", "external_sales_invoices", "purchase_invoices", "receipts"] as const;

/** A document has its payments in it, so its version tells of them too. */
function refreshOwner(books: Books, payment: Row): void {
  for (const shelf of owners) {
    const owner = books.shelf[shelf].get(payment["invoice_id"] as string);
    if (owner !== undefined) refresh(books, owner);
  }
}

const screens: Partial<Readonly<Record<Shelf, Screen>>> = {
  contacts: {
    saved: (books, row) => contacts.announce(books, row, "contact_changed"),
    deleted: (books, row) => {
      books.shelf.contacts.delete(row.id);
      contacts.announce(books, row, "contact_destroyed");
    },
  },
  sales_invoices: priced(salesInvoice),
  external_sales_invoices: priced(externalInvoice),
  estimates: priced(estimate),
  purchase_invoices: priced(purchaseInvoice),
  receipts: priced(receipt),
  general_journal_documents: journal("general_journal_documents"),
  typeless_documents: journal("typeless_documents"),
  ledger_accounts: simple("ledger_accounts", "LedgerAccount", "ledger_account"),
  tax_rates: simple("tax_rates", "TaxRate", "tax_rate"),
  products: simple("products", "Product", "product"),
  projects: simple("projects", "Project", "project"),
  payments: { saved: refreshOwner, deleted: removeAnyPayment },
};

function* everywhere(administrations: Iterable<Books>, id: string) {
  for (const books of administrations)
    for (const shelf of shelves) {
      const row = books.shelf[shelf].get(id);
      if (row !== undefined) yield { books, shelf, row };
    }
}

export function touch(administrations: Iterable<Books>, id: string): void {
  for (const { books, shelf, row } of everywhere(administrations, id)) {
    refresh(books, row);
    screens[shelf]?.saved(books, row);
  }
}

export function remove(administrations: Iterable<Books>, id: string): void {
  for (const { books, shelf, row } of everywhere(administrations, id)) {
    const screen = screens[shelf];
    if (screen === undefined) books.shelf[shelf].delete(row.id);
    else screen.deleted(books, row);
  }
}
