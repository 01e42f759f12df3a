/** What a row is made of: the vendor's property types, their empty values and the names of its options. */
import { badRequest, Fault } from "./faults.ts";

type Kind = "text" | "guid" | "date" | "stamp" | "decimal" | "integer" | "boolean" | "option" | "stream";
export type Value = string | number | boolean;
export type Row = Record<string, Value>;

export interface Field {
  readonly name: string;
  readonly kind: Kind;
  readonly readOnly: boolean;
  readonly options: readonly string[];
}

export const noGuid = "00000000-0000-0000-0000-000000000000";
export const noDate = "0001-01-01";

export const text = (row: Row, field: string) => String(row[field] ?? "");
export const amount = (row: Row, field: string) => Number(row[field] ?? 0);

/** OData names hold no spaces: "In Review" travels as In_x0020_Review, and the empty option as _x0020_. */
export const encoded = (option: string) =>
  /_x[0-9A-F]{4}_/.test(option)
    ? option
    : option.replaceAll(
        /[^A-Za-z0-9_]/g,
        (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
      );

const options: Readonly<Record<string, readonly string[]>> = {
  contactType: ["Company", "Person"],
  customerBlocked: [" ", "Ship", "Invoice", "All"],
  vendorBlocked: [" ", "Payment", "All"],
  relation: [" ", "Customer", "Vendor", "Bank Account", "Employee", "None", "Other", "Multiple"],
  accountCategory: [" ", "Assets", "Liabilities", "Equity", "Income", "Cost of Goods Sold", "Expense"],
  accountType: ["Posting", "Heading", "Total", "Begin-Total", "End-Total"],
  journalAccount: ["G/L Account", "Customer", "Vendor", "Bank Account", "Fixed Asset", "IC Partner", "Employee"],
  entryType: [" ", "Payment", "Invoice", "Credit Memo", "Finance Charge Memo", "Reminder", "Refund"],
  itemType: ["Inventory", "Service", "Non-Inventory"],
  taxType: ["Sales Tax", "VAT"],
  invoiceStatus: [" ", "Draft", "In Review", "Open", "Paid", "Canceled", "Corrective"],
  orderStatus: ["Draft", "In Review", "Open"],
  /** The blank at the end is the vendor's own. */
  quoteStatus: ["Draft", "Sent", "Accepted", "Expired "],
  lineType: ["Comment", "Account", "Item", "Resource", "Fixed Asset", "Charge"],
  receiptLineType: [" ", "G/L Account", "Item", "Resource", "Fixed Asset", "Charge (Item)"],
  parentType: [
    ...[" ", "Journal", "Sales Order", "Sales Quote", "Sales Credit Memo", "Sales Invoice", "Purchase Invoice"],
    ...["Purchase Order", "Purchase Credit Memo", "Customer", "Vendor", "Item", "Job", "Employee"],
  ],
  dimensionParent: [
    ...[" ", "Journal Line", "Sales Order", "Sales Order Line", "Sales Quote", "Sales Quote Line"],
    ...["Sales Credit Memo", "Sales Credit Memo Line", "Sales Invoice", "Sales Invoice Line", "Purchase Invoice"],
    ...["Purchase Invoice Line", "General Ledger Entry", "Time Registration Entry", "Purchase Order"],
    ...["Purchase Order Line", "Purchase Receipt", "Purchase Receipt Line", "Purchase Credit Memo"],
    "Purchase Credit Memo Line",
  ],
};

const kinds: Readonly<Record<string, Kind>> = {
  g: "guid",
  d: "date",
  s: "stamp",
  n: "decimal",
  i: "integer",
  b: "boolean",
  x: "stream",
};

/** Reads `name`, `name:kind`, `name:@options`; a closing `!` means that only the vendor writes it. */
export function fieldsOf(list: string): ReadonlyMap<string, Field> {
  const fields = list.split(/\s+/).filter(Boolean).map(fieldOf);
  return new Map(fields.map((field) => [field.name, field]));
}

function fieldOf(word: string): Field {
  const [name = "", kind = ""] = word.replace("!", "").split(":");
  const names = kind.startsWith("@") ? options[kind.slice(1)] : undefined;
  return {
    name,
    kind: names === undefined ? (kinds[kind] ?? "text") : "option",
    readOnly: word.endsWith("!"),
    options: (names ?? []).map(encoded),
  };
}

const empties: Readonly<Record<Kind, Value>> = {
  text: "",
  guid: noGuid,
  date: noDate,
  stamp: `${noDate}T00:00:00Z`,
  decimal: 0,
  integer: 0,
  boolean: false,
  option: "",
  stream: "",
};

export const emptyOf = ({ kind, options: names }: Field): Value => names[0] ?? empties[kind];

const longest: Readonly<Record<string, number>> = {
  ...{ number: 20, displayName: 100, addressLine1: 100, addressLine2: 50, city: 30, state: 30, country: 10 },
  ...{ postalCode: 20, phoneNumber: 30, email: 80, website: 80, externalDocumentNumber: 35, documentNumber: 20 },
  ...{ vendorInvoiceNumber: 35, vendorCreditMemoNumber: 35, customerPurchaseOrderReference: 35, description: 100 },
  ...{ code: 20, fileName: 250, comment: 250, clientState: 2048 },
};

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const patterns: Partial<Record<Kind, RegExp>> = {
  guid,
  date: /^\d{4}-\d\d-\d\d$/,
  stamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
};
const typeNames: Readonly<Record<Kind, string>> = {
  ...{ text: "Edm.String", guid: "Edm.Guid", date: "Edm.Date", stamp: "Edm.DateTimeOffset", decimal: "Edm.Decimal" },
  ...{ integer: "Edm.Int32", boolean: "Edm.Boolean", option: "Edm.String", stream: "Edm.Stream" },
};

/** A value that the caller sent, as the vendor would store it, or its refusal. */
export function accept(field: Field, given: unknown): Value {
  const { kind, name } = field;
  if (given === null) return emptyOf(field);
  const bad = () =>
    badRequest(`Cannot convert the literal '${JSON.stringify(given)}' to the expected type '${typeNames[kind]}'.`);
  if (kind === "boolean" || kind === "decimal" || kind === "integer") {
    if (typeof given !== (kind === "boolean" ? "boolean" : "number")) throw bad();
    if (kind === "integer" && !Number.isInteger(given)) throw bad();
    return given as number | boolean;
  }
  if (typeof given !== "string" || patterns[kind]?.test(given) === false) throw bad();
  if (kind === "date" && Number.isNaN(Date.parse(given))) throw bad();
  if (kind === "guid") return given.toLowerCase();
  if (kind === "option") return acceptOption(field, given);
  const limit = longest[name] ?? 2048;
  if (kind === "text" && given.length > limit)
    throw new Fault(
      400,
      "Application_StringExceededLength",
      `The length of the string is ${given.length}, but it must be less than or equal to ${limit} characters. Value: ${given}`,
    );
  return given;
}

function acceptOption({ options: names }: Field, given: string): string {
  const name = encoded(given === "" ? " " : given);
  if (names.includes(name)) return name;
  throw new Fault(
    400,
    "Unknown",
    `'${given}' is not an option. The existing options are: ${names.map(plain).join(",")}`,
  );
}

const plain = (name: string) =>
  name.replaceAll(/_x([0-9A-F]{4})_/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
