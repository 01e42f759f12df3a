/** Pennylane's shapes, with only the fields that the connector reads or writes. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;

/** Another record, often with the URL that reads it. */
interface Reference {
  readonly id?: number | null;
}

/** One error has a sentence under `error`, another one a word there and the sentence under `message`. */
export interface Refusal {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly details?: { readonly field?: Text } | null;
}

export interface Page<Native> {
  readonly items?: readonly Native[];
  readonly has_more?: boolean | null;
  readonly next_cursor?: Text;
}

/** A change of the feeds under `/changelogs`. */
export interface Change {
  readonly id: number;
  readonly operation: string;
}

/** The user, company and scopes of a token. */
export interface Profile {
  readonly user?: {
    readonly id: number;
    readonly first_name?: Text;
    readonly last_name?: Text;
    readonly email?: Text;
  } | null;
  readonly company?: { readonly accounting_logic?: Text } | null;
  readonly scopes?: readonly string[] | null;
}

export interface Stamped {
  readonly id: number;
  readonly created_at?: Text;
  readonly updated_at?: Text;
}

export interface PostalAddress {
  /** Street and house number, in one or several lines. */
  readonly address?: Text;
  readonly city?: Text;
  readonly country_alpha2?: Text;
  readonly postal_code?: Text;
}

/** A company or an individual. Only the latter has first and last name. */
export interface Customer extends Stamped {
  readonly billing_address?: PostalAddress | null;
  readonly billing_iban?: Text;
  readonly customer_type?: Text;
  readonly delivery_address?: PostalAddress | null;
  readonly emails?: readonly string[] | null;
  readonly first_name?: Text;
  readonly last_name?: Text;
  readonly name?: Text;
  /** When their invoices are due: `30_days`, `45_days_end_of_month`, `upon_receipt`, `custom`. */
  readonly payment_conditions?: Text;
  readonly phone?: Text;
  readonly reference?: Text;
  readonly vat_number?: Text;
}

export interface Supplier extends Stamped {
  readonly emails?: readonly string[] | null;
  readonly iban?: Text;
  readonly name?: Text;
  readonly postal_address?: PostalAddress | null;
  readonly vat_number?: Text;
}

export interface Product extends Stamped {
  readonly currency?: Text;
  readonly label?: Text;
  readonly ledger_account?: Reference | null;
  readonly price_before_tax?: Decimal;
  readonly reference?: Text;
  readonly unit?: Text;
  readonly vat_rate?: Text;
}

interface Discount {
  /** `absolute` or `relative`. */
  readonly type?: Text;
  readonly value?: Decimal;
}

/** Fields that customers' and suppliers' invoices share. */
export interface Document extends Stamped {
  /** In euros. */
  readonly amount?: Decimal;
  readonly currency?: Text;
  readonly currency_amount?: Decimal;
  readonly currency_amount_before_tax?: Decimal;
  readonly currency_tax?: Decimal;
  readonly date?: Text;
  readonly deadline?: Text;
  readonly invoice_number?: Text;
  readonly paid?: boolean | null;
  /** In euros. Null for drafts. */
  readonly remaining_amount_with_tax?: Decimal;
}

/** An invoice or a credit note, whose amounts are negative. */
export interface CustomerInvoice extends Document {
  readonly customer?: Reference | null;
  readonly discount?: Discount | null;
  readonly draft?: boolean | null;
  readonly label?: Text;
  readonly pdf_invoice_subject?: Text;
  readonly status?: Text;
}

export interface SupplierInvoice extends Document {
  readonly accounting_status?: Text;
  readonly payment_status?: Text;
  readonly supplier?: Reference | null;
}

/** A line of either side. Those of suppliers have amounts only. */
export interface InvoiceLine extends Stamped {
  readonly currency_amount?: Decimal;
  readonly currency_amount_before_tax?: Decimal;
  readonly currency_tax?: Decimal;
  readonly description?: Text;
  readonly discount?: Discount | null;
  readonly label?: Text;
  readonly product?: Reference | null;
  readonly quantity?: Decimal;
  readonly raw_currency_unit_price?: Decimal;
  readonly unit?: Text;
  readonly vat_rate?: Text;
}

export interface LedgerAccount extends Stamped {
  readonly enabled?: boolean | null;
  readonly label?: Text;
  readonly number?: Text;
  readonly type?: Text;
  readonly vat_rate?: Text;
}

export interface Journal {
  readonly id: number;
  readonly code?: Text;
  readonly label?: Text;
  readonly type?: Text;
}

/** The part of an analytical category that a line belongs to. */
interface AppliedCategory extends Reference {
  readonly label?: Text;
}

export interface LedgerEntryLine {
  readonly id: number;
  readonly categories?: readonly AppliedCategory[] | null;
  readonly credit?: Decimal;
  readonly debit?: Decimal;
  readonly label?: Text;
  readonly ledger_account?: (Reference & { readonly number?: Text }) | null;
  readonly ledger_entry?: Reference | null;
}

/** Lists have no lines. */
export interface LedgerEntry extends Stamped {
  readonly date?: Text;
  readonly due_date?: Text;
  readonly journal?: Reference | null;
  readonly label?: Text;
  readonly ledger_entry_lines?: readonly LedgerEntryLine[] | null;
  readonly piece_number?: Text;
  readonly status?: Text;
}

export interface FiscalYear extends Stamped {
  readonly start: string;
  readonly finish: string;
  readonly status?: Text;
}

/** An account of the trial balance, without an id. */
export interface AccountBalance {
  readonly credits?: Decimal;
  readonly debits?: Decimal;
  readonly label?: Text;
  readonly number?: Text;
}

export interface BankAccount extends Stamped {
  readonly balance?: Decimal;
  readonly currency?: Text;
  readonly name?: Text;
}

export interface Category extends Stamped {
  readonly category_group?: Reference | null;
  readonly label?: Text;
}

export interface CategoryGroup {
  readonly id: number;
  readonly label?: Text;
}
