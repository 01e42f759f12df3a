/** Invoices, bills and their credits. They are posted by the rules of the seeded books; their status follows from the ledger. */
import { addDays } from "../books/basics/calendar.ts";
import type { NativeEntry, NativeRecord } from "../books/basics/types.ts";
import { kinds, type Owed } from "../books/documents/document.ts";
import { booking, bookingLines } from "../books/documents/documentPosting.ts";
import { discounted, documentTotals, type Trade } from "../books/documents/lines.ts";
import { openItemId } from "../books/documents/openItems.ts";
import { accountId, type JournalCode } from "../books/masterdata/chart.ts";
import { rateOn } from "../books/masterdata/currencies.ts";
import type { Trader } from "../books/masterdata/parties.ts";
import { ruleNamed } from "../books/masterdata/taxRules.ts";
import { rejected } from "../server/errors.ts";
import { mustBeOpen, type WriteContext } from "./context.ts";
import { documentDiscountIn, tradeTotals } from "./documentDiscount.ts";
import { entriesOf, matches, post, reverse, unreversed } from "./ledger.ts";
import { invoiceTotals, readLines, showInvoiceLine, showSupplierLine, showTradeLine, stampLines } from "./lines.ts";
import { currencyIn, rateIn } from "./lookups.ts";
import { nextNumber, numberRange } from "./numbering.ts";
import { nameOf } from "./parties.ts";
import { findBy, putRecord, removeRecord } from "./records.ts";
import { mustBeUnsettled, mustKeepBookedFields } from "./settling/documentGuards.ts";
import { applyCredit, writeOff } from "./settling/documentSettlement.ts";
import { type DocumentFacts, factsOf, isCredit, updateDocumentStatus } from "./settling/documentStatus.ts";
import { checkReached, isBooked, requestedStatus } from "./settling/requestedStatus.ts";
import { type Input, listIn, textIn } from "./shapes/fields.ts";

/** A customer or supplier by its id. */
export async function partyOf(
  context: WriteContext,
  parties: "customers" | "suppliers",
  id: string | undefined,
  field: string,
): Promise<Trader> {
  if (id === undefined) throw rejected(field, "is required for a booked document");
  const role: Trader["role"] = parties === "customers" ? "customer" : "supplier";
  const party = await findBy(context, parties, "id", id);
  if (party === undefined) throw rejected(field, `names a contact that is not a ${role}`);
  return { id, role, name: nameOf(party), account: Number(party["account_number"]) };
}

export function owedOf(facts: DocumentFacts, record: NativeRecord, party: Trader): Owed {
  const date = String(record[facts.date]);
  return {
    id: record.id,
    kind: facts.kind,
    number: textIn(record, facts.number) ?? null,
    date,
    due: textIn(record, "due_date") ?? date,
    currency: String(record["currency"]),
    party,
  };
}

async function dueDay(context: WriteContext, input: Input, date: string) {
  const { payment_term_id: id, payment_term_code: code } = input;
  const term =
    typeof id === "string"
      ? await findBy(context, "payment-terms", "id", id)
      : typeof code === "string"
        ? await findBy(context, "payment-terms", "code", code)
        : undefined;
  const duration = input["payment_term_duration"] ?? input["payment_days"] ?? term?.["payment_days"];
  const days = typeof duration === "number" ? duration : null;
  if (days !== null && (days < 0 || days > 3650)) throw rejected("payment_days", "must be from 0 to 3650");
  const due = textIn(input, "due_date") ?? addDays(date, days ?? 0);
  if (due < date) throw rejected("due_date", "must not be before the document date");
  return { due, days };
}

function tradeOf(input: Input, { kind, date }: DocumentFacts): Trade & { taxRule: string; isReverseCharge: boolean } {
  const isSale = kinds[kind].openItemType === "invoice";
  const types = textIn(input, "line_amount_types");
  const taxRule =
    textIn(input, "tax_rule") ?? (types === "inclusive" ? "gross" : types === "notax" ? "taxfree" : "net");
  const rule = ruleNamed(taxRule);
  const currency = currencyIn(input);
  return {
    isSale,
    currency,
    rate: rateIn(input, currency, rateOn(currency, textIn(input, date) ?? "")),
    isTaxed: (rule?.isTaxed ?? true) && types !== "notax",
    isInclusive: kind === "invoice" && (types ? types === "inclusive" : taxRule === "gross"),
    taxRule,
    isReverseCharge: rule?.isReverseCharge ?? false,
  };
}

/** The complete record that follows from the input. Nothing is booked yet. */
async function makeDocument(context: WriteContext, facts: DocumentFacts, input: NativeRecord, before?: NativeRecord) {
  const date = textIn(input, facts.date) ?? "";
  const trade = tradeOf(input, facts);
  const { currency } = trade;
  const priced = await readLines(context, input, trade, facts.lines);
  const { due, days } = await dueDay(context, input, date);
  const show = {
    invoice: showInvoiceLine,
    creditNote: showTradeLine,
    bill: showSupplierLine,
    vendorCredit: showSupplierLine,
  };
  const written = listIn(input, facts.lines);
  const shown = priced.map((line, index) => ({ ...written[index], ...show[facts.kind](line, currency) }));
  const discount = documentDiscountIn(input, priced, currency, before);
  const totals = documentTotals(priced, discount, currency);
  const shownTotals = tradeTotals(input, totals, currency);
  const common: NativeRecord = {
    payment_status: "no_open_item",
    paid_date: null,
    ...input,
    currency,
    exchange_rate: currency === "EUR" ? null : trade.rate,
    journal_code: input["journal_code"] ?? kinds[facts.kind].journal,
    [facts.lines]: stampLines(input, shown, {
      before: before ? listIn(before, facts.lines) : [],
      now: context.now,
      field: facts.lines,
    }),
    status: requestedStatus(input, before),
    tax_rule: trade.taxRule,
  };
  const byKind = {
    invoice: {
      ...invoiceTotals(totals, currency),
      discount_percentage: input["discount_percentage"] ?? "0",
      due_date: due,
      invoice_type: input["invoice_type"] ?? "standard",
      line_amount_types:
        input["line_amount_types"] ?? (trade.isInclusive ? "inclusive" : trade.isTaxed ? "exclusive" : "notax"),
      payment_term_duration: days,
    },
    creditNote: shownTotals,
    bill: supplierFields(),
    vendorCredit: supplierFields(),
  };
  function supplierFields() {
    return {
      ...shownTotals,
      account_id: accountId(kinds[facts.kind].control),
      due_date: due,
      payment_days: days,
    };
  }
  const record: NativeRecord = { ...common, ...byKind[facts.kind] };
  return { record, lines: discounted(priced, discount, currency), trade };
}

/** Stores the record and updates the ledger, the open item and the status accordingly. */
export async function writeDocument(
  context: WriteContext,
  collection: string,
  input: NativeRecord,
  before?: NativeRecord,
): Promise<NativeRecord> {
  const facts = factsOf(collection);
  const { record, lines, trade } = await makeDocument(context, facts, input, before);
  if (isWritingOff(record, before) && (!isBooked(record) || record["status"] === "voided"))
    throw rejected("payment_status", "cannot become bad_debt, because nothing is open");
  if (!isBooked(record)) {
    if (textIn(record, "applied_to_id") !== undefined)
      throw rejected("applied_to_id", "is only possible for a document that is not a draft");
    return putRecord(context, collection, record);
  }
  const isVoided = record["status"] === "voided";
  if (isVoided && before && !isBooked(before))
    throw rejected("status", "cannot be voided for a draft. Delete the draft instead");
  const booked = before && isBooked(before) ? unreversed(await entriesOf(context, [before.id])) : [];
  mustKeepBookedFields(facts, record, before);
  if (isVoided) {
    if (before?.["status"] === "voided") return putRecord(context, collection, record);
    mustBeUnsettled(before, "status");
    return voidDocument(context, collection, record, booked);
  }
  const numbered = await withNumber(context, facts, record);
  const date = textIn(numbered, facts.date) ?? "";
  if (lines.length === 0) throw rejected(facts.lines, "must not be empty in a booked document");
  const party = await partyOf(context, facts.parties, textIn(record, "contact_id"), "contact_id");
  const owed = owedOf(facts, numbered, party);
  const isReverseCharge = !trade.isSale && trade.isReverseCharge;
  const bookable = { ...owed, rate: trade.rate, lines, isReverseCharge };
  const posting = {
    ...booking({ ...bookable, booking: bookingLines(bookable) }, filesOf(numbered)),
    journal: String(record["journal_code"]) as JournalCode,
  };
  if (booked[0] === undefined || !matches(booked[0], posting)) {
    mustBeUnsettled(before, facts.lines);
    mustBeOpen(context, date, facts.date);
    for (const entry of booked) await reverse(context, entry);
    await post(context, posting);
  }
  const document = { facts, record: { ...describe(party, facts), ...numbered }, owed };
  const written = await completeDocument(context, document, before);
  checkReached(input, written, before);
  return written;
}

const isWritingOff = (record: NativeRecord, before: NativeRecord | undefined): boolean =>
  record["payment_status"] === "bad_debt" && before?.["payment_status"] !== "bad_debt";

interface WrittenDocument {
  readonly facts: DocumentFacts;
  readonly record: NativeRecord;
  readonly owed: Owed;
}

/** Applies a credit, writes a document off, or only updates its status. */
async function completeDocument(context: WriteContext, document: WrittenDocument, before?: NativeRecord) {
  const { facts, record } = document;
  if (isWritingOff(record, before)) return writeOff(context, document);
  if (isCredit(facts) && textIn(record, "applied_to_id") !== textIn(before ?? {}, "applied_to_id"))
    return applyCredit(context, document);
  // The ledger does not show whether a document was canceled, written off or debited.
  const isFinal = before && !["pending", "partly_paid", "no_open_item"].includes(String(before["payment_status"]));
  if (isFinal && isBooked(before)) {
    const { status, payment_status, paid_date } = before;
    return putRecord(context, facts.collection, { ...record, status, payment_status, paid_date });
  }
  return updateDocumentStatus(context, facts, document);
}

const describe = ({ name }: Trader, { kind }: DocumentFacts) => ({ name: `${kinds[kind].label}: ${name}` });

const filesOf = (record: Input): string[] =>
  [record["file_id"], ...((record["files"] ?? []) as unknown[])].filter((file) => typeof file === "string");

async function withNumber(
  context: WriteContext,
  { kind, date, number, collection }: DocumentFacts,
  record: NativeRecord,
) {
  if (textIn(record, number) !== undefined) return record;
  const prefix = `${kinds[kind].prefix}-${String(record[date]).slice(0, 4)}-`;
  return { ...record, [number]: await nextNumber(context, numberRange(number, prefix, collection)) };
}

async function voidDocument(
  context: WriteContext,
  collection: string,
  record: NativeRecord,
  booked: readonly NativeEntry[],
) {
  for (const entry of booked) await reverse(context, entry);
  await removeRecord(context, "open-items", openItemId(record.id));
  return putRecord(context, collection, {
    ...record,
    status: "voided",
    payment_status: "canceled",
    updated_at: context.now,
  });
}

/** Deletes a draft. A booked document is reversed and stays as voided. */
export async function removeDocument(context: WriteContext, collection: string, record: NativeRecord): Promise<void> {
  if (!isBooked(record)) return removeRecord(context, collection, record.id);
  if (record["status"] === "voided") return undefined;
  mustBeUnsettled(record);
  await voidDocument(context, collection, record, unreversed(await entriesOf(context, [record.id])));
  return undefined;
}
