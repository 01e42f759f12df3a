/** Dolibarr's records, as far as we read or write them. Numbers come as text, empty values as null or "". */

export type Text = string | null | undefined;
export type Numeric = string | number | null | undefined;
/** Seconds since 1970. A day is its midnight in the server's time zone. */
export type Epoch = number | string | null | undefined;

export interface Identified {
  readonly id: string | number;
}

/** The name depends on the kind of record. */
export interface Stamped {
  readonly date_creation?: Epoch;
  readonly datec?: Epoch;
  readonly date_c?: Epoch;
  readonly date_modification?: Epoch;
  readonly tms?: Epoch;
  readonly date_m?: Epoch;
}

/** The reply to `pagination_data=true`: for products in every version, for most lists from version 21 on. */
export interface Page<Native> {
  readonly data?: readonly Native[];
  readonly pagination?: { readonly total?: number };
  readonly error?: unknown;
}

/** In the company's currency, and in the document's. */
export interface Amounts {
  readonly total_ht?: Numeric;
  readonly total_ttc?: Numeric;
  readonly multicurrency_total_ht?: Numeric;
  readonly multicurrency_total_ttc?: Numeric;
}

export interface Line extends Identified, Amounts {
  readonly fk_product?: Numeric;
  readonly label?: Text;
  readonly product_label?: Text;
  readonly desc?: Text;
  readonly description?: Text;
  readonly qty?: Numeric;
  readonly subprice?: Numeric;
  readonly pu_ht?: Numeric;
  readonly multicurrency_subprice?: Numeric;
  readonly tva_tx?: Numeric;
  readonly vat_src_code?: Text;
  readonly remise_percent?: Numeric;
}

/** Fields of invoices, supplier invoices, proposals and both kinds of orders. */
export interface Trade extends Identified, Stamped, Amounts {
  readonly ref?: Text;
  readonly ref_ext?: Text;
  readonly socid?: Numeric;
  readonly status?: Numeric;
  readonly statut?: Numeric;
  readonly date?: Epoch;
  readonly cond_reglement_id?: Numeric;
  readonly cond_reglement_code?: Text;
  readonly mode_reglement_id?: Numeric;
  readonly multicurrency_code?: Text;
  readonly multicurrency_tx?: Numeric;
  readonly fk_account?: Numeric;
  readonly fk_project?: Numeric;
  readonly note_public?: Text;
  readonly lines?: readonly Line[] | null;
}

export interface Invoice extends Trade {
  readonly type?: Numeric;
  readonly remaintopay?: Numeric;
  readonly totalpaid?: Numeric;
  readonly totalcreditnotes?: Numeric;
  readonly close_code?: Text;
  readonly ref_client?: Text;
  readonly date_lim_reglement?: Epoch;
}

export interface SupplierInvoice extends Trade {
  readonly type?: Numeric;
  readonly ref_supplier?: Text;
  readonly label?: Text;
  readonly date_echeance?: Epoch;
}

export interface Proposal extends Trade {
  readonly ref_client?: Text;
  readonly fin_validite?: Epoch;
}

export interface Order extends Trade {
  readonly ref_client?: Text;
  readonly delivery_date?: Epoch;
}

export interface SupplierOrder extends Trade {
  readonly ref_supplier?: Text;
  readonly date_approve?: Epoch;
}

export interface Person extends Identified {
  readonly socid?: Numeric;
  readonly civility_code?: Text;
  readonly firstname?: Text;
  readonly lastname?: Text;
  readonly email?: Text;
  readonly phone_pro?: Text;
  readonly phone_perso?: Text;
  readonly phone_mobile?: Text;
}

export interface ThirdParty extends Identified, Stamped {
  readonly name?: Text;
  readonly client?: Numeric;
  readonly fournisseur?: Numeric;
  readonly code_client?: Text;
  readonly code_fournisseur?: Text;
  readonly code_compta_client?: Text;
  readonly code_compta_fournisseur?: Text;
  readonly typent_code?: Text;
  readonly email?: Text;
  readonly phone?: Text;
  readonly phone_mobile?: Text;
  readonly fax?: Text;
  readonly url?: Text;
  readonly tva_intra?: Text;
  readonly address?: Text;
  readonly zip?: Text;
  readonly town?: Text;
  readonly country_code?: Text;
  /** Looked up: its contacts, which the vendor keeps in another list. */
  readonly persons?: readonly Person[];
}

/** Its timestamps are text without a time zone, `2026-11-15 01:52:18`, unlike those of other records. */
export interface Product extends Identified {
  readonly ref?: Text;
  readonly label?: Text;
  readonly type?: Numeric;
  readonly price?: Numeric;
  readonly price_ttc?: Numeric;
  readonly price_base_type?: Text;
  readonly cost_price?: Numeric;
  readonly tva_tx?: Numeric;
  readonly default_vat_code?: Text;
  readonly stock_reel?: Numeric;
  readonly accountancy_code_sell?: Text;
  readonly accountancy_code_buy?: Text;
  readonly date_modification?: Text;
}

export interface Project extends Identified, Stamped {
  readonly ref?: Text;
  readonly title?: Text;
  readonly description?: Text;
  readonly socid?: Numeric;
  readonly fk_project?: Numeric;
  readonly status?: Numeric;
  readonly date_start?: Epoch;
  readonly date_end?: Epoch;
}

export interface BankAccount extends Identified, Stamped {
  readonly type?: Numeric;
  readonly clos?: Numeric;
  readonly status?: Numeric | readonly string[];
  readonly ref?: Text;
  readonly label?: Text;
  readonly bank?: Text;
  readonly number?: Text;
  readonly iban?: Text;
  readonly bic?: Text;
  readonly currency_code?: Text;
  readonly comment?: Text;
}

/** Its date is text without a time zone. Only payments of customers have `ref_ext`. */
export interface Paid {
  readonly amount?: Numeric;
  readonly type?: Text;
  readonly date?: Text;
  readonly num?: Text;
  readonly ref?: Text;
  readonly ref_ext?: Text;
}

/** `type_cdr` 0 counts days; the other types depend on the end of the month, or on a day in it. */
export interface PaymentTerm extends Identified {
  readonly code?: Text;
  readonly label?: Text;
  readonly descr?: Text;
  readonly nbjour?: Numeric;
  readonly type_cdr?: Numeric;
}

export interface Unit {
  readonly rowid: string | number;
  readonly code?: Text;
  readonly label?: Text;
  readonly short_label?: Text;
}

/** A way to pay: VIR, CB, CHQ, LIQ, PRE. */
export interface PaymentType extends Identified {
  readonly code?: Text;
}

export interface Status {
  readonly success?: { readonly dolibarr_version?: string };
}

/** A row of the ledger's export, by the names in its first line. */
export interface Posting {
  readonly JournalCode: string;
  readonly JournalLib: string;
  readonly EcritureNum: string;
  readonly EcritureDate: string;
  readonly CompteNum: string;
  readonly CompteLib: string;
  readonly CompAuxNum: string;
  readonly PieceRef: string;
  readonly EcritureLib: string;
  readonly Debit: string;
  readonly Credit: string;
  readonly ValidDate: string;
}

export interface StoredFile {
  readonly name: string;
  readonly size?: Numeric;
}

export interface FileContent {
  readonly filename?: string;
  readonly "content-type"?: string;
  readonly content?: string;
}
