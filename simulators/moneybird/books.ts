/** Two invented administrations: a large one with everything that is awkward, and a small one. */
import { pick, type Row, text, words } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { ago, type Books, idOf, noteOn, openAdministration, openIds, part } from "./administration.ts";
import { newContact, newPerson } from "./contacts.ts";
import { newAccount, newProduct, newProject } from "./masters.ts";
import { fillTrade } from "./trade.ts";

export function openAdministrations(world: World): Books[] {
  const newId = openIds();
  const year = new Date(world.now()).getUTCFullYear();
  const about = { language: "nl", currency: "EUR", country: "NL", time_zone: "Europe/Amsterdam", suspended: false };
  const large = {
    ...{ id: "312904587615208447", name: "Tulpenmolen Verzonnen B.V.", ...about },
    ...{ access: "user", period_locked_until: `${year - 3}-12-31` },
  };
  const small = {
    ...{ id: "312904587615999983", name: "Bijbaan Nergens", ...about },
    ...{ access: "accountant_company", period_locked_until: null },
  };
  return [large, small].map((facts) => {
    const books = openAdministration(facts, world, newId);
    ago(books, 620, 0, () => fillSettings(books));
    fillContacts(books, facts === large ? 130 : 6);
    fillCatalogue(books, facts === large ? 34 : 3);
    fillTrade(books, facts === large);
    return books;
  });
}

const costs = ["purchase_invoice", "financial_mutation", "general_journal_document"];
const balance = ["financial_mutation", "general_journal_document", "payment"];
const sales = ["sales_invoice", "general_journal_document"];

/** Name, type, number, code in the national scheme, English name. The first of a type is what lines get by default. */
const accounts: readonly (readonly [string, string, string | null, string, string])[] = [
  ["Inventaris", "non_current_assets", "0210", "BMvaInvVvp", "Inventory"],
  ["Auto's", "non_current_assets", null, "BMvaTevVvp", "Cars"],
  ["Debiteuren", "current_assets", "1300", "BVorDebHad", "Debtors"],
  ["Btw te vorderen", "current_assets", "1520", "BVorVbkTvo", "VAT to reclaim"],
  ["Betalingen onderweg", "current_assets", null, "BLimKruSto", "Payments in transit"],
  ["Vooruitbetaald", "current_assets", "1350", "BVorOvaVof", "Prepaid"],
  ["Eigen vermogen", "equity", "0500", "BEivGokGea", "Equity"],
  ["Privé-opnamen", "equity", null, "BEivKapPrs", "Drawings"],
  ["Voorziening groot onderhoud", "provisions", "0700", "BVrzOvzVgo", "Maintenance provision"],
  ["Lening Droombank", "non_current_liabilities", "0800", "BLasLhoLhs", "Loan"],
  ["Crediteuren", "current_liabilities", "1600", "BSchCreHac", "Creditors"],
  ["Btw af te dragen", "current_liabilities", "1500", "BSchBepBtw", "VAT to pay"],
  ["Loonheffing", "current_liabilities", "1510", "BSchBepLhe", "Wage tax"],
  ["Omzet", "revenue", "8000", "WOmzNopOlh", "Revenue"],
  ["Omzet diensten", "revenue", "8010", "WOmzNodOdh", "Revenue from services"],
  ["Omzet buitenland", "revenue", "8020", "WOmzNopOlg", "Revenue abroad"],
  ["Inkoopwaarde van de omzet", "direct_costs", "7000", "WKprInhInh", "Cost of sales"],
  ["Algemene kosten", "expenses", "4500", "WBedAlkOal", "General expenses"],
  ["Kantoorkosten", "expenses", "4510", "WBedKanKan", "Office expenses"],
  ["Reis- en verblijfkosten", "expenses", "4520", "WBedAutRvk", "Travel expenses"],
  ["Afschrijvingen", "expenses", "4900", "WAfsAfmAfi", "Depreciation"],
  ["Lonen", "expenses", null, "WPerLesLon", "Wages"],
  ["Rentebaten", "other_income_expenses", "9000", "WFbeRlmRlm", "Interest received"],
  ["Koersverschillen", "other_income_expenses", "9010", "WFbeKvmKvm", "Exchange differences"],
  ["Vraagposten", "temporary", null, "BSchTusTsv", "To be sorted out"],
];

/** Name, percentage, type, country, active. */
const rates: readonly (readonly [string, string | null, string, string | null, boolean])[] = [
  ["21% btw", "21.0", "sales_invoice", null, true],
  ["9% btw", "9.0", "sales_invoice", null, true],
  ["0% btw", "0.0", "sales_invoice", null, true],
  ["Btw verlegd", null, "sales_invoice", null, true],
  ["Leveringen binnen de EU", "0.0", "sales_invoice", null, true],
  ["Leveringen buiten de EU", "0.0", "sales_invoice", null, true],
  ["19% MwSt.", "19.0", "sales_invoice", "DE", true],
  ["6% btw", "6.0", "sales_invoice", null, false],
  ["21% voorbelasting", "21.0", "purchase_invoice", null, true],
  ["9% voorbelasting", "9.0", "purchase_invoice", null, true],
  ["Geen btw", null, "purchase_invoice", null, true],
  ["21% btw memoriaal", "21.0", "general_journal_document", null, true],
];

/** The invoice itself, then what reminds of it; the vendor hands them out in no order. */
const stepsOf = (books: Books, days: number): Row[] =>
  [10, days, 5].map((due_interval, index) =>
    part(books, {
      ...{ step_order: [1, 0, 2][index], due_interval, reminder_delay: 0, reminder_text: null },
      ...{ reminder_auto_send: false, payment_methods: [], collection_method: null, show_qr_code: false, action: null },
    }),
  );

function fillSettings(books: Books): void {
  const identity = {
    ...{ company_name: text(books.facts["name"]), city: "Nergenshuizen", country: "NL", zipcode: "0000 XX" },
    ...{ address1: "Luchtkasteel 1", address2: null, email: "info@tulpenmolen.example", phone: "+31 00 000 0000" },
    ...{ bank_account_name: "Tulpenmolen", bank_account_number: "NL00FAKE0123456789", bank_account_bic: null },
    ...{ custom_fields: [], chamber_of_commerce: "00000000", tax_number: "NL000000000B01" },
  };
  books.add("document_styles", {
    ...{ name: "Standaard", identity_id: idOf(books.add("identities", identity)), default: true, logo_hash: null },
    ...{ paper_size: "A4", address_position: "left", font_size: 9, font_family: "lucida_grande" },
  });
  for (const [type, name, days] of [
    ["InvoiceWorkflow", "Standaard (14 dagen)", 14],
    ["InvoiceWorkflow", "Vooruit betalen", 0],
    ["InvoiceWorkflow", "30 dagen, Engels", 30],
    ["EstimateWorkflow", "Standaard", null],
  ] as const)
    books.add("workflows", {
      ...{ type, name, default: name.startsWith("Standaard"), currency: "EUR" },
      ...{ language: name.endsWith("Engels") ? "en" : "nl", active: days !== 0, prices_are_incl_tax: false },
      ...(days !== null && { steps: stepsOf(books, days) }),
    });
  for (const [name, source] of [
    ["Ordernummer", "sales_invoice"],
    ["Sector", "contact"],
  ] as const)
    books.add("custom_fields", { name, source });
  for (const [name, percentage, type, country, active] of rates)
    books.add("tax_rates", { name, percentage, tax_rate_type: type, show_tax: percentage !== null, active, country });
  fillAccounts(books);
}

function fillAccounts(books: Books): void {
  for (const [index, [name, type, number, code, english]] of accounts.entries()) {
    const parent = name === "Omzet diensten" ? idOf(books.tables.ledger_accounts.find("name", "Omzet")) : undefined;
    const allowed =
      { revenue: sales, expenses: costs, direct_costs: costs, non_current_assets: costs }[type] ?? balance;
    const about = { name, account_type: type, account_id: number, parent_id: parent, rgs_code: code };
    const more = { allowed_document_types: allowed, name_english: english, reference: String(1_000_000 + index) };
    books.add("ledger_accounts", newAccount({ ...about, ...more }));
  }
  for (const [type, name, identifier, currency, active] of [
    ["BankAccount", "Droombank", "NL00FAKE0123456789", "EUR", true],
    ["BankAccount", "Droombank dollars", "NL00FAKE0987654321", "USD", true],
    ["CreditCardAccount", "Creditcard 0001", "0001", "EUR", true],
    ["CashAccount", "Kas", "", "EUR", true],
    ["BankAccount", "Oude spaarrekening", "NL00FAKE0000000001", "EUR", false],
    ["PspAccount", "Betaalzuil", "zuil-1", "EUR", true],
  ] as const) {
    const about = { type, name, identifier, currency, provider: type === "BankAccount" ? "droombank" : null, active };
    const account = {
      name,
      account_type: "current_assets",
      rgs_code: "BLimBanRba",
      financial_account_id: idOf(books.add("financial_accounts", about)),
    };
    books.add("ledger_accounts", newAccount({ ...account, allowed_document_types: balance, reference: "1103010" }));
  }
}

const companies = words(
  "Pannenkoekenfabriek|Bäckerei Übermorgen|株式会社ゆめのくに|Œuvre & Fils|Łódka Żółta|Ζέφυρος|Rijwielhandel Nooit-Lek|Papier d'Ailleurs|Nachtwinkel|Зимний Сад",
);
const endings = ["B.V.", "GmbH", "S.A.", "V.O.F.", "Ltd"];
const firstNames = ["Fientje", "Øyvind", "Zoë", "Jürgen", "Marijke", "Čeněk"];
const lastNames = ["van der Verzonnen", "Bestaatniet", "Fantasma", "Müller-Märchen", "O'Nowhere"];
const places = [
  ["NL", "Nergenshuizen", "0000 XX"],
  ["DE", "Nirgendwo", "00000"],
  ["BE", "Verzinnegem", "0000"],
  ["US", "Nowhere", "00000"],
  ["GB", "Imaginary-on-Sea", "ZZ0 0ZZ"],
] as const;
const personOf = (index: number) => ({ firstname: pick(firstNames, index), lastname: pick(lastNames, index) });
const isPrivate = (index: number) => index % 7 === 5;

function contactFields(books: Books, index: number): Row {
  const [, sector] = books.tables.custom_fields.all().map(idOf);
  const [workflow, , , estimates] = books.tables.workflows.all().map(idOf);
  const [country, city, zipcode] = pick(places, index % 3 === 0 ? 0 : index);
  const rich = index % 4 === 0;
  const company = { company_name: `${pick(companies, index)} ${index + 1} ${pick(endings, index)}` };
  const registered = {
    ...{ tax_number: `${country}000000${100 + index}B01`, chamber_of_commerce: `00${100_000 + index}` },
    bank_account: `NL00FAKE0${100_000_000 + index}`,
  };
  const agreed = {
    ...{ sepa_active: true, sepa_iban: `NL00FAKE0${200_000_000 + index}`, sepa_iban_account_name: "Verzonnen" },
    ...{ sepa_bic: "FAKENL2A", sepa_mandate_id: `M-${index}`, sepa_mandate_date: "2020-01-31" },
    ...{ invoice_workflow_id: workflow, estimate_workflow_id: estimates },
    ...{ send_estimates_to_attention: "Inkoop", send_estimates_to_email: `offertes${index}@verzonnen.example` },
    ...{ si_identifier_type: "NL:KVK", si_identifier: "00000000" },
  };
  return {
    ...(isPrivate(index) ? personOf(index) : company),
    ...(index % 9 !== 8 && { address1: `Luchtkasteel ${index + 1}`, zipcode, city }),
    ...{ country, address2: rich ? "2e verdieping" : "", phone: rich ? `+00 000 ${1000 + index}` : "" },
    send_invoices_to_email: index % 11 === 10 ? "" : `boekhouding${index + 1}@verzonnen.example`,
    ...(rich && { send_invoices_to_attention: "Administratie", attention: "Administratie", email_ubl: true }),
    ...(index % 3 === 0 && !isPrivate(index) && registered),
    ...(index % 10 === 0 && agreed),
    ...(index === 1 && { custom_fields_attributes: [{ id: sector, value: "Bakkerij" }], delivery_method: "Manual" }),
  };
}

function fillContacts(books: Books, count: number): void {
  for (let index = 0; index < count; index += 1) ago(books, 600 - index * 4, index, () => fillContact(books, index));
}

function fillContact(books: Books, index: number): void {
  const row = books.add("contacts", newContact(books, contactFields(books, index)));
  if (index % 13 === 12)
    for (const field of ["address1", "address2", "zipcode", "city", "phone", "tax_number"]) row[field] = null;
  if (index % 3 === 0 && !isPrivate(index))
    Object.assign(row, { tax_number_validated_at: row["created_at"], tax_number_valid: index % 2 === 0 });
  const reached = index % 2 === 0 ? { email: `persoon${index}@verzonnen.example`, phone: "+00 000 0001" } : {};
  const person = { ...personOf(index), ...reached, department: index % 4 === 0 ? "Inkoop" : null };
  if (index % 5 === 0) books.add("contact_people", newPerson(row, person));
  if (index % 40 === 39) row["archived"] = true;
  if (index === 2) row["notes"] = [noteOn(books, row, "Contact", "Belt liever niet op maandag.")];
}

function fillCatalogue(books: Books, count: number): void {
  for (let index = 0; index < count; index += 1) ago(books, 500 - index * 3, index, () => fillProduct(books, index));
}

function fillProduct(books: Books, index: number): void {
  const [high, low] = books.tables.tax_rates.all().map(idOf);
  const revenue = books.tables.ledger_accounts.where((row) => row["account_type"] === "revenue");
  const product = newProduct({
    description: `Verzonnen artikel ${index + 1} – groen`,
    price: index === 3 ? "0" : `${(index * 37) % 400}.${index % 2 === 0 ? "5" : "95"}`,
    ledger_account_id: idOf(pick(revenue, index)),
    ...(index % 3 !== 2 && { title: `Artikel ${index + 1}`, identifier: `SKU-${1000 + index}` }),
    ...(index % 5 !== 4 && { tax_rate_id: index % 2 === 0 ? high : low }),
    ...(index % 8 === 7 && { frequency: "1", frequency_type: "month", currency: "USD" }),
  });
  books.add("products", product);
  const state = index % 9 === 8 ? "archived" : "active";
  const budget = index % 2 === 0 ? { budget: 10 * index } : {};
  books.add("projects", newProject({ name: `Project ${index + 1} – Molenwiek`, state, ...budget }));
}
