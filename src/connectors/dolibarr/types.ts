/** Dolibarr's shapes, as far as they are read or written here. Numbers come as text, and what is empty as null or "". */

export type Text = string | null | undefined;
export type Numeric = string | number | null | undefined;
/** Seconds since 1970; what is a day is midnight of it, in the server's zone. */
export type Epoch = number | string | null | undefined;

type Texts<Name extends string> = { readonly [Field in Name]?: Text };
type Numbers<Name extends string> = { readonly [Field in Name]?: Numeric };
type Epochs<Name extends string> = { readonly [Field in Name]?: Epoch };

export interface Identified {
  readonly id: string | number;
}

/** The same fact has other names on other records. */
export interface Stamped
  extends Epochs<"date_creation" | "datec" | "date_c" | "date_modification" | "tms" | "date_m"> {}

/** `pagination_data=true`: products in every version, most lists from 21 on. */
export interface Page<Native> {
  readonly data?: readonly Native[];
  readonly pagination?: { readonly total?: number };
  readonly error?: unknown;
}

type Total = "total_ht" | "total_tva" | "total_ttc";
/** In the company's own currency, and in the document's. */
export interface Amounts extends Numbers<Total | `multicurrency_${Total}`> {}

export interface Line
  extends Identified,
    Amounts,
    Numbers<"fk_product" | "qty" | "subprice" | "pu_ht" | "multicurrency_subprice" | "tva_tx" | "remise_percent">,
    Texts<"label" | "product_label" | "desc" | "description" | "vat_src_code"> {}

/** Invoices, supplier invoices, proposals and orders of either side. */
export interface Trade
  extends Identified,
    Stamped,
    Amounts,
    Texts<"ref" | "ref_ext" | "cond_reglement_code" | "multicurrency_code" | "note_public">,
    Numbers<"socid" | "status" | "statut" | "cond_reglement_id" | "mode_reglement_id">,
    Numbers<"multicurrency_tx" | "fk_account" | "fk_project"> {
  readonly date?: Epoch;
  readonly lines?: readonly Line[] | null;
}

export interface Invoice
  extends Trade,
    Numbers<"type" | "remaintopay">,
    Texts<"ref_client">,
    Epochs<"date_lim_reglement"> {}
export interface SupplierInvoice
  extends Trade,
    Numbers<"type">,
    Texts<"ref_supplier" | "label">,
    Epochs<"date_echeance"> {}
export interface Proposal extends Trade, Texts<"ref_client">, Epochs<"fin_validite"> {}
export interface Order extends Trade, Texts<"ref_client">, Epochs<"delivery_date"> {}
export interface SupplierOrder extends Trade, Texts<"ref_supplier">, Epochs<"date_approve"> {}

export interface Person
  extends Identified,
    Numbers<"socid">,
    Texts<"civility_code" | "firstname" | "lastname" | "email" | "phone_pro" | "phone_perso" | "phone_mobile"> {}

export interface ThirdParty
  extends Identified,
    Stamped,
    Numbers<"client" | "fournisseur">,
    Texts<"name" | "code_client" | "code_fournisseur" | "code_compta_client" | "code_compta_fournisseur">,
    Texts<"typent_code" | "email" | "phone" | "phone_mobile" | "fax" | "url" | "tva_intra">,
    Texts<"address" | "zip" | "town" | "country_code"> {
  /** Ours: those of its contacts, which the vendor keeps elsewhere. */
  readonly persons?: readonly Person[];
}

/** Its moments are text without a zone, `2026-11-15 01:52:18`, unlike all others. */
export interface Product
  extends Identified,
    Numbers<"type" | "price" | "price_ttc" | "cost_price" | "tva_tx" | "stock_reel">,
    Texts<"ref" | "label" | "price_base_type" | "default_vat_code" | "date_modification">,
    Texts<"accountancy_code_sell" | "accountancy_code_buy"> {}

export interface Project
  extends Identified,
    Stamped,
    Texts<"ref" | "title" | "description">,
    Numbers<"socid" | "fk_project" | "status">,
    Epochs<"date_start" | "date_end"> {}

export interface BankAccount
  extends Identified,
    Stamped,
    Numbers<"type" | "status">,
    Texts<"ref" | "label" | "bank" | "number" | "iban" | "bic" | "currency_code" | "comment"> {}

/** Its date is text without a zone. Only a payment of a customer has `ref_ext`. */
export interface Paid extends Numbers<"amount">, Texts<"type" | "date" | "num" | "ref" | "ref_ext"> {}

/** `type_cdr` 0 counts days; others go by the end of the month, or by a day in it. */
export interface PaymentTerm extends Identified, Texts<"code" | "label" | "descr">, Numbers<"nbjour" | "type_cdr"> {}

export interface Unit extends Texts<"code" | "label" | "short_label"> {
  readonly rowid: string | number;
}

/** A way to pay: VIR, CB, CHQ, LIQ, PRE. */
export interface PaymentType extends Identified, Texts<"code"> {}

export interface Status {
  readonly success?: { readonly dolibarr_version?: string };
}

/** A row of the ledger's export, by the names in its first line. */
export type Posting = Readonly<
  Record<
    | ("JournalCode" | "JournalLib" | "EcritureNum" | "EcritureDate" | "CompteNum" | "CompteLib" | "CompAuxNum")
    | ("PieceRef" | "EcritureLib" | "Debit" | "Credit" | "ValidDate"),
    string
  >
>;

export interface StoredFile extends Numbers<"size"> {
  readonly name: string;
}

export interface FileContent {
  readonly filename?: string;
  readonly "content-type"?: string;
  readonly content?: string;
}
