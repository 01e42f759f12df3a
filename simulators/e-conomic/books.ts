/** The seed data: an invented agreement with three accounting years, the first one eighteen months long, and awkward data. */
import { daily, namesOf, nth, readTables, times } from "../engine/seeding.ts";
import { openCompany } from "../engine/tables.ts";
import { dayLater, dayLength, filled, only, pick, type Row, row, rows, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { bookEntry, bookInvoice, makeDocument, nextVoucher, post, recipientFields, yearOf } from "./rules.ts";
import { type Books, modelOf, type Name, names } from "./shapes.ts";

export function openBooks(world: World): Books[] {
  const company = openCompany<Name>({
    id: "4711001",
    facts: { name: "Blåræven Snedkeri ApS" },
    tables: names,
    now: () => world.now(),
    newId: () => "",
    key: (table) => (table === "values" ? ["dimensionNumber", "key"] : modelOf(table).key),
    stamp: (row, at, table) => {
      // Other tables have no time of change.
      if (!modelOf(table).fields.includes("lastUpdated") && table !== "webhooks") return;
      row["lastUpdated"] = `${new Date(at).toISOString().slice(0, 19)}Z`;
      if (table !== "customers" && table !== "products") row["version"] = text(Number(row["version"] ?? 0) + 1);
    },
    // The vendor's timestamps have seconds, so the next one is in a later second.
    stampOf: ({ lastUpdated }) => (lastUpdated === undefined ? undefined : Date.parse(text(lastUpdated)) + 999),
  });
  company.past(company.now() - 600 * dayLength, () => {
    seedMasterData(company);
    times(112, (index) => makeTrader(company, "customer", index));
    times(14, (index) => makeTrader(company, "supplier", index));
    times(14, (index) => makeProduct(company, index));
    buy(company, 33, `${new Date(world.now()).getUTCFullYear()}-01-02`);
  });
  daily(company, [66, 9], (index, date) => sell(company, index, date));
  daily(company, [32, 18], (index, date) => buy(company, index, date));
  daily(company, [14, 40], (index, date) => bookByHand(company, index, date));
  daily(company, [24, 6], (index, date) => offer(company, index, date));
  return [company];
}

/** Master data that the company starts with. */
const masterData = `
accounts: number# name type# isCredit? vatCode note currency totalFromAccountNumber# isBarred? isBlockedForDirectEntries?
1000|RESULTATOPGØRELSE|4; 1010|Salg af varer m/moms|1|yes|U25; 1012|Salg af varer EU|1|yes; 1310|Varekøb|1|no|I25|Til videresalg
1990|Dækningsbidrag i alt|3|||||1000; 3410|Husleje|1|no; 3600|Gebyrer|1|no|||||yes; 4395|Kursgevinst|1|yes
5600|Debitorer|2|no||||||yes; 5820|Bank|2|no|||DKK; 6100|Egenkapital|2|yes; 6800|Kreditorer|2|yes||||||yes
6902|Salgsmoms|2|yes; 6903|Købsmoms|2|no
terms: paymentTermsNumber# name paymentTermsType daysOfCredit# description
1|Netto 14 dage|net|14; 2|Lb. md. 30 dage|invoiceMonth|30|Fra månedens udgang; 3|Kontant|paidInCash; 4|Forfaldsdato|dueDate
vatTypes: vatTypeNumber# name = 1|Salgsmoms; 2|Købsmoms; 3|Moms af varekøb i udlandet
vatAccounts: vatCode name ratePercentage# vatType# account#
I25|Indgående moms|25|2|6903; U25|Udgående moms|25|1|6902; REP|Repræsentation|6.25|2|6903; IVEU|EU moms|0|3|6903
units: unitNumber# name = 1|stk.; 2|time(r); 3|kg; 4|palle
departments: departmentNumber# name barred? = 1|Salg; 2|Værksted; 3|Lager|yes
dimensions: number# name active? = 3|Region|yes
values: dimensionNumber# key# name active? = 3|1|Jylland|yes; 3|2|Fyn|no; 3|3|Sjælland|yes
journals: journalNumber# name = 1|Daglig; 2|Bank; 3|Løn
layouts: layoutNumber# name = 19|Dansk std.; 20|English std.
customerGroups: customerGroupNumber# name account# = 1|Indenlandske|5600; 2|Udenlandske|5600
supplierGroups: number# name accountNumber# = 1|Indenlandske|6800; 2|Udenlandske|6800
vatZones: vatZoneNumber# name enabledForCustomer? enabledForSupplier? = 1|Domestic|yes|yes; 2|EU|yes|yes
productGroups: productGroupNumber# name inventoryEnabled? = 1|Varer m/moms|no; 2|Lagervarer|yes; 3|Varer u/moms|no
projectGroups: number# name type# = 1|Snedkerarbejde|1
projects: number# name projectGroupNumber# customerNumber# description otherReference isClosed? closedDate mainProjectNumber#
60001|Køkken 1|1|101|Nyt køkken 0|K-0|no; 60002|Køkken 2|1|102|Nyt køkken 1|K-1|no||60001; 60004|Køkken 4|1||||no
60003|Køkken 3|1|103|Nyt køkken 2|K-2|yes|2026-03-31T00:00:00Z; 60005|Køkken 5|1|105|Nyt køkken 4|K-4|no
`;

function seedMasterData(company: Books): void {
  const flags = filled("isBarred|isBlockedForDirectEntries|isDepartmentMandatory|isUnitMandatory", false);
  for (const [table, row] of readTables<Name>(masterData))
    company.add(table, { ...(table === "accounts" && flags), ...row });
  row(company.tables.journals.get(3))["settings"] = { entryTypeRestrictedTo: "financeVoucher" };
  const last = new Date(company.now() + 600 * dayLength).getUTCFullYear();
  const long = { year: `${last - 3}/${last - 2}`, fromDate: `${last - 3}-07-01`, toDate: `${last - 2}-12-31` };
  company.add("years", { ...long, closed: true });
  for (const year of [last - 1, last]) {
    const date = `${year}-01-01`;
    company.add("years", { year: text(year), fromDate: date, toDate: `${year}-12-31`, closed: false });
    const about = { voucherNumber: 1, date, currency: "DKK", entryType: "transferredOpeningEntry", text: "Primo" };
    post(company, about, [5820, 25_000], [6100, -25_000]);
  }
}

const nameOf = namesOf(
  "Blå|Grøn|Gul|Rød|Hvid|Grå|Sølv|Kobber",
  "elgen|ræven|uglen|odderen|gøgen|grævlingen|bæveren|ryben|lommen",
  "Værksted ApS|Bageri A/S|Havecenter ApS|Trykkeri I/S|Optik A/S|Cykler ApS",
);
const towns = ["8000 Aarhus C", "5000 Odense", "1050 København K", "9000 Aalborg"];

/** Every fourth address has two lines. */
function placeOf(index: number): Row {
  const [, zip, city] = /^(\d+) (.+)$/.exec(pick(towns, index)) ?? [];
  const address = index % 4 === 1 ? `Prøvevej ${index + 1}\r\n2. sal` : `Prøvevej ${index + 1}`;
  return { address, zip, city, country: pick(["Danmark", "Denmark", "DK"], index) };
}

/** Every sixth trader has a name only, every ninth is abroad, and the first nine have a contact person. */
function makeTrader(company: Books, kind: "customer" | "supplier", index: number): void {
  const first = kind === "customer" ? 101 : 501;
  const isAbroad = index % 9 === 4;
  const [group, currency] = isAbroad ? [2, "EUR"] : [1, "DKK"];
  const number = { [`${kind}Number`]: company.next(`${kind}s`, first) };
  const abroad = isAbroad && { address: "Musterweg 4", zip: "24103", city: "Kiel", country: "Germany" };
  const email = `${kind}${index}@eksempel.example`;
  const more = index % 3 === 0 && { mobilePhone: `400010${index}`, email: `${email}; kasse@eksempel.example` };
  const details = {
    customer: { telephoneAndFaxNumber: `860010${index}`, ...(isAbroad && { vatNumber: `DE${index}` }), ...more },
    supplier: {
      phone: `870010${index}`,
      bankAccount: index % 2 === 0 ? "DK5000400440116243" : "1234 5678901",
      costAccount: 1310,
    },
  };
  const known = { ...placeOf(index), ...abroad, email, corporateIdentificationNumber: text(10_000_000 + index * 37) };
  company.add(`${kind}s`, {
    ...number,
    name: index === 10 ? "Grøn, Gul & Rød ($Hvid) ApS" : `${nameOf(first + index)} ${index}`,
    currency,
    paymentTerms: (index % 3) + 1,
    [`${kind}Group`]: group,
    vatZone: group,
    ...(kind === "customer" && { balance: 0, dueAmount: 0 }),
    ...((kind === "supplier" || index % 2 === 0) && { layout: 19 }),
    ...(index % 6 !== 5 && { ...known, ...details[kind] }),
    ...(index % 11 === 7 && { barred: true }),
  });
  if (index > 8) return;
  const person = { name: pick(["Signe Holm", "Bo", "Ida Marie Lund"], index), isDeleted: index === 7, active: true };
  const reached = index === 4 ? {} : { email: `person${index}@eksempel.example`, phone: `220010${index}` };
  company.add(`${kind}Contacts`, {
    number: company.next(`${kind} person`, first * 1000),
    ...number,
    ...person,
    ...reached,
  });
}

/** One product number has characters that URLs do not allow, one product has no unit, and one is barred. */
function makeProduct(company: Books, index: number): void {
  const productNumber = index === 3 ? "SK 10/2" : `V-${1400 + index}`;
  const priced = { name: `Skammel nr. ${index + 1}`, salesPrice: 100 + index * 49.5, productGroup: (index % 2) + 1 };
  const known = index === 5 ? {} : { unit: (index % 4) + 1, costPrice: 50 + index, description: "I bøg" };
  const stock = index % 2 === 0 ? {} : { inventory: { inStock: index === 7 ? 0 : index * 3, available: index } };
  company.add("products", { productNumber, ...priced, barred: index === 13, ...known, ...stock });
}

function documentFor(company: Books, index: number, date: string): Row {
  const customer = nth(company, "customers", index * 7 + (index % 2 === 0 ? 3 : 0));
  const { customerNumber, currency, paymentTerms } = customer;
  const lines = [0, 1, 2].slice(0, (index % 3) + 1).map((at) => ({
    product: nth(company, "products", (index + at) % 13)["productNumber"],
    quantity: at + 1,
    ...(at === 1 && { discountPercentage: 10 }),
    ...(index % 5 === 0 && { departmentalDistribution: 2 }),
  }));
  const delivery = { ...placeOf(index), deliveryDate: dayLater(date, 2) };
  return {
    date,
    currency,
    customer: customerNumber,
    layout: 19,
    paymentTerms,
    lines,
    recipient: only(customer, recipientFields),
    ...(index % 3 === 0 && { references: { other: `PO-${index}` }, delivery }),
    ...(index % 4 === 1 && { notes: { heading: "Tak", textLine1: "Ring først" }, project: 60_001 }),
  };
}

const entryOf = ({ tables }: Books, { bookedInvoiceNumber }: Row): Row =>
  row(tables.entries.find("bookedInvoice", bookedInvoiceNumber));

/** Pays all of an entry's remainder, or a part of it. */
function pay(company: Books, entry: Row, date: string, part = Number(entry["remainder"])): void {
  const { account, customer, supplier, bookedInvoice, supplierInvoiceNumber, currency: code } = entry;
  const payment = {
    date,
    account,
    customer,
    supplier,
    supplierInvoiceNumber,
    customerInvoice: bookedInvoice,
    currency: { code },
    entryType: supplier === undefined ? "customerPayment" : "supplierPayment",
    contraAccount: 5820,
    amount: -part,
    text: `Betaling ${text(bookedInvoice ?? supplierInvoiceNumber)}`,
  };
  bookEntry(company, { ...payment, voucherNumber: nextVoucher(company) }, entry);
}

/** Some invoices stay drafts. Most are booked: paid, partly paid, overdue or credited, some in euros. */
function sell(company: Books, index: number, date: string): void {
  const draft = makeDocument(company, "drafts", documentFor(company, index, date));
  if (index % 6 === 5) return;
  const invoice = bookInvoice(company, draft);
  if (index % 4 === 0) pay(company, entryOf(company, invoice), dayLater(date, 3));
  else if (index % 4 === 2) pay(company, entryOf(company, invoice), dayLater(date, 3), 50);
  else if (index % 7 === 3) credit(company, invoice, dayLater(date, 4), index === 3 || index === 31);
}

/** A credit note is an invoice with a negative quantity or price. */
function credit(company: Books, { lines, ...invoice }: Row, date: string, stays: boolean): void {
  const turned = rows(lines).map(({ product, quantity, unitNetPrice, discountPercentage }, index) => ({
    product,
    quantity,
    unitNetPrice,
    discountPercentage,
    ...(index === 0 ? { quantity: -Number(quantity) } : { unitNetPrice: -Number(unitNetPrice) }),
  }));
  const same = only(invoice, ["currency", "customer", "layout", "paymentTerms", "recipient", "references"]);
  const draft = makeDocument(company, "drafts", { date, ...same, lines: turned });
  if (stays) return;
  const booked = bookInvoice(company, draft);
  if (Number(booked["bookedInvoiceNumber"]) % 2 === 0) pay(company, entryOf(company, booked), date);
}

/** Most bills have an attached document. One is in January, because lists have only the current year by default. */
function buy(company: Books, index: number, date: string): void {
  const isCredit = index % 9 === 8;
  const voucherNumber = nextVoucher(company);
  const number = index % 10 === 7 ? "" : `F-${1000 + index}`;
  const entry = bookEntry(company, {
    voucherNumber,
    date,
    dueDate: dayLater(date, 30),
    supplier: 501 + (index % 14),
    text: `Køb ${number}`,
    entryType: "supplierInvoice",
    amount: (isCredit ? 1.25 : -1.25) * (400 + index * 10),
    contraAccount: 1310,
    contraVatAccount: "I25",
    currency: { code: index % 13 === 6 ? "EUR" : "DKK" },
    ...(number !== "" && { supplierInvoiceNumber: number }),
  });
  if (index % 4 !== 3)
    company.add("documents", {
      number: company.next("document", 90_001),
      voucherNumber,
      pageCount: 1,
      accountingYear: yearOf(company, { date })?.["year"],
      ...(voucherNumber % 2 === 0 && { note: `Bilag ${voucherNumber}.pdf` }),
    });
  if (index % 3 === 0) pay(company, entry, dayLater(date, 9));
  else if (index % 3 === 1) pay(company, entry, dayLater(date, 9), isCredit ? 20 : -20);
}

/** Rent, one payment without an invoice, and one payment in another currency with an exchange gain. */
function bookByHand(company: Books, index: number, date: string): void {
  const about = { voucherNumber: nextVoucher(company), date, currency: "DKK", entryType: "financeVoucher" };
  const rent = { ...about, text: `Husleje ${index + 1}` };
  const paid = { ...about, entryType: "customerPayment", text: "Uden faktura" };
  const tags = { ...(index % 2 === 0 && { departmentalDistribution: 1 }), ...(index % 3 === 0 && { project: 60_002 }) };
  const amount = 8000 + index * 10.5;
  const euros = { currency: "EUR", amountInBaseCurrency: -746.04 };
  if (index === 11) post(company, paid, [5600, -300, { customer: 101, remainder: -300 }], [5820, 300]);
  else if (index === 12) post(company, rent, [5820, 760], [6100, -100, euros], [4395, -13.96]);
  else post(company, rent, [3410, amount, tags], [5820, -amount]);
}

function offer(company: Books, index: number, date: string): void {
  const kind = index % 2 === 0 ? "quotes" : "orders";
  const document = makeDocument(company, kind, documentFor(company, index, date));
  document["folder"] = pick(["drafts", "sent", "archived"], Math.floor(index / 2));
}
