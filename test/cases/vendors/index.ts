/** Which facts the cases can enter at which vendor. */
import type { VendorFacts } from "../vendorFacts.ts";
import { dolibarrFacts } from "./dolibarr.ts";
import { exactOnlineFacts } from "./exact-online.ts";
import { lexwareOfficeFacts } from "./lexwareOffice.ts";
import { odooFacts } from "./odoo.ts";
import { quickbooksFacts } from "./quickbooks.ts";
import { sandboxFacts } from "./sandbox.ts";
import { xeroFacts } from "./xero.ts";

export const vendorFacts: Readonly<Record<string, VendorFacts>> = {
  dolibarr: dolibarrFacts,
  "exact-online": exactOnlineFacts,
  "lexware-office": lexwareOfficeFacts,
  odoo: odooFacts,
  quickbooks: quickbooksFacts,
  sandbox: sandboxFacts,
  xero: xeroFacts,
};
