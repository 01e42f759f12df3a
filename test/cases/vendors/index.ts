/** Which facts the cases can enter at which vendor. */
import type { VendorFacts } from "../vendorFacts.ts";

export const vendorFacts: Readonly<Record<string, VendorFacts>> = {};
