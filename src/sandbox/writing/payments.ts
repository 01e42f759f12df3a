/** Payments settle documents. Each of their lines is a journal entry, and deleting a payment reverses them. */
import { Big } from "big.js";
import { centsText, money, rounded, toCents } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { proposalPayment } from "../books/documents/bookingProposals.ts";
import { kinds, type Owed } from "../books/documents/document.ts";
import { openItemId } from "../books/documents/openItems.ts";
import { paymentOf } from "../books/documents/settlement.ts";
import { accountId } from "../books/masterdata/chart.ts";
import { rateOn } from "../books/masterdata/currencies.ts";
import { rejected } from "../server/errors.ts";
import { mustBeOpen, type WriteContext } from "./context.ts";
import { documentFacts, movementsOf, paymentsFor, updateDocumentStatus } from "./documentStatus.ts";
import { traderOf } from "./documents.ts";
import { entriesOf, post, reverse, unreversed } from "./ledger.ts";
import { accountIn, rateIn } from "./lookups.ts";
import { findBy, putRecord, removeRecord } from "./records.ts";
import { type Input, listIn, textIn } from "./shapes/fields.ts";

interface Document {
  readonly type: "invoice" | "bill" | "booking_proposal";
  readonly record: NativeRecord;
  /** Absent for a booking proposal. */
  readonly booked?: { readonly owed: Owed; readonly facts: (typeof documentFacts)[number] };
}

async function documentOf(context: WriteContext, id: string): Promise<Document | undefined> {
  for (const facts of documentFacts) {
    const record = await findBy(context, facts.collection, "id", id);
    if (record === undefined) continue;
    const party = await traderOf(context, facts, textIn(record, "contact_id"));
    const date = String(record[facts.date]);
    const owed: Owed = {
      id,
      kind: facts.kind,
      number: textIn(record, facts.number) ?? null,
      date,
      due: textIn(record, "due_date") ?? date,
      currency: String(record["currency"]),
      party,
    };
    return { type: kinds[facts.kind].openItemType, record, booked: { owed, facts } };
  }
  const proposal = await findBy(context, "booking-proposals", "id", id);
  return proposal && { type: "booking_proposal", record: proposal };
}

/** A payment line with its document. */
interface Line {
  readonly path: string;
  readonly input: Input;
  readonly amount: Big;
  readonly date: string;
  readonly bank: string | undefined;
  readonly document: Document;
}

async function readLine(context: WriteContext, input: Input, path: string, payment: Input): Promise<Line> {
  const id = String(input["invoice_id"]);
  const document = await documentOf(context, id);
  if (document === undefined) throw rejected(`${path}invoice_id`, "does not name a document");
  const type = textIn(payment, "document_type");
  if (type !== undefined && type !== document.type) throw rejected("document_type", `must be ${document.type}`);
  const currency = String(document.record["currency"]);
  if ((textIn(payment, "currency") ?? currency) !== currency)
    throw rejected("currency", `must be that of the document: ${currency}`);
  const amount = new Big(String(input["amount"]));
  if (!amount.gt(0) || !rounded(amount, currency).eq(amount))
    throw rejected(`${path}amount`, "must be greater than zero and have no more decimals than its currency");
  const date = String(input["payment_date"]);
  mustBeOpen(context, date, `${path}payment_date`);
  const bank = await accountIn(context, input, path);
  return { path, input, amount, date, bank, document };
}

/** In a foreign currency, the cents that stay open are those booked for the unpaid part. */
async function centsFor(context: WriteContext, { amount, document, path }: Line): Promise<number> {
  const { record, booked } = document;
  const paid = await paymentsFor(context, record.id);
  if (booked === undefined) {
    const rest = new Big(String(record["total_gross_amount"])).minus(paid.amount);
    const isPayable = ["open", "overdue", "partially_paid"].includes(String(record["status"]));
    if (!isPayable || amount.gt(rest))
      throw rejected(`${path}amount`, `is more than the ${isPayable ? rest.toFixed(2) : "0.00"} that are open`);
    return toCents(amount, "1");
  }
  const { owed, facts } = booked;
  // Documents that were offset by a credit note or written off have no open item.
  const item = await findBy(context, "open-items", "id", openItemId(record.id));
  const movements = item === undefined ? [] : await movementsOf(context, owed, paid.ids);
  const open = movements.reduce((sum, { cents }) => sum + cents, 0);
  const isForeign = owed.currency !== "EUR";
  const rest = isForeign ? new Big(String(record[facts.gross])).minus(paid.amount) : new Big(centsText(open));
  if (open === 0 || amount.gt(rest))
    throw rejected(`${path}amount`, `is more than the ${open === 0 ? "0.00" : rest.toString()} that are open`);
  if (!isForeign || amount.eq(rest)) return amount.eq(rest) ? open : toCents(amount, "1");
  // The last payment absorbs the rounding.
  return Math.min(toCents(amount, String(record["exchange_rate"])), open - 1);
}

export async function makePayment(context: WriteContext, input: NativeRecord): Promise<NativeRecord> {
  const written = listIn(input, "payment_lines");
  if (written.length === 0) throw rejected("payment_lines", "must not be empty");
  const shown: Input[] = [];
  let record: NativeRecord = input;
  for (const [index, writtenLine] of written.entries()) {
    const line = await readLine(context, writtenLine, `payment_lines[${index}].`, input);
    const { posting, rate } = await settle(context, line, input);
    shown.push(shownLine(line, posting.description, posting.lines[0]?.account ?? ""));
    const currency = String(line.document.record["currency"]);
    record = {
      payment_type: "bank_transfer",
      journal_code: "BA",
      ...input,
      currency,
      document_type: line.document.type,
      exchange_rate: currency === "EUR" ? null : rate,
      fiscal_year: line.date.slice(0, 4),
      payment_lines: [...shown],
    };
    await post(context, posting);
    // Stored line by line, so that the next line for the same document sees the remaining amount.
    await putRecord(context, "payments", record);
    await updateStatus(context, line.document);
  }
  return record;
}

async function settle(context: WriteContext, line: Line, payment: NativeRecord) {
  const { document, amount, date, bank } = line;
  const { record, booked } = document;
  const cents = await centsFor(context, line);
  const where = { date, ...(bank !== undefined && { bank }) };
  if (booked === undefined) {
    const number = String(record["number"]);
    const description = textIn(line.input, "description") ?? `Zahlung zu Buchungsvorschlag ${number}`;
    const bookingType = String(record["booking_type"]);
    return {
      posting: proposalPayment({ ...where, bookingType, cents, description, document: { id: payment.id, number } }),
      rate: "1",
    };
  }
  const { currency } = booked.owed;
  const rate = rateIn(payment, currency, rateOn(currency, date));
  const { posting } = paymentOf(booked.owed, { ...where, amount, cents, rate, id: payment.id });
  return { posting: { ...posting, description: textIn(line.input, "description") ?? posting.description }, rate };
}

function shownLine(
  { input, amount, date, document: { record, booked } }: Line,
  description: string,
  bank: string,
): Input {
  const contact = booked
    ? { contact_id: booked.owed.party.id, contact_name: booked.owed.party.name }
    : { contact_id: record["contact_id"], contact_name: record["contact_name"] };
  const role = booked?.owed.party.role;
  return {
    account_id: accountId(bank),
    ...contact,
    customer_id: role === "customer" ? contact.contact_id : null,
    supplier_id: role === "supplier" ? contact.contact_id : null,
    description,
    invoice_id: input["invoice_id"],
    amount: money(amount, String(record["currency"])),
    payment_date: date,
  };
}

async function updateStatus(context: WriteContext, { record, booked }: Document): Promise<void> {
  if (booked !== undefined) {
    await updateDocumentStatus(context, booked.facts, { record, owed: booked.owed });
    return;
  }
  const { amount, last } = await paymentsFor(context, record.id);
  const isPaid = amount.eq(String(record["total_gross_amount"]));
  const isLate = (textIn(record, "due_date") ?? context.today) < context.today;
  const status = isPaid ? "paid" : amount.gt(0) ? "partially_paid" : isLate ? "overdue" : "open";
  await putRecord(context, "booking-proposals", {
    ...record,
    status,
    paid_date: isPaid ? last : null,
    updated_at: context.now,
  });
}

export async function removePayment(context: WriteContext, payment: NativeRecord): Promise<void> {
  for (const entry of unreversed(await entriesOf(context, [payment.id]))) await reverse(context, entry);
  await removeRecord(context, "payments", payment.id);
  for (const id of new Set(listIn(payment, "payment_lines").map((line) => String(line["invoice_id"])))) {
    const document = await documentOf(context, id);
    if (document !== undefined) await updateStatus(context, document);
  }
}
