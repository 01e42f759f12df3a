/** The seed data in Dolibarr's tables: a company in France with awkward data. */
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { openCompany } from "../engine/tables.ts";
import { big, dayLater, pick, type Row, rows, text, words } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { scanBills } from "./files.ts";
import { recordings } from "./recordings.ts";
import * as rules from "./rules.ts";
import { type Books, type Name, names } from "./shapes.ts";
import { midnight } from "./zone.ts";

export function openBooks(world: World): Books[] {
  const company = openCompany<Name>({
    id: "1",
    facts: { name: "Atelier Exemple SARL" },
    tables: names,
    now: world.now,
    key: (table) => (table === "units" ? "rowid" : "id"),
    newId: () => "",
    stamp: (row, at) => {
      row["datec"] ??= at;
      row["tms"] = at;
    },
    // The database's timestamps have seconds.
    stampOf: ({ tms }) => (typeof tms === "number" ? Math.floor(tms / 1000) * 1000 + 999 : undefined),
  });
  const seed = makeSeedData({ name: "dolibarr", now: world.now() });
  company.past(world.now() - 900 * 86_400_000, () => {
    seedMasterData(company);
    makeParties(company, seed);
    makeProducts(company, seed);
  });
  makeDocuments(company, seed);
  makeRest(company, seed);
  for (const [index, entry] of seed.entries.entries()) if (index % 8 === 0) post(company, entry, seed);
  scanBills(company);
  return [company];
}

/** The value for every n-th record, null for the others. */
const everyNth = <Value>(index: number, of: number, at: number, value: Value): Value | null =>
  index % of === at ? value : null;
const exceptNth = <Value>(index: number, of: number, at: number, value: Value): Value | null =>
  index % of === at ? null : value;

function seedMasterData(company: Books): void {
  const countries = { 1: "FR", 5: "DE", 11: "US", 6: "CH", 41: "AT", 123: "JP", 173: "NO" };
  for (const [id, code] of Object.entries(countries)) company.add("countries", { id, code, active: "1" });
  for (const table of ["terms", "paymentTypes", "units"] as const)
    for (const row of recordings.rowsOf(table)) company.tables[table].put(row);
  for (const [index, label] of words("Compte courant|Caisse|Ancien livret").entries())
    rules.add(company, "bankaccounts", {
      ref: `BQ${index}`,
      label,
      clos: index === 2 ? 1 : 0,
      courant: pick([1, 2, 0], index),
      currency_code: "EUR",
      bank: exceptNth(index, 3, 1, "Banque d’Exemple"),
      number: exceptNth(index, 3, 1, "00012345678"),
      iban: exceptNth(index, 3, 1, "FR7612345000010001234567890"),
      bic: exceptNth(index, 3, 1, "EXMPFRPPXXX"),
      comment: everyNth(index, 3, 0, "Pour tout"),
    });
}

function makeParties(company: Books, { customers, suppliers }: SeedData): void {
  for (const [index, { name: nom, role, account, address, vatId, id: seed }] of [
    ...customers,
    ...suppliers,
  ].entries()) {
    const isCustomer = role === "customer";
    const isBoth = index % 10 === 6;
    const country = company.tables.countries.find("code", address["country_code"]);
    const lines = [address["address_line1"], index % 4 === 0 ? "Bâtiment B" : ""].filter(Boolean).join("\n");
    const number = 10_001 + index;
    const party = rules.add(company, "thirdparties", {
      nom,
      seed,
      ref_ext: null,
      tva_intra: vatId ?? "",
      fournisseur: isCustomer && !isBoth ? 0 : 1,
      client: isCustomer ? (index % 9 === 4 ? 3 : 1) : index % 8 === 0 ? 2 : 0,
      code_client: isCustomer ? `CU2401-${number}` : null,
      fk_typent: isCustomer ? everyNth(index, 11, 3, 8) : null,
      code_fournisseur: isCustomer && !isBoth ? null : `SU2401-${number}`,
      code_compta_client: isCustomer ? exceptNth(index, 5, 0, text(account)) : null,
      code_compta_fournisseur: isCustomer ? null : exceptNth(index, 5, 0, text(account)),
      address: exceptNth(index, 7, 5, lines),
      zip: exceptNth(index, 7, 5, address["postal_code"]),
      town: exceptNth(index, 7, 5, address["city"]),
      fk_pays: exceptNth(index, 7, 5, country?.["id"] ?? null),
      email: exceptNth(index, 5, 3, `contact${index}@exemple.example`),
      phone: exceptNth(index, 4, 2, `0102030${index}`),
      fax: everyNth(index, 6, 1, `0199000${index}`),
      phone_mobile: everyNth(index, 3, 0, `0600000${index}`),
      url: everyNth(index, 2, 0, `https://exemple${index}.example`),
    });
    for (let person = 0; person < index % 3; person++)
      rules.add(company, "contacts", {
        fk_soc: party["id"],
        lastname: pick(["Exemple", "Modèle"], index),
        civility_code: everyNth(person, 2, 0, "MME"),

        firstname: pick(["Anne", "", "Jean"], index + person),
        email: everyNth(index, 2, 1, `p${index}@exemple.example`),
        phone_pro: exceptNth(index, 4, 0, `0144440${index}`),
        phone_mobile: everyNth(index, 5, 0, `0611${index}`),
        phone_perso: everyNth(index, 6, 1, `09${index}`),
        statut: "1",
      });
  }
}

function makeProducts(company: Books, { items }: SeedData): void {
  for (const [index, item] of items.entries()) {
    const gross = { price_base_type: "TTC", price_ttc: item.salesPrice.times(1.2).round(4) };
    const product = rules.product(company, {
      ref: item.number,
      label: item.name,
      seed: item.id,
      type: item.isService ? 1 : 0,
      tva_tx: item.sales.percentage,
      ...(index % 4 === 0 ? gross : { price: item.salesPrice }),
      cost_price: exceptNth(index, 3, 0, item.purchasePrice),
      stock_reel: item.isService ? null : text(index * 3),

      accountancy_code_sell: exceptNth(index, 5, 0, `70${index}`),
      accountancy_code_buy: exceptNth(index, 6, 0, `60${index}`),
      default_vat_code: everyNth(index, 7, 2, "NOR"),
    });
    rules.add(company, "products", product);
  }
}

const partyOf = ({ tables }: Books, { id }: Pick<SeedParty, "id">): Row => tables.thirdparties.find("seed", id) ?? {};

/** As a user would have entered it. */
const inputOf = (company: Books, { party, date, due, currency, lines }: SeedDocument, index: number): Row => ({
  socid: partyOf(company, party)["id"],
  date: midnight(date),
  date_lim_reglement: midnight(due),
  ...(currency in rules.rates && { multicurrency_code: currency }),
  cond_reglement_id: exceptNth(index, 5, 0, text((index % 4) + 1)),
  mode_reglement_id: exceptNth(index, 3, 0, "2"),
  lines: lines.map(({ item, description, quantity: qty, unitPrice, discount, rate }, at) => ({
    desc: description ?? "",
    fk_product: at === 1 ? null : company.tables.products.find("seed", item.id)?.["id"],
    label: everyNth(at, 9, 1, "Frais"),
    qty,
    remise_percent: discount,
    tva_tx: rate.percentage,
    vat_src_code: everyNth(at, 9, 2, "NOR") ?? "",
    [currency in rules.rates ? "multicurrency_subprice" : "subprice"]: unitPrice,
  })),
});

const statuses: Readonly<Record<string, number>> = { draft: 0, submitted: 0, paid: 2, voided: 3 };
/** Cleared with a credit, which is not money. */
const credited = {
  amount: "0.00000000",
  type: "(CREDIT_NOTE)",
  date: "2026-01-05 09:00:00",
  num: "",
  ref: "AV2601-0001",
};

function enter(company: Books, table: "invoices" | "supplierinvoices", document: SeedDocument, more: Row): void {
  const index = company.next(`${table} entered`, 0);
  const { status, created, updated, payments } = document;
  const row = company.past(created, () => {
    const made = rules.enter(company, table, { ...inputOf(company, document, index), ...more });
    return statuses[status] === 0 ? made : rules.validate(company, table, made);
  });
  const sign = row["type"] === 2 ? -1 : 1;
  for (const [at, { date, amount }] of payments.entries()) {
    const paid = big(amount).div(big(row["multicurrency_tx"])).round(2).times(sign);
    const about = { num: `CHQ ${index}`, ...(table === "invoices" && { ref_ext: null, fk_bank_line: "3" }) };
    const paying = { amount: paid, date: `${date} 12:00:00`, mode: pick(["2", "6", "7"], at + index), more: about };
    company.past(updated, () => rules.pay(company, table, row, paying));
  }
  if (index % 8 === 7) row["payments"] = [...rows(row["payments"]), credited];
  const settled = { fk_statut: statuses[status] ?? 1, paye: status === "paid" ? "1" : "0" };
  company.past(updated, () => company.restamp(table, Object.assign(row, settled)));
}

function makeDocuments(company: Books, { invoices, creditNotes, bills, vendorCredits }: SeedData): void {
  for (const [index, document] of invoices.entries())
    enter(company, "invoices", document, {
      type: index % 37 === 5 ? 3 : 0,
      ref_client: exceptNth(index, 3, 0, `PO ${index}`),
    });
  for (const [index, document] of creditNotes.entries())
    enter(company, "invoices", document, { type: 2, ref_client: everyNth(index, 2, 1, `Retour ${index}`) });
  for (const [index, document] of bills.entries())
    enter(company, "supplierinvoices", document, {
      ref_supplier: `F-${1000 + index}`,
      label: everyNth(index, 4, 0, "Achats"),
    });
  for (const [index, document] of vendorCredits.entries()) {
    const about = { type: 2, ref_supplier: `A-${1000 + index}`, label: everyNth(index, 2, 0, "Retour") };
    enter(company, "supplierinvoices", document, about);
  }
}

function makeProject(company: Books, { invoices }: SeedData, index: number): Row {
  const customer = partyOf(company, invoices[index]?.party ?? { id: "" })["id"];
  return rules.add(company, "projects", {
    ref: `PJ2601-${index}`,
    title: `Chantier ${index}`,
    description: exceptNth(index, 3, 0, "Salle de bain"),

    fk_soc: exceptNth(index, 4, 0, customer),
    fk_statut: index % 3,
    dateo: exceptNth(index, 5, 0, dayLater(company.today(), index)),
    datee: everyNth(index, 2, 1, dayLater(company.today(), 90)),
    fk_project: everyNth(index, 12, 7, company.tables.projects.all()[0]?.["id"]),
  });
}

/** Offers and orders, which are only in the company's currency. */
function copy(
  company: Books,
  table: rules.Document,
  from: readonly SeedDocument[],
  more: (index: number) => Row,
): void {
  for (const [index, document] of from.entries())
    company.past(document.created, () => {
      const { multicurrency_code: _currency, lines, ...rest } = inputOf(company, document, index);
      const priced = rows(lines).map(({ multicurrency_subprice: subprice, ...line }) => ({ subprice, ...line }));
      const about = { lines: priced, note_public: everyNth(index, 3, 0, "Livrer derrière") };
      const row = rules.enter(company, table, { ...rest, ...about });
      if (index % 6 !== 0) rules.validate(company, table, row);
      company.restamp(table, Object.assign(row, more(index)));
    });
}

function makeRest(company: Books, seed: SeedData): void {
  for (let index = 0; index < 12; index++)
    company.past(company.now() - (200 - index * 9) * 86_400_000, () => makeProject(company, seed, index));
  const projects = company.tables.projects.all();
  copy(company, "proposals", seed.invoices.slice(0, 24), (index) => ({
    fk_statut: pick([0, 1, 1, 2, 3, 4, 0, -1], index),
    ref_client: everyNth(index, 2, 1, `Demande ${index}`),
    fin_validite: dayLater(company.today(), index % 4 === 1 ? 5000 : 15),
  }));
  copy(company, "orders", seed.invoices.slice(30, 50), (index) => ({
    fk_statut: pick([0, 1, 2, 3, 1, -1], index),
    fk_project: everyNth(index, 4, 0, projects[1]?.["id"]),
    date_livraison: exceptNth(index, 3, 0, dayLater(company.today(), 5)),
  }));
  copy(company, "supplierorders", seed.bills.slice(0, 16), (index) => ({
    fk_statut: pick([0, 1, 2, 3, 4, 5, 6, 9], index),
    ref_supplier: everyNth(index, 2, 1, `Devis ${index}`),
    date_approve: exceptNth(index, 3, 0, company.today()),
  }));
}

/** The ledger's rows, which only the export returns. */
function post(company: Books, entry: SeedData["entries"][number], { accounts }: SeedData): void {
  const piece_num = company.next("piece");
  const code_journal = text(entry["journal_code"]);
  const { transaction_date: doc_date, is_provisional: isDraft } = entry;
  for (const { account_code: code, debit, credit, description, document_number: document } of entry.journal_line_items)
    company.tables.postings.put({
      id: company.next("posting"),
      piece_num,
      doc_date,
      code_journal,
      journal_label: `Journal ${code_journal}`,
      numero_compte: code,
      label_compte: accounts.find((account) => account["code"] === code)?.["name"],
      debit,
      credit,
      label_operation: text(description ?? entry["description"]),
      doc_ref: document ?? "",
      subledger_account: /^1[46]00$/.test(code) ? "41100001" : "",
      date_validation: isDraft ? "" : doc_date,
    });
}
