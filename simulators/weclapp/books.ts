/** The seed data in weclapp's shapes, with the oddities that others have seen in its replies. */
import { makeSeedData, type SeedData, type SeedParty } from "../engine/seedData.ts";
import { openCompany } from "../engine/tables.ts";
import { big, dayLater, pick, type Row, row, rows, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { seedDocuments } from "./documents.ts";
import { type Table, tables } from "./entities.ts";
import { type Books, type Known, keep, midnight, part, placeOf } from "./rules.ts";

/** Ids are numbers from one sequence for all kinds of records. */
export function openBooks(world: World, id: string, options: { size: "large" | "small"; packages: string[] }): Books {
  let last = 40_000;
  const books = openCompany<Table>({
    id,
    tables,
    now: world.now,
    newId: () => String((last += 1)),
    facts: { packages: options.packages },
    stamp: (row, at) => {
      row["createdDate"] ??= at;
      row["lastModifiedDate"] = at;
      row["version"] = String(Number(row["version"] ?? -1) + 1);
    },
    stampOf: (row) => Number(row["lastModifiedDate"]),
  });
  const seed = makeSeedData({ name: id, now: world.now(), size: options.size });
  const known: Known = new Map();
  seedMasters(books, seed, known);
  seedParties(books, [...seed.customers, ...seed.suppliers], known);
  seedDocuments(books, seed, known);
  seedLedger(books, seed, known);
  return books;
}

const unitNames: Readonly<Record<string, string>> = {
  piece: "Stk.",
  stück: "Stk.",
  kilogram: "Kg",
  hour: "h",
  day: "Tag",
  month: "Monat",
  night: "Nacht",
  kilometre: "km",
  percentage: "%",
  not_unit: "Psch",
  cubic_metre: "m³",
  gram: "g",
  litre: "l",
  metre: "m",
  milligram: "mg",
  millilitre: "ml",
  pack: "Pck.",
  square_metre: "m²",
  tonne: "t",
  unit: "Einheit",
};
const taxTypes: Readonly<Record<string, string>> = { bill: "INPUT_VAT", journal_entry: "INPUT_VAT_REVERSED" };
const balanceSheetItems: Readonly<Record<string, string>> = {
  revenue: "REVENUE",
  sales: "REVENUE",
  other_income: "SONSTIGE_ERLOESE",
  overheads: "MIETE_PACHT",
  direct_costs: "FREMDLEISTUNGEN",
  cost_of_goods_sold: "KOSTEN_DER_WARENABGABE",
  capital: "PRIVAT_ANTEILE",
  employee_costs: "LOEHENE_UND_GEHAELTER",
  depreciation: "ABSCHREIBUNGEN_UND_ANLAGEVERMOEGEN",
  expense: "VERSCHIEDENE_KOSTEN",
  cost: "WERBE_UND_REISEKOSTEN",
  other_expense: "NEUTRALE_AUFWENDUNGEN",
  exchange_rate_expense: "BESONDERE_AUFWENDUNGEN",
  vat: "UMSATZSTEUER",
  current_assets_input_tax: "VORSTEUER",
  exchange_rate_income: "NEUTRALE_ERTRAEGE",
};

/** The taxes that weclapp itself sets up. Users may add more. */
const taxKeys: Readonly<Record<string, string>> = {
  UST19: "DE_ADD_STANDARD",
  UST7: "DE_ADD_REDUCED",
  VST19: "DE_IN_STANDARD",
  VST7: "DE_IN_REDUCED",
};

function seedMasters(books: Books, seed: SeedData, known: Known): void {
  const start = midnight(dayLater(books.today(), -700));
  let count = 0;
  // Each record changed at a different time.
  const add: Add = (table, id, row) =>
    void known.set(id, text(keep(books, start + (count += 1) * 60_000, table, row)["id"]));
  for (const name of ["EUR", "USD", "CHF", "JPY", "NOK", "GBP"]) add("currency", name, { name, currencySymbol: name });
  for (const name of new Set(Object.values(unitNames)))
    add("unit", name, { name, ...(name.length > 2 && { description: `Einheit ${name}` }) });
  for (const { code, name, percentage, usage } of Object.values(seed.taxRates))
    add("tax", code, {
      name,
      taxValue: percentage,
      taxType: taxTypes[usage] ?? "VALUE_ADDED_TAX",
      ...(taxKeys[code] !== undefined && { taxKey: taxKeys[code] }),
    });
  add("tax", "EUST", { name: "Einfuhrumsatzsteuer", taxValue: "19", taxType: "IMPORT_SALES_TAX" });
  const reversed = { name: "Steuerschuldnerschaft des Leistungsempfängers", taxValue: "0", taxType: "VALUE_ADDED_TAX" };
  add("tax", "REVERSED", reversed);
  for (const [index, description] of ["Verwaltung", "Vertrieb", "Lager"].entries())
    add("costCenter", `cost-${index}`, { costCenterNumber: String(100 * (index + 1)), description });
  const thisYear = Number(books.today().slice(0, 4));
  for (const year of [thisYear - 1, thisYear])
    add("financialYear", `year-${year}`, {
      name: `Geschäftsjahr ${year}`,
      status: year < thisYear ? "CLOSED" : "CURRENT",
      periods: [],
      validFrom: midnight(`${year}-01-01`),
      validTo: midnight(`${year}-12-31`),
    });
  seedTerms(books, add);
  for (const { id, number, name, type, parent_account_id: parent } of seed.accounts) {
    const item = balanceSheetItems[text(type)];
    add("ledgerAccount", id, {
      accountNumber: number,
      description: name,
      automatic: false,
      parentAccountId: known.get(text(parent)),
      type: number === "9000" ? "CARRY_FORWARD_ACCOUNT" : "IMPERSONAL_ACCOUNT",
      ...(item && { balanceSheetItem: `${item}_ACCOUNTS` }),
    });
  }
  seedArticles(books, seed, known, add);
  add("user", "user", { firstName: "Ada", lastName: "Bergmann", username: "ada@bergblick.example", status: "ACTIVE" });
}

type Add = (table: Table, id: string, row: Row) => void;

function seedTerms(books: Books, add: Add): void {
  const condition = (numberOfDays: number, discountPercentage: string) =>
    part(books, books.now(), { numberOfDays, discountPercentage });
  const term = (id: string, name: string, numberOfDays: number, more: Row = {}) =>
    add("termOfPayment", id, { name, dueDateOption: "PERIOD", numberOfDays, conditions: [], ...more });
  add("termOfPayment", "term-0", { name: "Sofort", dueDateOption: "IMMEDIATE", conditions: [] });
  term("term-14", "14 Tage netto", 14);
  term("term-30", "30 Tage netto", 30, { conditions: [condition(10, "2")] });
  const conditions = [condition(8, "3"), condition(14, "2")];
  term("twice", "Zweimal Skonto", 30, { conditions, description: "8 Tage 3&nbsp;%, 14 Tage 2&nbsp;%" });
  term("month", "Zum Monatsende", 0, { dueDateOption: "END_OF_MONTH" });
}

function seedArticles(books: Books, { items }: SeedData, known: Known, add: Add): void {
  const startDate = midnight(dayLater(books.today(), -600));
  const priceIn = (price: string, salesChannel: string, priceScaleValue = "0") =>
    part(books, startDate, {
      price,
      salesChannel,
      currencyId: known.get("EUR"),
      startDate,
      priceScaleType: "SCALE_FROM",
      priceScaleValue,
      reductionAdditions: [],
    });
  const usual = { active: true, taxRateType: "STANDARD", tags: [], articlePrices: [] };
  const stored = { articleType: "LOADING_EQUIPMENT", articleNumber: "Default loading equipment" };
  add("article", "loading", { ...usual, ...stored, name: stored.articleNumber, unitId: known.get("Stk.") });
  for (const [index, item] of items.entries()) {
    const channel = index % 6 === 4 ? "GROSS1" : "NET1";
    const price = priceIn(item.salesPrice.toFixed(), channel);
    const large = priceIn(item.salesPrice.times("0.9").toFixed(4), channel, "100");
    add("article", item.id, {
      ...usual,
      articleNumber: index === 1 ? "000123" : item.number,
      name: item.name,
      unitId: known.get(unitNames[item.unit] ?? ""),
      articleType: item.isService ? "SERVICE" : index % 5 === 2 ? "BASIC" : "STORABLE",
      ...(index % 3 !== 1 && { accountId: known.get(`acc-${item.incomeAccount}`) }),
      ...(index % 3 === 0 && { expenseAccountId: known.get(`acc-${item.expenseAccount}`) }),
      articlePrices: index % 7 === 3 ? [] : index % 4 === 1 ? [large, price] : [price],
    });
  }
}

const firstOf = (record: Row, list: string): Row => row(rows(record[list])[0]);

function seedParties(books: Books, parties: readonly SeedParty[], known: Known): void {
  keep(books, midnight(dayLater(books.today(), -650)), "party", {
    partyType: "ORGANIZATION",
    company: "ANONYMOUS_COMPANY",
    customer: true,
    supplier: false,
    addresses: [],
    bankAccounts: [],
    contacts: [],
    customerNumber: "ANONYMOUS_DEBITOR",
  });
  for (const [index, party] of parties.entries()) {
    const { record } = party;
    const at = Date.parse(text(record["updated_at"])) + index * 1000;
    const account = keep(books, at, "ledgerAccount", {
      accountNumber: `${party.account}`,
      description: party.name,
      type: "PERSONAL_ACCOUNT",
      automatic: false,
    });
    const people = rows(record["contact_persons"]).map((person) => addPerson(books, person, at));
    const isPerson = record["contact_type"] === "contact_person";
    const partyRow = keep(books, at, "party", {
      ...(isPerson
        ? {
            partyType: "PERSON",
            firstName: text(firstOf(record, "contact_persons")["first_name"]) || "Toni",
            lastName: "Vorlage",
          }
        : { partyType: "ORGANIZATION", company: party.name }),
      ...roleOf(party, index, account),
      email: firstOf(record, "email_addresses")["email"],
      [pick(["phone", "mobilePhone1", "fax", "phoneHome"], index)]: firstOf(record, "phone_numbers")["number"],
      ...(index % 9 === 2 && { emailHome: `privat${index}@zuhause.example` }),
      ...(index % 2 === 0 && { website: `https://www.partner-${index}.example` }),
      addresses: rows(record["addresses"]).map((address, position) => part(books, at, addressOf(address, position))),
      bankAccounts: rows(record["bank_accounts"]).map(({ holder, iban, bic, name, is_main_account: primary }) => ({
        ...part(books, at),
        accountHolder: holder,
        accountNumber: iban,
        bankCode: bic,
        creditInstitute: name,
        primary,
      })),
      contacts: isPerson ? [] : people.map((id) => ({ id })),
      tags: [],
    });
    known.set(party.id, text(partyRow["id"]));
  }
}

function addPerson(books: Books, person: Row, at: number): string {
  const salutation = text(person["salutation"]);
  const personRow = keep(books, at - 1, "party", {
    partyType: "PERSON",
    customer: false,
    supplier: false,
    addresses: [],
    bankAccounts: [],
    contacts: [],
    firstName: person["first_name"],
    lastName: person["last_name"],
    email: firstOf(person, "email_addresses")["email"],
    mobilePhone1: firstOf(person, "phone_numbers")["number"],
    phoneHome: "+49 30 23125 900",
    emailHome: "privat@zuhause.example",
    fax: "+49 30 23125 901",
    ...(salutation !== "" && { salutation: salutation.startsWith("Frau") ? "MRS" : "MR" }),
  });
  return text(personRow["id"]);
}

/** One party is both a customer and a supplier. */
function roleOf({ role, account, vatId }: SeedParty, index: number, { id }: Row): Row {
  const isCustomer = role === "customer";
  const isSupplier = role === "supplier" || index === 3;
  const supplierNumber = isCustomer ? "79999" : `${account}`;
  return {
    customer: isCustomer,
    supplier: isSupplier,
    ...(isCustomer && { customerNumber: `${account}`, customerDebtorAccountId: id }),
    ...(isSupplier && { supplierNumber, supplierCreditorAccountId: id }),
    ...(vatId !== null && { vatIdentificationNumber: vatId }),
  };
}

/** An address for invoices, one for deliveries, and one for neither. */
const addressOf = ({ type, ...address }: Row, index: number): Row => ({
  ...placeOf(address),
  primaryAddress: index === 0,
  invoiceAddress: type === "billing",
  deliveryAddress: type === "delivery",
});

const bookingTypes: Readonly<Record<string, string>> = {
  RA: "OUTGOING_INVOICE",
  RE: "INCOMING_INVOICE",
  BA: "INCOMING_PAYMENT",
  KA: "IMPERSONAL",
  SO: "IMPERSONAL",
};

/** Amounts have no sign; every line names its side. */
function seedLedger(books: Books, { entries }: SeedData, known: Known): void {
  for (const [index, entry] of entries.entries()) {
    const lines = entry.journal_line_items;
    const receipt = lines.find(({ document_number: number }) => number !== null)?.document_number;
    const isOpening = entry.record_type === "opening";
    keep(books, Date.parse(entry.updated_at) + index, "accountingTransaction", {
      transactionNumber: entry.number,
      transactionDate: midnight(entry.transaction_date),
      status: entry.is_provisional ? "DRAFT" : "ESTABLISHED",
      draft: entry.is_provisional,
      reverseTransaction: entry["is_reversal"] === true,
      type: isOpening ? "CARRY_FORWARD" : bookingTypes[text(entry["journal_code"])],
      currencyId: known.get(text(entry["currency"])),
      conversionRate: big(entry["exchange_rate"] ?? 1).toFixed(5),
      ...(receipt && { [index % 4 === 1 ? "externalRecordNumber" : "internalRecordNumber"]: receipt }),
      transactionDetails: lines.map((line, position) => ({
        accountId: known.get(line.account_id),
        amount: line.debit ?? line.credit,
        debitCredit: line.debit === null ? "CREDIT" : "DEBIT",
        ...(index % 5 !== 4 && { description: line["description"] }),
        ...(position === 1 && index % 3 === 0 && { costCenterId: known.get("cost-1") }),
        taxId: known.get(text(row(line["tax_rate"])["code"])),
      })),
    });
  }
}
