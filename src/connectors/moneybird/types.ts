/** Moneybird's shapes: only the fields that Kontor reads. Amounts are decimal text, ids are text of up to 19 digits. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

export interface Stamped {
  readonly created_at?: Text;
  readonly updated_at?: Text;
}

export interface Identified extends Stamped {
  readonly id: string;
}

/** An entry of the synchronisation lists. The version is the time of the last change, in seconds. */
export interface Version {
  readonly id: string;
  readonly version: number;
}

export interface Administration {
  readonly id: string | number;
  readonly name?: Text;
  /** The last day of the locked period. */
  readonly period_locked_until?: Text;
}

export interface ContactPerson {
  readonly firstname?: Text;
  readonly lastname?: Text;
  readonly phone?: Text;
  readonly email?: Text;
}

export interface Contact extends Identified, ContactPerson {
  readonly company_name?: Text;
  readonly address1?: Text;
  readonly address2?: Text;
  readonly zipcode?: Text;
  readonly city?: Text;
  readonly country?: Text;
  readonly customer_id?: Text;
  readonly tax_number?: Text;
  readonly bank_account?: Text;
  readonly sepa_iban?: Text;
  readonly sepa_iban_account_name?: Text;
  readonly sepa_bic?: Text;
  /** One or more addresses, separated by commas. */
  readonly send_invoices_to_email?: Text;
  readonly sepa_active?: boolean | null;
  readonly contact_people?: List<ContactPerson>;
}

export interface LedgerAccount extends Identified {
  readonly name?: Text;
  readonly account_type?: Text;
  readonly account_id?: Text;
  readonly parent_id?: Text;
  /** The Dutch reference chart of accounts. */
  readonly taxonomy_item?: { readonly code?: Text } | null;
}

export interface TaxRate extends Identified {
  readonly name?: Text;
  readonly tax_rate_type?: Text;
  readonly percentage?: Decimal;
}

export interface Product extends Identified {
  readonly title?: Text;
  readonly description?: Text;
  readonly identifier?: Text;
  readonly tax_rate_id?: Text;
  readonly ledger_account_id?: Text;
  readonly price?: Decimal;
}

export interface Project extends Identified {
  readonly name?: Text;
  readonly state?: Text;
}

export interface Workflow extends Identified {
  readonly type?: Text;
  readonly name?: Text;
  readonly steps?: List<{ readonly step_order: number; readonly due_interval?: number | null }>;
}

export interface FinancialAccount extends Identified {
  readonly type?: Text;
  readonly name?: Text;
  readonly currency?: Text;
  readonly provider?: Text;
  /** The account's number: an IBAN for bank accounts. */
  readonly identifier?: Text;
  readonly active?: boolean | null;
}

export interface Webhook {
  readonly id: string;
  readonly token: string;
  /** Sent only once, in the reply to the creation. */
  readonly secret?: Text;
}

export interface Detail extends Identified {
  readonly tax_rate_id?: Text;
  readonly ledger_account_id?: Text;
  readonly project_id?: Text;
  readonly product_id?: Text;
  readonly description?: Text;
  readonly amount_decimal?: Decimal;
  readonly price?: Decimal;
  readonly total_price_excl_tax_with_discount?: Decimal;
  /** As entered: `2,5 uur`. */
  readonly amount?: Text;
  /** `20251201..20251231` */
  readonly period?: Text;
  /** Only on estimates. */
  readonly is_selected?: boolean | null;
}

export interface Attachment extends Identified {
  readonly filename?: Text;
  readonly content_type?: Text;
  readonly size?: number | null;
}

export interface Payment extends Identified {
  readonly invoice_type?: Text;
  readonly invoice_id?: Text;
  readonly transaction_identifier?: Text;
  /** The line of a bank statement that it was matched with. */
  readonly financial_mutation_id?: Text;
  readonly payment_date?: Text;
  readonly ledger_account_id?: Text;
  readonly manual_payment_action?: Text;
  /** The other side of a settlement of two invoices. */
  readonly credit_invoice_id?: Text;
  readonly price?: Decimal;
}

/** Shared by all documents with lines and a contact. */
export interface TradeDocument extends Identified {
  readonly contact_id?: Text;
  readonly state?: Text;
  readonly reference?: Text;
  readonly currency?: Text;
  readonly due_date?: Text;
  readonly paid_at?: Text;
  readonly total_price_excl_tax?: Decimal;
  readonly total_price_incl_tax?: Decimal;
  readonly total_price_incl_tax_base?: Decimal;
  readonly total_paid?: Decimal;
  readonly contact?: Contact | null;
  readonly prices_are_incl_tax?: boolean | null;
  readonly details?: List<Detail>;
  readonly payments?: List<Payment>;
  readonly attachments?: List<Attachment>;
}

interface Discounted extends TradeDocument {
  readonly workflow_id?: Text;
  /** A percentage of the whole document. */
  readonly discount?: Decimal;
}

export interface SalesInvoice extends Discounted {
  readonly invoice_id?: Text;
  readonly invoice_date?: Text;
  /** Only on external invoices, which come from another system. Their number is `reference`. */
  readonly date?: Text;
}

export interface Estimate extends Discounted {
  readonly estimate_id?: Text;
  readonly estimate_date?: Text;
}

/** A purchase invoice or a receipt. */
export interface PurchaseDocument extends TradeDocument {
  readonly date?: Text;
  readonly exchange_rate?: Decimal;
}

export interface JournalDocumentEntry extends Identified {
  readonly ledger_account_id?: Text;
  readonly project_id?: Text;
  readonly description?: Text;
  readonly debit?: Decimal;
  readonly credit?: Decimal;
}

export interface JournalDocument extends Identified {
  readonly reference?: Text;
  readonly date?: Text;
  readonly journal_type?: Text;
  readonly version?: number | null;
  readonly general_journal_document_entries?: List<JournalDocumentEntry>;
  readonly attachments?: List<Attachment>;
}
