/** Which facts the cases can enter at which vendor. */
import type { VendorFacts } from "../vendorFacts.ts";
import { exactOnlineFacts } from "./exact-online.ts";
import { tripletexFacts } from "./tripletex.ts";

export const vendorFacts: Readonly<Record<string, VendorFacts>> = {
  "exact-online": exactOnlineFacts,
  tripletex: tripletexFacts,
};
