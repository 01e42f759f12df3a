/** The tables, the property that wraps a record of each, and the fields that lists show. */
import type { Company } from "../engine/tables.ts";
import { only, type Row, text, without } from "../engine/values.ts";

export const names = [
  "customers",
  "suppliers",
  "articles",
  "invoices",
  "orders",
  "offers",
  "supplierinvoices",
  "invoicepayments",
  "supplierinvoicepayments",
  "projects",
  "costcenters",
  "units",
  "termsofpayments",
  "accounts",
  "financialyears",
  "voucherseries",
  "vouchers",
  "modesofpayments",
] as const;
export type Name = (typeof names)[number];
export type Books = Company<Name>;

interface Shape {
  readonly id: string;
  /** The property with one record, and with a list. */
  readonly one: string;
  readonly many: string;
  /** The fields in lists. Without them, lists have all. */
  readonly listed?: readonly string[];
  /** "Kan inte hitta kunden." with its code, as recorded. */
  readonly missing?: readonly [message: string, code: number];
}

const words = (list: string): readonly string[] => list.split(" ");

const document =
  "Cancelled Currency CustomerName CustomerNumber DocumentNumber ExternalInvoiceReference1 ExternalInvoiceReference2 Project Sent Total";
const payment =
  "Amount Booked Currency CurrencyRate CurrencyUnit InvoiceNumber Number PaymentDate Source WriteOffExist";

export const shapes: Readonly<Record<Name, Shape>> = {
  customers: {
    id: "CustomerNumber",
    one: "Customer",
    many: "Customers",
    listed: words("Address1 Address2 City CustomerNumber Email Name OrganisationNumber Phone ZipCode"),
    missing: ["Kan inte hitta kunden.", 2000433],
  },
  suppliers: {
    id: "SupplierNumber",
    one: "Supplier",
    many: "Suppliers",
    listed: words(
      "Active Address1 Address2 BIC City CountryCode Currency Email IBAN Name OrganisationNumber Phone SupplierNumber TermsOfPayment ZipCode",
    ),
    missing: ["Kan inte hitta leverantören.", 2000435],
  },
  articles: {
    id: "ArticleNumber",
    one: "Article",
    many: "Articles",
    listed: words(
      "ArticleNumber Description DisposableQuantity EAN Housework PurchasePrice SalesPrice QuantityInStock ReservedQuantity StockPlace StockValue Unit VAT WebshopArticle",
    ),
    missing: ["Kan inte hitta artikeln.", 2000428],
  },
  invoices: {
    id: "DocumentNumber",
    one: "Invoice",
    many: "Invoices",
    listed: words(
      `${document} Balance Booked CostCenter CurrencyRate CurrencyUnit DueDate InvoiceDate InvoiceType NoxFinans OCR VoucherNumber VoucherSeries VoucherYear WayOfDelivery TermsOfPayment FinalPayDate`,
    ),
    missing: ["Kan inte hitta fakturan.", 2000434],
  },
  orders: {
    id: "DocumentNumber",
    one: "Order",
    many: "Orders",
    listed: words(`${document} DeliveryDate OrderDate OrderType`),
    missing: ["Kan inte hitta ordern.", 2000439],
  },
  offers: {
    id: "DocumentNumber",
    one: "Offer",
    many: "Offers",
    listed: words("Cancelled Currency CustomerName CustomerNumber DocumentNumber OfferDate Project Sent Total"),
  },
  supplierinvoices: {
    id: "GivenNumber",
    one: "SupplierInvoice",
    many: "SupplierInvoices",
    listed: words(
      "Balance Booked Cancel CostCenter Credit Currency CurrencyRate CurrencyUnit DueDate ExternalInvoiceNumber ExternalInvoiceSeries GivenNumber InvoiceDate InvoiceNumber Project SupplierNumber SupplierName Total AuthorizerName Vouchers FinalPayDate",
    ),
  },
  invoicepayments: {
    id: "Number",
    one: "InvoicePayment",
    many: "InvoicePayments",
    listed: words(payment),
  },
  supplierinvoicepayments: {
    id: "Number",
    one: "SupplierInvoicePayment",
    many: "SupplierInvoicePayments",
    listed: words(payment),
  },
  projects: {
    id: "ProjectNumber",
    one: "Project",
    many: "Projects",
    listed: words("Description EndDate ProjectLeader ProjectNumber Status StartDate"),
    missing: ["Kan inte hitta projektet.", 2001161],
  },
  costcenters: { id: "Code", one: "CostCenter", many: "CostCenters" },
  units: { id: "Code", one: "Unit", many: "Units", missing: ["Kan inte hitta enheten.", 2000432] },
  termsofpayments: {
    id: "Code",
    one: "TermsOfPayment",
    many: "TermsOfPayments",
    missing: ["Kan inte hitta betalningsvillkoret.", 2000429],
  },
  accounts: {
    id: "Number",
    one: "Account",
    many: "Accounts",
    listed: words(
      "Active BalanceBroughtForward CostCenter CostCenterSettings Description Number Project ProjectSettings SRU Year VATCode",
    ),
  },
  financialyears: { id: "Id", one: "FinancialYear", many: "FinancialYears" },
  voucherseries: { id: "Code", one: "VoucherSeries", many: "VoucherSeriesCollection" },
  vouchers: {
    id: "key",
    one: "Voucher",
    many: "Vouchers",
    listed: words(
      "Comments Description ReferenceNumber ReferenceType TransactionDate VoucherNumber VoucherSeries Year ApprovalState",
    ),
  },
  modesofpayments: { id: "Code", one: "ModeOfPayment", many: "ModesOfPayments" },
};

/** What the simulator notes about a row, and the vendor does not show. */
const inner = ["@url", "changed", "seed", "key", "paid"];

export const shown = (row: Row): Row => without(row, inner);

/** A row of a list: fewer fields, some of them under other names or as text. */
export function listed(name: Name, row: Row): Row {
  const { listed: fields } = shapes[name];
  const all: Row = {
    ...shown(row),
    ...(name === "customers" && {
      Address1: text(row["Address1"]),
      Address2: text(row["Address2"]),
      City: text(row["City"]),
      ZipCode: text(row["ZipCode"]),
    }),
    ...((name === "customers" || name === "suppliers") && { Phone: text(row["Phone1"]) }),
    ...(name === "supplierinvoices" && { Cancel: row["Cancelled"] }),
    ...((name === "invoicepayments" || name === "supplierinvoicepayments") && { WriteOffExist: false }),
    ...(name === "invoices" && { CurrencyRate: text(row["CurrencyRate"]) }),
    ...(name === "articles" && {
      DisposableQuantity: text(row["DisposableQuantity"]),
      PurchasePrice: text(row["PurchasePrice"]),
      QuantityInStock: text(row["QuantityInStock"]),
      ReservedQuantity: text(row["ReservedQuantity"]),
      SalesPrice: row["SalesPrice"] === null ? null : text(row["SalesPrice"]),
      StockValue: text(row["StockValue"]),
      VAT: row["VAT"] === null ? null : text(row["VAT"]),
    }),
  };
  return fields === undefined ? all : only(all, fields);
}
