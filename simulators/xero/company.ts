/** One organisation and everything in it, as rows in tables. */
import { type Company as AnyCompany, openCompany } from "../engine/tables.ts";
import { uuid } from "../engine/values.ts";
import { big, cents, instantOf, type Row, row, rows, stamp, sum, text, updated } from "./wire.ts";

export interface Table {
  /** The field with the id, and the one with the number or code that also finds a record. */
  readonly id: string;
  readonly number?: string;
  readonly type: string;
  /** Whether `page` is needed, taken for granted, or unknown. */
  readonly paging: "asked" | "always" | "never";
  /** Left empty in lists that nobody asked to have in pages. */
  readonly lines?: "LineItems" | "JournalLines";
  readonly attachments?: true;
  /** Whether the stamp is written as text besides. */
  readonly textStamp?: true;
  /** The webhook category, where there is one. */
  readonly category?: "CONTACT" | "INVOICE" | "CREDITNOTE";
}

const paper = { paging: "asked", lines: "LineItems", attachments: true } as const;

export const tables = {
  Accounts: { id: "AccountID", type: "Account", paging: "never", attachments: true },
  Contacts: {
    ...{ id: "ContactID", number: "ContactNumber", type: "Contact", paging: "asked", attachments: true },
    category: "CONTACT",
  },
  Invoices: {
    ...{ ...paper, id: "InvoiceID", number: "InvoiceNumber", type: "Invoice", textStamp: true },
    category: "INVOICE",
  },
  CreditNotes: {
    ...{ ...paper, id: "CreditNoteID", number: "CreditNoteNumber", type: "CreditNote", textStamp: true },
    category: "CREDITNOTE",
  },
  Quotes: { id: "QuoteID", type: "Quote", paging: "always", attachments: true },
  PurchaseOrders: {
    ...{ id: "PurchaseOrderID", number: "PurchaseOrderNumber", type: "PurchaseOrder" },
    ...{ paging: "always", attachments: true },
  },
  Items: { id: "ItemID", number: "Code", type: "Item", paging: "never" },
  TaxRates: { id: "TaxType", type: "TaxRate", paging: "never" },
  TrackingCategories: { id: "TrackingCategoryID", type: "TrackingCategory", paging: "never" },
  Payments: { id: "PaymentID", type: "Payment", paging: "asked", textStamp: true },
  BankTransactions: { ...paper, id: "BankTransactionID", type: "BankTransaction" },
  Journals: { id: "JournalID", number: "JournalNumber", type: "Journal", paging: "never" },
  ManualJournals: {
    ...{ id: "ManualJournalID", type: "ManualJournal", paging: "asked" },
    ...{ lines: "JournalLines", attachments: true },
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];

/** Files that hang on records, and the consent that makes the organisation one of those connected. */
type Hidden = "Attachments" | "Connections";
export type Company = AnyCompany<TableName | Hidden>;

export const base = ({ facts }: Company): string => text(facts["BaseCurrency"]);

const stampless = ["TaxRates", "TrackingCategories", "Attachments", "Connections"];
const keys: Readonly<Record<string, string>> = { Attachments: "AttachmentID", Connections: "id" };

/** The tenant's id is the organisation's. */
export function openOrganisation(name: string, about: Row, now: () => number): Company {
  const id = uuid(`organisation ${name}`);
  let ids = 0;
  const company = openCompany<TableName | Hidden>({
    ...{ id, facts: { ...about, OrganisationID: id }, now, newId: () => uuid(`${name} ${++ids}`) },
    tables: [...tableNames, "Attachments", "Connections"],
    key: (table) => keys[table] ?? tables[table as TableName].id,
    stamp: (row, at, table) => {
      if (stampless.includes(table)) return;
      const { textStamp }: Table = tables[table as TableName];
      Object.assign(row, table === "Journals" ? { CreatedDateUTC: stamp(at) } : updated(at, textStamp === true));
    },
    stampOf: (row) => instantOf(row["UpdatedDateUTC"] ?? row["CreatedDateUTC"]),
  });
  company.add("Connections", { id: uuid(`connection ${id}`) });
  return company;
}

/** By id, or by what people call it. */
export function found(company: Company, table: TableName, name: string): Row | undefined {
  const definition: Table = tables[table];
  const byId = company.tables[table].get(name.toLowerCase()) ?? company.tables[table].get(name);
  if (byId !== undefined || definition.number === undefined || name === "") return byId;
  const { number } = definition;
  return company.tables[table].first((one) => text(one[number]) === name);
}

/** The account that a request names by id or by code. */
export function accountOf(company: Company, id: unknown, code: unknown): Row | undefined {
  if (text(id) !== "") return company.tables.Accounts.get(text(id));
  if (text(code) === "") return undefined;
  return company.tables.Accounts.first((one) => one["Code"] === text(code));
}

export const systemAccount = (company: Company, name: string): Row =>
  company.tables.Accounts.first((one) => one["SystemAccount"] === name) ?? {};

/** What was paid, credited and is still open; a document with nothing left to pay is paid. */
export function settled(document: Row): Row {
  const isCredit = text(document["Type"]).endsWith("CREDIT");
  const paid = sum(rows(document["Payments"]).map((one) => one["Amount"]));
  const credited = sum(
    isCredit
      ? rows(document["Allocations"]).map((one) => one["Amount"])
      : rows(document["CreditNotes"]).map((one) => one["AppliedAmount"]),
  );
  const open = big(document["Total"]).minus(paid).minus(credited);
  const standing = document["Status"] === "AUTHORISED" || document["Status"] === "PAID";
  const status = standing ? (open.eq(0) ? "PAID" : "AUTHORISED") : document["Status"];
  const { FullyPaidOnDate: _before, ...rest } = document;
  const dates = [...rows(document["Payments"]), ...rows(document[isCredit ? "Allocations" : "CreditNotes"])];
  const last = dates.map((one) => text(one["Date"])).sort();
  const voided = document["Status"] === "VOIDED" || document["Status"] === "DELETED";
  return {
    ...rest,
    Status: status,
    ...(isCredit
      ? { RemainingCredit: voided ? 0 : cents(open) }
      : { AmountDue: voided ? 0 : cents(open), AmountPaid: cents(paid), AmountCredited: cents(credited) }),
    ...(status === "PAID" && { FullyPaidOnDate: last.at(-1) ?? document["Date"] }),
  };
}

export const contactRow = (company: Company, document: Row): Row =>
  company.tables.Contacts.get(text(row(document["Contact"])["ContactID"])) ?? {};
