/** How the vendor shows its records: rows keep the numbers of other records, replies have their URLs, too. */
import { readTables } from "../engine/seeding.ts";
import type { Company } from "../engine/tables.ts";
import { isRow, only, type Row, row, text } from "../engine/values.ts";

const inDocuments = "date currency lastUpdated customer.customerNumber references.other";

/**
 * For each table: its key, the path of its list, and the fields that the list can be filtered by. In newer lists the first
 * field is the key.
 * Customers come first, because other tables may have the same numbers.
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
  const [key = "", path = "", fieldList = ""] = source[name].split("|");
  const fields: readonly string[] = fieldList.match(/[\w.]+/g) ?? [];
  return { key, path, fields };
}

export const site = "https://restapi.e-conomic.com";

/** `/` is `_6_`. */
export const coded = (key: unknown): string => text(key).replaceAll("/", "_6_").replaceAll(" ", "_9_");
export const decoded = (key: string): string => key.replaceAll("_6_", "/").replaceAll("_9_", " ");

/** Fields that refer to a record: the name of its number, its table, its folder if that differs, and other fields to show. */
const linking = `
links: field number table folder shown
accountingYear|year|years|accounting-years; account|accountNumber|accounts; contraAccount|accountNumber|accounts; costAccount|accountNumber|accounts
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

/** A row with its references replaced. */
const linked = (value: Row, replace: (inner: unknown, link: Row) => unknown): Row =>
  Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const link = links.get(field);
      const below = (item: unknown) => (isRow(item) ? linked(item, replace) : item);
      if (link !== undefined) return [field, replace(inner, link)];
      return [field, Array.isArray(inner) ? inner.map(below) : below(inner)];
    }),
  );

/** A row with references as numbers and URLs. */
export const shown = (company: Books, value: Row): Row =>
  linked(value, (inner, { number, table, folder = table, shown: more }) => {
    if (inner === undefined || isRow(inner)) return inner;
    const about = table === undefined ? {} : row(company.tables[table as Name].get(inner));
    const self = `${site}/${text(folder)}/${coded(inner)}`;
    return { [text(number)]: inner, ...only(about, text(more).split(" ")), self };
  });

/** A request refers to other records by number or by URL. */
export const taken = (value: Row): Row =>
  linked(value, (inner, { number }) => {
    if (!isRow(inner)) return inner;
    const last = text(inner["self"]).replace(/.*\//, "");
    return inner[text(number)] ?? (/^\d+$/.test(last) ? Number(last) : decoded(last));
  });
