/** How the vendor shows its records: rows keep numbers of others, replies have them with addresses. */
import { readTables } from "../engine/seeding.ts";
import type { Company } from "../engine/tables.ts";
import { isRow, only, row, text } from "../engine/values.ts";

/** What names a row. Customers first: numbers of other tables may be the same ones as theirs. */
export const keys = {
  ...{ customers: "customerNumber", suppliers: "supplierNumber", accounts: "number", products: "productNumber" },
  ...{ customerContacts: "number", supplierContacts: "number", projects: "number", drafts: "draftInvoiceNumber" },
  ...{ booked: "bookedInvoiceNumber", quotes: "quoteNumber", orders: "orderNumber", entries: "entryNumber" },
  ...{
    waiting: "journalEntryNumber",
    documents: "number",
    webhooks: "eventType",
    years: "year",
    journals: "journalNumber",
  },
  ...{ layouts: "layoutNumber", customerGroups: "customerGroupNumber", productGroups: "productGroupNumber" },
  ...{ supplierGroups: "number", projectGroups: "number", vatAccounts: "vatCode", vatZones: "vatZoneNumber" },
  ...{ terms: "paymentTermsNumber", units: "unitNumber", departments: "departmentNumber", dimensions: "number" },
  values: "key",
};
export type Name = keyof typeof keys;
export const names = Object.keys(keys) as Name[];
export type Books = Company<Name>;

export const site = "https://restapi.e-conomic.com";

/** `/` is `_6_`. */
export const coded = (key: unknown): string => text(key).replaceAll("/", "_6_").replaceAll(" ", "_9_");
export const decoded = (key: string): string => key.replaceAll("_6_", "/").replaceAll("_9_", " ");

/** Fields that name a record: its number there, its folder, and what is shown of it besides. */
const linking = `
links: field number folder table shown
account|accountNumber|accounts; contraAccount|accountNumber|accounts; bookedInvoice|bookedInvoiceNumber|invoices/booked
vatAccount|vatCode|vat-accounts; contraVatAccount|vatCode|vat-accounts; customer|customerNumber|customers
customerGroup|customerGroupNumber|customer-groups; supplier|supplierNumber|suppliers; journal|journalNumber|journals
departmentalDistribution|departmentalDistributionNumber|departmental-distributions/departments
layout|layoutNumber|layouts; paymentTerms|paymentTermsNumber|payment-terms; product|productNumber|products
productGroup|productGroupNumber|product-groups|productGroups|name inventoryEnabled; project|projectNumber|projects
supplierGroup|supplierGroupNumber|supplier-groups; unit|unitNumber|units|units|name; vatZone|vatZoneNumber|vat-zones
`;
const links = new Map(readTables(linking).map(([, link]) => [text(link["field"]), link]));

/** With addresses in place of numbers; nothing is null here, and what is false may be missing. */
export function shown(company: Books, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => shown(company, each));
  if (!isRow(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]) => {
      const link = links.get(field);
      if (inner === undefined || inner === null) return [];
      if (link === undefined || isRow(inner)) return [[field, shown(company, inner)]];
      const table = link["table"] as Name | undefined;
      const about = table === undefined ? {} : row(company.tables[table].get(inner));
      const self = `${site}/${text(link["folder"])}/${coded(inner)}`;
      return [[field, { [text(link["number"])]: inner, ...only(about, text(link["shown"]).split(" ")), self }]];
    }),
  );
}

/** What was sent names others by number or by address. */
export function taken(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(taken);
  if (!isRow(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const link = links.get(field);
      if (link === undefined || !isRow(inner)) return [field, taken(inner)];
      const last = text(inner["self"]).split("/").at(-1) ?? "";
      return [field, inner[text(link["number"])] ?? (/^\d+$/.test(last) ? Number(last) : decoded(last))];
    }),
  );
}
