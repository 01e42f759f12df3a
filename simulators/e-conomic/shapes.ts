/** How the vendor shows its records: rows keep numbers of others, replies have them with addresses. */
import type { Company } from "../engine/tables.ts";
import { isRow, only, type Row, row, text, without } from "../engine/values.ts";

export type Name = (typeof names)[number];
/** Customers first: numbers of other tables may be the same ones as theirs. */
export const names = [
  ...(["customers", "suppliers", "accounts", "products", "customerContacts", "supplierContacts", "projects"] as const),
  ...(["drafts", "booked", "quotes", "orders", "entries", "vouchers", "documents", "webhooks", "years"] as const),
  ...(["journals", "layouts", "customerGroups", "productGroups", "supplierGroups", "projectGroups"] as const),
  ...(["vatAccounts", "vatZones", "terms", "units", "departments", "dimensions", "values"] as const),
] as const;
export type Books = Company<Name>;

export const keys: Readonly<Record<Name, string | readonly string[]>> = {
  ...{ customers: "customerNumber", suppliers: "supplierNumber", accounts: "number", products: "productNumber" },
  ...{ customerContacts: "number", supplierContacts: "number", projects: "number", drafts: "draftInvoiceNumber" },
  ...{ booked: "bookedInvoiceNumber", quotes: "quoteNumber", orders: "orderNumber", entries: "entryNumber" },
  ...{ vouchers: "key", documents: "number", webhooks: "eventType", years: "year", journals: "journalNumber" },
  ...{ layouts: "layoutNumber", customerGroups: "customerGroupNumber", productGroups: "productGroupNumber" },
  ...{ supplierGroups: "number", projectGroups: "number", vatAccounts: "vatCode", vatZones: "vatZoneNumber" },
  ...{ terms: "paymentTermsNumber", units: "unitNumber", departments: "departmentNumber", dimensions: "number" },
  values: ["dimensionNumber", "key"],
};

export const site = "https://restapi.e-conomic.com";

/** `/` is `_6_`. */
export const coded = (key: unknown): string => text(key).replaceAll("/", "_6_").replaceAll(" ", "_9_");
export const decoded = (key: string): string => key.replaceAll("_6_", "/").replaceAll("_9_", " ");

/** Fields that name a record: its number there, its folder, and what is shown of it besides. */
const links: Readonly<
  Record<string, readonly [number: string, folder: string, table?: Name, more?: readonly string[]]>
> = {
  account: ["accountNumber", "accounts"],
  bookedInvoice: ["bookedInvoiceNumber", "invoices/booked"],
  contraAccount: ["accountNumber", "accounts"],
  contraVatAccount: ["vatCode", "vat-accounts"],
  customer: ["customerNumber", "customers"],
  customerGroup: ["customerGroupNumber", "customer-groups"],
  departmentalDistribution: ["departmentalDistributionNumber", "departmental-distributions/departments"],
  journal: ["journalNumber", "journals"],
  layout: ["layoutNumber", "layouts"],
  paymentTerms: ["paymentTermsNumber", "payment-terms"],
  product: ["productNumber", "products"],
  productGroup: ["productGroupNumber", "product-groups", "productGroups", ["name", "inventoryEnabled"]],
  project: ["projectNumber", "projects"],
  supplier: ["supplierNumber", "suppliers"],
  supplierGroup: ["supplierGroupNumber", "supplier-groups"],
  unit: ["unitNumber", "units", "units", ["name"]],
  vatAccount: ["vatCode", "vat-accounts"],
  vatZone: ["vatZoneNumber", "vat-zones"],
};

/** With addresses in place of numbers; nothing is null here, and what is false may be missing. */
export function shown(company: Books, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => shown(company, each));
  if (!isRow(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]) => {
      const link = links[field];
      if (inner === undefined || inner === null) return [];
      if (link === undefined || isRow(inner)) return [[field, shown(company, inner)]];
      const [number, folder, table, more = []] = link;
      const about = table === undefined ? {} : only(row(company.tables[table].get(inner)), more);
      return [[field, { [number]: inner, ...about, self: `${site}/${folder}/${coded(inner)}` }]];
    }),
  );
}

/** What was sent names others by number or by address. */
export function taken(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(taken);
  if (!isRow(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const link = links[field];
      if (link === undefined || !isRow(inner)) return [field, taken(inner)];
      const last = text(inner["self"]).split("/").at(-1) ?? "";
      return [field, inner[link[0]] ?? (/^\d+$/.test(last) ? Number(last) : decoded(last))];
    }),
  );
}

/** The same entry as the newer API has it. */
const types = ["", "customerInvoice", "customerPayment", "supplierInvoice", "supplierPayment", "financeVoucher"];
const later = ["reminder", "openingEntry", "transferredOpeningEntry", "systemEntry", "manualDebtorInvoice"];
export function flat(entry: Row): Row {
  const { account, bookedInvoice, currency, customer, date, dueDate, entryType, project, supplier, vatAccount } = entry;
  const same = [
    "entryNumber",
    "amount",
    "amountInBaseCurrency",
    "text",
    "voucherNumber",
    "supplierInvoiceNumber",
    "remainder",
  ];
  return without(
    {
      ...only(entry, same),
      ...{ accountNumber: account, currencyCode: currency, type: [...types, ...later].indexOf(text(entryType)) },
      ...{ date: `${text(date)}T00:00:00Z`, dueDate: dueDate === undefined ? null : `${text(dueDate)}T00:00:00Z` },
      ...{ customerNumber: customer, supplierNumber: supplier, customerInvoiceNumber: bookedInvoice },
      ...{ projectNumber: project, vatAccountNumber: vatAccount, objectVersion: "1" },
    },
    dueDate === undefined ? ["dueDate"] : [],
  );
}
