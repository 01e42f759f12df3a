/** Invoices, bills and their credit notes: booked on a collective account, then settled in one of several ways. */
import type { PostingLine } from "../ledger/posting.ts";
import type { PaymentTerm } from "../masterdata/catalogue.ts";
import type { Party, Trader } from "../masterdata/parties.ts";
import type { Line, Totals } from "./lines.ts";
import type { PlanName } from "./plans.ts";

const sale = { control: "1400", journal: "RA", openItemType: "invoice" } as const;
const purchase = { control: "1600", journal: "RE", openItemType: "bill" } as const;
const onDebit = { side: "debit", writeOff: "2400" } as const;
const onCredit = { side: "credit", writeOff: "2740" } as const;

export const kinds = {
  invoice: { label: "Rechnung", prefix: "RE", ...sale, ...onDebit },
  creditNote: { label: "Gutschrift", prefix: "GU", ...sale, ...onCredit },
  bill: { label: "Eingangsrechnung", prefix: "ER", ...purchase, ...onCredit },
  vendorCredit: { label: "Lieferantengutschrift", prefix: "LG", ...purchase, ...onDebit },
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
