/** The rules of the business: what is refused, filled in, numbered, added up and booked. */
import type { Company } from "../engine/tables.ts";
import { big, cents, day, dayLater, type Row, rows, sum, text } from "../engine/values.ts";
import { isDay, models, type Name } from "./models.ts";
import { bad } from "./odata.ts";

export type Books = Company<Name>;

export const date = (iso: string): string => `/Date(${Date.parse(iso.slice(0, 10))})/`;
const dayIn = (shown: unknown): string => day(Number(/-?\d+/.exec(text(shown))?.[0] ?? 0));

/** What every record of a kind cannot do without, and what there may be only one of. */
const required: { readonly [Made in Name]?: string } = {
  ...{ Accounts: "Name", BankAccounts: "Account BankAccount", Contacts: "Account", GLAccounts: "Code Description" },
  ...{ Items: "Code Description", PaymentConditions: "Code Description", Projects: "Code Description Type" },
  ...{ SalesInvoices: "OrderedBy SalesInvoiceLines", SalesInvoiceLines: "InvoiceID Item" },
  ...{ Quotations: "OrderAccount QuotationLines", QuotationLines: "Item", SalesOrders: "OrderedBy SalesOrderLines" },
  ...{ SalesOrderLines: "Item", PurchaseEntries: "Supplier Journal PurchaseEntryLines" },
  ...{ PurchaseEntryLines: "GLAccount AmountFC", BankEntries: "JournalCode BankEntryLines" },
  ...{ BankEntryLines: "GLAccount AmountFC", Documents: "Subject Type" },
  ...{ DocumentAttachments: "Document FileName Attachment", WebhookSubscriptions: "CallbackURL Topic" },
};
const references: Readonly<Record<string, Name>> = {
  ...{ Account: "Accounts", OrderedBy: "Accounts", InvoiceTo: "Accounts", DeliverTo: "Accounts", Supplier: "Accounts" },
  ...{ OrderAccount: "Accounts", GLAccount: "GLAccounts", GLRevenue: "GLAccounts", GLCosts: "GLAccounts" },
  ...{ GLStock: "GLAccounts", Item: "Items", Project: "Projects", Document: "Documents", InvoiceID: "SalesInvoices" },
};
const coded: Readonly<Record<string, Name>> = { CostCenter: "Costcenters", CostUnit: "Costunits", VATCode: "VATCodes" };

/** Days as they are shown, references that lead somewhere; codes in the vendor's own spelling. */
function taken({ tables }: Books, name: Name, given: Row): Row {
  const { fields, lines } = models[name];
  const kept: Row = {};
  for (const [field, value] of Object.entries(given)) {
    if (!fields.includes(field)) throw bad(`The property '${field}' does not exist on type '${name}'.`);
    if (field === lines?.field) continue;
    const [referred, code] = [references[field], coded[field]];
    if (value !== null && referred !== undefined && !tables[referred].has(value))
      throw bad(`Verwijzing ongeldig: ${field}`);
    const isCoded = (row: Row) => text(row["Code"]).trim() === text(value).trim();
    const spelled = code === undefined ? value : tables[code].first(isCoded)?.["Code"];
    if (spelled === undefined) throw bad(`Ongeldig: ${field}`);
    kept[field] = isDay(field) && typeof value === "string" ? date(value) : spelled;
  }
  return kept;
}

function need(name: Name, given: Row, but?: string): void {
  for (const field of required[name]?.split(" ") ?? [])
    if (field !== but && text(given[field]) === "" && !Array.isArray(given[field])) throw bad(`Verplicht: ${field}`);
}

function unlike({ tables }: Books, name: Name, { Code }: Row): void {
  const isTaken = Code !== undefined && tables[name].first((row) => text(row["Code"]).trim() === text(Code).trim());
  if (isTaken) throw bad("Bestaat reeds: Code");
}

const vatOf = ({ tables }: Books, code: unknown): Row => tables.VATCodes.first((row) => row["Code"] === code) ?? {};

/** A line of what is traded: net, unless its tax is included. */
export function priced(company: Books, line: Row): Row {
  const item = company.tables.Items.get(line["Item"]) ?? {};
  const VATCode = line["VATCode"] ?? item["SalesVatCode"] ?? null;
  const VATPercentage = vatOf(company, VATCode)["Percentage"] ?? 0;
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
export function boughtLine(company: Books, line: Row): Row {
  const { Percentage = 0, Type } = vatOf(company, line["VATCode"]);
  const amount = big(line["AmountFC"]);
  const base = Type === "I" ? cents(amount.div(big(1).plus(big(Percentage)))) : amount;
  const tax = Type === "I" ? amount.minus(base) : cents(base.times(big(Percentage)));
  return {
    ...{ Quantity: 0, AmountDC: amount.toNumber(), ...line, VATBaseAmountFC: base.toNumber() },
    ...{ VATAmountFC: tax.toNumber(), VATPercentage: Percentage },
  };
}

export const totalOf = (lines: readonly Row[], field: string): number =>
  sum(lines.map((line) => line[field])).toNumber();

function addLines(company: Books, name: Name, parent: Row, made: readonly Row[]): void {
  const { key, lines } = models[name];
  if (lines === undefined) return;
  for (const [index, line] of made.entries())
    company.add(lines.table, { ...line, [lines.by]: parent[key], LineNumber: index + 1 });
}

function linesIn(company: Books, name: Name, given: Row): Row[] {
  const { lines } = models[name];
  if (lines === undefined) return [];
  return rows(given[lines.field]).map((line) => {
    need(lines.table, line, lines.by);
    return taken(company, lines.table, line);
  });
}

const dueIn = (from: string, days = 30): string => date(dayLater(from, days));

function reckon(company: Books, invoice: Row): void {
  const lines = company.tables.SalesInvoiceLines.under("InvoiceID", invoice["InvoiceID"]);
  const [net, tax] = [totalOf(lines, "AmountFC"), totalOf(lines, "VATAmountFC")];
  Object.assign(invoice, { AmountFCExclVat: net, VATAmountFC: tax, AmountFC: sum([net, tax]).toNumber() });
}

const traders: { readonly [Made in Name]?: (company: Books, row: Row) => Row } = {
  SalesInvoices: (company, row) => ({
    ...{ InvoiceTo: row["OrderedBy"], Status: 20, Type: 8020, Currency: "EUR", Journal: "70", InvoiceNumber: 0 },
    ...{ InvoiceDate: row["OrderDate"] ?? date(company.today()), DueDate: dueIn(company.today()) },
    ...{ AmountDiscount: 0, ...row },
  }),
  Quotations: (company, row) => ({
    ...{ Status: 20, Currency: "EUR", QuotationNumber: company.next("quotation", 5001) },
    ...{ QuotationDate: date(company.today()), ...row },
  }),
  SalesOrders: (company, row) => ({
    ...{ Status: 12, Currency: "EUR", OrderNumber: company.next("order", 7001), OrderDate: date(company.today()) },
    ...{ InvoiceTo: row["OrderedBy"], DeliverTo: row["OrderedBy"], AmountDiscount: 0, ...row },
  }),
};

export const outstandingOf = (company: Books, owner: unknown, more: Row): Row => {
  const { Name, Code } = company.tables.Accounts.get(owner) ?? {};
  return {
    ...{ HID: company.next("item", 90_001), AccountId: owner, AccountName: Name, AccountCode: Code },
    ...{ AmountInTransit: 0, ...more },
  };
};

/** Processed, it has a number and is owed. */
export function process(company: Books, given: Row): Row {
  const invoice = company.tables.SalesInvoices.get(given["InvoiceID"]);
  if (invoice === undefined) throw bad("Verwijzing ongeldig: InvoiceID");
  if (invoice["Status"] === 50) throw bad("De factuur is reeds verwerkt.");
  const InvoiceDate = given["InvoiceDate"] === undefined ? invoice["InvoiceDate"] : date(text(given["InvoiceDate"]));
  const InvoiceNumber = company.next("invoice", 20_269_001);
  company.save("SalesInvoices", Object.assign(invoice, { Status: 50, InvoiceDate, InvoiceNumber }));
  const { InvoiceTo, AmountFC, Currency, DueDate, YourRef } = invoice;
  const owed = { Amount: AmountFC, CurrencyCode: Currency, DueDate, InvoiceDate, InvoiceNumber, YourRef };
  company.tables.ReceivablesList.put(outstandingOf(company, InvoiceTo, { ...owed, EntryNumber: InvoiceNumber }));
  return { InvoiceID: invoice["InvoiceID"], DocumentCreationSuccess: "", EmailCreationSuccess: "" };
}

/** The period of a day. */
export const periodOf = (iso: string) => ({
  ...{ FinancialYear: Number(iso.slice(0, 4)), FinancialPeriod: Number(iso.slice(5, 7)) },
});
const yearOf = (shown: unknown) => periodOf(dayIn(shown));

/** An entry of the ledger, and a row version for each of its lines. */
export function book(company: Books, entry: Row, lines: readonly Row[]): Row {
  const period = yearOf(entry["Date"]);
  const made = company.add("Transactions", { Status: 20, Type: 90, TypeDescription: "Other", ...period, ...entry });
  const { EntryID, EntryNumber, JournalCode, Type, Status } = made;
  for (const [index, line] of lines.entries())
    company.add("TransactionLines", {
      ...{ LineNumber: index, EntryID, EntryNumber, JournalCode, Type, Status, Date: made["Date"], Currency: "EUR" },
      ...{ ExchangeRate: 1, ...period, AmountFC: line["AmountDC"], ...line },
    });
  return made;
}

/** By hand one books what is even. */
function journalize(company: Books, given: Row): Row {
  const { JournalCode, GeneralJournalEntryLines, Currency = "EUR", ...others } = given;
  const journal = company.tables.Journals.first(({ Code }) => text(Code).trim() === text(JournalCode));
  if (journal?.["Type"] !== 90) throw bad("Ongeldig: Dagboek");
  for (const field of Object.keys(others))
    if (field !== "ExchangeRate") throw bad(`The property '${field}' does not exist.`);
  const lines = rows(GeneralJournalEntryLines).map((line) => {
    need("PurchaseEntryLines", line);
    const { AmountFC, Date: on, ...rest } = line;
    const Date = date(text(on) || company.today());
    return { ...taken(company, "TransactionLines", rest), AmountDC: AmountFC, AmountFC, Date };
  });
  if (lines.length === 0 || totalOf(lines, "AmountDC") !== 0) throw bad("De boeking is niet in evenwicht.");
  const [first] = lines;
  const entry = { JournalCode: journal["Code"], Date: first?.Date, EntryNumber: company.next("entry", 26_900_001) };
  const made = book(company, { ...entry, Description: (first as Row | undefined)?.["Description"] ?? null }, lines);
  const lineless = { GeneralJournalEntryLines: { __deferred: { uri: "" } } };
  return { ...made, Currency, ExchangeRate: 1, Type: 90, Reversal: false, ...lineless };
}

function purchase(company: Books, row: Row, lines: readonly Row[]): Row {
  const [net, tax] = [totalOf(lines, "VATBaseAmountFC"), totalOf(lines, "VATAmountFC")];
  const AmountFC = sum([net, tax]).toNumber();
  const EntryNumber = company.next("purchase", 26_600_501);
  const dated = { EntryDate: date(company.today()), DueDate: dueIn(company.today()), Currency: "EUR", ...row };
  const { Supplier, DueDate, EntryDate, Currency, YourRef } = dated as Row;
  const owed = { Amount: AmountFC, CurrencyCode: Currency, DueDate, InvoiceDate: EntryDate, YourRef };
  const numbers = { InvoiceNumber: EntryNumber, EntryNumber };
  company.tables.PayablesList.put(outstandingOf(company, Supplier, { ...owed, ...numbers }));
  const Type = AmountFC < 0 ? 31 : 30;
  return { ...dated, AmountFC, AmountDC: AmountFC, VATAmountFC: tax, EntryNumber, Status: 20, Type };
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
  const journal = company.tables.Journals.first(({ Code }) => text(Code).trim() === text(row["JournalCode"]));
  if (journal?.["Type"] !== 12) throw bad("Ongeldig: Dagboek");
  for (const line of lines) settle(company, line);
  const period = yearOf(lines[0]?.["Date"] ?? date(company.today()));
  const EntryNumber = company.next("bank", 26_200_501);
  return { Currency: "EUR", Status: 20, EntryNumber, ...period, ...row, JournalCode: journal["Code"] };
}

const lineRules: { readonly [Made in Name]?: (company: Books, line: Row) => Row } = {
  ...{ SalesInvoices: priced, Quotations: priced, SalesOrders: priced, PurchaseEntries: boughtLine },
  BankEntries: (company, line) => ({
    Date: date(company.today()),
    ExchangeRate: 1,
    AmountDC: line["AmountFC"],
    ...line,
  }),
};

const entryRules: { readonly [Made in Name]?: (company: Books, row: Row, lines: readonly Row[]) => Row } = {
  ...{ PurchaseEntries: purchase, BankEntries: statement },
};

/** A new record, or why it is none. */
export function make(company: Books, name: Name, given: Row): Row {
  if (name === "GeneralJournalEntries") return journalize(company, given);
  need(name, given);
  if (["Accounts", "GLAccounts", "Items", "PaymentConditions", "Projects"].includes(name)) unlike(company, name, given);
  const lines = linesIn(company, name, given).map((line) => lineRules[name]?.(company, line) ?? line);
  const row = filled(company, name, taken(company, name, given));
  const made = company.add(name, entryRules[name]?.(company, row, lines) ?? row);
  addLines(company, name, made, lines);
  if (name === "SalesInvoices") reckon(company, made);
  if (name === "SalesInvoiceLines") changeInvoice(company, made);
  return made;
}

function filled(company: Books, name: Name, row: Row): Row {
  if (name === "Accounts")
    return { Code: text(company.next("account", 80_001)).padStart(18), Status: "A", IsSupplier: false, ...row };
  if (name === "Contacts") return named({ HID: company.next("person", 801), ...row });
  if (name === "Items") return { IsTime: 0, Stock: 0, StandardSalesPrice: null, ...row };
  if (name === "GLAccounts") return { Type: 90, BalanceSide: "D", BalanceType: "W", IsBlocked: false, ...row };
  if (name === "SalesInvoiceLines") return priced(company, row);
  if (name === "PaymentConditions") return { PaymentMethod: "B", PaymentEndOfMonths: 0, ...row };
  return traders[name]?.(company, row) ?? row;
}

const named = (person: Row): Row => ({
  ...person,
  FullName: `${text(person["FirstName"])} ${text(person["LastName"])}`.trim(),
});

function changeInvoice(company: Books, line: Row): void {
  const invoice = company.tables.SalesInvoices.get(line["InvoiceID"]);
  if (invoice === undefined) return;
  reckon(company, invoice);
  company.save("SalesInvoices", invoice);
}

export function change(company: Books, name: Name, row: Row, given: Row): void {
  if (name === "SalesInvoices" && row["Status"] === 50) throw bad("De factuur is reeds verwerkt.");
  Object.assign(row, taken(company, name, given));
  if (name === "Contacts") Object.assign(row, named(row));
  if (name === "SalesInvoiceLines") Object.assign(row, priced(company, row));
  company.save(name, row);
  if (name === "SalesInvoiceLines") changeInvoice(company, row);
}

export function removeFrom(company: Books, name: Name, row: Row): void {
  const { key, lines } = models[name];
  if (lines !== undefined)
    for (const line of company.tables[lines.table].under(lines.by, row[key])) company.tables[lines.table].drop(line);
  company.remove(name, row);
}
