/** Seed data: an invented French company with the awkward cases. */
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { big, cents, dayLength, pick, type Row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { accountOf, add, type Books, find, openPennylane, today } from "./company.ts";
import * as rules from "./rules.ts";

const chart: readonly (readonly [number: string, label: string, type: string, code?: string])[] = [
  ["1013", "Capital souscrit", "generic"],
  ["164", "Emprunts auprès des établissements de crédit", "generic"],
  ["2183", "Matériel de bureau", "generic"],
  ["401", "Fournisseurs", "supplier"],
  ["411", "Clients", "customer"],
  ["44566", "TVA sur autres biens et services", "reserved"],
  ["44571", "TVA collectée", "reserved"],
  ["471", "Compte d'attente", "generic"],
  ["5121001", "Banque Inventée", "bank"],
  ["53", "Caisse", "generic"],
  ["6061", "Fournitures non stockables", "generic"],
  ["6288", "Autres charges extérieures diverses", "generic"],
  ["706", "Prestations de services", "generic", "FR_200"],
  ["707", "Ventes de marchandises", "generic"],
  ["890", "Bilan", "custom"],
];

const journals: readonly (readonly [code: string, label: string, type: string])[] = [
  ["VT", "Journal de vente", "sales"],
  ["HA", "Journal d'achat", "purchases"],
  ["OD", "Journal des opérations diverses", "misc"],
  ["BQ1", "Journal de trésorerie", "finances"],
  ["AN", "Journal des à-nouveaux", "carryover"],
];

function addMasterData(books: Books, year: number): void {
  for (const [code, label, type] of journals) add(books, "journals", { code, label, type });
  for (const [number, label, type, code = "any"] of chart)
    add(books, "ledger_accounts", {
      number,
      label,
      vat_rate: code,
      country_alpha2: "any",
      enabled: number !== "890",
      type,
      letterable: type === "customer" || type === "supplier",
    });
  for (let index = 0; index < 110; index++)
    add(books, "ledger_accounts", {
      number: `6${1000 + index}`.replace(/0+$/, "1"),
      label: `Compte inventé ${index}`,
      vat_rate: "any",
      country_alpha2: "any",
      enabled: index % 4 !== 1,
      type: "generic",
      letterable: false,
    });
  for (let first = year - 6; first <= year + 1; first++)
    add(books, "fiscal_years", {
      start: `${first}-01-01`,
      finish: `${first}-12-31`,
      status: first < year - 2 ? "frozen" : first === year - 2 ? "closed" : "open",
    });
  for (const [index, label] of ["Suivi de trésorerie", "Projets"].entries()) {
    const group = add(books, "category_groups", { label, categories: { url: "" } });
    for (let at = 0; at < 12; at++)
      add(books, "categories", {
        label: `${label} ${at + 1}`,
        direction: index === 0 ? "cash_out" : null,
        analytical_code: null,
        category_group: { id: group["id"] },
      });
  }
  for (let index = 0; index < 3; index++)
    add(books, "bank_accounts", {
      name: `Banque Inventée ${index + 1}`,
      currency: index === 2 ? "USD" : "EUR",
      balance: index === 0 ? "0.0" : "1250.5",
      bank_establishment: { id: 11 },
      journal: rules.referenceTo("journals", find(books, "journals", "code", "BQ1")["id"]),
      ledger_account: rules.referenceTo("ledger_accounts", accountOf(books, "5121001")["id"]),
    });
}

const placeFor = ({ address }: SeedParty, index: number) => ({
  address: `${text(address["address_line1"])}${index % 3 === 0 ? "\nBâtiment B" : ""}`,
  postal_code: text(address["postal_code"]),
  city: text(address["city"]),
  country_alpha2: text(address["country_code"]) || "FR",
});

function addParties(books: Books, { customers, suppliers }: SeedData): void {
  for (const [index, party] of customers.entries()) {
    const isPerson = index % 6 === 4;
    const [first = "", ...rest] = party.name.split(" ");
    const customer = rules.makeCustomer(books, isPerson ? "individual" : "company", {
      ...(isPerson ? { first_name: first, last_name: rest.join(" ") || "Pervenche" } : { name: party.name }),
      billing_address: index % 7 === 5 ? rules.noPlace : placeFor(party, index),
      ...(index % 5 === 1 && {
        delivery_address: {
          address: "3 quai du Port",
          postal_code: "00004",
          city: "Port-Inventé",
          country_alpha2: "BE",
        },
      }),
      ...(index % 4 !== 3 && { emails: [`achats${index}@client.example`, `compta${index}@client.example`] }),
      ...(index % 3 !== 1 && { phone: `+33 0 00 00 ${1000 + index}` }),
      ...(index % 2 === 0 && { reference: `C-${100 + index}` }),
      ...(!isPerson && index % 2 === 1 && { vat_number: `FR${String(index).padStart(11, "0")}` }),
      ...(index % 3 === 2 && { billing_iban: "FR7600000000000000000000000" }),
      ...(index % 9 === 8 && { payment_conditions: pick(["upon_receipt", "45_days_end_of_month"], index) }),
    });
    customer["party"] = party.id;
  }
  for (const [index, party] of suppliers.entries()) {
    const supplier = add(
      books,
      "suppliers",
      rules.supplierOf(books, {
        name: party.name,
        ...(index % 7 !== 5 && { postal_address: placeFor(party, index) }),
        ...(index % 4 !== 3 && { emails: [`ventes${index}@fournisseur.example`] }),
        ...(index % 2 === 1 && { vat_number: `FR${String(index).padStart(11, "1")}` }),
        ...(index % 2 === 0 && { iban: "FR7600000000000000000000001" }),
      }),
    );
    supplier["party"] = party.id;
  }
}

/** The seed's percentages, as they are in France. */
const codeOf = (percentage: unknown): string => ({ 19: "FR_200", 7: "FR_55" })[Number(percentage)] ?? "exempt";

function addProducts(books: Books, { items }: SeedData): void {
  for (const [index, item] of items.entries()) {
    const product = add(
      books,
      "products",
      rules.productOf(books, {
        label: item.name,
        price_before_tax: big(item.salesPrice).toString(),
        vat_rate: codeOf(item.sales.percentage),
        ...(index % 3 !== 1 && { reference: `ART-${100 + index}` }),
        ...(index % 4 === 3 && { unit: "forfait" }),
        ...(index % 5 !== 2 && { ledger_account_id: accountOf(books, "706")["id"] }),
      }),
    );
    product["party"] = item.id;
  }
}

const currencyOf = ({ currency }: SeedDocument): string =>
  ["EUR", "USD", "GBP"].includes(currency) ? currency : "EUR";

const linesFor = (books: Books, { lines }: SeedDocument, sign: 1 | -1): Row[] =>
  lines.map((line, at) => ({
    ...(at !== 1 && { product_id: find(books, "products", "party", line.item.id)["id"] }),
    label: (line.description ?? line.item.name ?? "Divers").slice(0, 200) || "Divers",
    ...(at === 0 && { description: `Détail de la ligne ${at + 1}` }),
    quantity: Number(line.quantity.toFixed(2)) * sign,
    raw_currency_unit_price: big(line.unitPrice).toFixed(2),
    unit: "piece",
    vat_rate: codeOf(line.rate.percentage),
    ...(Number(line.discount) > 0 && { discount: { type: "relative", value: big(line.discount).toString() } }),
    ...(at === 1 && Number(line.discount) === 0 && sign === 1 && { discount: { type: "absolute", value: "1" } }),
  }));

function sell(books: Books, document: SeedDocument, index: number): void {
  const isCredit = document.kind === "creditNote";
  const invoice = rules.makeInvoice(books, {
    customer_id: find(books, "customers", "party", document.party.id)["id"],
    date: document.date,
    deadline: document.due,
    currency: currencyOf(document),
    invoice_lines: linesFor(books, document, isCredit ? -1 : 1),
    ...(index % 3 === 0 && { pdf_invoice_subject: `Travaux ${index}` }),
    ...(index % 10 === 7 && !isCredit && { discount: { type: "relative", value: "10" } }),
  });
  if (document.status === "draft" || document.status === "submitted" || index % 9 === 8) {
    books.save("customer_invoices", invoice);
    return;
  }
  const date = text(invoice["date"]);
  const year = books.tables.fiscal_years.first((row) => text(row["start"]) <= date && date <= text(row["finish"]));
  const before = year?.["status"];
  if (year !== undefined) year["status"] = "open";
  rules.finalise(books, invoice);
  if (year !== undefined) year["status"] = before;
  if (document.status === "voided") invoice["status"] = "archived";
  else if (!isCredit) {
    const total = big(invoice["amount"]);
    if (document.status === "paid") invoice["remaining_amount_with_tax"] = "0.0";
    if (document.status === "partially_paid") invoice["remaining_amount_with_tax"] = rules.decimal(cents(total.div(2)));
    if (index % 13 === 6) invoice["isPaidByHand"] = true;
    rules.settle(books, invoice);
  } else if (index % 3 === 0) {
    invoice["remaining_amount_with_tax"] = "0.0";
    rules.settle(books, invoice);
  }
  books.save("customer_invoices", invoice);
}

function buy(books: Books, document: SeedDocument, index: number): void {
  const sign = document.kind === "vendorCredit" ? -1 : 1;
  const lines = document.lines.map((line, at) => {
    const net = cents(big(line.quantity).times(big(line.unitPrice))).times(sign);
    const code = codeOf(line.rate.percentage);
    const tax = cents(net.times(rules.percentageOf(code)).div(100));
    return {
      label: at === 1 ? "" : (line.description ?? line.item.name),
      description: at === 0 ? "" : `Détail ${at}`,
      vat_rate: code,
      currency_amount: net.plus(tax).toFixed(2),
      currency_tax: tax.toFixed(2),
    };
  });
  const total = (name: "currency_amount" | "currency_tax") =>
    lines.reduce((sum, line) => sum.plus(line[name]), big(0)).toFixed(2);
  const isOpen = document.status === "draft" || document.status === "submitted";
  const bill = rules.makeBill(books, {
    supplier_id: find(books, "suppliers", "party", document.party.id)["id"],
    date: index % 11 === 4 ? null : document.date,
    deadline: document.due,
    currency: currencyOf(document),
    invoice_number: index % 6 === 0 ? "" : `R-${1000 + index}`,
    currency_amount: total("currency_amount"),
    currency_tax: total("currency_tax"),
    invoice_lines: lines,
    accounting_status: isOpen
      ? pick(["draft", "entry", "validation_needed"], index)
      : document.status === "voided"
        ? "archived"
        : "complete",
  });
  if (!isOpen && document.status !== "voided") {
    const amount = big(bill["amount"]);
    if (document.status === "paid") bill["remaining_amount_with_tax"] = "0.0";
    if (document.status === "partially_paid") bill["remaining_amount_with_tax"] = rules.decimal(cents(amount.div(-2)));
    rules.settleBill(bill);
    if (index % 12 === 5) Object.assign(bill, { payment_status: "paid_offline", paid: false });
  }
  books.save("supplier_invoices", bill);
}

function addEntries(books: Books): void {
  const category = books.tables.categories.all()[0] ?? {};
  for (let index = 0; index < 30; index++)
    books.past(books.now() - (40 - index) * dayLength, () => {
      rules.enter(books, {
        journal: pick(["OD", "BQ1"], index),
        date: today(books),
        due: index % 3 === 0 ? today(books) : null,
        label: `Écriture ${index + 1}`,
        status: pick([null, "accounting_needed", "complete"], index),
        lines: [
          {
            account: accountOf(books, "6288"),
            debit: big(100 + index),
            credit: big(0),
            label: index % 2 === 0 ? `Ligne ${index}` : "",
            ...(index % 3 === 0 && { category: { ...category, weight: "1.0" } }),
          },
          { account: accountOf(books, "5121001"), debit: big(0), credit: big(100 + index) },
        ],
      });
    });
}

export function openBooks(world: World): Books[] {
  const books = openPennylane(world);
  const year = Number(today(books).slice(0, 4));
  const seed = makeSeedData({ name: "pennylane", now: world.now(), scale: { customers: 115, suppliers: 125 } });
  books.past(books.now() - 900 * dayLength, () => {
    addMasterData(books, year);
    addParties(books, seed);
    addProducts(books, seed);
  });
  for (const [index, document] of seed.invoices.slice(0, 110).entries())
    books.past(document.created, () => sell(books, document, index));
  for (const [index, document] of seed.creditNotes.slice(0, 30).entries())
    books.past(document.created, () => sell(books, document, index));
  for (const [index, document] of seed.bills.slice(0, 105).entries())
    books.past(document.created, () => buy(books, document, index));
  for (const [index, document] of seed.vendorCredits.slice(0, 6).entries())
    books.past(document.created, () => buy(books, document, index));
  addEntries(books);
  return [books];
}
