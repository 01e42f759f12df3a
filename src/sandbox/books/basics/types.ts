/** The books of the invented companies, as they are stored. */

export interface EnvironmentRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly country_code: string;
  readonly tenant_id: string;
  readonly application_family: string;
}

export interface CompanyRow {
  readonly id: string;
  readonly name: string;
  readonly environment_id: string;
  readonly client_number: number;
  readonly consultant_number: number;
  readonly subscriptions: readonly { id: string; name: string; status: string; active: boolean }[];
}

export type NativeRecord = { readonly id: string; readonly updated_at: string; readonly [field: string]: unknown };

/**
 * One of debit and credit is a decimal text, the other is null. If the entry has a foreign currency, they are in that
 * currency, and ledger_debit or ledger_credit is the amount in the company's.
 */
export type NativeLine = {
  readonly id: string;
  readonly account_code: string;
  readonly account_number: number;
  readonly account_id: string;
  readonly debit: string | null;
  readonly credit: string | null;
  readonly ledger_debit?: string | null;
  readonly ledger_credit?: string | null;
  readonly document_number: string | null;
  readonly [field: string]: unknown;
};

/**
 * Balances come from entries that are not provisional. Lines of an `opening` entry are the year's opening balance, all
 * other lines count in the month of the entry.
 */
export type NativeEntry = NativeRecord & {
  readonly number: string;
  readonly transaction_date: string;
  readonly fiscal_year: string;
  readonly record_type: "opening" | "standard" | "closing";
  readonly is_provisional: boolean;
  readonly document_id: string | null;
  readonly files: readonly string[];
  readonly journal_line_items: readonly NativeLine[];
};

export interface CompanyBooks {
  readonly company: CompanyRow;
  /** Collection → native records in position order. Does not include the ledger and data derived from it. */
  readonly records: ReadonlyMap<string, readonly NativeRecord[]>;
  readonly entryCount: number;
  /** In number order, generated one by one, because a million would not fit in memory. */
  entries(): Iterable<NativeEntry>;
}

export interface Books {
  readonly environments: readonly EnvironmentRow[];
  readonly companies: readonly CompanyBooks[];
}
