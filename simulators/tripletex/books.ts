/** The seed data: two invented companies of one accountant, with three years and awkward data. */
import { daily, namesOf, nth, readTables, times } from "../engine/seeding.ts";
import { openCompany } from "../engine/tables.ts";
import { day, dayLater, dayLength, pick, type Row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { type Name, names } from "./models.ts";
import { accountOf, add, type Books, book, charge, credit, makeOrder, pay, priced, receive } from "./rules.ts";

export function openBooks(world: World): Books[] {
  const open = (id: string, name: string, firstId: number) =>
    openCompany<Name>({
      id,
      facts: { name, firstId },
      tables: names,
      now: () => world.now(),
      newId: () => "",
      stamp: (row, at) => {
        const before = (row["changes"] ?? []) as Row[];
        const changeType = before.length === 0 ? "CREATE" : "UPDATE";
        row["changes"] = [...before, { employeeId: 1, timestamp: new Date(at).toISOString().slice(0, 19), changeType }];
        row["version"] = before.length;
      },
      // The vendor's timestamps have seconds, so the next one is in a later second.
      stampOf: ({ changes = [] }) => Date.parse(`${text((changes as Row[]).at(-1)?.["timestamp"])}.999Z`) || undefined,
    });
  const company = open("0", "Blåelgen Snekkeri AS", 6_000_001);
  const client = open("4711002", "Gulreven Kaffe AS", 90_000_001);
  seedCompany(company, 1);
  seedCompany(client, 0.1);
  return [company, client];
}

function seedCompany(company: Books, share: number): void {
  const begin = company.now() - 660 * dayLength;
  company.past(begin, () => {
    seedMasterData(company);
    makeTraders(company, "customer", 112 * share);
    makeTraders(company, "supplier", 12);
    makeProducts(company);
    makeProjects(company);
    times(9, (index) => makePerson(company, index));
  });
  daily(company, [66 * share, 10], (index, date) => sell(company, index, date));
  daily(company, [32 * share, 18], (index, date) => buy(company, index, date));
  daily(company, [14, 46], (index, date) => bookByHand(company, index, date));
  daily(company, [6, 9], (index, date) => orderGoods(company, index, date));
}

/** Master data that the companies start with. Records that are the same for all companies have small ids. */
const masterData = `
currency: id# code description displayName
1|NOK|Norge|NOK; 5|EUR|EMU-landene|EUR
country: id# name isoAlpha2Code isoAlpha3Code
161|Norge|NO|NOR; 201|Sverige|SE|SWE
employee: id# firstName lastName displayName
1|Kari|Lunde|Kari Lunde
vatType: id# number percentage# name
0|0|0|Ingen avgiftsbehandling; 1|1|25|Fradrag inngående avgift, høy sats; 3|3|25|Utgående avgift, høy sats
2|UT-2|100|Direktepostert fradrag inngående avgift (mva-kode utgikk 01.01.2017)
5|5|0|Ingen utgående avgift (innenfor mva-loven); 31|31|15|Utgående avgift, middels sats
51|51|0|Avgiftsfri innlands omsetning med omvendt avgiftsplikt
voucherType: name displayName
Utgående faktura|Utgående faktura; Leverandørfaktura|Leverandørfaktura; Betaling med KID-nummer|Betaling med KID-nummer
account: number# name type ledgerType isCloseable? vatType# isBankAccount? currency# bankAccountNumber vatLocked? isInactive? description
1200|Maskiner og anlegg|ASSETS; 1500|Kundefordringer|ASSETS|CUSTOMER|yes; 1900|Kontanter|ASSETS
1920|Bankinnskudd|ASSETS||||yes|1|12345678903; 2050|Annen egenkapital|EQUITY|||||||||Resultatet av tidligere år
2400|Leverandørgjeld|LIABILITIES|VENDOR|yes; 2700|Utgående merverdiavgift|LIABILITIES; 2710|Inngående merverdiavgift|LIABILITIES
2910|Gjeld til ansatte|LIABILITIES|EMPLOYEE; 3000|Salgsinntekt, avgiftspliktig|OPERATING_REVENUES|||3
3100|Salgsinntekt, avgiftsfri|OPERATING_REVENUES; 4300|Innkjøp av varer for videresalg|OPERATING_EXPENSES|||1
6300|Leie lokale|OPERATING_EXPENSES; 7100|Bilgodtgjørelse oppgavepliktig|OPERATING_EXPENSES|||||||yes|yes
8050|Annen renteinntekt|INVESTMENT_INCOME; 8800|Årsresultat|ANNUAL_RESULT
productUnit: name nameEN nameShort commonCode
Liter|Liter|l|LTR; Meter|Meter|m|MTR; Stykk|Stykk|stk|C62; Time|Time|t|HUR
department: name departmentNumber isInactive?
Økonomi; Lager|1; Salg|2|yes
`;

/** Fields that the vendor adds itself. */
const vendorFields: { readonly [Known in Name]?: (row: Row) => Row } = {
  currency: () => ({ factor: 1 }),
  vatType: ({ number, percentage, name }) => {
    const displayName = `${text(number)}: (${text(percentage)}%) ${text(name)}`;
    return { displayName, deductionPercentage: 100, parentType: 0 };
  },
  account: ({ number, name }) => ({
    numberPretty: text(number),
    displayName: `${text(number)} ${text(name)}`,
    saftCode: text(number).slice(0, 2),
    ledgerType: "GENERAL",
    vatType: 0,
    isInvoiceAccount: number === 1920,
  }),
};

function seedMasterData(company: Books): void {
  for (const [table, row] of readTables<Name>(masterData)) {
    const complete = { ...vendorFields[table]?.(row), ...row };
    if ("id" in row) company.add(table, complete);
    else add(company, table, complete);
  }
  for (const [description, account] of Object.entries({ Kontant: 1900, "Betalt til bank": 1920 }))
    add(company, "paymentType", { description, displayName: description, debitAccount: accountOf(company, account) });
  const last = new Date(company.now() + 660 * dayLength).getUTCFullYear();
  for (const year of [last - 2, last - 1, last])
    add(company, "annualAccount", { year, start: `${year}-01-01`, end: `${year + 1}-01-01` });
}

const nameOf = namesOf(
  "Blå|Grønn|Gul|Rød|Hvit|Grå|Sølv|Kobber",
  "elgen|reven|ugla|oteren|gaupa|grevlingen|beveren|rypa|lommen",
  "Verksted AS|Bakeri AS|Hagesenter AS|Trykkeri ANS|Optikk AS|Sykkelservice AS",
);
const towns = ["0150 Oslo", "5003 Bergen", "7010 Trondheim", "9008 Tromsø"];

function addressAt(company: Books, index: number, country = 161): unknown {
  const [postalCode, city] = pick(towns, index).split(" ");
  const lines = { addressLine1: `Prøvegata ${index + 1}`, addressLine2: index % 4 !== 2 ? "Oppgang B" : "" };
  return add(company, "address", { ...lines, postalCode, city, country })["id"];
}

/** Every sixth trader has only a name, and an address with only a country. */
function makeTraders(company: Books, kind: "customer" | "supplier", count: number): void {
  const isCustomer = kind === "customer";
  const account = { iban: "NO9386011117947", bban: "86011117947", bic: "DNBANOKK", provider: "NETS" };
  times(count, (index) => {
    const name = nameOf(isCustomer ? index : index + 500);
    const isPrivateIndividual = isCustomer && index % 9 === 4;
    const bare = { postalAddress: add(company, "address", { country: 161 })["id"] };
    const reached = () => ({
      organizationNumber: text(900_000_000 + index * 37),
      email: `post${index}@eksempel.example`,
      phoneNumber: `220010${index}`,
      phoneNumberMobile: index % 3 === 0 ? `990010${index}` : "",
      invoiceEmail: index % 2 === 0 ? `faktura${index}@eksempel.example` : "",
      postalAddress: addressAt(company, index),
      physicalAddress: addressAt(company, index, index % 4 ? 161 : 201),
      deliveryAddress: index % 4 === 1 ? addressAt(company, index + 2) : null,
    });
    add(company, kind, {
      ...(index % 6 === 3 ? bare : reached()),
      isPrivateIndividual,
      isInactive: index % 11 === 7,
      language: "NO",
      name: isPrivateIndividual ? `Ola Eksempel ${index}` : name,
      isCustomer,
      isSupplier: !isCustomer,
      ...(isCustomer && { invoicesDueIn: 14, invoicesDueInType: "DAYS" }),
      currency: 1,
      [`${kind}Number`]: (isCustomer ? 10_001 : 20_001) + index,
      bankAccountPresentation: index % 3 === 0 ? [account] : [],
    });
  });
}

const idOf = (company: Books, name: Name, index: number): unknown => nth(company, name, index)["id"];

/** One product has neither number nor unit. */
function makeProducts(company: Books): void {
  times(12, (index) => {
    const vatType = pick([3, 31, 5], index);
    const price = 100 + index * 49.5;
    const account = accountOf(company, vatType === 5 ? 3100 : 3000);
    const counted = { number: text(1400 + index), costExcludingVatCurrency: price / 2, account };
    const product = { name: `Krakk nr. ${index + 1}`, priceExcludingVatCurrency: price, vatType, currency: 1 };
    const productUnit = idOf(company, "productUnit", index);
    add(company, "product", index === 5 ? product : { ...product, ...counted, productUnit });
  });
}

function sale(company: Books, index: number): Row {
  const product = index % 4 === 3 ? {} : nth(company, "product", index);
  const { id = null, name = "Montering", vatType = 3, priceExcludingVatCurrency: price = 850 } = product;
  const counted = { count: (index % 3) + 1, discount: index % 5 === 0 ? 10 : 0 };
  return { product: id, description: name, vatType, unitPriceExcludingVatCurrency: price, ...counted };
}

/** The last three projects are offers. */
function makeProjects(company: Books): void {
  const first = day(company.now() + 460 * dayLength);
  times(9, (index) => {
    const number = text(index + 1);
    const isOffer = index > 5;
    const project = add(company, "project", {
      name: `Kjøkken ${number}`,
      number,
      displayName: `${number} Kjøkken ${number}`,
      projectManager: 1,
      startDate: dayLater(first, index * 9),
      endDate: index === 2 ? dayLater(first, 60) : null,
      isOffer,
      currency: 1,
      vatType: 3,
      isClosed: index === 2,
      isInternal: index === 3,
      reference: isOffer ? `Tilbud ${number}` : "",
      customer: index === 3 ? null : idOf(company, "customer", index),
      description: index === 1 ? "Benk" : "",
      mainProject: index === 4 ? idOf(company, "project", 0) : null,
    });
    const line = (at: number) => ({ ...priced(company, sale(company, at)), project: project["id"] });
    if (isOffer) project["orderLines"] = [0, 1].map((at) => add(company, "projectOrderLine", line(index + at))["id"]);
  });
}

const makePerson = (company: Books, index: number): Row =>
  add(company, "contact", {
    firstName: pick(["Anne", "Per", "Siri", ""], index),
    lastName: pick(["Moen", "Lie"], index),
    email: index === 4 ? "" : `person${index}@eksempel.example`,
    customer: idOf(company, "customer", index),
    phoneNumberMobile: index % 2 === 0 ? `410010${index}` : "",
    phoneNumberWork: index % 3 === 0 ? "23001000" : "",
  });

/** Some orders are open. Most became invoices: paid, partly paid, overdue or credited, some in euros. */
function sell(company: Books, index: number, date: string): void {
  const sent = ({ product, vatType, ...line }: Row): Row => {
    return { ...line, vatType: { id: vatType }, ...(product !== null && { product: { id: product } }) };
  };
  const order = makeOrder(company, {
    customer: { id: idOf(company, "customer", index * 7) },
    orderDate: date,
    deliveryDate: dayLater(date, 2),
    reference: index % 3 === 0 ? `PO-${index}` : "",
    currency: { id: index % 13 === 6 ? 5 : 1 },
    ...(index % 8 === 1 && { project: { id: idOf(company, "project", 0) }, deliveryComment: "Bak huset" }),
    orderLines: times((index % 3) + 1, (line) => sent(sale(company, index + line))),
  });
  if (index % 8 === 1) order["deliveryAddress"] = addressAt(company, index - 1);
  if (index % 6 === 5) return;
  order["isClosed"] = true;
  const invoice = charge(company, order, { invoiceDate: date, invoiceDueDate: dayLater(date, 14) });
  const amount = index % 4 === 0 ? Number(invoice["amountCurrency"]) : 100;
  const paying = { date: dayLater(date, 3), amount, account: accountOf(company, 1920) };
  if (index % 2 === 0) pay(company, "invoice", invoice, paying);
  else if (index % 7 === 3) credit(company, invoice, paying.date);
}

/** Some bills are not in the ledger yet, some are credit notes. */
function buy(company: Books, index: number, date: string): void {
  const lines = times((index % 2) + 1, (line) => ({
    description: "Furuplank",
    count: index + 2,
    vatType: 1,
    unitPriceExcludingVatCurrency: 45.5 + line,
    product: line === 0 ? idOf(company, "product", index % 4) : null,
  }));
  const isCreditNote = index % 9 === 8;
  const isPosted = index % 10 !== 4;
  const dates = { invoiceDate: date, invoiceDueDate: dayLater(date, 30) };
  const about = { supplier: idOf(company, "supplier", index), invoiceNumber: `INV-${1000 + index}`, isCreditNote };
  const bill = receive(company, { ...dates, ...about, lines, account: accountOf(company, 4300) }, isPosted);
  const amount = index % 3 === 0 || index === 17 ? Number(bill["outstandingAmount"]) : 50;
  if (isPosted && (isCreditNote ? index === 17 : index % 3 < 2))
    pay(company, "supplierInvoice", bill, { date: dayLater(date, 9), amount, account: accountOf(company, 1920) });
}

function bookByHand(company: Books, index: number, date: string): void {
  const amountGross = 1200 + index * 10.5;
  const rent = { account: accountOf(company, 6300), amountGross, department: idOf(company, "department", index) };
  const project = index % 2 === 0 ? idOf(company, "project", index % 5) : null;
  const product = index === 11 ? idOf(company, "product", 0) : null;
  book(company, {
    date,
    description: `Leie ${index + 1}`,
    document: index % 4 === 1 ? add(company, "document", { fileName: "leie.pdf", size: 600 })["id"] : null,
    postings: [
      { ...rent, project, product },
      { account: accountOf(company, 1920), amountGross: -amountGross },
    ],
  });
}

function orderGoods(company: Books, index: number, creationDate: string): void {
  const status = `STATUS_${pick(["OPEN", "SENT", "RECEIVING", "CLOSED", "CANCELLED", "CONFIRMED"], index)}`;
  const order = add(company, "purchaseOrder", {
    number: text(index + 1),
    supplier: idOf(company, "supplier", index),
    creationDate,
    status,
    currency: 1,
    comments: index === 1 ? "Ring før levering" : "",
    internalComment: index === 2 ? "Haster" : "",
    deliveryDate: dayLater(creationDate, 12),
    deliveryAddress: index % 2 ? null : addressAt(company, index),
  });
  order["orderLines"] = [3, 4].map((count) => {
    const { id, name, costExcludingVatCurrency: price } = nth(company, "product", index + count);
    const line = priced(company, { count, description: name, vatType: 1, unitPriceExcludingVatCurrency: price });
    const { unitPriceIncludingVatCurrency: _price, vatType: _vatType, ...rest } = line;
    return add(company, "purchaseOrderline", { ...rest, product: id, currency: 1, purchaseOrder: order["id"] })["id"];
  });
}
