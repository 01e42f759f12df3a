/** Chart of accounts, terms, taxes, currencies, dimensions and periods of an invented company. */
import { encoded } from "../engine/entities.ts";
import { readTables } from "../engine/seeding.ts";
import type { Story } from "../engine/story.ts";
import { day, text } from "../engine/values.ts";
import { type Book, coded, put } from "./book.ts";
import { posting, worth } from "./posting.ts";

const categories: Readonly<Record<string, string>> = {
  ...{ asset: "Assets", liability: "Liabilities", equity: "Equity", revenue: "Income", expense: "Expense" },
  cost_of_goods_sold: "Cost of Goods Sold",
};
/** Those that only documents may move. */
const indirect = new Set([posting.receivable, posting.payable, posting.inputTax, posting.outputTax]);

/** The story's chart, each class of numbers between a heading and its total. */
export function addAccounts(book: Book, { accounts }: Story): void {
  for (const [index, { number, name: displayName, class: kind, type, status }] of accounts.entries())
    put(book, "accounts", {
      ...{ number, displayName, category: encoded(categories[text(type)] ?? categories[text(kind)] ?? " ") },
      ...{ subCategory: text(type).replaceAll("_", " "), blocked: status !== "active" },
      directPosting: !indirect.has(text(number)),
      ...(index === 1 && { consolidationDebitAccount: "1020", consolidationCreditAccount: "1021" }),
      ...(index === 2 && { consolidationTranslationMethod: "Average Rate", excludeFromConsolidation: true }),
    });
  for (const digit of new Set(accounts.map(({ number }) => text(number).charAt(0)))) {
    put(book, "accounts", { number: digit, displayName: `Klasse ${digit}`, accountType: encoded("Begin-Total") });
    put(book, "accounts", { number: `${digit}00`, displayName: `Konten ${digit}`, accountType: "Heading" });
    put(book, "accounts", { number: `${digit}999`, displayName: `Summe ${digit}`, accountType: encoded("End-Total") });
  }
}

const codes = `unitsOfMeasure: code displayName internationalStandardCode symbol
PCS|Piece|EA; HOUR|Hour|HUR|h; KG|Kilogramm|KGM|kg; M|Meter|MTR|m; DAY|Day
taxGroups: code displayName taxType
STANDARD|Standard rate 19 %|VAT; REDUCED|Reduced rate 7 %|VAT; ZERO|Zero rate|VAT; EXEMPT|No VAT|VAT
taxAreas: code displayName taxType
DOMESTIC|Domestic|VAT; EU|Customers and vendors in EU|VAT; EXPORT|Other customers and vendors (not EU)|VAT
paymentTerms: code displayName dueDateCalculation discountDateCalculation discountPercent# calculateDiscountOnCreditMemos?
COD|Cash on delivery|0D; 14 DAYS|Net 14 days|14D; 30 DAYS|Net 30 days|30D; 1M(8D)|1 month, 2% in 8 days|1M|8D|2|yes
CM|Current month|CM; 60 DAYS|Net 60 days|60D|10D|1.5
paymentMethods: code displayName
BANK|Bank transfer; CASH|Cash; CARD|Card; CHECK|Check payment; DD|Lastschrift; PAYPAL|Wallet
shipmentMethods: code displayName
CIF|Cost, insurance and freight; EXW|Ex works; PICKUP|Abholung
itemCategories: code displayName
GOODS|Goods; PART|Spare parts; SERVICE|Services
countriesRegions: code displayName
DE|Germany; AT|Austria; CH|Switzerland; US|United States; GB|United Kingdom; JP|Japan; FR|France; NO|Norway
currencies: code displayName symbol amountDecimalPlaces amountRoundingPrecision#
USD|US dollar|$|2:2|0.01; GBP|Pound sterling|£|2:2|0.01; JPY|Japanese yen|¥|0:0|1; CHF|Schweizer Franken||2:2|0.01
EUR|Euro|€|2:2|0.01; NOK|Norsk krone|kr|2:2|0.01
dimensions: code displayName consolidationCode
DEPARTMENT|Department|DEP; AREA|Area; CAMPAIGN|Kampagne
dimensionValues: dimension code displayName consolidationCode
AREA|NORTH|North; AREA|SOUTH|Süden; AREA|WEST|West|W; CAMPAIGN|LIGHT|Festival of lights; CAMPAIGN|WINTER|冬のセール
DEPARTMENT|ADM|Verwaltung|A; DEPARTMENT|PROD|Production|P; DEPARTMENT|SALES|Sales
DEPARTMENT|LAB|Entwicklung & Labor`;

function addCodes(book: Book): void {
  for (const [set, { dimension, ...row }] of readTables<string>(codes)) {
    const { id: dimensionId } = dimension === undefined ? {} : coded(book, "dimensions", dimension);
    put(book, set, { ...row, ...(dimensionId !== undefined && { dimensionId }) });
  }
}

const months = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

export function addSetup(book: Book, additionalReportingCurrency: string, year: number): void {
  addCodes(book);
  for (let month = 0; month < 48; month++) {
    const start = new Date(Date.UTC(year - 2, month, 1));
    const name = months.format(start);
    const isClosed = { closed: month < 12, dateLocked: month < 12 };
    const startingDate = day(start.getTime());
    put(book, "accountingPeriods", { startingDate, name, newFiscalYear: month % 12 === 0, ...isClosed });
  }
  put(book, "generalLedgerSetup", {
    ...{ allowPostingFrom: `${year - 2}-01-01`, allowPostingTo: `${year + 1}-12-31`, localCurrencyCode: "EUR" },
    ...{ localCurrencySymbol: "€", additionalReportingCurrency },
    ...{ shortcutDimension1Code: "DEPARTMENT", shortcutDimension2Code: "AREA" },
  });
  for (const [currencyCode, rate] of Object.entries(worth))
    put(book, "currencyExchangeRates", {
      ...{ currencyCode, startingDate: `${year - 2}-01-01`, exchangeRateAmount: 1, relationalCurrencyCode: "EUR" },
      relationalExchangeRateAmount: Number(rate),
    });
  put(book, "companyInformation", {
    ...{ displayName: book.facts["displayName"], addressLine1: "Laternenweg 7", city: "Nirgendstadt", country: "DE" },
    ...{ postalCode: "00001", phoneNumber: "+49 000 1234567", faxNumber: "+49 000 7654321", industry: "Lamps" },
    ...{ email: "buchhaltung@nordquell.example", website: "https://nordquell.example", experience: "Premium" },
    ...{ taxRegistrationNumber: "DE000000001", currencyCode: "EUR", currentFiscalYearStartDate: `${year}-01-01` },
  });
  const currencyId = coded(book, "currencies", "USD")["id"];
  for (const bank of [
    { number: "CHECKING", displayName: "Hausbank", iban: "DE00000000000000000001", bankAccountNumber: "0000001" },
    { number: "SAVINGS", displayName: "Savings, USD", currencyCode: "USD", currencyId, bankAccountNumber: "99-99-99" },
    { number: "GIRO", displayName: "Girokonto", iban: "DE00 0000 0000 0000 0000 02", intercompanyEnabled: true },
    { number: "B010", displayName: "" },
    { number: "OLD", displayName: "Old account (closed)", blocked: true },
    { number: "CASH", displayName: "Barkasse" },
  ])
    put(book, "bankAccounts", { currencyCode: "EUR", ...bank });
  for (const [index, displayName] of ["Festival of lights", "Umbau Werkhalle", "照明の研究", "", "Ångström"].entries())
    put(book, "projects", { number: `J0000${index + 1}`, displayName });
}
