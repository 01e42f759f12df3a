/** Writes documents with lines: invoices, bills, credit notes, quotes, purchase orders, spent and received money. */
import { taxOn } from "../engine/reckoning.ts";
import { big, dayLength, filled, only, type Row, row, rows, sum, text, words } from "../engine/values.ts";
import { accountOf, base, type Company, cents, contactRow, dated, dayOf, dayOr, found, tables } from "./company.ts";
import { bookDocument, reverse } from "./ledger.ts";
import { contactFor, percentOf, type Taxing, tracked } from "./masters.ts";
import { openComplaints, rejectIf } from "./refusals.ts";
import { settled } from "./settling.ts";

const sales = ["ACCREC", "ACCRECCREDIT", "RECEIVE", "Quotes"];

/** New lines replace the old ones; a line with a `LineItemID` keeps it. */
function lineItems(draft: Draft, sent: unknown): readonly Row[] {
  if (!Array.isArray(sent)) return draft.before;
  return rows(sent).map((line) => {
    const before = draft.before.find((old) => old["LineItemID"] === line["LineItemID"]);
    return lineItem(draft, { ...before, ...line }, before);
  });
}

function lineItem(draft: Draft, line: Row, before: Row = {}): Row {
  const { company, type, taxed, approved, complain } = draft;
  const item = found(company, "Items", line["ItemCode"]);
  complain(text(line["ItemCode"]) !== "" && !item, `Item code '${text(line["ItemCode"])}' is not valid`);
  const side = sales.includes(type) ? "Sales" : "Purchase";
  const details = row(item?.[`${side}Details`]);
  const Description = text(line["Description"] ?? item?.[side === "Sales" ? "Description" : "PurchaseDescription"]);
  complain(Description === "" && approved, "Description must be provided");
  const code = text(line["AccountCode"] ?? details["AccountCode"]);
  const account = accountOf(company, line["AccountID"], code);
  const isWrong = code !== "" && (account?.["Status"] !== "ACTIVE" || account["Type"] === "BANK");
  complain(isWrong, `Account code '${code}' is not a valid code for this document.`);
  const isUnknown = text(line["AccountID"]) !== "" && account === undefined;
  complain(isUnknown, `Account ID '${text(line["AccountID"])}' is not a valid ID for this document.`);
  const isBlank = line["UnitAmount"] === undefined && line["LineAmount"] === undefined && !item;
  const isBooked = approved && type !== "Quotes" && type !== "PurchaseOrders" && !isBlank;
  complain(!isWrong && !account && isBooked, "Account code must be specified");
  const TaxType = text(line["TaxType"] ?? details["TaxType"] ?? account?.["TaxType"] ?? "NONE");
  const percent = percentOf(draft, TaxType, "ACTIVE");
  const undiscounted = type !== "ACCREC" && type !== "Quotes" && filled("DiscountRate|DiscountAmount", undefined);
  const amounts = amountsOf({ UnitAmount: details["UnitPrice"], ...line, ...undiscounted }, before, complain);
  const computed = taxOn(big(amounts["LineAmount"]), percent, taxed.toLowerCase() === "inclusive");
  const isStale = before["LineAmount"] !== amounts["LineAmount"] && line["TaxAmount"] === before["TaxAmount"];
  const stated = isStale || percent.eq(0) ? undefined : line["TaxAmount"];
  return {
    LineItemID: before["LineItemID"] ?? company.newId(),
    ...(item && itemFields(type, item)),
    Description,
    ...amounts,
    TaxType,
    TaxAmount: cents(stated ?? computed),
    ...(account && { AccountCode: account["Code"], AccountID: account["AccountID"] }),
    Tracking: tracked(company, line["Tracking"], complain),
  };
}

/** Lines of purchase orders have the id of their item, and no item (recordings). */
const itemFields = (type: string, { ItemID, Name, Code }: Row): Row => ({
  ItemCode: Code,
  ...(type === "PurchaseOrders" ? { ItemID } : { Item: { ItemID, Name, Code } }),
});

function amountsOf(line: Row, before: Row, complain: Taxing["complain"]): Row {
  const stated = line["LineAmount"] === before["LineAmount"] ? undefined : line["LineAmount"];
  const quantity = big(line["Quantity"] ?? 1);
  const isDivided = line["UnitAmount"] === undefined && stated !== undefined && !quantity.eq(0);
  const unit = (isDivided ? big(stated).div(quantity) : big(line["UnitAmount"])).round(4);
  const { DiscountRate: rate, DiscountAmount: amount } = line;
  const off = rate === undefined ? big(amount) : quantity.times(unit).times(big(rate)).div(100);
  const expected = quantity.times(unit).minus(off).round(2);
  const isOther = stated !== undefined && !big(stated).round(2).eq(expected);
  const words = `The line total ${big(stated).toFixed(2)} does not match the expected line total`;
  complain(isOther, `${words} ${expected.toFixed(2)}`);
  return {
    Quantity: quantity.toNumber(),
    UnitAmount: unit.toNumber(),
    ...(rate === undefined ? amount !== undefined && { DiscountAmount: cents(off) } : { DiscountRate: Number(rate) }),
    LineAmount: expected.toNumber(),
  };
}

interface Kind {
  readonly label: string;
  readonly prefix?: string;
  readonly types?: readonly string[];
  /** The second date. */
  readonly until?: string;
  readonly statuses: readonly string[];
  /** Final statuses. */
  readonly final: readonly string[];
  /** Texts that are stored unchanged. */
  readonly texts: readonly string[];
  /** Initial values. */
  readonly blank: Row;
}

const none = { HasAttachments: false };
const payable = { until: "DueDate", statuses: words("DRAFT|SUBMITTED|AUTHORISED|PAID|VOIDED|DELETED") };
const unpayable = { final: ["DELETED"] };

/** The first status is the default. */
const kinds = {
  Invoices: {
    ...payable,
    label: "Invoice",
    prefix: "INV-",
    types: ["ACCREC", "ACCPAY"],
    final: ["PAID", "VOIDED", "DELETED"],
    texts: words("Reference|Url|BrandingThemeID|SentToContact"),
    blank: {
      Reference: "",
      Payments: [],
      CreditNotes: [],
      Prepayments: [],
      Overpayments: [],
      SentToContact: false,
      HasErrors: false,
      ...none,
    },
  },
  CreditNotes: {
    ...payable,
    label: "Credit note",
    prefix: "CN-",
    types: ["ACCRECCREDIT", "ACCPAYCREDIT"],
    final: ["PAID", "VOIDED", "DELETED"],
    texts: words("Reference|BrandingThemeID|SentToContact"),
    blank: { Payments: [], Allocations: [], ...none },
  },
  Quotes: {
    ...unpayable,
    label: "Quote",
    prefix: "QU-",
    until: "ExpiryDate",
    blank: {},
    statuses: words("DRAFT|SENT|DECLINED|ACCEPTED|INVOICED|DELETED"),
    texts: words("Reference|Terms|Title|Summary|BrandingThemeID"),
  },
  PurchaseOrders: {
    ...unpayable,
    label: "Purchase order",
    prefix: "PO-",
    until: "DeliveryDate",
    statuses: words("DRAFT|SUBMITTED|AUTHORISED|BILLED|DELETED"),
    texts: words("Reference|BrandingThemeID|SentToContact|DeliveryAddress|AttentionTo|Telephone|DeliveryInstructions"),
    blank: { Type: "PURCHASEORDER", HasErrors: false, IsDiscounted: false, ...none },
  },
  BankTransactions: {
    label: "Bank transaction",
    types: ["SPEND", "RECEIVE"],
    statuses: words("AUTHORISED|DELETED|VOIDED"),
    final: ["DELETED", "VOIDED"],
    texts: words("Reference|Url|IsReconciled"),
    blank: { IsReconciled: false, ...none },
  },
} as const satisfies Record<string, Kind>;

type Documents = keyof typeof kinds;
export const documents = Object.keys(kinds) as Documents[];

/** Units of the currency per unit of the organisation's own. It has not subscribed to other currencies. */
const rates: Readonly<Record<string, number>> = { GBP: 1, EUR: 1.164, USD: 1.2725, NZD: 2.0871, JPY: 190.25 };

/** A document that is being written. */
function begin(company: Company, table: Documents, input: Row, existing: Row) {
  const kind: Kind = kinds[table];
  const isNew = existing[tables[table].id] === undefined;
  if (!isNew) mayChange(kind, input, existing);
  const textOf = (name: string, otherwise?: unknown) => text(input[name] ?? existing[name] ?? otherwise);
  const type = textOf("Type");
  const status = textOf("Status", kind.statuses[0]);
  const taxed = textOf("LineAmountTypes", "Exclusive");
  rejectIf([kind.types?.includes(type) === false, `${kind.label} type '${type}' is not valid`]);
  const isWrong = !kind.statuses.includes(status) || (isNew && kind.final.includes(status));
  rejectIf([isWrong, `${kind.label} not of valid status for creation`]);
  const isNamed = isNew || input["Contact"] !== undefined;
  const contact = isNamed ? contactFor(company, input["Contact"]) : contactRow(company, existing);
  const approved = ["AUTHORISED", "PAID", "BILLED"].includes(status);
  const currency = currencyOf(company, input, existing);
  const before = rows(existing["LineItems"]);
  const about = { company, table, kind, type: kind.types ? type : table, status, taxed, approved, contact, currency };
  return { ...about, input, existing, before, ...openComplaints() };
}
/** Its type is `ACCREC`, `SPEND`, `Quotes`… */
type Draft = ReturnType<typeof begin>;

export function writeDocument(company: Company, table: Documents, input: Row, existing: Row = {}): Row {
  const draft = begin(company, table, input, existing);
  const { kind, type, status, taxed, contact, currency, complain, reject } = draft;
  const LineItems = lineItems(draft, input["LineItems"]);
  complain(LineItems.length === 0 && status !== "DELETED", "One or more line items must be specified");
  const days = daysOf(draft);
  const number = numberOf(draft);
  const made = company.newId();
  reject();
  return keep(company, table, {
    ...(kind.types && { Type: type }),
    [tables[table].id]: made,
    ...(table === "CreditNotes" && { ID: made }),
    ...kind.blank,
    ...existing,
    ...only(input, kind.texts),
    ...number,
    ...extras(draft),
    Contact: { ContactID: contact["ContactID"], Name: contact["Name"] },
    ...days,
    Status: status,
    LineAmountTypes: table === "Quotes" ? taxed.toUpperCase() : taxed,
    LineItems,
    ...totals(table, LineItems, taxed),
    ...currency,
  });
}

function mayChange(kind: Kind, input: Row, existing: Row): void {
  const before = text(existing["Status"]);
  const after = text(input["Status"]);
  const used = ["Payments", "CreditNotes", "Allocations"].some((name) => rows(existing[name]).length > 0);
  const isUndone = ["VOIDED", "DELETED", "DRAFT"].includes(after);
  const isBooked = before === "AUTHORISED" && kind.statuses.includes("VOIDED");
  const isDeleted = kind.statuses[0] === "DRAFT" && after === "DELETED";
  rejectIf([
    kind.final.includes(before) ||
      (used && (isUndone || input["LineItems"] !== undefined)) ||
      (isBooked && (isDeleted || after === "DRAFT" || after === "SUBMITTED")),
    `${kind.label} not of valid status for modification`,
  ]);
}

function currencyOf(company: Company, input: Row, existing: Row): Row {
  const baseCurrency = base(company);
  const code = text(input["CurrencyCode"] ?? existing["CurrencyCode"] ?? baseCurrency);
  const rate = rates[code] ?? 0;
  rejectIf([rate === 0, `Organisation is not subscribed to currency ${code}`]);
  const sentRate =
    input["CurrencyRate"] ?? (input["CurrencyCode"] === undefined ? existing["CurrencyRate"] : undefined);
  const ownRate = big(rates[baseCurrency] ?? 1);
  return {
    CurrencyRate: code === baseCurrency ? 1 : Number(sentRate ?? big(rate).div(ownRate).toFixed(6)),
    CurrencyCode: code,
  };
}

function daysOf({ company, table, kind: { until }, input, existing, approved, contact, complain }: Draft): Row {
  const day = dayOr(company, input["Date"] ?? existing["Date"]);
  const locked = dayOf(company.facts["PeriodLockDate"]) ?? -Infinity;
  complain(day <= locked && approved, "The document date cannot be before the period lock date");
  const terms = row(row(contact["PaymentTerms"])[input["Type"] === "ACCPAY" ? "Bills" : "Sales"]);
  const byTerms = until === "DueDate" && terms["Type"] === "DAYSAFTERBILLDATE";
  const last =
    dayOf(until && (input[until] ?? existing[until])) ?? (byTerms ? day + Number(terms["Day"]) * dayLength : undefined);
  complain(table === "Invoices" && approved && last === undefined, "Due date cannot be empty.");
  const days = { ...dated("Date", day), ...(until !== undefined && last !== undefined && dated(until, last)) };
  // Days of quotes have no offset.
  const bare = Object.entries(days).map(([name, value]) => [name, text(value).replace("+0000", "")]);
  return table === "Quotes" ? Object.fromEntries(bare) : days;
}

/** Sales numbers are assigned if missing, and unique; a bill has the supplier's number. */
function numberOf({ company, table, kind: { prefix, label }, type, existing, input }: Draft): Row {
  const { id, number = "QuoteNumber" } = tables[table];
  if (prefix === undefined) return {};
  const document: Row = { ...existing, ...input, Type: type };
  const sentNumber = text(document[number]);
  if (!isOurs(document)) return { [number]: sentNumber };
  const same = sentNumber === "" ? [] : company.tables[table].under(number, sentNumber);
  const isTaken = same.some(
    (candidate) => candidate[id] !== document[id] && isOurs(candidate) && candidate["Status"] !== "DELETED",
  );
  rejectIf([isTaken, `${label} # must be unique.`]);
  return { [number]: sentNumber || `${prefix}${String(company.next(table)).padStart(4, "0")}` };
}
const isOurs = (candidate: Row) => !text(candidate["Type"]).startsWith("ACCPAY");

function extras({ company, table, input }: Draft): Row {
  const paid = input["Type"] === "ACCPAY" ? "PlannedPaymentDate" : "ExpectedPaymentDate";
  const name = table === "Invoices" ? paid : table === "PurchaseOrders" ? "ExpectedArrivalDate" : "";
  const day = dayOf(input[name]);
  if (day !== undefined) return dated(name, day);
  if (table !== "BankTransactions" || input["BankAccount"] === undefined) return {};
  const requestedAccount = row(input["BankAccount"]);
  const { Type, ...bank } = accountOf(company, requestedAccount["AccountID"], requestedAccount["Code"]) ?? {};
  rejectIf([Type !== "BANK", "The BankAccount must be a valid account of type BANK"]);
  return { BankAccount: only(bank, ["AccountID", "Code", "Name"]) };
}

function totals(table: Documents, lines: readonly Row[], taxed: string): Row {
  const tax = sum(lines.map((line) => line["TaxAmount"]));
  const amounts = sum(lines.map((line) => line["LineAmount"]));
  const net = taxed.toLowerCase() === "inclusive" ? amounts.minus(tax) : amounts;
  const full = sum(lines.map((line) => big(line["Quantity"]).times(big(line["UnitAmount"]))));
  const IsDiscounted = lines.some((line) => line["DiscountRate"] !== undefined || line["DiscountAmount"] !== undefined);
  return {
    SubTotal: cents(net),
    TotalTax: cents(tax),
    Total: cents(net.plus(tax)),
    ...(IsDiscounted && { TotalDiscount: cents(full.minus(amounts)) }),
    ...(table === "Invoices" && { IsDiscounted }),
  };
}

/** Posts final documents, reverses voided ones, and makes the contact a customer or supplier. */
function keep(company: Company, table: Documents, document: Row): Row {
  const isCash = table === "BankTransactions";
  rejectIf([isCash && document["BankAccount"] === undefined, "The BankAccount must be specified"]);
  const isPayable = table === "Invoices" || table === "CreditNotes";
  const stored = company.save(table, isPayable ? settled(document) : document);
  const { Status, Type, [tables[table].id]: id } = stored;
  if (isPayable || isCash) {
    reverse(company, id);
    if (Status === "AUTHORISED" || Status === "PAID") bookDocument(company, stored, id);
  }
  const contact = contactRow(company, stored);
  if (Type === "ACCREC") contact["IsCustomer"] = true;
  if (Type === "ACCPAY") contact["IsSupplier"] = true;
  return stored;
}
