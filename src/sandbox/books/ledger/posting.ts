/** Postings, and the journal entries that they become. */
import { centsText } from "../basics/amounts.ts";
import type { NativeEntry, NativeLine } from "../basics/types.ts";
import { accountId, type JournalCode, journalType, type TaxRate } from "../masterdata/chart.ts";

export interface PostingLine {
  readonly account: string;
  readonly side: "debit" | "credit";
  readonly cents: number;
  readonly description?: string;
  readonly customer?: { readonly id: string; readonly account: number };
  readonly supplier?: { readonly id: string; readonly account: number };
  readonly itemId?: string;
  readonly discount?: number;
  readonly tax?: { readonly rate: TaxRate; readonly cents: number };
  readonly dimensions?: readonly Readonly<Record<"id" | "category_name" | "code" | "name", string>>[];
  /** For a line that settles another document than that of the entry. */
  readonly documentNumber?: string;
}

export interface Posting {
  readonly date: string;
  readonly journal: JournalCode;
  readonly description: string;
  readonly lines: readonly PostingLine[];
  readonly kind?: NativeEntry["record_type"];
  readonly reason?: string;
  readonly isReversal?: boolean;
  readonly isProvisional?: boolean;
  readonly document?: { readonly id: string; readonly number: string | null };
  readonly files?: readonly string[];
  readonly foreign?: { readonly currency: string; readonly rate: string };
  readonly dueDate?: string | null;
  readonly deliveryDate?: string | null;
}

type More = Omit<PostingLine, "account" | "side" | "cents">;
export const debit = (account: string, cents: number, more: More = {}): PostingLine => ({
  account,
  side: "debit",
  cents,
  ...more,
});
export const credit = (account: string, cents: number, more: More = {}): PostingLine => ({
  account,
  side: "credit",
  cents,
  ...more,
});

/** The same lines on the other side, which reverses a posting. */
export const reversed = (lines: readonly PostingLine[]): PostingLine[] =>
  lines.map((line) => ({ ...line, side: line.side === "debit" ? "credit" : "debit" }));

export const entryId = (number: number): string => `je-${number}`;

export function entryOf(posting: Posting, number: number, at: string): NativeEntry {
  const id = entryId(number);
  const { date, foreign, document } = posting;
  const head = posting.lines[0];
  return {
    id,
    number: String(number),
    account_id: head ? accountId(head.account) : null,
    accounting_period_id: date.slice(0, 7),
    accounting_reason: posting.reason ?? "commercial",
    currency: foreign?.currency ?? "EUR",
    debit_credit_indicator: head?.side ?? null,
    delivery_date: posting.deliveryDate ?? null,
    description: posting.description,
    document_id: document?.id ?? null,
    due_date: posting.dueDate ?? null,
    exchange_rate: foreign?.rate ?? null,
    files: posting.files ?? [],
    fiscal_year: date.slice(0, 4),
    is_provisional: posting.isProvisional ?? false,
    is_reversal: posting.isReversal ?? false,
    journal_code: posting.journal,
    journal_type: journalType(posting.journal),
    record_type: posting.kind ?? "standard",
    tax_assignment_date: posting.lines.some((line) => line.tax) ? date : null,
    transaction_date: date,
    version: posting.isReversal ? "2" : "1",
    journal_line_items: posting.lines.map((line, index) => nativeLine(posting, line, `${id}-${index + 1}`, at)),
    created_at: at,
    updated_at: at,
  };
}

export function nativeLine(posting: Posting, line: PostingLine, id: string, at: string): NativeLine {
  const { tax, customer, supplier } = line;
  const party = customer ?? supplier;
  return {
    id,
    account_code: line.account,
    account_id: accountId(line.account),
    account_number: Number(line.account),
    currency: "EUR",
    customer_id: customer?.id ?? null,
    supplier_id: supplier?.id ?? null,
    debit: line.side === "debit" ? centsText(line.cents) : null,
    credit: line.side === "credit" ? centsText(line.cents) : null,
    description: line.description ?? posting.description,
    dimensions: line.dimensions ?? [],
    discount_amount: line.discount === undefined ? null : centsText(line.discount),
    document_id: posting.document?.id ?? null,
    document_number: line.documentNumber ?? posting.document?.number ?? null,
    exchange_rate: posting.foreign?.rate ?? null,
    item_id: line.itemId ?? null,
    tax_rate: tax
      ? { id: tax.rate.id, code: tax.rate.code, name: tax.rate.name, percentage: tax.rate.percentage }
      : null,
    tax_amount: tax ? centsText(tax.cents) : null,
    gross_amount: tax ? centsText(line.cents + tax.cents) : null,
    third_party_code: party ? String(party.account) : null,
    created_at: at,
    updated_at: at,
  };
}
