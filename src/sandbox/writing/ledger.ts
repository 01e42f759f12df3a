/** Entries are added and reversed, never changed or deleted. */
import type { NativeEntry, NativeLine } from "../books/basics/types.ts";
import { entryOf, type Posting } from "../books/ledger/posting.ts";
import type { Queryable } from "../server/database.ts";
import { rejected } from "../server/errors.ts";
import { bookingDay, type WriteContext } from "./context.ts";

/** Larger sums could not be added up without losing a cent. */
const mostCents = 1e15;

export async function nextEntry({ client, company }: WriteContext): Promise<number> {
  const { rows } = await client.query<{ next: string }>(
    "SELECT coalesce(max(number), 0) + 1 AS next FROM sandbox.entries WHERE company = $1",
    [company],
  );
  return Number(rows[0]?.next);
}

export async function post(context: WriteContext, posting: Posting, more: object = {}): Promise<NativeEntry> {
  if (posting.lines.some(({ cents }) => !(cents < mostCents))) throw rejected("amount", "is too large to be booked");
  return store(context, { ...entryOf(posting, await nextEntry(context), context.now), ...more });
}

/** The same lines on the other side, today. */
export async function reverse(context: WriteContext, entry: NativeEntry): Promise<NativeEntry> {
  const date = bookingDay(context);
  const number = await nextEntry(context);
  const { client_reference: _reference, ...same } = entry;
  return store(context, {
    ...same,
    id: `je-${number}`,
    number: String(number),
    accounting_period_id: date.slice(0, 7),
    debit_credit_indicator: entry["debit_credit_indicator"] === "debit" ? "credit" : "debit",
    description: `Storno: ${String(entry["description"])}`,
    files: [],
    fiscal_year: date.slice(0, 4),
    is_reversal: true,
    transaction_date: date,
    version: "2",
    journal_line_items: entry.journal_line_items.map((line, index) => ({
      ...line,
      id: `je-${number}-${index + 1}`,
      debit: line.credit,
      credit: line.debit,
      created_at: context.now,
      updated_at: context.now,
    })),
    created_at: context.now,
    updated_at: context.now,
  });
}

/** What the accounts and bank accounts say goes with the ledger. */
const moveBalances = `UPDATE sandbox.records AS kept SET updated_at = $3::timestamptz, body = body || jsonb_build_object('updated_at', $3,
    'balance', ((body->>'balance')::numeric + CASE body->>'side' WHEN 'credit' THEN -moved ELSE moved END)::text)
  FROM (SELECT account_id, account_code, sum(coalesce(debit, 0) - coalesce(credit, 0)) AS moved
    FROM json_to_recordset($2::json) AS line(account_id text, account_code text, debit numeric, credit numeric)
    GROUP BY account_id, account_code) AS movement
  WHERE company = $1 AND ((collection = 'accounts' AND id = account_id)
    OR (collection = 'bank-accounts' AND body->>'number' = account_code))`;

async function store(context: WriteContext, entry: NativeEntry): Promise<NativeEntry> {
  const { client, company, now } = context;
  await storeBatch(client, company, [entry]);
  if (!entry.is_provisional) await client.query(moveBalances, [company, JSON.stringify(entry.journal_line_items), now]);
  return entry;
}

/** The entries of these documents, in their order. */
export async function entriesOf({ client, company }: WriteContext, documents: readonly string[]) {
  const { rows } = await client.query<{ body: NativeEntry }>(
    "SELECT body FROM sandbox.entries WHERE company = $1 AND body->>'document_id' = ANY ($2) ORDER BY number",
    [company, documents],
  );
  return rows.map(({ body }) => body);
}

/** Those that no later one reverses. A reversal is the mirror of the latest entry of its document before it. */
export function unreversed(entries: readonly NativeEntry[]): NativeEntry[] {
  const left: NativeEntry[] = [];
  for (const entry of entries) {
    const mirrored = entry["is_reversal"] ? left.findLastIndex((other) => isMirror(other, entry)) : -1;
    if (mirrored === -1) left.push(entry);
    else left.splice(mirrored, 1);
  }
  return left;
}

const amounts = (lines: readonly NativeLine[], own: "debit" | "credit", other: "debit" | "credit") =>
  lines.map((line) => [line.account_id, line.document_number, line[own], line[other]].join(" ")).join();

const isMirror = (one: NativeEntry, other: NativeEntry) =>
  amounts(one.journal_line_items, "debit", "credit") === amounts(other.journal_line_items, "credit", "debit");

/** Whether the entry is what the posting would become. */
export function matches(entry: NativeEntry, posting: Posting): boolean {
  const wanted = entryOf(posting, 0, "");
  const compared = (one: NativeEntry) => [
    one.transaction_date,
    amounts(one.journal_line_items, "debit", "credit"),
    one.journal_line_items.map((line) => [line["customer_id"], line["supplier_id"]]),
  ];
  return JSON.stringify(compared(entry)) === JSON.stringify(compared(wanted));
}

/** Stores entries and adds them to the balances in one statement; drafts are in the ledger only. */
const storeEntries = `
  WITH batch AS MATERIALIZED (
    SELECT body, entry.* FROM json_array_elements($2::json) AS body, json_to_record(body) AS entry(
      id text, number bigint, transaction_date date, fiscal_year text, updated_at timestamptz, record_type text,
      client_reference text, is_provisional boolean, journal_line_items json)
  ), stored AS (
    INSERT INTO sandbox.entries (company, number, id, transaction_date, fiscal_year, updated_at, client_reference, body)
    SELECT $1, number, id, transaction_date, fiscal_year, updated_at, client_reference, body FROM batch
  )
  INSERT INTO sandbox.balances AS sums (company, fiscal_year, account, month, debit, credit, updated_at)
  SELECT $1, fiscal_year, account_id,
    CASE record_type WHEN 'opening' THEN 0 ELSE extract(month FROM transaction_date) END AS month,
    coalesce(sum(debit), 0), coalesce(sum(credit), 0), max(updated_at)
  FROM batch, json_to_recordset(journal_line_items) AS line(account_id text, debit numeric, credit numeric)
  WHERE is_provisional IS NOT TRUE
  GROUP BY fiscal_year, account_id, 4
  ON CONFLICT (company, fiscal_year, account, month) DO UPDATE SET
    debit = sums.debit + excluded.debit, credit = sums.credit + excluded.credit,
    updated_at = greatest(sums.updated_at, excluded.updated_at)`;

export async function storeBatch(database: Queryable, company: string, entries: readonly NativeEntry[]): Promise<void> {
  await database.query(storeEntries, [company, JSON.stringify(entries)]);
}
