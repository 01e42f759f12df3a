/** The invented companies: the engine's story, written through the vendor's own rules, with gaps on purpose. */
import { encoded, noGuid } from "../engine/entities.ts";
import { readTables } from "../engine/seeding.ts";
import { type Story, type StoryParty, tellStory } from "../engine/story.ts";
import { day, dayLength, pick, type Row, rows, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { type Book, coded, idFrom, openBook, put, stampOf } from "./book.ts";
import { posting, worth } from "./posting.ts";
import { addTrade } from "./trade.ts";

const categories: Readonly<Record<string, string>> = {
  ...{ asset: "Assets", liability: "Liabilities", equity: "Equity", revenue: "Income", expense: "Expense" },
  cost_of_goods_sold: "Cost of Goods Sold",
};
/** Those that only documents may move. */
const indirect = new Set([posting.receivable, posting.payable, posting.inputTax, posting.outputTax]);

/** The story's chart, each class of numbers between a heading and its total. */
function addAccounts(book: Book, { accounts }: Story): void {
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

function addSetup(book: Book, additionalReportingCurrency: string, year: number): void {
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

const plans = [
  ["Production", "NORDQUELL", "Nordquell Leuchten (erfunden) GmbH", "large", "USD"],
  ["Production", "KLEINWERK", "Kleinwerk Übungsfirma UG", "small", ""],
  ["Sandbox", "NORDQUELL", "Nordquell Test (erfunden)", "small", ""],
  ["Sandbox", "SPIELWIESE", "Spielwiese Nirgendwo e.K.", "small", "CHF"],
] as const;

export const environments = [...new Set(plans.map(([environment]) => environment))];

/** What the vendor lists is what the world may see; in which environment a company is, only its address tells. */
export const openBooks = ({ now }: World): readonly Book[] =>
  plans.map(([environment, name, displayName, size, additionalCurrency]) => {
    const [seed, someone] = [`${environment}/${name}`, idFrom("somebody")];
    const founded = stampOf(now() - 900 * dayLength);
    const facts = {
      ...{ environment, id: idFrom(seed), systemVersion: "28.0.51685.0", timestamp: 50_516, name, displayName },
      ...{ businessProfileId: "", systemCreatedAt: founded, systemCreatedBy: someone, systemModifiedAt: founded },
      systemModifiedBy: someone,
    };
    const book = openBook(facts, now);
    // Enough drafts of credit memos for one to be deleted.
    const scale = { creditNotes: [12, { open: 2, partlyPaid: 1, draft: 3, voided: 1 }] } as const;
    const story = tellStory({ name: seed, now: now(), size, scale });
    book.past(now() - 800 * dayLength, () => {
      addAccounts(book, story);
      addSetup(book, additionalCurrency, new Date(now()).getUTCFullYear());
    });
    addMasters(book, story);
    addTrade(book, story);
    return book;
  });

/** Each a little later than the one before. */
function daily<Each>(book: Book, list: readonly Each[], add: (each: Each, index: number) => void): void {
  for (const [index, each] of list.entries())
    book.past(book.now() - (700 - index * 0.1) * dayLength, () => add(each, index));
}

const idOf = (book: Book, set: string, code: string) => coded(book, set, code)["id"] ?? noGuid;

/** What customers and vendors have in common. Each seventh says as little as it may. */
function partner(book: Book, { id, name, currency, address, vatId, record }: StoryParty, index: number): Row {
  const phone = text(rows(record["phone_numbers"])[0]?.["number"]);
  const terms = pick(["30 DAYS", "14 DAYS", "1M(8D)", "CM", "60 DAYS", "COD"], index);
  const { address_line1: addressLine1, city, country_code: country, postal_code: postalCode } = address;
  const known = {
    ...{ addressLine1, addressLine2: address["address_line2"] ?? "", city, country, postalCode },
    ...{ state: index % 5 === 1 ? "NW" : "", phoneNumber: phone, email: index % 5 === 4 ? "" : `info@${id}.example` },
    ...{ website: index % 4 === 0 ? `https://${id}.example` : "", taxRegistrationNumber: vatId ?? "" },
    ...{ currencyCode: currency, ...(currency !== "EUR" && { currencyId: idOf(book, "currencies", currency) }) },
    paymentTermsId: idOf(book, "paymentTerms", terms),
  };
  return {
    ...{ displayName: index % 23 === 4 ? `Ünïcode "Quotes" & <Tags> O'${name}` : name, taxLiable: index % 2 === 0 },
    ...(index % 7 === 6
      ? { currencyCode: currency, ...(currency !== "EUR" && { currencyId: known.currencyId }) }
      : known),
    ...(index % 3 === 0 && { paymentMethodId: idOf(book, "paymentMethods", index % 2 === 0 ? "BANK" : "CARD") }),
  };
}

const areas = { domestic: "DOMESTIC", union: "EU", abroad: "EXPORT" };

function addMasters(book: Book, { customers, suppliers, items }: Story): void {
  daily(book, customers, (party, index) => {
    const area = coded(book, "taxAreas", areas[party.region]);
    put(book, "customers", {
      ...{ number: String(party.account - 1), type: index % 6 === 5 ? "Person" : "Company" },
      ...partner(book, party, index),
      ...(index % 3 === 0 && { salespersonCode: "JO" }),
      ...(index % 5 === 0 && { creditLimit: 25_000.5 }),
      ...{ taxAreaId: area["id"], taxAreaDisplayName: area["displayName"] },
      ...(index % 2 === 0 && { shipmentMethodId: idOf(book, "shipmentMethods", "EXW") }),
      // Nothing is traded with the last one.
      ...(index === customers.length - 1 && { blocked: "All" }),
    });
  });
  daily(book, suppliers, (party, index) => {
    put(book, "vendors", {
      ...{ number: `V${party.account}`, ...partner(book, party, index + 3) },
      ...{ irs1099Code: index % 10 === 3 ? "MISC-07" : "" },
      ...(index === suppliers.length - 1 && { blocked: "Payment" }),
    });
  });
  daily(book, [...customers, ...suppliers], addContacts(book));
  daily(book, items, (item, index) => {
    const category = item.isService ? "SERVICE" : pick(["GOODS", "", "PART"], index);
    const unit = { hour: "HOUR", day: "DAY", kilogram: "KG", metre: "M" }[item.unit] ?? "PCS";
    const tax = index % 13 === 12 ? "ZERO" : item.sales.percentage === "7" ? "REDUCED" : "STANDARD";
    put(book, "items", {
      ...{ number: item.number, displayName: item.name, displayName2: index % 6 === 2 ? "(second line)" : "" },
      type: encoded(item.isService ? "Service" : index % 8 === 5 ? "Non-Inventory" : "Inventory"),
      ...(category !== "" && { itemCategoryCode: category, itemCategoryId: idOf(book, "itemCategories", category) }),
      ...{ gtin: index % 3 === 0 ? `40000000${10_000 + index}` : "", priceIncludesTax: index % 12 === 11 },
      ...{ inventory: item.isService ? 0 : (index * 37) % 400, blocked: index === 8 },
      ...{ unitPrice: item.salesPrice.toNumber(), unitCost: item.purchasePrice.toNumber() },
      ...{ taxGroupCode: tax, taxGroupId: idOf(book, "taxGroups", tax) },
      ...{ baseUnitOfMeasureCode: unit, baseUnitOfMeasureId: idOf(book, "unitsOfMeasure", unit) },
      generalProductPostingGroupCode: item.isService ? "SERVICES" : "RETAIL",
      inventoryPostingGroupCode: item.isService ? "" : "RESALE",
    });
  });
}

/** The companies that are traded with, then their people; some are nobody's. */
const addContacts =
  (book: Book) =>
  ({ name, role, record, address, vatId }: StoryParty, index: number): void => {
    const [person] = rows(record["contact_persons"]);
    const companyNumber = `CT${100_000 + index}`;
    const relation = index % 5 === 4 ? "None" : role === "customer" ? "Customer" : "Vendor";
    const add = (number: string, displayName: string, more: Row) =>
      put(book, "contacts", {
        ...{ number, displayName, searchName: displayName.toUpperCase(), contactBusinessRelation: relation },
        ...{ companyNumber, companyName: name, privacyBlocked: index % 17 === 5, ...more },
      });
    add(companyNumber, name, {
      ...{ type: "Company", city: address["city"] ?? "", country: address["country_code"] ?? "" },
      ...{ taxRegistrationNumber: vatId ?? "", website: index % 8 === 0 ? "https://people.example" : "" },
    });
    if (person === undefined || index > 60) return;
    add(`CT${200_000 + index}`, `${text(person["first_name"])} ${text(person["last_name"])}`, {
      ...{ type: "Person", jobTitle: index % 2 === 0 ? "Head of Nothing" : "" },
      ...(index % 8 === 4 && { companyNumber: "", companyName: "" }),
      ...(index % 7 !== 6 && {
        ...{ addressLine1: `Ecke ${index}`, addressLine2: index % 4 === 1 ? "2. Stock" : "", city: "Nirgendstadt" },
        ...{ state: index % 6 === 1 ? "NW" : "", country: "DE", postalCode: String(20_000 + index) },
        ...{ phoneNumber: `+49 000 ${7000 + index}`, email: `contact${index}@people.example` },
        ...{ mobilePhoneNumber: index % 2 === 0 ? `+49 111 ${index}` : "" },
        ...(index % 5 === 0 && { lastInteractionDate: "2025-02-03" }),
      }),
    });
  };
