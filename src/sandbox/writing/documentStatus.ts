/** Derives a document's open item and status from the ledger and the payments. */
import { Big } from "big.js";
import { toCents } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { kinds, type Owed } from "../books/documents/document.ts";
import { openItemId, openItemOf } from "../books/documents/openItems.ts";
import type { WriteContext } from "./context.ts";
import { entriesOf, unreversed } from "./ledger.ts";
import { putRecord, removeRecord } from "./records.ts";
import { listIn } from "./shapes/fields.ts";

type Kind = keyof typeof kinds;

export interface DocumentFacts {
  readonly kind: Kind;
  readonly collection: string;
  readonly parties: "customers" | "suppliers";
  readonly date: string;
  readonly number: string;
  readonly gross: string;
}

const facts = (kind: Kind, collection: string, name: string, gross = "total_gross_amount"): DocumentFacts => {
  const parties = kinds[kind].openItemType === "invoice" ? "customers" : "suppliers";
  return { kind, collection, parties, date: `${name}_date`, number: `${name}_number`, gross };
};

export const documentFacts: readonly DocumentFacts[] = [
  facts("invoice", "invoices", "invoice", "total_amount"),
  facts("creditNote", "credit-notes", "credit_note"),
  facts("bill", "bills", "bill"),
  facts("vendorCredit", "vendor-credits", "vendor_credit"),
];

export function factsOf(collection: string): DocumentFacts {
  const found = documentFacts.find((facts) => facts.collection === collection);
  if (found === undefined) throw new Error(`${collection} is not a collection of documents.`);
  return found;
}

export interface Payments {
  readonly ids: readonly string[];
  readonly amount: Big;
  readonly last: string;
}

export async function paymentsFor({ client, company }: WriteContext, documentId: string): Promise<Payments> {
  const { rows } = await client.query<{ body: NativeRecord }>(
    `SELECT body FROM sandbox.records WHERE company = $1 AND collection = 'payments'
       AND body->'payment_lines' @> jsonb_build_array(jsonb_build_object('invoice_id', $2::text))`,
    [company, documentId],
  );
  const lines = rows
    .flatMap(({ body }) => listIn(body, "payment_lines"))
    .filter((line) => line["invoice_id"] === documentId);
  const days = lines.map((line) => String(line["payment_date"])).sort();
  const amount = lines.reduce((sum, line) => sum.plus(String(line["amount"])), new Big(0));
  return { ids: rows.map(({ body }) => body.id), amount, last: days.at(-1) ?? "" };
}

/** The movements of a document on its collective account. */
export async function movementsOf(context: WriteContext, { id, kind, number }: Owed, payments: readonly string[]) {
  const { control, side } = kinds[kind];
  const entries = await entriesOf(context, [id, ...payments]);
  return unreversed(entries).flatMap((entry) => {
    const lines = entry.journal_line_items.filter(
      (line) => line.account_code === control && line.document_number === number,
    );
    const cents = lines.reduce(
      (sum, { debit, credit }) => sum + toCents(new Big(debit ?? 0).minus(credit ?? 0), "1"),
      0,
    );
    const description = String(entry["description"]);
    return lines.length === 0
      ? []
      : [{ date: entry.transaction_date, cents: side === "debit" ? cents : -cents, description }];
  });
}

/** The open item and the status of a booked document. */
export async function updateDocumentStatus(
  context: WriteContext,
  facts: DocumentFacts,
  { record, owed }: { record: NativeRecord; owed: Owed },
) {
  const payments = await paymentsFor(context, record.id);
  const movements = await movementsOf(context, owed, payments.ids);
  const item = openItemOf(owed, movements, { created_at: String(record["created_at"]), updated_at: context.now });
  if (item === undefined) await removeRecord(context, "open-items", openItemId(record.id));
  else await putRecord(context, "open-items", item);
  const gross = new Big(String(record[facts.gross]));
  const [status, payment_status] = statusOf({
    isOpen: item !== undefined,
    isLate: owed.due < context.today,
    gross,
    paid: payments.amount,
    was: String(record["status"]),
  });
  const paid_date = item === undefined && gross.gt(0) ? payments.last : null;
  return putRecord(context, facts.collection, {
    ...record,
    status,
    payment_status,
    paid_date,
    updated_at: context.now,
  });
}

interface Standing {
  readonly isOpen: boolean;
  readonly isLate: boolean;
  readonly gross: Big;
  readonly paid: Big;
  readonly was: string;
}

function statusOf({ isOpen, isLate, gross, paid, was }: Standing): [status: string, payment: string] {
  if (!isOpen && gross.eq(0)) return ["paid", "no_open_item"];
  // The unpaid part was canceled.
  if (!isOpen) return paid.eq(gross) ? ["paid", "paid"] : ["corrective", "partial_cancellation"];
  if (paid.gt(0)) return [isLate ? "partially_overdue" : "partially_paid", "partly_paid"];
  return [isLate ? "overdue" : was === "document_created" ? was : "open", "pending"];
}
