/** Tryton's records as `plain` returns them: decimals, dates and times as text, fields of linked records nested. */

export type Text = string | null | undefined;
/** SQLite has no booleans. */
export type Flag = boolean | 0 | 1 | null | undefined;

type Of<Names extends string, Value> = { readonly [Name in Names]?: Value | null };
type Texts<Names extends string> = { readonly [Name in Names]?: Text };

export interface Identified {
  readonly id: number;
}

/** `changed` is the latest change of the record or of its parts. */
export interface Stamped extends Identified, Texts<"create_date" | "write_date" | "changed"> {}

export interface Named extends Stamped, Texts<"name" | "code"> {
  readonly active?: Flag;
}

export type Currency = Texts<"code">;

export interface Address
  extends Stamped,
    Texts<"street" | "city" | "postal_code">,
    Of<"country", Texts<"code"> & Identified> {}

export interface Mechanism extends Stamped, Texts<"type" | "value"> {}

export interface BankAccount
  extends Named,
    Of<"bank", Texts<"bic"> & Of<"party", Named>>,
    Of<"currency", Currency>,
    Of<"numbers", readonly Texts<"type" | "number">[]> {}

export interface Party
  extends Named,
    Of<"addresses", readonly Address[]>,
    Of<"contact_mechanisms", readonly Mechanism[]>,
    Of<"identifiers", readonly (Identified & Texts<"type" | "code">)[]>,
    Of<"bank_accounts", readonly BankAccount[]> {}

export interface AccountType
  extends Named,
    Texts<"statement">,
    Of<"assets" | "debt" | "expense" | "payable" | "receivable" | "revenue", Flag> {}

export interface Account
  extends Named,
    Texts<"balance" | "note">,
    Of<"currency", Currency>,
    Of<"parent", number>,
    Of<"type", AccountType> {}

export interface LedgerAccount
  extends Identified,
    Texts<"start_balance" | "debit" | "credit" | "end_balance">,
    Of<"account", Account> {}

export interface Journal extends Named, Texts<"type"> {}
export interface FiscalYear extends Named, Texts<"start_date" | "end_date" | "state"> {}
export interface AnalyticAccount extends Named, Of<"root", Named> {}

export interface MoveLine
  extends Stamped,
    Texts<"credit" | "date" | "debit" | "description" | "maturity_date">,
    Of<"account", Account>,
    Of<"analytic_lines", readonly Of<"account", AnalyticAccount>[]>,
    Of<"currency", Currency>,
    Of<"invoice_payment", Pick<Invoice, "id" | "type" | "number">>,
    Of<"move", Move>,
    Of<"party", Named>,
    Of<"reconciliation", number> {}

export interface Move
  extends Stamped,
    Texts<"date" | "description" | "number" | "origin" | "post_number" | "state">,
    Of<"journal", Journal>,
    Of<"lines", readonly MoveLine[]>,
    Of<"period", Named> {}

export interface Tax extends Named, Texts<"description" | "rate" | "type">, Of<"group", Texts<"kind">> {}

export interface Line
  extends Stamped,
    Texts<"amount" | "description" | "note" | "type" | "unit_price">,
    Of<"account", Account>,
    Of<"analytic_accounts", readonly (Identified & Of<"account", AnalyticAccount> & Of<"root", Named>)[]>,
    Of<"product", Named>,
    Of<"quantity", number>,
    Of<"taxes", readonly Tax[]>,
    Of<"unit", Unit> {}

/** The fields that invoices and orders share. */
export interface TradeDocument
  extends Stamped,
    Texts<"comment" | "description" | "number" | "reference" | "state">,
    Texts<"tax_amount" | "total_amount" | "untaxed_amount">,
    Of<"currency", Currency>,
    Of<"invoice_address", Address>,
    Of<"lines", readonly Line[]>,
    Of<"party", Named>,
    Of<"payment_term", number> {}

export interface Invoice
  extends TradeDocument,
    Texts<"invoice_date" | "reconciled" | "type">,
    Of<"account", Account>,
    Of<"company", Of<"currency", Currency>>,
    Of<"create_uid", number>,
    Of<"journal", Journal>,
    Of<"lines_to_pay" | "payment_lines", readonly MoveLine[]> {
  /** The server's date, read along with the list. */
  readonly today?: string;
}

export interface Order extends TradeDocument, Texts<"purchase_date" | "sale_date"> {}

export interface Unit extends Named, Texts<"symbol">, Of<"category", Named> {}

export type Category = Of<"account_expense" | "account_revenue", number> & Of<"customer_taxes", readonly Tax[]>;

export interface Product
  extends Named,
    Texts<"cost_price" | "list_price" | "type">,
    Of<"account_category", Category>,
    Of<"default_uom", Unit>,
    Of<"template", Named> {}

type Delta = Of<"day" | "days" | "months" | "weeks", number>;

export interface PaymentTerm
  extends Named,
    Texts<"description">,
    Of<"lines", readonly (Stamped & Of<"relativedeltas", readonly Delta[]>)[]> {}

export interface Attachment extends Named, Texts<"data" | "link" | "type">, Of<"data_size", number> {}
