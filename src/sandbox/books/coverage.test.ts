/** Every field and every enumerated value of the contract's records occurs somewhere in the books. */
import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { accountType } from "../../contract/enums.ts";
import { BookingProposal } from "../../contract/records/bookingProposals.ts";
import { Item, Project, TaxRateRecord, Unit } from "../../contract/records/catalogue.ts";
import { Contact, CustomerOrSupplier } from "../../contract/records/contacts.ts";
import { Document } from "../../contract/records/documents.ts";
import {
  Account,
  DimensionRecord,
  FiscalYear,
  Journal,
  JournalEntry,
  OpenItem,
} from "../../contract/records/ledger.ts";
import { BankAccount, Expense, Payment, PaymentTerm } from "../../contract/records/money.ts";
import { Bill, GoodsReceipt, PurchaseOrder, VendorCredit } from "../../contract/records/purchasing.ts";
import { CreditNote, Invoice, Offer, SalesOrder } from "../../contract/records/sales.ts";
import { makeBooks } from "./books.ts";
import { days, list } from "./testing.ts";

interface Schema {
  readonly type?: string | string[];
  readonly title?: string;
  readonly enum?: readonly string[];
  /** Called for every value that is not in the list, because the books may have more kinds than the contract. */
  readonly default?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}
type Native = Readonly<Record<string, unknown>>;

const isNative = (value: unknown): value is Native => typeof value === "object" && value !== null;

/**
 * Not checked, because the books do not contain them: data derived from the ledger (trial balance), data made by the API
 * (content of documents, document types, tasks, subscriptions, bookings), and data that is only written (transactions).
 */
const collections: readonly (readonly [readonly string[], TSchema])[] = [
  [["accounts"], Account],
  [["bank-accounts"], BankAccount],
  [["bills"], Bill],
  [["booking-proposals"], BookingProposal],
  [["contacts"], Contact],
  [["credit-notes"], CreditNote],
  [["customers", "suppliers"], CustomerOrSupplier],
  [["dimensions"], DimensionRecord],
  [["expenses"], Expense],
  [["files"], Document],
  [["fiscal-years"], FiscalYear],
  [["goods-receipts"], GoodsReceipt],
  [["invoices"], Invoice],
  [["items"], Item],
  [["journals"], Journal],
  [["journal-entries"], JournalEntry],
  [["offers"], Offer],
  [["open-items"], OpenItem],
  [["payments"], Payment],
  [["payment-terms"], PaymentTerm],
  [["projects"], Project],
  [["purchase-orders"], PurchaseOrder],
  [["sales-orders"], SalesOrder],
  [["tax-rates"], TaxRateRecord],
  [["units"], Unit],
  [["vendor-credits"], VendorCredit],
];

/** The sandbox's names that do not follow from those of the contract. Every name in a list has to occur. */
const otherwise: Readonly<Record<string, readonly string[]>> = {
  "Account.debitCreditIndicator": ["side"],
  "Document.base64Encoded": [],
  "Document.content": [],
  "Invoice.invoiceId": ["id"],
  "InvoiceLineItem.lineItemId": ["id"],
  "JournalLineItem.debitCreditIndicator": [],
  "JournalLineItem.totalGrossAmount": ["gross_amount"],
  "JournalLineItem.totalNetAmount": ["debit", "credit"],
  "JournalLineItem.totalTaxAmount": ["tax_amount"],
  "OpenItem.openBalance": [],
  "OpenItem.totalCreditAmount": ["open_credit", "total_credit"],
  "OpenItem.totalDebitAmount": ["open_debit", "total_debit"],
  "OpenItemEntry.amount": ["debit", "credit"],
  "OpenItemEntry.debitCreditIndicator": [],
  "TaxRate.taxRatePercentage": ["percentage"],
};
const renamed: Readonly<Record<string, string>> = {
  createdDate: "created_at",
  updatedDate: "updated_at",
  lastModifiedDate: "updated_at",
};

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const namesOf = (title: string, field: string): readonly string[] =>
  otherwise[`${title}.${field}`] ?? [renamed[field] ?? snake(field)];

/** Credit notes are not written off. They share these enumerations with invoices and bills, which have every value. */
const showsAll = (title: string): boolean => title !== "CreditNote" && title !== "VendorCredit";
/** Only documents that clear another one have it. */
const shownByCredits = "credit_note_cleared";

/** A few of the more than a hundred currencies are enough. */
const isCurrency = (schema: Schema): boolean => (schema.enum?.length ?? 0) > 100;

/** The sandbox's words for the values of an enumeration. */
const wordsOf = (schema: Schema): string[] =>
  (schema.enum ?? []).map((value) =>
    isCurrency(schema) || value.startsWith("SKR") ? value : value.toLowerCase().replaceAll("-", "_"),
  );

/** The problem with the format of a value, if any. */
function misspelt(schema: Schema, value: unknown): boolean {
  if (schema.enum) return !wordsOf(schema).includes(String(value));
  if (schema.format === "date-time") return !/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d[+-]\d\d:\d\d)?$/.test(String(value));
  if (schema.format === "date") return !/^\d{4}-\d\d-\d\d$/.test(String(value));
  if (schema.type === "number")
    return !(Number.isInteger(value) || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value)));
  if (schema.type === "integer")
    return !(Number.isInteger(value) || (typeof value === "string" && /^-?\d+$/.test(value)));
  if (schema.type === "boolean") return typeof value !== "boolean";
  return typeof value !== "string" || value === "";
}

/** Everything that these records lack or write in the wrong format. */
function gaps(schema: Schema, natives: readonly Native[]): string[] {
  const title = schema.title ?? "";
  return Object.entries(schema.properties ?? {}).flatMap(([field, property]) =>
    namesOf(title, field).flatMap((name) => {
      const values = natives.map((native) => native[name]).filter((value) => value !== null && value !== undefined);
      return gapsOfField(`${title}.${name}`, property, values, title);
    }),
  );
}

function gapsOfField(path: string, schema: Schema, values: readonly unknown[], title: string): string[] {
  if (values.length === 0) return [`${path} never occurs`];
  if (schema.items?.properties) return gaps(schema.items, values.flat().filter(isNative));
  if (schema.items) return values.flat().length > 0 ? [] : [`${path} is always empty`];
  if (schema.properties) return gaps(schema, values.filter(isNative));
  const normalised = values.map((value) =>
    misspelt(schema, value) ? (schema.default?.toLowerCase() ?? value) : value,
  );
  const wrong = normalised
    .filter((value) => misspelt(schema, value))
    .map((value) => `${path} is written ${JSON.stringify(value)}`);
  const missing =
    isCurrency(schema) || !showsAll(title)
      ? []
      : wordsOf(schema).filter((word) => word !== shownByCredits && !normalised.includes(word));
  return [...new Set(wrong), ...missing.map((value) => `${path} is never ${value}`)];
}

const accountTypes: TSchema = accountType;

describe.each(days)("books that end on %s", (day) => {
  const { companies } = makeBooks({ day, entries: 2000 });
  const natives = (collection: string): Native[] =>
    companies.flatMap((books): readonly Native[] =>
      collection === "journal-entries" ? [...books.entries()] : (books.records.get(collection) ?? []),
    );

  test.each(collections)("%s contain every field and every enumerated value", (names, schema) => {
    expect(gaps(schema as Schema, names.flatMap(natives))).toEqual([]);
  });

  test.each(["credit-notes", "vendor-credits"])("some %s clear another document", (collection) => {
    expect(natives(collection).map((record) => record["payment_status"])).toContain(shownByCredits);
  });

  test("account types are those of the contract", () => {
    const known = wordsOf(accountTypes);
    for (const account of natives("accounts")) expect(known).toContain(account["type"]);
  });

  test("contain awkward data", () => {
    const invoices = natives("invoices");
    const lines = invoices.map((invoice) => list(invoice, "line_items"));
    expect(Math.max(...lines.map(({ length }) => length))).toBe(200);
    expect(new Set(invoices.map((invoice) => invoice["currency"]))).toEqual(
      new Set(["EUR", "USD", "CHF", "JPY", "NOK"]),
    );
    expect(invoices.some((invoice) => invoice["total_amount"] === "0.00")).toBe(true);
    expect(lines.flat().some((line) => line["discount_item_percentage"] === "100")).toBe(true);
    expect(lines.flat().some((line) => String(line["description"]).length > 500)).toBe(true);
    expect(natives("open-items").some((item) => item["type"] === "invoice" && item["open_credit"] !== "0.00")).toBe(
      true,
    );
  });
});
