/**
 * Odoo's records as `load` hands them on: nothing instead of `false`, and what a field refers to in its place. The fields
 * that we read of each are those that we ask for.
 */
import type { Shaped } from "../../kit/fields.ts";

export type Text = string | null | undefined;

/** A record that is referred to: its label always, its fields where they are read. */
export interface Labelled {
  readonly id: number;
  readonly label?: Text;
}

/** Of what is below, more is said beside. */
type Kinds = {
  readonly text: Text;
  readonly number: number;
  readonly flag: boolean;
  readonly link: Labelled;
  readonly below: unknown;
};
type Like<Fields extends string> = Shaped<Fields, Kinds>;
type Below<Names extends string, Record> = { readonly [Name in Names]?: Record };

/** `changed` is the latest change of the record or of what belongs to it. */
export type Stamped = { readonly id: number } & Like<"create_date write_date changed">;
export type Named = Stamped & Like<"name code flag:active">;

/** The month is a word of a list, `"12"`; what is locked for good is told from version 18 on. */
export const company = "name number:fiscalyear_last_day fiscalyear_last_month fiscalyear_lock_date hard_lock_date";
export type CompanyRow = Named & Like<typeof company>;

export const partnerOfDocument = "name street street2 zip city country_code";
export const partnerBelow = `${partnerOfDocument} type email phone mobile` as const;
export const partner =
  `${partnerBelow} ref website vat number:customer_rank number:supplier_rank flag:is_company flag:active below:child_ids below:bank_ids` as const;
export type Partner = Named &
  Like<`${typeof partner} label`> &
  Below<"bank_ids", readonly PartnerBank[]> & { readonly child_ids?: readonly Partner[] };
export const partnerBank = "acc_number sanitized_acc_number acc_type acc_holder_name bank_name bank_bic";
export type PartnerBank = Stamped & Like<typeof partnerBank>;

export const accountBelow = "code name account_type";
export const account =
  `${accountBelow} link:currency_id number:current_balance flag:deprecated flag:active note description` as const;
export type Account = Named & Like<typeof account>;
export const journalBelow = "code type link:default_account_id";
export const journal = "name code type link:default_account_id link:currency_id below:bank_account_id flag:active";
export type Journal = Named & Like<typeof journal> & Below<"bank_account_id", PartnerBank>;
export const taxBelow = "name number:amount amount_type flag:price_include";
export const tax = `${taxBelow} description type_tax_use flag:active` as const;
export type Tax = Named & Like<typeof tax>;
export const analyticAccount = "name code link:plan_id flag:active";
export type AnalyticAccount = Named & Like<typeof analyticAccount>;

/** What of two lines was set against each other. */
export const partial =
  "number:amount number:debit_amount_currency number:credit_amount_currency below:debit_move_id below:credit_move_id max_date";
export type Partial = Stamped &
  Like<typeof partial> &
  Below<"credit_move_id" | "debit_move_id", Labelled & Below<"move_id", Labelled>>;

/** A line of any document. Names differ: quantities and taxes of orders have others than those of invoices. */
const priced = "display_type number:price_unit number:discount number:price_subtotal number:price_total";
/** What of a line is in the ledger. */
export const posting =
  "name account_type number:debit number:credit link:partner_id link:product_id link:company_currency_id below:account_id below:tax_ids below:tax_line_id below:analytic_distribution";
export const moveLine =
  `${posting} ${priced} number:quantity link:product_uom_id date date_maturity number:amount_currency number:amount_residual link:currency_id below:matched_debit_ids below:matched_credit_ids` as const;
export const orderLine =
  `name link:product_id ${priced} number:product_uom_qty number:product_qty link:product_uom link:product_uom_id below:tax_id below:taxes_id below:tax_ids` as const;
export type Line = Stamped &
  Like<typeof moveLine> &
  Like<typeof orderLine> &
  Below<"account_id", Account> &
  Below<"analytic_distribution", readonly AnalyticAccount[]> &
  Below<"matched_credit_ids" | "matched_debit_ids", readonly Partial[]> &
  Below<"tax_id" | "tax_ids" | "taxes_id", readonly Tax[]> &
  Below<"tax_line_id", Tax>;

/** What invoices and orders share. */
const traded =
  "name state number:amount_untaxed number:amount_tax number:amount_total link:currency_id below:partner_id";
export type TradeDocument = Stamped & Like<typeof traded> & Below<"partner_id", Partner>;
export const move =
  `${traded} ref move_type date invoice_date invoice_date_due delivery_date link:commercial_partner_id link:company_currency_id below:journal_id link:invoice_payment_term_id number:amount_residual payment_state payment_reference link:reversed_entry_id below:line_ids` as const;
export type Move = TradeDocument &
  Like<typeof move> &
  Below<"journal_id", Journal> &
  Below<"line_ids", readonly Line[]>;
export const order =
  `${traded} link:partner_invoice_id link:partner_shipping_id client_order_ref partner_ref date_order date_approve validity_date commitment_date note notes link:payment_term_id receipt_status below:order_line` as const;
export type Order = TradeDocument & Like<typeof order> & Below<"order_line", readonly Line[]>;
export const payment =
  "number:amount link:currency_id date below:journal_id memo ref below:move_id link:partner_id partner_type payment_type link:payment_method_line_id state";
export type Payment = Stamped &
  Like<typeof payment> &
  Below<"journal_id", Journal> &
  Below<"move_id", Labelled & Below<"line_ids", readonly Line[]>>;

export const product =
  "name default_code type detailed_type number:list_price number:standard_price link:uom_id below:taxes_id link:property_account_income_id link:property_account_expense_id number:qty_available flag:active";
export type Product = Named & Like<typeof product> & Below<"taxes_id", readonly Tax[]>;
export const unit = "name link:category_id flag:active";
export type Unit = Named & Like<typeof unit>;
export const termLine =
  "value number:nb_days delay_type number:days number:months flag:end_month number:discount_percentage number:discount_days";
export const paymentTerm =
  "name note below:line_ids flag:early_discount number:discount_percentage number:discount_days flag:active";
export type PaymentTerm = Named &
  Like<typeof paymentTerm> &
  Below<"line_ids", readonly (Stamped & Like<typeof termLine>)[]>;
export const project = "name description link:partner_id date_start date link:currency_id flag:active";
export type Project = Named & Like<typeof project>;
export const attachment = "name type url mimetype number:file_size res_field";
export type Attachment = Named & Like<typeof attachment> & Like<"datas">;
