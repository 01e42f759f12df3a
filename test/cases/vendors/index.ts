/** Which facts the cases can enter at which vendor. */
import type { VendorFacts } from "../vendorFacts.ts";
import { odooFacts } from "./odoo.ts";

export const vendorFacts: Readonly<Record<string, VendorFacts>> = { odoo: odooFacts };
