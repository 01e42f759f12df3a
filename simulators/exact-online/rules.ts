/** Business rules: what is refused, filled in, numbered, added up and posted. */
import type { Company } from "../engine/tables.ts";
import { big, cents, day, dayLater, type Row, row, rows, sum, text } from "../engine/values.ts";
import { isDay, models, type Name, references } from "./models.ts";
import { bad, refused } from "./refusals.ts";

export type Books = Company<Name>;
/** Rules by set. */
type Rules<Rule> = { readonly [Made in Name]?: Rule };
/** For invoices and purchases. */
const processed = 50;
const rejected = 5;

export const date = (iso: string): string => `/Date(${Date.parse(iso.slice(0, 10))})/`;
export const momentOf = (shown: unknown): number => Number(/-?\d+/.exec(text(shown))?.[0]);

/** Codes are padded. */
const coded = ({ tables }: Books, name: Name, code: unknown): Row | undefined =>
  tables[name].first(({ Code }) => text(Code).trim() === text(code).trim());

/** Converts days to the vendor's format, checks references, and pads codes. */
function taken(company: Books, name: Name, body: Row): Row {
  const { fields, lines } = models[name];
  const input: Row = {};
  for (const [field, value] of Object.entries(body)) {
    if (!fields.includes(field)) throw bad(`The property '${field}' does not exist on type '${name}'.`);
    if (field === lines?.field) continue;
    input[field] = isDay(field) && typeof value === "string" ? date(value) : value;
    const { set, by } = references.get(field) ?? {};
    if (set === undefined || by === undefined || value === null) continue;
    const named = by === "Code" ? coded(company, set, value) : company.tables[set].get(value);
    if (named === undefined) throw refused(`${by === "Code" ? "Ongeldig" : "Verwijzing ongeldig"}: ${field}`);
    input[field] = named[by];
  }
  return input;
}

/** A line of an offer, order or invoice: net, unless its tax code includes tax. */
function priced(company: Books, line: Row): Row {
  const item = company.tables.Items.get(line["Item"]) ?? {};
  const VATCode = line["VATCode"] ?? item["SalesVatCode"] ?? null;
  const { Percentage: VATPercentage = 0, Type } = company.tables.VATCodes.find("Code", VATCode) ?? {};
  const quantity = big(line["Quantity"] ?? line["QuantityInPurchaseUnits"] ?? 1);
  const discount = big(line["Discount"]);
  const price = big(line["UnitPrice"] ?? item["StandardSalesPrice"] ?? 0);
  const net = cents(price.times(quantity).times(big(1).minus(discount)));
  const tax = cents(net.times(big(Type === "B" ? 0 : VATPercentage))).toNumber();
  return {
    Description: item["Description"] ?? null,
    GLAccount: item["GLRevenue"] ?? null,
    UnitCode: item["Unit"] ?? null,
    ...line,
    Discount: discount.toNumber(),
    UnitPrice: price.toNumber(),
    Quantity: quantity.toNumber(),
    NetPrice: price.times(big(1).minus(discount)).toNumber(),
    AmountFC: net.toNumber(),
    AmountDC: net.toNumber(),
    VATCode,
    VATPercentage,
    VATAmountFC: tax,
    VATAmount: tax,
  };
}

/** A line of an entry. */
function boughtLine({ tables }: Books, line: Row): Row {
  const { Percentage = 0, Type } = tables.VATCodes.find("Code", line["VATCode"]) ?? {};
  const amount = big(line["AmountFC"]);
  const base = Type === "I" ? cents(amount.div(big(1).plus(big(Percentage)))) : amount;
  const rate = Type === "B" ? 0 : Percentage;
  const tax = Type === "I" ? amount.minus(base) : cents(base.times(big(rate)));
  return {
    Quantity: 0,
    AmountDC: amount.toNumber(),
    ...line,
    VATBaseAmountFC: base.toNumber(),
    VATAmountFC: tax.toNumber(),
    VATPercentage: Percentage,
  };
}

const totalOf = (lines: readonly Row[], field: string): number => sum(lines.map((line) => line[field])).toNumber();

/** The total of the lines, with tax. */
function amountsOf(lines: readonly Row[], base: "AmountFC" | "VATBaseAmountFC" = "AmountFC") {
  const net = totalOf(lines, base);
  const tax = totalOf(lines, "VATAmountFC");
  return { AmountFCExclVat: net, VATAmountFC: tax, AmountFC: sum([net, tax]).toNumber() };
}

/** The total of an invoice's lines less its own discount, which reduces the tax in the same proportion. */
function invoiceAmounts({ Discount, AmountDiscountExclVat }: Row, lines: readonly Row[]): Row {
  const { AmountFCExclVat: net, VATAmountFC: tax } = amountsOf(lines);
  const discount = Discount ? cents(big(net).times(big(Discount))) : big(AmountDiscountExclVat);
  if (discount.eq(0) || net === 0) return { ...amountsOf(lines), AmountDiscount: 0, AmountDiscountExclVat: 0 };
  const taxDiscount = cents(big(tax).times(discount).div(net));
  const reduced = { net: big(net).minus(discount), tax: big(tax).minus(taxDiscount) };
  return {
    AmountDiscount: discount.plus(taxDiscount).toNumber(),
    AmountDiscountExclVat: discount.toNumber(),
    AmountFCExclVat: reduced.net.toNumber(),
    VATAmountFC: reduced.tax.toNumber(),
    AmountFC: reduced.net.plus(reduced.tax).toNumber(),
  };
}

/** Adds a draft up again when its lines change. */
function reckon(company: Books, { InvoiceID }: Row): void {
  const invoice = company.tables.SalesInvoices.get(InvoiceID);
  if (invoice === undefined) return;
  const amounts = invoiceAmounts(invoice, company.tables.SalesInvoiceLines.under("InvoiceID", InvoiceID));
  company.save("SalesInvoices", Object.assign(invoice, amounts));
}

const inEuros = ({ today }: Books, { AmountFC }: Row) => ({ Date: date(today()), ExchangeRate: 1, AmountDC: AmountFC });

/** The postings of a general journal's lines: with a VAT code, the vendor adds the tax and its own line for it. */
function posted(company: Books, entry: Row, lines: readonly Row[]): Row[] {
  const rate = big(entry["ExchangeRate"] ?? 1);
  const currency = { Currency: entry["Currency"], ExchangeRate: rate.toNumber() };
  const inBooks = (amount: unknown) => cents(big(amount).times(rate)).toNumber();
  return lines.flatMap((line): Row[] => {
    const { Percentage = 0, VATTransactionType } = company.tables.VATCodes.find("Code", line["VATCode"]) ?? {};
    const tax = cents(big(line["AmountFC"]).times(big(Percentage)));
    const posting = { ...line, ...currency, AmountDC: inBooks(line["AmountFC"]), VATPercentage: Percentage };
    if (tax.eq(0)) return [posting];
    const GLAccount = company.tables.GLAccounts.find("Code", VATTransactionType === "S" ? "1776" : "1576")?.["ID"];
    const { Date: day, Description } = line;
    const AmountFC = tax.toNumber();
    return [
      { ...posting, AmountVATFC: AmountFC },
      { Date: day, Description, GLAccount, AmountFC, AmountDC: inBooks(AmountFC), ...currency },
    ];
  });
}
/** Defaults of new records. */
const otherwise: Rules<(company: Books, row: Row) => Row> = {
  Accounts: ({ next }) => ({ Code: text(next("account", 80_001)).padStart(18), Status: "A", IsSupplier: false }),
  Contacts: ({ next }) => ({ HID: next("person", 801) }),
  Items: () => ({ IsTime: 0, Stock: 0, StandardSalesPrice: 0 }),
  GLAccounts: () => ({ Type: 90, BalanceSide: "D", BalanceType: "W", IsBlocked: false }),
  PaymentConditions: () => ({ PaymentMethod: "B", PaymentEndOfMonths: 0 }),
  SalesInvoices: ({ today }, { OrderedBy, OrderDate }) => ({
    InvoiceTo: OrderedBy,
    Status: 20,
    Type: 8020,
    Currency: "EUR",
    Journal: "70",
    InvoiceNumber: null,
    InvoiceDate: OrderDate ?? date(today()),
    DueDate: date(dayLater(today(), 30)),
    AmountDiscount: 0,
  }),
  Quotations: ({ next, today }) => ({
    Status: 20,
    Currency: "EUR",
    QuotationNumber: next("quotation", 5001),
    QuotationDate: date(today()),
  }),
  SalesOrders: ({ next, today }, { OrderedBy }) => ({
    Status: 12,
    Currency: "EUR",
    OrderNumber: next("order", 7001),
    OrderDate: date(today()),
    AmountDiscount: 0,
    InvoiceTo: OrderedBy,
    DeliverTo: OrderedBy,
  }),
  PurchaseEntries: ({ next, today }) => ({
    EntryDate: date(today()),
    DueDate: date(dayLater(today(), 30)),
    Currency: "EUR",
    Status: 20,
    EntryNumber: next("purchase", 26_600_501),
  }),
  BankEntries: ({ next }) => ({ Currency: "EUR", Status: 20, EntryNumber: next("bank", 26_200_501) }),
  GeneralJournalEntries: () => ({ Currency: "EUR", ExchangeRate: 1, Reversal: false }),
  BankEntryLines: inEuros,
  GeneralJournalEntryLines: inEuros,
};

/** Fields that follow from others. */
const derived: Rules<(company: Books, row: Row) => Row> = {
  Contacts: (_company, { FirstName, LastName, Email, BusinessEmail }) => ({
    FullName: `${text(FirstName)} ${text(LastName)}`.trim(),
    BusinessEmail: BusinessEmail ?? Email,
  }),
  SalesInvoiceLines: priced,
  QuotationLines: priced,
  SalesOrderLines: priced,
  PurchaseOrderLines: priced,
  PurchaseEntryLines: boughtLine,
};

/** Processing gives an invoice its number and makes it outstanding. */
export function process(company: Books, body: Row): Row {
  const invoice = company.tables.SalesInvoices.get(body["InvoiceID"]);
  if (invoice === undefined) throw refused("Verwijzing ongeldig: InvoiceID");
  if (invoice["Status"] === processed) throw refused("De factuur is reeds verwerkt.");
  const InvoiceDate = body["InvoiceDate"] === undefined ? invoice["InvoiceDate"] : date(text(body["InvoiceDate"]));
  const InvoiceNumber = company.next("invoice", 20_269_001);
  company.save("SalesInvoices", Object.assign(invoice, { Status: processed, InvoiceDate, InvoiceNumber }));
  return { InvoiceID: invoice["InvoiceID"], DocumentCreationSuccess: "", EmailCreationSuccess: "" };
}

/** Processing also posts the invoice to the sales journal. */
export function processAndBook(company: Books, body: Row): Row {
  const reply = process(company, body);
  bookSale(company, row(company.tables.SalesInvoices.get(reply["InvoiceID"])));
  return reply;
}

function bookSale(company: Books, invoice: Row): void {
  const { InvoiceTo, InvoiceDate, InvoiceNumber, AmountFC, AmountFCExclVat, VATAmountFC } = invoice;
  const posting = (code: string, amount: unknown): Row => ({
    GLAccount: company.tables.GLAccounts.find("Code", code)?.["ID"],
    Account: InvoiceTo,
    AmountDC: Number(amount),
    Description: `Factuur ${text(InvoiceNumber)}`,
  });
  const postings = [
    posting("1400", AmountFC),
    posting("8400", big(AmountFCExclVat).times(-1).toNumber()),
    posting("1776", big(VATAmountFC).times(-1).toNumber()),
  ];
  const entry = { JournalCode: "70", Type: 20, TypeDescription: "Sales entry", EntryNumber: InvoiceNumber };
  const nonZero = postings.filter(({ AmountDC }) => AmountDC !== 0);
  book(company, { ...entry, Date: InvoiceDate, Description: `Factuur ${text(InvoiceNumber)}` }, nonZero);
}

/** The period of a day. */
function periodOf(shown: unknown) {
  const [FinancialYear, FinancialPeriod] = day(momentOf(shown)).split("-").map(Number);
  return { FinancialYear, FinancialPeriod };
}

/** An entry of the ledger, and a row version for each of its lines. */
export function book(company: Books, entry: Row, lines: readonly Row[]): Row {
  const period = periodOf(entry["Date"]);
  const made = company.add("Transactions", { Status: 20, Type: 90, TypeDescription: "Other", ...period, ...entry });
  const { EntryID, EntryNumber, JournalCode, Type, Status } = made;
  for (const [index, line] of lines.entries())
    company.add("TransactionLines", {
      LineNumber: index,
      EntryID,
      EntryNumber,
      JournalCode,
      Type,
      Status,
      Date: made["Date"],
      Currency: "EUR",
      ExchangeRate: 1,
      ...period,
      AmountFC: line["AmountDC"],
      ...line,
    });
  return made;
}

function journalOf(company: Books, { JournalCode }: Row, type: number): unknown {
  const { Type, Code } = coded(company, "Journals", JournalCode) ?? {};
  if (Type !== type) throw refused("Ongeldig: Dagboek");
  return Code;
}

/** Fields that follow from the lines. */
const booking: Rules<(company: Books, row: Row, lines: readonly Row[]) => Row> = {
  SalesInvoices: (_company, row, lines) => invoiceAmounts(row, lines),
  PurchaseEntries: (_company, _row, lines) => {
    const { AmountFC, VATAmountFC } = amountsOf(lines, "VATBaseAmountFC");
    return { AmountFC, AmountDC: AmountFC, VATAmountFC, Type: AmountFC < 0 ? 31 : 30 };
  },
  BankEntries: (company, row, [first = {}]) => ({
    ...periodOf(first["Date"] ?? date(company.today())),
    JournalCode: journalOf(company, row, 12),
  }),
  // Manual entries have to balance.
  GeneralJournalEntries: (company, row, lines) => {
    const JournalCode = journalOf(company, row, 90);
    const postings = posted(company, row, lines);
    if (lines.length === 0 || totalOf(postings, "AmountFC") !== 0) throw refused("De boeking is niet in evenwicht.");
    const { Date, Description = null } = lines[0] ?? {};
    return book(company, { JournalCode, Date, EntryNumber: company.next("entry", 26_900_001), Description }, postings);
  },
};

/** Booked and unpaid documents: bank statements name a document by its number and its account. */
export function outstanding({ tables }: Books, isSale: boolean): Row[] {
  const documents = isSale
    ? tables.SalesInvoices.where(({ Status }) => Status === processed)
    : tables.PurchaseEntries.where(({ Status }) => Status !== rejected);
  return documents.flatMap((document) => {
    const { InvoiceTo, Supplier: Account = InvoiceTo, EntryNumber, InvoiceNumber = EntryNumber } = document;
    const payments = tables.BankEntryLines.under("OurRef", InvoiceNumber).filter((line) => line["Account"] === Account);
    const Amount = sum([document["AmountFC"], big(totalOf(payments, "AmountFC")).times(isSale ? -1 : 1)]).toNumber();
    const { Currency: CurrencyCode, EntryDate, InvoiceDate = EntryDate } = document;
    const numbers = { HID: InvoiceNumber, InvoiceNumber, EntryNumber: InvoiceNumber, AmountInTransit: 0, Amount };
    return Amount === 0 ? [] : [{ ...document, ...numbers, Account, AccountId: Account, CurrencyCode, InvoiceDate }];
  });
}

/** The complete new record, or a refusal. */
function shaped(company: Books, name: Name, body: Row, but?: string): Row {
  for (const field of models[name].required)
    if (field !== but && text(body[field]) === "" && !Array.isArray(body[field])) throw refused(`Verplicht: ${field}`);
  const sent = taken(company, name, body);
  const row = { ...otherwise[name]?.(company, sent), ...sent };
  return { ...row, ...derived[name]?.(company, row) };
}

/** Adds a new record with numbered lines. */
export function make(company: Books, name: Name, body: Row): Row {
  if (body["Code"] !== undefined && coded(company, name, body["Code"])) throw refused("Bestaat reeds: Code");
  const { key, lines } = models[name];
  const row = shaped(company, name, body);
  const below = lines ? rows(body[lines.field]).map((line) => shaped(company, lines.table, line, lines.by)) : [];
  const made = company.add(name, { ...row, ...booking[name]?.(company, row, below) });
  for (const [index, line] of below.entries())
    if (lines) company.add(lines.table, { ...line, [lines.by]: made[key], LineNumber: index + 1 });
  if (name === "SalesInvoiceLines") reckon(company, made);
  return made;
}

export function change(company: Books, name: Name, row: Row, body: Row): void {
  if (name === "SalesInvoices" && row["Status"] === processed) throw refused("De factuur is reeds verwerkt.");
  Object.assign(row, taken(company, name, body));
  company.save(name, Object.assign(row, derived[name]?.(company, row)));
  if (name === "SalesInvoiceLines") reckon(company, row);
}

export function removeFrom(company: Books, name: Name, row: Row): void {
  if (name === "SalesInvoices" && row["Status"] === processed) throw refused("De factuur is reeds verwerkt.");
  const { key, lines } = models[name];
  if (lines !== undefined)
    for (const line of company.tables[lines.table].under(lines.by, row[key])) company.tables[lines.table].drop(line);
  company.remove(name, row);
}
