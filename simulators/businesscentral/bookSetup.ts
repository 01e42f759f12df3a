/** Chart of accounts, terms, taxes, currencies, dimensions and periods of an invented company. */

import { worth } from "./posting.ts";
import { dateOf, type Plan } from "./season.ts";
import { encoded, noGuid, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";

/** number | name | category | subcategory | type | marks: d = no direct posting, b = blocked. */
const chart = `
10000|Assets|Assets||Begin-Total|
10100|Bank, checking|Assets|Cash|Posting|
10200|Bank, savings USD|Assets|Cash|Posting|
10300|Petty cash|Assets|Cash|Posting|
10400|Money in transit|Assets|Cash|Posting|
11000|Receivables|Assets||Heading|
11200|Trade receivables|Assets|Accounts Receivable|Posting|d
11300|Other receivables|Assets|Accounts Receivable|Posting|
11700|Input VAT|Assets|Accounts Receivable|Posting|d
12000|Prepaid expenses|Assets|Prepaid Expenses|Posting|
13000|Inventory|Assets|Inventory|Posting|d
14000|Machinery|Assets|Equipment|Posting|
14100|Accumulated depreciation, machinery|Assets|Accumulated Depreciation|Posting|
14200|Office equipment|Assets|Equipment|Posting|
14900|Old workshop (closed)|Assets|Equipment|Posting|b
19999|Total assets|Assets||End-Total|
20000|Liabilities|Liabilities||Begin-Total|
20100|Trade payables|Liabilities|Current Liabilities|Posting|d
20200|Accrued expenses|Liabilities|Current Liabilities|Posting|
21100|Output VAT|Liabilities|Payroll Liabilities|Posting|d
21200|VAT settlement|Liabilities|Current Liabilities|Posting|
22000|Payroll payable|Liabilities|Payroll Liabilities|Posting|
23000|Bank loan|Liabilities|Long Term Liabilities|Posting|
29999|Total liabilities|Liabilities||End-Total|
30000|Equity|Equity||Begin-Total|
30100|Share capital|Equity|Common Stock|Posting|
30200|Retained earnings|Equity|Retained Earnings|Posting|
30300|Owner's drawings|Equity|Distributions to Shareholders|Posting|
39999|Total equity|Equity||End-Total|
40000|Income|Income||Begin-Total|
40100|Sales of lamps|Income|Income, Product Sales|Posting|
40200|Sales of services|Income|Income, Services|Posting|
40300|Sales abroad|Income|Income, Product Sales|Posting|
40900|Discounts granted|Income|Sales Discounts|Posting|
49999|Total income|Income||End-Total|
50000|Cost of goods sold|Cost of Goods Sold||Begin-Total|
50100|Purchases|Cost of Goods Sold|Materials|Posting|
50200|Freight in|Cost of Goods Sold|Materials|Posting|
59999|Total cost of goods|Cost of Goods Sold||End-Total|
60000|Expenses|Expense||Begin-Total|
60100|Rent|Expense|Rent Expense|Posting|
60200|Electricity|Expense|Utilities Expense|Posting|
60300|Wages|Expense|Payroll Expense|Posting|
60400|Travel|Expense|Other Income & Expenses|Posting|
60500|Advertising|Expense|Advertising Expense|Posting|
60600|Insurance|Expense|Insurance Expense|Posting|
60700|Depreciation|Expense|Other Income & Expenses|Posting|
60800|Bank charges|Expense|Interest Expense|Posting|
60900|Bücher und Zeitschriften|Expense|Other Income & Expenses|Posting|
69999|Total expenses|Expense||End-Total|
90000|Statistics, hours||  |Posting|`;

export function seedSetup(book: Book, plan: Plan, today: number): void {
  for (const line of chart.trim().split("\n")) {
    const [number = "", displayName = "", category = "", subCategory = "", type = "", marks = ""] = line.split("|");
    book.create("accounts", {
      ...{ number, displayName, category: encoded(category || " "), subCategory: subCategory.trim() },
      ...{ accountType: encoded(type), blocked: marks.includes("b") },
      directPosting: type === "Posting" && !marks.includes("d"),
      ...(number === "10200" ? { consolidationDebitAccount: "1020", consolidationCreditAccount: "1021" } : {}),
      ...(number === "10300" ? { consolidationTranslationMethod: "Average Rate", excludeFromConsolidation: true } : {}),
    });
  }
  seedCodes(book);
  seedPeriods(book, plan, today);
}

/** set, then code | name | further properties in their order. */
const codes: Readonly<Record<string, readonly [fields: string, rows: string]>> = {
  unitsOfMeasure: [
    "internationalStandardCode symbol",
    "PCS|Piece|EA|;HOUR|Hour|HUR|h;KG|Kilogramm|KGM|kg;BOX|Box|BX|;M|Meter|MTR|m;SET|Set|SET|;DAY|Day||",
  ],
  taxGroups: ["", "STANDARD|Standard rate 19 %;REDUCED|Reduced rate 7 %;ZERO|Zero rate;EXEMPT|No VAT"],
  taxAreas: [
    "",
    "DOMESTIC|Domestic customers and vendors;EU|Customers and vendors in EU;EXPORT|Other customers and vendors (not EU)",
  ],
  paymentTerms: [
    "dueDateCalculation discountDateCalculation discountPercent calculateDiscountOnCreditMemos",
    "COD|Cash on delivery|0D|;14 DAYS|Net 14 days|14D|;30 DAYS|Net 30 days|30D|;1M(8D)|1 month, 2% in 8 days|1M|8D|2|true;CM|Current month|CM|;60 DAYS|Net 60 days|60D|10D|1.5",
  ],
  paymentMethods: ["", "BANK|Bank transfer;CASH|Cash;CARD|Card;CHECK|Check payment;DD|Lastschrift;PAYPAL|Wallet"],
  shipmentMethods: ["", "CIF|Cost, insurance and freight;EXW|Ex works;PICKUP|Abholung"],
  itemCategories: ["", "LAMP|Lamps;PART|Spare parts;SERVICE|Services;SHADE|Lampenschirme"],
  countriesRegions: [
    "",
    "DE|Germany;AT|Austria;CH|Switzerland;US|United States;GB|United Kingdom;JP|Japan;FR|France;PL|Poland",
  ],
  currencies: [
    "symbol amountDecimalPlaces amountRoundingPrecision",
    "USD|US dollar|$|2:2|0.01;GBP|Pound sterling|£|2:2|0.01;JPY|Japanese yen|¥|0:0|1;CHF|Schweizer Franken||2:2|0.01;EUR|Euro|€|2:2|0.01;PLN|Złoty|zł|2:2|0.01",
  ],
  dimensions: ["consolidationCode", "DEPARTMENT|Department|DEP;AREA|Area|;CAMPAIGN|Kampagne|"],
};

const values: Readonly<Record<string, string>> = {
  DEPARTMENT: "ADM|Verwaltung|A;PROD|Production|P;SALES|Sales|;LAB|Entwicklung & Labor|",
  AREA: "NORTH|North|;SOUTH|Süden|;WEST|West|W",
  CAMPAIGN: "LIGHT|Festival of lights|;WINTER|冬のセール|",
};

function seedCodes(book: Book): void {
  for (const [set, [fields, rows]] of Object.entries(codes))
    for (const row of rows.split(";")) {
      const [code = "", displayName = "", ...rest] = row.split("|");
      const more: Row = {};
      fields.split(" ").forEach((field, index) => {
        const value = rest[index];
        if (value === undefined || value === "") return;
        more[field] = value === "true" ? true : /Percent|Precision/.test(field) ? Number(value) : value;
      });
      book.create(set, { code, displayName, ...more, ...(set.startsWith("tax") ? { taxType: "VAT" } : {}) });
    }
  for (const dimension of book.set("dimensions").all())
    for (const row of (values[text(dimension, "code")] ?? "").split(";")) {
      const [code = "", displayName = "", consolidationCode = ""] = row.split("|");
      book.create("dimensionValues", { code, displayName, consolidationCode, dimensionId: text(dimension, "id") });
    }
}

function seedPeriods(book: Book, plan: Plan, today: number): void {
  const year = new Date(today).getUTCFullYear();
  for (let month = 0; month < 48; month++) {
    const start = new Date(Date.UTC(year - 2, month, 1));
    book.create("accountingPeriods", {
      ...{
        startingDate: dateOf(start.getTime()),
        name: start.toLocaleString("en-US", { month: "long", timeZone: "UTC" }),
      },
      ...{ newFiscalYear: month % 12 === 0, closed: month < 12, dateLocked: month < 12 },
    });
  }
  book.create("generalLedgerSetup", {
    ...{ allowPostingFrom: `${year - 2}-01-01`, allowPostingTo: `${year + 1}-12-31`, localCurrencyCode: "EUR" },
    ...{ localCurrencySymbol: "€", additionalReportingCurrency: plan.additionalCurrency },
    ...{ shortcutDimension1Code: "DEPARTMENT", shortcutDimension2Code: "AREA" },
  });
  for (const [code, rate] of Object.entries(worth))
    if (code !== "EUR")
      book.create("currencyExchangeRates", {
        ...{ currencyCode: code, startingDate: `${year - 2}-01-01`, exchangeRateAmount: 1 },
        ...{ relationalCurrencyCode: "EUR", relationalExchangeRateAmount: Number(rate) },
      });
  book.create("companyInformation", {
    ...{ displayName: plan.displayName, addressLine1: "Laternenweg 7", city: "Nirgendstadt", state: "", country: "DE" },
    ...{
      postalCode: "00001",
      phoneNumber: "+49 000 1234567",
      email: "buchhaltung@nordquell.example",
      experience: "Premium",
    },
    ...{
      website: "https://nordquell.example",
      faxNumber: "+49 000 7654321",
      taxRegistrationNumber: "DE000000001",
      currencyCode: "EUR",
      industry: "Lamps",
    },
    currentFiscalYearStartDate: `${year}-01-01`,
  });
  const [savings = {}] = [book.set("currencies").find("code", "USD")];
  const banks = [
    {
      number: "CHECKING",
      displayName: "Hausbank Nirgendstadt",
      iban: "DE00000000000000000001",
      bankAccountNumber: "0000001",
    },
    {
      number: "SAVINGS",
      displayName: "Savings, USD",
      currencyCode: "USD",
      currencyId: text(savings, "id"),
      bankAccountNumber: "99-99-99",
    },
    { number: "GIRO", displayName: "Girokonto", iban: "DE00 0000 0000 0000 0000 02", intercompanyEnabled: true },
    { number: "B010", displayName: "" },
    { number: "OLD", displayName: "Old account (closed)", blocked: true },
    { number: "WALLET", displayName: "Wallet" },
    { number: "CASH", displayName: "Barkasse" },
  ];
  for (const bank of banks) book.create("bankAccounts", { currencyCode: "EUR", currencyId: noGuid, ...bank });
}
