/** The target systems, one line each. */
import type { Connector } from "../contract/connector.ts";
import { bexio } from "./bexio/connector.ts";
import { bexioToken } from "./bexio/key.ts";
import { businesscentral } from "./businesscentral/connector.ts";
import { datevReweExport } from "./datev-rewe-export/connector.ts";
import { datevReweExportLongToken } from "./datev-rewe-export/longToken.ts";
import { dolibarr } from "./dolibarr/connector.ts";
import { eConomic } from "./e-conomic/connector.ts";
import { exactOnline } from "./exact-online/connector.ts";
import { fortnox } from "./fortnox/connector.ts";
import { freshbooks } from "./freshbooks/connector.ts";
import { hledgerWeb } from "./hledger-web/connector.ts";
import { lexwareOffice } from "./lexware-office/connector.ts";
import { moneybird } from "./moneybird/connector.ts";
import { moneybirdToken } from "./moneybird/key.ts";
import { odoo } from "./odoo/connector.ts";
import { pennylane } from "./pennylane/connector.ts";
import { pennylaneToken } from "./pennylane/key.ts";
import { powerofficeGo } from "./poweroffice-go/connector.ts";
import { qonto } from "./qonto/connector.ts";
import { quickbooks, quickbooksSandbox } from "./quickbooks/connector.ts";
import { sageActive } from "./sage-active/connector.ts";
import { sandbox } from "./sandbox/connector.ts";
import {
  sandboxCrowns,
  sandboxDrafts,
  sandboxExport,
  sandboxKey,
  sandboxLedger,
  sandboxToken,
} from "./sandbox/editions.ts";
import { sevdesk } from "./sevdesk/connector.ts";
import { tripletex } from "./tripletex/connector.ts";
import { tryton } from "./tryton/connector.ts";
import { twinfield } from "./twinfield/connector.ts";
import { vismaEaccounting } from "./visma-eaccounting/connector.ts";
import { weclapp } from "./weclapp/connector.ts";
import { xentral } from "./xentral/connector.ts";
import { xero } from "./xero/connector.ts";
import { zohoBooks } from "./zoho-books/connector.ts";

export const connectors: readonly Connector[] = [
  sandbox,
  sandboxKey,
  sandboxExport,
  sandboxLedger,
  sandboxDrafts,
  sandboxCrowns,
  sandboxToken,
  bexio,
  bexioToken,
  businesscentral,
  datevReweExport,
  datevReweExportLongToken,
  dolibarr,
  eConomic,
  exactOnline,
  fortnox,
  freshbooks,
  hledgerWeb,
  lexwareOffice,
  moneybird,
  moneybirdToken,
  odoo,
  pennylane,
  pennylaneToken,
  qonto,
  quickbooks,
  quickbooksSandbox,
  sageActive,
  sevdesk,
  tripletex,
  tryton,
  twinfield,
  vismaEaccounting,
  weclapp,
  xentral,
  xero,
  zohoBooks,
  powerofficeGo,
];
