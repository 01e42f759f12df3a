/** Writing what has lines: invoices, bills, credit notes, quotes, purchase orders, spent and received money. */
import { only } from "../engine/values.ts";
import { accountOf, base, type Company, contactRow, found, settled, type TableName } from "./company.ts";
import { contactFor } from "./contacts.ts";
import { bookDocument, reverse } from "./ledger.ts";
import { type Line, lineItems } from "./lines.ts";
import { Rejected } from "./refusals.ts";
import { big, cents, dated, dayLength, dayOf, type Row, row, rows, stamp, sum, text } from "./wire.ts";

interface Kind {
  readonly table: TableName;
  readonly id: string;
  readonly number?: string;
  readonly prefix?: string;
  readonly types: readonly string[];
  /** The second date, and whether an approved document needs it. */
  readonly until?: string;
  readonly statuses: readonly string[];
  readonly initial: string;
  /** Statuses that nothing gets out of. */
  readonly final: readonly string[];
  /** Texts that are taken over as they are. */
  readonly texts: readonly string[];
  readonly label: string;
}

const invoiceStatuses = ["DRAFT", "SUBMITTED", "AUTHORISED", "PAID", "VOIDED", "DELETED"];

export const kinds = {
  Invoices: {
    ...{ table: "Invoices", id: "InvoiceID", number: "InvoiceNumber", prefix: "INV-", label: "Invoice" },
    ...{ types: ["ACCREC", "ACCPAY"], until: "DueDate", statuses: invoiceStatuses, initial: "DRAFT" },
    final: ["PAID", "VOIDED", "DELETED"],
    texts: ["Reference", "Url", "BrandingThemeID", "SentToContact"],
  },
  CreditNotes: {
    ...{ table: "CreditNotes", id: "CreditNoteID", number: "CreditNoteNumber", prefix: "CN-", label: "Credit note" },
    ...{ types: ["ACCRECCREDIT", "ACCPAYCREDIT"], until: "DueDate", statuses: invoiceStatuses, initial: "DRAFT" },
    final: ["PAID", "VOIDED", "DELETED"],
    texts: ["Reference", "BrandingThemeID", "SentToContact"],
  },
  Quotes: {
    ...{ table: "Quotes", id: "QuoteID", number: "QuoteNumber", prefix: "QU-", label: "Quote" },
    ...{ types: [], until: "ExpiryDate", initial: "DRAFT", final: ["DELETED"] },
    statuses: ["DRAFT", "SENT", "DECLINED", "ACCEPTED", "INVOICED", "DELETED"],
    texts: ["Reference", "Terms", "Title", "Summary", "BrandingThemeID"],
  },
  PurchaseOrders: {
    ...{ table: "PurchaseOrders", id: "PurchaseOrderID", number: "PurchaseOrderNumber", prefix: "PO-" },
    ...{ types: [], until: "DeliveryDate", initial: "DRAFT", final: ["DELETED"], label: "Purchase order" },
    statuses: ["DRAFT", "SUBMITTED", "AUTHORISED", "BILLED", "DELETED"],
    texts: [
      ...["Reference", "BrandingThemeID", "SentToContact", "DeliveryAddress", "AttentionTo", "Telephone"],
      "DeliveryInstructions",
    ],
  },
  BankTransactions: {
    ...{ table: "BankTransactions", id: "BankTransactionID", types: ["SPEND", "RECEIVE"], label: "Bank transaction" },
    ...{ statuses: ["AUTHORISED", "DELETED", "VOIDED"], initial: "AUTHORISED", final: ["DELETED", "VOIDED"] },
    texts: ["Reference", "Url", "IsReconciled"],
  },
} as const satisfies Record<string, Kind>;

/** Units of the currency for one of the organisation's own; others it has not subscribed to. */
const rates: Readonly<Record<string, number>> = { GBP: 1, EUR: 1.164, USD: 1.2725, NZD: 2.0871, JPY: 190.25 };

export function writeDocument(company: Company, kind: Kind, input: Row, existing?: Row): Row {
  const problems: string[] = [];
  mayChange(kind, input, existing);
  const type = text(input["Type"] ?? existing?.["Type"]);
  if (kind.types.length > 0 && !kind.types.includes(type))
    throw new Rejected(`${kind.label} type '${type}' is not valid`);
  const status = text(input["Status"] ?? existing?.["Status"] ?? kind.initial);
  if (!kind.statuses.includes(status) || (existing === undefined && kind.final.includes(status)))
    throw new Rejected(`${kind.label} not of valid status for creation`);
  const contact =
    existing !== undefined && input["Contact"] === undefined
      ? contactRow(company, existing)
      : contactFor(company, input["Contact"]);
  const approved = status === "AUTHORISED" || status === "PAID" || status === "BILLED";
  const currency = currencyOf(company, input, existing);
  const taxed = text(input["LineAmountTypes"] ?? existing?.["LineAmountTypes"] ?? "Exclusive");
  const lines = lineItems(
    {
      company,
      type: kind.types.length > 0 ? type : kind.table,
      taxed,
      approved,
      before: rows(existing?.["LineItems"]),
      problems,
    },
    input["LineItems"],
  );
  if (lines.length === 0 && status !== "DELETED") problems.push("One or more line items must be specified");
  const days = daysOf({ company, kind, input, existing, approved, contact, problems });
  const number = numberOf(company, kind, { ...existing, ...input, Type: type });
  if (problems.length > 0) throw new Rejected(...problems);
  const document: Row = {
    ...(kind.types.length > 0 && { Type: type }),
    ...beginnings(kind, company),
    ...existing,
    ...only(input, kind.texts),
    ...number,
    ...extras(company, kind, input),
    ...{ Contact: { ContactID: contact["ContactID"], Name: contact["Name"] }, ...days },
    ...{ Status: status, LineAmountTypes: kind.table === "Quotes" ? taxed.toUpperCase() : taxed },
    ...{ LineItems: lines, ...totals(kind, lines, taxed), ...currency },
  };
  return keep(company, kind, existing === undefined ? document : { ...document, [kind.id]: existing[kind.id] });
}

function mayChange(kind: Kind, input: Row, existing: Row | undefined): void {
  if (existing === undefined) return;
  const refusal = new Rejected(`${kind.label} not of valid status for modification`);
  if (kind.final.includes(text(existing["Status"]))) throw refusal;
  const used = [...rows(existing["Payments"]), ...rows(existing["CreditNotes"]), ...rows(existing["Allocations"])];
  const undone = input["Status"] === "VOIDED" || input["Status"] === "DELETED" || input["Status"] === "DRAFT";
  if (used.length > 0 && (undone || input["LineItems"] !== undefined)) throw refusal;
  const approved = existing["Status"] === "AUTHORISED" && kind.statuses.includes("VOIDED");
  if (approved && kind.initial === "DRAFT" && input["Status"] === "DELETED") throw refusal;
  if (approved && (input["Status"] === "DRAFT" || input["Status"] === "SUBMITTED")) throw refusal;
}

function currencyOf(company: Company, input: Row, existing: Row | undefined): Row {
  const code = text(input["CurrencyCode"] ?? existing?.["CurrencyCode"] ?? base(company));
  const [rate, own] = [rates[code], rates[base(company)] ?? 1];
  if (rate === undefined) throw new Rejected(`Organisation is not subscribed to currency ${code}`);
  const given = input["CurrencyRate"] ?? (input["CurrencyCode"] === undefined ? existing?.["CurrencyRate"] : undefined);
  const today = Number(big(rate).div(own).toFixed(6));
  return { CurrencyRate: code === base(company) ? 1 : Number(given ?? today), CurrencyCode: code };
}

interface Days {
  readonly company: Company;
  readonly kind: Kind;
  readonly input: Row;
  readonly existing: Row | undefined;
  readonly approved: boolean;
  readonly contact: Row;
  readonly problems: string[];
}

function daysOf({ company, kind, input, existing, approved, contact, problems }: Days): Row {
  const day = dayOf(input["Date"] ?? existing?.["Date"]) ?? dayOf(stamp(company.now())) ?? 0;
  const locked = dayOf(company.facts["PeriodLockDate"]);
  if (locked !== undefined && day <= locked && approved)
    problems.push("The document date cannot be before the period lock date");
  const terms = row(row(contact["PaymentTerms"])[input["Type"] === "ACCPAY" ? "Bills" : "Sales"]);
  const fromTerms = terms["Type"] === "DAYSAFTERBILLDATE" ? day + Number(terms["Day"]) * dayLength : undefined;
  const until = kind.until === undefined ? undefined : (input[kind.until] ?? existing?.[kind.until]);
  const last = dayOf(until) ?? (kind.until === "DueDate" ? fromTerms : undefined);
  if (kind.table === "Invoices" && approved && last === undefined) problems.push("Due date cannot be empty.");
  const result = {
    ...dated("Date", day),
    ...(kind.until !== undefined && last !== undefined && dated(kind.until, last)),
  };
  // Quotes write their days without the zone.
  if (kind.table !== "Quotes") return result;
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, text(value).replace("+0000", "")]));
}

/** Numbers of sales are given out where missing and are unique; a bill's is the supplier's. */
function numberOf(company: Company, { id, number, prefix, table, label }: Kind, document: Row): Row {
  if (number === undefined) return {};
  const ours = !text(document["Type"]).startsWith("ACCPAY");
  const given = text(document[number]);
  if (!ours) return { [number]: given };
  const others = company.tables[table].all();
  if (given !== "" && others.some((one) => one[number] === given && one[id] !== document[id] && isOurs(one)))
    throw new Rejected(`${label} # must be unique.`);
  return { [number]: given === "" ? `${prefix}${String(company.next(table)).padStart(4, "0")}` : given };
}
const isOurs = (one: Row) => !text(one["Type"]).startsWith("ACCPAY") && one["Status"] !== "DELETED";

/** What a document has before anything happened to it. */
function beginnings(kind: Kind, company: Company): Row {
  const id = company.newId();
  const none = { HasAttachments: false };
  if (kind.table === "Invoices")
    return {
      ...{ InvoiceID: id, Reference: "", Payments: [], CreditNotes: [], Prepayments: [], Overpayments: [] },
      ...{ SentToContact: false, HasErrors: false, ...none },
    };
  if (kind.table === "CreditNotes") return { CreditNoteID: id, ID: id, Payments: [], Allocations: [], ...none };
  if (kind.table === "PurchaseOrders")
    return { PurchaseOrderID: id, Type: "PURCHASEORDER", HasErrors: false, IsDiscounted: false, ...none };
  return { [kind.id]: id, ...(kind.table === "BankTransactions" && { IsReconciled: false, ...none }) };
}

function extras(company: Company, kind: Kind, input: Row): Row {
  const name = input["Type"] === "ACCPAY" ? "PlannedPaymentDate" : "ExpectedPaymentDate";
  const planned = dayOf(input[name]);
  if (kind.table === "Invoices" && planned !== undefined) return dated(name, planned);
  const arrival = dayOf(input["ExpectedArrivalDate"]);
  if (kind.table === "PurchaseOrders" && arrival !== undefined) return dated("ExpectedArrivalDate", arrival);
  if (kind.table !== "BankTransactions" || input["BankAccount"] === undefined) return {};
  const asked = row(input["BankAccount"]);
  const bank = accountOf(company, asked["AccountID"], asked["Code"]);
  if (bank?.["Type"] !== "BANK") throw new Rejected("The BankAccount must be a valid account of type BANK");
  return { BankAccount: { AccountID: bank["AccountID"], Code: bank["Code"], Name: bank["Name"] } };
}

function totals(kind: Kind, lines: readonly Line[], taxed: string): Row {
  const tax = sum(lines.map((one) => one["TaxAmount"]));
  const amounts = sum(lines.map((one) => one["LineAmount"]));
  const net = taxed.toLowerCase() === "inclusive" ? amounts.minus(tax) : amounts;
  const discount = sum(
    lines.map((one) => big(one["Quantity"]).times(big(one["UnitAmount"])).minus(big(one["LineAmount"]))),
  );
  const isDiscounted = lines.some((one) => one["DiscountRate"] !== undefined || one["DiscountAmount"] !== undefined);
  return {
    ...{ SubTotal: cents(net), TotalTax: cents(tax), Total: cents(net.plus(tax)) },
    ...(isDiscounted && { TotalDiscount: cents(discount) }),
    ...(kind.table === "Invoices" && { IsDiscounted: isDiscounted }),
  };
}

/** Books what is final, takes back what is no more, and makes the contact a customer or a supplier. */
function keep(company: Company, kind: Kind, document: Row): Row {
  const ledger = kind.table === "Invoices" || kind.table === "CreditNotes" || kind.table === "BankTransactions";
  if (kind.table === "BankTransactions" && document["BankAccount"] === undefined)
    throw new Rejected("The BankAccount must be specified");
  const id = text(document[kind.id]);
  const payable = kind.table === "Invoices" || kind.table === "CreditNotes";
  const before = found(company, kind.table, id);
  const kept = company.save(kind.table, payable ? settled(document) : document);
  if (ledger && before !== undefined) reverse(company, id);
  if (ledger && (kept["Status"] === "AUTHORISED" || kept["Status"] === "PAID")) bookDocument(company, kept, id);
  const contact = contactRow(company, kept);
  if (kept["Type"] === "ACCREC") contact["IsCustomer"] = true;
  if (kept["Type"] === "ACCPAY") contact["IsSupplier"] = true;
  return kept;
}
