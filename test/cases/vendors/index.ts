/** Which facts the cases can enter at which vendor. */
import type { VendorFacts } from "../vendorFacts.ts";
import { exactOnlineFacts } from "./exact-online.ts";

export const vendorFacts: Readonly<Record<string, VendorFacts>> = {
  "exact-online": exactOnlineFacts,
};
