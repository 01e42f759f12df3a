/** One organisation and everything in it, as rows in tables. */
import { big, cents, instantOf, type Row, row, rows, sum, text, updated, uuid } from "./wire.ts";

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

export interface StoredFile {
  readonly meta: Row;
  readonly bytes: Buffer;
}

export interface Change {
  readonly table: TableName;
  readonly row: Row;
  readonly isNew: boolean;
}

export interface Company {
  /** The tenant's id is the organisation's. */
  readonly id: string;
  readonly organisation: Row;
  readonly base: string;
  readonly rows: Readonly<Record<TableName, Map<string, Row>>>;
  readonly files: Map<string, StoredFile[]>;
  now(): number;
  newId(): string;
  /** The next number of a series. */
  next(series: string): number;
  /** Keeps a row with a later stamp than before, and lets subscribers know. */
  save(table: TableName, saved: Row): Row;
  /** All of it or nothing: where the work throws, the rows are as they were and nobody hears of it. */
  atOnce<Result>(work: () => Result): Result;
}

export interface CompanyOptions {
  readonly name: string;
  readonly organisation: Row;
  now(): number;
  changed(company: Company, change: Change): void;
}

export function openCompany({ name, organisation, now, changed }: CompanyOptions): Company {
  const id = uuid(`organisation ${name}`);
  const series = new Map<string, number>();
  const next = (of: string) => {
    const number = (series.get(of) ?? 0) + 1;
    series.set(of, number);
    return number;
  };
  const kept = Object.fromEntries(tableNames.map((table) => [table, new Map<string, Row>()]));
  let held: Change[] | undefined;
  const company: Company = {
    ...{ id, organisation: { ...organisation, OrganisationID: id }, base: text(organisation["BaseCurrency"]) },
    ...{ rows: kept as Company["rows"], files: new Map<string, StoredFile[]>(), now, next },
    newId: () => uuid(`${name} ${next("id")}`),
    save: (table, saved) => {
      const definition: Table = tables[table];
      const key = text(saved[definition.id]);
      const old = company.rows[table].get(key);
      const before = instantOf(old?.["UpdatedDateUTC"]);
      const stamped = Math.max(now(), before === undefined ? 0 : before + 1);
      const result = { ...saved, ...updated(stamped, definition.textStamp === true) };
      company.rows[table].set(key, result);
      const change = { table, row: result, isNew: old === undefined };
      if (held === undefined) changed(company, change);
      else held.push(change);
      return result;
    },
    atOnce: (work) => {
      const before = tableNames.map((table) => [table, [...company.rows[table]]] as const);
      const changes: Change[] = [];
      held = changes;
      try {
        const result = work();
        for (const change of changes) changed(company, change);
        return result;
      } catch (error) {
        for (const [table, entries] of before) {
          company.rows[table].clear();
          for (const [key, value] of entries) company.rows[table].set(key, value);
        }
        throw error;
      } finally {
        held = undefined;
      }
    },
  };
  return company;
}

/** By id, or by what people call it. */
export function found(company: Company, table: TableName, name: string): Row | undefined {
  const definition: Table = tables[table];
  const byId = company.rows[table].get(name.toLowerCase()) ?? company.rows[table].get(name);
  if (byId !== undefined || definition.number === undefined || name === "") return byId;
  const { number } = definition;
  return company.rows[table].values().find((one) => text(one[number]) === name);
}

/** The account that a request names by id or by code. */
export function accountOf(company: Company, id: unknown, code: unknown): Row | undefined {
  if (text(id) !== "") return company.rows.Accounts.get(text(id));
  if (text(code) === "") return undefined;
  return company.rows.Accounts.values().find((one) => one["Code"] === text(code));
}

export const systemAccount = (company: Company, name: string): Row =>
  company.rows.Accounts.values().find((one) => one["SystemAccount"] === name) ?? {};

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
  company.rows.Contacts.get(text(row(document["Contact"])["ContactID"])) ?? {};
