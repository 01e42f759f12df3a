/** The tables, the property that wraps a record of each, and the fields that lists show. */
import type { Company } from "../engine/tables.ts";
import { row as object, only, type Row, without } from "../engine/values.ts";

export const names = [
  "contacts",
  "items",
  "taxes",
  "currencies",
  "chartofaccounts",
  "bankaccounts",
  "invoices",
  "creditnotes",
  "creditnoterefunds",
  "bills",
  "vendorcredits",
  "vendorcreditrefunds",
  "customerpayments",
  "paymentrefunds",
  "vendorpayments",
  "journals",
] as const;
export type Name = (typeof names)[number];
export type Books = Company<Name>;

interface Shape {
  readonly path: string;
  readonly id: string;
  /** The property with one record, and with a list. */
  readonly one: string;
  readonly many: string;
  /** The fields in lists. Without them, lists have all. */
  readonly listed?: readonly string[];
  /** How the vendor calls it. */
  readonly label: string;
}

const document = [
  "status",
  "reference_number",
  "date",
  "total",
  "balance",
  "currency_id",
  "currency_code",
  "created_time",
  "last_modified_time",
];

export const shapes: Readonly<Record<Name, Shape>> = {
  contacts: {
    path: "contacts",
    id: "contact_id",
    one: "contact",
    many: "contacts",
    label: "Contact",
    listed: [
      "contact_id",
      "contact_name",
      "customer_name",
      "vendor_name",
      "company_name",
      "website",
      "contact_type",
      "status",
      "customer_sub_type",
      "source",
      "payment_terms",
      "payment_terms_label",
      "currency_id",
      "currency_code",
      "first_name",
      "last_name",
      "email",
      "phone",
      "mobile",
      "created_time",
      "last_modified_time",
    ],
  },
  items: { path: "items", id: "item_id", one: "item", many: "items", label: "Item" },
  taxes: { path: "settings/taxes", id: "tax_id", one: "tax", many: "taxes", label: "Tax" },
  currencies: {
    path: "settings/currencies",
    id: "currency_id",
    one: "currency",
    many: "currencies",
    label: "Currency",
  },
  chartofaccounts: {
    path: "chartofaccounts",
    id: "account_id",
    one: "chart_of_account",
    many: "chartofaccounts",
    label: "Account",
  },
  bankaccounts: {
    path: "bankaccounts",
    id: "account_id",
    one: "bankaccount",
    many: "bankaccounts",
    label: "Bank account",
    listed: [
      "account_id",
      "account_name",
      "account_code",
      "currency_id",
      "currency_code",
      "account_type",
      "is_active",
      "balance",
      "bank_balance",
      "bcy_balance",
      "bank_name",
    ],
  },
  invoices: {
    path: "invoices",
    id: "invoice_id",
    one: "invoice",
    many: "invoices",
    label: "Invoice",
    listed: [
      ...document,
      "invoice_id",
      "invoice_number",
      "customer_id",
      "customer_name",
      "due_date",
      "exchange_rate",
      "last_payment_date",
      "write_off_amount",
      "billing_address",
    ],
  },
  creditnotes: {
    path: "creditnotes",
    id: "creditnote_id",
    one: "creditnote",
    many: "creditnotes",
    label: "Credit note",
    listed: [...document, "creditnote_id", "creditnote_number", "customer_id", "customer_name"],
  },
  creditnoterefunds: {
    path: "creditnotes/refunds",
    id: "creditnote_refund_id",
    one: "creditnote_refund",
    many: "creditnote_refunds",
    label: "Refund",
  },
  bills: {
    path: "bills",
    id: "bill_id",
    one: "bill",
    many: "bills",
    label: "Bill",
    listed: [...document, "bill_id", "bill_number", "vendor_id", "vendor_name", "due_date", "exchange_rate"],
  },
  vendorcredits: {
    path: "vendorcredits",
    id: "vendor_credit_id",
    one: "vendor_credit",
    many: "vendorcredits",
    label: "Vendor credit",
    listed: [...document, "vendor_credit_id", "vendor_credit_number", "vendor_id", "vendor_name", "exchange_rate"],
  },
  vendorcreditrefunds: {
    path: "vendorcredits/refunds",
    id: "vendor_credit_refund_id",
    one: "vendor_credit_refund",
    many: "vendor_credit_refunds",
    label: "Refund",
  },
  customerpayments: {
    path: "customerpayments",
    id: "payment_id",
    one: "payment",
    many: "customerpayments",
    label: "Payment",
    listed: [
      "payment_id",
      "payment_number",
      "date",
      "payment_mode",
      "amount",
      "bcy_amount",
      "unused_amount",
      "bcy_refunded_amount",
      "account_id",
      "account_name",
      "description",
      "customer_id",
      "customer_name",
      "created_time",
      "last_modified_time",
    ],
  },
  paymentrefunds: {
    path: "customerpayments/refunds",
    id: "payment_refund_id",
    one: "payment_refunds",
    many: "payment_refunds",
    label: "Refund",
  },
  vendorpayments: {
    path: "vendorpayments",
    id: "payment_id",
    one: "vendorpayment",
    many: "vendorpayments",
    label: "Payment",
    listed: [
      "payment_id",
      "vendor_id",
      "vendor_name",
      "currency_id",
      "currency_code",
      "payment_mode",
      "payment_number",
      "description",
      "date",
      "exchange_rate",
      "amount",
      "bcy_amount",
      "paid_through_account_id",
      "paid_through_account_name",
      "balance",
      "created_time",
      "last_modified_time",
    ],
  },
  journals: {
    path: "journals",
    id: "journal_id",
    one: "journal",
    many: "journals",
    label: "Journal",
    listed: [
      "journal_id",
      "journal_date",
      "entry_number",
      "reference_number",
      "currency_id",
      "notes",
      "journal_type",
      "entity_type",
      "total",
      "bcy_total",
    ],
  },
};

/** What the simulator notes about a row, and the vendor does not show. */
const inner = ["seed", "state"];

export const shown = (row: Row): Row => without(row, inner);

/** Addresses of lists have the postal code under another name. */
function listedAddress(row: Row): Row {
  const { zip, ...rest } = object(row["billing_address"]);
  return { ...without(rest, ["country_code"]), zipcode: zip };
}

/** A row of a list: fewer fields. */
export function listed(name: Name, row: Row): Row {
  const all: Row = {
    ...shown(row),
    ...(name === "invoices" && { billing_address: listedAddress(row) }),
    ...(name === "contacts" && {
      customer_name: row["contact_type"] === "customer" ? row["contact_name"] : "",
      vendor_name: row["contact_type"] === "vendor" ? row["contact_name"] : "",
    }),
    ...(name === "journals" && { entity_type: "journal" }),
  };
  const { listed: fields } = shapes[name];
  return fields === undefined ? all : only(all, fields);
}
