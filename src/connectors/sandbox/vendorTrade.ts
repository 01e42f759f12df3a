/** The sandbox's shapes of what is sold and bought. */
import type { Decimal } from "../../kit/money.ts";
import type { Addressed, Dimension, Flag, Identified, List, Stamped, Text, Totals, TradeLine } from "./types.ts";

export interface InvoiceLine extends Identified, Stamped {
  readonly account_id?: Text;
  readonly description?: Text;
  readonly dimensions?: List<Dimension>;
  readonly discount_item_amount?: Decimal;
  readonly discount_item_percentage?: Decimal;
  readonly gross_amount?: Decimal;
  readonly item_id?: Text;
  readonly items_amount?: Decimal;
  readonly name?: Text;
  readonly quantity?: Decimal;
  readonly tax_code?: Text;
  readonly tax_rate_percentage?: Decimal;
  readonly unit_amount?: Decimal;
}

export interface Invoice extends Identified, Stamped, Addressed {
  readonly contact_id?: Text;
  readonly currency?: Text;
  readonly discount_amount?: Decimal;
  readonly due_date?: Text;
  readonly file_id?: Text;
  readonly invoice_date?: Text;
  readonly invoice_number?: Text;
  readonly invoice_type?: Text;
  readonly journal_code?: Text;
  readonly line_amount_types?: Text;
  readonly line_items?: List<InvoiceLine>;
  readonly name?: Text;
  readonly one_line_address?: Text;
  readonly paid_date?: Text;
  readonly payment_status?: Text;
  readonly payment_term_duration?: Decimal;
  readonly payment_term_id?: Text;
  readonly reference?: Text;
  readonly shipping_date?: Text;
  readonly status?: Text;
  readonly sum_net_amount?: Decimal;
  readonly tax_rule?: Text;
  readonly total_amount?: Decimal;
  readonly total_tax_amount?: Decimal;
}

export interface CreditNote extends Identified, Stamped, Addressed, Totals {
  readonly contact_id?: Text;
  readonly credit_note_date?: Text;
  readonly credit_note_lines?: List<TradeLine>;
  readonly credit_note_number?: Text;
  readonly currency?: Text;
  readonly payment_status?: Text;
  readonly payment_term_id?: Text;
  readonly reference?: Text;
  readonly status?: Text;
}

export interface OfferLine extends TradeLine {
  readonly account_code?: Text;
  readonly account_id?: Text;
  readonly name?: Text;
  readonly tax_type?: Text;
  readonly type?: Text;
}

export interface Offer extends Identified, Stamped, Addressed, Totals {
  readonly contact_id?: Text;
  readonly currency?: Text;
  readonly line_items?: List<OfferLine>;
  readonly name?: Text;
  readonly offer_date?: Text;
  readonly offer_number?: Text;
  readonly one_line_address?: Text;
  readonly reference?: Text;
  readonly status?: Text;
  readonly tax_text?: Text;
}

export interface SalesOrder extends Identified, Stamped, Addressed, Totals {
  readonly billing_contact_id?: Text;
  readonly comment?: Text;
  readonly contact_id?: Text;
  readonly currency?: Text;
  readonly delivery_date?: Text;
  readonly line_items?: List<TradeLine>;
  readonly one_line_address?: Text;
  readonly order_date?: Text;
  readonly project_id?: Text;
  readonly shipping_contact_id?: Text;
  readonly status?: Text;
  readonly task_id?: Text;
}

/** A line of a bill or of a vendor credit. */
export interface BillLine extends TradeLine {
  readonly account_id?: Text;
  readonly account_number?: Text;
  readonly deferred_end_date?: Text;
  readonly deferred_start_date?: Text;
  readonly dimensions?: List<Dimension>;
}

/** What a bill and a vendor credit have in common. */
export interface SupplierDocument extends Identified, Stamped, Addressed, Totals {
  readonly account_id?: Text;
  readonly contact_id?: Text;
  readonly currency?: Text;
  readonly delivery_date?: Text;
  readonly due_date?: Text;
  readonly file_id?: Text;
  readonly journal_code?: Text;
  readonly line_items?: List<BillLine>;
  readonly name?: Text;
  readonly one_line_address?: Text;
  readonly paid_date?: Text;
  readonly payment_days?: Decimal;
  readonly payment_reference?: Text;
  readonly payment_status?: Text;
  readonly reference?: Text;
  readonly shipping_date?: Text;
  readonly shipping_type?: Text;
  readonly status?: Text;
  readonly tax_rule?: Text;
  readonly tax_text?: Text;
}

export interface Bill extends SupplierDocument {
  readonly bill_date?: Text;
  readonly bill_number?: Text;
  readonly payment_term_code?: Text;
}

export interface VendorCredit extends SupplierDocument {
  readonly payment_term_id?: Text;
  readonly vendor_credit_date?: Text;
  readonly vendor_credit_number?: Text;
}

export interface PurchaseOrder extends Identified, Stamped, Addressed, Totals {
  readonly approval_date?: Text;
  readonly comment?: Text;
  readonly currency?: Text;
  readonly description?: Text;
  readonly line_items?: List<TradeLine>;
  readonly order_date?: Text;
  readonly payment_term_id?: Text;
  readonly reference?: Text;
  readonly status?: Text;
  readonly supplier_id?: Text;
}

export interface GoodsReceiptLine extends Identified, Stamped {
  readonly description?: Text;
  readonly item_id?: Text;
  readonly item_name?: Text;
  readonly project_id?: Text;
  readonly purchase_order_id?: Text;
  readonly quantity_ordered?: Decimal;
  readonly quantity_received?: Decimal;
}

export interface GoodsReceipt extends Identified, Stamped {
  readonly comment?: Text;
  readonly description?: Text;
  readonly line_items?: List<GoodsReceiptLine>;
  readonly reference?: Text;
  readonly supplier_id?: Text;
}

export interface Item extends Identified {
  readonly asset_account_id?: Text;
  readonly expense_account_id?: Text;
  readonly income_account_id?: Text;
  readonly inventory_start_date?: Text;
  readonly item_number?: Text;
  readonly name?: Text;
  readonly price_includes_tax?: Flag;
  readonly stock_count?: Decimal;
  readonly tax_code?: Text;
  readonly tax_rate_percentage?: Decimal;
  readonly type?: Text;
  readonly unit_name?: Text;
  readonly unit_purchase_price?: Decimal;
  readonly unit_sales_price?: Decimal;
  readonly updated_at?: Text;
}

export interface Unit extends Identified {
  readonly code?: Text;
  readonly description?: Text;
  readonly type?: Text;
}

export interface TaxRate extends Identified, Stamped {
  readonly code?: Text;
  readonly description?: Text;
  readonly name?: Text;
  readonly percentage?: Decimal;
  readonly type?: Text;
  readonly usage?: Text;
}

export interface Project extends Identified, Stamped {
  readonly code?: Text;
  readonly contact_id?: Text;
  readonly currency?: Text;
  readonly description?: Text;
  readonly end_date?: Text;
  readonly name?: Text;
  readonly number?: Text;
  readonly parent_project_id?: Text;
  readonly start_date?: Text;
  readonly status?: Text;
}
