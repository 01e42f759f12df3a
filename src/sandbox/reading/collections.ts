/** The table of all collections of a company. It defines the routes, their filters and their sort orders. */
import {
  active,
  among,
  anyOf,
  anywhere,
  type Filter,
  from,
  inAnyFiscalYear,
  inFiscalYear,
  is,
  marked,
  paying,
  personOrCompany,
  provisional,
  recent,
  transactionDateFrom,
  updatedSince,
} from "./filters.ts";
import { entryViews, type Views } from "./views.ts";

export interface Collection {
  readonly name: string;
  /** SQL for the rows (id, position, updated_at, body) of company $1. `:today` is the day in the company's zone. */
  readonly rows: string;
  readonly filters: Readonly<Record<string, Filter>>;
  /** Sort name to SQL. */
  readonly sorts: Readonly<Record<string, string>>;
  /** Required filters. */
  readonly required: readonly string[];
  /** Positions run from 1 without gaps and nothing is ever deleted. */
  readonly gapless: boolean;
  /** Whether a record can be read by its id. */
  readonly single: boolean;
  /** The maximum page size. 100 by default. */
  readonly largestPage?: number;
  readonly lines?: Collection;
  /** Parameters that change how its records look. */
  readonly views?: Views;
  /** The path of the files in its `file_id` and `files`: the bytes of the first, or the list of all. */
  readonly files?: readonly ("document" | "documents" | "attachments")[];
}

const documentStatus =
  "draft corrective submitted document_created open partially_paid paid partially_overdue overdue voided";
const paymentStatus =
  "no_open_item pending partly_paid paid debited credit_note_cleared cleared_with_credit_note bad_debt partial_cancellation canceled unknown";
const bookingType =
  "invoice bill credit_note invoice_credit_note bill_credit_note down_payment credit_card expense other";

const documentFilters = {
  status: among("status", documentStatus),
  payment_status: among("payment_status", paymentStatus),
};
const contactFilters = { name: personOrCompany, email: anywhere("$.**.email"), number: anywhere("$.number") };

const instants = { created_at: "(body->>'created_at')::timestamptz", updated_at: "updated_at" };
/** Byte order, so that every database sorts the same way. */
const byText = (...fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, `(body->>'${field}') COLLATE "C"`]));

type Details = Partial<Collection> & { readonly unstamped?: true };

function collection(name: string, { unstamped, ...details }: Details = {}): Collection {
  return {
    name,
    rows: `SELECT id, position, updated_at, body FROM sandbox.records WHERE company = $1 AND collection = '${name}'`,
    required: [],
    gapless: false,
    single: true,
    ...details,
    filters: {
      ...(unstamped ? {} : { updated_since: updatedSince }),
      client_reference: is("client_reference"),
      ...details.filters,
    },
    sorts: { id: "id", ...details.sorts },
  };
}

/** Documents become overdue by themselves, so their status is that of today. Negative ones are never overdue. */
const claim = (name: string, gross: string, details: Details): Details => ({
  ...details,
  rows: `SELECT id, position, updated_at, CASE
      WHEN body->>'due_date' >= :today OR (body->>'${gross}')::numeric <= 0 THEN body
      WHEN body->>'status' = 'open' THEN body || '{"status": "overdue"}'
      WHEN body->>'status' = 'partially_paid' THEN body || '{"status": "partially_overdue"}'
      ELSE body END AS body
    FROM sandbox.records WHERE company = $1 AND collection = '${name}'`,
});

/** The lines of record $2. A line without a timestamp has that of its record. */
const linesOf = (name: string) =>
  collection("line-items", {
    rows: `SELECT line->>'id' COLLATE "C" AS id, lines.position, line AS body,
        coalesce((line->>'updated_at')::timestamptz, record.updated_at) AS updated_at
      FROM sandbox.records AS record, jsonb_path_query(record.body, '$.line_items[*] ? (exists (@.id))')
        WITH ORDINALITY AS lines(line, position)
      WHERE record.company = $1 AND record.collection = '${name}' AND record.id = $2`,
  });

const withLines = (name: string, details: Details = {}) => collection(name, { ...details, lines: linesOf(name) });

const ledger = `SELECT id, number AS position, updated_at, body, transaction_date, fiscal_year, client_reference
  FROM sandbox.entries WHERE company = $1`;

/** Opening and closing balances are on one side. The totals are the year's movements on both sides. */
const trialBalance = `SELECT sums.account AS id, account.position, sums.fiscal_year, sums.updated_at, jsonb_build_object(
    'account_code', account.body->'code', 'account_number', account.body->'number', 'account_name', account.body->'name',
    'opening_debit', greatest(opening, 0.00)::text, 'opening_credit', greatest(-opening, 0.00)::text,
    'closing_debit', greatest(closing, 0.00)::text, 'closing_credit', greatest(-closing, 0.00)::text,
    'total_debit', total_debit::text, 'total_credit', total_credit::text, 'months', months,
    'created_at', account.body->'created_at', 'updated_at', sums.updated_at) AS body
  FROM (
    SELECT account, fiscal_year, max(updated_at) AS updated_at,
      coalesce(sum(debit - credit) FILTER (WHERE month = 0), 0.00) AS opening,
      sum(debit - credit) AS closing,
      coalesce(sum(debit) FILTER (WHERE month > 0), 0.00) AS total_debit,
      coalesce(sum(credit) FILTER (WHERE month > 0), 0.00) AS total_credit,
      coalesce(jsonb_agg(jsonb_build_object('month', month, 'debit', debit::text, 'credit', credit::text) ORDER BY month)
        FILTER (WHERE month > 0), '[]') AS months
    FROM sandbox.balances WHERE company = $1 GROUP BY account, fiscal_year
  ) AS sums
  JOIN sandbox.records AS account
    ON account.company = $1 AND account.collection = 'accounts' AND account.id = sums.account`;

export const collections: readonly Collection[] = [
  collection("accounts", {
    filters: {
      ...inAnyFiscalYear,
      side: among("side", "debit credit"),
      types: anyOf("type"),
      class: among("class", "asset equity expense liability revenue"),
      is_active: active,
    },
  }),
  collection("bank-accounts"),
  withLines(
    "bills",
    claim("bills", "total_gross_amount", {
      filters: { ...documentFilters, bill_date_from: from("bill_date") },
      sorts: { ...byText("bill_date", "bill_number"), ...instants },
      files: ["document", "documents"],
    }),
  ),
  collection("booking-proposals", {
    filters: {
      booking_type: among("booking_type", bookingType),
      status: among("status", "open paid draft submitted voided overdue partially_paid"),
    },
    sorts: { ...byText("booking_proposal_date", "number"), ...instants },
    files: ["document"],
  }),
  collection("contacts", { filters: contactFilters }),
  collection("credit-notes"),
  collection("customers", { filters: contactFilters }),
  collection("dimensions"),
  collection("expenses"),
  collection("files"),
  collection("fiscal-years", { unstamped: true }),
  withLines("goods-receipts"),
  withLines(
    "invoices",
    claim("invoices", "total_amount", {
      filters: { ...documentFilters, due_date_from: from("due_date") },
      sorts: { ...byText("invoice_date", "invoice_number"), ...instants },
      files: ["document"],
    }),
  ),
  collection("items", { filters: { type: among("type", "product service"), item_number: is("item_number") } }),
  collection("journal-entries", {
    rows: ledger,
    gapless: true,
    filters: {
      ...inFiscalYear("fiscal_year"),
      transaction_date_from: transactionDateFrom,
      is_provisional: provisional,
      period: recent,
      client_reference: marked,
    },
    views: entryViews,
    files: ["attachments"],
  }),
  collection("journals"),
  withLines("offers", {
    filters: { status: among("status", "draft sent accepted expired voided declined") },
    files: ["document"],
  }),
  collection("open-items", {
    filters: {
      fiscal_year: inFiscalYear("left(body->>'posting_date', 4)").fiscal_year,
      account_number: is("account_number"),
      document_number: is("document_number"),
      type: among("type", "bill invoice"),
    },
  }),
  collection("payments", { filters: { invoice_id: paying } }),
  collection("payment-terms", { filters: inAnyFiscalYear }),
  collection("projects"),
  withLines("purchase-orders"),
  withLines("sales-orders", { filters: { status: among("status", "draft in_review open closed voided") } }),
  collection("suppliers", { filters: contactFilters }),
  collection("tax-rates", { filters: { is_active: active } }),
  collection("transactions"),
  collection("trial-balance", {
    rows: trialBalance,
    single: false,
    filters: { ...inFiscalYear("fiscal_year"), account_number: is("account_number"), account_code: is("account_code") },
    required: ["fiscal_year_start"],
  }),
  collection("units", { unstamped: true }),
  collection("vendor-credits", claim("vendor-credits", "total_gross_amount", { filters: documentFilters })),
];

/** The entries of an export. */
export const exported = collection("journal-entries", {
  rows: ledger,
  gapless: true,
  unstamped: true,
  largestPage: 1000,
});

export const jobs = collection("jobs", {
  rows: `SELECT id, position, created_at AS updated_at, jsonb_build_object('id', id, 'kind', kind,
      'client_reference', body->'client_reference', 'created_at', body->'created_at') AS body
    FROM sandbox.jobs WHERE company = $1`,
});
