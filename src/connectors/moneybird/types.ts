/** The vendor's shapes: only what we read. Amounts are decimal text, ids are text of up to 19 digits. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;
type Texts<Names extends string> = { readonly [Name in Names]?: Text };
type Decimals<Names extends string> = { readonly [Name in Names]?: Decimal };

export type Stamped = Texts<"created_at" | "updated_at">;

export interface Identified extends Stamped {
  readonly id: string;
}

/** From the synchronisation lists: the version is the second of the last change. */
export interface Version {
  readonly id: string;
  readonly version: number;
}

export interface Administration extends Texts<"name"> {
  readonly id: string | number;
}

export type ContactPerson = Texts<"firstname" | "lastname" | "phone" | "email">;

export interface Contact
  extends Identified,
    ContactPerson,
    Texts<"company_name" | "address1" | "address2" | "zipcode" | "city" | "country" | "customer_id" | "tax_number">,
    Texts<"bank_account" | "sepa_iban" | "sepa_iban_account_name" | "sepa_bic"> {
  /** Several are separated by commas. */
  readonly send_invoices_to_email?: Text;
  readonly sepa_active?: boolean | null;
  readonly contact_people?: List<ContactPerson>;
}

export interface LedgerAccount extends Identified, Texts<"name" | "account_type" | "account_id" | "parent_id"> {
  /** The Dutch reference chart of accounts. */
  readonly taxonomy_item?: Texts<"code"> | null;
}

export interface TaxRate extends Identified, Texts<"name" | "tax_rate_type">, Decimals<"percentage"> {}

export interface Product
  extends Identified,
    Texts<"title" | "description" | "identifier" | "tax_rate_id" | "ledger_account_id">,
    Decimals<"price"> {}

export interface Project extends Identified, Texts<"name" | "state"> {}

export interface Workflow extends Identified, Texts<"type" | "name"> {
  readonly steps?: List<{ readonly step_order: number; readonly due_interval?: number | null }>;
}

export interface FinancialAccount extends Identified, Texts<"type" | "name" | "currency" | "provider"> {
  /** The account's number: an IBAN for bank accounts. */
  readonly identifier?: Text;
  readonly active?: boolean | null;
}

export interface Webhook {
  readonly id: string;
  readonly token: string;
  /** Told only once, when the webhook is made. */
  readonly secret?: Text;
}

export interface Detail
  extends Identified,
    Texts<"tax_rate_id" | "ledger_account_id" | "project_id" | "product_id" | "description">,
    Decimals<"amount_decimal" | "price" | "total_price_excl_tax_with_discount"> {
  /** As people write it: `2,5 uur`. */
  readonly amount?: Text;
  /** `20251201..20251231` */
  readonly period?: Text;
  /** Of estimates only. */
  readonly is_selected?: boolean | null;
}

export interface Attachment extends Identified, Texts<"filename" | "content_type"> {
  readonly size?: number | null;
}

export interface Payment
  extends Identified,
    Texts<"invoice_type" | "invoice_id" | "transaction_identifier" | "payment_date">,
    Texts<"ledger_account_id" | "manual_payment_action">,
    Decimals<"price"> {}

/** What all documents with lines and a contact have in common. */
export interface TradeDocument
  extends Identified,
    Texts<"contact_id" | "state" | "reference" | "currency" | "due_date" | "paid_at">,
    Decimals<"total_price_excl_tax" | "total_price_incl_tax" | "total_paid"> {
  readonly contact?: Contact | null;
  readonly prices_are_incl_tax?: boolean | null;
  readonly details?: List<Detail>;
  readonly payments?: List<Payment>;
  readonly attachments?: List<Attachment>;
}

interface Discounted extends TradeDocument, Texts<"workflow_id">, Decimals<"total_discount"> {
  /** A percentage of the whole document. */
  readonly discount?: Decimal;
}

export interface SalesInvoice extends Discounted, Texts<"invoice_id" | "invoice_date" | "original_sales_invoice_id"> {
  /** Only of external ones, which were made elsewhere: their number is `reference`. */
  readonly date?: Text;
}

export interface Estimate extends Discounted, Texts<"estimate_id" | "estimate_date"> {}

/** A purchase invoice or a receipt. */
export interface PurchaseDocument extends TradeDocument, Texts<"date">, Decimals<"exchange_rate"> {}

export interface JournalDocumentEntry
  extends Identified,
    Texts<"ledger_account_id" | "project_id" | "description">,
    Decimals<"debit" | "credit"> {}

export interface JournalDocument extends Identified, Texts<"reference" | "date" | "journal_type"> {
  readonly version?: number | null;
  readonly general_journal_document_entries?: List<JournalDocumentEntry>;
  readonly attachments?: List<Attachment>;
}
