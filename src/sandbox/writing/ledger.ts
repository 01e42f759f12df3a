/** Adds and reverses entries. They are never changed or deleted. */
import { Big } from "big.js";
import { toCents } from "../books/basics/amounts.ts";
import type { NativeEntry, NativeLine } from "../books/basics/types.ts";
import { entryOf, type Posting } from "../books/ledger/posting.ts";
import type { Queryable } from "../server/database.ts";
import { rejected } from "../server/errors.ts";
import { bookingDay, type WriteContext } from "./context.ts";

/** Sums of larger amounts could be off by a cent. */
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

/** Posts the same lines on the other side, today. */
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
      ledger_debit: line.ledger_credit ?? null,
      ledger_credit: line.ledger_debit ?? null,
      created_at: context.now,
      updated_at: context.now,
    })),
    created_at: context.now,
    updated_at: context.now,
  });
}

/** Updates the balances of accounts and bank accounts. */
const moveBalances = `UPDATE sandbox.records AS kept SET updated_at = $3::timestamptz, body = body || jsonb_build_object('updated_at', $3,
    'balance', ((body->>'balance')::numeric + CASE body->>'side' WHEN 'credit' THEN -moved ELSE moved END)::text)
  FROM (SELECT account_id, account_code,
      sum(coalesce(ledger_debit, debit, 0) - coalesce(ledger_credit, credit, 0)) AS moved
    FROM json_to_recordset($2::json) AS line(account_id text, account_code text, debit numeric, credit numeric,
      ledger_debit numeric, ledger_credit numeric)
    GROUP BY account_id, account_code) AS movement
  WHERE company = $1 AND ((collection = 'accounts' AND id = account_id)
    OR (collection = 'bank-accounts' AND body->>'number' = account_code))`;

async function store(context: WriteContext, entry: NativeEntry): Promise<NativeEntry> {
  const { client, company, now } = context;
  await storeBatch(client, company, [entry]);
  if (!entry.is_provisional) await client.query(moveBalances, [company, JSON.stringify(entry.journal_line_items), now]);
  return entry;
}

/** The entries of these documents, in order. */
export async function entriesOf({ client, company }: WriteContext, documents: readonly string[]) {
  const { rows } = await client.query<{ body: NativeEntry }>(
    "SELECT body FROM sandbox.entries WHERE company = $1 AND body->>'document_id' = ANY ($2) ORDER BY number",
    [company, documents],
  );
  return rows.map(({ body }) => body);
}

/** The lines with which a document was booked. */
export async function bookedLines(context: WriteContext, documentId: string) {
  const [entry] = unreversed(await entriesOf(context, [documentId]));
  return (entry?.journal_line_items ?? []).map(({ account_code: account, debit, credit }) => ({
    account,
    side: debit === null ? ("credit" as const) : ("debit" as const),
    cents: toCents(new Big(debit ?? credit ?? 0), "1"),
  }));
}

/** The entries that are not reversed. A reversal mirrors the latest earlier entry of its document. */
export function unreversed(entries: readonly NativeEntry[]): NativeEntry[] {
  const left: NativeEntry[] = [];
  for (const entry of entries) {
    const mirrored = entry["is_reversal"] ? left.findLastIndex((earlier) => isMirror(earlier, entry)) : -1;
    if (mirrored === -1) left.push(entry);
    else left.splice(mirrored, 1);
  }
  return left;
}

const amounts = (lines: readonly NativeLine[], first: "debit" | "credit", second: "debit" | "credit") =>
  lines.map((line) => [line.account_id, line.document_number, line[first], line[second]].join(" ")).join();

const isMirror = (left: NativeEntry, right: NativeEntry) =>
  amounts(left.journal_line_items, "debit", "credit") === amounts(right.journal_line_items, "credit", "debit");

/** Whether the posting would result in this entry. */
export function matches(entry: NativeEntry, posting: Posting): boolean {
  const expected = entryOf(posting, 0, "");
  const compared = (candidate: NativeEntry) => [
    candidate.transaction_date,
    amounts(candidate.journal_line_items, "debit", "credit"),
    candidate.journal_line_items.map((line) => [line["customer_id"], line["supplier_id"]]),
  ];
  return JSON.stringify(compared(entry)) === JSON.stringify(compared(expected));
}

/** Stores entries and adds them to the balances in one statement. Drafts do not change balances. */
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
    coalesce(sum(coalesce(ledger_debit, debit)), 0), coalesce(sum(coalesce(ledger_credit, credit)), 0), max(updated_at)
  FROM batch, json_to_recordset(journal_line_items) AS line(account_id text, debit numeric, credit numeric,
    ledger_debit numeric, ledger_credit numeric)
  WHERE is_provisional IS NOT TRUE
  GROUP BY fiscal_year, account_id, 4
  ON CONFLICT (company, fiscal_year, account, month) DO UPDATE SET
    debit = sums.debit + excluded.debit, credit = sums.credit + excluded.credit,
    updated_at = greatest(sums.updated_at, excluded.updated_at)`;

export async function storeBatch(database: Queryable, company: string, entries: readonly NativeEntry[]): Promise<void> {
  await database.query(storeEntries, [company, JSON.stringify(entries)]);
}
