/** What an administration keeps, as plain rows in the vendor's own field names. */
import type { World } from "../simulation.ts";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

export interface Row {
  id: string;
  [field: string]: Json;
}

export type Fields = Readonly<Record<string, Json | undefined>>;

export const shelves = [
  ...["contacts", "contact_people", "sales_invoices", "external_sales_invoices", "estimates"],
  ...["purchase_invoices", "receipts", "general_journal_documents", "typeless_documents"],
  ...["ledger_accounts", "tax_rates", "products", "projects", "workflows", "document_styles", "identities"],
  ...["financial_accounts", "financial_mutations", "payments", "custom_fields", "webhooks"],
] as const;
export type Shelf = (typeof shelves)[number];

export interface Change {
  readonly action: string;
  readonly entityType: string;
  readonly entity: Row;
}

export interface Books {
  readonly administration: Row;
  readonly now: () => number;
  readonly shelf: Readonly<Record<Shelf, Map<string, Row>>>;
  /** The bytes of attachments, by the attachment's id. */
  readonly files: Map<string, Buffer>;
  /** The next id: beyond 2^53, like the vendor's. */
  nextId(): string;
  /** Who listens for changes; set once, by the webhooks. */
  readonly listeners: ((change: Change) => void)[];
}

/** Ids of all administrations come from one sequence. */
export function openIds(): () => string {
  let last = 474_244_165_000_000_000n;
  return () => {
    last += 1_048_577n;
    return last.toString();
  };
}

export function openBooks(administration: Row, world: World, nextId: () => string): Books {
  const shelf = Object.fromEntries(shelves.map((name) => [name, new Map()])) as unknown as Books["shelf"];
  return { administration, now: world.now, shelf, files: new Map(), nextId, listeners: [] };
}

/** Whatever it is, as text; nothing is the empty text. */
export const text = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

export const rowsIn = (value: Json | undefined): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

export const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lines come as a list, or as an object that numbers them. */
export function readLines(given: Json | undefined): Fields[] {
  if (Array.isArray(given)) return (given as Json[]).filter(isObject);
  return isObject(given) ? Object.values(given).filter(isObject) : [];
}

export const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
export const dayLater = (date: string, days: number): string => day(Date.parse(date) + days * 86_400_000);
export const today = (books: Books): string => day(books.now());

/** `version` is the moment of the last change in whole seconds: two changes within one second share it. */
export function stamped(milliseconds: number): { created_at: string; updated_at: string } {
  const at = new Date(milliseconds).toISOString();
  return { created_at: at, updated_at: at };
}

export function versioned(milliseconds: number) {
  return { ...stamped(milliseconds), version: Math.floor(milliseconds / 1000) };
}

/** Sets the stamp to now, strictly later than before. */
export function refresh(books: Books, row: Row): void {
  const at = Math.max(books.now(), Date.parse(text(row["updated_at"]) || "1970-01-01") + 1);
  if ("updated_at" in row) row["updated_at"] = new Date(at).toISOString();
  if ("version" in row) row["version"] = Math.floor(at / 1000);
}

function event(books: Books, action: string): Json {
  return {
    administration_id: text(books.administration.id),
    user_id: 17_664_945_013_327,
    action,
    link_entity_id: null,
    link_entity_type: null,
    data: {},
    ...stamped(books.now()),
  };
}

/** Writes it into the record's history, and tells whoever listens what the record looks like now. */
export function tell(books: Books, { show, ...change }: Change & { show(books: Books, row: Row): Row }): void {
  const { entity, action } = change;
  if (Array.isArray(entity["events"])) entity["events"] = [...entity["events"], event(books, action)];
  for (const listener of books.listeners) listener({ ...change, entity: show(books, entity) });
}

export function add(books: Books, shelf: Shelf, row: Row): Row {
  books.shelf[shelf].set(row.id, row);
  return row;
}

/** Records that have nothing to show but themselves. */
export const plain = (_books: Books, row: Row): Row => row;

/** The books as they were some days ago, at a time of day that differs from record to record. */
export function backThen(books: Books, days: number, index = 0): Books {
  const at = books.now() - days * 86_400_000 - 7_200_000 - (index % 977) * 3607;
  return { ...books, now: () => at };
}

export function noteOn(books: Books, row: Row, entityType: string, note: string): Json {
  return {
    ...{ id: books.nextId(), administration_id: books.administration.id, entity_id: row.id, entity_type: entityType },
    ...{ user_id: 17_664_945_013_327, assignee_id: null, todo: false, note, completed_at: null, completed_by_id: null },
    ...{ todo_type: null, data: {}, ...stamped(books.now()) },
  };
}
