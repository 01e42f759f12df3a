/** Which facts the cases can enter at which vendor. */
import type { VendorFacts } from "../vendorFacts.ts";
import { eConomicFacts } from "./eConomic.ts";
import { moneybirdFacts } from "./moneybird.ts";
import { quickbooksFacts } from "./quickbooks.ts";
import { xeroFacts } from "./xero.ts";

export const vendorFacts: Readonly<Record<string, VendorFacts>> = {
  "e-conomic": eConomicFacts,
  moneybird: moneybirdFacts,
  quickbooks: quickbooksFacts,
  xero: xeroFacts,
};
