/** How the vendor shows its records: rows keep numbers of others, replies have them with addresses. */
import { readTables } from "../engine/seeding.ts";
import type { Company } from "../engine/tables.ts";
import { isRow, only, type Row, row, text } from "../engine/values.ts";

const inDocuments = "date currency lastUpdated customer.customerNumber references.other";

/**
 * What names a row, the address of the list, and what that can be filtered by; the first of it names a row of a newer list.
 * Customers first: numbers of other tables may be the same ones as theirs.
 */
const source = {
  customers: "customerNumber|customers|name customerNumber lastUpdated currency email city",
  suppliers: "supplierNumber|suppliers|name supplierNumber barred currency city zip",
  accounts: "number|accountsapi/v7.0.0/Accounts|number name lastUpdated currency",
  products: "productNumber|products|productNumber name lastUpdated barred salesPrice",
  customerContacts: "number|customersapi/v3.1.0/Contacts|number customerNumber lastUpdated",
  supplierContacts: "number|suppliersapi/v2.0.0/Contacts|number supplierNumber lastUpdated",
  projects: "number|projectsapi/v1.1.0/Projects|number lastUpdated",
  drafts: `draftInvoiceNumber||${inDocuments}`,
  booked: "bookedInvoiceNumber||date currency",
  quotes: `quoteNumber||${inDocuments}`,
  orders: `orderNumber||${inDocuments}`,
  entries: `entryNumber|bookedEntriesapi/v4.0.0/booked-entries|entryNumber accountNumber date dueDate type voucherNumber
    customerNumber customerInvoiceNumber supplierNumber supplierInvoiceNumber remainder amount`,
  waiting: "journalEntryNumber|journalsapi/v15.0.0/draft-entries|entryNumber voucherNumber journalNumber date",
  documents: "number|documentsapi/v4.0.1/AttachedDocuments|number voucherNumber accountingYear",
  webhooks: "eventType|webhooksapi/v1.0.0/webhooks|eventType name",
  years: "year|accounting-years|fromDate toDate year closed",
  journals: "journalNumber|journals|name journalNumber",
  layouts: "layoutNumber|layouts",
  customerGroups: "customerGroupNumber|customer-groups|name customerGroupNumber",
  productGroups: "productGroupNumber|product-groups",
  supplierGroups: "number|suppliersapi/v2.0.0/Groups|number",
  projectGroups: "number|projectsapi/v1.1.0/ProjectGroups|number",
  vatAccounts: "vatCode|vat-accounts",
  vatTypes: "vatTypeNumber",
  vatZones: "vatZoneNumber|vat-zones",
  terms: "paymentTermsNumber|payment-terms",
  units: "unitNumber|units",
  departments: "departmentNumber|departments|departmentNumber name",
  dimensions: "number|dimensionsapi/v5.3.1/dimensions|number",
  values: "key|dimensionsapi/v5.3.1/values|key dimensionNumber",
};
export type Name = keyof typeof source;
export const names = Object.keys(source) as Name[];
export type Books = Company<Name>;

export function modelOf(name: Name) {
  const [key = "", path = "", told = ""] = source[name].split("|");
  const fields: readonly string[] = told.match(/[\w.]+/g) ?? [];
  return { key, path, fields };
}

export const site = "https://restapi.e-conomic.com";

/** `/` is `_6_`. */
export const coded = (key: unknown): string => text(key).replaceAll("/", "_6_").replaceAll(" ", "_9_");
export const decoded = (key: string): string => key.replaceAll("_6_", "/").replaceAll("_9_", " ");

/** Fields that name a record: its number there, its table, its folder where that differs, and what is shown of it besides. */
const linking = `
links: field number table folder shown
accountingYear|year|years|accounting-years; account|accountNumber|accounts; contraAccount|accountNumber|accounts
bookedInvoice|bookedInvoiceNumber|booked|invoices/booked; customer|customerNumber|customers
vatAccount|vatCode|vatAccounts|vat-accounts; contraVatAccount|vatCode|vatAccounts|vat-accounts
customerGroup|customerGroupNumber|customerGroups|customer-groups; supplier|supplierNumber|suppliers
departmentalDistribution|departmentalDistributionNumber||departmental-distributions/departments
journal|journalNumber|journals; layout|layoutNumber|layouts; paymentTerms|paymentTermsNumber|terms|payment-terms
product|productNumber|products; productGroup|productGroupNumber|productGroups|product-groups|name inventoryEnabled
project|projectNumber|projects; supplierGroup|supplierGroupNumber|supplierGroups|supplier-groups
unit|unitNumber|units||name; vatZone|vatZoneNumber|vatZones|vat-zones; vatType|vatTypeNumber|vatTypes|vat-types|name
`;
const links = new Map(readTables(linking).map(([, link]) => [text(link["field"]), link]));
export const tableOf = (field: string) => links.get(field)?.["table"] as Name | undefined;

/** All of a row, with something else in place of what names a record. */
const linked = (value: Row, one: (inner: unknown, link: Row) => unknown): Row =>
  Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const link = links.get(field);
      const below = (each: unknown) => (isRow(each) ? linked(each, one) : each);
      if (link !== undefined) return [field, one(inner, link)];
      return [field, Array.isArray(inner) ? inner.map(below) : below(inner)];
    }),
  );

/** With addresses in place of numbers; what is false may be missing. */
export const shown = (company: Books, value: Row): Row =>
  linked(value, (inner, { number, table, folder = table, shown: more }) => {
    if (inner === undefined || isRow(inner)) return inner;
    const about = table === undefined ? {} : row(company.tables[table as Name].get(inner));
    const self = `${site}/${text(folder)}/${coded(inner)}`;
    return { [text(number)]: inner, ...only(about, text(more).split(" ")), self };
  });

/** What was sent names others by number or by address. */
export const taken = (value: Row): Row =>
  linked(value, (inner, { number }) => {
    if (!isRow(inner)) return inner;
    const last = text(inner["self"]).replace(/.*\//, "");
    return inner[text(number)] ?? (/^\d+$/.test(last) ? Number(last) : decoded(last));
  });
