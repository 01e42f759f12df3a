/** FreshBooks' shapes: only the fields that we read or write. */

export type Text = string | null | undefined;

/** An amount is decimal text. */
export interface Money {
  readonly amount?: Text;
  readonly code?: Text;
}
export type MoneyValue = Money | null | undefined;

/** Accounting replies wrap the record or the page. */
export interface AccountingReply {
  readonly response?: { readonly result?: { readonly [name: string]: unknown } };
}

export interface Identity {
  readonly response?: {
    readonly id?: number;
    readonly first_name?: Text;
    readonly last_name?: Text;
    readonly business_memberships?: readonly Membership[];
    readonly roles?: readonly Role[];
  };
}

export interface Membership {
  readonly business?: Business | null;
}

/** A business has three ids, each for a part of the API. */
export interface Business {
  readonly id?: number;
  readonly business_uuid?: Text;
  readonly name?: Text;
  readonly account_id?: Text;
  readonly timezone?: Text;
}

/** The user's number within an account. */
export interface Role {
  readonly userid?: number;
  readonly accountid?: Text;
}

export interface LedgerAccount {
  readonly uuid: string;
  readonly name?: Text;
  readonly number?: Text;
  readonly description?: Text;
  readonly type?: Text;
  readonly sub_type?: Text;
  readonly parent_account?: Text;
  readonly state?: Text;
  readonly updated_at?: Text;
  /** The category of expenses and bills that the account stands for. */
  readonly category_id?: number | null;
  /** The account's number in the journal. An account without it is a heading. */
  readonly jesa_id?: number | null;
}

/** An account of the older chart, which names the company's currency. */
export interface JournalEntryAccount {
  readonly currency_code?: Text;
}

export interface Client {
  readonly id: number;
  readonly organization?: Text;
  readonly fname?: Text;
  readonly lname?: Text;
  readonly email?: Text;
  readonly bus_phone?: Text;
  readonly mob_phone?: Text;
  readonly home_phone?: Text;
  readonly fax?: Text;
  readonly p_street?: Text;
  readonly p_street2?: Text;
  readonly p_city?: Text;
  readonly p_code?: Text;
  readonly p_country?: Text;
  readonly s_street?: Text;
  readonly s_street2?: Text;
  readonly s_city?: Text;
  readonly s_code?: Text;
  readonly s_country?: Text;
  readonly vat_number?: Text;
  readonly currency_code?: Text;
  readonly updated?: Text;
  readonly vis_state?: number;
}

export interface Vendor {
  readonly vendorid: number;
  readonly vendor_name?: Text;
  readonly primary_contact_first_name?: Text;
  readonly primary_contact_last_name?: Text;
  readonly primary_contact_email?: Text;
  readonly phone?: Text;
  readonly street?: Text;
  readonly street2?: Text;
  readonly city?: Text;
  readonly postal_code?: Text;
  readonly country?: Text;
  readonly currency_code?: Text;
  readonly updated_at?: Text;
  readonly vis_state?: number;
}

export interface Tax {
  readonly id: number;
  readonly name?: Text;
  readonly number?: Text;
  /** A percentage. */
  readonly amount?: Text;
  readonly updated?: Text;
}

export interface Item {
  readonly id: number;
  readonly name?: Text;
  readonly sku?: Text;
  readonly inventory?: Text;
  readonly unit_cost?: MoneyValue;
  /** The id of a tax, 0 for none. */
  readonly tax1?: number | null;
  readonly updated?: Text;
  readonly vis_state?: number;
}

/** A line of an invoice or a credit note. Taxes have their percentage as their amount. */
export interface SalesLine {
  readonly lineid?: number;
  readonly taskno?: number;
  readonly name?: Text;
  readonly description?: Text;
  readonly qty?: Text;
  readonly unit_cost?: MoneyValue;
  readonly amount?: MoneyValue;
  readonly taxName1?: Text;
  readonly taxAmount1?: Text;
  readonly taxName2?: Text;
  readonly taxAmount2?: Text;
  readonly compounded_tax?: boolean | null;
}

export interface Invoice {
  readonly id: number;
  readonly invoice_number?: Text;
  readonly customerid?: number;
  readonly create_date?: Text;
  readonly created_at?: Text;
  readonly updated?: Text;
  readonly due_date?: Text;
  readonly due_offset_days?: number | null;
  readonly date_paid?: Text;
  readonly currency_code?: Text;
  readonly amount?: MoneyValue;
  readonly outstanding?: MoneyValue;
  readonly discount_total?: MoneyValue;
  readonly po_number?: Text;
  readonly status?: number;
  readonly street?: Text;
  readonly street2?: Text;
  readonly city?: Text;
  readonly code?: Text;
  readonly country?: Text;
  readonly lines?: readonly SalesLine[] | null;
  readonly vis_state?: number;
}

export interface CreditNote {
  readonly id: number;
  readonly credit_number?: Text;
  readonly credit_type?: Text;
  readonly clientid?: number;
  readonly create_date?: Text;
  readonly currency_code?: Text;
  readonly amount?: MoneyValue;
  readonly street?: Text;
  readonly street2?: Text;
  readonly city?: Text;
  readonly code?: Text;
  readonly country?: Text;
  readonly lines?: readonly SalesLine[] | null;
  readonly vis_state?: number;
}

export interface BillLine {
  readonly id?: number;
  /** The vendor's SDK shows its name instead, and the id beside it. */
  readonly category?: { readonly categoryid?: number } | string | null;
  readonly categoryid?: number;
  readonly description?: Text;
  readonly quantity?: string | number | null;
  readonly unit_cost?: MoneyValue;
  readonly amount?: MoneyValue;
  readonly total_amount?: MoneyValue;
  readonly tax_name1?: Text;
  readonly tax_name2?: Text;
  readonly tax_percent1?: Text;
  readonly tax_percent2?: Text;
}

export interface Bill {
  readonly id: number;
  readonly vendorid?: number;
  readonly bill_number?: Text;
  readonly issue_date?: Text;
  readonly due_date?: Text;
  readonly due_offset_days?: number | null;
  readonly created_at?: Text;
  readonly updated_at?: Text;
  readonly currency_code?: Text;
  readonly amount?: MoneyValue;
  readonly tax_amount?: MoneyValue;
  readonly total_amount?: MoneyValue;
  readonly outstanding?: MoneyValue;
  readonly lines?: readonly BillLine[] | null;
  readonly bill_payments?: readonly BillPayment[] | null;
  readonly vis_state?: number;
}

export interface BillPayment {
  readonly id: number;
  readonly billid?: number;
  readonly amount?: MoneyValue;
  readonly paid_date?: Text;
  readonly payment_type?: Text;
  readonly note?: Text;
  readonly vis_state?: number;
}

export interface Payment {
  readonly id: number;
  readonly invoiceid?: number | null;
  readonly clientid?: number | null;
  readonly creditid?: number | null;
  /** Paid by a credit of the customer: no money moved. */
  readonly from_credit?: boolean | null;
  readonly amount?: MoneyValue;
  readonly date?: Text;
  readonly type?: Text;
  readonly note?: Text;
  readonly updated?: Text;
  readonly vis_state?: number;
}

export interface Expense {
  readonly id: number;
  readonly categoryid?: number | null;
  readonly clientid?: number | null;
  readonly date?: Text;
  readonly amount?: MoneyValue;
  readonly notes?: Text;
  readonly vendor?: Text;
  readonly taxName1?: Text;
  readonly taxAmount1?: MoneyValue;
  readonly taxPercent1?: Text;
  readonly taxName2?: Text;
  readonly taxAmount2?: MoneyValue;
  readonly taxPercent2?: Text;
  readonly compounded_tax?: boolean | null;
  readonly updated?: Text;
  readonly vis_state?: number;
}

/** A line of a journal entry. */
export interface JournalDetail {
  readonly detailid: number;
  readonly name?: Text;
  readonly description?: Text;
  readonly debit?: MoneyValue;
  readonly credit?: MoneyValue;
  readonly entry?: {
    readonly entryid?: number;
    readonly clientid?: number | null;
    readonly invoiceid?: number | null;
  } | null;
  readonly sub_account?: { readonly sub_accountid?: number } | null;
  readonly user_entered_date?: Text;
}

/** The reply to a new journal entry, whose amounts have no currency of their own. */
export interface NewJournalEntry {
  readonly entryid?: number;
  readonly name?: Text;
  readonly description?: Text;
  readonly currency_code?: Text;
  readonly user_entered_date?: Text;
  readonly details?: readonly {
    readonly detailid: number;
    readonly description?: Text;
    readonly debit?: Text;
    readonly credit?: Text;
    readonly sub_accountid?: number;
  }[];
}

export interface Callback {
  readonly callbackid: number;
  readonly uri?: Text;
  readonly verified?: boolean;
}

export interface ErrorBody {
  readonly response?: {
    readonly errors?: readonly {
      readonly errno?: number;
      readonly field?: Text;
      readonly message?: Text;
    }[];
  };
  /** Ledger accounts. */
  readonly errors?: {
    readonly message?: Text;
    readonly details?: readonly { readonly reason?: Text; readonly metadata?: { readonly field?: Text } | null }[];
  };
  /** Webhooks. */
  readonly message?: Text;
  readonly details?: readonly unknown[];
  /** Sign-in. */
  readonly error?: unknown;
  readonly error_description?: Text;
}
