/** Two invented French companies with their books. */
import { openCompany } from "../engine/tables.ts";
import { dayLater, pick, type Row, text, uuid } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import * as rules from "./rules.ts";
import { type Books, dayAt, names } from "./shapes.ts";

interface CompanyFacts {
  readonly id: string;
  readonly name: string;
}

function openBook(world: World, { id, name }: CompanyFacts): Books {
  let last = 0;
  return openCompany({
    id,
    facts: { name },
    tables: names,
    now: world.now,
    newId: () => uuid(`sage-active ${id} ${++last}`),
    stamp: (row, at, _table, isNew) => {
      const moment = new Date(at).toISOString();
      if (isNew) Object.assign(row, { creationDate: moment, modificationDate: null });
      else row["modificationDate"] = moment;
    },
    stampOf: ({ creationDate, modificationDate }) => Date.parse(text(modificationDate ?? creationDate)),
  });
}

const accounts: readonly (readonly [code: string, name: string])[] = [
  ["101000", "Capital"],
  ["218300", "Matériel de bureau"],
  ["370000", "Stock de marchandises"],
  ["401000", "Fournisseurs"],
  ["411000", "Clients"],
  ["421000", "Personnel"],
  ["445660", "TVA déductible"],
  ["445710", "TVA collectée"],
  ["512000", "Banque"],
  ["530000", "Caisse"],
  ["606400", "Fournitures administratives"],
  ["607000", "Achats de marchandises"],
  ["707000", "Ventes de marchandises"],
  ["706000", "Prestations de services"],
  ["471000", "Compte d'attente"],
];

const journals: readonly (readonly [code: string, name: string, type: string])[] = [
  ["VTE", "Ventes", "SALES_INVOICE"],
  ["ACH", "Achats", "PURCHASE_INVOICE"],
  ["BNQ", "Banque", "FINANCIAL"],
  ["OD", "Opérations diverses", "GENERAL"],
  ["AN", "À nouveaux", "CARRY_FORWARD"],
];

const taxes: readonly (readonly [name: string, percentage: number, inactive: boolean])[] = [
  ["TVA 20 %", 20, false],
  ["TVA 10 %", 10, false],
  ["TVA 5,5 %", 5.5, false],
  ["Exonéré", 0, false],
  ["TVA 19,6 %", 19.6, true],
];

function addMasterData(company: Books, currentYear: number): void {
  for (const [code, name] of accounts) company.add("accountingAccounts", rules.makeAccount(company, { code, name }));
  for (let index = 0; index < 24; index++) {
    const account = rules.makeAccount(company, { code: String(625_100 + index), name: `Frais inventés ${index}` });
    company.add("accountingAccounts", { ...account, deactivated: index % 9 === 4 });
  }
  company.add("accountingAccounts", {
    ...rules.makeAccount(company, { code: "6060", name: "Achats" }),
    accountLevel: "BREAKDOWN",
  });
  const bank = company.tables.accountingAccounts.find("code", "512000");
  for (const [code, name, type] of journals)
    company.add("journalTypes", {
      id: company.newId(),
      code,
      name,
      type,
      deactivated: false,
      isCreditNote: false,
      accountingAccountId: type === "FINANCIAL" ? bank?.["id"] : null,
    });
  for (const [name, percentage, inactive] of taxes)
    company.add("taxes", {
      id: company.newId(),
      name,
      percentage,
      inactive,
      groupId: company.newId(),
      groupName: name,
      taxType: "TVA",
      equivalenceSurchargePercentage: 0,
    });
  company.facts["taxGroupId"] = company.tables.taxes.find("percentage", 20)?.["groupId"];
  company.facts["setup"] = {
    defaultSalesPostingInvoiceJournalTypeId: company.tables.journalTypes.find("code", "VTE")?.["id"],
    defaultPurchasePostingInvoiceJournalTypeId: null,
  };
  addTerms(company);
  addDimensions(company);
  addYears(company, currentYear);
}

function addTerms(company: Books): void {
  const line = (day: number, condition: string, more: Row = {}) => ({
    id: company.newId(),
    order: 9999,
    type: "REMAINING_AMOUNT",
    value: 0,
    condition,
    day,
    payDays: [],
    ...more,
  });
  const part = { order: 0, type: "PERCENTAGE", value: 30 };
  for (const [name, lines] of [
    ["Comptant", [line(0, "DAY_OF_PAYMENT")]],
    ["30 jours", [line(30, "DAY_OF_PAYMENT")]],
    ["60 jours fin de mois", [line(60, "END_OF_MONTH")]],
    ["30 % d'acompte", [line(0, "DAY_OF_PAYMENT", part), line(30, "DAY_OF_PAYMENT")]],
  ] as const)
    company.add("paymentTerms", { id: company.newId(), name, lines });
}

function addDimensions(company: Books): void {
  for (const [code, name, tags] of [
    ["WAREHOUSE", "Entrepôt", ["Nulleville", "Autreville", "Fermeville"]],
    ["DEPARTMENT", "Service", ["Ventes", "Logistique"]],
  ] as const) {
    const id = company.newId();
    const dimensionTags = tags.map((tag, index) => ({
      id: company.newId(),
      dimensionId: id,
      tagCode: tag.toUpperCase(),
      name: tag,
      isActive: index !== 2,
    }));
    company.add("dimensions", { id, code, name, description: name, isActive: true, dimensionTags });
  }
}

function addYears(company: Books, current: number): void {
  for (let year = current - 3; year <= current + 1; year++) {
    const periods = Array.from({ length: 12 }, (_, month) => {
      const start = `${year}-${String(month + 1).padStart(2, "0")}-01`;
      const end = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
      return { id: company.newId(), startDate: dayAt(start), endDate: dayAt(end), isClosed: year < current - 2 };
    });
    company.add("accountingExercises", {
      id: company.newId(),
      exercise: year,
      description: `Exercice ${year}`,
      startDate: dayAt(`${year}-01-01`),
      endDate: dayAt(`${year}-12-31`),
      numberPeriods: 12,
      status: year < current - 2 ? "CLOSED" : "OPEN",
      periods,
    });
  }
}

const places = [
  ["1 rue Inventée", "NULLEVILLE", "00001", "FR"],
  ["2 avenue Imaginaire", "AUTREVILLE", "00002", "FR"],
  ["Erfundene Gasse 3", "MUSTERHAUSEN", "00003", "DE"],
] as const;

function thirdOf(kind: string, index: number): Row {
  const [firstLine, city, zipCode, countryIsoCodeAlpha2] = pick(places, index);
  const place = { firstLine, city, zipCode, countryIsoCodeAlpha2 };
  const slug = `${kind}${index}`;
  const person = {
    name: "Kim",
    ...(index % 3 !== 1 && { surname: `Exemple ${index}` }),
    emails: index % 4 === 3 ? [] : [{ emailAddress: `${slug}@exemple.example`, usage: "EMPTY", isDefault: true }],
    phones: [
      { number: `0000 ${1000 + index}`, type: pick(["LANDLINE", "MOBILE", "FAX", "NOT_SET"], index), isDefault: true },
    ],
  };
  return {
    socialName: `${kind === "client" ? "Nébuleuse" : "Fournil"} ${index} SARL (fictif)`,
    ...(index % 2 === 0 && { code: `${kind.slice(0, 1).toUpperCase()}${1000 + index}` }),
    ...(index % 3 !== 2 && { vatNumber: `FR00${100_000_000 + index}` }),
    ...(index % 5 === 1 && { documentId: String(200_000_000 + index) }),
    ...(index % 7 !== 6 && {
      addresses: [
        { ...place, ...(index % 4 === 0 && { secondLine: "Bâtiment B" }) },
        ...(kind === "client" && index % 3 === 0 ? [{ ...place, isDefaultDeliveryAddress: true }] : []),
      ],
    }),
    ...(index % 6 !== 5 && { contacts: [person] }),
  };
}

function addThirds(company: Books, count: number): void {
  for (let index = 0; index < count; index++) {
    const customer = rules.makeThird(company, "customers", {
      ...thirdOf("client", index),
      customerType: index % 8 === 7 ? "INDIVIDUAL" : "BUSINESS",
    });
    company.add("customers", customer);
    company.add("suppliers", rules.makeThird(company, "suppliers", thirdOf("fournisseur", index)));
  }
}

function addProducts(company: Books): void {
  const rates = [20, 20, 10, 20, 5.5, 0];
  for (let index = 0; index < 30; index++) {
    const tax = company.tables.taxes.find("percentage", pick(rates, index));
    company.add(
      "products",
      rules.makeProduct(company, {
        code: `P${100 + index}`,
        name: `Article inventé ${index}`,
        category: pick(["PRODUCT", "SERVICE", "PRODUCT", "FEE"], index),
        salesUnitPrice: 10 + index * 2.5,
        taxGroupId: tax?.["groupId"],
      }),
    );
  }
  const advance = rules.makeProduct(company, { code: "ACOMPTE", name: "Acompte", category: "CONCEPT" });
  company.add("products", { ...advance, taxes: [], salesVatPercentage: null });
}

function addSales(company: Books): void {
  const customers = company.tables.customers.all();
  const products = company.tables.products.where(({ category }) => category !== "CONCEPT");
  const journalTypeId = company.tables.journalTypes.find("code", "VTE")?.["id"];
  for (let index = 0; index < 38; index++) {
    const date = dayLater(company.today(), -index * 11);
    const lines = Array.from({ length: 1 + (index % 3) }, (_, at) => {
      const product = pick(products, index * 3 + at);
      return {
        productId: product["id"],
        ...(at === 1 && { productName: `Prestation inventée ${index}` }),
        totalQuantity: 1 + ((index + at) % 4),
        unitPrice: 20 + index + at * 0.5,
        firstDiscount: index % 4 === at ? 10 : 0,
      };
    });
    const invoice = company.past(company.now() - index * 11 * 86_400_000 - 3_600_000, () =>
      company.add(
        "salesInvoices",
        rules.makeInvoice(company, {
          customerId: pick(customers, index)["id"],
          documentDate: date,
          ...(index % 3 === 0 && { externalReference: `PO ${index}` }),
          ...(index % 4 === 0 && { operationDate: date }),
          lines,
        }),
      ),
    );
    if (index % 6 === 5) continue;
    const step = (work: () => unknown) => company.past(company.now() - index * 11 * 86_400_000 - 1_800_000, work);
    step(() => rules.closeInvoice(company, { salesInvoiceId: invoice["id"] }));
    if (index % 11 === 4) continue;
    step(() =>
      rules.postInvoice(company, {
        salesInvoiceId: invoice["id"],
        accountingEntryDescription: `Facture ${index}`,
        journalTypeId,
      }),
    );
    if (index % 5 < 2) pay(company, rules.sides.sales, invoice, { date, part: index % 5 === 0 ? 1 : 0.5 });
  }
  const collected = company.tables.salesInvoices.where(({ status }) => status === "Posted");
  for (const invoice of collected.slice(0, 8)) {
    const note = rules.creditInvoice(company, { id: invoice["id"] });
    if (note["id"] === undefined || collected.indexOf(invoice) > 5) continue;
    rules.closeInvoice(company, { salesInvoiceId: note["id"] });
    rules.postInvoice(company, {
      salesInvoiceId: note["id"],
      accountingEntryDescription: "Avoir",
      journalTypeId,
    });
    if (collected.indexOf(invoice) > 3) pay(company, rules.sides.sales, note, { date: company.today(), part: 1 });
  }
}

interface PaidPart {
  readonly date: string;
  readonly part: number;
}

function pay(
  company: Books,
  side: (typeof rules.sides)[keyof typeof rules.sides],
  document: Row,
  { date, part }: PaidPart,
): void {
  const [item] = document["openItems"] as readonly Row[];
  if (item === undefined) return;
  rules.settle(company, side, {
    entryDate: date,
    description: "Règlement",
    thirdPartyId: document["customerId"] ?? document["supplierId"],
    [side.list]: [{ openItemId: item["id"], paidAmount: Math.round(Number(item["amount"]) * part * 100) / 100 }],
  });
}

function addPurchases(company: Books): void {
  const suppliers = company.tables.suppliers.all();
  const journalTypeId = company.tables.journalTypes.find("code", "ACH")?.["id"];
  for (let index = 0; index < 32; index++) {
    const date = dayLater(company.today(), -index * 13);
    const vatLines = [20, 10].slice(0, 1 + (index % 2)).map((percentage, at) => {
      const totalVatBase = 100 + index * 3 + at;
      const tax = company.tables.taxes.find("percentage", percentage);
      return { totalVatBase, totalVat: Math.round(totalVatBase * percentage) / 100, taxId: tax?.["id"] };
    });
    const totalLiquid =
      Math.round(vatLines.reduce((all, line) => all + line.totalVat + line.totalVatBase, 0) * 100) / 100;
    const bill = company.past(company.now() - index * 13 * 86_400_000 - 3_600_000, () =>
      company.add(
        "purchaseInvoices",
        rules.makePurchase(company, {
          supplierId: pick(suppliers, index)["id"],
          invoiceDate: date,
          ...(index % 9 !== 8 && { invoiceNumber: `F-${1000 + index}` }),
          ...(index % 3 === 1 && { operationDate: date }),
          hasCashVat: false,
          totalLiquid,
          vatLines,
        }),
      ),
    );
    if (index % 5 === 4) continue;
    company.past(company.now() - index * 13 * 86_400_000 - 1_800_000, () =>
      rules.postPurchase(company, {
        purchaseInvoiceId: bill["id"],
        accountingEntryDescription: `Achat ${index}`,
        journalTypeId,
      }),
    );
    if (index % 5 < 2) pay(company, rules.sides.purchases, bill, { date, part: index % 5 === 0 ? 1 : 0.5 });
  }
}

function addEntries(company: Books): void {
  for (let index = 0; index < 20; index++)
    company.past(company.now() - index * 86_400_000, () =>
      rules.makeEntry(company, {
        date: dayLater(company.today(), -index * 9),
        journalTypeCode: "OD",
        ...(index % 3 !== 2 && { description: `Écriture inventée ${index}` }),
        accountingEntryLines: [
          { subAccountCode: "606400", debitAmount: 10 + index, creditAmount: 0 },
          { subAccountCode: "512000", debitAmount: 0, creditAmount: 10 + index },
        ],
      }),
    );
  const opening = company.tables.accountingEntries.all()[0];
  if (opening !== undefined) opening["entryType"] = "OPENING";
}

export function openBooks(world: World): Books[] {
  const company = openBook(world, { id: "5a9e0000-0000-4000-8000-000000000001", name: "Silberpilz SARL (fictif)" });
  const year = new Date(world.now()).getUTCFullYear();
  company.past(world.now() - 900 * 86_400_000, () => {
    addMasterData(company, year);
    addThirds(company, 32);
    addProducts(company);
  });
  addSales(company);
  addPurchases(company);
  addEntries(company);
  const second = openBook(world, { id: "5a9e0000-0000-4000-8000-000000000002", name: "Zweitpilz SARL (fictif)" });
  second.past(world.now() - 900 * 86_400_000, () => {
    addMasterData(second, year);
    addThirds(second, 3);
    addProducts(second);
  });
  return [company, second];
}
