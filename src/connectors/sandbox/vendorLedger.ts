/** The sandbox's shapes of the ledger and of what it refers to. */
import type { Decimal } from "../../kit/money.ts";
import type { Dimension, Flag, Identified, List, Stamped, Text } from "./types.ts";

export interface Account extends Identified, Stamped {
  readonly balance?: Decimal;
  readonly class?: Text;
  readonly code?: Text;
  readonly currency?: Text;
  readonly description?: Text;
  readonly name?: Text;
  readonly number?: Text;
  readonly parent_account_id?: Text;
  readonly side?: Text;
  readonly status?: Text;
  readonly type?: Text;
}

/** What was posted on an account: one of the two is there. */
export interface Posted {
  readonly debit?: Decimal;
  readonly credit?: Decimal;
}

export interface TaxRate {
  readonly id?: Text;
  readonly code?: Text;
  readonly name?: Text;
  readonly percentage?: Text;
}

export interface JournalLine extends Posted, Stamped {
  readonly id?: Text;
  readonly account_code?: Text;
  readonly account_id?: Text;
  readonly account_number?: Decimal;
  readonly currency?: Text;
  readonly customer_id?: Text;
  readonly supplier_id?: Text;
  readonly description?: Text;
  readonly dimensions?: List<Dimension>;
  readonly discount_amount?: Decimal;
  readonly document_id?: Text;
  readonly document_number?: Text;
  readonly exchange_rate?: Decimal;
  readonly gross_amount?: Decimal;
  readonly item_id?: Text;
  readonly tax_amount?: Decimal;
  readonly tax_rate?: TaxRate | null;
  readonly third_party_code?: Text;
}

export interface JournalEntry extends Identified, Stamped {
  readonly account_id?: Text;
  readonly accounting_period_id?: Text;
  readonly accounting_reason?: Text;
  readonly currency?: Text;
  readonly debit_credit_indicator?: Text;
  readonly delivery_date?: Text;
  readonly description?: Text;
  readonly document_id?: Text;
  readonly due_date?: Text;
  readonly exchange_rate?: Decimal;
  readonly files?: List<string>;
  readonly is_provisional?: Flag;
  readonly is_reversal?: Flag;
  readonly journal_code?: Text;
  readonly journal_line_items?: List<JournalLine>;
  readonly journal_type?: Text;
  readonly number?: Text;
  readonly record_type?: Text;
  readonly tax_assignment_date?: Text;
  readonly transaction_date?: Text;
  readonly version?: Text;
}

export interface Journal extends Identified, Stamped {
  readonly account_id?: Text;
  readonly code?: Text;
  readonly currency?: Text;
  readonly description?: Text;
  readonly type?: Text;
}

export interface FiscalYear extends Identified, Stamped {
  readonly account_number_length?: number | null;
  readonly chart_of_account?: Text;
  readonly description?: Text;
  readonly end_date?: Text;
  readonly start_date?: Text;
  readonly status?: Text;
}

export interface DimensionRecord extends Identified, Stamped {
  readonly category_name?: Text;
  readonly name?: Text;
  readonly status?: Text;
}

export interface OpenItemEntry extends Posted {
  readonly currency?: Text;
  readonly description?: Text;
  readonly due_date?: Text;
  readonly posting_date?: Text;
}

export interface OpenItem extends Identified, Stamped {
  readonly account_id?: Text;
  readonly account_name?: Text;
  readonly account_number?: Text;
  readonly currency?: Text;
  readonly document_number?: Text;
  readonly entries?: List<OpenItemEntry>;
  readonly open_credit?: Decimal;
  readonly open_debit?: Decimal;
  readonly posting_date?: Text;
  readonly total_credit?: Decimal;
  readonly total_debit?: Decimal;
  readonly type?: Text;
}

export interface MonthRow extends Posted {
  readonly month: number;
}

export interface TrialBalanceRow extends Stamped {
  readonly account_code?: Text;
  readonly account_name?: Text;
  readonly account_number?: Text;
  readonly closing_credit?: Decimal;
  readonly closing_debit?: Decimal;
  readonly months?: List<MonthRow>;
  readonly opening_credit?: Decimal;
  readonly opening_debit?: Decimal;
  readonly total_credit?: Decimal;
  readonly total_debit?: Decimal;
}
