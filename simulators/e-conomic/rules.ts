/** The business rules: the totals of documents, and the entries that are booked for them. */
import { percentOf } from "../engine/pricing.ts";
import { taxOn } from "../engine/reckoning.ts";
import { big, cents, dayLater, only, type Row, row, rows, sum, text, without } from "../engine/values.ts";
import { invalid } from "./refusals.ts";
import { type Books, modelOf, site, tableOf } from "./shapes.ts";

/** The price of 100 units of a currency in the base currency. */
const rates: Readonly<Record<string, number>> = { DKK: 100, EUR: 746.04, SEK: 65.5 };
const rateOf = (currency: unknown): number => rates[text(currency)] ?? 100;
const part = (amount: unknown, percent: unknown): number => cents(percentOf(big(amount), percent)).toNumber();
const inBase = (amount: unknown, currency: unknown): number => part(amount, rateOf(currency));

/** The sales account of each product group by VAT zone. Group 3 is free of VAT. */
export const salesAccountOf = (group: unknown, zone: unknown): number =>
  Number(zone) === 1 && Number(group) !== 3 ? 1010 : 1012;

/** The percentage of a line, from the sales account of its item's group in the recipient's zone. */
function vatRateOf({ tables }: Books, { recipient }: Row, line: Row): number {
  const { productGroup } = row(tables.products.get(line["product"]));
  const { vatCode } = row(tables.accounts.get(salesAccountOf(productGroup, row(recipient)["vatZone"])));
  return Number(row(tables.vatAccounts.get(vatCode))["ratePercentage"] ?? 0);
}

const vatOf = (company: Books, document: Row, line: Row): number =>
  part(line["totalNetAmount"], vatRateOf(company, document, line));

/** Refuses a line that has a quantity but no product, with its position. */
function pricedLine(company: Books, line: Row, index: number): Row {
  check(company, line, ["lines", String(index)], ...(line["quantity"] === undefined ? [] : ["product"]));
  const product = row(company.tables.products.get(line["product"]));
  const { unitNetPrice = product["salesPrice"] ?? 0, quantity = 1, discountPercentage = 0 } = line;
  const totalNetAmount = part(big(quantity).times(big(unitNetPrice)), big(100).minus(big(discountPercentage)));
  return {
    description: product["name"],
    unit: product["unit"],
    lineNumber: index + 1,
    ...line,
    unitNetPrice,
    quantity,
    discountPercentage,
    totalNetAmount,
  };
}

/** The caller's due date counts only with terms of the type dueDate; otherwise it is calculated. */
function dueDateOf(company: Books, { paymentTerms, dueDate, date }: Row): string {
  const { paymentTermsType, daysOfCredit = 0 } = row(company.tables.terms.get(paymentTerms));
  if (paymentTermsType !== "dueDate") return dayLater(text(date), Number(daysOfCredit));
  if (dueDate === undefined) throw invalid("dueDate")("Property 'dueDate' is missing a value.", "E04042");
  return text(dueDate);
}

/** Checks that required fields are present, that no field is null, and that references exist. */
export function check({ tables }: Books, body: Row, path: readonly string[], ...required: readonly string[]): void {
  const missing = required.find((field) => body[field] === undefined);
  if (missing !== undefined) throw invalid(...path, missing)(`Required property '${missing}' is missing.`);
  for (const [field, value] of Object.entries(body)) {
    const table = tableOf(field);
    if (value === null) throw invalid(...path, field)("Expected String but got Null.");
    if (table !== undefined && value !== undefined && !tables[table].has(value))
      throw invalid(...path, field)("Not found.", "E06000");
  }
}

export const recipientFields = ["name", "address", "zip", "city", "country", "vatZone"];

/** The first number of each kind. */
const kinds = { drafts: 30_001, quotes: 40_001, orders: 45_001 };
export type Kind = keyof typeof kinds;

/** Adds a document with its totals. */
export function makeDocument(company: Books, kind: Kind, body: Row): Row {
  check(company, body, [], "date", "currency", "layout", "paymentTerms", "customer", "recipient");
  check(company, row(body["recipient"]), ["recipient"], "name", "vatZone");
  const { key } = modelOf(kind);
  const { currency } = body;
  const lines = rows(body["lines"]).map((line, index) => pricedLine(company, line, index));
  const netAmount = sum(lines.map((line) => line["totalNetAmount"])).toNumber();
  const vatAmount = sum(lines.map((line) => vatOf(company, body, line))).toNumber();
  const grossAmount = sum([netAmount, vatAmount]).toNumber();
  return company.add(kind, {
    ...body,
    netAmount,
    vatAmount,
    grossAmount,
    roundingAmount: 0,
    exchangeRate: rateOf(currency),
    dueDate: dueDateOf(company, body),
    [key]: body[key] ?? company.next(kind, kinds[kind]),

    netAmountInBaseCurrency: inBase(netAmount, currency),
    grossAmountInBaseCurrency: inBase(grossAmount, currency),
    lines,
    ...(kind !== "drafts" && { folder: "drafts" }),
  });
}

export const isWithin = ({ fromDate, toDate }: Row, { date }: Row): boolean =>
  text(fromDate) <= text(date) && text(date) <= text(toDate);
export const yearOf = ({ tables }: Books, voucher: Row): Row | undefined =>
  tables.years.first((year) => isWithin(year, voucher));

type Posting = readonly [account: unknown, amount: unknown, more?: Row];

/** In the order of the vendor's schema: records of one list have their fields in one order. */
const entryFields = [
  "account",
  "amount",
  "supplierInvoiceNumber",
  "amountInBaseCurrency",
  "currency",
  "date",
  "dueDate",
  "departmentalDistribution",
  "project",
  "entryNumber",
  "text",
  "entryType",
  "vatAccount",
  "customer",
  "supplier",
  "voucherNumber",
  "bookedInvoice",
  "invoiceNumber",
  "remainder",
] as const;

/** Books a voucher: the fields that its entries share, and each posting that is not zero. It balances in the base currency. */
export function post(company: Books, voucher: Row, ...postings: readonly Posting[]): Row[] {
  if (yearOf(company, voucher) === undefined) throw invalid("date")("There is no accounting year with this day.");
  const nonZero = postings.filter(([account, amount]) => account !== undefined && Number(amount) !== 0);
  const entries = nonZero.map(([account, amount, more = {}]) => {
    const entry: Row = { ...voucher, account, amount, ...more };
    const amountInBaseCurrency = entry["amountInBaseCurrency"] ?? inBase(amount, entry["currency"]);
    return { ...entry, entryNumber: company.next("entry", 100_001), amountInBaseCurrency };
  });
  const left = sum(entries.map((entry) => entry.amountInBaseCurrency));
  const last = entries.at(-1);
  // The last entry takes the rounding difference.
  if (last !== undefined) last.amountInBaseCurrency = big(last.amountInBaseCurrency).minus(left).toNumber();
  return entries.map((entry) => company.add("entries", only(entry, entryFields)));
}
export const nextVoucher = (company: Books): number => company.next("voucher", 50_001);

/** Booking is final: it removes the draft and posts the invoice under its number. */
export function bookInvoice(company: Books, draft: Row, wanted?: unknown): Row {
  const number = Number(wanted ?? company.next("booked", 20_001));
  const bookedFields = without(draft, [
    "draftInvoiceNumber",
    "lastUpdated",
    "exchangeRate",
    "grossAmountInBaseCurrency",
  ]);
  const { grossAmount, netAmount, vatAmount, currency, customer, date, dueDate } = bookedFields;
  const invoice = company.add("booked", {
    ...bookedFields,
    bookedInvoiceNumber: number,
    remainder: grossAmount,
    lines: rows(bookedFields["lines"]).map((line) => ({
      ...line,
      vatRate: vatRateOf(company, bookedFields, line),
      vatAmount: vatOf(company, bookedFields, line),
    })),
  });
  company.remove("drafts", draft);
  const about = { voucherNumber: number, date, currency, entryType: "customerInvoice", text: `Faktura ${number}` };
  const owing = { customer, dueDate, remainder: grossAmount, bookedInvoice: number, invoiceNumber: number };
  const [account, more] = Number(vatAmount) === 0 ? [1012, {}] : [1010, { vatAccount: "U25" }];
  post(company, about, [5600, grossAmount, owing], [account, -Number(netAmount), more], [6902, -Number(vatAmount)]);
  return invoice;
}

/** Books a journal entry against its contra account, with the tax split off. The document it pays is found by its number by default. */
export function bookEntry(company: Books, entry: Row, paid = paidBy(company, entry)): Row {
  const { amount, contraAccount, contraVatAccount, entryType, voucherNumber, date, currency, ...more } = entry;
  const { customer, supplier, supplierInvoiceNumber, customerInvoice: bookedInvoice, dueDate } = more;
  const about = { voucherNumber, date, entryType, text: more["text"], currency: row(currency)["code"] };
  const remainder = entryType === "supplierInvoice" ? amount : 0;
  const details = { customer, supplier, supplierInvoiceNumber, dueDate, bookedInvoice, remainder };
  const account = more["account"] ?? (supplier === undefined ? 5600 : 6800);
  const rate = big(contraVatAccount === undefined ? 0 : 25);
  const net = cents(big(amount).minus(taxOn(big(amount), rate, true)));
  const against: Posting = [contraAccount, net.times(-1).toNumber(), { vatAccount: contraVatAccount }];
  const left = { remainder: sum([paid?.["remainder"], amount]).toNumber() };
  for (const record of [paid, company.tables.booked.get(paid?.["bookedInvoice"])]) Object.assign(record ?? {}, left);
  return row(post(company, about, [account, amount, details], against, [6903, net.minus(big(amount)).toNumber()])[0]);
}

function paidBy({ tables }: Books, { entryType, customerInvoice, supplierInvoiceNumber }: Row): Row | undefined {
  if (entryType === "supplierInvoice" || (customerInvoice ?? supplierInvoiceNumber) === undefined) return undefined;
  return tables.entries.first(
    ({ bookedInvoice, supplierInvoiceNumber: number, remainder = 0 }) =>
      remainder !== 0 && bookedInvoice === customerInvoice && number === supplierInvoiceNumber,
  );
}

/** The types of draft entries. Their lists have the type's name with an `s`. */
const draftTypes = ["customerPayment", "supplierInvoice", "supplierPayment", "financeVoucher"];

/** Adds the entries of a voucher to its journal as drafts, without booking them. */
export function makeVoucher(company: Books, journal: number, body: Row): Row[] {
  check(company, body, [], "accountingYear");
  const entries = draftTypes.flatMap((entryType) =>
    rows(row(body["entries"])[`${entryType}s`]).map((entry, index): Row => {
      const path = ["entries", `${entryType}s`, String(index)];
      check(company, entry, path, "amount", "date", ...(entryType === "financeVoucher" ? ["account"] : []));
      return { ...entry, journal, entryType, accountingYear: body["accountingYear"] };
    }),
  );
  if (entries.length === 0) throw invalid("entries")("There are no entries.");
  const voucherNumber = nextVoucher(company);
  return entries.map((entry) => {
    const code = text(row(entry["currency"])["code"]) || "DKK";
    return company.add("waiting", {
      ...entry,
      voucherNumber,
      currency: { code, self: `${site}/currencies/${code}` },
      journalEntryNumber: company.next("draft entry", 700_001),
      amountBaseCurrency: inBase(entry["amount"], code),
    });
  });
}
