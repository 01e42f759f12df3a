/**
 * Payments: money for documents, money on account, and refunds of both. Each line is a journal entry, and deleting a
 * payment reverses them. Amounts are positive in the usual direction, and negative if money goes back.
 */
import { Big } from "big.js";
import { money, rounded, sum, toCents } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { proposalPayment } from "../books/documents/bookingProposals.ts";
import { kinds, type Owed } from "../books/documents/document.ts";
import { cashDiscount, type PaymentPosting, paymentPosting, usualBank } from "../books/documents/settlement.ts";
import type { Posting } from "../books/ledger/posting.ts";
import { accountId, type JournalCode } from "../books/masterdata/chart.ts";
import { rateOn } from "../books/masterdata/currencies.ts";
import type { Trader } from "../books/masterdata/parties.ts";
import { ApiError, rejected } from "../server/errors.ts";
import { mustBeOpen, type WriteContext } from "./context.ts";
import { owedOf, partyOf } from "./documents.ts";
import { bookedLines, entriesOf, post, reverse, unreversed } from "./ledger.ts";
import { accountIn, currencyIn } from "./lookups.ts";
import { findBy, putRecord, removeRecord } from "./records.ts";
import { contactCredit, overpaymentOf, updateCreditItem } from "./settling/contactCredits.ts";
import {
  type DocumentFacts,
  documentFacts,
  movementsOf,
  paymentsFor,
  settlementsOf,
  updateDocumentStatus,
} from "./settling/documentStatus.ts";
import { unmatchTransaction } from "./settling/matchedTransactions.ts";
import { type Input, listIn, textIn } from "./shapes/fields.ts";

type DocumentType = "invoice" | "bill" | "booking_proposal";

interface BookedDocument {
  readonly type: "invoice" | "bill";
  readonly record: NativeRecord;
  readonly facts: DocumentFacts;
  readonly owed: Owed;
}

interface Proposal {
  readonly type: "booking_proposal";
  readonly record: NativeRecord;
}

async function documentOf(context: WriteContext, id: string): Promise<BookedDocument | Proposal | undefined> {
  for (const facts of documentFacts) {
    const record = await findBy(context, facts.collection, "id", id);
    if (record === undefined) continue;
    const party = await partyOf(context, facts.parties, textIn(record, "contact_id"), "contact_id");
    return { type: kinds[facts.kind].openItemType, record, facts, owed: owedOf(facts, record, party) };
  }
  const proposal = await findBy(context, "booking-proposals", "id", id);
  return proposal && { type: "booking_proposal", record: proposal };
}

/** The fields of the payment that its lines need. */
interface Payment {
  readonly id: string;
  readonly type: DocumentType;
  readonly currency: string;
  /** The rate in the body. */
  readonly rate: string | undefined;
}

interface Line {
  readonly path: string;
  readonly input: Input;
  readonly amount: Big;
  readonly date: string;
  readonly bank: string;
  /** The price of one unit of the payment's currency in the company's. */
  readonly rate: string;
}

/** The effect of one line on the books. */
interface Effect {
  readonly posting: Posting;
  readonly party: { readonly id: unknown; readonly name: unknown; readonly role: Trader["role"] | undefined };
  /** In the document's currency. */
  readonly settled?: string;
  /** Added to the contact's money on account, in the payment's currency. */
  readonly credited?: string;
}

export async function makePayment(context: WriteContext, input: NativeRecord): Promise<NativeRecord> {
  const written = listIn(input, "payment_lines");
  if (written.length === 0) throw rejected("payment_lines", "must not be empty");
  const documents = await documentsIn(context, written);
  const type = await typeOf(context, input, documents);
  const payment: Payment = {
    id: input.id,
    type,
    currency: currencyOf(input, documents),
    rate: textIn(input, "exchange_rate"),
  };
  checkRate(payment, documents);
  const shown: Input[] = [];
  let record: NativeRecord = input;
  for (const [index, writtenLine] of written.entries()) {
    const line = await readLine(context, writtenLine, `payment_lines[${index}].`, payment);
    // Read again, because an earlier line may have changed it.
    const id = textIn(writtenLine, "invoice_id");
    const document = id === undefined ? undefined : await documentOf(context, id);
    const effect = await effectOf(context, line, { payment, document });
    shown.push(shownLine(line, effect, payment.currency));
    record = {
      payment_type: "bank_transfer",
      journal_code: "BA",
      ...input,
      currency: payment.currency,
      document_type: type,
      exchange_rate: payment.currency === "EUR" ? exchangedRate(payment) : line.rate,
      fiscal_year: line.date.slice(0, 4),
      payment_lines: [...shown],
      total_amount: money(
        sum(shown, (each) => new Big(String(each["amount"]))),
        payment.currency,
      ),
    };
    const journal = (textIn(record, "journal_code") ?? effect.posting.journal) as JournalCode;
    await post(context, { ...effect.posting, journal });
    // Stored line by line, so that the next line for the same document sees the remaining amount.
    await putRecord(context, "payments", record);
    if (document !== undefined) await updateStatus(context, document);
    await updateCredits(context, [record]);
  }
  return record;
}

/** A payment in the company's currency has a rate only if its document has another currency. */
const exchangedRate = ({ rate }: Payment): string | null => (rate === undefined || new Big(rate).eq(1) ? null : rate);

type Documents = readonly (BookedDocument | Proposal | undefined)[];

/** The document of each line. Lines on account have none. */
async function documentsIn(context: WriteContext, lines: readonly Input[]): Promise<Documents> {
  const documents: (BookedDocument | Proposal | undefined)[] = [];
  for (const [index, line] of lines.entries()) {
    const id = textIn(line, "invoice_id");
    const document = id === undefined ? undefined : await documentOf(context, id);
    if (id !== undefined && document === undefined)
      throw rejected(`payment_lines[${index}].invoice_id`, "does not name a document");
    documents.push(document);
  }
  return documents;
}

/** A payment is on one side: of customers or of suppliers. */
async function typeOf(context: WriteContext, input: Input, documents: Documents): Promise<DocumentType> {
  const requested = textIn(input, "document_type") as DocumentType | undefined;
  let type = documents.find((document) => document !== undefined)?.type ?? requested;
  for (const [index, line] of listIn(input, "payment_lines").entries()) {
    const found = documents[index]?.type ?? (await sideOf(context, line, type, `payment_lines[${index}].`));
    type ??= found;
    if (type !== found)
      throw rejected(
        `payment_lines[${index}].${documents[index] ? "invoice_id" : "contact_id"}`,
        "is on the other side than the lines before. Send one payment for customers and one for suppliers",
      );
  }
  if (requested !== undefined && requested !== type) throw rejected("document_type", `must be ${type}`);
  return type ?? "invoice";
}

/** The side of a line on account. A contact may be both customer and supplier. */
async function sideOf(context: WriteContext, line: Input, type: DocumentType | undefined, path: string) {
  const isCustomer = textIn(line, "customer_id") !== undefined;
  const isSupplier = textIn(line, "supplier_id") !== undefined;
  if (isCustomer && isSupplier) throw rejected(`${path}supplier_id`, "must be absent if there is a customer_id");
  if (isCustomer) return "invoice";
  if (isSupplier) return "bill";
  const id = textIn(line, "contact_id");
  if (id === undefined)
    throw rejected(`${path}invoice_id`, "is required. For money on account, send customer_id or supplier_id instead");
  const customer = await findBy(context, "customers", "id", id);
  const supplier = await findBy(context, "suppliers", "id", id);
  if (customer && !supplier) return "invoice";
  if (supplier && !customer) return "bill";
  if (type === "invoice" || type === "bill") return type;
  throw rejected(`${path}contact_id`, "is both customer and supplier, or neither. Send customer_id or supplier_id");
}

function currencyOf(input: Input, documents: Documents): string {
  const currencies = documents.flatMap((document) => (document ? [String(document.record["currency"])] : []));
  return textIn(input, "currency") === undefined ? (currencies[0] ?? "EUR") : currencyIn(input);
}

/**
 * The rate is that of the payment's currency. If the payment is in the company's currency, it is the rate of the
 * document's.
 */
function checkRate({ currency, rate }: Payment, documents: Documents): void {
  const foreign = documents.some((document) => document && document.record["currency"] !== currency);
  if (foreign && rate === undefined)
    throw rejected("exchange_rate", "is required, because the payment and its document have different currencies");
  if (rate === undefined) return;
  const value = new Big(rate);
  if (currency === "EUR" && !foreign) {
    if (!value.eq(1)) throw rejected("exchange_rate", "must be 1 for EUR");
    return;
  }
  if (value.eq(1)) throw rejected("exchange_rate", "must not be 1 between two currencies");
  if (value.lte(0) || value.gt(1000)) throw rejected("exchange_rate", "must be above 0 and at most 1000");
}

async function readLine(context: WriteContext, input: Input, path: string, payment: Payment): Promise<Line> {
  const { currency } = payment;
  const amount = new Big(String(input["amount"]));
  if (amount.eq(0) || !rounded(amount, currency).eq(amount))
    throw rejected(`${path}amount`, "must not be zero or have more decimals than its currency");
  const date = String(input["payment_date"]);
  mustBeOpen(context, date, `${path}payment_date`);
  const bank = (await accountIn(context, input, path)) ?? usualBank(currency);
  const rate = currency === "EUR" ? "1" : (payment.rate ?? rateOn(currency, date));
  return { path, input, amount, date, bank, rate };
}

interface Target {
  readonly payment: Payment;
  readonly document: BookedDocument | Proposal | undefined;
}

async function effectOf(context: WriteContext, line: Line, { payment, document }: Target): Promise<Effect> {
  if (document === undefined) return onAccount(context, line, payment);
  if (document.type === "booking_proposal") return onProposal(context, line, { payment, document });
  checkContact(line, document.owed.party);
  return onDocument(context, line, { payment, document });
}

/** The contact of a line with a document is that of the document. */
function checkContact({ input, path }: Line, party: Trader): void {
  const opposite = party.role === "customer" ? "supplier_id" : "customer_id";
  if (textIn(input, opposite) !== undefined)
    throw rejected(`${path}${opposite}`, `must be absent, because the document is that of a ${party.role}`);
  for (const field of [`${party.role}_id`, "contact_id"])
    if ((textIn(input, field) ?? party.id) !== party.id)
      throw rejected(`${path}${field}`, `must be that of the document: ${party.id}`);
}

const postingOf = (
  line: Line,
  payment: Payment,
  more: Pick<PaymentPosting, "party" | "settled"> & Partial<PaymentPosting>,
) =>
  paymentPosting({
    id: payment.id,
    date: line.date,
    type: payment.type === "bill" ? "bill" : "invoice",
    bank: line.bank,
    moved: toCents(line.amount, line.rate),
    ...more,
    description: textIn(line.input, "description") ?? more.description ?? "Zahlung",
    ...(payment.currency !== "EUR" && { foreign: { currency: payment.currency, rate: line.rate } }),
  });

/** Money that the contact paid beyond documents, or a refund of it. */
async function onAccount(context: WriteContext, line: Line, payment: Payment): Promise<Effect> {
  const { input, path, amount, rate } = line;
  if (textIn(input, "discount_amount") !== undefined)
    throw rejected(`${path}discount_amount`, "is only possible in a line with an invoice_id");
  const [parties, field] =
    payment.type === "bill" ? (["suppliers", "supplier_id"] as const) : (["customers", "customer_id"] as const);
  if (payment.type === "booking_proposal")
    throw rejected(`${path}invoice_id`, "is required in a payment of booking proposals");
  const id = textIn(input, field) ?? textIn(input, "contact_id");
  if ((textIn(input, "contact_id") ?? id) !== id) throw rejected(`${path}contact_id`, `must be the ${field}`);
  const party = await partyOf(context, parties, id, `${path}${field}`);
  const credit = await contactCredit(context, party, payment.currency);
  if (amount.lt(0) && amount.abs().gt(credit.amount))
    throw rejected(
      `${path}amount`,
      `is a refund of more than the ${money(credit.amount, payment.currency)} ${payment.currency} on account`,
    );
  const cents = amount.gt(0) ? toCents(amount, rate) : -shareOf(credit.cents, amount.abs(), credit.amount);
  const word = amount.gt(0) ? "Akontozahlung" : "Rückzahlung";
  return {
    posting: postingOf(line, payment, {
      party,
      settled: [{ number: credit.number, cents }],
      description: `${word} ${party.name}`,
    }),
    party,
    credited: money(amount, payment.currency),
  };
}

/** The cents of a part of an amount. The last part has all that are left. */
const shareOf = (cents: number, part: Big, total: Big): number =>
  part.eq(total) ? cents : part.times(cents).div(total).round(0, Big.roundHalfUp).toNumber();

async function onDocument(
  context: WriteContext,
  line: Line,
  { payment, document }: { payment: Payment; document: BookedDocument },
): Promise<Effect> {
  const { amount } = line;
  const { record, facts, owed } = document;
  const { party } = owed;
  const item = await openCents(context, document);
  const direction = item.open.eq(0) ? item.due.s : item.open.s;
  const isRefund = item.due.eq(0) || amount.s !== direction;
  const rates = { payment: line.rate, document: documentRate(document, line, payment) };
  const description = `${isRefund ? "Rückzahlung" : "Zahlung"} ${owed.number} ${party.name}`;
  if (isRefund) {
    const over = await overpaymentOf(context, party, { documentId: record.id, currency: payment.currency });
    const fromCredit = over.lt(amount.abs()) ? over : amount.abs();
    const reopened = converted(amount.abs().minus(fromCredit), rates, payment.currency, owed.currency);
    checkRefund(line, {
      item,
      reopened,
      fromCredit,
      currency: owed.currency,
      isCredit: kinds[facts.kind].paymentSign === -1,
    });
    const credit = await contactCredit(context, party, payment.currency);
    const settled = [
      { number: owed.number, cents: amount.s * paidCents(item, reopened, record) },
      { number: credit.number, cents: amount.s * shareOf(credit.cents, fromCredit, credit.amount) },
    ].filter((_, index) => !(index === 0 ? reopened : fromCredit).eq(0));
    return {
      posting: postingOf(line, payment, { party, settled, description }),
      party,
      settled: money(reopened.times(amount.s), owed.currency),
      credited: money(fromCredit.times(amount.s), payment.currency),
    };
  }
  const discount = discountIn(line, { payment, currency: owed.currency });
  const openHere = converted(
    item.open,
    { payment: rates.document, document: rates.payment },
    owed.currency,
    payment.currency,
  );
  // The amount that was converted from the open one settles all of it, whatever the rounding.
  const paid = amount.eq(openHere) ? item.open : converted(amount, rates, payment.currency, owed.currency);
  const settled = paid.plus(discount.times(amount.s));
  if (settled.abs().gt(item.open.abs()))
    throw rejected(
      `${line.path}amount`,
      `is more than the ${money(openHere, payment.currency)} ${payment.currency} that are open. Send the rest as a line without invoice_id, with customer_id or supplier_id`,
    );
  const cents = settled.eq(item.open) ? item.cents : partCents(item, settled, record);
  const discountCents = toCents(discount.times(amount.s), textIn(record, "exchange_rate") ?? "1");
  return {
    posting: postingOf(line, payment, {
      party,
      settled: [{ number: owed.number, cents }],
      discount: cashDiscount(document.type, await bookedLines(context, record.id), discountCents),
      description,
    }),
    party,
    settled: money(settled, owed.currency),
  };
}

/** The open and the paid amount of a document, in its currency and in cents of the company's. Negative if money goes back. */
interface OpenItem {
  readonly due: Big;
  readonly open: Big;
  readonly cents: number;
  readonly paid: Big;
  readonly paidCents: number;
}

async function openCents(context: WriteContext, { record, facts, owed }: BookedDocument): Promise<OpenItem> {
  const { paymentSign } = kinds[facts.kind];
  const { due, open, paid, paymentIds, creditIds } = await settlementsOf(context, facts, record);
  const movements = await movementsOf(context, owed, [...paymentIds, ...creditIds]);
  const total = (found: typeof movements) => found.reduce((cents, movement) => cents + movement.cents, 0) * paymentSign;
  const cents = total(movements);
  const byPayment = movements.filter(({ source }) => source !== null && paymentIds.includes(source));
  const isSettled = cents === 0 || movements.length === 0;
  return {
    due,
    // Canceled and written-off amounts are not open, though nobody paid them.
    open: isSettled ? new Big(0) : open,
    cents,
    paid,
    paidCents: -total(byPayment),
  };
}

/** In a foreign currency, the last payment absorbs the rounding. */
function partCents({ cents }: OpenItem, part: Big, record: NativeRecord): number {
  const exact = toCents(part, textIn(record, "exchange_rate") ?? "1");
  if (record["currency"] === "EUR") return exact;
  const most = Math.abs(cents) - 1;
  return Math.sign(exact) * Math.min(Math.abs(exact), most);
}

function paidCents({ paid, paidCents: all }: OpenItem, part: Big, record: NativeRecord): number {
  if (part.eq(paid.abs())) return Math.abs(all);
  return record["currency"] === "EUR" ? toCents(part, "1") : shareOf(Math.abs(all), part, paid.abs());
}

interface Rates {
  readonly payment: string;
  readonly document: string;
}

function documentRate({ owed: { currency } }: BookedDocument, { date }: Line, payment: Payment): string {
  if (currency === "EUR") return "1";
  return payment.currency === "EUR" ? (payment.rate ?? "1") : rateOn(currency, date);
}

const converted = (amount: Big, rates: Rates, from: string, to: string): Big =>
  from === to ? amount : rounded(amount.times(rates.payment).div(rates.document), to);

interface Refund {
  readonly item: OpenItem;
  readonly reopened: Big;
  readonly fromCredit: Big;
  readonly currency: string;
  readonly isCredit: boolean;
}

function checkRefund({ path, input, amount }: Line, { item, reopened, currency, isCredit }: Refund): void {
  if (textIn(input, "discount_amount") !== undefined)
    throw rejected(`${path}discount_amount`, "is not possible in a refund");
  if (reopened.eq(0) || (item.paid.s !== amount.s && reopened.lte(item.paid.abs()))) return;
  if (isCredit && amount.gt(0) && item.paid.eq(0))
    throw rejected(
      `${path}amount`,
      `must be negative, because money goes back: ${money(item.open, currency)} ${currency} are open`,
    );
  if (amount.gt(0))
    throw rejected(
      `${path}amount`,
      `is more than the ${money(item.open, currency)} ${currency} that are open. Send the rest as a line without invoice_id, with customer_id or supplier_id`,
    );
  throw rejected(
    `${path}amount`,
    `is a refund of more than the ${money(item.paid, currency)} ${currency} that were paid`,
  );
}

/** A cash discount settles a part of the document without money. */
function discountIn({ input, path }: Line, { payment, currency }: { payment: Payment; currency: string }): Big {
  const discount = new Big(textIn(input, "discount_amount") ?? 0);
  if (discount.eq(0)) return discount;
  if (payment.currency !== currency)
    throw rejected(`${path}discount_amount`, "is only possible in the currency of the document");
  if (!rounded(discount, currency).eq(discount))
    throw rejected(`${path}discount_amount`, "must have no more decimals than its currency");
  return discount;
}

async function onProposal(
  context: WriteContext,
  line: Line,
  { payment, document: { record } }: { payment: Payment; document: Proposal },
): Promise<Effect> {
  const { amount, path, date, bank } = line;
  if (payment.currency !== "EUR") throw rejected("currency", "must be EUR for a booking proposal");
  if (amount.lt(0)) throw rejected(`${path}amount`, "must be positive. To take a payment back, delete it");
  const { amount: paid } = await paymentsFor(context, record.id);
  const rest = new Big(String(record["total_gross_amount"])).minus(paid);
  const isPayable = ["open", "overdue", "partially_paid"].includes(String(record["status"]));
  if (!isPayable || amount.gt(rest))
    throw rejected(`${path}amount`, `is more than the ${isPayable ? rest.toFixed(2) : "0.00"} EUR that are open`);
  const number = String(record["number"]);
  return {
    posting: proposalPayment({
      date,
      bank,
      bookingType: String(record["booking_type"]),
      cents: toCents(amount, "1"),
      description: textIn(line.input, "description") ?? `Zahlung zu Buchungsvorschlag ${number}`,
      document: { id: payment.id, number },
    }),
    party: { id: record["contact_id"], name: record["contact_name"], role: undefined },
    settled: money(amount, "EUR"),
  };
}

function shownLine(
  { input, amount, date, bank }: Line,
  { posting, party, settled, credited }: Effect,
  currency: string,
) {
  return {
    account_id: accountId(bank),
    contact_id: party.id,
    contact_name: party.name,
    customer_id: party.role === "customer" ? party.id : null,
    supplier_id: party.role === "supplier" ? party.id : null,
    description: posting.description,
    invoice_id: input["invoice_id"] ?? null,
    amount: money(amount, currency),
    discount_amount: input["discount_amount"] ?? null,
    settled_amount: settled ?? null,
    credited_amount: credited ?? null,
    payment_date: date,
  };
}

async function updateStatus(context: WriteContext, document: BookedDocument | Proposal): Promise<void> {
  if (document.type !== "booking_proposal") {
    await updateDocumentStatus(context, document.facts, document);
    return;
  }
  const { record } = document;
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

/** Updates the money on account of all contacts of a payment. */
async function updateCredits(context: WriteContext, payments: readonly NativeRecord[]): Promise<void> {
  for (const payment of payments) {
    for (const party of await creditedParties(context, payment))
      await updateCreditItem(context, party, String(payment["currency"]));
  }
}

async function creditedParties(context: WriteContext, payment: NativeRecord): Promise<Trader[]> {
  const lines = listIn(payment, "payment_lines").filter((line) => !new Big(textIn(line, "credited_amount") ?? 0).eq(0));
  const ids = new Set(lines.map((line) => String(line["contact_id"])));
  const parties = payment["document_type"] === "bill" ? "suppliers" : "customers";
  const found: Trader[] = [];
  for (const id of ids) found.push(await partyOf(context, parties, id, "contact_id"));
  return found;
}

export async function removePayment(context: WriteContext, payment: NativeRecord): Promise<void> {
  for (const entry of unreversed(await entriesOf(context, [payment.id]))) await reverse(context, entry);
  await removeRecord(context, "payments", payment.id);
  await unmatchTransaction(context, payment.id);
  for (const id of new Set(listIn(payment, "payment_lines").map((line) => line["invoice_id"]))) {
    const document = typeof id === "string" ? await documentOf(context, id) : undefined;
    if (document === undefined) continue;
    if (document.type !== "booking_proposal") await mustNotBeRefunded(context, document);
    await updateStatus(context, document);
  }
  for (const party of await creditedParties(context, payment)) {
    const { amount } = await contactCredit(context, party, String(payment["currency"]));
    if (amount.lt(0)) throw refunded();
  }
  await updateCredits(context, [payment]);
}

const refunded = () =>
  new ApiError("rejected", "The money of this payment was refunded, at least in part. Delete the refund first.");

async function mustNotBeRefunded(context: WriteContext, { facts, record }: BookedDocument): Promise<void> {
  const { due, paid } = await settlementsOf(context, facts, record);
  if (!paid.eq(0) && paid.s !== due.s) throw refunded();
}
