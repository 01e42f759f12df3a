/** Pages, filters and sort orders of lists. Unknown filters have no effect. */
import { byNumber, wholeNumber } from "../engine/pages.ts";
import type { Answer, Query } from "../engine/routes.ts";
import { isRow, type Row, text } from "../engine/values.ts";
import type { Table } from "./company.ts";
import { invalidParameter } from "./refusals.ts";

type Filter = (row: Row, wanted: string) => boolean;

const plain = (value: string): string => value.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const nameOf = ({ name, first_name: first, last_name: last }: Row): string =>
  text(name) || `${text(first)} ${text(last)}`;

const since =
  (field: string): Filter =>
  (row, wanted) =>
    text(row[field]) !== "" && Date.parse(text(row[field])) >= Date.parse(wanted);

const fromDay =
  (field: string): Filter =>
  (row, wanted) =>
    text(row[field]) >= wanted;

const equals =
  (field: string): Filter =>
  (row, wanted) =>
    text(row[field]).toLowerCase() === wanted.toLowerCase();

const changed = { "filter[updated_at_from]": since("updated_at"), "filter[created_at_from]": since("created_at") };

const filters: Readonly<Partial<Record<Table, Readonly<Record<string, Filter>>>>> = {
  clients: {
    ...changed,
    "filter[name]": (row, wanted) => plain(nameOf(row)).includes(plain(wanted)),
    "filter[email]": equals("email"),
    "filter[vat_number]": equals("vat_number"),
  },
  client_invoices: {
    ...changed,
    "filter[due_date_from]": fromDay("due_date"),
    "filter[status]": (row, wanted) => wanted.split(",").includes(text(row["status"])),
  },
  products: { "filter[type]": equals("type") },
  supplier_invoices: {
    ...changed,
    "filter[issue_date_from]": fromDay("issue_date"),
    "filter[exclude_credit_notes]": (row, wanted) => wanted !== "true" || row["is_credit_note"] !== true,
  },
};

const sortable: Readonly<Partial<Record<Table, readonly string[]>>> = {
  clients: ["created_at", "updated_at", "name"],
  client_invoices: ["created_at"],
  credit_notes: ["created_at"],
  products: ["created_at", "title"],
  quotes: ["created_at"],
  supplier_invoices: [
    "created_at",
    "file_name",
    "supplier_name",
    "payment_date",
    "due_date",
    "scheduled_date",
    "total_amount",
  ],
};

function sorted(rows: readonly Row[], table: Table, sortBy: string | undefined): readonly Row[] {
  if (sortBy === undefined) return rows;
  const [field = "", direction = "asc"] = sortBy.split(":");
  if (sortable[table]?.includes(field) !== true || !["asc", "desc"].includes(direction))
    throw invalidParameter("sort_by", `sort_by must be one of: ${sortable[table]?.join(", ")}`);
  const sign = direction === "asc" ? 1 : -1;
  const keyOf = (row: Row): string => (field === "name" ? nameOf(row).toLowerCase() : text(row[field]));
  return rows.toSorted((left, right) => sign * (keyOf(left) < keyOf(right) ? -1 : keyOf(left) > keyOf(right) ? 1 : 0));
}

/** Imported invoices are left out, unless they are asked for. */
const isVisible = (row: Row, table: Table, query: Query): boolean =>
  table !== "client_invoices" || query["exclude_imported"] === "false" || row["imported"] !== true;

/** Lists of supplier invoices have 25 rows a page, unless more are asked for. */
const usualSize = (table: Table): number => (table === "supplier_invoices" ? 25 : 100);

export function pageOf(all: readonly Row[], query: Query, table: Table, show: (row: Row) => unknown): Answer {
  if (wholeNumber(query["per_page"], 1) > 100) throw invalidParameter("per_page", "per_page must be at most 100");
  const wanted = Object.entries(query).flatMap(([name, value = ""]): [Filter, string][] => {
    const filter = filters[table]?.[name];
    return filter === undefined ? [] : [[filter, value]];
  });
  const fitting = all.filter(
    (row) => isRow(row) && isVisible(row, table, query) && wanted.every(([fits, value]) => fits(row, value)),
  );
  const rows = sorted(fitting, table, query["sort_by"]);
  const page = byNumber(rows, wholeNumber(query["page"], 1), wholeNumber(query["per_page"], usualSize(table)));
  return {
    body: {
      [table]: page.rows.map(show),
      ...(table !== "bank_accounts" && {
        meta: {
          current_page: page.page,
          next_page: page.hasMore ? page.page + 1 : null,
          prev_page: page.page > 1 ? page.page - 1 : null,
          total_pages: page.pages,
          total_count: rows.length,
          per_page: page.size,
        },
      }),
    },
  };
}
