/** How the vendor shows its records: rows keep the numbers of other records, replies have their URLs, too. */
import type { Company } from "../engine/tables.ts";
import { isRow, only, type Row, row, text } from "../engine/values.ts";

/** Customers come first, because other tables may have the same numbers. */
export const names = [
  "customers",
  "suppliers",
  "accounts",
  "products",
  "customerContacts",
  "supplierContacts",
  "projects",
  "drafts",
  "booked",
  "quotes",
  "orders",
  "entries",
  "waiting",
  "documents",
  "webhooks",
  "years",
  "journals",
  "layouts",
  "customerGroups",
  "productGroups",
  "supplierGroups",
  "projectGroups",
  "vatAccounts",
  "vatTypes",
  "vatZones",
  "terms",
  "units",
  "departments",
  "dimensions",
  "values",
] as const;
export type Name = (typeof names)[number];
export type Books = Company<Name>;

interface Model {
  readonly key: string;
  /** The path of its list. Empty if the vendor has no list of it, or if the list has routes of its own. */
  readonly path: string;
  /** The fields that the list can be filtered by. In newer lists the first one is the key. */
  readonly fields: readonly string[];
}

const documentFilters = [
  "draftInvoiceNumber",
  "quoteNumber",
  "orderNumber",
  "date",
  "currency",
  "lastUpdated",
  "customer.customerNumber",
  "references.other",
];

const models: Readonly<Record<Name, Model>> = {
  customers: {
    key: "customerNumber",
    path: "customers",
    fields: ["name", "customerNumber", "lastUpdated", "currency", "email", "city"],
  },
  suppliers: {
    key: "supplierNumber",
    path: "suppliers",
    fields: ["name", "supplierNumber", "barred", "currency", "city", "zip"],
  },
  accounts: {
    key: "number",
    path: "accountsapi/v7.0.0/Accounts",
    fields: ["number", "name", "lastUpdated", "currency"],
  },
  products: {
    key: "productNumber",
    path: "products",
    fields: ["productNumber", "name", "lastUpdated", "barred", "salesPrice"],
  },
  customerContacts: {
    key: "number",
    path: "customersapi/v3.1.0/Contacts",
    fields: ["number", "customerNumber", "lastUpdated"],
  },
  supplierContacts: {
    key: "number",
    path: "suppliersapi/v2.0.0/Contacts",
    fields: ["number", "supplierNumber", "lastUpdated"],
  },
  projects: {
    key: "number",
    path: "projectsapi/v1.1.0/Projects",
    fields: ["number", "lastUpdated"],
  },
  drafts: {
    key: "draftInvoiceNumber",
    path: "",
    fields: documentFilters,
  },
  booked: {
    key: "bookedInvoiceNumber",
    path: "",
    fields: ["bookedInvoiceNumber", "date", "currency"],
  },
  quotes: {
    key: "quoteNumber",
    path: "",
    fields: documentFilters,
  },
  orders: {
    key: "orderNumber",
    path: "",
    fields: documentFilters,
  },
  entries: {
    key: "entryNumber",
    path: "bookedEntriesapi/v4.0.0/booked-entries",
    fields: [
      "entryNumber",
      "accountNumber",
      "date",
      "dueDate",
      "type",
      "voucherNumber",
      "customerNumber",
      "customerInvoiceNumber",
      "supplierNumber",
      "supplierInvoiceNumber",
      "remainder",
      "amount",
    ],
  },
  waiting: {
    key: "journalEntryNumber",
    path: "journalsapi/v15.0.0/draft-entries",
    fields: ["entryNumber", "voucherNumber", "journalNumber", "date"],
  },
  documents: {
    key: "number",
    path: "documentsapi/v4.0.1/AttachedDocuments",
    fields: ["number", "voucherNumber", "accountingYear"],
  },
  webhooks: {
    key: "eventType",
    path: "webhooksapi/v1.0.0/webhooks",
    fields: ["eventType", "name"],
  },
  years: {
    key: "year",
    path: "accounting-years",
    fields: ["fromDate", "toDate", "year", "closed"],
  },
  journals: {
    key: "journalNumber",
    path: "journals",
    fields: ["name", "journalNumber"],
  },
  layouts: {
    key: "layoutNumber",
    path: "layouts",
    fields: [],
  },
  customerGroups: {
    key: "customerGroupNumber",
    path: "customer-groups",
    fields: ["name", "customerGroupNumber"],
  },
  productGroups: {
    key: "productGroupNumber",
    path: "product-groups",
    fields: [],
  },
  supplierGroups: {
    key: "number",
    path: "suppliersapi/v2.0.0/Groups",
    fields: ["number"],
  },
  projectGroups: {
    key: "number",
    path: "projectsapi/v1.1.0/ProjectGroups",
    fields: ["number"],
  },
  vatAccounts: {
    key: "vatCode",
    path: "vat-accounts",
    fields: [],
  },
  vatTypes: {
    key: "vatTypeNumber",
    path: "",
    fields: [],
  },
  vatZones: {
    key: "vatZoneNumber",
    path: "vat-zones",
    fields: [],
  },
  terms: {
    key: "paymentTermsNumber",
    path: "payment-terms",
    fields: [],
  },
  units: {
    key: "unitNumber",
    path: "units",
    fields: [],
  },
  departments: {
    key: "departmentNumber",
    path: "departments",
    fields: ["departmentNumber", "name"],
  },
  dimensions: {
    key: "number",
    path: "dimensionsapi/v5.3.1/dimensions",
    fields: ["number"],
  },
  values: {
    key: "key",
    path: "dimensionsapi/v5.3.1/values",
    fields: ["key", "dimensionNumber"],
  },
};
export const modelOf = (name: Name): Model => models[name];

export const site = "https://restapi.e-conomic.com";

/** `/` is `_6_`. */
export const coded = (key: unknown): string => text(key).replaceAll("/", "_6_").replaceAll(" ", "_9_");
export const decoded = (key: string): string => key.replaceAll("_6_", "/").replaceAll("_9_", " ");

interface Link {
  /** The name of the number of the record that the field refers to. */
  readonly number: string;
  /** Absent if the simulator does not have these records. */
  readonly table?: Name;
  /** The path of the record in URLs. */
  readonly folder: string;
  /** Fields of the record that are shown besides its number. */
  readonly shown?: readonly string[];
}

/** The fields that refer to a record. */
const links: Readonly<Record<string, Link>> = {
  accountingYear: { number: "year", table: "years", folder: "accounting-years" },
  account: { number: "accountNumber", table: "accounts", folder: "accounts" },
  contraAccount: { number: "accountNumber", table: "accounts", folder: "accounts" },
  costAccount: { number: "accountNumber", table: "accounts", folder: "accounts" },
  bookedInvoice: { number: "bookedInvoiceNumber", table: "booked", folder: "invoices/booked" },
  customer: { number: "customerNumber", table: "customers", folder: "customers" },
  vatAccount: { number: "vatCode", table: "vatAccounts", folder: "vat-accounts" },
  contraVatAccount: { number: "vatCode", table: "vatAccounts", folder: "vat-accounts" },
  customerGroup: { number: "customerGroupNumber", table: "customerGroups", folder: "customer-groups" },
  supplier: { number: "supplierNumber", table: "suppliers", folder: "suppliers" },
  departmentalDistribution: {
    number: "departmentalDistributionNumber",
    folder: "departmental-distributions/departments",
  },
  journal: { number: "journalNumber", table: "journals", folder: "journals" },
  layout: { number: "layoutNumber", table: "layouts", folder: "layouts" },
  paymentTerms: { number: "paymentTermsNumber", table: "terms", folder: "payment-terms" },
  product: { number: "productNumber", table: "products", folder: "products" },
  productGroup: {
    number: "productGroupNumber",
    table: "productGroups",
    folder: "product-groups",
    shown: ["name", "inventoryEnabled"],
  },
  project: { number: "projectNumber", table: "projects", folder: "projects" },
  supplierGroup: { number: "supplierGroupNumber", table: "supplierGroups", folder: "supplier-groups" },
  unit: { number: "unitNumber", table: "units", folder: "units", shown: ["name"] },
  vatZone: { number: "vatZoneNumber", table: "vatZones", folder: "vat-zones" },
  vatType: { number: "vatTypeNumber", table: "vatTypes", folder: "vat-types", shown: ["name"] },
};
const linkOf = (field: string): Link | undefined => (Object.hasOwn(links, field) ? links[field] : undefined);
export const tableOf = (field: string): Name | undefined => linkOf(field)?.table;

/** A row with its references replaced. */
const linked = (value: Row, replace: (inner: unknown, link: Link) => unknown): Row =>
  Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const link = linkOf(field);
      const below = (item: unknown) => (isRow(item) ? linked(item, replace) : item);
      if (link !== undefined) return [field, replace(inner, link)];
      return [field, Array.isArray(inner) ? inner.map(below) : below(inner)];
    }),
  );

/** A row with references as numbers and URLs. */
export const shown = (company: Books, value: Row): Row =>
  linked(value, (inner, { number, table, folder, shown: shownFields = [] }) => {
    if (inner === undefined || isRow(inner)) return inner;
    const record = table === undefined ? {} : row(company.tables[table].get(inner));
    return { [number]: inner, ...only(record, shownFields), self: `${site}/${folder}/${coded(inner)}` };
  });

/** A request refers to other records by number or by URL. */
export const taken = (value: Row): Row =>
  linked(value, (inner, { number }) => {
    if (!isRow(inner)) return inner;
    const last = text(inner["self"]).replace(/.*\//, "");
    return inner[number] ?? (/^\d+$/.test(last) ? Number(last) : decoded(last));
  });
