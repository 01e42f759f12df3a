/** What a row is made of: the vendor's property types, their empty values and the names of its options. */
import { type Row, words } from "../engine/values.ts";
import { badRequest, fault, tooLong } from "./refusals.ts";

export type { Row };

const kinds = {
  "": { kind: "text", type: "Edm.String", empty: "" },
  g: { kind: "guid", type: "Edm.Guid", empty: "00000000-0000-0000-0000-000000000000" },
  d: { kind: "date", type: "Edm.Date", empty: "0001-01-01" },
  s: { kind: "stamp", type: "Edm.DateTimeOffset", empty: "0001-01-01T00:00:00Z" },
  n: { kind: "decimal", type: "Edm.Decimal", empty: 0 },
  i: { kind: "integer", type: "Edm.Int32", empty: 0 },
  b: { kind: "boolean", type: "Edm.Boolean", empty: false },
  x: { kind: "stream", type: "Edm.Stream", empty: "" },
  "@": { kind: "option", type: "Edm.String", empty: "" },
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

export interface Field {
  readonly name: string;
  readonly kind: Kind["kind"];
  readonly type: string;
  readonly empty: string | number | boolean;
  readonly readOnly: boolean;
  readonly options: readonly string[];
}

export const noGuid = kinds.g.empty;
export const noDate = kinds.d.empty;

/** OData names hold no spaces: "In Review" travels as In_x0020_Review, and the empty option as _x0020_. */
export const encoded = (option: string) =>
  /_x[0-9A-F]{4}_/.test(option)
    ? option
    : option.replaceAll(
        /[^A-Za-z0-9_]/g,
        (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
      );
const plain = (name: string) =>
  name.replaceAll(/_x([0-9A-F]{4})_/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const trade =
  "Sales Order|Sales Quote|Sales Credit Memo|Sales Invoice|Purchase Invoice|Purchase Order|Purchase Credit Memo";
const options: Readonly<Record<string, string>> = {
  contactType: "Company|Person",
  customerBlocked: " |Ship|Invoice|All",
  vendorBlocked: " |Payment|All",
  relation: " |Customer|Vendor|Bank Account|Employee|None|Other|Multiple",
  accountCategory: " |Assets|Liabilities|Equity|Income|Cost of Goods Sold|Expense",
  accountType: "Posting|Heading|Total|Begin-Total|End-Total",
  journalAccount: "G/L Account|Customer|Vendor|Bank Account|Fixed Asset|IC Partner|Employee",
  entryType: " |Payment|Invoice|Credit Memo|Finance Charge Memo|Reminder|Refund",
  itemType: "Inventory|Service|Non-Inventory",
  taxType: "Sales Tax|VAT",
  invoiceStatus: " |Draft|In Review|Open|Paid|Canceled|Corrective",
  orderStatus: "Draft|In Review|Open",
  /** The blank at the end is the vendor's own. */
  quoteStatus: "Draft|Sent|Accepted|Expired ",
  lineType: "Comment|Account|Item|Resource|Fixed Asset|Charge",
  receiptLineType: " |G/L Account|Item|Resource|Fixed Asset|Charge (Item)",
  parentType: ` |Journal|${trade}|Customer|Vendor|Item|Job|Employee`,
  dimensionParent: ` |Journal Line|${trade}|${trade.replaceAll("|", " Line|")} Line|General Ledger Entry|Time Registration Entry|Purchase Receipt|Purchase Receipt Line`,
};

/** Reads `name`, `name:kind`, `name:@options`; a closing `!` means that only the vendor writes it. */
export const fieldsOf = (list: readonly string[]): ReadonlyMap<string, Field> =>
  new Map(
    list.map((word) => {
      const [name = "", kind = ""] = word.replace("!", "").split(":");
      const names = kind.startsWith("@") ? words(options[kind.slice(1)] ?? "").map(encoded) : [];
      const known = kinds[(names.length > 0 ? "@" : kind) as keyof typeof kinds];
      return [name, { name, ...known, readOnly: word.endsWith("!"), options: names }];
    }),
  );

export const emptyOf = ({ empty, options: [first] }: Field) => first ?? empty;

const longest: Readonly<Record<string, number>> = {
  ...{ number: 20, displayName: 100, addressLine1: 100, addressLine2: 50, city: 30, state: 30, country: 10 },
  ...{ postalCode: 20, phoneNumber: 30, email: 80, website: 80, externalDocumentNumber: 35, documentNumber: 20 },
  ...{ vendorInvoiceNumber: 35, vendorCreditMemoNumber: 35, customerPurchaseOrderReference: 35, description: 100 },
  ...{ code: 20, fileName: 250, comment: 250, clientState: 2048 },
};

const patterns: Partial<Record<Field["kind"], RegExp>> = {
  guid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  stamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
};

/** A value that the caller sent, as the vendor would store it, or its refusal. */
export function accept(field: Field, given: unknown): string | number | boolean {
  const { kind, name, type } = field;
  if (given === null) return emptyOf(field);
  const bad = () => badRequest(`Cannot convert the literal '${JSON.stringify(given)}' to the expected type '${type}'.`);
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
    throw fault(400, "Application_StringExceededLength", tooLong(given.length, limit, ` Value: ${given}`));
  return given;
}

function acceptOption({ options: names }: Field, given: string): string {
  const name = encoded(given === "" ? " " : given);
  if (names.includes(name)) return name;
  const known = names.map(plain).join(",");
  throw fault(400, "Unknown", `'${given}' is not an option. The existing options are: ${known}`);
}
