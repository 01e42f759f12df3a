/** Zoho Books' shapes, with only the fields that the connector reads or writes. Empty values are empty texts. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;

export interface Refusal {
  readonly message?: Text;
}

export interface Organization {
  readonly organization_id: string;
  readonly name?: Text;
  readonly currency_code?: Text;
  /** Counted from zero. */
  readonly fiscal_year_start_month?: number | null;
}

export interface TransactionLock {
  readonly transaction_lock_status?: Text;
  readonly transaction_lock_date?: Text;
  readonly lock_scope?: number | null;
}

interface Stamped {
  readonly created_time?: Text;
  readonly last_modified_time?: Text;
}

export interface Address {
  readonly address?: Text;
  readonly street2?: Text;
  readonly city?: Text;
  readonly zip?: Text;
  readonly country?: Text;
  readonly country_code?: Text;
}

export interface ContactPerson {
  readonly contact_person_id?: Text;
  readonly salutation?: Text;
  readonly first_name?: Text;
  readonly last_name?: Text;
  readonly email?: Text;
  readonly phone?: Text;
  readonly mobile?: Text;
  readonly is_primary_contact?: boolean | null;
}

/** The primary contact person's name, e-mail address and numbers are fields of the contact, too. */
export interface Contact extends Stamped {
  readonly contact_id: string;
  readonly contact_name?: Text;
  readonly company_name?: Text;
  readonly contact_type?: Text;
  readonly customer_sub_type?: Text;
  readonly contact_number?: Text;
  readonly email?: Text;
  readonly phone?: Text;
  readonly mobile?: Text;
  readonly website?: Text;
  readonly vat_reg_no?: Text;
  readonly gst_no?: Text;
  readonly tax_reg_no?: Text;
  readonly billing_address?: Address | null;
  readonly shipping_address?: Address | null;
  readonly contact_persons?: readonly ContactPerson[] | null;
}

export interface LineTax {
  readonly tax_amount?: Decimal;
}

export interface Line {
  readonly line_item_id: string;
  readonly item_id?: Text;
  readonly account_id?: Text;
  readonly account_code?: Text;
  readonly name?: Text;
  readonly description?: Text;
  readonly unit?: Text;
  readonly quantity?: Decimal;
  readonly rate?: Decimal;
  /** A percentage as text (`10.00%`), or an amount. */
  readonly discount?: Decimal;
  readonly discount_amount?: Decimal;
  readonly tax_id?: Text;
  readonly tax_name?: Text;
  readonly tax_percentage?: Decimal;
  /** Without tax, also if prices include it. */
  readonly item_total?: Decimal;
  readonly line_item_taxes?: readonly LineTax[] | null;
}

/** Fields that invoices, credit notes, bills and vendor credits share. Lists have the totals and the status only. */
export interface Document extends Stamped {
  readonly status?: Text;
  readonly date?: Text;
  readonly due_date?: Text;
  readonly reference_number?: Text;
  readonly currency_code?: Text;
  readonly is_inclusive_tax?: boolean | null;
  readonly is_discount_before_tax?: boolean | null;
  readonly discount_type?: Text;
  readonly discount_total?: Decimal;
  readonly shipping_charge?: Decimal;
  readonly shipping_charge_exclusive_of_tax?: Decimal;
  readonly shipping_charge_tax?: Decimal;
  readonly adjustment?: Decimal;
  readonly adjustment_description?: Text;
  readonly roundoff_value?: Decimal;
  readonly is_reverse_charge_applied?: boolean | null;
  /** Withholding tax, which the total does not contain. */
  readonly tds_amount?: Decimal;
  readonly tax_total?: Decimal;
  readonly total?: Decimal;
  readonly balance?: Decimal;
  readonly line_items?: readonly Line[] | null;
  readonly billing_address?: Address | null;
  readonly shipping_address?: Address | null;
}

export interface Invoice extends Document {
  readonly invoice_id: string;
  readonly invoice_number?: Text;
  readonly customer_id?: Text;
  readonly customer_name?: Text;
  readonly payment_made?: Decimal;
  readonly credits_applied?: Decimal;
  readonly write_off_amount?: Decimal;
  readonly last_payment_date?: Text;
}

export interface CreditedInvoice {
  readonly amount_applied?: Decimal;
}

export interface CreditNote extends Document {
  readonly creditnote_id: string;
  readonly creditnote_number?: Text;
  readonly customer_id?: Text;
  readonly customer_name?: Text;
  readonly invoices_credited?: readonly CreditedInvoice[] | null;
}

export interface Bill extends Document {
  readonly bill_id: string;
  readonly bill_number?: Text;
  readonly vendor_id?: Text;
  readonly vendor_name?: Text;
  readonly payment_made?: Decimal;
  readonly vendor_credits_applied?: Decimal;
  readonly payments?: readonly { readonly date?: Text }[] | null;
}

export interface VendorCredit extends Document {
  readonly vendor_credit_id: string;
  readonly vendor_credit_number?: Text;
  readonly vendor_id?: Text;
  readonly vendor_name?: Text;
  readonly bills_credited?: readonly { readonly amount?: Decimal }[] | null;
}

export interface PaidInvoice {
  readonly invoice_id: string;
  readonly amount_applied?: Decimal;
}

export interface PaidBill {
  readonly bill_id: string;
  readonly amount_applied?: Decimal;
}

/** Refunds of payments and credits. Lists have `amount_fcy`, single records `amount`. */
export interface Refund {
  readonly creditnote_refund_id?: Text;
  readonly creditnote_id?: Text;
  readonly vendor_credit_refund_id?: Text;
  readonly vendor_credit_id?: Text;
  readonly payment_refund_id?: Text;
  readonly payment_id?: Text;
  readonly date?: Text;
  readonly refund_mode?: Text;
  readonly description?: Text;
  readonly amount?: Decimal;
  readonly amount_fcy?: Decimal;
  readonly from_account_id?: Text;
  readonly account_id?: Text;
}

export interface CustomerPayment extends Stamped {
  readonly payment_id: string;
  readonly customer_id?: Text;
  readonly customer_name?: Text;
  readonly date?: Text;
  readonly payment_mode?: Text;
  readonly description?: Text;
  readonly account_id?: Text;
  readonly currency_code?: Text;
  readonly exchange_rate?: Decimal;
  readonly amount?: Decimal;
  readonly unused_amount?: Decimal;
  readonly bcy_refunded_amount?: Decimal;
  readonly updated_time?: Text;
  readonly invoices?: readonly PaidInvoice[] | null;
  readonly imported_transactions?: readonly unknown[] | null;
}

export interface VendorPayment extends Stamped {
  readonly payment_id: string;
  readonly vendor_id?: Text;
  readonly vendor_name?: Text;
  readonly date?: Text;
  readonly payment_mode?: Text;
  readonly description?: Text;
  readonly paid_through_account_id?: Text;
  readonly currency_code?: Text;
  readonly exchange_rate?: Decimal;
  readonly amount?: Decimal;
  readonly bills?: readonly PaidBill[] | null;
  readonly imported_transactions?: readonly unknown[] | null;
}

export interface Account extends Stamped {
  readonly account_id: string;
  readonly account_name?: Text;
  readonly account_code?: Text;
  readonly account_type?: Text;
  readonly description?: Text;
  readonly currency_code?: Text;
  readonly is_active?: boolean | null;
  readonly parent_account_id?: Text;
}

export interface BankAccount {
  readonly account_id: string;
  readonly account_name?: Text;
  readonly account_number?: Text;
  readonly account_type?: Text;
  readonly bank_name?: Text;
  readonly currency_code?: Text;
  readonly is_active?: boolean | null;
  readonly balance?: Decimal;
}

export interface Tax {
  readonly tax_id: string;
  readonly tax_name?: Text;
  readonly tax_percentage?: Decimal;
  readonly is_default_tax?: boolean | null;
  readonly is_inactive?: boolean | null;
}

export interface Currency {
  readonly currency_id: string;
  readonly currency_code: string;
}

export interface Item extends Stamped {
  readonly item_id: string;
  readonly name?: Text;
  readonly sku?: Text;
  readonly product_type?: Text;
  readonly rate?: Decimal;
  readonly purchase_rate?: Decimal;
  readonly account_id?: Text;
  readonly purchase_account_id?: Text;
  readonly tax_id?: Text;
  readonly tax_percentage?: Decimal;
  readonly stock_on_hand?: Decimal;
}

export interface JournalLine {
  readonly line_id?: Text;
  readonly account_id?: Text;
  readonly customer_id?: Text;
  readonly description?: Text;
  readonly debit_or_credit?: Text;
  readonly amount?: Decimal;
  readonly tax_id?: Text;
  readonly tax_name?: Text;
  readonly tax_percentage?: Decimal;
}

/** A tax that the vendor posts beside the lines. */
export interface JournalTax {
  readonly tax_name?: Text;
  readonly tax_amount?: Decimal;
  readonly debit_or_credit?: Text;
}

export interface Journal extends Stamped {
  readonly journal_id: string;
  readonly entry_number?: Text;
  readonly reference_number?: Text;
  readonly notes?: Text;
  readonly journal_date?: Text;
  readonly currency_code?: Text;
  readonly exchange_rate?: Decimal;
  readonly status?: Text;
  readonly line_items?: readonly JournalLine[] | null;
  readonly taxes?: readonly JournalTax[] | null;
}
