/**
 * Odoo's records as `read` returns them: empty values instead of `false`, and linked records in place of their ids. Each
 * table lists the fields that Kontor asks for, and the type of the record is inferred from it: a field that is not asked
 * for cannot be read.
 */

export type Text = string | null | undefined;

/** A linked record. It always has a label, and its fields if they are read. */
export interface Labelled {
  readonly id: number;
  readonly label?: Text;
}

/** Stand-ins for the fields' types. Only their types matter, the values are never read. */
const text = "" as Text;
const number = 0 as number;
const flag = false as boolean;
const link = { id: 0 } as Labelled;
/** A field whose type the record adds. */
const below = undefined as unknown;

/** The record that a table of fields describes. Any field may be missing. */
type Shape<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] };
type Below<Names extends string, Record> = { readonly [Name in Names]?: Record };

/** The names of the fields to ask for. */
export const namesOf = (fields: object): readonly string[] => Object.keys(fields);

export interface Stamped {
  readonly id: number;
  readonly create_date?: Text;
  readonly write_date?: Text;
  /** The latest change of the record or of its parts. */
  readonly changed?: Text;
  /** The current day of the end user, when the record was read. */
  readonly today?: string;
}
export interface Named extends Stamped {
  readonly name?: Text;
  readonly code?: Text;
  readonly active?: boolean;
}

/** The month is text from a list, `"12"`. From version 18 on, the days that are closed for the user have fields of their own. */
export const companyFields = {
  name: text,
  fiscalyear_last_day: number,
  fiscalyear_last_month: text,
  fiscalyear_lock_date: text,
  hard_lock_date: text,
  period_lock_date: text,
  tax_lock_date: text,
  user_fiscalyear_lock_date: text,
  user_hard_lock_date: text,
  user_tax_lock_date: text,
  user_sale_lock_date: text,
  user_purchase_lock_date: text,
  currency_id: link,
  account_sale_tax_id: link,
  account_purchase_tax_id: link,
};
export type CompanyRow = Named & Shape<typeof companyFields>;

export const partnerOfDocumentFields = {
  name: text,
  street: text,
  street2: text,
  zip: text,
  city: text,
  country_code: text,
};
export const partnerBelowFields = {
  ...partnerOfDocumentFields,
  type: text,
  email: text,
  phone: text,
  mobile: text,
};
export const partnerFields = {
  ...partnerBelowFields,
  ref: text,
  website: text,
  vat: text,
  customer_rank: number,
  supplier_rank: number,
  is_company: flag,
  active: flag,
  child_ids: below,
  bank_ids: below,
};
export type Partner = Named &
  Shape<typeof partnerFields> & { readonly label?: Text } & Below<"bank_ids", readonly PartnerBank[]> & {
    readonly child_ids?: readonly Partner[];
  };
export const partnerBankFields = {
  acc_number: text,
  sanitized_acc_number: text,
  acc_type: text,
  acc_holder_name: text,
  bank_name: text,
  bank_bic: text,
};
export type PartnerBank = Stamped & Shape<typeof partnerBankFields>;

export const accountBelowFields = {
  code: text,
  name: text,
  account_type: text,
};
export const accountFields = {
  ...accountBelowFields,
  currency_id: link,
  current_balance: number,
  deprecated: flag,
  active: flag,
  note: text,
  description: text,
};
export type Account = Named & Shape<typeof accountFields>;
export const journalBelowFields = {
  code: text,
  type: text,
  default_account_id: link,
};
export const journalFields = {
  name: text,
  code: text,
  type: text,
  default_account_id: link,
  currency_id: link,
  bank_account_id: below,
  active: flag,
};
export type Journal = Named & Shape<typeof journalFields> & Below<"bank_account_id", PartnerBank>;
export const taxBelowFields = {
  name: text,
  amount: number,
  amount_type: text,
  price_include: flag,
};
export const taxFields = {
  ...taxBelowFields,
  description: text,
  type_tax_use: text,
  active: flag,
};
export type Tax = Named & Shape<typeof taxFields>;
export const analyticAccountFields = {
  name: text,
  code: text,
  plan_id: link,
  active: flag,
};
export type AnalyticAccount = Named & Shape<typeof analyticAccountFields>;

/** The amount by which two lines are reconciled. */
export const partialFields = {
  amount: number,
  debit_amount_currency: number,
  credit_amount_currency: number,
  debit_move_id: below,
  credit_move_id: below,
  max_date: text,
};
export type Partial = Stamped &
  Shape<typeof partialFields> &
  Below<"credit_move_id" | "debit_move_id", Labelled & { readonly move_type?: Text } & Below<"move_id", Labelled>>;

/** A line of any document. Orders name quantities and taxes differently from invoices. */
const pricedFields = {
  display_type: text,
  price_unit: number,
  discount: number,
  price_subtotal: number,
  price_total: number,
};
/** The ledger fields of a line. */
export const postingFields = {
  name: text,
  account_type: text,
  debit: number,
  credit: number,
  partner_id: link,
  product_id: link,
  company_currency_id: link,
  amount_currency: number,
  currency_id: link,
  account_id: below,
  tax_ids: below,
  tax_line_id: below,
  analytic_distribution: below,
};
export const moveLineFields = {
  ...postingFields,
  ...pricedFields,
  quantity: number,
  product_uom_id: link,
  date: text,
  date_maturity: text,
  amount_residual: number,
  reconciled: flag,
  matched_debit_ids: below,
  matched_credit_ids: below,
};
export const orderLineFields = {
  name: text,
  product_id: link,
  ...pricedFields,
  product_uom_qty: number,
  product_qty: number,
  product_uom: link,
  product_uom_id: link,
  tax_id: below,
  taxes_id: below,
  tax_ids: below,
};
export type Line = Stamped &
  Shape<typeof moveLineFields> &
  Shape<typeof orderLineFields> &
  Below<"account_id", Account> &
  Below<"analytic_distribution", readonly AnalyticAccount[]> &
  Below<"matched_credit_ids" | "matched_debit_ids", readonly Partial[]> &
  Below<"tax_id" | "tax_ids" | "taxes_id", readonly Tax[]> &
  Below<"tax_line_id", Tax>;

/** The fields that invoices and orders share. */
const tradedFields = {
  name: text,
  state: text,
  amount_untaxed: number,
  amount_tax: number,
  amount_total: number,
  currency_id: link,
  partner_id: below,
};
export type TradeDocument = Stamped & Shape<typeof tradedFields> & Below<"partner_id", Partner>;
export const moveFields = {
  ...tradedFields,
  ref: text,
  move_type: text,
  date: text,
  invoice_date: text,
  invoice_date_due: text,
  delivery_date: text,
  commercial_partner_id: link,
  company_currency_id: link,
  journal_id: below,
  invoice_payment_term_id: link,
  amount_residual: number,
  payment_state: text,
  payment_reference: text,
  payment_id: link,
  origin_payment_id: link,
  statement_line_id: link,
  reversed_entry_id: link,
  line_ids: below,
};
export type Move = TradeDocument &
  Shape<typeof moveFields> &
  Below<"journal_id", Journal> &
  Below<"line_ids", readonly Line[]>;
export const orderFields = {
  ...tradedFields,
  partner_invoice_id: link,
  partner_shipping_id: link,
  client_order_ref: text,
  partner_ref: text,
  date_order: text,
  date_approve: text,
  validity_date: text,
  commitment_date: text,
  note: text,
  notes: text,
  payment_term_id: link,
  receipt_status: text,
  order_line: below,
};
export type Order = TradeDocument & Shape<typeof orderFields> & Below<"order_line", readonly Line[]>;
export const paymentFields = {
  amount: number,
  currency_id: link,
  date: text,
  journal_id: below,
  memo: text,
  ref: text,
  move_id: below,
  partner_id: link,
  partner_type: text,
  payment_type: text,
  payment_method_line_id: link,
  state: text,
  invoice_ids: below,
};
export type Payment = Stamped &
  Shape<typeof paymentFields> &
  Below<"journal_id", Journal> &
  Below<"invoice_ids", readonly number[]> &
  Below<"move_id", Labelled & Below<"line_ids", readonly Line[]>>;

export const statementLineFields = {
  amount: number,
  currency_id: link,
  date: text,
  journal_id: below,
  move_id: below,
  partner_id: link,
  payment_ref: text,
};
export type StatementLine = Stamped &
  Shape<typeof statementLineFields> &
  Below<"journal_id", Journal> &
  Below<"move_id", Labelled & Below<"line_ids", readonly Line[]>>;

export const productFields = {
  name: text,
  default_code: text,
  type: text,
  list_price: number,
  currency_id: link,
  cost_currency_id: link,
  standard_price: number,
  uom_id: link,
  taxes_id: below,
  property_account_income_id: link,
  property_account_expense_id: link,
  qty_available: number,
  active: flag,
};
export type Product = Named & Shape<typeof productFields> & Below<"taxes_id", readonly Tax[]>;
export const unitFields = {
  name: text,
  category_id: link,
  active: flag,
};
export type Unit = Named & Shape<typeof unitFields>;
export const termLineFields = {
  nb_days: number,
  delay_type: text,
  days: number,
  months: number,
  end_month: flag,
  discount_percentage: number,
  discount_days: number,
};
export const paymentTermFields = {
  name: text,
  note: text,
  line_ids: below,
  early_discount: flag,
  discount_percentage: number,
  discount_days: number,
  active: flag,
};
export type PaymentTerm = Named &
  Shape<typeof paymentTermFields> &
  Below<"line_ids", readonly (Stamped & Shape<typeof termLineFields>)[]>;
export const projectFields = {
  name: text,
  description: text,
  partner_id: link,
  date_start: text,
  date: text,
  currency_id: link,
  active: flag,
};
export type Project = Named & Shape<typeof projectFields>;
export const attachmentFields = {
  name: text,
  type: text,
  url: text,
  mimetype: text,
  file_size: number,
  res_field: text,
};
export type Attachment = Named & Shape<typeof attachmentFields> & { readonly datas?: Text };
