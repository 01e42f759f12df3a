/** What lists and single records show: filters, pages, and how much of each record. */
import { byNumber } from "../engine/pages.ts";
import type { Query } from "../engine/routes.ts";
import { without } from "../engine/values.ts";
import { attachmentsOf } from "./attachments.ts";
import { base, type Company, contactRow, type Table, type TableName, tables } from "./company.ts";
import { filtered, ordered } from "./query.ts";
import { big, cents, dayOf, instantOf, type Row, row, rows, text } from "./wire.ts";

/** What is asked for twice is a list. */
const one = (query: Query, name: string): string | undefined => {
  const value = query[name] as string | readonly string[] | undefined;
  return typeof value === "object" ? value.join(",") : value;
};
const several = (query: Query, name: string): Set<string> | undefined => {
  const value = one(query, name);
  return value === undefined || value === "" ? undefined : new Set(value.split(",").map((part) => part.trim()));
};

/** The record's own time of change; journals only know when they were made. */
const changedAt = (record: Row) => instantOf(record["UpdatedDateUTC"] ?? record["CreatedDateUTC"]);

/** Accurate to the second (vendor docs); what cannot be read as a time is passed over. */
function since(list: readonly Row[], header: unknown): readonly Row[] {
  const asked = instantOf(header);
  if (asked === undefined) return list;
  const second = (at: number) => Math.floor(at / 1000);
  return list.filter((record) => second(changedAt(record) ?? Infinity) >= second(asked));
}

const searched: Partial<Record<TableName, readonly string[]>> = {
  Contacts: ["Name", "FirstName", "LastName", "ContactNumber", "CompanyNumber", "EmailAddress"],
  Invoices: ["InvoiceNumber", "Reference"],
};

/** The filters that have a parameter of their own. */
function asked(table: TableName, query: Query): (record: Row) => boolean {
  const { id, number }: Table = tables[table];
  const [ids, numbers, contacts] = [several(query, "IDs"), several(query, `${number}s`), several(query, "ContactIDs")];
  const [statuses, status] = [several(query, "Statuses"), one(query, "Status")];
  const [from, to] = [dayOf(one(query, "DateFrom")), dayOf(one(query, "DateTo"))];
  const [expiresFrom, expiresTo] = [dayOf(one(query, "ExpiryDateFrom")), dayOf(one(query, "ExpiryDateTo"))];
  const [contact, quote] = [one(query, "ContactID"), one(query, "QuoteNumber")];
  const term = one(query, "searchTerm")?.toLowerCase();
  const archived = one(query, "includeArchived") === "true" || ids !== undefined;
  const within = (value: unknown, first: number | undefined, last: number | undefined) => {
    const at = instantOf(value) ?? 0;
    return (first === undefined || at >= first) && (last === undefined || at <= last);
  };
  return (record) =>
    (ids === undefined || ids.has(text(record[id]))) &&
    (numbers === undefined || numbers.has(text(record[number ?? ""]))) &&
    (contacts === undefined || contacts.has(text(row(record["Contact"])["ContactID"]))) &&
    (statuses === undefined || statuses.has(text(record["Status"]))) &&
    (status === undefined || record["Status"] === status) &&
    (contact === undefined || row(record["Contact"])["ContactID"] === contact) &&
    (quote === undefined || text(record["QuoteNumber"]).includes(quote)) &&
    within(record["Date"], from, to) &&
    within(record["ExpiryDate"], expiresFrom, expiresTo) &&
    (term === undefined || (searched[table] ?? []).some((name) => text(record[name]).toLowerCase().includes(term))) &&
    (archived || !hidden(table, record));
}
const hidden = (table: TableName, record: Row) =>
  (table === "Contacts" && record["ContactStatus"] === "ARCHIVED") ||
  (table === "TrackingCategories" && record["Status"] === "ARCHIVED");

/** Quotes and purchase orders have parameters instead of `where`. */
const takesWhere = (table: TableName) => table !== "Quotes" && table !== "PurchaseOrders";

export function list(company: Company, table: TableName, query: Query, modifiedSince: unknown): Row {
  const definition: Table = tables[table];
  const all = company.tables[table].all();
  const vocabulary = { type: definition.type, sample: all };
  const fitting = since(all, modifiedSince).filter(asked(table, query));
  const chosen = takesWhere(table) ? filtered(fitting, one(query, "where"), vocabulary) : fitting;
  const sorted = ordered(chosen, one(query, "order"), vocabulary);
  const summary = one(query, "summaryOnly") === "true" && (table === "Contacts" || table === "Invoices");
  const paged =
    definition.paging === "always" || (definition.paging === "asked" && (one(query, "page") !== undefined || summary));
  const show = shower(company, table, { paged, summary, places: one(query, "unitdp") === "4" ? 4 : 2 });
  if (!paged) return { [table]: sorted.map(show) };
  const page = Math.max(1, Math.trunc(Number(one(query, "page") ?? 1)) || 1);
  const wanted = table === "Quotes" ? 100 : Math.trunc(Number(one(query, "pageSize") ?? 100)) || 100;
  const cut = byNumber(sorted, page, Math.min(1000, Math.max(1, wanted)));
  const pagination = { page, pageSize: cut.size, pageCount: cut.pages, itemCount: cut.total };
  return { ...(table !== "Quotes" && { pagination }), [table]: cut.rows.map(show) };
}

interface View {
  readonly paged: boolean;
  readonly summary: boolean;
  readonly places: 2 | 4;
}

/** Only in pages and in single records. */
const contactDetails = [
  ...["PaymentTerms", "Balances", "Website", "BrandingTheme", "BatchPayments", "Discount", "XeroNetworkKey"],
  ...["SalesDefaultAccountCode", "PurchasesDefaultAccountCode", "SalesTrackingCategories", "MergedToContactID"],
  ...["PurchasesTrackingCategories", "SalesDefaultLineAmountType", "PurchasesDefaultLineAmountType", "HasAttachments"],
];
const costly: Partial<Record<TableName, readonly string[]>> = {
  Invoices: ["LineItems", "Payments", "CreditNotes", "Prepayments", "Overpayments", "HasAttachments"],
  Contacts: ["Balances", "PaymentTerms", "ContactGroups", "ContactPersons", "HasAttachments"],
};
/** In lists, the rate of a payment in the organisation's own currency is not computed. */
const uncomputed = (company: Company, table: TableName, payment: Row): Row =>
  table === "Payments" && row(payment["Invoice"])["CurrencyCode"] === base(company) ? { CurrencyRate: 0 } : {};

function shower(company: Company, table: TableName, { paged, summary, places }: View): (record: Row) => Row {
  const { lines }: Table = tables[table];
  const owed = table === "Contacts" && paged ? balances(company) : undefined;
  return (record) => {
    const brief = briefContact(company, table, record);
    const whole = { ...record, ...brief, ...owed?.(record), ...uncomputed(company, table, record) };
    const bare = table === "Contacts" && !paged ? { ...without(whole, contactDetails), ContactPersons: [] } : whole;
    const empty = lines !== undefined && !paged ? { ...bare, [lines]: [] } : rounded(bare, places);
    return summary ? without(empty, costly[table] ?? []) : empty;
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

/** Unit prices have two places unless four are asked for. */
function rounded(record: Row, places: 2 | 4): Row {
  const scale = 10 ** places;
  const round = (value: unknown) =>
    Number.isInteger(Number(value) * scale) ? Number(value) : Number(big(value).toFixed(places));
  const details = (name: string) => {
    const price = row(record[name])["UnitPrice"];
    return price === undefined ? {} : { [name]: { ...row(record[name]), UnitPrice: round(price) } };
  };
  const items = record["LineItems"];
  return {
    ...record,
    ...(items !== undefined && {
      LineItems: rows(items).map((line) => ({ ...line, UnitAmount: round(line["UnitAmount"]) })),
    }),
    ...details("SalesDetails"),
    ...details("PurchaseDetails"),
  };
}

/** What each contact owes and is owed, in one pass over the invoices. */
function balances(company: Company): (contact: Row) => Row {
  const sums = new Map<string, Record<"ACCREC" | "ACCPAY", { Outstanding: number; Overdue: number }>>();
  for (const invoice of company.tables.Invoices.all()) {
    if (invoice["Status"] !== "AUTHORISED") continue;
    const id = text(row(invoice["Contact"])["ContactID"]);
    const zero = () => ({ Outstanding: 0, Overdue: 0 });
    const entry = sums.get(id) ?? { ACCREC: zero(), ACCPAY: zero() };
    const side = entry[invoice["Type"] === "ACCREC" ? "ACCREC" : "ACCPAY"];
    const due = big(invoice["AmountDue"]).div(big(invoice["CurrencyRate"]));
    side.Outstanding = cents(due.plus(side.Outstanding));
    if ((instantOf(invoice["DueDate"]) ?? Infinity) < company.now()) side.Overdue = cents(due.plus(side.Overdue));
    sums.set(id, entry);
  }
  return (contact) => {
    const entry = sums.get(text(contact["ContactID"]));
    return entry === undefined ? {} : { Balances: { AccountsReceivable: entry.ACCREC, AccountsPayable: entry.ACCPAY } };
  };
}

/** One record, with all there is to it. */
export function single(company: Company, table: TableName, record: Row, query: Query = {}): Row {
  const { id }: Table = tables[table];
  const files = attachmentsOf(company, text(record[id]));
  const shown = rounded(record, one(query, "unitdp") === "4" ? 4 : 2);
  if (table === "Journals") return singleJournal(shown);
  if (table === "ManualJournals") return { ...shown, JournalLines: rows(shown["JournalLines"]).map(withoutOptionIds) };
  if (table === "Contacts")
    return {
      ...shown,
      ...balances(company)(record),
      ...(files.length > 0 && { Attachments: files }),
    };
  if (table === "Payments") return { ...shown, ...paid(company, record) };
  const { ContactID, Name, EmailAddress } = contactRow(company, record);
  const contact = table === "Quotes" ? { ContactID, Name, EmailAddress } : contactRow(company, record);
  return {
    ...(table === "Invoices" ? uncredited(shown) : shown),
    ...(record["Contact"] !== undefined && { Contact: contact }),
    ...(files.length > 0 && { Attachments: files }),
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

/** What nothing was credited to does not say so (vendor docs). */
const uncredited = (invoice: Row): Row =>
  rows(invoice["CreditNotes"]).length > 0 ? invoice : without(invoice, ["CreditNotes", "AmountCredited"]);

function paid(company: Company, payment: Row): Row {
  const id = text(row(payment["Invoice"])["InvoiceID"]);
  const document = company.tables.Invoices.get(id) ?? company.tables.CreditNotes.get(id) ?? {};
  const account = company.tables.Accounts.get(text(row(payment["Account"])["AccountID"]));
  return {
    Account: { ...row(payment["Account"]), Name: account?.["Name"] },
    Invoice: {
      ...document,
      ...row(payment["Invoice"]),
      LineItems: document["LineItems"],
      Payments: document["Payments"],
    },
  };
}

/** Journals come in order of their numbers, a hundred at most, after the number that is given. */
export function journals(company: Company, query: Query, modifiedSince: unknown): Row {
  const after = Number(one(query, "offset") ?? 0);
  const all = since(company.tables.Journals.all(), modifiedSince).filter(
    (journal) => Number(journal["JournalNumber"]) > after,
  );
  const cash = (journal: Row) => /PAYMENT|CASH/.test(text(journal["SourceType"]));
  const chosen = one(query, "paymentsOnly") === "true" ? all.filter(cash) : all;
  return { Journals: chosen.slice(0, 100) };
}
