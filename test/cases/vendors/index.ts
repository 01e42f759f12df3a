/** Which facts the cases can enter at which vendor. */
import type { VendorFacts } from "../vendorFacts.ts";
import { bexioFacts } from "./bexio.ts";
import { businesscentralFacts } from "./businesscentral.ts";
import { dolibarrFacts } from "./dolibarr.ts";
import { eConomicFacts } from "./eConomic.ts";
import { exactOnlineFacts } from "./exactOnline.ts";
import { fortnoxFacts } from "./fortnox.ts";
import { freshbooksFacts } from "./freshbooks.ts";
import { lexwareOfficeFacts } from "./lexwareOffice.ts";
import { moneybirdFacts } from "./moneybird.ts";
import { odooFacts } from "./odoo.ts";
import { pennylaneFacts } from "./pennylane.ts";
import { powerofficeGoFacts } from "./powerofficeGo.ts";
import { qontoFacts } from "./qonto.ts";
import { quickbooksFacts } from "./quickbooks.ts";
import { sageActiveFacts } from "./sageActive.ts";
import { sandboxFacts } from "./sandbox.ts";
import { sevdeskFacts } from "./sevdesk.ts";
import { tripletexFacts } from "./tripletex.ts";
import { twinfieldFacts } from "./twinfield.ts";
import { vismaEaccountingFacts } from "./vismaEaccounting.ts";
import { weclappFacts } from "./weclapp.ts";
import { xentralFacts } from "./xentral.ts";
import { xeroFacts } from "./xero.ts";
import { zohoBooksFacts } from "./zohoBooks.ts";

export const vendorFacts: Readonly<Record<string, VendorFacts>> = {
  bexio: bexioFacts,
  businesscentral: businesscentralFacts,
  dolibarr: dolibarrFacts,
  "e-conomic": eConomicFacts,
  "exact-online": exactOnlineFacts,
  fortnox: fortnoxFacts,
  freshbooks: freshbooksFacts,
  "lexware-office": lexwareOfficeFacts,
  moneybird: moneybirdFacts,
  odoo: odooFacts,
  pennylane: pennylaneFacts,
  "poweroffice-go": powerofficeGoFacts,
  qonto: qontoFacts,
  quickbooks: quickbooksFacts,
  "sage-active": sageActiveFacts,
  sandbox: sandboxFacts,
  sevdesk: sevdeskFacts,
  tripletex: tripletexFacts,
  twinfield: twinfieldFacts,
  "visma-eaccounting": vismaEaccountingFacts,
  weclapp: weclappFacts,
  xentral: xentralFacts,
  xero: xeroFacts,
  "zoho-books": zohoBooksFacts,
};
