/** Invoices, bills and their credit notes: booked on a collective account, then settled in one of several ways. */
import type { PostingLine } from "../ledger/posting.ts";
import type { PaymentTerm } from "../masterdata/catalogue.ts";
import type { JournalCode } from "../masterdata/chart.ts";
import type { Party, Trader } from "../masterdata/parties.ts";
import type { Line, Totals } from "./lines.ts";
import type { PlanName } from "./plans.ts";

interface KindFacts {
  readonly label: string;
  readonly prefix: string;
  readonly control: "1400" | "1600";
  readonly side: "debit" | "credit";
  readonly journal: JournalCode;
  readonly writeOff: string;
  readonly openItemType: "invoice" | "bill";
}

export const kinds = {
  invoice: {
    label: "Rechnung",
    prefix: "RE",
    control: "1400",
    side: "debit",
    journal: "RA",
    writeOff: "2400",
    openItemType: "invoice",
  },
  creditNote: {
    label: "Gutschrift",
    prefix: "GU",
    control: "1400",
    side: "credit",
    journal: "RA",
    writeOff: "2740",
    openItemType: "invoice",
  },
  bill: {
    label: "Eingangsrechnung",
    prefix: "ER",
    control: "1600",
    side: "credit",
    journal: "RE",
    writeOff: "2740",
    openItemType: "bill",
  },
  vendorCredit: {
    label: "Lieferantengutschrift",
    prefix: "LG",
    control: "1600",
    side: "debit",
    journal: "RE",
    writeOff: "2400",
    openItemType: "bill",
  },
} as const satisfies Readonly<Record<string, KindFacts>>;

export interface Unnumbered {
  readonly kind: keyof typeof kinds;
  readonly plan: PlanName;
  readonly date: string;
  readonly due: string;
  readonly party: Party;
  readonly term: PaymentTerm;
  readonly currency: string;
  readonly rate: string;
  readonly lines: readonly Line[];
  readonly taxRule: string;
  /** The recipient owes the tax: it is booked on both sides. */
  readonly isReverseCharge: boolean;
  /** The document that this credit note was written for. */
  readonly against?: TradeDocument;
}

export interface TradeDocument extends Unnumbered {
  readonly id: string;
  readonly number: string | null;
  readonly totals: Totals;
  readonly booking: readonly PostingLine[];
}

/** As much of a document as it takes to book it. */
export type Bookable = Pick<TradeDocument, "kind" | "rate" | "lines" | "isReverseCharge"> & { readonly party: Trader };

/** As much of a document as it takes to settle it. */
export type Owed = Pick<TradeDocument, "id" | "kind" | "number" | "date" | "due" | "currency"> & {
  readonly party: Trader;
};
