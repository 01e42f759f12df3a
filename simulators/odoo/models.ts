/**
 * Odoo's models in versions 16 to 19, with the fields that connectors read or write. The versions of a field are from
 * OCA/OpenUpgrade, upgrade_analysis.txt of account 17.0.1.2, 18.0.1.3 and 19.0.1.4 and of base, product, purchase, sale and uom.
 */

import { valueError } from "./refusals.ts";

/**
 * `>` refers to one record, `<` to the records that refer back by a field, `*` to any number of records. `@17-18` are the
 * versions that have the field, `=name` is the column that stores it.
 */
const descriptions = {
  "res.company":
    "name fiscalyear_last_day:integer fiscalyear_last_month:selection fiscalyear_lock_date:date hard_lock_date:date@18- period_lock_date:date@-17 tax_lock_date:date user_fiscalyear_lock_date:date@18- user_hard_lock_date:date@18- user_tax_lock_date:date@18- user_sale_lock_date:date@18- user_purchase_lock_date:date@18- currency_id:>res.currency account_sale_tax_id:>account.tax account_purchase_tax_id:>account.tax",
  "res.currency": "name symbol active:boolean",
  "res.country": "name code",
  "decimal.precision": "name digits:integer",
  "res.users": "name login",
  "res.partner":
    "name ref is_company:boolean type:selection parent_id:>res.partner child_ids:<res.partner.parent_id email phone mobile@-18 website vat street street2 zip city country_id:>res.country country_code customer_rank:integer supplier_rank:integer bank_ids:<res.partner.bank.partner_id comment:html active:boolean company_id:>res.company",
  "res.partner.bank":
    "acc_number sanitized_acc_number acc_type:selection acc_holder_name bank_name bank_bic partner_id:>res.partner active:boolean company_id:>res.company",
  "account.account":
    "code name account_type:selection currency_id:>res.currency current_balance:float deprecated:boolean@-18 active:boolean@19- note:text description:text@19- company_id:>res.company@-17 company_ids:*res.company@18-=company_id",
  "account.journal":
    "code name type:selection currency_id:>res.currency default_account_id:>account.account bank_account_id:>res.partner.bank active:boolean company_id:>res.company",
  "account.tax":
    "name description:html amount:float amount_type:selection type_tax_use:selection price_include:boolean active:boolean company_id:>res.company",
  "account.payment.term":
    "name note:html early_discount:boolean@17- discount_percentage:float@17- discount_days:integer@17- line_ids:<account.payment.term.line.payment_id active:boolean company_id:>res.company",
  "account.payment.term.line":
    "value:selection value_amount:float nb_days:integer@17- delay_type:selection@17- days:integer@-16=nb_days months:integer@-16 end_month:boolean@-16 discount_percentage:float@-16 discount_days:integer@-16 payment_id:>account.payment.term",
  "account.analytic.plan": "name",
  "account.analytic.account": "name code plan_id:>account.analytic.plan active:boolean company_id:>res.company",
  "account.move":
    "name ref state:selection move_type:selection date:date invoice_date:date invoice_date_due:date delivery_date:date@17- access_url access_token partner_id:>res.partner commercial_partner_id:>res.partner currency_id:>res.currency company_currency_id:>res.currency journal_id:>account.journal invoice_payment_term_id:>account.payment.term amount_untaxed:monetary amount_tax:monetary amount_total:monetary amount_residual:monetary payment_state:selection payment_reference invoice_origin payment_id:>account.payment@-17 origin_payment_id:>account.payment@18-=payment_id statement_line_id:>account.bank.statement.line reversed_entry_id:>account.move line_ids:<account.move.line.move_id company_id:>res.company",
  "account.move.line":
    "move_id:>account.move move_type:selection name display_type:selection quantity:float price_unit:float discount:float price_subtotal:monetary price_total:monetary product_id:>product.product product_uom_id:>uom.uom tax_ids:*account.tax tax_line_id:>account.tax account_id:>account.account account_type:selection partner_id:>res.partner date:date date_maturity:date debit:monetary credit:monetary amount_currency:monetary amount_residual:monetary reconciled:boolean currency_id:>res.currency company_currency_id:>res.currency analytic_distribution:json parent_state:selection matched_debit_ids:<account.partial.reconcile.credit_move_id matched_credit_ids:<account.partial.reconcile.debit_move_id company_id:>res.company",
  "account.partial.reconcile":
    "debit_move_id:>account.move.line credit_move_id:>account.move.line amount:monetary debit_amount_currency:monetary credit_amount_currency:monetary max_date:date company_id:>res.company",
  "account.payment":
    "amount:monetary currency_id:>res.currency date:date journal_id:>account.journal ref@-17 memo@18-=ref move_id:>account.move partner_id:>res.partner partner_type:selection payment_type:selection payment_method_line_id:>account.payment.method.line state:selection invoice_ids:*account.move@18- company_id:>res.company",
  "account.bank.statement.line":
    "amount:monetary currency_id:>res.currency date:date journal_id:>account.journal payment_ref move_id:>account.move partner_id:>res.partner is_reconciled:boolean company_id:>res.company",
  "account.payment.method.line": "name",
  "account.payment.register":
    "payment_date:date amount:monetary journal_id:>account.journal currency_id:>res.currency communication payment_difference_handling:selection writeoff_account_id:>account.account active_id:integer",
  "product.product":
    "name default_code type:selection detailed_type:selection@-17 list_price:float currency_id:>res.currency cost_currency_id:>res.currency standard_price:float uom_id:>uom.uom uom_po_id:>uom.uom@-18 taxes_id:*account.tax property_account_income_id:>account.account property_account_expense_id:>account.account qty_available:float description:html active:boolean company_id:>res.company",
  "uom.category": "name",
  "uom.uom": "name category_id:>uom.category@-18 active:boolean",
  "sale.order":
    "name partner_id:>res.partner partner_invoice_id:>res.partner partner_shipping_id:>res.partner client_order_ref state:selection date_order:datetime validity_date:date commitment_date:datetime currency_id:>res.currency note:html origin access_url access_token payment_term_id:>account.payment.term amount_untaxed:monetary amount_tax:monetary amount_total:monetary order_line:<sale.order.line.order_id company_id:>res.company",
  "sale.order.line":
    "order_id:>sale.order name display_type:selection product_uom_qty:float product_uom:>uom.uom@-18 product_uom_id:>uom.uom@19-=product_uom price_unit:float discount:float tax_id:*account.tax@-18 tax_ids:*account.tax@19-=tax_id product_id:>product.product price_subtotal:monetary price_total:monetary company_id:>res.company",
  "purchase.order":
    "name partner_id:>res.partner partner_ref state:selection date_order:datetime date_approve:datetime currency_id:>res.currency notes:html@-18 note:html@19-=notes payment_term_id:>account.payment.term receipt_status:selection amount_untaxed:monetary amount_tax:monetary amount_total:monetary order_line:<purchase.order.line.order_id company_id:>res.company",
  "purchase.order.line":
    "order_id:>purchase.order name display_type:selection product_qty:float product_uom:>uom.uom@-18 product_uom_id:>uom.uom@19-=product_uom price_unit:float discount:float@17- taxes_id:*account.tax@-18 tax_ids:*account.tax@19-=taxes_id product_id:>product.product price_subtotal:monetary price_total:monetary company_id:>res.company",
  "project.project":
    "name description:html partner_id:>res.partner date_start:date date:date currency_id:>res.currency active:boolean company_id:>res.company",
  "ir.attachment":
    "name type:selection url mimetype file_size:integer datas:binary res_model res_id:integer res_field description:text company_id:>res.company",
} as const;

export type Model = keyof typeof descriptions;
export const modelNames = Object.keys(descriptions) as Model[];

export interface Field {
  /** As `fields_get` calls it. */
  readonly type: string;
  readonly relation?: Model;
  /** The field that refers back. */
  readonly inverse?: string;
  /** The first and the last version that have the field. */
  readonly since: number;
  readonly until: number;
  /** The column that stores it, which may have a different name. */
  readonly column: string;
}

const kinds = { ">": "many2one", "<": "one2many", "*": "many2many" } as const;

function fieldIn(text: string): [string, Field] {
  const [, name = "", typeText = "char", since = "", until = "", column = name] =
    /^([^:@=]+)(?::([^@=]+))?(?:@(\d*)-(\d*))?(?:=(.+))?$/.exec(text) ?? [];
  const versions = { since: Number(since || 0), until: Number(until || 99), column };
  const type = kinds[typeText[0] as keyof typeof kinds];
  if (type === undefined) return [name, { ...versions, type: typeText }];
  const target = typeText.slice(1);
  if (type !== "one2many") return [name, { ...versions, type, relation: target as Model }];
  const end = target.lastIndexOf(".");
  return [name, { ...versions, type, relation: target.slice(0, end) as Model, inverse: target.slice(end + 1) }];
}

const automatic = "id:integer create_date:datetime write_date:datetime display_name";

export const models = Object.fromEntries(
  Object.entries(descriptions).map(([model, fields]) => [
    model,
    Object.fromEntries(`${automatic} ${fields}`.split(" ").map(fieldIn)),
  ]),
) as Readonly<Record<Model, Readonly<Record<string, Field>>>>;

/** Searches all versions by default. */
export function fieldOf(model: Model, name: string, major?: number): Field {
  const field = models[model][name];
  if (field === undefined || (major !== undefined && !isIn(field, major)))
    throw valueError(`Invalid field '${name}' on model '${model}'`);
  return field;
}
const isIn = ({ since, until }: Field, major: number): boolean => since <= major && major <= until;
export const fieldsIn = (model: Model, major: number): [name: string, Field][] =>
  Object.entries(models[model]).filter(([, field]) => isIn(field, major));
