/** The query language of the lists: conditions as JSON, one field to sort by, and cursors. */
import { byCursor } from "../engine/pages.ts";
import type { Answer, Query } from "../engine/routes.ts";
import { isRow, type Row, text } from "../engine/values.ts";
import { type Books, changesOf, type Table } from "./company.ts";
import { badRequest, invalid } from "./refusals.ts";

type Pick = (row: Row) => unknown;

const field =
  (name: string): Pick =>
  (row) =>
    row[name];
const referenced =
  (name: string): Pick =>
  (row) =>
    isRow(row[name]) ? row[name]["id"] : undefined;

const id = { id: field("id") };
const dated = { ...id, date: field("date") };
const reference = { external_reference: field("external_reference") };

/** The fields that each list can be filtered by (reference). */
const fields: Partial<Record<Table, Readonly<Record<string, Pick>>>> = {
  bank_accounts: {},
  categories: id,
  customer_invoices: {
    ...dated,
    ...reference,
    customer_id: referenced("customer"),
    invoice_number: field("invoice_number"),
    draft: field("draft"),
    credit_note: (row) => Number(row["amount"]) < 0,
  },
  customers: {
    ...id,
    ...reference,
    customer_type: field("customer_type"),
    name: field("name"),
    reg_no: field("reg_no"),
  },
  ledger_accounts: { ...id, number: field("number"), enabled: field("enabled") },
  ledger_entries: { ...dated, journal_id: referenced("journal") },
  ledger_entry_lines: {
    ...dated,
    journal_id: referenced("journal"),
    ledger_account_id: referenced("ledger_account"),
  },
  products: { ...id, ...reference },
  supplier_invoices: {
    ...dated,
    ...reference,
    supplier_id: referenced("supplier"),
    invoice_number: field("invoice_number"),
  },
  suppliers: { ...id, ...reference, name: field("name") },
  transactions: { ...dated },
};

/** Lists without `sort` keep the newest first. */
const sortable: Partial<Record<Table, readonly string[]>> = {
  customer_invoices: ["id", "date"],
  supplier_invoices: ["id", "date"],
  ledger_entries: ["id", "date"],
  ledger_entry_lines: ["id", "date"],
  journals: [],
  ledger_accounts: [],
  fiscal_years: [],
};

function compare(left: unknown, right: unknown): number {
  const isNumeric = typeof left === "number";
  const [a, b] = isNumeric ? [left, Number(right)] : [text(left), text(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}

const operators: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  eq: (value, wanted) => text(value) === text(wanted),
  not_eq: (value, wanted) => text(value) !== text(wanted),
  lt: (value, wanted) => compare(value, wanted) < 0,
  lteq: (value, wanted) => compare(value, wanted) <= 0,
  gt: (value, wanted) => compare(value, wanted) > 0,
  gteq: (value, wanted) => compare(value, wanted) >= 0,
  start_with: (value, wanted) => text(value).toLowerCase().startsWith(text(wanted).toLowerCase()),
};

function conditionsOf(filter: string | undefined): Row[] {
  if (filter === undefined) return [];
  try {
    const parsed: unknown = JSON.parse(filter);
    if (Array.isArray(parsed)) return parsed.filter(isRow);
  } catch {
    // Refused below.
  }
  throw badRequest("filter is not a list of conditions");
}

function filtered(all: readonly Row[], table: Table, filter: string | undefined): readonly Row[] {
  const known = fields[table] ?? {};
  return conditionsOf(filter).reduce<readonly Row[]>((left, { field: name, operator, value }) => {
    const pick = known[text(name)];
    const fits = operators[text(operator)];
    if (pick === undefined) throw badRequest(`${text(name)} is not a filterable field`);
    if (fits === undefined) throw badRequest(`${text(operator)} is not an operator`);
    return left.filter((row) => fits(pick(row), value));
  }, all);
}

function sorted(all: readonly Row[], table: Table, sort = "-id"): readonly Row[] {
  const [, minus, name = "id"] = /^(-?)(\w+)$/.exec(sort) ?? [];
  if (sort !== "-id" && !(sortable[table] ?? ["id"]).includes(name))
    throw badRequest(`${sort} is not a sortable field`);
  const sign = minus === "-" ? -1 : 1;
  return all.toSorted((left, right) => sign * (compare(left[name], right[name]) || compare(left["id"], right["id"])));
}

/** Lists that had page numbers once still show them, empty. */
const formerlyNumbered: readonly Table[] = ["fiscal_years", "journals", "ledger_accounts", "ledger_entries"];
const numbers = { total_pages: null, current_page: null, per_page: null, total_items: null };

function sizeOf(limit: string | undefined, largest: number): number {
  const size = Number(limit ?? 20);
  if (!Number.isInteger(size) || size < 1 || size > largest) throw badRequest(`limit must be between 1 and ${largest}`);
  return size;
}

export function pageOf(
  all: readonly Row[],
  { cursor, limit }: Query,
  show: (row: Row) => unknown,
  { largest = 100, hasNumbers = false, key = "id" } = {},
): Answer {
  const { rows, hasMore, next } = byCursor(all, cursor, sizeOf(limit, largest), key);
  return {
    body: {
      ...(hasNumbers && numbers),
      items: rows.map(show),
      has_more: hasMore,
      next_cursor: next ?? null,
    },
  };
}

export function listPage(all: readonly Row[], query: Query, table: Table, show: (row: Row) => unknown): Answer {
  const rows = sorted(filtered(all, table, query["filter"]), table, query["sort"]);
  return pageOf(rows, query, show, { hasNumbers: formerlyNumbered.includes(table) });
}

const retention = 28 * 86_400_000;

/** The changes of a table, oldest first. */
export function feedPage(books: Books, table: string, query: Query): Answer {
  const { start_date: start, cursor } = query;
  if (start !== undefined && cursor !== undefined) throw badRequest("start_date and cursor cannot be used together");
  const from = start === undefined ? books.now() - retention : Date.parse(start);
  if (Number.isNaN(from)) throw badRequest("start_date is not a date");
  if (from < books.now() - retention) throw invalid("start_date is older than 4 weeks");
  const [since = from, offset = 0] = (cursor === undefined ? "" : Buffer.from(cursor, "base64url").toString())
    .split("~")
    .filter(Boolean)
    .map(Number);
  const all = changesOf(books)
    .filter((change) => change.table === table && change.at >= since)
    .toSorted((left, right) => left.at - right.at);
  const size = sizeOf(query["limit"], 1000);
  const end = offset + size;
  const hasMore = end < all.length;
  return {
    body: {
      items: all.slice(offset, end).map(({ shown }) => shown),
      has_more: hasMore,
      next_cursor: hasMore ? Buffer.from(`${since}~${end}`).toString("base64url") : null,
    },
  };
}
