/** The vendor's shapes, with only the fields that the connector reads or writes. */

type Text = string | null | undefined;
/** Amounts are text in sales documents and numbers elsewhere. */
type Amount = string | number | null | undefined;
type Id = number | null | undefined;

export interface Refusal {
  readonly message?: Text;
  readonly errors?: unknown;
}

export interface User {
  readonly id: number;
  readonly firstname?: Text;
  readonly lastname?: Text;
}

export interface Currency {
  readonly id: number;
  readonly name?: Text;
}

export interface ExchangeRate {
  /** The value of `ratio` units. */
  readonly factor_nr?: Amount;
  readonly ratio?: Amount;
  readonly exchange_currency?: Currency | null;
}

export interface Country {
  readonly id: number;
  readonly iso_3166_alpha2?: Text;
}

export interface Account {
  readonly id: number;
  readonly account_no?: Text;
  readonly name?: Text;
  /** 1 earnings, 2 expenditures, 3 assets, 4 liabilities, 5 closing accounts. */
  readonly account_type?: number | null;
  readonly tax_id?: Id;
  readonly is_active?: boolean | null;
}

export interface Tax {
  readonly id: number;
  readonly display_name?: Text;
  readonly type?: Text;
  readonly value?: Amount;
  readonly is_active?: boolean | null;
}

export interface CalendarYear {
  readonly start: string;
  readonly end: string;
  readonly default_tax_income_id?: Id;
  readonly default_tax_expense_id?: Id;
}

export interface BusinessYear {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly status?: Text;
}

export interface BankAccount {
  readonly id: number;
  readonly name?: Text;
  readonly bank_name?: Text;
  readonly bank_account_nr?: Text;
  readonly bank_nr?: Text;
  readonly iban_nr?: Text;
  readonly currency_id?: Id;
  readonly type?: Text;
  readonly currency?: Currency;
}

/** A row of a short list: a unit or a payment type. */
export interface Named {
  readonly id: number;
  readonly name?: Text;
}

export interface Contact {
  readonly id: number;
  readonly nr?: Text;
  /** 1 company, 2 person. */
  readonly contact_type_id?: number | null;
  /** The company, or the person's last name. */
  readonly name_1?: Text;
  /** The company's addition, or the person's first name. */
  readonly name_2?: Text;
  readonly salutation_id?: Id;
  readonly salutation_form?: Id;
  readonly birthday?: Text;
  readonly street_name?: Text;
  readonly house_number?: Text;
  readonly address_addition?: Text;
  readonly postcode?: string | number | null;
  readonly city?: Text;
  readonly country_id?: Id;
  readonly mail?: Text;
  readonly mail_second?: Text;
  readonly phone_fixed?: Text;
  readonly phone_fixed_second?: Text;
  readonly phone_mobile?: Text;
  readonly fax?: Text;
  readonly url?: Text;
  readonly skype_name?: Text;
  readonly remarks?: Text;
  readonly language_id?: Id;
  readonly contact_group_ids?: Text;
  readonly contact_branch_ids?: Text;
  readonly user_id?: Id;
  readonly owner_id?: Id;
  readonly updated_at?: Text;
  readonly country?: Country;
}

export interface Article {
  readonly id: number;
  readonly user_id?: Id;
  /** 1 goods, 2 service. */
  readonly article_type_id?: number | null;
  readonly intern_code?: Text;
  readonly intern_name?: Text;
  readonly sale_price?: Amount;
  readonly purchase_price?: Amount;
  readonly currency_id?: Id;
  readonly tax_income_id?: Id;
  readonly account_id?: Id;
  readonly expense_account_id?: Id;
  /** Added by the connector: the company's own currency. */
  readonly base?: Currency;
}

/** A line of an offer, an order or an invoice. Ids count for each type. */
export interface Position {
  readonly id: number;
  readonly type: string;
  /** The quantity. */
  readonly amount?: Amount;
  readonly unit_name?: Text;
  readonly account_id?: Id;
  readonly tax_id?: Id;
  readonly tax_value?: Amount;
  readonly text?: Text;
  readonly unit_price?: Amount;
  readonly discount_in_percent?: Amount;
  readonly position_total?: Amount;
  readonly is_optional?: boolean | null;
  readonly article_id?: Id;
}

/** What offers, orders and invoices have in common. */
export interface SalesDocument {
  readonly id: number;
  readonly document_nr?: Text;
  readonly title?: Text;
  readonly contact_id?: Id;
  readonly currency_id?: Id;
  readonly total?: Amount;
  readonly total_taxes?: Amount;
  readonly total_rounding_difference?: Amount;
  /** 0 with tax, 1 and 2 without. */
  readonly mwst_type?: number | null;
  /** Whether prices are net, if there is tax. */
  readonly mwst_is_net?: boolean | null;
  readonly is_valid_from?: Text;
  readonly contact_address?: Text;
  readonly kb_item_status_id?: number | null;
  readonly updated_at?: Text;
  readonly positions?: readonly Position[] | null;
  readonly currency?: Currency;
}

export interface Invoice extends SalesDocument {
  readonly bank_account_id?: Id;
  readonly payment_type_id?: Id;
  readonly total_received_payments?: Amount;
  readonly total_credit_vouchers?: Amount;
  readonly total_remaining_payments?: Amount;
  /** The due day. */
  readonly is_valid_to?: Text;
  readonly reference?: Text;
  readonly user_id?: Id;
}

export interface InvoicePayment {
  readonly id: number;
  readonly date?: Text;
  readonly value?: Amount;
  readonly bank_account_id?: Id;
  readonly title?: Text;
  readonly is_client_account_redemption?: boolean | null;
  readonly is_cash_discount?: boolean | null;
  readonly kb_credit_voucher_id?: Id;
}

export interface Page<Row> {
  readonly data: readonly Row[];
  readonly paging: { readonly item_count?: number };
}

export interface BillLine {
  readonly id?: Text;
  readonly position?: number | null;
  readonly title?: Text;
  readonly tax_id?: Id;
  readonly tax_calc?: Amount;
  readonly amount?: Amount;
  readonly booking_account_id?: Id;
  readonly tax?: Tax;
}

export interface Bill {
  readonly id: string;
  readonly document_no?: Text;
  readonly title?: Text;
  readonly status?: Text;
  readonly lastname_company?: Text;
  readonly firstname_suffix?: Text;
  readonly supplier_id?: Id;
  readonly contact_partner_id?: Id;
  readonly vendor_ref?: Text;
  readonly pending_amount?: Amount;
  readonly bill_date?: Text;
  readonly due_date?: Text;
  readonly manual_amount?: boolean | null;
  /** The amount that a person entered, if `manual_amount`. */
  readonly amount_man?: Amount;
  readonly amount_calc?: Amount;
  readonly currency_code?: Text;
  readonly base_currency_code?: Text;
  readonly exchange_rate?: Amount;
  readonly base_currency_amount?: Amount;
  readonly item_net?: boolean | null;
  readonly split_into_line_items?: boolean | null;
  readonly purchase_order_id?: Id;
  readonly qr_bill_information?: Text;
  readonly attachment_ids?: readonly string[] | null;
  readonly address?: BillAddress | null;
  readonly line_items?: readonly BillLine[] | null;
  readonly discounts?: readonly object[] | null;
}

export interface BillAddress {
  readonly lastname_company?: Text;
  readonly firstname_suffix?: Text;
  readonly address_line?: Text;
  readonly postcode?: Text;
  readonly city?: Text;
  readonly country_code?: Text;
  readonly type?: Text;
}

export interface OutgoingPayment {
  readonly id: string;
  readonly bill_id?: Text;
  readonly payment_type?: Text;
  readonly status?: Text;
  readonly execution_date?: Text;
  readonly amount?: Amount;
  readonly currency_code?: Text;
  readonly exchange_rate?: Amount;
  readonly note?: Text;
  readonly sender_bank_account_id?: Id;
  readonly transaction_id?: Text;
}

/** A booking: one amount, from one account to another. */
export interface Booking {
  readonly id: number;
  readonly ref_id?: Id;
  readonly ref_uuid?: Text;
  /** The kind of document that was booked. Absent for bookings that a person entered. */
  readonly ref_class?: Text;
  readonly date?: Text;
  readonly debit_account_id?: Id;
  readonly credit_account_id?: Id;
  readonly description?: Text;
  readonly amount?: Amount;
  readonly currency_id?: Id;
  readonly currency_factor?: Amount;
  readonly currency?: Currency;
  readonly debit?: Account;
  readonly credit?: Account;
}

export interface ManualEntry {
  readonly entries?: readonly Booking[] | null;
}

export interface StoredFile {
  readonly uuid: string;
  readonly name?: Text;
  readonly extension?: Text;
  readonly mime_type?: Text;
}

export interface PrintedDocument {
  readonly name?: Text;
  readonly mime?: Text;
  readonly content?: Text;
}
