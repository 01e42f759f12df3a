/** DATEV's records: the fields that Kontor reads or writes. Any field may be missing; some are documented as null. */

export type Text = string | null;
type Amount = number | null;

/** accounting-clients 2.0. */
export interface Client {
  readonly id: string;
  readonly name?: Text;
  readonly client_number?: number | string | null;
  readonly consultant_number?: number | string | null;
  readonly services?: readonly { readonly name?: Text; readonly scopes?: readonly string[] | null }[] | null;
}

export interface UserInfo {
  readonly sub?: Text;
  readonly account_id?: Text;
  readonly name?: Text;
  readonly family_name?: Text;
}

/** accounting-data-exchange 1.5.8, as are the following types. */
export interface FiscalYear {
  readonly accountLength?: number | null;
  /** 3 is SKR03. */
  readonly accountSystem?: number | null;
  readonly currencyCode?: Text;
  readonly yearBegin?: Text;
  readonly yearEnd?: Text;
}

export interface LedgerAccount {
  /** The technical number: 8 digits, or 9 for customers and suppliers, without leading zeros. */
  readonly accountNumber?: number | null;
  readonly caption?: Text;
}

/** A batch of postings. */
export interface AccountingSequence {
  readonly accountingSequenceId?: number | null;
  readonly accountingSequenceNumber?: Text;
  readonly isCommitted?: boolean | null;
  readonly accountingReason?: Text;
}

export interface AccountPosting {
  readonly accountNumber?: number | null;
  readonly contraAccountNumber?: number | null;
  readonly accountingSequenceId?: number | null;
  readonly accountingTransactionKey?: number | null;
  readonly amountCredit?: Amount;
  readonly amountDebit?: Amount;
  readonly cashDiscount?: Amount;
  readonly currencyCode?: Text;
  readonly date?: Text;
  readonly deliveryDate?: Text;
  readonly documentField1?: Text;
  readonly documentLink?: { readonly documentGuid?: Text } | null;
  readonly exchangeRate?: number | null;
  readonly generalReversal?: boolean | null;
  readonly isOpeningBalancePosting?: boolean | null;
  readonly kost1CostCenterId?: Text;
  readonly kost2CostCenterId?: Text;
  readonly markOfOrigin?: Text;
  readonly postingDescription?: Text;
  readonly recordType?: Text;
  readonly taxRate?: number | null;
}

export interface Job {
  readonly jobId?: Text;
}

export interface JobState {
  readonly jobState?: "PENDING" | "RUNNING" | "COMPLETED" | "FAILED" | "DELETED";
}

/** Soll is debit, Haben credit. */
export type Identifier = "S" | "H" | null;

export interface SumsAndBalances {
  readonly accountNumber?: number | null;
  readonly caption?: Text;
  readonly balance?: Amount;
  readonly balanceDebitCreditIdentifier?: Identifier;
  readonly annualValueDebit?: Amount;
  readonly annualValueCredit?: Amount;
  readonly openingBalanceDebit?: Amount;
  readonly openingBalanceCredit?: Amount;
  readonly sumsAndBalancesMonthValues?: readonly MonthValue[] | null;
}

export interface MonthValue {
  /** 1 is the first month of the fiscal year. */
  readonly fiscalYearMonth?: number | null;
  readonly monthlyBalance?: Amount;
  readonly monthlyBalanceDebitCreditIdentifier?: Identifier;
}

export interface TermOfPayment {
  readonly id: number;
  readonly caption?: Text;
  readonly dueType?: Text;
  readonly cashDiscount1Percentage?: number | null;
  readonly cashDiscount2Percentage?: number | null;
  readonly paymentDueInDays?: {
    readonly cashDiscount1Days?: number | null;
    readonly cashDiscount2Days?: number | null;
    readonly dueDateNet?: number | null;
  } | null;
  readonly paymentDueAsPeriod?: {
    readonly period1?: Period | null;
    readonly period2?: Period | null;
    readonly period3?: Period | null;
  } | null;
}

export interface Period {
  /** The last day of the month that this period covers. */
  readonly invoiceDayOfMonth?: number | null;
  readonly dueDateCashDiscount1?: Deadline | null;
  readonly dueDateCashDiscount2?: Deadline | null;
  readonly dueDateNet?: Deadline | null;
}

export interface Deadline {
  readonly relatedMonth?: Text;
  readonly dayOfMonth?: number | null;
}

/** accounting-documents 2.1. */
export interface DocumentType {
  readonly name: string;
  readonly category?: Text;
}

/** accounting-dxso-jobs 2.1. */
export interface Transfer {
  readonly id?: Text;
  readonly ledger_folder_names?: readonly string[] | null;
}

export interface TransferStatus {
  /** 0 open, 1 in progress, 2 succeeded, 3 failed, 4 partly succeeded, 5 cancelled, 6 could not be cancelled. */
  readonly status?: number | null;
}

export interface ProtocolEntry {
  readonly time?: string | null;
  readonly text?: Text;
  readonly context?: Text;
  readonly type?: Text;
  readonly filename?: Text;
}
