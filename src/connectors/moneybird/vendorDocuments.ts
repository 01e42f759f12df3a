/** Shapes of what is sold, bought and posted. */
import type { Decimal } from "../../kit/money.ts";
import type { Contact, List, Stamped, Text } from "./types.ts";

export interface Detail extends Stamped {
  readonly id: string;
  readonly tax_rate_id?: Text;
  readonly ledger_account_id?: Text;
  readonly project_id?: Text;
  readonly product_id?: Text;
  readonly amount_decimal?: Decimal;
  readonly description?: Text;
  readonly price?: Decimal;
  /** `20251201..20251231` */
  readonly period?: Text;
  readonly total_price_excl_tax_with_discount?: Decimal;
}

export interface Attachment extends Stamped {
  readonly id: string;
  readonly filename?: Text;
  readonly content_type?: Text;
}

export interface Payment extends Stamped {
  readonly id: string;
  readonly invoice_type?: Text;
  readonly invoice_id?: Text;
  readonly transaction_identifier?: Text;
  readonly price?: Decimal;
  readonly payment_date?: Text;
  readonly ledger_account_id?: Text;
  readonly manual_payment_action?: Text;
}

/** What all documents with lines and a contact have in common. */
export interface TradeDocument extends Stamped {
  readonly id: string;
  readonly contact_id?: Text;
  readonly contact?: Contact | null;
  readonly state?: Text;
  readonly reference?: Text;
  readonly currency?: Text;
  readonly due_date?: Text;
  readonly paid_at?: Text;
  readonly prices_are_incl_tax?: boolean | null;
  readonly total_price_excl_tax?: Decimal;
  readonly total_price_incl_tax?: Decimal;
  readonly details?: List<Detail>;
  readonly payments?: List<Payment>;
  readonly attachments?: List<Attachment>;
}

interface Discounted extends TradeDocument {
  readonly workflow_id?: Text;
  /** A percentage of the whole document. */
  readonly discount?: Decimal;
  readonly total_discount?: Decimal;
}

export interface SalesInvoice extends Discounted {
  readonly invoice_id?: Text;
  readonly invoice_date?: Text;
  readonly original_sales_invoice_id?: Text;
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

export interface JournalDocumentEntry extends Stamped {
  readonly id: string;
  readonly ledger_account_id?: Text;
  readonly project_id?: Text;
  readonly debit?: Decimal;
  readonly credit?: Decimal;
  readonly description?: Text;
}

export interface JournalDocument extends Stamped {
  readonly id: string;
  readonly reference?: Text;
  readonly date?: Text;
  readonly journal_type?: Text;
  readonly version?: number | null;
  readonly general_journal_document_entries?: List<JournalDocumentEntry>;
  readonly attachments?: List<Attachment>;
}
