/** The rules of the business: what documents come to, and what is booked of them. */
import { percentOf } from "../engine/pricing.ts";
import { big, cents, dayLater, type Row, row, rows, sum, text } from "../engine/values.ts";
import { invalid } from "./refusals.ts";
import { type Books, keys, type Name } from "./shapes.ts";

/** Base currency for a hundred of the other. */
const rates: Readonly<Record<string, number>> = { DKK: 100, EUR: 746.04, SEK: 65.5 };
const rateOf = (currency: unknown): number => rates[text(currency)] ?? 100;
const part = (amount: unknown, percent: unknown): number => cents(percentOf(big(amount), percent)).toNumber();
export const inBase = (amount: unknown, currency: unknown): number => part(amount, rateOf(currency));

const vatRateOf = (zone: unknown): number => (Number(zone) === 1 ? 25 : 0);

/** An unknown product, or a line with a quantity but none, is refused with its position. */
function pricedLine({ tables }: Books, line: Row, index: number): Row & { totalNetAmount: number } {
  const at = invalid("lines", String(index), "product");
  const product = tables.products.get(line["product"]);
  if (line["product"] === undefined && line["quantity"] !== undefined) throw at("A product is needed.", "E04080");
  if (line["product"] !== undefined && product === undefined) throw at("There is no such product.", "E06000");
  if (product?.["barred"] === true) throw at(`Product '${text(line["product"])}' is barred.`, "E06600");
  const { unitNetPrice = product?.["salesPrice"] ?? 0, quantity = 1, discountPercentage = 0 } = line;
  const totalNetAmount = part(big(quantity).times(big(unitNetPrice)), big(100).minus(big(discountPercentage)));
  return {
    ...{ description: product?.["name"], unit: product?.["unit"], unitCostPrice: product?.["costPrice"] },
    ...{ lineNumber: index + 1, sortKey: index + 1, ...line },
    ...{ unitNetPrice, quantity, discountPercentage, totalNetAmount },
  };
}

/** What it comes to. */
function priced(company: Books, document: Row): Row {
  const { currency, recipient } = document;
  const lines = rows(document["lines"]).map((line, index) => pricedLine(company, line, index));
  const netAmount = sum(lines.map((line) => line.totalNetAmount)).toNumber();
  const vatAmount = part(netAmount, vatRateOf(row(recipient)["vatZone"]));
  const grossAmount = sum([netAmount, vatAmount]).toNumber();
  return {
    ...{ ...document, lines, netAmount, vatAmount, grossAmount, roundingAmount: 0, exchangeRate: rateOf(currency) },
    netAmountInBaseCurrency: inBase(netAmount, currency),
    grossAmountInBaseCurrency: inBase(grossAmount, currency),
    dueDate: dueDateOf(company, document),
  };
}

/** Told only with terms that say so; otherwise the vendor makes it. */
function dueDateOf(company: Books, { paymentTerms, dueDate, date }: Row): string {
  const terms = company.tables.terms.get(paymentTerms);
  if (terms === undefined) throw invalid("paymentTerms")("There are no such terms.", "E06000");
  if (terms["paymentTermsType"] !== "dueDate") return dayLater(text(date), Number(terms["daysOfCredit"] ?? 0));
  if (dueDate === undefined) throw invalid("dueDate")("Property 'dueDate' is missing a value.", "E04042");
  return text(dueDate);
}

export function need(given: Row, ...fields: readonly string[]): void {
  for (const [field, value] of Object.entries(given))
    if (value === null) throw invalid(field)("Expected String but got Null.");
  const missing = fields.find((field) => given[field] === undefined);
  if (missing !== undefined) throw invalid(missing)(`Required property '${missing}' is missing.`);
}

/** References that have to lead somewhere. */
export function known({ tables }: Books, given: Row, links: Readonly<Record<string, Name>>): void {
  for (const [field, table] of Object.entries(links))
    if (given[field] !== undefined && !tables[table].has(given[field])) throw invalid(field)("Not found.", "E06000");
}

/** The first number of each kind. */
const kinds = { drafts: 30_001, quotes: 40_001, orders: 45_001 };
export type Kind = keyof typeof kinds;

/** Lines of quotes and orders do not tell what they come to. */
export function makeDocument(company: Books, kind: Kind, given: Row): Row {
  need(given, "date", "currency", "layout", "paymentTerms", "customer", "recipient");
  known(company, given, { customer: "customers", layout: "layouts", project: "projects" });
  need(row(given["recipient"]), "name", "vatZone");
  const made = priced(company, given);
  const number = { [keys[kind]]: given[keys[kind]] ?? company.next(kind, kinds[kind]) };
  if (kind === "drafts") return company.add(kind, { ...made, ...number });
  const lines = rows(made["lines"]).map(({ totalNetAmount: _untold, ...line }) => line);
  return company.add(kind, { ...made, lines, ...number, folder: "drafts" });
}

export const within =
  ({ fromDate, toDate }: Row) =>
  ({ date }: Row): boolean =>
    text(fromDate) <= text(date) && text(date) <= text(toDate);
const yearOf = (company: Books, date: string): Row | undefined =>
  company.tables.years.first((year) => within(year)({ date }));

/** A voucher has to balance, in the currency of the agreement. */
export function post(company: Books, voucherNumber: number, date: string, postings: readonly Row[]): Row[] {
  if (yearOf(company, date) === undefined) throw invalid("date")("There is no accounting year with this day.");
  const entries = postings.map((posting) => {
    const amountInBaseCurrency = posting["amountInBaseCurrency"] ?? inBase(posting["amount"], posting["currency"]);
    return { entryNumber: company.next("entry", 100_001), voucherNumber, date, ...posting, amountInBaseCurrency };
  });
  const left = sum(entries.map((entry) => entry.amountInBaseCurrency));
  const last = entries.at(-1);
  // Rounding goes to the last one.
  if (last !== undefined) last.amountInBaseCurrency = big(last.amountInBaseCurrency).minus(left).toNumber();
  return entries.map((entry) => company.add("entries", entry));
}

/** Booking is final: the draft is gone, and the invoice is in the ledger under its number. */
export function bookInvoice(company: Books, draft: Row, wanted?: unknown): Row {
  const bookedInvoiceNumber = Number(wanted ?? company.next("booked", 20_001));
  const { draftInvoiceNumber: _number, lastUpdated: _stamp, ...kept } = draft;
  const { grossAmount, netAmount, vatAmount, currency, customer, date, dueDate, recipient } = kept;
  const vatRate = vatRateOf(row(recipient)["vatZone"]);
  const lines = rows(kept["lines"]).map((line) => ({
    ...{ ...line, vatRate, vatAmount: part(line["totalNetAmount"], vatRate) },
  }));
  const invoice = company.add("booked", {
    ...{ ...kept, lines, bookedInvoiceNumber, remainder: grossAmount },
    remainderInBaseCurrency: inBase(grossAmount, currency),
  });
  company.remove("drafts", draft);
  const about = { currency, entryType: "customerInvoice", text: `Faktura ${bookedInvoiceNumber}` };
  const owing = { account: 5600, amount: grossAmount, customer, dueDate, remainder: grossAmount };
  const net = { ...about, amount: -Number(netAmount) };
  post(company, bookedInvoiceNumber, text(date), [
    { ...about, ...owing, bookedInvoice: bookedInvoiceNumber, invoiceNumber: bookedInvoiceNumber },
    ...(vatRate === 0
      ? [{ ...net, account: 1012 }]
      : [
          { ...net, account: 1010, vatAccount: "U25" },
          { ...about, account: 6902, amount: -Number(vatAmount) },
        ]),
  ]);
  return invoice;
}

/** Takes off what is left of an entry, and of the invoice behind it. */
export function settle(company: Books, entry: Row, amount: number): void {
  entry["remainder"] = big(entry["remainder"]).minus(amount).toNumber();
  const invoice = company.tables.booked.get(entry["bookedInvoice"]);
  if (invoice === undefined) return;
  invoice["remainder"] = entry["remainder"];
  invoice["remainderInBaseCurrency"] = inBase(entry["remainder"], entry["currency"]);
}

/** A payment of what is left, or of some of it; nothing is left of the payment itself. */
export function pay(company: Books, entry: Row, date: string, amount = Number(entry["remainder"])): void {
  const { customer, supplier, currency, bookedInvoice, supplierInvoiceNumber } = entry;
  const entryType = supplier === undefined ? "customerPayment" : "supplierPayment";
  const about = { currency, entryType, text: `Betaling ${text(bookedInvoice) || text(supplierInvoiceNumber)}` };
  settle(company, entry, amount);
  const own = { account: entry["account"], amount: -amount, customer, supplier, bookedInvoice, supplierInvoiceNumber };
  post(company, company.next("voucher", 50_001), date, [
    { ...about, ...own, remainder: 0 },
    { ...about, account: 5820, amount },
  ]);
}

/** What a supplier sends, with VAT that comes back. */
export function receive(company: Books, bill: Row, net: number, papers: boolean): Row | undefined {
  const vat = part(net, 25);
  const { date, dueDate, supplier, supplierInvoiceNumber, currency } = bill;
  const about = { currency, entryType: "supplierInvoice", text: `Køb ${text(supplierInvoiceNumber)}` };
  const voucherNumber = company.next("voucher", 50_001);
  const owed = { amount: -(net + vat), remainder: -(net + vat), dueDate, supplier, supplierInvoiceNumber };
  const [entry] = post(company, voucherNumber, text(date), [
    { ...about, account: 6800, ...owed },
    { ...about, account: 1310, amount: net, vatAccount: "I25" },
    { ...about, account: 6903, amount: vat },
  ]);
  const accountingYear = yearOf(company, text(date))?.["year"];
  if (papers)
    company.add("documents", {
      ...{ number: company.next("document", 90_001), voucherNumber, accountingYear, pageCount: 1 },
      ...(voucherNumber % 2 === 0 && { note: `Bilag ${voucherNumber}.pdf` }),
    });
  return entry;
}
