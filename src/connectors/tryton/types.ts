/** Tryton's records as `plain` hands them on: decimals, days and moments as text, what was asked for below a name in it. */

export type Text = string | null | undefined;
/** SQLite has no truth values. */
export type Flag = boolean | 0 | 1 | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

export interface Identified {
  readonly id: number;
}

export interface Stamped extends Identified {
  readonly create_date?: Text;
  readonly write_date?: Text;
  /** The latest change of the record or of what belongs to it. */
  readonly changed?: Text;
}

export interface Named extends Stamped {
  readonly name?: Text;
  readonly code?: Text;
  readonly active?: Flag;
}

export interface Currency {
  readonly code?: Text;
}

export interface Address extends Stamped {
  readonly street?: Text;
  readonly city?: Text;
  readonly postal_code?: Text;
  readonly country?: { readonly code?: Text } | null;
}

export interface Mechanism extends Stamped {
  readonly type?: Text;
  readonly value?: Text;
}

export interface BankAccount extends Named {
  readonly bank?: { readonly bic?: Text; readonly party?: Named | null } | null;
  readonly currency?: Currency | null;
  readonly numbers?: List<{ readonly type?: Text; readonly number?: Text }>;
}

export interface Party extends Named {
  readonly addresses?: List<Address>;
  readonly contact_mechanisms?: List<Mechanism>;
  readonly identifiers?: List<{ readonly type?: Text; readonly code?: Text }>;
  readonly bank_accounts?: List<BankAccount>;
}

export interface Account extends Named {
  readonly balance?: Text;
  readonly currency?: Currency | null;
  readonly note?: Text;
  readonly parent?: number | null;
  readonly type?: AccountType | null;
}

export interface AccountType extends Named {
  readonly statement?: Text;
  readonly assets?: Flag;
  readonly debt?: Flag;
  readonly expense?: Flag;
  readonly payable?: Flag;
  readonly receivable?: Flag;
  readonly revenue?: Flag;
}

export interface LedgerAccount extends Identified {
  readonly account?: Account | null;
  readonly start_balance?: Text;
  readonly debit?: Text;
  readonly credit?: Text;
  readonly end_balance?: Text;
}

export interface Journal extends Named {
  readonly type?: Text;
}

export interface FiscalYear extends Named {
  readonly start_date?: Text;
  readonly end_date?: Text;
  readonly state?: Text;
}

export interface AnalyticAccount extends Named {
  readonly root?: Named | null;
}

export interface MoveLine extends Stamped {
  readonly account?: Account | null;
  readonly amount_second_currency?: Text;
  readonly analytic_lines?: List<{ readonly account?: AnalyticAccount | null }>;
  readonly credit?: Text;
  readonly currency?: Currency | null;
  readonly date?: Text;
  readonly debit?: Text;
  readonly description?: Text;
  readonly invoice_payment?: Pick<Invoice, "id" | "type" | "number"> | null;
  readonly maturity_date?: Text;
  readonly move?: Move | null;
  readonly party?: Named | null;
  readonly reconciliation?: number | null;
}

export interface Move extends Stamped {
  readonly date?: Text;
  readonly description?: Text;
  readonly journal?: Journal | null;
  readonly lines?: List<MoveLine>;
  readonly number?: Text;
  readonly origin?: Text;
  readonly period?: Named | null;
  readonly post_number?: Text;
  readonly state?: Text;
}

export interface Tax extends Named {
  readonly description?: Text;
  readonly group?: { readonly kind?: Text } | null;
  readonly rate?: Text;
  readonly type?: Text;
}

export interface Line extends Stamped {
  readonly account?: Account | null;
  readonly amount?: Text;
  readonly analytic_accounts?: List<{ readonly account?: AnalyticAccount | null; readonly root?: Named | null }>;
  readonly description?: Text;
  readonly product?: Named | null;
  readonly quantity?: number | null;
  readonly taxes?: List<Tax>;
  readonly type?: Text;
  readonly unit?: Unit | null;
  readonly unit_price?: Text;
}

/** What invoices and orders share. */
export interface TradeDocument extends Stamped {
  readonly comment?: Text;
  readonly currency?: Currency | null;
  readonly description?: Text;
  readonly invoice_address?: Address | null;
  readonly lines?: List<Line>;
  readonly number?: Text;
  readonly party?: Named | null;
  readonly payment_term?: number | null;
  readonly reference?: Text;
  readonly state?: Text;
  readonly tax_amount?: Text;
  readonly total_amount?: Text;
  readonly untaxed_amount?: Text;
}

export interface Invoice extends TradeDocument {
  readonly account?: Account | null;
  readonly company?: { readonly currency?: Currency | null } | null;
  readonly create_uid?: number;
  readonly invoice_date?: Text;
  readonly journal?: Journal | null;
  readonly lines_to_pay?: List<MoveLine>;
  readonly payment_lines?: List<MoveLine>;
  readonly reconciled?: Text;
  readonly type?: Text;
  /** The server's own day, asked for beside the list. */
  readonly today?: string;
}

export interface Order extends TradeDocument {
  readonly purchase_date?: Text;
  readonly sale_date?: Text;
  readonly shipment_state?: Text;
}

export interface Unit extends Named {
  readonly symbol?: Text;
  readonly category?: Named | null;
}

export interface Product extends Named {
  readonly account_category?: {
    readonly account_expense?: number | null;
    readonly account_revenue?: number | null;
    readonly customer_taxes?: List<Tax>;
  } | null;
  readonly cost_price?: Text;
  readonly default_uom?: Unit | null;
  readonly list_price?: Text;
  readonly template?: Stamped | null;
  readonly type?: Text;
}

export interface PaymentTerm extends Named {
  readonly description?: Text;
  readonly lines?: List<PaymentTermLine>;
}

interface PaymentTermLine extends Stamped {
  readonly type?: Text;
  readonly relativedeltas?: List<{
    readonly day?: number | null;
    readonly days?: number | null;
    readonly months?: number | null;
    readonly weeks?: number | null;
  }>;
}

export interface Attachment extends Named {
  readonly type?: Text;
  readonly link?: Text;
  readonly data?: Text;
  readonly data_size?: number | null;
}
