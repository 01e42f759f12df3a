/** Xero's ledger: journals, the manual ones among them, and the trial balance. */
import type { Decimal } from "../../kit/money.ts";
import type { List, Stamped, Text } from "./types.ts";
import type { Tracking } from "./vendorTrade.ts";

export interface JournalLine {
  readonly JournalLineID?: Text;
  readonly AccountCode?: Text;
  readonly AccountID?: Text;
  readonly Description?: Text;
  /** Plus is debit, minus credit; the same for gross and tax. */
  readonly NetAmount?: Decimal;
  readonly GrossAmount?: Decimal;
  readonly TaxAmount?: Decimal;
  readonly TaxName?: Text;
  readonly TaxType?: Text;
  readonly TrackingCategories?: List<Tracking>;
}

export interface Journal {
  readonly JournalID: string;
  readonly CreatedDateUTC?: Text;
  readonly JournalDate?: Text;
  readonly JournalLines?: List<JournalLine>;
  readonly JournalNumber: number;
  readonly Reference?: Text;
  readonly SourceID?: Text;
  readonly SourceType?: Text;
}

export interface ManualJournalLine {
  readonly AccountCode?: Text;
  readonly AccountID?: Text;
  readonly Description?: Text;
  /** Plus is debit, minus credit. */
  readonly LineAmount?: Decimal;
  readonly TaxAmount?: Decimal;
  readonly TaxType?: Text;
  readonly Tracking?: List<Tracking>;
}

export interface ManualJournal extends Stamped {
  readonly ManualJournalID: string;
  readonly Date?: Text;
  readonly JournalLines?: List<ManualJournalLine>;
  readonly Narration?: Text;
  readonly Status?: Text;
}

export interface ReportRow {
  readonly RowType?: Text;
  readonly Cells?: List<{ readonly Value?: Text; readonly Attributes?: List<{ readonly Id?: Text }> }>;
  readonly Rows?: List<ReportRow>;
}

export interface Report {
  readonly Rows?: List<ReportRow>;
}
