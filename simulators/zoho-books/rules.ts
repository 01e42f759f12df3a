/** Zoho Books' business rules: defaults, totals, numbers, states and refusals. */
import type { Big } from "big.js";
import { shareOut } from "../engine/pricing.ts";
import { Refusal } from "../engine/routes.ts";
import { big, cents, dayLater, type Row, rows, sum, text } from "../engine/values.ts";
import { blank } from "./recordings.ts";
import { type Books, type Name, shapes } from "./shapes.ts";

const refused = (message: string, code: number, status = 400): Refusal =>
  new Refusal({ status, body: { code, message } });

/** As a reference that is wrong is refused (recorded for the organization). */
export const invalidValue = (field: string): Refusal => refused(`Invalid value passed for ${field}`, 2);

export const missing = (name: Name): Refusal => refused(`${shapes[name].label} does not exist.`, 1002, 404);

const number = (value: Big): number => Number(cents(value));

/** The record that a field of the body names. */
function referenced(company: Books, name: Name, body: Row, field: string): Row | undefined {
  const id = text(body[field]);
  if (id === "") return undefined;
  const found = company.tables[name].get(id);
  if (found === undefined) throw invalidValue(field);
  return found;
}

const baseCurrency = ({ tables }: Books): Row => tables.currencies.find("is_base_currency", true) ?? {};

function currencyFor(company: Books, body: Row, contact: Row): Row {
  const chosen = referenced(company, "currencies", body, "currency_id");
  return chosen ?? company.tables.currencies.get(contact["currency_id"]) ?? baseCurrency(company);
}

const currencyFacts = (currency: Row, rate?: unknown): Row => ({
  currency_id: currency["currency_id"],
  currency_code: currency["currency_code"],
  currency_symbol: currency["currency_symbol"],
  exchange_rate: Number(rate ?? currency["exchange_rate"]),
});

/** A percentage is a text that ends so, anything else an amount. */
function discountIn(full: Big, discount: unknown): Big {
  const written = text(discount);
  if (!written.endsWith("%")) return cents(written === "" ? 0 : written);
  return cents(full.times(big(written.slice(0, -1))).div(100));
}

const asPercentage = (discount: unknown): unknown => {
  const written = text(discount);
  return written.endsWith("%") ? `${Number(written.slice(0, -1)).toFixed(2)}%` : Number(written || 0);
};

interface Priced {
  readonly row: Row;
  /** As stated, with tax if prices include it. */
  readonly stated: Big;
  readonly rate: number;
}

interface Pricing {
  readonly isPurchase: boolean;
  /** False where the buyer owes the tax. */
  readonly isTaxed: boolean;
}

function priced(company: Books, body: Row, index: number, { isPurchase, isTaxed }: Pricing): Priced {
  const item = referenced(company, "items", body, "item_id");
  const account = referenced(company, "chartofaccounts", body, "account_id");
  if (item === undefined && text(body["name"]) === "" && text(body["description"]) === "")
    throw refused("Please enter a valid item name or description.", 4025);
  if (isPurchase && item === undefined && account === undefined) throw invalidValue("account_id");
  const ownAccount =
    account ?? company.tables.chartofaccounts.get(item?.[isPurchase ? "purchase_account_id" : "account_id"]);
  const tax = isTaxed ? referenced(company, "taxes", "tax_id" in body ? body : (item ?? {}), "tax_id") : undefined;
  const quantity = big(body["quantity"] ?? 1);
  const rate = big(body["rate"] ?? item?.[isPurchase ? "purchase_rate" : "rate"] ?? 0);
  const full = cents(quantity.times(rate));
  const discount = discountIn(full, body["discount"]);
  return {
    stated: full.minus(discount),
    rate: Number(tax?.["tax_percentage"] ?? 0),
    row: {
      line_item_id: text(body["line_item_id"]) || company.newId(),
      item_id: text(item?.["item_id"]),
      item_order: index + 1,
      name: text(body["name"]) || text(item?.["name"]),
      description: text(body["description"]),
      unit: text(body["unit"]) || text(item?.["unit"]),
      quantity: Number(quantity),
      rate: Number(rate),
      bcy_rate: Number(rate),
      discount: asPercentage(body["discount"]),
      ...(!isPurchase && { discount_amount: Number(discount) }),
      account_id: text(ownAccount?.["account_id"]),
      account_name: text(ownAccount?.["account_name"]),
      ...(isPurchase && { account_code: text(ownAccount?.["account_code"]) }),
      tax_id: text(tax?.["tax_id"]),
      tax_name: text(tax?.["tax_name"]),
      tax_type: tax === undefined ? "" : "tax",
      tax_percentage: Number(tax?.["tax_percentage"] ?? 0),
    },
  };
}

/** The tax of each line, rounded once for each tax of the document. */
function taxesOf(lines: readonly Priced[], { isInclusive, share }: { isInclusive: boolean; share: Big }): Big[] {
  const taxes = lines.map(() => big(0));
  for (const rate of new Set(lines.map((line) => line.rate))) {
    const at = lines.flatMap((line, index) => (line.rate === rate ? [index] : []));
    const stated = at.map((index) => lines[index]?.stated ?? big(0));
    const of = isInclusive ? 100 + rate : 100;
    const tax = cents(sum(stated).times(share).times(rate).div(of));
    const parts = shareOut(tax, stated);
    for (const [position, index] of at.entries()) taxes[index] = parts[position] ?? big(0);
  }
  return taxes;
}

/** Lines and totals of a document. */
function totalled(company: Books, body: Row, isPurchase: boolean): Row {
  const sent = rows(body["line_items"]);
  if (sent.length === 0) throw refused("Please add at least one line item.", 4026);
  const isTaxed = body["is_reverse_charge_applied"] !== true;
  const lines = sent.map((line, index) => priced(company, line, index, { isPurchase, isTaxed }));
  const isInclusive = body["is_inclusive_tax"] === true;
  const stated = sum(lines.map((line) => line.stated));
  const isEntity = body["discount_type"] !== "item_level";
  const discount = isEntity ? discountIn(stated, body["discount"]) : big(0);
  const share = stated.eq(0) ? big(1) : big(1).minus(discount.div(stated));
  const taxes = taxesOf(lines, { isInclusive, share });
  const tax = sum(taxes);
  const net = isInclusive ? stated.minus(sum(taxesOf(lines, { isInclusive, share: big(1) }))) : stated;
  const shipping = cents(body["shipping_charge"] ?? 0);
  const adjustment = cents(body["adjustment"] ?? 0);
  const own = isInclusive ? taxesOf(lines, { isInclusive, share: big(1) }) : lines.map(() => big(0));
  const total = (isInclusive ? stated.minus(discount) : net.minus(discount).plus(tax)).plus(shipping).plus(adjustment);
  return {
    line_items: lines.map(({ row, stated: value }, index) => ({
      ...row,
      item_total: number(value.minus(own[index] ?? 0)),
      line_item_taxes:
        row["tax_id"] === ""
          ? []
          : [
              {
                tax_id: row["tax_id"],
                tax_name: `${text(row["tax_name"])} (${text(row["tax_percentage"])}%)`,
                tax_amount: number(taxes[index] ?? big(0)),
              },
            ],
    })),
    is_inclusive_tax: isInclusive,
    discount_type: isEntity ? "entity_level" : "item_level",
    is_discount_before_tax: true,
    discount: isEntity ? asPercentage(body["discount"]) : 0,
    discount_total: number(discount),
    ...(!isPurchase && {
      shipping_charge: number(shipping),
      shipping_charge_exclusive_of_tax: number(shipping),
      shipping_charge_inclusive_of_tax: number(shipping),
      shipping_charge_tax: "",
    }),
    adjustment: number(adjustment),
    adjustment_description: text(body["adjustment_description"]) || "Adjustment",
    sub_total: number(net),
    tax_total: number(tax),
    total: number(total),
  };
}

const addressFields = ["attention", "address", "street2", "city", "state", "zip", "country", "phone", "fax"];
const placeOf = (contact: Row, field: string): Row => {
  const place = (contact[field] ?? {}) as Row;
  return Object.fromEntries(addressFields.map((name) => [name, text(place[name])]));
};

/** The next number of a series, or the sent one. */
function numberFor(company: Books, name: Name, sent: unknown, prefix: string): string {
  const wanted = text(sent);
  if (wanted === "") return `${prefix}-${String(company.next(`${name} numbers`, 1)).padStart(6, "0")}`;
  return wanted;
}

function checkNumber(company: Books, name: Name, row: Row, field: string): void {
  const isTaken = company.tables[name]
    .all()
    .some((other) => other[shapes[name].id] !== row[shapes[name].id] && other[field] === row[field]);
  if (isTaken) throw refused(`${shapes[name].label} number already exists.`, 1001);
}

export interface DocumentKind {
  readonly name: "invoices" | "creditnotes" | "bills" | "vendorcredits";
  readonly party: "customer" | "vendor";
  readonly number: string;
  readonly prefix: string;
  /** The state of a new document. */
  readonly first: "draft" | "posted";
}

export const kinds: Readonly<Record<DocumentKind["name"], DocumentKind>> = {
  invoices: { name: "invoices", party: "customer", number: "invoice_number", prefix: "INV", first: "draft" },
  creditnotes: { name: "creditnotes", party: "customer", number: "creditnote_number", prefix: "CN", first: "draft" },
  bills: { name: "bills", party: "vendor", number: "bill_number", prefix: "B", first: "posted" },
  vendorcredits: {
    name: "vendorcredits",
    party: "vendor",
    number: "vendor_credit_number",
    prefix: "DN",
    first: "posted",
  },
};

const isPurchase = ({ party }: DocumentKind): boolean => party === "vendor";

function checkLock(company: Books, date: string): void {
  const until = text(company.facts["lockedUntil"]);
  if (date <= until) throw refused(`The transaction is dated before ${until}, which is locked.`, 105_010);
}

/** What the document says of itself, besides lines and totals. */
function headOf(company: Books, kind: DocumentKind, body: Row, before: Row = {}): Row {
  const partyField = `${kind.party}_id`;
  const contact = referenced(company, "contacts", body, partyField);
  if (contact === undefined || contact["contact_type"] !== kind.party) throw invalidValue(partyField);
  const date = text(body["date"]) || text(before["date"]) || company.today();
  checkLock(company, date);
  const terms = Number(body["payment_terms"] ?? contact["payment_terms"] ?? 0);
  const isDue = kind.name === "invoices" || kind.name === "bills";
  return {
    [partyField]: contact["contact_id"],
    [`${kind.party}_name`]: contact["contact_name"],
    ...currencyFacts(currencyFor(company, body, contact), body["exchange_rate"]),
    date,
    ...(isDue && {
      due_date: text(body["due_date"]) || dayLater(date, terms),
      payment_terms: terms,
      payment_terms_label: `Net ${terms}`,
    }),
    reference_number: text(body["reference_number"] ?? before["reference_number"]),
    is_reverse_charge_applied: body["is_reverse_charge_applied"] === true,
    ...(kind.name !== "vendorcredits" && { billing_address: placeOf(contact, "billing_address") }),
    ...(kind.name === "creditnotes" && { shipping_address: placeOf(contact, "shipping_address") }),
  };
}

/** What is not open any more. */
const settledOf = (row: Row): Big =>
  sum(
    ["payment_made", "credits_applied", "vendor_credits_applied", "write_off_amount", "total_credits_used"].map(
      (name) => row[name] ?? 0,
    ),
  ).plus(big(row["total_refunded_amount"] ?? 0));

/** Words of the vendor for the state. A document that is due is overdue from the day after. */
export function restate(company: Books, kind: DocumentKind, row: Row): Row {
  const balance = cents(big(row["total"]).minus(settledOf(row)));
  row["balance"] = number(balance);
  row["status"] = statusOf(company, kind, row, balance);
  return row;
}

function statusOf(company: Books, { name }: DocumentKind, row: Row, balance: Big): string {
  const isCredit = name === "creditnotes" || name === "vendorcredits";
  if (row["state"] === "draft") return "draft";
  if (row["state"] === "void") return "void";
  if (balance.lte(0)) return isCredit ? "closed" : "paid";
  if (isCredit) return "open";
  if (text(row["due_date"]) < company.today()) return "overdue";
  if (balance.lt(big(row["total"]))) return "partially_paid";
  return name === "bills" ? "open" : "sent";
}

export function makeDocument(company: Books, kind: DocumentKind, body: Row, isNumbered = true): Row {
  const known: Row = {
    ...headOf(company, kind, body),
    ...totalled(company, body, isPurchase(kind)),
    [shapes[kind.name].id]: company.newId(),
    state: kind.first,
  };
  const sent = body[kind.number];
  if (kind.name === "bills" && text(sent) === "") throw invalidValue("bill_number");
  if (kind.name !== "bills" && text(sent) !== "" && !isNumbered)
    throw refused("Auto number generation is enabled, so the number cannot be entered.", 4097);
  const row = blank(kind.name, { ...known, [kind.number]: numberFor(company, kind.name, sent, kind.prefix) });
  if (kind.name !== "bills") checkNumber(company, kind.name, row, kind.number);
  return restate(company, kind, row);
}

/** Rows are replaced as a whole; everything else stays unless it is sent. */
export function changeDocument(company: Books, kind: DocumentKind, row: Row, body: Row): void {
  if (row["state"] === "void") throw refused("A void transaction cannot be edited.", 4062);
  if (settledOf(row).gt(0)) throw refused("A transaction with payments or credits cannot be edited.", 4063);
  const kept = ["is_inclusive_tax", "discount_type", "discount", "adjustment", "shipping_charge", "currency_id"];
  const merged: Row = {
    ...Object.fromEntries(kept.map((name) => [name, row[name]])),
    due_date: row["due_date"],
    ...body,
  };
  const head = headOf(company, kind, merged, row);
  Object.assign(row, head, totalled(company, merged, isPurchase(kind)));
  if (text(body[kind.number]) !== "") row[kind.number] = body[kind.number];
  restate(company, kind, row);
}

export function checkRemovable(row: Row): void {
  if (settledOf(row).gt(0)) throw refused("A transaction with payments or credits cannot be deleted.", 1040);
}

export function move(company: Books, kind: DocumentKind, row: Row, state: string): void {
  if (state === "void" && settledOf(row).gt(0))
    throw refused("A transaction with payments or credits cannot be voided.", 1041);
  row["state"] = state;
  company.save(kind.name, restate(company, kind, row));
}

const bcy = (value: unknown, rate: unknown): number => number(big(value).times(big(rate ?? 1)));

interface Applying {
  readonly kind: DocumentKind;
  readonly field: string;
  readonly amount: Big;
  readonly date?: unknown;
}

/** Takes an amount off what is open. */
function apply(company: Books, row: Row, { kind, field, amount, date }: Applying): void {
  if (amount.gt(big(row["balance"]))) throw refused("The amount entered is more than the balance due.", 24_016);
  if (row["state"] === "draft") row["state"] = "posted";
  row[field] = number(big(row[field] ?? 0).plus(amount));
  if (date !== undefined) row["last_payment_date"] = date;
  company.save(kind.name, restate(company, kind, row));
}

function unapply(company: Books, row: Row, kind: DocumentKind, amount: Big): void {
  row["payment_made"] = number(big(row["payment_made"]).minus(amount));
  if (Number(row["payment_made"]) === 0 && "last_payment_date" in row) row["last_payment_date"] = "";
  company.save(kind.name, restate(company, kind, row));
}

const sides = {
  customerpayments: { kind: kinds.invoices, list: "invoices", id: "invoice_id", party: "customer" },
  vendorpayments: { kind: kinds.bills, list: "bills", id: "bill_id", party: "vendor" },
} as const;
export type Side = keyof typeof sides;

/** The company's default account for money that nobody has deposited yet. */
const defaultAccount = "Undeposited Funds";

export function makePayment(company: Books, side: Side, body: Row): Row {
  const { kind, list, id, party } = sides[side];
  const contact = referenced(company, "contacts", body, `${party}_id`);
  if (contact === undefined || contact["contact_type"] !== party) throw invalidValue(`${party}_id`);
  const accountField = side === "customerpayments" ? "account_id" : "paid_through_account_id";
  const account =
    referenced(company, "chartofaccounts", body, accountField) ??
    company.tables.chartofaccounts.find("account_name", defaultAccount) ??
    {};
  const amount = big(body["amount"] ?? 0);
  if (amount.lte(0)) throw refused("The payment amount should be greater than zero.", 24_001);
  const sent = rows(body[list]);
  const applied = sent.map((part) => {
    const document = company.tables[kind.name].get(part[id]);
    if (document === undefined) throw invalidValue(id);
    if (document[`${party}_id`] !== contact["contact_id"])
      throw refused("The transaction belongs to somebody else.", 24_018);
    return { document, value: big(part["amount_applied"] ?? 0) };
  });
  if (sum(applied.map(({ value }) => value)).gt(amount))
    throw refused("The amount applied is more than the payment.", 24_017);
  const currency =
    company.tables.currencies.get(applied[0]?.document["currency_id"] ?? contact["currency_id"]) ??
    baseCurrency(company);
  const date = text(body["date"]) || company.today();
  const facts = currencyFacts(currency, body["exchange_rate"]);
  const payment_id = company.newId();
  for (const { document, value } of applied)
    apply(company, document, {
      kind,
      field: "payment_made",
      amount: value,
      date: kind.name === "invoices" ? date : undefined,
    });
  const left = amount.minus(sum(applied.map(({ value }) => value)));
  const known: Row = {
    ...facts,
    payment_id,
    payment_number: String(company.next(`${side} numbers`, 1)),
    [`${party}_id`]: contact["contact_id"],
    [`${party}_name`]: contact["contact_name"],
    date,
    amount: number(amount),
    payment_mode: text(body["payment_mode"]) || "cash",
    description: text(body["description"]),
    reference_number: text(body["reference_number"]),
    [accountField]: account["account_id"],
    [accountField.replace("_id", "_name")]: account["account_name"],
    imported_transactions: rows(body["imported_transactions"]),
    [list]: applied.map(({ document, value }) => ({
      [id]: document[id],
      [kind.number]: document[kind.number],
      [kind.name === "invoices" ? "invoice_payment_id" : "bill_payment_id"]: company.newId(),
      amount_applied: number(value),
      total: document["total"],
      balance: document["balance"],
      date: document["date"],
      due_date: document["due_date"],
      apply_date: date,
    })),
    ...(side === "customerpayments"
      ? { unused_amount: number(left) }
      : { balance: number(left), status: "paid", total_payment_amount: number(amount) }),
  };
  const row = { ...blank(side, known), bcy_amount: bcy(amount, facts["exchange_rate"]), bcy_refunded_amount: 0 };
  if (side === "vendorpayments")
    for (const { document, value } of applied)
      document["payments"] = [
        ...rows(document["payments"]),
        {
          payment_id,
          bill_id: document["bill_id"],
          bill_payment_id: company.newId(),
          payment_mode: row["payment_mode" as never],
          payment_number: row["payment_number" as never],
          description: "",
          date,
          reference_number: "",
          exchange_rate: facts["exchange_rate"],
          amount: number(value),
          paid_through_account_id: account["account_id"],
          paid_through_account_name: account["account_name"],
        },
      ];
  return row;
}

export function removePayment(company: Books, side: Side, row: Row): void {
  const { kind, list, id } = sides[side];
  if (rows(row["imported_transactions"]).length > 0)
    throw refused("A matched transaction cannot be deleted. Unmatch it first.", 24_030);
  for (const part of rows(row[list])) {
    const document = company.tables[kind.name].get(part[id]);
    if (document === undefined) continue;
    if (side === "vendorpayments")
      document["payments"] = rows(document["payments"]).filter((paid) => paid["payment_id"] !== row["payment_id"]);
    unapply(company, document, kind, big(part["amount_applied"]));
  }
  company.remove(side, row);
}

/** Uses a credit for documents. */
export function useCredit(company: Books, kind: DocumentKind, row: Row, body: Row): void {
  const isNote = kind.name === "creditnotes";
  const target = isNote ? kinds.invoices : kinds.bills;
  const id = shapes[target.name].id;
  const credited: Row[] = [];
  for (const part of rows(body[target.name])) {
    const document = company.tables[target.name].get(part[id]);
    if (document === undefined) throw invalidValue(id);
    const amount = big(part["amount_applied"] ?? 0);
    if (amount.gt(big(row["balance"]))) throw refused("The amount entered is more than the credit.", 24_019);
    apply(company, document, { kind: target, field: isNote ? "credits_applied" : "vendor_credits_applied", amount });
    const used = { [id]: document[id], [target.number]: document[target.number], date: company.today() };
    credited.push(
      isNote
        ? { creditnote_invoice_id: company.newId(), ...used, amount_applied: number(amount) }
        : { vendor_credit_bill_id: company.newId(), ...used, amount: number(amount) },
    );
    row["total_credits_used"] = number(big(row["total_credits_used"] ?? 0).plus(amount));
  }
  const name = isNote ? "invoices_credited" : "bills_credited";
  row[name] = [...rows(row[name]), ...credited];
  company.save(kind.name, restate(company, kind, row));
}

/** Pays what is left of a credit back. */
export function refundCredit(company: Books, kind: DocumentKind, row: Row, body: Row): Row {
  const isNote = kind.name === "creditnotes";
  const accountField = isNote ? "from_account_id" : "account_id";
  const account = referenced(company, "chartofaccounts", body, accountField);
  if (account === undefined) throw invalidValue(accountField);
  const amount = big(body["amount"] ?? 0);
  if (amount.lte(0) || amount.gt(big(row["balance"])))
    throw refused("The refund amount is more than the credit.", 24_020);
  row["total_refunded_amount"] = number(big(row["total_refunded_amount"] ?? 0).plus(amount));
  company.save(kind.name, restate(company, kind, row));
  const name = isNote ? "creditnoterefunds" : "vendorcreditrefunds";
  return company.add(name, {
    [shapes[name].id]: company.newId(),
    [shapes[kind.name].id]: row[shapes[kind.name].id],
    date: text(body["date"]) || company.today(),
    refund_mode: text(body["refund_mode"]) || "cash",
    reference_number: text(body["reference_number"]),
    amount: number(amount),
    ...(isNote && { customer_name: row["customer_name"] }),
    description: text(body["description"]),
    [accountField]: account["account_id"],
  });
}

export function removeRefund(company: Books, kind: DocumentKind, refund: Row): void {
  const row = company.tables[kind.name].get(refund[shapes[kind.name].id]);
  if (row !== undefined) {
    row["total_refunded_amount"] = number(big(row["total_refunded_amount"]).minus(big(refund["amount"])));
    company.save(kind.name, restate(company, kind, row));
  }
  company.remove(kind.name === "creditnotes" ? "creditnoterefunds" : "vendorcreditrefunds", refund);
}

/** Pays money on account back. */
export function refundPayment(company: Books, payment: Row, body: Row): Row {
  const account = referenced(company, "chartofaccounts", body, "from_account_id");
  if (account === undefined) throw invalidValue("from_account_id");
  const amount = big(body["amount"] ?? 0);
  if (amount.lte(0) || amount.gt(big(payment["unused_amount"])))
    throw refused("The refund amount is more than the unused amount.", 24_021);
  payment["unused_amount"] = number(big(payment["unused_amount"]).minus(amount));
  payment["bcy_refunded_amount"] = bcy(big(payment["bcy_refunded_amount"] ?? 0).plus(amount), payment["exchange_rate"]);
  company.save("customerpayments", payment);
  return company.add("paymentrefunds", {
    payment_refund_id: company.newId(),
    payment_id: payment["payment_id"],
    date: text(body["date"]) || company.today(),
    refund_mode: text(body["refund_mode"]) || "cash",
    reference_number: text(body["reference_number"]),
    payment_number: payment["payment_number"],
    customer_name: payment["customer_name"],
    amount_bcy: bcy(amount, payment["exchange_rate"]),
    amount_fcy: number(amount),
    description: text(body["description"]),
  });
}

export function removePaymentRefund(company: Books, refund: Row): void {
  const payment = company.tables.customerpayments.get(refund["payment_id"]);
  if (payment !== undefined) {
    payment["unused_amount"] = number(big(payment["unused_amount"]).plus(big(refund["amount_fcy"])));
    payment["bcy_refunded_amount"] = number(big(payment["bcy_refunded_amount"]).minus(big(refund["amount_bcy"])));
    company.save("customerpayments", payment);
  }
  company.remove("paymentrefunds", refund);
}

export function writeOff(company: Books, row: Row): void {
  apply(company, row, { kind: kinds.invoices, field: "write_off_amount", amount: big(row["balance"]) });
}

/** A line with a tax has its net amount; the tax is posted beside the lines. */
export function makeJournal(company: Books, body: Row): Row {
  const currency = referenced(company, "currencies", body, "currency_id") ?? baseCurrency(company);
  const facts = currencyFacts(currency, body["exchange_rate"]);
  const date = text(body["journal_date"]) || company.today();
  checkLock(company, date);
  const taxes: Row[] = [];
  const lines = rows(body["line_items"]).map((line) => {
    const account = referenced(company, "chartofaccounts", line, "account_id");
    if (account === undefined) throw invalidValue("account_id");
    const tax = referenced(company, "taxes", line, "tax_id");
    const amount = cents(line["amount"] ?? 0);
    if (tax !== undefined && Number(tax["tax_percentage"]) !== 0)
      taxes.push({
        tax_name: `${text(tax["tax_name"])} (${text(tax["tax_percentage"])}%)`,
        tax_amount: number(amount.times(Number(tax["tax_percentage"])).div(100)),
        debit_or_credit: line["debit_or_credit"],
        tax_account: true,
      });
    return {
      line_id: company.newId(),
      account_id: account["account_id"],
      account_name: account["account_name"],
      customer_id: text(line["customer_id"]),
      description: text(line["description"]),
      debit_or_credit: line["debit_or_credit"],
      amount: number(amount),
      bcy_amount: bcy(amount, facts["exchange_rate"]),
      tax_id: text(tax?.["tax_id"]),
      tax_name: text(tax?.["tax_name"]),
      tax_type: tax === undefined ? "" : "tax",
      tax_percentage: text(tax?.["tax_percentage"]),
    };
  });
  const side = (name: string): Big =>
    sum(
      [...lines, ...taxes]
        .filter((line: Row) => line["debit_or_credit"] === name)
        .map((line: Row) => line["amount"] ?? line["tax_amount"]),
    );
  if (lines.length === 0 || !side("debit").eq(side("credit")))
    throw refused("The total of debits and credits should be equal.", 26_001);
  const total = number(side("debit"));
  return blank("journals", {
    ...facts,
    journal_id: company.newId(),
    entry_number: String(company.next("journal numbers", 1)),
    reference_number: text(body["reference_number"]),
    notes: text(body["notes"]),
    journal_date: date,
    journal_type: "both",
    line_items: lines,
    taxes,
    line_item_total: total,
    total,
    bcy_total: bcy(total, facts["exchange_rate"]),
    status: text(body["status"]) || "draft",
  });
}

/** The primary person's details are the contact's, too. */
function withPrimary(contact: Row): Row {
  const persons = rows(contact["contact_persons"]);
  const primary = persons.find((person) => person["is_primary_contact"] === true) ?? persons[0] ?? {};
  return Object.assign(contact, {
    first_name: text(primary["first_name"]),
    last_name: text(primary["last_name"]),
    email: text(primary["email"]),
    phone: text(primary["phone"]),
    mobile: text(primary["mobile"]),
    primary_contact_id: text(primary["contact_person_id"]),
  });
}

const personFields = ["salutation", "first_name", "last_name", "email", "phone", "mobile"];

function personOf(company: Books, sent: Row): Row {
  return {
    contact_person_id: text(sent["contact_person_id"]) || company.newId(),
    ...Object.fromEntries(personFields.map((name) => [name, text(sent[name])])),
    is_primary_contact: sent["is_primary_contact"] === true,
  };
}

const codes: Readonly<Record<string, string>> = Object.fromEntries(
  ["GB", "DE", "FR", "US", "AT", "CH", "NL", "IE", "DK", "NO", "SE", "PL", "ES", "IT", "BE"].map((code) => [
    new Intl.DisplayNames("en", { type: "region" }).of(code) ?? "",
    code,
  ]),
);

const contactFields = [
  "contact_name",
  "company_name",
  "website",
  "contact_number",
  "vat_reg_no",
  "payment_terms",
  "customer_sub_type",
];

export function makeContact(company: Books, body: Row): Row {
  const name = text(body["contact_name"]);
  if (name === "") throw invalidValue("contact_name");
  if (company.tables.contacts.find("contact_name", name) !== undefined)
    throw refused(`The contact "${name}" already exists.`, 3062);
  const type = text(body["contact_type"]) || "customer";
  const currency = currencyFor(company, body, {});
  const row = blank("contacts", {
    contact_id: company.newId(),
    contact_type: type,
    customer_sub_type: type === "customer" ? "business" : "",
    contact_number: "",
    payment_terms: 15,
    payment_terms_label: "Net 15",
    status: "active",
    source: "api",
    currency_id: currency["currency_id"],
    currency_code: currency["currency_code"],
    currency_symbol: currency["currency_symbol"],
    billing_address: { address_id: company.newId() },
    shipping_address: { address_id: company.newId() },
  });
  changeContact(company, row, body);
  return row;
}

export function changeContact(company: Books, row: Row, body: Row): void {
  for (const field of contactFields) if (body[field] !== undefined) row[field] = body[field];
  for (const field of ["billing_address", "shipping_address"])
    if (body[field] !== undefined) {
      const sent = body[field] as Row;
      const country = text(sent["country"]);
      Object.assign(row, {
        [field]: { ...(row[field] as Row), ...sent, country_code: codes[country] ?? "" },
      });
    }
  if (body["contact_persons"] !== undefined)
    row["contact_persons"] = rows(body["contact_persons"]).map((person) => personOf(company, person));
  withPrimary(row);
}
