/** Invoices, bills and their credit notes: booked on a collective account, then settled in one of several ways. */
import type { PostingLine } from "../ledger/posting.ts";
import type { PaymentTerm } from "../masterdata/catalogue.ts";
import type { Party, Trader } from "../masterdata/parties.ts";
import type { Line, Totals } from "./lines.ts";
import type { PlanName } from "./plans.ts";

const sale = { control: "1400", journal: "RA", openItemType: "invoice", cashDiscount: "8730" } as const;
const purchase = { control: "1600", journal: "RE", openItemType: "bill", cashDiscount: "3730" } as const;
const onDebit = { side: "debit", writeOff: "2400" } as const;
const onCredit = { side: "credit", writeOff: "2740" } as const;
/** Payments are positive in the usual direction of their side, and negative when money goes back. */
const usual = { paymentSign: 1 } as const;
const back = { paymentSign: -1 } as const;

export const kinds = {
  invoice: { label: "Rechnung", prefix: "RE", ...sale, ...onDebit, ...usual },
  creditNote: { label: "Gutschrift", prefix: "GU", ...sale, ...onCredit, ...back },
  bill: { label: "Eingangsrechnung", prefix: "ER", ...purchase, ...onCredit, ...usual },
  vendorCredit: { label: "Lieferantengutschrift", prefix: "LG", ...purchase, ...onDebit, ...back },
};

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
  /** The discount of the whole document, in percent. */
  readonly discount: string;
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

/** The fields of a document that booking needs. */
export type Bookable = Pick<TradeDocument, "kind" | "rate" | "lines" | "isReverseCharge"> & { readonly party: Trader };

/** The fields of a document that settling needs. */
export type Owed = Pick<TradeDocument, "id" | "kind" | "number" | "date" | "due" | "currency"> & {
  readonly party: Trader;
};
