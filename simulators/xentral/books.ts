/** Seed data: an invented German company with the awkward cases. */
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { big, dayLength, pick, type Row, rows, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { add, type Books, newId, openXentral, type Table } from "./company.ts";
import * as rules from "./rules.ts";

function addProjects(books: Books): void {
  for (let index = 0; index < 12; index++)
    books.add("projects", {
      id: String(1 + index),
      name: `Projekt ${index + 1}`,
      keyName: `PROJEKT${index + 1}`,
      description: index % 3 === 1 ? "" : `Beschreibung ${index + 1}`,
      currency: index === 5 ? "CH" : "EUR",
      normalTaxRate: 19,
      reducedTaxRate: 7,
      storageProcess: pick(["none", "order"], index),
      pickingProcess: "twoLevel",
    });
}

const placeFor = ({ address, name }: SeedParty, index: number): Row => ({
  name,
  type: pick(["company", "company", "mr", "company", "mrs", "other"], index),
  street: text(address["address_line1"]),
  addressSupplement: index % 3 === 0 ? "Gebäude B" : null,
  zipCode: text(address["postal_code"]),
  city: text(address["city"]),
  country: text(address["country_code"]) || "DE",
  email: index % 4 === 3 ? null : `post${index}@handel.example`,
  phone: index % 3 === 1 ? null : `+49 000 ${1000 + index}`,
  mobile: index % 5 === 0 ? `+49 000 ${5000 + index}` : null,
  fax: index % 7 === 0 ? `+49 000 ${7000 + index}` : null,
});

const person = (books: Books, index: number): Row => ({
  id: newId(books),
  type: "mrs",
  name: `Erna Beispiel ${index}`,
  salutation: index % 2 === 0 ? "Guten Tag, Frau Beispiel" : null,
  phone: `+49 000 ${8000 + index}`,
  mobile: null,
  fax: null,
  email: index % 4 === 0 ? `erna${index}@handel.example` : null,
});

const depot: Row = {
  id: "1",
  type: "company",
  name: "Lager",
  street: "Lagerweg 22",
  addressSupplement: null,
  zipCode: "00437",
  city: "Lagerstadt",
  country: "AT",
};

function addPartners(books: Books, table: "customers" | "suppliers", parties: readonly SeedParty[]): void {
  for (const [index, party] of parties.entries()) {
    const row = rules.partnerFrom(books, table, {
      primaryAddress: { ...placeFor(party, index), street: "x", zipCode: "x", city: "x", country: "DE" },
    });
    Object.assign(row, {
      party: party.id,
      primaryAddress: {
        ...(row["primaryAddress"] as Row),
        ...placeFor(party, index),
        ...(index % 9 === 8 && { street: null, zipCode: null, city: null, country: null, addressSupplement: null }),
      },
      mainProject: index % 3 === 0 ? { id: "1" } : null,
      financials: {
        ...(row["financials"] as Row),
        defaultCurrency: ["EUR", "USD", "GBP", "CHF"].includes(party.currency) ? party.currency : null,
        tax: {
          [table === "customers" ? "taxation" : "taxDeterminationType"]: "domestic",
          vatId: index % 2 === 1 ? `DE${String(index).padStart(9, "0")}` : null,
        },
      },
      ...(index % 5 === 2 && {
        deviatingBillingAddress: {
          ...placeFor(party, index),
          name: "Rechnungsstelle",
          street: "Postfach 9",
          addressSupplement: null,
        },
      }),
      contactPersons: index % 3 === 0 ? [person(books, index)] : [],
      deliveryAddresses: index % 4 === 1 ? [depot] : [],
    });
    add(books, table, row);
  }
}

/** The seed's percentages as categories. */
const categoryOf = (percentage: unknown): string => ({ 19: "standard", 7: "reduced" })[Number(percentage)] ?? "exempt";

function addProducts(books: Books, { items }: SeedData): void {
  for (let index = 0; index < Math.max(110, items.length); index++) {
    const item = pick(items, index);
    const product = rules.productFrom(books, {
      project: { id: "1" },
      name: index < items.length ? item.name : `${item.name} ${index}`,
      taxRate: categoryOf(item.sales.percentage),
      unit: index % 4 === 3 ? "Stück" : null,
    });
    Object.assign(product, {
      ...(index < items.length && { party: item.id }),
      netPrice: big(item.salesPrice).toFixed(2),
      isService: index % 5 === 2,
      individualTaxRate: index % 11 === 10 ? 5.5 : null,
      isDisabled: index > items.length && index % 30 === 29,
    });
    add(books, "products", product);
  }
}

const known = (books: Books, table: Table, party: string): Row => books.tables[table].find("party", party) ?? {};

const linesFor = (books: Books, { lines }: SeedDocument, currency: string): Row[] =>
  lines.map((line, at) => ({
    product: { id: known(books, "products", line.item.id ?? "")["id"] },
    quantity: Number(line.quantity.toFixed(2)),
    price: { net: { amount: Number(big(line.unitPrice).toFixed(2)), currency } },
    taxRate: at === 2 ? 12 : categoryOf(line.rate.percentage),
    ...(at === 0 && { description: `Einzelheiten der Zeile ${at + 1}` }),
    ...(at === 1 && { unit: "Stück" }),
    ...(Number(line.discount) > 0 && { discount: Number(line.discount) }),
  }));

const heading: Row = { id: "il-3", order: 1, type: "heading", name: "Abschnitt", description: null };

const currencyOf = ({ currency }: SeedDocument): string =>
  ["EUR", "USD", "GBP", "CHF"].includes(currency) ? currency : "EUR";

interface Trade {
  readonly table: rules.DocumentTable;
  readonly document: SeedDocument;
  readonly index: number;
}

function enter(books: Books, { table, document, index }: Trade): Row {
  const currency = currencyOf(document);
  const side = table === "purchaseOrders" ? "suppliers" : "customers";
  const row = rules.makeDocument(books, table, {
    address: { id: known(books, side, document.party.id ?? "")["id"] },
    documentDate: document.date,
    financials: {
      currency,
      ...(table === "invoices" && { paymentTerms: { paymentTargetDays: pick([14, 30, 0], index) } }),
    },
    lineItems: linesFor(books, document, currency),
    project: { id: String(1 + (index % 3)) },
    ...(table === "invoices" &&
      index % 3 === 0 && { customerOrderNumber: `BEST-${index}`, deliveryDate: document.date }),
    ...(table === "creditNotes" && index % 2 === 0 && { customerOrderNumber: `BEST-${index}` }),
    ...(table === "offers" && index % 2 === 0 && { customerReference: `ANFRAGE-${index}` }),
    ...(table === "salesOrders" && index % 2 === 0 && { desiredDeliveryDate: document.date }),
    ...(table === "purchaseOrders" && index % 2 === 0 && { internalComment: `Bestellt von ${index}` }),
  });
  if (index % 8 === 5) row["lineItems"] = [heading, ...rows(row["lineItems"])];
  if (index % 10 === 9) {
    row["financials"] = {
      ...(row["financials"] as Row),
      tax: { taxation: pick(["eu", "export", "exempt"], index), taxRates: { standard: 19, reduced: 7 } },
    };
  }
  return row;
}

const stateOfInvoice: Readonly<Record<string, string>> = { paid: "paid", partially_paid: "partiallyPaid" };

function sell(books: Books, document: SeedDocument, index: number): void {
  const row = enter(books, { table: "invoices", document, index });
  if (document.status !== "draft" && document.status !== "submitted") {
    rules.release(books, "invoices", row);
    row["status"] = pick(["released", "sent", "completed"], index);
    row["paymentStatus"] = stateOfInvoice[document.status] ?? (index % 17 === 3 ? null : "pending");
    if (document.status === "paid" && index % 2 === 0)
      row["dunningManualSettings"] = { paidAt: document.paidDate?.slice(0, 10) ?? null };
    if (index % 19 === 7) row["paymentStatus"] = "badDebt";
    if (document.status === "voided") rules.cancelInvoice(books, { invoice: { id: row["id"] } });
    if (index % 23 === 11) Object.assign(row, { status: "partiallyCancelled", paymentStatus: "partiallyCancelled" });
  }
  books.save("invoices", row);
}

function credit(books: Books, document: SeedDocument, index: number): void {
  const row = enter(books, { table: "creditNotes", document, index });
  if (index % 7 !== 6) {
    rules.release(books, "creditNotes", row);
    row["paymentStatus"] = pick(["pending", "paid", "partiallyPaid"], index);
    if (index % 11 === 10) row["status"] = "cancelled";
  }
  books.save("creditNotes", row);
}

const later: Readonly<Partial<Record<rules.DocumentTable, readonly string[]>>> = {
  offers: ["sent", "commissioned", "declined", "expired", "completed", "cancelled", "ordered"],
  purchaseOrders: ["released", "sent", "completed", "cancelled"],
  salesOrders: ["released", "completed", "cancelled"],
};

function trade(books: Books, { table, document, index }: Trade): void {
  const row = enter(books, { table, document, index });
  if (index % 6 !== 4) {
    rules.release(books, table, row);
    row["status"] = pick(later[table] ?? [], index);
  }
  books.save(table, row);
}

export function openBooks(world: World): Books {
  const books = openXentral(world);
  const seed = makeSeedData({ name: "xentral", now: world.now(), scale: { customers: 115, suppliers: 112 } });
  books.past(books.now() - 900 * dayLength, () => {
    addProjects(books);
    addPartners(books, "customers", seed.customers);
    addPartners(books, "suppliers", seed.suppliers);
    addProducts(books, seed);
  });
  for (const [index, document] of seed.invoices.slice(0, 110).entries())
    books.past(document.created, () => sell(books, document, index));
  for (const [index, document] of seed.creditNotes.slice(0, 25).entries())
    books.past(document.created, () => credit(books, document, index));
  for (const [index, document] of seed.invoices.slice(0, 106).entries()) {
    books.past(document.created + 1000, () => trade(books, { table: "offers", document, index }));
    books.past(document.created + 2000, () => trade(books, { table: "salesOrders", document, index }));
  }
  for (const [index, document] of seed.bills.slice(0, 105).entries())
    books.past(document.created, () => trade(books, { table: "purchaseOrders", document, index }));
  return books;
}
