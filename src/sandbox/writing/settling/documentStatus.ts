/** Derives a document's open item and status from the ledger, the payments and the credits. */
import { Big } from "big.js";
import { toCents } from "../../books/basics/amounts.ts";
import type { NativeEntry, NativeRecord } from "../../books/basics/types.ts";
import { kinds, type Owed } from "../../books/documents/document.ts";
import { openItemId, openItemOf } from "../../books/documents/openItems.ts";
import type { WriteContext } from "../context.ts";
import { entriesOf, unreversed } from "../ledger.ts";
import { putRecord, removeRecord } from "../records.ts";
import { type Input, listIn, textIn } from "../shapes/fields.ts";

type Kind = keyof typeof kinds;

export interface DocumentFacts {
  readonly kind: Kind;
  readonly collection: string;
  readonly parties: "customers" | "suppliers";
  readonly date: string;
  readonly number: string;
  readonly net: string;
  readonly gross: string;
  readonly lines: string;
}

const facts = (kind: Kind, collection: string, name: string, fields: Partial<DocumentFacts> = {}): DocumentFacts => ({
  kind,
  collection,
  parties: kinds[kind].openItemType === "invoice" ? "customers" : "suppliers",
  date: `${name}_date`,
  number: `${name}_number`,
  net: "total_net_amount",
  gross: "total_gross_amount",
  lines: "line_items",
  ...fields,
});

export const documentFacts: readonly DocumentFacts[] = [
  facts("invoice", "invoices", "invoice", { net: "sum_net_amount", gross: "total_amount" }),
  facts("creditNote", "credit-notes", "credit_note", { lines: "credit_note_lines" }),
  facts("bill", "bills", "bill"),
  facts("vendorCredit", "vendor-credits", "vendor_credit"),
];

export function factsOf(collection: string): DocumentFacts {
  const found = documentFacts.find((facts) => facts.collection === collection);
  if (found === undefined) throw new Error(`${collection} is not a collection of documents.`);
  return found;
}

export const isCredit = ({ kind }: DocumentFacts): boolean => kinds[kind].paymentSign === -1;

/** The part of a document that a payment line settles, in the document's currency. */
const settledAmount = (line: Input): Big => new Big(textIn(line, "settled_amount") ?? String(line["amount"]));

/** Payments and credits of a document, in its currency. All amounts are negative if money goes back. */
export interface Settlements {
  readonly paymentIds: readonly string[];
  readonly creditIds: readonly string[];
  readonly paid: Big;
  readonly credited: Big;
  /** The day of the latest payment or credit. */
  readonly last: string;
  /** The total of the document. */
  readonly due: Big;
  readonly open: Big;
}

export async function settlementsOf(
  { client, company }: WriteContext,
  facts: DocumentFacts,
  record: NativeRecord,
): Promise<Settlements> {
  const { paymentSign } = kinds[facts.kind];
  const payments = await paymentsFor({ client, company }, record.id);
  const credits = await creditsFor({ client, company }, facts, record);
  const credited = credits.reduce((sum, { amount }) => sum.plus(amount), new Big(0)).times(paymentSign);
  const due = new Big(String(record[facts.gross])).times(paymentSign);
  const days = [payments.last, ...credits.map(({ date }) => date)].sort();
  return {
    paymentIds: payments.ids,
    creditIds: credits.map(({ id }) => id),
    paid: payments.amount,
    credited,
    last: days.at(-1) ?? "",
    due,
    open: due.minus(payments.amount).minus(credited),
  };
}

type Database = Pick<WriteContext, "client" | "company">;

export async function paymentsFor({ client, company }: Database, documentId: string) {
  const { rows } = await client.query<{ body: NativeRecord }>(
    `SELECT body FROM sandbox.records WHERE company = $1 AND collection = 'payments'
       AND body->'payment_lines' @> jsonb_build_array(jsonb_build_object('invoice_id', $2::text))`,
    [company, documentId],
  );
  const lines = rows
    .flatMap(({ body }) => listIn(body, "payment_lines"))
    .filter((line) => line["invoice_id"] === documentId);
  const days = lines.map((line) => String(line["payment_date"])).sort();
  const amount = lines.reduce((sum, line) => sum.plus(settledAmount(line)), new Big(0));
  return {
    ids: rows.map(({ body }) => body.id),
    payments: rows.map(({ body }) => body),
    amount,
    last: days.at(-1) ?? "",
  };
}

interface AppliedCredit {
  readonly id: string;
  readonly amount: string;
  readonly date: string;
}

/** The credits that were applied to a document. A credit itself is settled by the document that it was applied to. */
async function creditsFor({ client, company }: Database, facts: DocumentFacts, record: NativeRecord) {
  const amount = textIn(record, "applied_amount");
  if (isCredit(facts)) return amount === undefined ? [] : [{ id: record.id, amount, date: String(record[facts.date]) }];
  const { rows } = await client.query<AppliedCredit>(
    `SELECT id, body->>'applied_amount' AS amount, coalesce(body->>'credit_note_date', body->>'vendor_credit_date') AS date
     FROM sandbox.records WHERE company = $1 AND collection IN ('credit-notes', 'vendor-credits')
       AND body->>'applied_to_id' = $2 AND body->>'applied_amount' IS NOT NULL`,
    [company, record.id],
  );
  return rows;
}

const centsOn = (entry: NativeEntry, control: string, number: string | null) => {
  const lines = entry.journal_line_items.filter(
    (line) => line.account_code === control && line.document_number === number,
  );
  const cents = lines.reduce((sum, { debit, credit }) => sum + toCents(new Big(debit ?? 0).minus(credit ?? 0), "1"), 0);
  return { isPosted: lines.length > 0, cents };
};

/** The movements of a document on its collective account, in the order of the ledger. */
export async function movementsOf(context: WriteContext, { id, kind, number }: Owed, related: readonly string[]) {
  const { control, side } = kinds[kind];
  const entries = await entriesOf(context, [id, ...related]);
  return unreversed(entries).flatMap((entry) => {
    const { isPosted, cents } = centsOn(entry, control, number);
    const description = String(entry["description"]);
    const { transaction_date: date, document_id: source } = entry;
    return isPosted ? [{ date, cents: side === "debit" ? cents : -cents, description, source }] : [];
  });
}

/** The open item and the status of a booked document. */
export async function updateDocumentStatus(
  context: WriteContext,
  facts: DocumentFacts,
  { record, owed, isWrittenOff = false }: { record: NativeRecord; owed: Owed; isWrittenOff?: boolean },
) {
  const settlements = await settlementsOf(context, facts, record);
  const movements = await movementsOf(context, owed, [...settlements.paymentIds, ...settlements.creditIds]);
  const item = openItemOf(owed, movements, { created_at: String(record["created_at"]), updated_at: context.now });
  if (item === undefined) await removeRecord(context, "open-items", openItemId(record.id));
  else await putRecord(context, "open-items", item);
  const [status, payment_status] = statusOf({
    ...settlements,
    isOpen: item !== undefined,
    isLate: (textIn(record, "due_date") ?? context.today) < context.today,
    isCredit: isCredit(facts),
    isNegative: settlements.due.times(kinds[facts.kind].paymentSign).lt(0),
    isWrittenOff,
    was: String(record["status"]),
  });
  const isSettled = item === undefined && !isWrittenOff && !settlements.due.eq(0);
  return putRecord(context, facts.collection, {
    ...record,
    status,
    payment_status,
    paid_date: isSettled && settlements.last !== "" ? settlements.last : null,
    updated_at: context.now,
  });
}

interface Standing extends Settlements {
  readonly isOpen: boolean;
  readonly isLate: boolean;
  readonly isCredit: boolean;
  readonly isNegative: boolean;
  readonly isWrittenOff: boolean;
  readonly was: string;
}

function statusOf(standing: Standing): [status: string | null, payment: string] {
  const { isOpen, isLate, due, paid, credited, open, was } = standing;
  if (standing.isWrittenOff) return [null, "bad_debt"];
  if (!isOpen && due.eq(0)) return ["paid", "no_open_item"];
  // The rest was canceled.
  if (!isOpen && !open.eq(0)) return ["corrective", "partial_cancellation"];
  if (!isOpen && paid.eq(0) && !credited.eq(0))
    return ["paid", standing.isCredit ? "credit_note_cleared" : "cleared_with_credit_note"];
  if (!isOpen) return ["paid", "paid"];
  const isPart = !open.eq(due);
  if (standing.isNegative) return ["open", isPart ? "partly_paid" : "pending"];
  if (isPart) return [isLate ? "partially_overdue" : "partially_paid", "partly_paid"];
  return [was === "document_created" ? was : isLate ? "overdue" : "open", "pending"];
}
