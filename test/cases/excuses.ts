/**
 * What a vendor cannot represent, with its documentation or a live run as the reason. An excuse that is not needed fails
 * the test. Defects of Kontor are not excuses: they are listed in `todo/`, and disappear there.
 */
import type { Outcome } from "./businessCase.ts";
import type { CaseName } from "./index.ts";

export interface Excuse {
  readonly outcome: Exclude<Outcome, "right" | "warned" | "silent" | "failed">;
  readonly reason: string;
}

const eurosOnly: Excuse = {
  outcome: "refused",
  reason:
    "Lexware Office keeps amounts in EUR only: `unitPrice.currency` and `totalPrice.currency` (developers.lexware.io/docs).",
};

export const excuses: Readonly<Record<string, { readonly [Name in CaseName]?: Excuse }>> = {
  "e-conomic": {
    voidedInvoice: {
      outcome: "refused",
      reason:
        "Booking is final: a booked invoice has no PUT or DELETE, and is reversed by a credit note (restdocs.e-conomic.com).",
    },
  },
  "lexware-office": { saleInForeignCurrency: eurosOnly, billInForeignCurrency: eurosOnly },
  quickbooks: {
    draftInvoiceChanged: {
      outcome: "refused",
      reason: "The Invoice entity of the accounting API has no drafts (Intuit's API reference, Invoice).",
    },
  },
};
