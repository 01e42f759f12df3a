/** Seed data: an invented French company with the awkward cases. */
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { big, dayLater, dayLength, pick, type Row, rows, text, uuid } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { type Books, openQonto, organizationId } from "./company.ts";
import * as rules from "./rules.ts";

export const mainIban = "FR0000000000000000000000001";

function addAccounts(books: Books): void {
  for (let index = 0; index < 12; index++)
    books.add("bank_accounts", {
      id: uuid(`qonto account ${index}`),
      name: index === 0 ? "Compte principal" : `Compte ${index + 1}`,
      organization_id: organizationId,
      status: index === 5 ? "closed" : "active",
      main: index === 0,
      // A user may see some accounts only by name.
      ...(index !== 7 && {
        iban: `FR00000000000000000000000${String(index + 1).padStart(2, "0")}`,
        bic: "XXXXFRPPXXX",
        currency: "EUR",
        balance: index === 3 ? 0 : 1000.5 + index,
        balance_cents: index === 3 ? 0 : 100_050 + index * 100,
      }),
      is_external_account: index === 8,
    });
}

function addLabels(books: Books): void {
  for (let index = 0; index < 24; index++)
    books.add("labels", {
      id: uuid(`qonto label ${index}`),
      name: `Étiquette ${index + 1}`,
      parent_id: index % 4 === 0 ? null : uuid(`qonto label ${index - (index % 4)}`),
    });
}

const placeOf = ({ address }: SeedParty, isLower: boolean): Row => {
  const country = text(address["country_code"]) || "FR";
  return {
    street_address: text(address["address_line1"]),
    city: text(address["city"]),
    zip_code: text(address["postal_code"]),
    province_code: null,
    country_code: isLower ? country.toLowerCase() : country,
  };
};

function addClients(books: Books, parties: readonly SeedParty[]): void {
  for (const [index, party] of parties.entries()) {
    const kind = pick(["company", "company", "individual", "company", "company", "freelancer"], index);
    const isCompany = kind === "company";
    const client = rules.makeClient(books, {
      kind,
      ...(isCompany
        ? { name: party.name }
        : { first_name: pick(["Änne", "Zoé"], index), last_name: `Exemple ${index}` }),
      email: index % 5 === 3 ? null : `client${index}@exemple.example`,
      extra_emails: index % 4 === 1 ? [`copie${index}@exemple.example`] : [],
      vat_number: index % 2 === 0 ? `FR${String(index).padStart(11, "0")}` : null,
      currency: index % 9 === 8 ? null : "EUR",
      locale: "fr",
      billing_address: index % 10 === 9 ? null : { ...placeOf(party, false) },
      delivery_address: index % 4 === 2 ? { ...placeOf(party, false), street_address: "2 quai du Dépôt" } : null,
      ...(index % 3 === 0 && { phone: { country_code: "+33", number: String(100_000_000 + index) } }),
    });
    for (const field of ["billing_address", "delivery_address"])
      if (index % 2 === 1 && client[field] !== null)
        client[field] = {
          ...(client[field] as Row),
          country_code: text((client[field] as Row)["country_code"]).toLowerCase(),
        };
    books.add("clients", { ...client, party: party.id });
  }
}

/** The seed's percentages, as they are here. */
const rateOf = (percentage: unknown): string => ({ 19: "0.2", 7: "0.055" })[Number(percentage)] ?? "0";

function addProducts(books: Books, { items }: SeedData): void {
  for (let index = 0; index < Math.max(110, items.length); index++) {
    const item = pick(items, index);
    const rate = index % 7 === 4 ? "0" : rateOf(item.sales.percentage);
    books.add(
      "products",
      rules.makeProduct(books, {
        title: index < items.length ? item.name : `${item.name} ${index}`,
        type: index % 5 === 2 ? "service" : "good",
        unit_price: { value: item.salesPrice.toFixed(2), currency: "EUR" },
        vat_rate: rate,
        ...(rate === "0" && { vat_exemption_code: "N4" }),
        ...(index % 3 === 0 && { unit: "hour" }),
      }),
    );
  }
}

/** The first of them can be invoiced. */
function clientFor(books: Books, { party }: SeedDocument): Row {
  const client = books.tables.clients.find("party", party.id) ?? {};
  const isReady = client["currency"] === "EUR" && client["billing_address"] !== null;
  return isReady ? client : (books.tables.clients.all()[0] ?? {});
}

const itemsOf = ({ lines }: SeedDocument, index: number): Row[] =>
  lines.map((line, at) => {
    const rate = at === 1 && index % 6 === 2 ? "0" : rateOf(line.rate.percentage);
    return {
      title: (line.item.name ?? line.description ?? "Article").slice(0, 40).trim(),
      ...(at === 0 && index % 2 === 0 && { description: `Détail ${index}` }),
      quantity: line.quantity.toFixed(),
      unit_price: { value: big(line.unitPrice).toFixed(2), currency: "EUR" },
      vat_rate: rate,
      ...(rate === "0" && { vat_exemption_reason: "N4" }),
      ...(index % 3 === 0 && { unit: "hour" }),
      ...(at === 0 &&
        index % 4 === 0 && {
          discount: index % 8 === 0 ? { type: "percentage", value: "0.1" } : { type: "absolute", value: "1.50" },
        }),
    };
  });

function addInvoice(books: Books, document: SeedDocument, index: number): void {
  const invoice = rules.makeInvoice(books, {
    client_id: clientFor(books, document)["id"],
    issue_date: document.date,
    due_date: document.due < document.date ? document.date : document.due,
    currency: "EUR",
    status: "draft",
    payment_methods: { iban: mainIban },
    items: itemsOf(document, index),
    ...(index % 3 === 0 && { purchase_order: `BC-${index}` }),
    ...(index % 5 === 0 && { performance_start_date: document.date, performance_end_date: document.date }),
    ...(index % 5 === 1 && { performance_date: document.date }),
    ...(index % 11 === 4 && { discount: { type: "percentage", value: "0.05" } }),
  });
  if (index % 13 === 6) invoice["imported"] = true;
  if (document.status === "draft" || document.status === "submitted") {
    if (index % 2 === 0) Object.assign(invoice, { items: null, ...emptyTotals });
    books.add("client_invoices", invoice);
    return;
  }
  rules.finalize(books, invoice);
  books.add("client_invoices", invoice);
  const total = big((invoice["total_amount"] as Row)["value"]);
  if (document.status === "paid") {
    const day = document.paidDate?.slice(0, 10) ?? document.date;
    // Beside the day that a user enters, a transaction has a time.
    Object.assign(invoice, {
      status: "paid",
      paid_at: index % 4 === 1 ? `${day}T09:30:00.000Z` : `${day}T00:00:00.000Z`,
    });
    if (index % 2 === 0) invoice["amount_paid"] = { value: total.toFixed(2), currency: "EUR" };
  }
  if (document.status === "partially_paid")
    invoice["amount_paid"] = { value: total.div(2).toFixed(2), currency: "EUR" };
  if (document.status === "voided") rules.markAsCanceled(invoice);
  books.tables.client_invoices.put(invoice);
}

const isCharge = ({ total_amount_cents: gross }: Row): boolean => Number(gross) > 0;

const nothing = { value: "0.00", currency: "EUR" };
const emptyTotals = { vat_amount: nothing, vat_amount_cents: 0, total_amount: nothing, total_amount_cents: 0 };

/** Some credit notes are over the whole invoice. */
function addCreditNote(books: Books, document: SeedDocument, invoice: Row, index: number): void {
  const lines = invoice["items"] as readonly Row[];
  const credited = index % 3 === 0 ? lines : lines.slice(0, 1);
  rules.makeCreditNote(books, {
    invoice_id: invoice["id"],
    issue_date: document.date,
    reason: "Retour",
    currency: "EUR",
    ...(index % 10 === 4 && { discount: { type: "percentage", value: "0.1" } }),
    items: credited.map((line) => ({
      title: line["title"],
      quantity: line["quantity"],
      unit_price: line["unit_price"],
      vat_rate: line["vat_rate"],
      ...(line["description"] !== null && { description: line["description"] }),
      ...(line["unit"] !== null && { unit: line["unit"] }),
      ...(line["vat_exemption_reason"] !== null && { vat_exemption_reason: line["vat_exemption_reason"] }),
      ...(line["discount"] !== null && {
        discount: { type: (line["discount"] as Row)["type"], value: (line["discount"] as Row)["value"] },
      }),
    })),
  });
}

function addQuote(books: Books, document: SeedDocument, index: number): void {
  const quote = rules.makeQuote(books, {
    client_id: clientFor(books, document)["id"],
    issue_date: document.date,
    expiry_date: dayLater(document.date, 30),
    items: itemsOf(document, index).map((line) => ({ ...line, vat_rate: big(line["vat_rate"]).times(100).toFixed() })),
    ...(index % 9 === 3 && { discount: { type: "percentage", value: "0.1" } }),
  });
  quote["status"] = pick(["pending_approval", "approved", "canceled", "pending_approval"], index);
  books.add("quotes", quote);
}

const states = [
  "to_review",
  "to_approve",
  "awaiting_payment",
  "paid",
  "to_pay",
  "pending",
  "scheduled",
  "paid",
  "archived",
  "rejected",
  "discarded",
  "awaiting_payment",
];

const eur = (value: { toFixed(places: number): string }): Row => ({ value: value.toFixed(2), currency: "EUR" });

function addSupplierInvoice(books: Books, document: SeedDocument, index: number, isCredit: boolean): void {
  const status = pick(states, index);
  // Nothing is known until the file has been read.
  const isRead = status !== "to_review" || index % 2 === 0;
  const sign = isCredit && index % 2 === 0 ? -1 : 1;
  const gross = big(document.totals.gross).times(sign);
  const isPaid = status === "paid";
  books.add("supplier_invoices", {
    organization_id: organizationId,
    status,
    is_credit_note: isCredit,
    attachment_category: index % 29 === 17 ? "OTHER_NON_FINANCIAL_DOCUMENT" : isCredit ? "CREDIT_NOTE" : "INVOICE",
    file_name: `facture-${index}.pdf`,
    source_type: "email",
    attachment_id: uuid(`qonto file ${isCredit} ${index}`),
    display_attachment_id: uuid(`qonto file ${isCredit} ${index}`),
    supplier_id: isRead ? uuid(`qonto supplier ${document.party.id}`) : null,
    supplier_name: isRead ? document.party.name : null,
    invoice_number: isRead ? (document.number ?? `FOURN-${index}`) : null,
    total_amount: isRead ? eur(gross) : null,
    total_amount_excluding_taxes: isRead && index % 5 !== 1 ? eur(big(document.totals.net).times(sign)) : null,
    total_tax_amount: isRead && index % 5 !== 1 ? eur(gross.minus(big(document.totals.net).times(sign))) : null,
    payable_amount: isRead && !isCredit ? eur(index % 12 === 11 ? gross.div(2) : isPaid ? big(0) : gross) : null,
    issue_date: isRead ? document.date : null,
    due_date: isRead ? document.due : null,
    payment_date: isPaid ? document.date : null,
    scheduled_date: null,
  });
}

export function openBooks(world: World): Books {
  const books = openQonto(world);
  const seed = makeSeedData({ name: "qonto", now: world.now(), scale: { customers: 115, suppliers: 40 } });
  books.past(books.now() - 900 * dayLength, () => {
    addAccounts(books);
    addLabels(books);
    addClients(books, seed.customers);
    addProducts(books, seed);
  });
  for (const [index, document] of seed.invoices.slice(0, 130).entries())
    books.past(document.created, () => addInvoice(books, document, index));
  for (const [index, document] of seed.invoices.slice(0, 110).entries())
    books.past(document.created + 2000, () => addQuote(books, document, index));
  const credited = books.tables.client_invoices.where(
    ({ status, discount, items }) =>
      ["unpaid", "paid"].includes(text(status)) && discount === null && rows(items).every(isCharge),
  );
  for (const [index, invoice] of credited.slice(0, 60).entries())
    if (index % 2 === 0)
      books.past(books.now() - dayLength * (60 - index), () =>
        addCreditNote(books, { ...pick(seed.creditNotes, index), date: text(invoice["issue_date"]) }, invoice, index),
      );
  for (const [index, document] of seed.bills.slice(0, 125).entries())
    books.past(document.created, () => addSupplierInvoice(books, document, index, false));
  for (const [index, document] of seed.vendorCredits.slice(0, 30).entries())
    books.past(document.created, () => addSupplierInvoice(books, document, index, true));
  return books;
}
