/** The sandbox's shapes of contacts and of how money moves. */
import type { Decimal } from "../../kit/money.ts";
import type { Addressed, Flag, Identified, List, Stamped, Text, Totals } from "./types.ts";
import type { JournalLine } from "./vendorLedger.ts";

export interface EmailAddress {
  readonly email?: Text;
  readonly type?: Text;
}

export interface PhoneNumber {
  readonly number?: Text;
  readonly type?: Text;
}

export interface ContactPerson {
  readonly email_addresses?: List<EmailAddress>;
  readonly first_name?: Text;
  readonly last_name?: Text;
  readonly phone_numbers?: List<PhoneNumber>;
  readonly salutation?: Text;
}

export interface ContactBankAccount {
  readonly bic?: Text;
  readonly holder?: Text;
  readonly iban?: Text;
  readonly is_main_account?: Flag;
  readonly name?: Text;
  readonly sepa?: Flag;
}

/** What contacts, customers and suppliers have in common. */
export interface Reachable extends Identified, Stamped, Addressed {
  readonly company_name?: Text;
  readonly contact_persons?: List<ContactPerson>;
  readonly contact_type?: Text;
  readonly email_addresses?: List<EmailAddress>;
  readonly number?: Text;
  readonly phone_numbers?: List<PhoneNumber>;
  readonly project_id?: Text;
}

export interface Contact extends Reachable {
  readonly is_customer?: Flag;
  readonly is_supplier?: Flag;
  readonly website?: Text;
}

export interface CustomerOrSupplier extends Reachable {
  readonly account_number?: Decimal;
  readonly bank_accounts?: List<ContactBankAccount>;
  readonly document_id?: Text;
  readonly role?: Text;
  readonly vat_id?: Text;
}

export interface BankAccount extends Identified, Stamped {
  readonly balance?: Decimal;
  readonly bank_name?: Text;
  readonly bic?: Text;
  readonly currency?: Text;
  readonly description?: Text;
  readonly file_type?: Text;
  readonly iban?: Text;
  readonly name?: Text;
  readonly number?: Text;
  readonly status?: Text;
  readonly system?: Text;
  readonly type?: Text;
}

export interface PaymentLine {
  readonly account_id?: Text;
  readonly amount?: Decimal;
  readonly contact_id?: Text;
  readonly contact_name?: Text;
  readonly customer_id?: Text;
  readonly description?: Text;
  readonly invoice_id?: Text;
  readonly payment_date?: Text;
  readonly supplier_id?: Text;
}

export interface Payment extends Identified, Stamped {
  readonly currency?: Text;
  readonly document_type?: Text;
  readonly exchange_rate?: Decimal;
  readonly fiscal_year?: Text;
  readonly journal_code?: Text;
  readonly payment_lines?: List<PaymentLine>;
  readonly payment_type?: Text;
}

export interface DiscountPeriod {
  readonly discount_deadline?: Text;
  readonly discount_deadline2?: Text;
  readonly invoice_range?: Text;
  readonly payment_deadline?: Text;
}

export interface PaymentTerm extends Identified, Stamped {
  readonly code?: Text;
  readonly description?: Text;
  readonly discount_days?: Decimal;
  readonly discount_days2?: Decimal;
  readonly discount_percentage?: Decimal;
  readonly discount_percentage2?: Decimal;
  readonly discount_periods?: List<DiscountPeriod>;
  readonly due_type?: Text;
  readonly name?: Text;
  readonly payment_days?: Decimal;
  readonly payment_method?: Text;
}

export interface Expense extends Identified, Stamped, Totals {
  readonly account_code?: Text;
  readonly account_id?: Text;
  readonly account_number?: Decimal;
  readonly currency?: Text;
  readonly customer_id?: Text;
  readonly description?: Text;
  readonly document_id?: Text;
  readonly exchange_rate?: Text;
  readonly expense_lines?: List<JournalLine>;
  readonly files?: List<string>;
  readonly journal_code?: Text;
  readonly ledger_name?: Text;
  readonly note?: Text;
  readonly payment_term_id?: Text;
  readonly payment_type?: Text;
  readonly supplier_id?: Text;
  readonly task_id?: Text;
  readonly transaction_date?: Text;
  readonly type?: Text;
}

export interface Transaction extends Identified {
  readonly account_id?: Text;
  readonly account_number?: Decimal;
  readonly amount?: Decimal;
  readonly booking_date?: Text;
  readonly contact?: Text;
  readonly currency?: Text;
  readonly description?: Text;
  readonly files?: List<string>;
  readonly journal_code?: Text;
  readonly ledger_name?: Text;
  readonly reference?: Text;
  readonly status?: Text;
  readonly task_id?: Text;
  readonly tax_rate_percentage?: Decimal;
  readonly type?: Text;
  readonly value_date?: Text;
}

export interface BookingProposalDimension {
  readonly id?: Text;
  readonly code?: Text;
  readonly dimension?: Text;
  readonly name?: Text;
}

export interface BookingProposalLine extends Stamped {
  readonly id?: Text;
  readonly account_code?: Text;
  readonly account_id?: Text;
  readonly account_name?: Text;
  readonly account_number?: Decimal;
  readonly booking_tax_code?: Text;
  readonly description?: Text;
  readonly dimension1?: Text;
  readonly dimension2?: Text;
  readonly dimensions?: List<BookingProposalDimension>;
  readonly discount_amount?: Decimal;
  readonly discount_amount2?: Decimal;
  readonly discount_percentage?: Decimal;
  readonly discount_percentage2?: Decimal;
  readonly tax_code?: Text;
  readonly tax_rate_percentage?: Decimal;
  readonly total_gross_amount?: Decimal;
  readonly total_net_amount?: Decimal;
  readonly type?: Text;
}

export interface BookingProposal extends Identified, Stamped, Addressed {
  readonly account_name?: Text;
  readonly bank_account_id?: Text;
  readonly bank_account_number?: Decimal;
  readonly bank_code?: Text;
  readonly bic?: Text;
  readonly booking_proposal_date?: Text;
  readonly booking_type?: Text;
  readonly contact_account_number?: Decimal;
  readonly contact_id?: Text;
  readonly contact_name?: Text;
  readonly currency?: Text;
  readonly delivery_date?: Text;
  readonly discount_payment_date?: Text;
  readonly discount_payment_date2?: Text;
  readonly due_date?: Text;
  readonly files?: List<string>;
  readonly iban?: Text;
  readonly is_payment_order?: Flag;
  readonly journal_code?: Text;
  readonly ledger_name?: Text;
  readonly line_items?: List<BookingProposalLine>;
  readonly notes?: Text;
  readonly number?: Text;
  readonly order_id?: Text;
  readonly paid_date?: Text;
  readonly payment_terms_id?: Text;
  readonly status?: Text;
  readonly task_id?: Text;
  readonly total_gross_amount?: Decimal;
  readonly vat_id?: Text;
}
