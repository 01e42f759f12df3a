/** Payments settle documents: each of their lines is an entry in the ledger; a payment that is deleted is taken back. */
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
import { type Desk, mustBeOpen } from "./context.ts";
import { claimFacts, movementsOf, paymentsFor, restand } from "./documentStatus.ts";
import { traderOf } from "./documents.ts";
import { entriesOf, post, standing, takeBack } from "./ledger.ts";
import { accountIn, rateIn } from "./lookups.ts";
import { findBy, putRecord, removeRecord } from "./records.ts";
import { type Input, listIn, textIn } from "./shapes/fields.ts";

interface Document {
  readonly type: "invoice" | "bill" | "booking_proposal";
  readonly record: NativeRecord;
  /** Absent for a booking proposal. */
  readonly claim?: { readonly owed: Owed; readonly facts: (typeof claimFacts)[number] };
}

async function documentOf(desk: Desk, id: string): Promise<Document | undefined> {
  for (const facts of claimFacts) {
    const record = await findBy(desk, facts.collection, "id", id);
    if (record === undefined) continue;
    const party = await traderOf(desk, facts, textIn(record, "contact_id"));
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
    return { type: kinds[facts.kind].openItemType, record, claim: { owed, facts } };
  }
  const proposal = await findBy(desk, "booking-proposals", "id", id);
  return proposal && { type: "booking_proposal", record: proposal };
}

/** One line of a payment, and what it means. */
interface Line {
  readonly path: string;
  readonly input: Input;
  readonly amount: Big;
  readonly date: string;
  readonly bank: string | undefined;
  readonly document: Document;
}

async function readLine(desk: Desk, input: Input, path: string, payment: Input): Promise<Line> {
  const id = String(input["invoice_id"]);
  const document = await documentOf(desk, id);
  if (document === undefined) throw rejected(`${path}invoice_id`, "names no document");
  const type = textIn(payment, "document_type");
  if (type !== undefined && type !== document.type) throw rejected("document_type", `must be ${document.type}`);
  const currency = String(document.record["currency"]);
  if ((textIn(payment, "currency") ?? currency) !== currency)
    throw rejected("currency", `must be the document's: ${currency}`);
  const amount = new Big(String(input["amount"]));
  if (!amount.gt(0) || !rounded(amount, currency).eq(amount))
    throw rejected(`${path}amount`, "must be more than nothing, in whole cents");
  const date = String(input["payment_date"]);
  mustBeOpen(desk, date, `${path}payment_date`);
  const bank = await accountIn(desk, input, path);
  return { path, input, amount, date, bank, document };
}

/** Some foreign amount leaves as many cents open as were booked for what is unpaid of it. */
async function centsFor(desk: Desk, { amount, document, path }: Line): Promise<number> {
  const { record, claim } = document;
  const paid = await paymentsFor(desk, record.id);
  if (claim === undefined) {
    const rest = new Big(String(record["total_gross_amount"])).minus(paid.amount);
    const isPayable = ["open", "overdue", "partially_paid"].includes(String(record["status"]));
    if (!isPayable || amount.gt(rest))
      throw rejected(`${path}amount`, `is more than the ${isPayable ? rest.toFixed(2) : "0.00"} that are open`);
    return toCents(amount, "1");
  }
  const { owed, facts } = claim;
  // What was set against a credit note or written off has no open item any more.
  const item = await findBy(desk, "open-items", "id", openItemId(record.id));
  const movements = item === undefined ? [] : await movementsOf(desk, owed, paid.ids);
  const open = movements.reduce((sum, { cents }) => sum + cents, 0);
  const isForeign = owed.currency !== "EUR";
  const rest = isForeign ? new Big(String(record[facts.gross])).minus(paid.amount) : new Big(centsText(open));
  if (open === 0 || amount.gt(rest))
    throw rejected(`${path}amount`, `is more than the ${open === 0 ? "0.00" : rest.toString()} that are open`);
  if (!isForeign || amount.eq(rest)) return amount.eq(rest) ? open : toCents(amount, "1");
  // The last cent goes with the last payment.
  return Math.min(toCents(amount, String(record["exchange_rate"])), open - 1);
}

export async function makePayment(desk: Desk, input: NativeRecord): Promise<NativeRecord> {
  const written = listIn(input, "payment_lines");
  if (written.length === 0) throw rejected("payment_lines", "must not be empty");
  const shown: Input[] = [];
  let record: NativeRecord = input;
  for (const [index, one] of written.entries()) {
    const line = await readLine(desk, one, `payment_lines[${index}].`, input);
    const { posting, rate } = await settle(desk, line, input);
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
    await post(desk, posting);
    // Kept line by line, so that the next line for the same document sees what is left of it.
    await putRecord(desk, "payments", record);
    await stand(desk, line.document);
  }
  return record;
}

async function settle(desk: Desk, line: Line, payment: NativeRecord) {
  const { document, amount, date, bank } = line;
  const { record, claim } = document;
  const cents = await centsFor(desk, line);
  const where = { date, ...(bank !== undefined && { bank }) };
  if (claim === undefined) {
    const number = String(record["number"]);
    const description = textIn(line.input, "description") ?? `Zahlung zu Buchungsvorschlag ${number}`;
    const bookingType = String(record["booking_type"]);
    return {
      posting: proposalPayment({ ...where, bookingType, cents, description, document: { id: payment.id, number } }),
      rate: "1",
    };
  }
  const { currency } = claim.owed;
  const rate = rateIn(payment, currency, rateOn(currency, date));
  const { posting } = paymentOf(claim.owed, { ...where, amount, cents, rate, id: payment.id });
  return { posting: { ...posting, description: textIn(line.input, "description") ?? posting.description }, rate };
}

function shownLine(
  { input, amount, date, document: { record, claim } }: Line,
  description: string,
  bank: string,
): Input {
  const contact = claim
    ? { contact_id: claim.owed.party.id, contact_name: claim.owed.party.name }
    : { contact_id: record["contact_id"], contact_name: record["contact_name"] };
  const role = claim?.owed.party.role;
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

async function stand(desk: Desk, { record, claim }: Document): Promise<void> {
  if (claim !== undefined) {
    await restand(desk, claim.facts, { record, owed: claim.owed });
    return;
  }
  const { amount, last } = await paymentsFor(desk, record.id);
  const isPaid = amount.eq(String(record["total_gross_amount"]));
  const isLate = (textIn(record, "due_date") ?? desk.today) < desk.today;
  const status = isPaid ? "paid" : amount.gt(0) ? "partially_paid" : isLate ? "overdue" : "open";
  await putRecord(desk, "booking-proposals", {
    ...record,
    status,
    paid_date: isPaid ? last : null,
    updated_at: desk.now,
  });
}

export async function removePayment(desk: Desk, payment: NativeRecord): Promise<void> {
  for (const entry of standing(await entriesOf(desk, [payment.id]))) await takeBack(desk, entry);
  await removeRecord(desk, "payments", payment.id);
  for (const id of new Set(listIn(payment, "payment_lines").map((line) => String(line["invoice_id"])))) {
    const document = await documentOf(desk, id);
    if (document !== undefined) await stand(desk, document);
  }
}
