/** Two invented companies of one accountant: three years, awkward data. */
import { openCompany } from "../engine/tables.ts";
import { dayLater, dayLength, day, pick, type Row, sum, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { type Name, names } from "./models.ts";
import { accountOf, add, type Books, book, charge, credit, makeOrder, pay, payBill, priced, receive } from "./rules.ts";

export function openBooks(world: World): Books[] {
  const own = openOne(world, "0", { name: "Blåelgen Snekkeri AS", companyId: 4_711_001, firstId: 6_000_001 });
  const client = openOne(world, "4711002", { name: "Gulreven Kaffe AS", companyId: 4_711_002, firstId: 90_000_001 });
  for (const company of [own, client]) tellStory(company, company === own ? 1 : 0.1);
  return [own, client];
}

const openOne = (world: World, id: string, facts: Row): Books =>
  openCompany<Name>({
    ...{ id, facts, tables: names, now: () => world.now(), newId: () => "" },
    stamp: (row, at) => {
      const before = (row["changes"] ?? []) as Row[];
      const timestamp = new Date(at).toISOString().slice(0, 19);
      row["changes"] = [...before, { employeeId: 1, timestamp, changeType: before.length === 0 ? "CREATE" : "UPDATE" }];
      row["version"] = before.length;
    },
    stampOf: ({ changes }) => Date.parse(`${text(((changes ?? []) as Row[]).at(-1)?.["timestamp"])}Z`) || undefined,
  });

const chart: readonly (readonly [number: number, name: string, type: string, more?: Row])[] = [
  [1200, "Maskiner og anlegg", "ASSETS"],
  [1280, "Kontormaskiner", "ASSETS"],
  [1460, "Innkjøpte varer for videresalg", "ASSETS"],
  [1500, "Kundefordringer", "ASSETS", { ledgerType: "CUSTOMER", isCloseable: true }],
  [1900, "Kontanter", "ASSETS"],
  [1920, "Bankinnskudd", "ASSETS", { isBankAccount: true, currency: 1, bankAccountNumber: "12345678903" }],
  [1950, "Bankinnskudd for skattetrekk", "ASSETS", { isBankAccount: true, currency: 1 }],
  [2000, "Aksjekapital", "EQUITY"],
  [2050, "Annen egenkapital", "EQUITY", { description: "Resultatet av tidligere år" }],
  [2400, "Leverandørgjeld", "LIABILITIES", { ledgerType: "VENDOR", isCloseable: true }],
  [2700, "Utgående merverdiavgift", "LIABILITIES"],
  [2710, "Inngående merverdiavgift", "LIABILITIES"],
  [2910, "Gjeld til ansatte", "LIABILITIES", { ledgerType: "EMPLOYEE" }],
  [3000, "Salgsinntekt, avgiftspliktig", "OPERATING_REVENUES", { vatType: 3 }],
  [3100, "Salgsinntekt, avgiftsfri", "OPERATING_REVENUES"],
  [4300, "Innkjøp av varer for videresalg", "OPERATING_EXPENSES", { vatType: 1 }],
  [5000, "Lønn til ansatte", "OPERATING_EXPENSES"],
  [6300, "Leie lokale", "OPERATING_EXPENSES"],
  [6540, "Inventar", "OPERATING_EXPENSES", { vatType: 1 }],
  [6800, "Kontorrekvisita", "OPERATING_EXPENSES", { vatType: 1 }],
  [7100, "Bilgodtgjørelse oppgavepliktig", "OPERATING_EXPENSES", { vatLocked: true, isInactive: true }],
  [8050, "Annen renteinntekt", "INVESTMENT_INCOME"],
  [8150, "Annen rentekostnad", "COST_OF_CAPITAL"],
  [8300, "Betalbar skatt", "TAX_ON_ORDINARY_ACTIVITIES"],
  [8400, "Ekstraordinær inntekt", "EXTRAORDINARY_INCOME"],
  [8450, "Ekstraordinær kostnad", "EXTRAORDINARY_COST"],
  [8800, "Årsresultat", "ANNUAL_RESULT"],
  [8960, "Overføringer annen egenkapital", "TRANSFERS_AND_ALLOCATIONS"],
];

const vatTypes: readonly (readonly [id: number, number: string, percentage: number, name: string])[] = [
  [0, "0", 0, "Ingen avgiftsbehandling"],
  [1, "1", 25, "Fradrag inngående avgift, høy sats"],
  [2, "UT-2", 100, "Direktepostert fradrag inngående avgift (mva-kode utgikk 01.01.2017)"],
  [3, "3", 25, "Utgående avgift, høy sats"],
  [5, "5", 0, "Ingen utgående avgift (innenfor mva-loven)"],
  [31, "31", 15, "Utgående avgift, middels sats"],
];

function furnish(company: Books): void {
  const fixed = (name: Name, row: Row) => company.add(name, row);
  for (const [id, code, description] of [[1, "NOK", "Norge"], [5, "EUR", "EMU-landene"]] as const)
    fixed("currency", { id, code, description, factor: 1, displayName: code, isDisabled: false });
  for (const [id, name, two, three, numeric] of [
    [161, "Norge", "NO", "NOR", "578"],
    [201, "Sverige", "SE", "SWE", "752"],
  ] as const)
    fixed("country", { id, name, displayName: name, isoAlpha2Code: two, isoAlpha3Code: three, isoNumericCode: numeric });
  for (const [id, number, percentage, name] of vatTypes) {
    const displayName = `${number}: (${percentage}%) ${name}`;
    fixed("vatType", { ...{ id, number, percentage, name, displayName }, deductionPercentage: 100, parentType: 0 });
  }
  fixed("employee", { id: 1, firstName: "Kari", lastName: "Lunde", displayName: "Kari Lunde", email: "kari@example.org" });
  for (const name of ["Utgående faktura", "Leverandørfaktura", "Betaling", "Bilag", "Årsavslutning"])
    add(company, "voucherType", { name, displayName: name });
  for (const [number, name, type, more] of chart)
    add(company, "account", {
      ...{ number, numberPretty: text(number), name, type, ledgerType: "GENERAL", displayName: `${number} ${name}` },
      ...{ vatType: 0, balanceGroup: "Ikke i en saldogruppe.", saftCode: text(number).slice(0, 2), ...more },
    });
  for (const [description, account] of [["Kontant", 1900], ["Betalt til bank", 1920]] as const)
    add(company, "paymentType", {
      ...{ description, displayName: description, debitAccount: accountOf(company, account), vatType: 0 },
      ...{ sequence: 1, currencyId: 1, currencyCode: "NOK" },
    });
  const year = new Date(company.now()).getUTCFullYear();
  for (const each of [year - 2, year - 1, year])
    add(company, "annualAccount", { year: each, start: `${each}-01-01`, end: `${each + 1}-01-01` });
}

const colours = ["Blå", "Grønn", "Gul", "Rød", "Hvit", "Grå", "Sølv", "Kobber"];
const animals = ["elgen", "reven", "ugla", "oteren", "gaupa", "grevlingen", "beveren", "rypa", "lommen"];
const trades = ["Verksted AS", "Bakeri AS", "Hagesenter AS", "Trykkeri ANS", "Optikk AS", "Sykkelservice AS", "Fryseri AS"];
const towns = [["0150", "Oslo"], ["5003", "Bergen"], ["7010", "Trondheim"], ["9008", "Tromsø"]] as const;

const named = (index: number): string => `${pick(colours, index)}${pick(animals, index * 5 + 1)} ${pick(trades, index * 3)}`;

const addressAt = (company: Books, index: number, country = 161): unknown => {
  const [postalCode, city] = pick(towns, index);
  const addressLine2 = index % 5 === 0 ? "Oppgang B" : "";
  return add(company, "address", { addressLine1: `Prøvegata ${index + 1}`, addressLine2, postalCode, city, country })["id"];
};

function traders(company: Books, name: "customer" | "supplier", count: number): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const isCustomer = name === "customer";
    const isBare = index % 6 === 3;
    const isPerson = isCustomer && index % 9 === 4;
    return add(company, name, {
      ...{ name: isPerson ? `Ola Eksempel ${index}` : named(isCustomer ? index : index + 500), isPrivateIndividual: isPerson },
      ...{ isCustomer, isSupplier: !isCustomer, currency: 1, language: "NO", isInactive: index % 11 === 7 },
      [`${name}Number`]: (isCustomer ? 10_001 : 20_001) + index,
      ...(!isBare && {
        ...{ organizationNumber: text(900_000_000 + index * 37), email: `post${index}@eksempel.example` },
        ...{ invoiceEmail: index % 2 === 0 ? `faktura${index}@eksempel.example` : "", phoneNumber: `2200${1000 + index}` },
        ...{ phoneNumberMobile: index % 3 === 0 ? `9900${1000 + index}` : "", postalAddress: addressAt(company, index) },
        ...{ physicalAddress: addressAt(company, index + 1, index % 4 === 0 ? 201 : 161) },
        ...{ deliveryAddress: index % 4 === 1 ? addressAt(company, index + 2) : null },
      }),
      // An address of which only the country is there.
      ...(isBare && { postalAddress: add(company, "address", { country: 161 })["id"] }),
      bankAccountPresentation:
        index % 3 === 0 ? [{ iban: "NO9386011117947", bban: "86011117947", bic: "DNBANOKK", provider: "" }] : [],
    });
  });
}

function catalogue(company: Books): { readonly products: readonly Row[]; readonly departments: readonly Row[] } {
  const units = [
    ["Liter", "Litre", "l", "LTR"],
    ["Meter", "metre", "m", "MTR"],
    ["Stykk", "piece", "stk", "C62"],
    ["Time", "hour", "t", "HUR"],
  ].map(([name, nameEN, nameShort, commonCode]) =>
    add(company, "productUnit", { ...{ name, nameEN, nameShort, commonCode, nameShortEN: nameShort }, displayName: name }),
  );
  const products = Array.from({ length: 12 }, (_, index) => {
    const isBare = index === 5;
    const [vatType, price] = [pick([3, 31, 5], index), 100 + index * 49.5];
    return add(company, "product", {
      ...{ name: `Krakk nr. ${index + 1}`, number: isBare ? "" : text(1400 + index), currency: 1, vatType },
      ...{ priceExcludingVatCurrency: price, costExcludingVatCurrency: isBare ? 0 : price / 2 },
      ...(!isBare && { productUnit: pick(units, index)["id"], account: accountOf(company, vatType === 5 ? 3100 : 3000) }),
    });
  });
  const departments = ["Økonomi", "Lager", "Salg"].map((name, index) =>
    add(company, "department", { name, departmentNumber: index === 0 ? "" : text(index), isInactive: index === 2, displayName: name }),
  );
  return { products, departments };
}

function projects(company: Books, customers: readonly Row[], products: readonly Row[]): Row[] {
  const first = day(company.now() - 200 * dayLength);
  return Array.from({ length: 9 }, (_, index) => {
    const isOffer = index > 5;
    const number = text(index + 1);
    const project = add(company, "project", {
      ...{ name: `Kjøkken ${number}`, number, displayName: `${number} Kjøkken ${number}`, startDate: dayLater(first, index * 9) },
      ...{ projectManager: 1, vatType: 3, currency: 1, isOffer, isClosed: index === 2, isInternal: index === 3 },
      ...{ endDate: index === 2 ? dayLater(first, 60) : null, reference: isOffer ? `Tilbud ${number}` : "" },
      ...{ customer: index === 3 ? null : pick(customers, index)["id"], description: index === 1 ? "Benk og skap" : "" },
    });
    if (isOffer)
      project["orderLines"] = [0, 1].map(
        (line) => add(company, "projectLine", { ...sale(company, products, index + line), project: project["id"] })["id"],
      );
    return project;
  });
}

function sale(company: Books, products: readonly Row[], index: number): Row {
  const product = index % 4 === 3 ? undefined : pick(products, index);
  return priced(company, {
    ...{ product: product?.["id"] ?? null, description: product === undefined ? "Montering" : text(product["name"]) },
    ...{ count: (index % 3) + 1, vatType: product?.["vatType"] ?? 3, discount: index % 5 === 0 ? 10 : 0, currency: 1 },
    unitPriceExcludingVatCurrency: product?.["priceExcludingVatCurrency"] ?? 850,
  });
}

const asSent = (line: Row): Row => ({
  ...{ description: line["description"], count: line["count"], discount: line["discount"] },
  unitPriceExcludingVatCurrency: line["unitPriceExcludingVatCurrency"],
  vatType: { id: line["vatType"] },
  ...(line["product"] === null ? {} : { product: { id: line["product"] } }),
});

function tellStory(company: Books, share: number): void {
  const begin = company.now() - 660 * dayLength;
  company.past(begin, () => furnish(company));
  const customers = company.past(begin, () => traders(company, "customer", Math.ceil(112 * share)));
  const suppliers = company.past(begin, () => traders(company, "supplier", 12));
  const { products, departments } = company.past(begin, () => catalogue(company));
  company.past(begin, () => people(company, customers));
  const all = company.past(begin + dayLength, () => projects(company, customers, products));
  sell(company, { customers, products, projects: all }, Math.ceil(66 * share));
  buy(company, suppliers, Math.ceil(30 * share));
  manual(company, departments, all);
  orderGoods(company, suppliers, products);
  for (const year of company.tables.annualAccount.all().slice(0, 2)) closeYear(company, text(year["year"]));
}

function people(company: Books, customers: readonly Row[]): void {
  for (let index = 0; index < 9; index += 1)
    add(company, "contact", {
      ...{ firstName: pick(["Anne", "Per", "Siri", ""], index), lastName: pick(["Moen", "Lie"], index) },
      ...{ email: index === 4 ? "" : `person${index}@eksempel.example`, phoneNumberMobile: index % 2 === 0 ? `4100${1000 + index}` : "" },
      ...{ phoneNumberWork: index % 3 === 0 ? `2300${1000 + index}` : "", customer: index === 7 ? null : pick(customers, index)["id"] },
    });
}

interface Cast {
  readonly customers: readonly Row[];
  readonly products: readonly Row[];
  readonly projects: readonly Row[];
}

/** Some orders wait, most became invoices: paid, paid in part, late, credited, one in euros. */
function sell(company: Books, { customers, products, projects: all }: Cast, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const at = company.now() - (count - index) * 10 * dayLength + 5 * dayLength;
    const date = day(at);
    company.past(at, () => {
      const order = makeOrder(company, {
        ...{ customer: { id: pick(customers, index * 7)["id"] }, orderDate: date, deliveryDate: dayLater(date, 2) },
        ...{ reference: index % 3 === 0 ? `PO-${index}` : "", currency: { id: index % 13 === 6 ? 5 : 1 } },
        ...(index % 8 === 1 && { project: { id: pick(all, 0)["id"] }, deliveryComment: "Leveres bak huset" }),
        orderLines: Array.from({ length: (index % 3) + 1 }, (_, line) => asSent(sale(company, products, index + line))),
      });
      if (index % 8 === 1) order["deliveryAddress"] = addressAt(company, index);
      if (index % 6 === 5) return;
      order["isClosed"] = true;
      const invoice = charge(company, order, { invoiceDate: date, invoiceDueDate: dayLater(date, 14) });
      const [whole, account] = [Number(invoice["amountCurrency"]), accountOf(company, 1920)];
      const when = dayLater(date, 3);
      if (index % 4 === 0) pay(company, invoice, { date: when, amount: whole, account });
      else if (index % 4 === 2) pay(company, invoice, { date: when, amount: 100, account });
      else if (index % 7 === 3) credit(company, invoice, when);
    });
  }
}

function buy(company: Books, suppliers: readonly Row[], count: number): void {
  for (let index = 0; index < count; index += 1) {
    const at = company.now() - (count - index) * 18 * dayLength + 5 * dayLength;
    const date = day(at);
    company.past(at, () => {
      const lines = [0, 1].slice(0, (index % 2) + 1).map((line) => ({
        ...{ description: "Furuplank", count: index + 2, vatType: 1, unitPriceExcludingVatCurrency: 45.5 + line, currency: 1 },
        ...{ product: null, discount: 0 },
      }));
      const bill = receive(
        company,
        {
          ...{ lines, account: accountOf(company, pick([4300, 6540, 6800], index)), date, due: dayLater(date, 30) },
          ...{ supplier: pick(suppliers, index)["id"], number: `INV-${1000 + index}`, isCreditNote: index % 9 === 8 },
        },
        index % 10 !== 4,
      );
      const account = accountOf(company, 1920);
      const whole = Number(bill["outstandingAmount"]);
      if (index % 9 === 8 || index % 10 === 4) return;
      if (index % 3 === 0) payBill(company, bill, { date: dayLater(date, 9), amount: whole, account });
      else if (index % 3 === 1) payBill(company, bill, { date: dayLater(date, 9), amount: 50, account });
    });
  }
}

function manual(company: Books, departments: readonly Row[], all: readonly Row[]): void {
  for (let index = 0; index < 14; index += 1) {
    const at = company.now() - (620 - index * 44) * dayLength;
    company.past(at, () => {
      const gross = 1200 + index * 10.5;
      const dimensions = { department: pick(departments, index)["id"], ...(index % 2 === 0 && { project: pick(all, index % 5)["id"] }) };
      const voucher = book(company, {
        ...{ date: day(at), description: `Leie ${index + 1}` },
        voucherType: company.tables.voucherType.find("name", "Bilag")?.["id"],
        postings: [
          { account: accountOf(company, 6300), amountGross: gross, row: 1, ...dimensions, product: index === 3 ? company.tables.product.all()[0]?.["id"] : null },
          { account: accountOf(company, 1920), amountGross: -gross, row: 2 },
        ],
      });
      if (index % 4 === 1) voucher["document"] = add(company, "document", { fileName: "leie.pdf", mimeType: "application/pdf", size: 600 })["id"];
    });
  }
}

const orderStates = ["STATUS_OPEN", "STATUS_SENT", "STATUS_RECEIVING", "STATUS_CLOSED", "STATUS_CANCELLED", "STATUS_CONFIRMED"];

function orderGoods(company: Books, suppliers: readonly Row[], products: readonly Row[]): void {
  orderStates.forEach((status, index) => {
    const creationDate = day(company.now() - (80 - index * 9) * dayLength);
    const order = add(company, "purchaseOrder", {
      ...{ number: text(index + 1), supplier: pick(suppliers, index)["id"], creationDate, deliveryDate: dayLater(creationDate, 12) },
      ...{ status, currency: 1, comments: index === 1 ? "Ring før levering" : "", internalComment: index === 2 ? "Haster" : "" },
      ...{ discount: 0, ourContact: 1, deliveryAddress: index % 2 === 0 ? addressAt(company, index) : null, isClosed: index === 3 },
    });
    order["orderLines"] = [0, 1].map((line) => {
      const product = pick(products, index + line);
      const bought = priced(company, { count: line + 3, unitPriceExcludingVatCurrency: product["costExcludingVatCurrency"], vatType: 1, discount: 0 });
      const { unitPriceIncludingVatCurrency: _price, vatType: _vatType, ...kept } = bought;
      return add(company, "purchaseLine", { ...kept, product: product["id"], description: product["name"], currency: 1, purchaseOrder: order["id"] })["id"];
    });
  });
}

/** What was earned goes to the equity, so that the next year begins with nothing earned. */
function closeYear(company: Books, year: string): void {
  const results = company.tables.account.where(({ number }) => Number(number) >= 3000);
  const date = `${year}-12-31`;
  const drafts = results.flatMap((account) => {
    const earned = sum(postingsOf(company, account["id"], "0000", `${Number(year) + 1}-01-01`)).toNumber();
    return earned === 0 ? [] : [{ account: account["id"], amountGross: -earned }];
  });
  const whole = sum(drafts.map(({ amountGross }) => amountGross)).toNumber();
  if (drafts.length === 0) return;
  const postings = [...drafts, { account: accountOf(company, 2050), amountGross: -whole }];
  company.past(Date.parse(`${date}T20:00:00Z`), () =>
    book(company, {
      ...{ date, description: `Årsavslutning ${year}` },
      voucherType: company.tables.voucherType.find("name", "Årsavslutning")?.["id"],
      postings: postings.map((one, index) => ({ ...one, row: index + 1 })),
    }),
  );
}

/** What was booked on an account, in crowns, from a day on and before another. */
export const postingsOf = (company: Books, account: unknown, from: string, to: string): number[] =>
  company.tables.posting
    .where((posting) => {
      const date = text(posting["date"]);
      const isPosted = Number(company.tables.voucher.get(posting["voucher"])?.["number"]) > 0;
      return posting["account"] === account && isPosted && date >= from && date < to;
    })
    .map(({ amount }) => Number(amount));
