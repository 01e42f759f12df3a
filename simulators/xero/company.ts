/** An organisation as rows in tables, and Xero's formats of dates, amounts and envelopes. */
import { escaped } from "../../src/sandbox/engine/markup.ts";
import { type Company as AnyCompany, openCompany } from "../engine/tables.ts";
import { dayLength, type Row, cents as rounded, row, text, uuid } from "../engine/values.ts";

/** Microsoft's JSON date, always with a zero offset. */
export const stamp = (milliseconds: number) => `/Date(${milliseconds}+0000)/`;

export const iso = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19);

/** Midnight of the day in a request: `2026-04-30`, with or without a time, or Xero's own format. */
export function dayOf(value: unknown): number | undefined {
  const at = instantOf(value);
  return at === undefined ? undefined : Math.floor(at / dayLength) * dayLength;
}

/** The same, today by default. */
export const dayOr = (company: Company, value: unknown): number => dayOf(value) ?? Date.parse(company.today());

/** Times without a time zone are UTC. */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const vendorDate = /^\/Date\((-?\d+)/.exec(value);
  if (vendorDate !== null) return Number(vendorDate[1]);
  const zoned = /(Z|GMT|[+-]\d\d:?\d\d)$/.test(value) || !value.includes("T") ? value : `${value}Z`;
  const parsed = Date.parse(zoned);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** A day in both formats: `Date` and `DateString`. */
export const dated = (name: string, day: number): Row => ({ [`${name}String`]: iso(day), [name]: stamp(day) });

export const cents = (value: unknown): number => rounded(value).toNumber();

/** Xero replies in XML unless the request accepts JSON. */
export function xml(value: unknown, name = "Response"): string {
  if (value === null || value === undefined) return `<${name} />`;
  if (typeof value !== "object") return `<${name}>${escaped(text(value))}</${name}>`;
  const singular = name.replace(/ies$/, "y").replace(/s$/, "");
  const parts = Object.entries(value).map(([key, part]) => xml(part, Array.isArray(value) ? singular : key));
  return `<${name}>${parts.join("")}</${name}>`;
}

export interface Table {
  /** The field with the id, and the one with the number or code, which finds a record too. */
  readonly id: string;
  readonly number?: string;
  readonly type: string;
  /** Whether `page` is required or the default. */
  readonly paging?: "requested" | "always";
  /** Left empty in lists without pages. */
  readonly lines?: "LineItems" | "JournalLines";
  readonly attachments?: true;
  /** The webhook category, if any. */
  readonly category?: "CONTACT" | "INVOICE" | "CREDITNOTE";
}

const table = (type: string, more?: Partial<Table>): Table => ({ type, id: `${type}ID`, ...more });
const numbered = (type: string, more: Partial<Table>): Table =>
  table(type, { number: `${type}Number`, attachments: true, ...more });
const paper = { paging: "requested", lines: "LineItems", attachments: true } as const;

export const tables = {
  Accounts: table("Account", { attachments: true }),
  Contacts: numbered("Contact", { paging: "requested", category: "CONTACT" }),
  Invoices: numbered("Invoice", { ...paper, category: "INVOICE" }),
  CreditNotes: numbered("CreditNote", { ...paper, category: "CREDITNOTE" }),
  Quotes: table("Quote", { paging: "always", attachments: true }),
  PurchaseOrders: numbered("PurchaseOrder", { paging: "always" }),
  Items: table("Item", { number: "Code" }),
  TaxRates: table("TaxRate", { id: "TaxType" }),
  TrackingCategories: table("TrackingCategory"),
  Payments: table("Payment", { paging: "requested" }),
  Overpayments: table("Overpayment", { paging: "requested", lines: "LineItems" }),
  Prepayments: table("Prepayment", { paging: "requested", lines: "LineItems" }),
  BankTransactions: table("BankTransaction", paper),
  Journals: table("Journal", { number: "JournalNumber" }),
  ManualJournals: table("ManualJournal", { paging: "requested", lines: "JournalLines", attachments: true }),
} satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];

/** Also: files attached to records. */
export type Name = TableName | "Attachments";
export type Company = AnyCompany<Name>;

export const base = ({ facts }: Company): string => text(facts["BaseCurrency"]);

const unstamped: readonly Name[] = ["TaxRates", "TrackingCategories", "Attachments"];
const stampedAsText: readonly Name[] = ["Invoices", "CreditNotes", "Payments"];

/** The tenant's id is the organisation's. */
export function openOrganisation(name: string, about: Row, now: () => number): Company {
  const id = uuid(`organisation ${name}`);
  const newId = () => `${id.slice(0, 24)}${String(company.next("id")).padStart(12, "0")}`;
  const company: Company = openCompany<Name>({
    id,
    facts: { ...about, OrganisationID: id },
    now,
    newId,
    tables: [...tableNames, "Attachments"],
    key: (table) => (table === "Attachments" ? "AttachmentID" : tables[table].id),
    stamp: (row, at, table) => {
      if (table === "Journals") row["CreatedDateUTC"] = stamp(at);
      else if (!unstamped.includes(table)) row["UpdatedDateUTC"] = stamp(at);
      if (stampedAsText.includes(table)) row["UpdatedDateUTCString"] = `${iso(at)}Z`;
    },
    stampOf: (row) => instantOf(row["UpdatedDateUTC"] ?? row["CreatedDateUTC"]),
  });
  return company;
}

/** By id, or by number or code. */
export function found(company: Company, name: TableName, wanted: unknown): Row | undefined {
  const table = company.tables[name];
  const { number } = tables[name];
  const key = text(wanted);
  const known = table.get(key.toLowerCase()) ?? table.get(key);
  if (known !== undefined || number === undefined || key === "") return known;
  return table.under(number, key)[0];
}

/** The account that a request names by id or by code. */
export const accountOf = ({ tables: { Accounts } }: Company, id: unknown, code?: unknown): Row | undefined =>
  text(id) !== "" ? Accounts.get(id) : text(code) === "" ? undefined : Accounts.find("Code", text(code));

export const systemAccount = (company: Company, name: string): Row =>
  company.tables.Accounts.find("SystemAccount", name) ?? {};

export const contactRow = (company: Company, document: Row): Row =>
  company.tables.Contacts.get(row(document["Contact"])["ContactID"]) ?? {};
