/** Seed data: the engine's seed, written through the vendor's rules, with deliberate gaps. */

import { makeSeedData, type SeedData, type SeedParty } from "../engine/seedData.ts";
import { readTables } from "../engine/seeding.ts";
import { day, dayLength, pick, type Row, rows, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { posting } from "./posting.ts";
import { type Book, coded, idFrom, openBook, put, stampOf } from "./resources.ts";
import { create } from "./service.ts";
import { addTrade } from "./trade.ts";

const categories: Readonly<Record<string, string>> = {
  asset: "Assets",
  liability: "Liabilities",
  equity: "Equity",
  revenue: "Income",
  expense: "Expense",
  cost_of_goods_sold: "Cost of Goods Sold",
};
/** Accounts that only documents may post to. */
const indirect = new Set([posting.receivable, posting.payable, posting.inputTax, posting.outputTax]);

/** The seed's chart, each class of numbers between a heading and its total. */
function addAccounts(book: Book, { accounts }: SeedData): void {
  for (const { number, name: displayName, class: kind, type, status } of accounts)
    create(book, "accounts", {
      number,
      displayName,
      category: categories[text(type)] ?? categories[text(kind)] ?? " ",
      subCategory: text(type).replaceAll("_", " "),
      blocked: status !== "active",
      directPosting: !indirect.has(text(number)),
    });
  for (const digit of new Set(accounts.map(({ number }) => text(number).charAt(0)))) {
    create(book, "accounts", { number: digit, displayName: `Klasse ${digit}`, accountType: "Begin-Total" });
    create(book, "accounts", { number: `${digit}00`, displayName: `Konten ${digit}`, accountType: "Heading" });
    create(book, "accounts", { number: `${digit}999`, displayName: `Summe ${digit}`, accountType: "End-Total" });
  }
}

const codes = `unitsOfMeasure: code displayName internationalStandardCode symbol
PCS|Piece|EA; HOUR|Hour|HUR|h; KG|Kilogramm|KGM|kg; M|Meter|MTR|m; DAY|Day
companyInformation: displayName currencyCode
Musterbau GmbH|EUR
taxGroups: code displayName taxType
STANDARD|Standard rate 19 %|VAT; REDUCED|Reduced rate 7 %|VAT; ZERO|Zero rate|VAT; EXEMPT|No VAT|VAT
taxAreas: code displayName taxType
DOMESTIC|Domestic|VAT; EU|Customers and vendors in EU|VAT; EXPORT|Other customers and vendors (not EU)|VAT
paymentTerms: code displayName dueDateCalculation discountDateCalculation discountPercent#
COD|Cash on delivery|0D; 14 DAYS|Net 14 days|14D; 30 DAYS|Net 30 days|30D; 1M(8D)|1 month, 2% in 8 days|1M|8D|2
CM|Current month|CM; 60 DAYS|Net 60 days|60D|10D|1.5
currencies: code displayName symbol amountRoundingPrecision#
USD|US dollar|$|0.01; GBP|Pound sterling|£|0.01; JPY|Japanese yen|¥|1; CHF|Schweizer Franken||0.01
EUR|Euro|€|0.01; NOK|Norsk krone|kr|0.01
dimensions: code displayName
DEPARTMENT|Department; AREA|Area; CAMPAIGN|Kampagne
dimensionValues: dimension code displayName
AREA|NORTH|North; AREA|SOUTH|Süden; AREA|WEST|West; CAMPAIGN|LIGHT|Festival of lights; CAMPAIGN|WINTER|冬のセール
DEPARTMENT|ADM|Verwaltung; DEPARTMENT|PROD|Production; DEPARTMENT|SALES|Sales
DEPARTMENT|LAB|Entwicklung & Labor
bankAccounts: number displayName currencyCode bankAccountNumber iban blocked?
CHECKING|Hausbank|EUR|0000001|DE00000000000000000001; SAVINGS|Savings, USD|USD|99-99-99; B010||EUR; CASH|Barkasse|EUR
GIRO|Girokonto|EUR||DE00 0000 0000 0000 0000 02; OLD|Old account (closed)|EUR|||yes
projects: number displayName
J00001|Festival of lights; J00002|Umbau Werkhalle; J00003|照明の研究; J00004; J00005|Ångström`;

const months = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

function addSetup(book: Book): void {
  for (const [set, { dimension, ...row }] of readTables<string>(codes)) {
    const { id: dimensionId } = dimension === undefined ? {} : coded(book, "dimensions", dimension);
    if ("number" in row) create(book, set, row);
    else put(book, set, { ...row, ...(dimensionId !== undefined && { dimensionId }) });
  }
  const year = new Date(book.now() + 800 * dayLength).getUTCFullYear();
  for (let month = 0; month < 48; month++) {
    const start = new Date(Date.UTC(year - 2, month, 1));
    const named = { startingDate: day(start.getTime()), name: months.format(start) };
    put(book, "accountingPeriods", { ...named, closed: month < 12, newFiscalYear: month % 12 === 0 });
  }
}

const plans = [
  ["Production", "NORDQUELL", "Nordquell Leuchten (erfunden) GmbH", "large"],
  ["Production", "KLEINWERK", "Kleinwerk Übungsfirma UG", "small"],
  ["Sandbox", "NORDQUELL", "Nordquell Test (erfunden)", "small"],
  ["Sandbox", "SPIELWIESE", "Spielwiese Nirgendwo e.K.", "small"],
] as const;

export const environments = [...new Set(plans.map(([environment]) => environment))];

/** The public fields of a company; only the path names its environment. */
export const openBooks = ({ now }: World): readonly Book[] =>
  plans.map(([environment, name, displayName, size]) => {
    const seedName = `${environment}/${name}`;
    const someone = idFrom("somebody");
    const founded = stampOf(now() - 900 * dayLength);
    const facts = {
      environment,
      id: idFrom(seedName),
      systemVersion: "28.0.51685.0",
      timestamp: 50_516,
      name,
      displayName,
      businessProfileId: "",
      systemCreatedAt: founded,
      systemCreatedBy: someone,
      systemModifiedAt: founded,
      systemModifiedBy: someone,
    };
    const book = openBook(facts, now);
    // Enough drafts of credit memos for one to be deleted.
    const scale = { creditNotes: [12, { open: 2, partlyPaid: 1, draft: 3, voided: 1 }] } as const;
    const seed = makeSeedData({ name: seedName, now: now(), size, scale });
    book.past(now() - 800 * dayLength, () => {
      addAccounts(book, seed);
      addSetup(book);
    });
    addMasters(book, seed);
    addTrade(book, seed);
    return book;
  });

/** Each record a little later than the one before. */
function daily<Each>(book: Book, list: readonly Each[], add: (each: Each, index: number) => void): void {
  for (const [index, each] of list.entries())
    book.past(book.now() - (700 - index * 0.1) * dayLength, () => add(each, index));
}

const idOf = (book: Book, set: string, code: string) => coded(book, set, code)["id"];

/** Shared by customers and vendors. Every seventh has as few fields as possible. */
function partner(
  book: Book,
  { id, name, currency: currencyCode, address, vatId, record }: SeedParty,
  index: number,
): Row {
  const terms = pick(["30 DAYS", "14 DAYS", "1M(8D)", "CM", "60 DAYS", "COD"], index);
  const { address_line1: addressLine1, city, country_code: country, postal_code: postalCode } = address;
  const known = {
    addressLine1,
    addressLine2: address["address_line2"] ?? "",
    city,
    country,
    postalCode,
    state: index % 5 === 1 ? "NW" : "",
    phoneNumber: text(rows(record["phone_numbers"])[0]?.["number"]),
    email: index % 5 === 4 ? "" : `info@${id}.example`,
    paymentTermsId: idOf(book, "paymentTerms", terms),
    website: index % 4 === 0 ? `https://${id}.example` : "",
    taxRegistrationNumber: vatId,
  };
  const displayName = index % 23 === 4 ? `Ünïcode "Quotes" & <Tags> O'${name}` : name;
  return { displayName, currencyCode, ...(index % 7 !== 6 && known) };
}

const areas = { domestic: "DOMESTIC", union: "EU", abroad: "EXPORT" };

function addMasters(book: Book, { customers, suppliers, items }: SeedData): void {
  daily(book, customers, (party, index) => {
    create(book, "customers", {
      number: String(party.account - 1),
      type: index % 6 === 5 ? "Person" : "Company",
      ...partner(book, party, index),
      taxAreaId: idOf(book, "taxAreas", areas[party.region]),
      ...(index % 5 === 0 && { creditLimit: 25_000.5 }),
      // The last one has no documents.
      ...(index === customers.length - 1 && { blocked: "All" }),
    });
  });
  daily(book, suppliers, (party, index) => {
    const blocked = index === suppliers.length - 1 ? "Payment" : "";
    create(book, "vendors", { number: `V${party.account}`, ...partner(book, party, index + 3), blocked });
  });
  daily(book, [...customers, ...suppliers], (party, index) => addContacts(book, party, index));
  daily(book, items, (item, index) => {
    const tax = index % 13 === 12 ? "ZERO" : item.sales.percentage === "7" ? "REDUCED" : "STANDARD";
    const row = create(book, "items", {
      number: item.number,
      displayName: item.name,
      blocked: index === 8,
      priceIncludesTax: index % 12 === 11,
      type: item.isService ? "Service" : index % 8 === 5 ? "Non-Inventory" : "Inventory",
      unitPrice: item.salesPrice.toNumber(),
      unitCost: item.purchasePrice.toNumber(),
      taxGroupCode: tax,
      baseUnitOfMeasureCode: { hour: "HOUR", day: "DAY", kilogram: "KG", metre: "M" }[item.unit] ?? "PCS",
    });
    row["inventory"] = item.isService ? 0 : (index * 37) % 400;
  });
}

/** Trading partners, then their people; some people have no company. */
function addContacts(book: Book, { name, role, record, address, vatId }: SeedParty, index: number): void {
  const [person] = rows(record["contact_persons"]);
  const companyNumber = `CT${100_000 + index}`;
  const contactBusinessRelation = index % 5 === 4 ? "None" : role === "customer" ? "Customer" : "Vendor";
  const add = (number: string, displayName: string, more: Row) =>
    create(book, "contacts", { number, displayName, contactBusinessRelation, companyNumber, ...more });
  add(companyNumber, name, {
    type: "Company",
    city: address["city"] ?? "",
    country: address["country_code"] ?? "",
    taxRegistrationNumber: vatId,
    website: index % 8 === 0 ? "https://people.example" : "",
  });
  if (person === undefined || index > 60) return;
  const known = {
    addressLine1: `Ecke ${index}`,
    addressLine2: index % 4 === 1 ? "2. Stock" : "",
    city: "Nirgendstadt",
    state: index % 6 === 1 ? "NW" : "",
    country: "DE",
    postalCode: String(20_000 + index),
    phoneNumber: `+49 000 ${7000 + index}`,
    email: `contact${index}@people.example`,
    mobilePhoneNumber: index % 2 === 0 ? `+49 111 ${index}` : "",
  };
  const isNobodys = index % 8 === 4 && { companyNumber: "" };
  const row = add(`CT${200_000 + index}`, `${text(person["first_name"])} ${text(person["last_name"])}`, {
    type: "Person",
    ...isNobodys,
    ...(index % 7 !== 6 && known),
  });
  row["companyName"] = isNobodys ? "" : name;
}
