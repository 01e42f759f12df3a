/** The target systems of the cases, and the facts about their invented companies that a caller knows anyway. */

import { simulation as bexioSimulation } from "../../simulators/bexio/simulation.ts";
import { simulation as businesscentralSimulation } from "../../simulators/businesscentral/simulation.ts";
import { simulation as dolibarrSimulation } from "../../simulators/dolibarr/simulation.ts";
import { simulation as eConomicSimulation } from "../../simulators/e-conomic/simulation.ts";
import { simulation as exactOnlineSimulation } from "../../simulators/exact-online/simulation.ts";
import { simulation as fortnoxSimulation } from "../../simulators/fortnox/simulation.ts";
import { simulation as freshbooksSimulation } from "../../simulators/freshbooks/simulation.ts";
import { simulation as lexwareOfficeSimulation } from "../../simulators/lexware-office/simulation.ts";
import { simulation as moneybirdSimulation } from "../../simulators/moneybird/simulation.ts";
import { simulation as odooSimulation } from "../../simulators/odoo/simulation.ts";
import { simulation as pennylaneSimulation } from "../../simulators/pennylane/simulation.ts";
import { simulation as powerofficeGoSimulation } from "../../simulators/poweroffice-go/simulation.ts";
import { simulation as qontoSimulation } from "../../simulators/qonto/simulation.ts";
import { simulation as quickbooksSimulation } from "../../simulators/quickbooks/simulation.ts";
import { simulation as sageActiveSimulation } from "../../simulators/sage-active/simulation.ts";
import { simulation as sevdeskSimulation } from "../../simulators/sevdesk/simulation.ts";
import type { Simulation } from "../../simulators/simulation.ts";
import { simulation as tripletexSimulation } from "../../simulators/tripletex/simulation.ts";
import { simulation as twinfieldSimulation } from "../../simulators/twinfield/simulation.ts";
import { simulation as vismaEaccountingSimulation } from "../../simulators/visma-eaccounting/simulation.ts";
import { simulation as weclappSimulation } from "../../simulators/weclapp/simulation.ts";
import { simulation as xentralSimulation } from "../../simulators/xentral/simulation.ts";
import { simulation as xeroSimulation } from "../../simulators/xero/simulation.ts";
import { simulation as zohoBooksSimulation } from "../../simulators/zoho-books/simulation.ts";
import { bexio } from "../../src/connectors/bexio/connector.ts";
import { businesscentral } from "../../src/connectors/businesscentral/connector.ts";
import { dolibarr } from "../../src/connectors/dolibarr/connector.ts";
import { eConomic } from "../../src/connectors/e-conomic/connector.ts";
import { exactOnline } from "../../src/connectors/exact-online/connector.ts";
import { fortnox } from "../../src/connectors/fortnox/connector.ts";
import { freshbooks } from "../../src/connectors/freshbooks/connector.ts";
import { lexwareOffice } from "../../src/connectors/lexware-office/connector.ts";
import { moneybird } from "../../src/connectors/moneybird/connector.ts";
import { odoo } from "../../src/connectors/odoo/connector.ts";
import { pennylane } from "../../src/connectors/pennylane/connector.ts";
import { powerofficeGo } from "../../src/connectors/poweroffice-go/connector.ts";
import { qonto } from "../../src/connectors/qonto/connector.ts";
import { quickbooks } from "../../src/connectors/quickbooks/connector.ts";
import { sageActive } from "../../src/connectors/sage-active/connector.ts";
import { sandbox } from "../../src/connectors/sandbox/connector.ts";
import { sevdesk } from "../../src/connectors/sevdesk/connector.ts";
import { tripletex } from "../../src/connectors/tripletex/connector.ts";
import { twinfield } from "../../src/connectors/twinfield/connector.ts";
import { vismaEaccounting } from "../../src/connectors/visma-eaccounting/connector.ts";
import { weclapp } from "../../src/connectors/weclapp/connector.ts";
import { xentral } from "../../src/connectors/xentral/connector.ts";
import { xero } from "../../src/connectors/xero/connector.ts";
import { zohoBooks } from "../../src/connectors/zoho-books/connector.ts";
import type { Connector } from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import type { Row } from "../../src/verify/row.ts";

/** Percentages that the company may use. `second` is another rate than the usual one, 0 where there is no other. */
export interface Rates {
  readonly standard: number;
  readonly second: number;
}

export interface SystemFacts {
  readonly connector: Connector;
  /** Absent for the sandbox, which is part of the service. */
  readonly simulation?: Simulation;
  readonly country: string;
  readonly currency: string;
  readonly foreignCurrency: string;
  /** The company's currency for one unit of the foreign one, as everywhere in the contract (A13). */
  readonly exchangeRate: number;
  readonly sales: Rates;
  readonly purchases: Rates;
  /** How many days ago a period ended that the simulated company has closed since. */
  readonly lockedDaysAgo?: number;
  /** Why its API knows no closed periods, with the documentation that says so. */
  readonly neverCloses?: string;
  /** Documents get into the ledger when a bookkeeper transfers them, not when they are validated. */
  readonly transfersToLedger?: true;
  /** The API answers in the user's or the company's language. */
  readonly secondLanguage?: {
    /** A list whose names the vendor translates. */
    readonly namesOf?: OperationId;
  };
  /** Why the API has only one language, with the documentation that says so. */
  readonly oneLanguage?: string;
  /** Codes by direction and percentage, where the list of tax rates does not tell the direction. */
  readonly taxCodes?: Readonly<Record<"INVOICE" | "BILL", Readonly<Record<number, string>>>>;
  /** Which records to use, if the first of the list does not fit. */
  readonly choose?: { readonly [Name in Chosen]?: (row: Row) => boolean };
  /** Journals and other codes that a caller must choose at this target system. */
  readonly codes?: { readonly [Id in OperationId]?: Readonly<Record<string, string>> };
}

export type Chosen = "customer" | "supplier" | "item" | "revenueAccount" | "expenseAccount" | "bankAccount";

const german = {
  country: "DE",
  currency: "EUR",
  foreignCurrency: "USD",
  exchangeRate: 0.9,
  sales: { standard: 19, second: 7 },
  purchases: { standard: 19, second: 7 },
} as const;

const dutch = {
  ...german,
  country: "NL",
  sales: { standard: 21, second: 9 },
  purchases: { standard: 21, second: 9 },
} as const;

const british = {
  country: "GB",
  currency: "GBP",
  foreignCurrency: "EUR",
  exchangeRate: 0.85,
  sales: { standard: 20, second: 5 },
  purchases: { standard: 20, second: 5 },
} as const;

export const systems: readonly SystemFacts[] = [
  { ...german, connector: sandbox, lockedDaysAgo: 700 },
  {
    connector: bexio,
    simulation: bexioSimulation,
    country: "CH",
    currency: "CHF",
    foreignCurrency: "EUR",
    // bexio's own rate of the day, as the simulated company has it.
    exchangeRate: 1.05,
    sales: { standard: 8.1, second: 2.6 },
    purchases: { standard: 8.1, second: 2.6 },
    lockedDaysAgo: 1100,
    oneLanguage:
      "Requests name no language, and names are those that the company entered (docs.bexio.com: header parameters of every endpoint are Accept alone).",
  },
  {
    ...german,
    connector: businesscentral,
    simulation: businesscentralSimulation,
    secondLanguage: {},
    neverCloses:
      "A closed fiscal year still takes postings (learn.microsoft.com/dynamics365/business-central/year-close-account-periods), and no set of the API has the allowed posting dates of the general ledger setup. Posted documents cannot be changed at all.",
  },
  {
    ...german,
    connector: dolibarr,
    simulation: dolibarrSimulation,
    sales: { standard: 20, second: 5.5 },
    purchases: { standard: 20, second: 5.5 },
    codes: { "payments.create": { paymentType: "VIR" } },
    neverCloses:
      "No operation reads fiscal years or a lock date (API explorer of 20.0.1, api_accountancy.class.php: only the export of the ledger), and invoices are transferred to the ledger later.",
    // dolibarr.org, Double-Entry Accounting: "Add validated records into your Ledger" (2026-11).
    transfersToLedger: true,
  },
  {
    connector: eConomic,
    simulation: eConomicSimulation,
    country: "DK",
    currency: "DKK",
    foreignCurrency: "EUR",
    exchangeRate: 7.46,
    lockedDaysAgo: 750,
    secondLanguage: { namesOf: "taxRates.list" },
    // Denmark has no reduced rate.
    sales: { standard: 25, second: 0 },
    purchases: { standard: 25, second: 0 },
  },
  {
    ...dutch,
    connector: exactOnline,
    simulation: exactOnlineSimulation,
    secondLanguage: {},
    neverCloses:
      "Periods have no state, because they are closed for single journals (start.exactonline.nl/docs/HlpRestAPIResourcesDetails.aspx?name=FinancialFinancialPeriods: FinYear, FinPeriod, StartDate, EndDate), so there is no day until which the books are closed.",
    codes: {
      "bills.create": { journalCode: "60" },
      "vendorCredits.create": { journalCode: "60" },
      "payments.create": { journalCode: "20" },
      "journalEntries.create": { journalCode: "90" },
    },
  },
  {
    connector: fortnox,
    simulation: fortnoxSimulation,
    country: "SE",
    currency: "SEK",
    foreignCurrency: "EUR",
    exchangeRate: 11.5,
    lockedDaysAgo: 700,
    sales: { standard: 25, second: 12 },
    purchases: { standard: 25, second: 12 },
    choose: { bankAccount: ({ number }) => number === "1930" },
    codes: { "journalEntries.create": { journalCode: "A" } },
    oneLanguage:
      "Names are the words of the company's own users, and messages are Swedish; no parameter of the vendor's OpenAPI description selects a language.",
  },
  {
    connector: freshbooks,
    simulation: freshbooksSimulation,
    country: "US",
    currency: "USD",
    foreignCurrency: "CAD",
    exchangeRate: 0.75,
    sales: { standard: 13, second: 5 },
    purchases: { standard: 13, second: 5 },
    // Headings take no postings.
    choose: {
      expenseAccount: ({ number }) => String(number).startsWith("6000-"),
      revenueAccount: ({ number }) => String(number).startsWith("4000-"),
    },
    neverCloses: "No resource of the API has periods or a lock date (freshbooks.com/api: list of resources, 2026-11).",
    oneLanguage:
      "Requests name no language, names are those that the company entered, and refusals are in English (freshbooks.com/api; recorded refusals of its Postman collection).",
  },
  {
    ...german,
    connector: lexwareOffice,
    simulation: lexwareOfficeSimulation,
    neverCloses: "No endpoint has periods or a lock date (developers.lexware.io/docs: list of endpoints).",
  },
  { ...dutch, connector: moneybird, simulation: moneybirdSimulation, lockedDaysAgo: 1500 },
  {
    ...german,
    connector: odoo,
    simulation: odooSimulation,
    secondLanguage: { namesOf: "items.list" },
    lockedDaysAgo: 900,
    country: "BE",
    sales: { standard: 21, second: 6 },
    // The invented company has a single purchase tax.
    purchases: { standard: 21, second: 0 },
  },
  {
    ...german,
    connector: pennylane,
    simulation: pennylaneSimulation,
    country: "FR",
    // The simulated vendor's own rate of the day.
    exchangeRate: 0.8,
    sales: { standard: 20, second: 5.5 },
    purchases: { standard: 20, second: 5.5 },
    lockedDaysAgo: 700,
    oneLanguage:
      "Names are words of the company's own users, and no parameter of a request selects a language (pennylane.readme.io/reference).",
    choose: { customer: ({ contactType }) => contactType === "COMPANY" },
  },
  {
    connector: powerofficeGo,
    simulation: powerofficeGoSimulation,
    country: "NO",
    currency: "NOK",
    foreignCurrency: "EUR",
    // The simulated vendor's own rate of the day.
    exchangeRate: 11.5,
    lockedDaysAgo: 700,
    sales: { standard: 25, second: 15 },
    purchases: { standard: 25, second: 0 },
    taxCodes: { INVOICE: { 25: "3", 15: "31", 0: "5" }, BILL: { 25: "1", 0: "0" } },
    choose: { customer: ({ contactType }) => contactType === "COMPANY" },
    oneLanguage:
      "Names are those that the company's users entered, and no parameter of a request selects a language (stianwe/PowerOfficeGoV2 api/openapi.yaml @b9bc503).",
  },
  {
    ...german,
    connector: qonto,
    simulation: qontoSimulation,
    country: "FR",
    sales: { standard: 20, second: 5.5 },
    purchases: { standard: 20, second: 5.5 },
    neverCloses:
      "There are no books, periods or lock dates: the API has accounts, transactions, documents, clients and products (docs.qonto.com/llms.txt).",
    oneLanguage:
      "Names are those that the organization's users entered, and no parameter of a request selects a language (docs.qonto.com/api-reference/business-api).",
    // A client without a currency or an address cannot be invoiced.
    choose: { customer: ({ contactType, addresses }) => contactType === "COMPANY" && Array.isArray(addresses) },
  },
  { ...british, connector: quickbooks, simulation: quickbooksSimulation, lockedDaysAgo: 710 },
  {
    ...german,
    connector: sageActive,
    simulation: sageActiveSimulation,
    country: "FR",
    sales: { standard: 20, second: 10 },
    purchases: { standard: 20, second: 10 },
    lockedDaysAgo: 1100,
    oneLanguage:
      "Names are words of the company's own users. Only enumerations and error messages have labels in several languages, by queries of their own (developer.sage.com/sageactive/resources/localizedenumvalues).",
    choose: { item: ({ taxRatePercentage }) => taxRatePercentage === 20 },
    codes: { "journalEntries.create": { journalCode: "OD" } },
  },
  {
    ...german,
    connector: sevdesk,
    simulation: sevdeskSimulation,
    neverCloses:
      "The API tells no closed periods: only single documents are locked (api.sevdesk.de, Invoice/{invoiceId}/enshrine, Voucher/{voucherId}/enshrine).",
    choose: { expenseAccount: ({ number }) => String(number).startsWith("49") },
    oneLanguage: "Names of accounts and units come in German only (api.sevdesk.de: no parameter for a language).",
  },
  {
    connector: tripletex,
    neverCloses:
      "Kontor changes and deletes no documents at Tripletex; a posting in a closed period is refused by Tripletex itself (Tripletex' OpenAPI description: AccountingPeriod.isClosed, read-only).",
    simulation: tripletexSimulation,
    secondLanguage: {},
    country: "NO",
    currency: "NOK",
    foreignCurrency: "EUR",
    exchangeRate: 11.5,
    sales: { standard: 25, second: 15 },
    purchases: { standard: 25, second: 0 },
    taxCodes: { INVOICE: { 25: "3", 15: "31", 0: "5" }, BILL: { 25: "1", 0: "0" } },
  },
  {
    ...dutch,
    connector: twinfield,
    simulation: twinfieldSimulation,
    exchangeRate: 0.92,
    neverCloses:
      "Kontor changes and deletes no documents at Twinfield, and a posting in a closed period is refused by Twinfield itself. Its service for periods (developers.twinfield.com, PeriodService) tells which are closed, but no reply of it was found.",
    choose: {
      expenseAccount: ({ number }) => number === "4000",
      revenueAccount: ({ number }) => number === "8000",
    },
    oneLanguage:
      "Names are those that the office's users entered, and no element of a request selects a language: only messages follow the language of the user (recorded in Dutch and English: github.com/pronamic/wp-twinfield tests/xml/Dimensions @8d15df8).",
  },
  {
    connector: vismaEaccounting,
    simulation: vismaEaccountingSimulation,
    country: "SE",
    currency: "SEK",
    foreignCurrency: "EUR",
    exchangeRate: 11.5,
    lockedDaysAgo: 720,
    sales: { standard: 25, second: 12 },
    purchases: { standard: 25, second: 12 },
    choose: {
      customer: ({ contactType, addresses }) =>
        contactType === "COMPANY" && JSON.stringify(addresses).includes('"countryCode":"SE"'),
      item: ({ taxRatePercentage }) => taxRatePercentage === 25,
      revenueAccount: ({ number }) => number === "3041",
      expenseAccount: ({ number }) => number === "5410",
    },
    oneLanguage:
      "Names are those of the company, in its own language beside fixed English ones, and no parameter or header selects a language (the vendor's OpenAPI description: TermsOfPaymentApi, UnitApi).",
  },
  { ...german, connector: weclapp, simulation: weclappSimulation },
  {
    ...german,
    connector: xentral,
    simulation: xentralSimulation,
    neverCloses:
      "Kontor changes drafts only, and neither version of the API has periods or a lock date (xentral/api-spec-public openapi @0702471): the books are kept where the documents are exported to.",
    oneLanguage:
      "Names are those that the company's users entered. A language is a property of a record, and no request selects one (xentral/api-spec-public openapi @0702471: parameters of all paths).",
  },
  {
    ...british,
    connector: xero,
    simulation: xeroSimulation,
    lockedDaysAgo: 1600,
    taxCodes: {
      INVOICE: { 20: "OUTPUT2", 5: "RROUTPUT", 0: "ZERORATEDOUTPUT" },
      BILL: { 20: "INPUT2", 5: "RRINPUT", 0: "ZERORATEDINPUT" },
    },
  },
  { ...british, connector: zohoBooks, simulation: zohoBooksSimulation, lockedDaysAgo: 1100 },
];
