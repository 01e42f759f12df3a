/** Business Central's ledger. */
import type { Decimal } from "../../kit/money.ts";
import type { Coded, Entity, List, Stamped, Text } from "./types.ts";

export interface Account extends Stamped {
  readonly number?: Text;
  readonly displayName?: Text;
  readonly category?: Text;
  readonly subCategory?: Text;
  readonly blocked?: boolean | null;
  readonly accountType?: Text;
  readonly netChange?: Decimal;
}

export interface DimensionSetLine extends Entity {
  /** Of the dimension. */
  readonly code?: Text;
  readonly displayName?: Text;
  readonly valueId?: Text;
  readonly valueCode?: Text;
  readonly valueDisplayName?: Text;
}

export interface DimensionValue extends Coded {
  readonly dimension?: Coded | null;
}

export interface GeneralLedgerEntry extends Stamped {
  readonly entryNumber?: number | null;
  readonly postingDate: string;
  readonly documentNumber: string;
  readonly documentType?: Text;
  readonly accountId?: Text;
  readonly accountNumber?: Text;
  readonly description?: Text;
  readonly debitAmount?: Decimal;
  readonly creditAmount?: Decimal;
  readonly dimensionSetLines?: List<DimensionSetLine>;
}

export interface Journal extends Coded {
  readonly balancingAccountId?: Text;
  readonly journalLines?: List<Entity>;
  readonly templateDisplayName?: Text;
}

/** Both customers' and vendors' payments: lines of a journal that is not posted yet. */
export interface Payment extends Stamped {
  readonly amount?: Decimal;
  readonly appliesToInvoiceId?: Text;
  readonly customerId?: Text;
  readonly customerPaymentJournal?: Coded | null;
  readonly description?: Text;
  readonly postingDate?: Text;
  readonly vendorId?: Text;
  readonly vendorPaymentJournal?: Coded | null;
}

export interface AccountingPeriod extends Stamped {
  readonly startingDate: string;
  readonly name?: Text;
  readonly newFiscalYear?: boolean | null;
  readonly closed?: boolean | null;
}

export interface TrialBalance {
  readonly accountType?: Text;
  readonly balanceAtDateCredit?: Text;
  readonly balanceAtDateDebit?: Text;
  readonly display?: Text;
  readonly number?: Text;
  readonly totalCredit?: Text;
  readonly totalDebit?: Text;
}
