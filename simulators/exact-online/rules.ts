/** The rules of the business: what is refused, filled in, numbered, added up and booked. */
import type { Company } from "../engine/tables.ts";
import { big, cents, day, dayLater, type Row, rows, sum, text, uuid } from "../engine/values.ts";
import { isDay, models, type Name, references } from "./models.ts";
import { bad } from "./refusals.ts";

export type Books = Company<Name>;
/** Rules of some sets. */
type Rules<Rule> = { readonly [Made in Name]?: Rule };

export const date = (iso: string): string => `/Date(${Date.parse(iso.slice(0, 10))})/`;
const dayIn = (shown: unknown): string => day(Number(/-?\d+/.exec(text(shown))?.[0] ?? 0));

/** Codes are padded. */
const coded = ({ tables }: Books, name: Name, code: unknown): Row | undefined =>
  tables[name].first(({ Code }) => text(Code).trim() === text(code).trim());

/** Days as they are shown, references that lead somewhere; codes in the vendor's own spelling. */
function taken(company: Books, name: Name, given: Row): Row {
  const { fields, lines } = models[name];
  const kept: Row = {};
  for (const [field, value] of Object.entries(given)) {
    if (!fields.includes(field)) throw bad(`The property '${field}' does not exist on type '${name}'.`);
    if (field === lines?.field) continue;
    kept[field] = isDay(field) && typeof value === "string" ? date(value) : value;
    const { set, by } = references.get(field) ?? {};
    if (set === undefined || by === undefined || value === null) continue;
    const named = by === "Code" ? coded(company, set, value) : company.tables[set].get(value);
    if (named === undefined) throw bad(`${by === "Code" ? "Ongeldig" : "Verwijzing ongeldig"}: ${field}`);
    kept[field] = named[by];
  }
  return kept;
}

function need(name: Name, given: Row, but?: string): void {
  for (const field of models[name].required)
    if (field !== but && text(given[field]) === "" && !Array.isArray(given[field])) throw bad(`Verplicht: ${field}`);
}

/** A line of what is traded: net, unless its tax is included. */
export function priced(company: Books, line: Row): Row {
  const item = company.tables.Items.get(line["Item"]) ?? {};
  const VATCode = line["VATCode"] ?? item["SalesVatCode"] ?? null;
  const VATPercentage = company.tables.VATCodes.find("Code", VATCode)?.["Percentage"] ?? 0;
  const quantity = big(line["Quantity"] ?? line["QuantityInPurchaseUnits"] ?? 1);
  const discount = big(line["Discount"]);
  const price = big(line["UnitPrice"] ?? item["StandardSalesPrice"] ?? 0);
  const net = cents(price.times(quantity).times(big(1).minus(discount)));
  const tax = cents(net.times(big(VATPercentage))).toNumber();
  return {
    ...{ Description: item["Description"] ?? null, GLAccount: item["GLRevenue"] ?? null },
    ...{ UnitCode: item["Unit"] ?? null, ...line, Discount: discount.toNumber(), UnitPrice: price.toNumber() },
    ...{ Quantity: quantity.toNumber(), NetPrice: price.times(big(1).minus(discount)).toNumber() },
    ...{ AmountFC: net.toNumber(), AmountDC: net.toNumber(), VATCode, VATPercentage, VATAmountFC: tax, VATAmount: tax },
  };
}

/** A line of what is booked. */
export function boughtLine({ tables }: Books, line: Row): Row {
  const { Percentage = 0, Type } = tables.VATCodes.find("Code", line["VATCode"]) ?? {};
  const amount = big(line["AmountFC"]);
  const base = Type === "I" ? cents(amount.div(big(1).plus(big(Percentage)))) : amount;
  const tax = Type === "I" ? amount.minus(base) : cents(base.times(big(Percentage)));
  return {
    ...{ Quantity: 0, AmountDC: amount.toNumber(), ...line, VATBaseAmountFC: base.toNumber() },
    ...{ VATAmountFC: tax.toNumber(), VATPercentage: Percentage },
  };
}

const lineRules: Rules<(company: Books, line: Row) => Row> = {
  ...{ SalesInvoices: priced, Quotations: priced, SalesOrders: priced, PurchaseEntries: boughtLine },
  BankEntries: (company, line) => ({
    ...{ Date: date(company.today()), ExchangeRate: 1, AmountDC: line["AmountFC"], ...line },
  }),
};

function linesIn(company: Books, name: Name, given: Row): Row[] {
  const { lines } = models[name];
  if (lines === undefined) return [];
  return rows(given[lines.field]).map((line) => {
    need(lines.table, line, lines.by);
    const kept = taken(company, lines.table, line);
    return lineRules[name]?.(company, kept) ?? kept;
  });
}

/** A record with its lines, which are numbered. */
export function addWith(company: Books, name: Name, row: Row, made: readonly Row[]): Row {
  const { key, lines } = models[name];
  const record = company.add(name, row);
  for (const [index, line] of made.entries()) {
    const ID = uuid(`${text(record[key])} ${index}`);
    if (lines) company.add(lines.table, { ...line, ID, [lines.by]: record[key], LineNumber: index + 1 });
  }
  return record;
}

const totalOf = (lines: readonly Row[], field: string): number => sum(lines.map((line) => line[field])).toNumber();

/** What lines come to, with tax. */
export function amountsOf(lines: readonly Row[], base: "AmountFC" | "VATBaseAmountFC" = "AmountFC") {
  const [net, tax] = [totalOf(lines, base), totalOf(lines, "VATAmountFC")];
  return { AmountFCExclVat: net, VATAmountFC: tax, AmountFC: sum([net, tax]).toNumber() };
}

/** Drafts are added up anew. */
const reckon = ({ tables }: Books, invoice: Row): Row =>
  Object.assign(invoice, amountsOf(tables.SalesInvoiceLines.under("InvoiceID", invoice["InvoiceID"])));

/** What a new one is where nobody says. */
const otherwise: Rules<(company: Books, row: Row) => Row> = {
  Accounts: ({ next }) => ({
    ...{ Code: text(next("account", 80_001)).padStart(18), Status: "A", IsSupplier: false },
  }),
  Contacts: ({ next }) => ({ HID: next("person", 801) }),
  Items: () => ({ IsTime: 0, Stock: 0, StandardSalesPrice: null }),
  GLAccounts: () => ({ Type: 90, BalanceSide: "D", BalanceType: "W", IsBlocked: false }),
  PaymentConditions: () => ({ PaymentMethod: "B", PaymentEndOfMonths: 0 }),
  SalesInvoices: ({ today }, { OrderedBy, OrderDate }) => ({
    ...{ InvoiceTo: OrderedBy, Status: 20, Type: 8020, Currency: "EUR", Journal: "70", InvoiceNumber: 0 },
    ...{ InvoiceDate: OrderDate ?? date(today()), DueDate: date(dayLater(today(), 30)), AmountDiscount: 0 },
  }),
  Quotations: ({ next, today }) => ({
    ...{ Status: 20, Currency: "EUR", QuotationNumber: next("quotation", 5001), QuotationDate: date(today()) },
  }),
  SalesOrders: ({ next, today }, { OrderedBy }) => ({
    ...{ Status: 12, Currency: "EUR", OrderNumber: next("order", 7001), OrderDate: date(today()), AmountDiscount: 0 },
    ...{ InvoiceTo: OrderedBy, DeliverTo: OrderedBy },
  }),
  PurchaseEntries: ({ next, today }) => ({
    ...{ EntryDate: date(today()), DueDate: date(dayLater(today(), 30)), Currency: "EUR", Status: 20 },
    EntryNumber: next("purchase", 26_600_501),
  }),
  BankEntries: ({ next }) => ({ Currency: "EUR", Status: 20, EntryNumber: next("bank", 26_200_501) }),
};

/** What follows from the rest of it. */
const derived: Rules<(company: Books, row: Row) => Row> = {
  Contacts: (_company, { FirstName, LastName }) => ({ FullName: `${text(FirstName)} ${text(LastName)}`.trim() }),
  SalesInvoiceLines: priced,
};

export function addOutstanding(company: Books, list: "ReceivablesList" | "PayablesList", owner: unknown, item: Row) {
  const { Name, Code } = company.tables.Accounts.get(owner) ?? {};
  company.tables[list].put({
    ...{ HID: company.next("item", 90_001), AccountId: owner, AccountName: Name, AccountCode: Code },
    ...{ AmountInTransit: 0, ...item },
  });
}

/** Processed, it has a number and is owed. */
export function process(company: Books, given: Row): Row {
  const invoice = company.tables.SalesInvoices.get(given["InvoiceID"]);
  if (invoice === undefined) throw bad("Verwijzing ongeldig: InvoiceID");
  if (invoice["Status"] === 50) throw bad("De factuur is reeds verwerkt.");
  const InvoiceDate = given["InvoiceDate"] === undefined ? invoice["InvoiceDate"] : date(text(given["InvoiceDate"]));
  const InvoiceNumber = company.next("invoice", 20_269_001);
  company.save("SalesInvoices", Object.assign(invoice, { Status: 50, InvoiceDate, InvoiceNumber }));
  const { InvoiceID, InvoiceTo, AmountFC: Amount, Currency: CurrencyCode, DueDate, YourRef } = invoice;
  const owed = { Amount, CurrencyCode, DueDate, InvoiceDate, InvoiceNumber, YourRef, EntryNumber: InvoiceNumber };
  addOutstanding(company, "ReceivablesList", InvoiceTo, owed);
  return { InvoiceID, DocumentCreationSuccess: "", EmailCreationSuccess: "" };
}

/** The period of a day. */
export const periodOf = (iso: string) => ({
  ...{ FinancialYear: Number(iso.slice(0, 4)), FinancialPeriod: Number(iso.slice(5, 7)) },
});

/** An entry of the ledger, and a row version for each of its lines. */
export function book(company: Books, entry: Row, lines: readonly Row[]): Row {
  const period = periodOf(dayIn(entry["Date"]));
  const made = company.add("Transactions", { Status: 20, Type: 90, TypeDescription: "Other", ...period, ...entry });
  const { EntryID, EntryNumber, JournalCode, Type, Status } = made;
  for (const [index, line] of lines.entries())
    company.add("TransactionLines", {
      ...{ LineNumber: index, EntryID, EntryNumber, JournalCode, Type, Status, Date: made["Date"], Currency: "EUR" },
      ...{ ExchangeRate: 1, ...period, AmountFC: line["AmountDC"], ...line },
    });
  return made;
}

function journalOf(company: Books, { JournalCode }: Row, type: number): Row {
  const journal = coded(company, "Journals", JournalCode);
  if (journal?.["Type"] !== type) throw bad("Ongeldig: Dagboek");
  return journal;
}

/** By hand one books what is even. */
function journalize(company: Books, given: Row): Row {
  const { Code: JournalCode } = journalOf(company, given, 90);
  const { JournalCode: _journal, GeneralJournalEntryLines, Currency = "EUR", ExchangeRate: _rate, ...others } = given;
  for (const field of Object.keys(others)) throw bad(`The property '${field}' does not exist.`);
  const lines = rows(GeneralJournalEntryLines).map((line): Row => {
    need("PurchaseEntryLines", line);
    const { AmountFC, Date: on, ...rest } = line;
    const Date = date(text(on) || company.today());
    return { ...taken(company, "TransactionLines", rest), AmountDC: AmountFC, AmountFC, Date };
  });
  if (lines.length === 0 || totalOf(lines, "AmountDC") !== 0) throw bad("De boeking is niet in evenwicht.");
  const { Date, Description = null } = lines[0] ?? {};
  const entry = { JournalCode, Date, EntryNumber: company.next("entry", 26_900_001), Description };
  const lineless = { GeneralJournalEntryLines: { __deferred: { uri: "" } } };
  return { ...book(company, entry, lines), Currency, ExchangeRate: 1, Type: 90, Reversal: false, ...lineless };
}

function purchase(company: Books, row: Row, lines: readonly Row[]): Row {
  const { AmountFC, VATAmountFC } = amountsOf(lines, "VATBaseAmountFC");
  const { Supplier, DueDate, EntryDate: InvoiceDate, Currency: CurrencyCode, YourRef, EntryNumber } = row;
  const owed = { Amount: AmountFC, CurrencyCode, DueDate, InvoiceDate, YourRef };
  addOutstanding(company, "PayablesList", Supplier, { ...owed, InvoiceNumber: EntryNumber, EntryNumber });
  return { ...row, AmountFC, AmountDC: AmountFC, VATAmountFC, Type: AmountFC < 0 ? 31 : 30 };
}

/** What names an outstanding item by its number settles it. */
function settle({ tables }: Books, { OurRef, AmountFC, Account }: Row): void {
  const list = big(AmountFC).gt(0) ? tables.ReceivablesList : tables.PayablesList;
  const item = list.first(({ InvoiceNumber, AccountId }) => InvoiceNumber === OurRef && AccountId === Account);
  if (item === undefined) return;
  item["Amount"] = big(item["Amount"]).minus(big(AmountFC).abs()).toNumber();
  if (item["Amount"] === 0) list.drop(item);
}

function statement(company: Books, row: Row, lines: readonly Row[]): Row {
  const { Code: JournalCode } = journalOf(company, row, 12);
  for (const line of lines) settle(company, line);
  return { ...periodOf(dayIn(lines[0]?.["Date"] ?? date(company.today()))), ...row, JournalCode };
}

const booking: Rules<(company: Books, row: Row, lines: readonly Row[]) => Row> = {
  ...{ PurchaseEntries: purchase, BankEntries: statement },
};

/** A new record, or why it is none. */
export function make(company: Books, name: Name, given: Row): Row {
  if (name === "GeneralJournalEntries") return journalize(company, given);
  need(name, given);
  if (given["Code"] !== undefined && coded(company, name, given["Code"])) throw bad("Bestaat reeds: Code");
  const lines = linesIn(company, name, given);
  const said = taken(company, name, given);
  const row = { ...otherwise[name]?.(company, said), ...said };
  const whole = { ...row, ...derived[name]?.(company, row) };
  const made = addWith(company, name, booking[name]?.(company, whole, lines) ?? whole, lines);
  if (name === "SalesInvoices") reckon(company, made);
  if (name === "SalesInvoiceLines") changeInvoice(company, made);
  return made;
}

function changeInvoice(company: Books, line: Row): void {
  const invoice = company.tables.SalesInvoices.get(line["InvoiceID"]);
  if (invoice !== undefined) company.save("SalesInvoices", reckon(company, invoice));
}

export function change(company: Books, name: Name, row: Row, given: Row): void {
  if (name === "SalesInvoices" && row["Status"] === 50) throw bad("De factuur is reeds verwerkt.");
  Object.assign(row, taken(company, name, given));
  company.save(name, Object.assign(row, derived[name]?.(company, row)));
  if (name === "SalesInvoiceLines") changeInvoice(company, row);
}

export function removeFrom(company: Books, name: Name, row: Row): void {
  const { key, lines } = models[name];
  if (lines !== undefined)
    for (const line of company.tables[lines.table].under(lines.by, row[key])) company.tables[lines.table].drop(line);
  company.remove(name, row);
}
