/** Odoo's records as `load` hands them on: nothing instead of `false`, and what a field refers to in its place. */

export type Text = string | null | undefined;

type Words<List extends string> = List extends `${infer First} ${infer Rest}` ? First | Words<Rest> : List;

/** Fields of one type, by their names: `Has<"street zip", Text>`. */
type Has<List extends string, Value> = { readonly [Name in Words<List>]?: Value };

/** A record that is referred to: its label always, its fields where they are read. */
export interface Labelled {
  readonly id: number;
  readonly label?: Text;
}

/** `changed` is the latest change of the record or of what belongs to it. */
export interface Stamped extends Has<"create_date write_date changed", Text> {
  readonly id: number;
}

export interface Named extends Stamped, Has<"name code", Text> {
  readonly active?: boolean;
}

export interface Partner
  extends Named,
    Has<"city country_code email label mobile phone ref street street2 type vat website zip", Text>,
    Has<"customer_rank supplier_rank", number> {
  readonly bank_ids?: readonly PartnerBank[];
  readonly child_ids?: readonly Partner[];
  readonly is_company?: boolean;
}

export interface PartnerBank
  extends Stamped,
    Has<"acc_holder_name acc_number acc_type bank_bic bank_name sanitized_acc_number", Text> {}

export interface Account extends Named, Has<"account_type description note", Text> {
  readonly currency_id?: Labelled;
  readonly current_balance?: number;
  readonly deprecated?: boolean;
}

export interface Journal extends Named, Has<"currency_id default_account_id", Labelled> {
  readonly bank_account_id?: PartnerBank;
  readonly type?: Text;
}

export interface Tax extends Named, Has<"amount_type description type_tax_use", Text> {
  readonly amount?: number;
  readonly price_include?: boolean;
}

export interface AnalyticAccount extends Named {
  readonly plan_id?: Labelled;
}

/** What of two lines was set against each other. */
export interface Partial
  extends Stamped,
    Has<"amount credit_amount_currency debit_amount_currency", number>,
    Has<"credit_move_id debit_move_id", Labelled & { readonly move_id?: Labelled }> {
  readonly max_date?: Text;
}

/** A line of any document. Names differ: quantities and taxes of orders have others than those of invoices. */
export interface Line
  extends Stamped,
    Has<"account_type date date_maturity display_type name", Text>,
    Has<"credit debit discount price_subtotal price_total price_unit product_qty product_uom_qty quantity", number>,
    Has<"company_currency_id partner_id product_id product_uom product_uom_id", Labelled>,
    Has<"tax_id tax_ids taxes_id", readonly Tax[]>,
    Has<"matched_credit_ids matched_debit_ids", readonly Partial[]> {
  readonly account_id?: Account;
  readonly analytic_distribution?: readonly AnalyticAccount[];
  readonly tax_line_id?: Tax;
}

/** What invoices and orders share. */
export interface TradeDocument
  extends Stamped,
    Has<"name state", Text>,
    Has<"amount_tax amount_total amount_untaxed", number> {
  readonly currency_id?: Labelled;
  readonly partner_id?: Partner;
}

export interface Move
  extends TradeDocument,
    Has<"date delivery_date invoice_date invoice_date_due move_type payment_reference payment_state ref", Text>,
    Has<"commercial_partner_id company_currency_id invoice_payment_term_id reversed_entry_id", Labelled> {
  readonly journal_id?: Journal;
  readonly line_ids?: readonly Line[];
}

export interface Order
  extends TradeDocument,
    Has<"client_order_ref commitment_date date_approve date_order note notes", Text>,
    Has<"partner_ref receipt_status validity_date", Text>,
    Has<"partner_invoice_id partner_shipping_id payment_term_id", Labelled> {
  readonly order_line?: readonly Line[];
}

export interface Payment
  extends Stamped,
    Has<"date memo partner_type ref", Text>,
    Has<"currency_id partner_id payment_method_line_id", Labelled> {
  readonly amount?: number;
  readonly journal_id?: Journal;
  readonly move_id?: Labelled & { readonly line_ids?: readonly Line[] };
}

export interface Product
  extends Named,
    Has<"default_code detailed_type type", Text>,
    Has<"list_price qty_available standard_price", number>,
    Has<"property_account_expense_id property_account_income_id uom_id", Labelled> {
  readonly taxes_id?: readonly Tax[];
}

export interface Unit extends Named {
  readonly category_id?: Labelled;
}

export interface PaymentTerm extends Named, Has<"discount_days discount_percentage", number> {
  readonly early_discount?: boolean;
  readonly line_ids?: readonly PaymentTermLine[];
  readonly note?: Text;
}

interface PaymentTermLine extends Stamped, Has<"days discount_days discount_percentage months nb_days", number> {
  readonly delay_type?: Text;
  readonly end_month?: boolean;
}

export interface Project extends Named, Has<"date date_start description", Text> {
  readonly currency_id?: Labelled;
  readonly partner_id?: Labelled;
}

export interface Attachment extends Named, Has<"datas mimetype res_field type url", Text> {
  readonly file_size?: number;
}
