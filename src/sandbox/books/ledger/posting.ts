/** Postings, and the journal entries that they become. */
import { centsText } from "../basics/amounts.ts";
import type { NativeEntry, NativeLine } from "../basics/types.ts";
import { accountId, type JournalCode, journalType, type TaxRate } from "../masterdata/chart.ts";

export interface PostingLine {
  readonly account: string;
  readonly side: "debit" | "credit";
  /** In the company's currency. */
  readonly cents: number;
  /** In the currency of the entry, if that is a foreign one. */
  readonly amount?: string;
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
  /** The currency of what is booked, if that is not the company's. The entry balances in it if its lines have amounts. */
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

/** Amounts are positive in the ledger: a negative one is moved to the other side. */
export function positive(line: PostingLine): PostingLine {
  if (line.cents >= 0) return line;
  const { tax, discount, ...rest } = line;
  return {
    ...rest,
    side: line.side === "debit" ? "credit" : "debit",
    cents: -line.cents,
    ...(tax && { tax: { ...tax, cents: -tax.cents } }),
    ...(discount !== undefined && { discount: -discount }),
  };
}

export const entryId = (number: number): string => `je-${number}`;

export function entryOf(posting: Posting, number: number, at: string): NativeEntry {
  const id = entryId(number);
  const { date, foreign, document } = posting;
  const head = posting.lines[0];
  const balancing = balancingCurrency(posting);
  return {
    id,
    number: String(number),
    account_id: head ? accountId(head.account) : null,
    accounting_period_id: date.slice(0, 7),
    accounting_reason: posting.reason ?? "commercial",
    currency: balancing.currency,
    debit_credit_indicator: head?.side ?? null,
    delivery_date: posting.deliveryDate ?? null,
    description: posting.description,
    document_currency: document && foreign ? foreign.currency : null,
    document_exchange_rate: document && foreign ? foreign.rate : null,
    document_id: document?.id ?? null,
    due_date: posting.dueDate ?? null,
    exchange_rate: balancing.rate,
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
    journal_line_items: posting.lines.map((line, index) =>
      withoutPostedTax(line, nativeLine(posting, line, `${id}-${index + 1}`, at)),
    ),
    created_at: at,
    updated_at: at,
  };
}

/** Documents and payments in foreign currencies are booked in the company's, because gains and losses exist only there. */
const balancingCurrency = ({ foreign, lines }: Posting): { currency: string; rate: string | null } =>
  foreign && lines.every(({ amount }) => amount !== undefined) ? foreign : { currency: "EUR", rate: null };

/** Tax on an account of its own is another line of the entry, and the amounts here would count it twice. */
const withoutPostedTax = ({ tax }: PostingLine, line: NativeLine): NativeLine =>
  tax === undefined || tax.rate.account === null ? line : { ...line, tax_amount: null, gross_amount: null };

export function nativeLine(posting: Posting, line: PostingLine, id: string, at: string): NativeLine {
  const { tax, customer, supplier } = line;
  const party = customer ?? supplier;
  const posted = line.amount ?? centsText(line.cents);
  const balancing = balancingCurrency(posting);
  const inLedger = line.amount === undefined ? null : centsText(line.cents);
  return {
    id,
    account_code: line.account,
    account_id: accountId(line.account),
    account_number: Number(line.account),
    currency: balancing.currency,
    customer_id: customer?.id ?? null,
    supplier_id: supplier?.id ?? null,
    debit: line.side === "debit" ? posted : null,
    credit: line.side === "credit" ? posted : null,
    ledger_debit: line.side === "debit" ? inLedger : null,
    ledger_credit: line.side === "credit" ? inLedger : null,
    description: line.description ?? posting.description,
    dimensions: line.dimensions ?? [],
    discount_amount: line.discount === undefined ? null : centsText(line.discount),
    document_id: posting.document?.id ?? null,
    document_number: line.documentNumber ?? posting.document?.number ?? null,
    exchange_rate: balancing.rate,
    item_id: line.itemId ?? null,
    tax_rate: tax
      ? { id: tax.rate.id, code: tax.rate.code, name: tax.rate.name, percentage: tax.rate.percentage }
      : null,
    tax_amount: tax ? centsText(tax.cents) : null,
    gross_amount: tax ? (line.amount ?? centsText(line.cents + tax.cents)) : null,
    third_party_code: party ? String(party.account) : null,
    created_at: at,
    updated_at: at,
  };
}
