/** An administration as plain rows with the vendor's field names. */
import { type Company, openCompany } from "../engine/tables.ts";
import { filled, isRow, only, type Row, rows, text, words } from "../engine/values.ts";
import type { World } from "../simulation.ts";

/** Records that have a `version`. */
const versioned = [
  "contacts",
  "contact_people",
  "sales_invoices",
  "external_sales_invoices",
  "estimates",
  "purchase_invoices",
  "receipts",
  "general_journal_documents",
] as const;
const tables = [
  "ledger_accounts",
  "tax_rates",
  "products",
  "projects",
  "workflows",
  "document_styles",
  "identities",
  ...versioned,
  "financial_accounts",
  "payments",
  "custom_fields",
  "webhooks",
] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

export const user = 17_664_945_013_327;
const unstamped: readonly Table[] = ["projects", "custom_fields", "webhooks"];

/** Ids of all administrations come from one sequence, beyond 2^53. */
export function openIds(): () => string {
  let last = 474_244_165_000_000_000n;
  return () => String((last += 1_048_577n));
}

/** `version` is the time of the last change in whole seconds: two changes within a second share it. */
export function openAdministration(facts: Row, world: World, newId: () => string): Books {
  const id = text(facts["id"]);
  const books = openCompany<Table>({
    id,
    facts,
    tables,
    now: world.now,
    newId,
    stamp: (row, at, table) => {
      if (table !== "projects") row["administration_id"] ??= id;
      if (unstamped.includes(table)) return;
      row["created_at"] ??= new Date(at).toISOString();
      row["updated_at"] = new Date(at).toISOString();
      if (versioned.some((each) => each === table)) row["version"] = Math.floor(at / 1000);
    },
    stampOf: (row) => Date.parse(text(row["updated_at"])) || 0,
  });
  /** Every record contains its history. */
  books.listen((_books, { table, row, kind }) => {
    if (Array.isArray(row["events"])) row["events"] = [...rows(row["events"]), event(books, actionOf(table, kind))];
  });
  return books;
}

/** Entity types in webhooks; all incoming documents share one. */
export const entities: Partial<Readonly<Record<Table, string>>> = {
  contacts: "Contact",
  sales_invoices: "SalesInvoice",
  external_sales_invoices: "ExternalSalesInvoice",
  estimates: "Estimate",
  ledger_accounts: "LedgerAccount",
  tax_rates: "TaxRate",
  products: "Product",
  projects: "Project",
  payments: "Payment",
  purchase_invoices: "Document",
  receipts: "Document",
  general_journal_documents: "Document",
};
const verbs: Readonly<Record<string, string>> = {
  created: "created",
  updated: "updated",
  deleted: "destroyed",
  "Contact updated": "changed",
  "Document created": "saved",
  "Payment created": "registered",
};

/** `sales_invoice_created`; words of the vendor's own stay as they are. */
export function actionOf(table: Table, kind: string): string {
  const entity = entities[table] ?? "";
  const verb = verbs[`${entity} ${kind}`] ?? verbs[kind];
  return verb === undefined ? kind : `${entity.replaceAll(/\B[A-Z]/g, "_$&").toLowerCase()}_${verb}`;
}

const incoming: readonly Table[] = ["purchase_invoices", "receipts", "general_journal_documents"];
/** The path of a table within the administration, and the name that bodies wrap its records in. */
export const pathOf = (table: Table): string => (incoming.includes(table) ? `documents/${table}` : table);
export const rootOf = (table: Table): string => table.slice(0, -1);

export const isLocked = (books: Books, date: string): boolean =>
  date !== "" && date <= text(books.facts["period_locked_until"]);

const moment = (books: Books) => filled("created_at|updated_at", new Date(books.now()).toISOString());

const event = (books: Books, action: string): Row => ({
  administration_id: books.id,
  user_id: user,
  action,
  data: {},
  ...filled("link_entity_id|link_entity_type", null),
  ...moment(books),
});

/** A nested record with an id and timestamps. */
export const part = (books: Books, fields: Row): Row => ({
  id: books.newId(),
  administration_id: books.id,
  ...fields,
  ...moment(books),
});

export const idOf = (row: Row | undefined): string => text(row?.["id"]);
export const orNull = (value: unknown): string | null => text(value) || null;
/** These fields of a request; empty or missing ones are null. */
export const taken = (body: Row, fields: string): Row =>
  Object.fromEntries(words(fields).map((field) => [field, orNull(body[field])]));

/** Those of these fields that the request has. */
export const convertedFields = (body: Row, fields: readonly string[], read: (value: unknown) => unknown): Row =>
  Object.fromEntries(Object.entries(only(body, fields)).map(([field, value]) => [field, read(value)]));

/** Lines come as a list, or as an object that numbers them. */
export const readLines = (lines: unknown): Row[] => (isRow(lines) ? Object.values(lines) : rows(lines)).filter(isRow);

export const noteOn = (books: Books, table: Table, row: Row, note: string): Row =>
  part(books, {
    entity_id: row["id"],
    entity_type: entities[table],
    user_id: user,
    todo: false,
    note,
    data: {},
    ...filled("assignee_id|completed_at|completed_by_id|todo_type", null),
  });
