/** Facts as Qonto's own users enter them. */
import type { VendorFacts } from "../vendorFacts.ts";

export const qontoFacts: VendorFacts = {
  creditNoteWithFee: {
    cannot:
      "Quantities of a credit note have to be positive, and Qonto negates all of them (docs.qonto.com, create-a-credit-note: items), so no line of it is a charge.",
  },
};
