/** Invoices, bills and vendor credits. They are posted by the rules of the seeded books; their status follows from the ledger. */
import { addDays } from "../books/basics/calendar.ts";
import type { NativeEntry, NativeRecord } from "../books/basics/types.ts";
import { kinds, type Owed } from "../books/documents/document.ts";
import { booking, bookingLines } from "../books/documents/documentPosting.ts";
import { nativeTotals, type Trade, totalsOf } from "../books/documents/lines.ts";
import { openItemId } from "../books/documents/openItems.ts";
import { accountId, type JournalCode } from "../books/masterdata/chart.ts";
import { rateOn } from "../books/masterdata/currencies.ts";
import type { Trader } from "../books/masterdata/parties.ts";
import { ruleNamed } from "../books/masterdata/taxRules.ts";
import { conflict, rejected } from "../server/errors.ts";
import { mustBeOpen, type WriteContext } from "./context.ts";
import { type DocumentFacts, factsOf, updateDocumentStatus } from "./documentStatus.ts";
import { entriesOf, matches, post, reverse, unreversed } from "./ledger.ts";
import { invoiceTotals, readLines, showInvoiceLine, showSupplierLine, stampLines } from "./lines.ts";
import { currencyIn, rateIn } from "./lookups.ts";
import { nextNumber, numberRange } from "./numbering.ts";
import { nameOf } from "./parties.ts";
import { findBy, putRecord, removeRecord } from "./records.ts";
import { type Input, listIn, textIn } from "./shapes/fields.ts";

const unbooked = ["draft", "submitted"];
const settable = [...unbooked, "document_created", "open", "voided"];
const unsettled = ["document_created", "open", "overdue"];
const isBooked = (record: Input) => !unbooked.includes(String(record["status"]));

/** The customer or supplier of the document. */
export async function traderOf(context: WriteContext, { parties }: DocumentFacts, id: string | undefined) {
  if (id === undefined) throw rejected("contact_id", "is required for a booked document");
  const role: Trader["role"] = parties === "customers" ? "customer" : "supplier";
  const party = await findBy(context, parties, "id", id);
  if (party === undefined) throw rejected("contact_id", `names a contact that is not a ${role}`);
  return { id, role, name: nameOf(party), account: Number(party["account_number"]) };
}

/** The status that the caller sets. A document becomes paid or overdue by itself. */
function requestedStatus(input: Input, before: NativeRecord | undefined): string {
  const requested = textIn(input, "status");
  const was = before && textIn(before, "status");
  if (requested === undefined || requested === was) return was ?? "open";
  if (!settable.includes(requested)) throw rejected("status", "follows from payments, cancellations and time");
  if (requested === "voided" && was === undefined) throw rejected("status", "cannot be voided for a new document");
  if (was === "voided") throw conflict("The document is voided.", "status");
  if (before && isBooked(before) && unbooked.includes(requested))
    throw conflict("A booked document cannot become a draft again.", "status");
  return requested;
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
  const isSale = kind === "invoice";
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
    isInclusive: isSale && (types ? types === "inclusive" : taxRule === "gross"),
    taxRule,
    isReverseCharge: !isSale && (rule?.isReverseCharge ?? false),
  };
}

/** The complete record that follows from the input. Nothing is booked yet. */
async function makeDocument(context: WriteContext, facts: DocumentFacts, input: NativeRecord, before?: NativeRecord) {
  const date = textIn(input, facts.date) ?? "";
  const trade = tradeOf(input, facts);
  const { currency } = trade;
  const lines = await readLines(context, input, trade);
  const { due, days } = await dueDay(context, input, date);
  const show = trade.isSale ? showInvoiceLine : showSupplierLine;
  const written = listIn(input, "line_items");
  const shown = lines.map((line, index) => ({ ...written[index], ...show(line, currency) }));
  const totals = totalsOf(lines);
  const record: NativeRecord = {
    payment_status: "no_open_item",
    paid_date: null,
    ...input,
    currency,
    exchange_rate: currency === "EUR" ? null : trade.rate,
    due_date: due,
    journal_code: input["journal_code"] ?? kinds[facts.kind].journal,
    line_items: stampLines(input, shown, before ? listIn(before, "line_items") : [], context.now),
    status: requestedStatus(input, before),
    tax_rule: trade.taxRule,
    ...(trade.isSale
      ? {
          ...invoiceTotals(totals, currency),
          invoice_type: input["invoice_type"] ?? "standard",
          line_amount_types:
            input["line_amount_types"] ?? (trade.isInclusive ? "inclusive" : trade.isTaxed ? "exclusive" : "notax"),
          payment_term_duration: days,
        }
      : { ...nativeTotals(totals, currency), account_id: accountId(kinds[facts.kind].control), payment_days: days }),
  };
  return { record, lines, trade };
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
  const isVoided = record["status"] === "voided";
  if (!isBooked(record)) return putRecord(context, collection, record);
  if (isVoided && before && !isBooked(before)) throw conflict("A draft cannot be voided. Delete it instead.", "status");
  const booked = before && isBooked(before) ? unreversed(await entriesOf(context, [before.id])) : [];
  if (isVoided) {
    if (before?.["status"] === "voided") {
      const isOther = [facts.gross, facts.date, "contact_id"].some((field) => record[field] !== before[field]);
      if (isOther) throw conflict("The document is voided.");
      return putRecord(context, collection, record);
    }
    mustBeUnsettled(before);
    return voidDocument(context, collection, record, booked);
  }
  const numbered = await withNumber(context, facts, record);
  const date = textIn(numbered, facts.date) ?? "";
  if (lines.length === 0) throw rejected("line_items", "must not be empty in a booked document");
  const party = await traderOf(context, facts, textIn(record, "contact_id"));
  const owed: Owed = {
    id: record.id,
    kind: facts.kind,
    number: String(numbered[facts.number]),
    date,
    due: String(record["due_date"]),
    currency: trade.currency,
    party,
  };
  const bookable = { ...owed, rate: trade.rate, lines, isReverseCharge: trade.isReverseCharge };
  const posting = {
    ...booking({ ...bookable, booking: bookingLines(bookable) }, filesOf(numbered)),
    journal: String(record["journal_code"]) as JournalCode,
  };
  if (booked[0] === undefined || !matches(booked[0], posting)) {
    mustBeUnsettled(before);
    mustBeOpen(context, date, facts.date);
    for (const entry of booked) await reverse(context, entry);
    await post(context, posting);
  } else if (before && !["pending", "partly_paid"].includes(String(before["payment_status"]))) {
    // A settled document stays settled.
    return putRecord(context, collection, { ...record, status: before["status"] });
  }
  return updateDocumentStatus(context, facts, { record: { ...describe(party, facts), ...numbered }, owed });
}

const describe = ({ name }: Trader, { kind }: DocumentFacts) => ({ name: `${kinds[kind].label}: ${name}` });

const filesOf = (record: Input): string[] =>
  [record["file_id"], ...((record["files"] ?? []) as unknown[])].filter((file) => typeof file === "string");

const isUnsettled = (record: NativeRecord): boolean =>
  !isBooked(record) || (unsettled.includes(String(record["status"])) && record["payment_status"] === "pending");

export function mustBeUnsettled(before: NativeRecord | undefined): void {
  if (before && !isUnsettled(before))
    throw conflict("This document is already paid, cleared or canceled, at least in part.");
}

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
