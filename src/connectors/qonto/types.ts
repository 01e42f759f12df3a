/** Qonto's records: only the fields that Kontor reads or writes. */

export type Text = string | null | undefined;

export interface Money {
  readonly value?: Text;
  readonly currency?: Text;
}

/** The property of a reply that holds its rows is named after the list. */
export interface ListReply {
  readonly [rows: string]: unknown;
  readonly meta?: { readonly total_count?: number } | null;
}

export interface PostalAddress {
  readonly street_address?: Text;
  readonly city?: Text;
  readonly zip_code?: Text;
  readonly country_code?: Text;
}

/** A client, or the copy of it in a document. */
export interface Client {
  readonly id: string;
  /** The newer name of `type`. Copies in documents have only `type`. */
  readonly kind?: Text;
  readonly type?: Text;
  readonly name?: Text;
  readonly first_name?: Text;
  readonly last_name?: Text;
  readonly email?: Text;
  readonly extra_emails?: readonly Text[] | null;
  readonly phone_number?: Text;
  readonly vat_number?: Text;
  readonly currency?: Text;
  readonly billing_address?: PostalAddress | null;
  readonly delivery_address?: PostalAddress | null;
  readonly updated_at?: Text;
}

export interface Discount {
  readonly type?: Text;
  readonly value?: Text;
  readonly amount?: Money | null;
}

export interface Item {
  readonly title?: Text;
  readonly description?: Text;
  readonly quantity?: Text;
  readonly unit?: Text;
  readonly unit_price?: Money | null;
  readonly vat_rate?: Text;
  readonly vat_exemption_reason?: Text;
  readonly discount?: Discount | null;
  readonly total_vat?: Money | null;
  readonly total_amount?: Money | null;
}

/** The fields that invoices, credit notes and quotes share. */
export interface SalesDocument {
  readonly id: string;
  readonly number?: Text;
  readonly issue_date?: Text;
  readonly created_at?: Text;
  readonly currency?: Text;
  readonly total_amount?: Money | null;
  readonly vat_amount?: Money | null;
  readonly discount?: Discount | null;
  /** Null in a draft without lines. */
  readonly items?: readonly Item[] | null;
  readonly client?: Client | null;
  readonly stamp_duty_amount?: Text;
  readonly withholding_tax?: { readonly amount?: Text } | null;
}

export interface Invoice extends SalesDocument {
  readonly status?: Text;
  readonly due_date?: Text;
  readonly performance_date?: Text;
  readonly performance_start_date?: Text;
  readonly purchase_order?: Text;
  readonly amount_paid?: Money | null;
  readonly paid_at?: Text;
  readonly updated_at?: Text;
  readonly credit_notes_ids?: readonly string[] | null;
}

export type CreditNote = SalesDocument;

export interface Quote extends SalesDocument {
  readonly status?: Text;
}

export interface Product {
  readonly id: string;
  readonly title?: Text;
  readonly type?: Text;
  readonly unit_price?: Money | null;
  readonly vat_rate?: Text;
  readonly vat_exemption_code?: Text;
  readonly updated_at?: Text;
}

/** A bill, or a supplier's credit note. Most fields are empty until the vendor has analysed the file. */
export interface SupplierInvoice {
  readonly id: string;
  readonly status?: Text;
  readonly is_credit_note?: boolean | null;
  readonly attachment_category?: Text;
  readonly supplier_name?: Text;
  readonly invoice_number?: Text;
  readonly total_amount?: Money | null;
  readonly total_amount_excluding_taxes?: Money | null;
  readonly total_tax_amount?: Money | null;
  readonly payable_amount?: Money | null;
  readonly issue_date?: Text;
  readonly due_date?: Text;
  readonly payment_date?: Text;
  readonly attachment_id?: Text;
  readonly created_at?: Text;
  readonly updated_at?: Text;
}

export interface BankAccount {
  readonly id: string;
  readonly name?: Text;
  readonly status?: Text;
  readonly main?: boolean | null;
  readonly iban?: Text;
  readonly bic?: Text;
  readonly currency?: Text;
  readonly balance?: number | null;
  readonly updated_at?: Text;
}

export interface Label {
  readonly id: string;
  readonly name?: Text;
  readonly parent_id?: Text;
}

/** A subscription is not wrapped in replies, unlike all other records. */
export interface Subscription {
  readonly id: string;
  readonly callback_url?: Text;
  readonly types?: readonly string[] | null;
}

export interface Problems {
  readonly errors?: readonly {
    readonly code?: Text;
    readonly detail?: Text;
    readonly source?: { readonly pointer?: Text; readonly parameter?: Text } | null;
  }[];
}
