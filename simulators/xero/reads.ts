/** Lists and single records: filters, orders, pages, and the fields that each shows. */
import { comparing, type Language, orderOf, readerOf, textFunctions, type Value } from "../engine/expressions.ts";
import { byNumber } from "../engine/pages.ts";
import { tally } from "../engine/reckoning.ts";
import type { Query } from "../engine/routes.ts";
import { big, row as inside, type Row, row, rows, text, without, words } from "../engine/values.ts";
import { base, type Company, cents, contactRow, instantOf, type TableName, tables } from "./company.ts";
import { badQuery as fail } from "./refusals.ts";

/** The values that a filter compares: times as numbers, missing values as null. */
function plain(value: unknown): Value {
  if (typeof value === "string") return value.startsWith("/Date(") ? (instantOf(value) ?? value) : value;
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

const { equal, unequal, more, less, atLeast, atMost } = comparing;
const constants: Readonly<Record<string, Value>> = { true: true, false: false, null: null };

const language: Omit<Language, "field"> = {
  token:
    /\s*(?:"(?<text>[^"]*)"|(?<number>-?\d+(?:\.\d+)?)|(?<constant>(?:true|false|null)\b)|(?<name>\.?[a-z_]\w*(?:\.[a-z_]\w*)*)|(?<sign>==|!=|<>|>=|<=|&&|\|\||[=<>(),]))/giy,
  literals: { text: String, number: Number, constant: (written) => constants[written.toLowerCase()] ?? null },
  or: ["OR", "||"],
  and: ["AND", "&&"],
  fail,
  comparisons: {
    "==": equal,
    "=": equal,
    "!=": unequal,
    "<>": unequal,
    ">": more,
    "<": less,
    ">=": atLeast,
    "<=": atMost,
  },
  functions: {
    ...textFunctions,
    tostring: (value = "") => value,
    guid: (id = "") => String(id).toLowerCase(),
    datetime: (year, month, day = 1, ...clock) => {
      const [hour = 0, minute = 0, second = 0] = clock.map(Number);
      return Date.UTC(Number(year), Number(month) - 1, Number(day), hour, minute, second);
    },
  },
};

const keyIn = (from: Row, name: string) =>
  name in from ? name : Object.keys(from).find((key) => key.toLowerCase() === name.toLowerCase());

/** Field names are case-insensitive, and fields that are not shown can be compared too. */
function finder(type: string, sample: readonly Row[]): Language["field"] {
  return (name) => {
    const path = name.split(".");
    const [first = ""] = path;
    if (sample.length > 0 && !sample.some((row) => keyIn(row, first) !== undefined))
      throw fail(`No property or field '${first}' exists in type '${type}'`);
    const step = (value: unknown, part: string) => inside(value)[keyIn(inside(value), part) ?? ""];
    return (row) => plain(path.reduce<unknown>(step, row));
  };
}

/** Accurate to the second (vendor docs); an unreadable time is ignored. Journals have their time of creation. */
function since(list: readonly Row[], header: unknown): readonly Row[] {
  const headerTime = instantOf(header);
  if (headerTime === undefined) return list;
  const second = (at: number) => Math.floor(at / 1000);
  const changed = ({ UpdatedDateUTC, CreatedDateUTC }: Row) => instantOf(UpdatedDateUTC ?? CreatedDateUTC);
  return list.filter((record) => second(changed(record) ?? Infinity) >= second(headerTime));
}

const contactOf = ({ Contact }: Row) => text(row(Contact)["ContactID"]);
const searched: Partial<Record<TableName, readonly string[]>> = {
  Contacts: words("Name|FirstName|LastName|ContactNumber|CompanyNumber|EmailAddress"),
  Invoices: ["InvoiceNumber", "Reference"],
};
const archiving: Partial<Record<TableName, string>> = { Contacts: "ContactStatus", TrackingCategories: "Status" };

/**
 * Filters with their own query parameter, limited to those that the connector uses. Archived records are left out unless
 * requested, or requested by id.
 */
function matching(table: TableName, query: Query): (record: Row) => boolean {
  const { IDs = "", Statuses = "", searchTerm = "", includeArchived } = query;
  const among = (wanted: string, value: unknown) =>
    wanted === "" || wanted.split(",").some((part) => part.trim() === text(value));
  const contains = (value: unknown) => text(value).toLowerCase().includes(searchTerm.toLowerCase());
  const isWhole = includeArchived === "true" || IDs !== "";
  return (record) =>
    (isWhole || record[archiving[table] ?? ""] !== "ARCHIVED") &&
    among(IDs, record[tables[table].id]) &&
    among(Statuses, record["Status"]) &&
    (searchTerm === "" || searched[table]?.some((name) => contains(record[name])) === true);
}

export function list(company: Company, table: TableName, query: Query, modifiedSince: unknown): Row {
  const { type, paging } = tables[table];
  const all = company.tables[table].all();
  const fitting = since(all, modifiedSince).filter(matching(table, query));
  const field = finder(type, all);
  // Quotes and purchase orders have parameters instead of `where`.
  const where = table === "Quotes" || table === "PurchaseOrders" ? "" : (query["where"] ?? "").trim();
  // The vendor promises no order of its own, so the records that changed last come first.
  const order =
    (query["order"] ?? "").trim() || (all[0]?.["UpdatedDateUTC"] === undefined ? "" : "UpdatedDateUTC DESC");
  const read = where === "" ? () => true : readerOf(where, { ...language, field });
  const chosen = fitting.filter((row) => read(row) === true);
  const sorted = order === "" ? chosen : chosen.toSorted(orderOf(order, field));
  const paged = paging === "always" || (paging === "requested" && query["page"] !== undefined);
  const show = shower(company, table, paged, placesOf(query));
  if (!paged) return { [table]: sorted.map(show) };
  const number = (name: string, otherwise: number) => Math.trunc(Number(query[name] ?? otherwise)) || otherwise;
  const pageSize = table === "Quotes" ? 100 : Math.min(1000, Math.max(1, number("pageSize", 100)));
  const { rows: shown, page, pages, total } = byNumber(sorted, Math.max(1, number("page", 1)), pageSize);
  const pagination = { page, pageSize, pageCount: pages, itemCount: total };
  return { ...(table !== "Quotes" && { pagination }), [table]: shown.map(show) };
}

const placesOf = (query: Query) => (query["unitdp"] === "4" ? 4 : 2);

/** Only on pages and in single records. */
const contactDetails = words(
  "PaymentTerms|Balances|Website|BrandingTheme|BatchPayments|Discount|XeroNetworkKey|SalesDefaultAccountCode|" +
    "PurchasesDefaultAccountCode|SalesTrackingCategories|MergedToContactID|PurchasesTrackingCategories|" +
    "SalesDefaultLineAmountType|PurchasesDefaultLineAmountType|HasAttachments",
);
/** In lists, the rate of a payment in the organisation's own currency is not computed. */
const uncomputed = (company: Company, table: TableName, payment: Row): Row =>
  table === "Payments" && row(payment["Invoice"])["CurrencyCode"] === base(company) ? { CurrencyRate: 0 } : {};

function shower(company: Company, table: TableName, paged: boolean, decimals: 2 | 4): (record: Row) => Row {
  const { lines } = tables[table];
  const owed = table === "Contacts" && paged ? balances(company) : undefined;
  return (record) => {
    const brief = briefContact(company, table, record);
    const complete = { ...record, ...brief, ...owed?.(record), ...uncomputed(company, table, record) };
    const bare =
      table === "Contacts" && !paged ? { ...without(complete, contactDetails), ContactPersons: [] } : complete;
    return lines !== undefined && !paged ? { ...bare, [lines]: [] } : rounded(bare, decimals);
  };
}

function briefContact(company: Company, table: TableName, record: Row): Row {
  if (record["Contact"] === undefined) return {};
  const { ContactID, Name } = contactRow(company, record);
  if (table === "Quotes") return { Contact: { ContactID, Name } };
  if (table === "PurchaseOrders") return { Contact: contactRow(company, record) };
  const nothing = { Addresses: [], Phones: [], ContactGroups: [], ContactPersons: [] };
  return { Contact: { ContactID, Name, ...nothing, HasValidationErrors: false } };
}

/** Unit prices have two decimals, or four on request. */
function rounded(record: Row, decimals: 2 | 4): Row {
  const round = (of: Row, name: string): Row =>
    of[name] === undefined ? of : { ...of, [name]: big(of[name]).round(decimals).toNumber() };
  const priced = ["SalesDetails", "PurchaseDetails"].filter((name) => record[name] !== undefined);
  const { LineItems } = record;
  return {
    ...record,
    ...(LineItems !== undefined && { LineItems: rows(LineItems).map((line) => round(line, "UnitAmount")) }),
    ...Object.fromEntries(priced.map((name) => [name, round(row(record[name]), "UnitPrice")])),
  };
}

/** The balances of each contact. */
function balances(company: Company): (contact: Row) => Row {
  const open = company.tables.Invoices.where(({ Status }) => Status === "AUTHORISED");
  const overdue = open.filter(({ DueDate }) => (instantOf(DueDate) ?? Infinity) < company.now());
  const owed = (invoice: Row) => cents(big(invoice["AmountDue"]).div(big(invoice["CurrencyRate"])));
  const sums = [open, overdue].map((invoices) =>
    tally(invoices.map((invoice) => [`${text(invoice["Type"])} ${contactOf(invoice)}`, owed(invoice)])),
  );
  return ({ ContactID }) => {
    const both = ["ACCREC", "ACCPAY"].map((type) => sums.map((sum) => sum.get(`${type} ${text(ContactID)}`)));
    if (both.flat().every((sum) => sum === undefined)) return {};
    const [AccountsReceivable, AccountsPayable] = both.map(([all, late]) => ({
      Outstanding: cents(all),
      Overdue: cents(late),
    }));
    return { Balances: { AccountsReceivable, AccountsPayable } };
  };
}

export const attachmentsOf = (company: Company, owner: unknown): Row[] =>
  company.tables.Attachments.where((file) => file["owner"] === owner).map((file) => without(file, ["owner"]));

/** A single record with all its fields. */
export function single(company: Company, table: TableName, record: Row, query: Query = {}): Row {
  const files = attachmentsOf(company, text(record[tables[table].id]));
  const Attachments = files.length > 0 && { Attachments: files };
  const shown = rounded(record, placesOf(query));
  if (table === "Journals") return singleJournal(shown);
  if (table === "ManualJournals") return { ...shown, JournalLines: rows(shown["JournalLines"]).map(withoutOptionIds) };
  if (table === "Contacts") return { ...shown, ...balances(company)(record), ...Attachments };
  if (table === "Payments") return { ...shown, ...paid(company, record) };
  const { ContactID, Name, EmailAddress } = contactRow(company, record);
  const contact = table === "Quotes" ? { ContactID, Name, EmailAddress } : contactRow(company, record);
  return {
    ...(table === "Invoices" ? uncredited(shown) : shown),
    ...(record["Contact"] !== undefined && { Contact: contact }),
    ...Attachments,
  };
}

/** The source is left out, and lines without tax have empty names for it (vendor docs). */
const singleJournal = (journal: Row): Row => ({
  ...without(journal, ["SourceID", "SourceType"]),
  JournalLines: rows(journal["JournalLines"]).map((line) => ({ TaxType: "", TaxName: "", ...line })),
});

/** Manual journals name categories and their options, of which only the categories have ids (waynerobinson/xeroizer). */
const withoutOptionIds = (line: Row): Row => ({
  ...line,
  Tracking: rows(line["Tracking"]).map((tracking) => without(tracking, ["TrackingOptionID"])),
});

/** Documents without credits omit the field (vendor docs). */
const uncredited = (invoice: Row): Row => {
  const credits = ["CreditNotes", "Overpayments", "Prepayments"].flatMap((name) => rows(invoice[name]));
  return credits.length > 0 ? invoice : without(invoice, ["CreditNotes", "AmountCredited"]);
};

function paid({ tables: { Invoices, CreditNotes, Accounts } }: Company, payment: Row): Row {
  const Account = row(payment["Account"]);
  const invoice = row(payment["Invoice"]);
  const document = Invoices.get(invoice["InvoiceID"]) ?? CreditNotes.get(invoice["InvoiceID"]) ?? {};
  const { LineItems, Payments } = document;
  const { Name } = Accounts.get(Account["AccountID"]) ?? {};
  // Money on account that was paid back names no invoice.
  if (payment["Invoice"] === undefined) return { Account: { ...Account, Name } };
  return { Account: { ...Account, Name }, Invoice: { ...document, ...invoice, LineItems, Payments } };
}

/** Up to a hundred journals after the given number, in order. */
export function journals(company: Company, query: Query, modifiedSince: unknown): Row {
  const after = Number(query["offset"] ?? 0);
  const fits = ({ JournalNumber }: Row) => Number(JournalNumber) > after;
  return { Journals: since(company.tables.Journals.all(), modifiedSince).filter(fits).slice(0, 100) };
}
