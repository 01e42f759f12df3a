/** Seed data: a large administration with every awkward case, and a small one. */

import { makeSeedData, type SeedData, type SeedParty } from "../engine/seedData.ts";
import { readTables } from "../engine/seeding.ts";
import { dayLength, row as object, pick, type Row, rows, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { type Books, idOf, noteOn, openAdministration, openIds, part } from "./administration.ts";
import { newAccount, newContact, newPerson, newProduct, newProject } from "./masters.ts";
import { type Cast, fillTrade } from "./trade.ts";

export function openAdministrations(world: World): Books[] {
  const newId = openIds();
  const year = new Date(world.now()).getUTCFullYear();
  const about = { language: "nl", currency: "EUR", country: "NL", time_zone: "Europe/Amsterdam", suspended: false };
  const large = {
    id: "312904587615208447",
    name: "Tulpenmolen Verzonnen B.V.",
    ...about,
    access: "user",
    period_locked_until: `${year - 3}-12-31`,
  };
  const small = {
    id: "312904587615999983",
    name: "Bijbaan Nergens",
    ...about,
    access: "accountant_company",
    period_locked_until: null,
  };
  return [large, small].map((facts) => {
    const books = openAdministration(facts, world, newId);
    const [size, scale] = facts === large ? (["large", { customers: 80, suppliers: 50 }] as const) : ["small" as const];
    const seed = makeSeedData({ name: facts.id, now: world.now(), size, ...(scale && { scale }) });
    const cast = books.past(world.now() - 800 * dayLength, () => seedBooks(books, seed));
    fillTrade(books, seed, cast);
    return books;
  });
}

const costs = ["purchase_invoice", "financial_mutation", "general_journal_document"];
const balance = ["financial_mutation", "general_journal_document", "payment"];
const sales = ["sales_invoice", "general_journal_document"];

/** The code is that of the national scheme. Lines get the first account of a type by default. */
const accounts = `ledger_accounts: name type number code english
Inventaris|non_current_assets|0210|BMvaInvVvp|Inventory; Debiteuren|current_assets|1300|BVorDebHad|Debtors
Btw te vorderen|current_assets|1520|BVorVbkTvo|VAT to reclaim
Betalingen onderweg|current_assets||BLimKruSto|Payments in transit; Eigen vermogen|equity|0500|BEivGokGea|Equity
Voorziening groot onderhoud|provisions|0700|BVrzOvzVgo|Maintenance provision
Lening Droombank|non_current_liabilities|0800|BLasLhoLhs|Loan
Crediteuren|current_liabilities|1600|BSchCreHac|Creditors
Btw af te dragen|current_liabilities|1500|BSchBepBtw|VAT to pay
Loonheffing|current_liabilities|1510|BSchBepLhe|Wage tax; Omzet|revenue|8000|WOmzNopOlh|Revenue
Omzet diensten|revenue|8010|WOmzNodOdh|Revenue from services; Omzet buitenland|revenue|8020|WOmzNopOlg|Revenue abroad
Inkoopwaarde van de omzet|direct_costs|7000|WKprInhInh|Cost of sales
Algemene kosten|expenses|4500|WBedAlkOal|General expenses; Kantoorkosten|expenses|4510|WBedKanKan|Office expenses
Afschrijvingen|expenses|4900|WAfsAfmAfi|Depreciation; Lonen|expenses||WPerLesLon|Wages
Rentebaten|other_income_expenses|9000|WFbeRlmRlm|Interest received; Vraagposten|temporary||BSchTusTsv|To be sorted out`;

const rates = `tax_rates: name percentage type country active?
21% btw|21.0|sales_invoice||yes; 9% btw|9.0|sales_invoice||yes; 0% btw|0.0|sales_invoice||yes
Btw verlegd||sales_invoice||yes; Leveringen binnen de EU|0.0|sales_invoice||yes
Leveringen buiten de EU|0.0|sales_invoice||yes; 19% MwSt.|19.0|sales_invoice|DE|yes; 6% btw|6.0|sales_invoice||no
21% voorbelasting|21.0|purchase_invoice||yes; 9% voorbelasting|9.0|purchase_invoice||yes
Geen btw||purchase_invoice||yes; 21% btw memoriaal|21.0|general_journal_document||yes`;

const workflows = `workflows: type name days#
InvoiceWorkflow|Standaard (14 dagen)|14; InvoiceWorkflow|Vooruit betalen|0; InvoiceWorkflow|30 dagen, Engels|30
EstimateWorkflow|Standaard`;

const money = `financial_accounts: type name identifier currency active?
BankAccount|Droombank|NL00FAKE0123456789|EUR|yes; BankAccount|Droombank dollars|NL00FAKE0987654321|USD|yes
CreditCardAccount|Creditcard 0001|0001|EUR|yes; CashAccount|Kas||EUR|yes
BankAccount|Oude spaarrekening|NL00FAKE0000000001|EUR|no; PspAccount|Betaalzuil|zuil-1|EUR|yes`;

/** The invoice step, then the reminders; the vendor returns them in no particular order. */
const stepsOf = (books: Books, days: number): Row[] =>
  [10, days, 5].map((due_interval, index) =>
    part(books, {
      step_order: [1, 0, 2][index],
      due_interval,
      reminder_delay: 0,
      reminder_text: null,
      reminder_auto_send: false,
      payment_methods: [],
      collection_method: null,
      show_qr_code: false,
      action: null,
    }),
  );

function fillSettings(books: Books): void {
  const identity = {
    company_name: text(books.facts["name"]),
    city: "Nergenshuizen",
    country: "NL",
    zipcode: "0000 XX",
    address1: "Luchtkasteel 1",
    address2: null,
    email: "info@tulpenmolen.example",
    phone: "+31 00 000 0000",
    bank_account_name: "Tulpenmolen",
    bank_account_number: "NL00FAKE0123456789",
    bank_account_bic: null,
    custom_fields: [],
    chamber_of_commerce: "00000000",
    tax_number: "NL000000000B01",
  };
  books.add("document_styles", {
    name: "Standaard",
    identity_id: idOf(books.add("identities", identity)),
    default: true,
    logo_hash: null,
    paper_size: "A4",
    address_position: "left",
    font_size: 9,
    font_family: "lucida_grande",
  });
  for (const [, { type, name, days }] of readTables(workflows))
    books.add("workflows", {
      type,
      name,
      default: text(name).startsWith("Standaard"),
      currency: "EUR",
      language: text(name).endsWith("Engels") ? "en" : "nl",
      active: days !== 0,
      prices_are_incl_tax: false,
      ...(days !== undefined && { steps: stepsOf(books, Number(days)) }),
    });
  books.add("custom_fields", { name: "Ordernummer", source: "sales_invoice" });
  books.add("custom_fields", { name: "Sector", source: "contact" });
  for (const [, { name, percentage = null, type: tax_rate_type, country = null, active }] of readTables(rates))
    books.add("tax_rates", { name, percentage, tax_rate_type, show_tax: percentage !== null, active, country });
  fillAccounts(books);
}

function fillAccounts(books: Books): void {
  for (const [index, [, { name, type, number, code, english }]] of readTables(accounts).entries()) {
    const parent = name === "Omzet diensten" ? idOf(books.tables.ledger_accounts.find("name", "Omzet")) : undefined;
    const allowed =
      { revenue: sales, expenses: costs, direct_costs: costs, non_current_assets: costs }[text(type)] ?? balance;
    const about = { name, account_type: type, account_id: number, parent_id: parent, rgs_code: code };
    const more = { allowed_document_types: allowed, name_english: english, reference: String(1_000_000 + index) };
    books.add("ledger_accounts", newAccount({ ...about, ...more }));
  }
  for (const [, { type, name, identifier = "", currency, active }] of readTables(money)) {
    const about = { type, name, identifier, currency, provider: type === "BankAccount" ? "droombank" : null, active };
    const financial_account_id = idOf(books.add("financial_accounts", about));
    const account = { name, account_type: "current_assets", rgs_code: "BLimBanRba", financial_account_id };
    books.add("ledger_accounts", newAccount({ ...account, allowed_document_types: balance, reference: "1103010" }));
  }
}

function seedBooks(books: Books, seed: SeedData): Cast {
  fillSettings(books);
  const parties = [...seed.customers, ...seed.suppliers];
  const contacts = new Map(parties.map((party, index) => [party.id, fillContact(books, party, index)]));
  const products = new Map(seed.items.map(({ id, name }, index) => [id, fillProduct(books, name, index)]));
  const [bank] = books.tables.financial_accounts.all();
  return { contacts, products, projects: books.tables.projects.all().map(idOf), bank: idOf(bank) };
}

function contactFields(books: Books, { name, vatId, iban, address, record }: SeedParty, index: number): Row {
  const [, sector] = books.tables.custom_fields.all().map(idOf);
  const [workflow, , , estimates] = books.tables.workflows.all().map(idOf);
  const isPrivate = record["contact_type"] === "contact_person";
  const isRich = index % 4 === 0;
  const location = { address1: address["address_line1"], zipcode: address["postal_code"], city: address["city"] };
  const registered = { tax_number: vatId ?? "", chamber_of_commerce: `00${100_000 + index}`, bank_account: iban };
  const agreed = {
    sepa_active: true,
    sepa_iban: iban,
    sepa_iban_account_name: "Verzonnen",
    sepa_bic: "FAKENL2A",
    sepa_mandate_id: `M-${index}`,
    sepa_mandate_date: "2020-01-31",
    invoice_workflow_id: workflow,
    estimate_workflow_id: estimates,
    send_estimates_to_attention: "Inkoop",
    si_identifier_type: "NL:KVK",
    send_estimates_to_email: `offertes${index}@verzonnen.example`,
    si_identifier: "00000000",
  };
  return {
    ...(isPrivate ? personOf(record) : { company_name: index === 2 ? `株式会社 ${name}` : name }),
    country: index % 3 === 0 ? "NL" : address["country_code"],
    ...(index % 9 !== 8 && location),
    send_invoices_to_email: index % 11 === 10 ? "" : object(rows(record["email_addresses"])[0])["email"],
    ...(isRich && { address2: "2e verdieping", phone: `+00 000 ${1000 + index}`, email_ubl: true }),
    ...(isRich && { send_invoices_to_attention: "Administratie", attention: "Administratie" }),
    ...(index % 3 === 0 && !isPrivate && registered),
    ...(index % 10 === 0 && agreed),
    ...(index === 1 && { custom_fields_attributes: [{ id: sector, value: "Bakkerij" }], delivery_method: "Manual" }),
  };
}

const personOf = (record: Row): Row => {
  const { first_name: firstname = "Fientje", last_name: lastname = "O'Nowhere" } =
    rows(record["contact_persons"])[0] ?? {};
  return { firstname, lastname };
};

function fillContact(books: Books, party: SeedParty, index: number): string {
  const at = Date.parse(text(party.record["created_at"])) + index * 3607;
  return books.past(at, () => {
    const row = books.add("contacts", newContact(books, contactFields(books, party, index)));
    if (index % 13 === 12)
      for (const field of ["address1", "address2", "zipcode", "city", "phone", "tax_number"]) row[field] = null;
    if (index % 6 === 0 && text(row["tax_number"]) !== "")
      Object.assign(row, { tax_number_validated_at: row["created_at"], tax_number_valid: index % 4 === 0 });
    const reached = index % 2 === 0 ? { email: `persoon${index}@verzonnen.example`, phone: "+00 000 0001" } : {};
    const person = { ...personOf(party.record), ...reached, department: index % 4 === 0 ? "Inkoop" : null };
    if (index % 5 === 0) books.add("contact_people", newPerson(row, person));
    if (party.record["role"] === "contact") row["archived"] = true;
    if (index === 2) row["notes"] = [noteOn(books, "contacts", row, "Belt liever niet op maandag.")];
    return idOf(row);
  });
}

/** And a project for each. */
function fillProduct(books: Books, name: string, index: number): string {
  const [high, low] = books.tables.tax_rates.all().map(idOf);
  const revenue = books.tables.ledger_accounts.where((row) => row["account_type"] === "revenue");
  const product = newProduct({
    description: `${name} – groen`,
    ledger_account_id: idOf(pick(revenue, index)),
    price: index === 3 ? "0" : `${(index * 37) % 400}.${index % 2 === 0 ? "5" : "95"}`,
    ...(index % 3 !== 2 && { title: name, identifier: `SKU-${1000 + index}` }),
    ...(index % 5 !== 4 && { tax_rate_id: index % 2 === 0 ? high : low }),
    ...(index % 8 === 7 && { frequency: "1", frequency_type: "month", currency: "USD" }),
  });
  const state = index % 9 === 8 ? "archived" : "active";
  const budget = index % 2 === 0 ? { budget: 10 * index } : {};
  books.add("projects", newProject({ name: `Project ${index + 1} – Molenwiek`, state, ...budget }));
  return idOf(books.add("products", product));
}
