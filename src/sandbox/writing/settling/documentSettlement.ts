/** Settles documents without money: by a credit, or by writing them off. */
import { Big } from "big.js";
import { money, toCents } from "../../books/basics/amounts.ts";
import type { NativeRecord } from "../../books/basics/types.ts";
import { kinds, type Owed } from "../../books/documents/document.ts";
import { cashDiscount } from "../../books/documents/settlement.ts";
import { credit, debit, type PostingLine, positive } from "../../books/ledger/posting.ts";
import { asThirdParty } from "../../books/masterdata/parties.ts";
import { rejected } from "../../server/errors.ts";
import { bookingDay, type WriteContext } from "../context.ts";
import { bookedLines, post } from "../ledger.ts";
import { findBy, putRecord } from "../records.ts";
import { textIn } from "../shapes/fields.ts";
import { type DocumentFacts, factsOf, movementsOf, settlementsOf, updateDocumentStatus } from "./documentStatus.ts";

interface Document {
  readonly facts: DocumentFacts;
  readonly record: NativeRecord;
  readonly owed: Owed;
}

/** The open amount in the document's currency, and in cents of the company's. Both are positive for what the document says. */
async function openOf(context: WriteContext, { facts, record, owed }: Document) {
  const { open, paymentIds, creditIds } = await settlementsOf(context, facts, record);
  const movements = await movementsOf(context, owed, [...paymentIds, ...creditIds]);
  const cents = movements.reduce((sum, movement) => sum + movement.cents, 0);
  return { amount: cents === 0 ? new Big(0) : open.times(kinds[facts.kind].paymentSign), cents };
}

/** The debt ends, the tax is corrected, and the loss or gain remains. */
export async function writeOff(context: WriteContext, document: Document): Promise<NativeRecord> {
  const { facts, record, owed } = document;
  const { control, openItemType, side, writeOff: account } = kinds[facts.kind];
  const { cents } = await openOf(context, document);
  if (cents === 0) throw rejected("payment_status", "cannot become bad_debt, because nothing is open");
  const onControl = side === "debit" ? credit : debit;
  const lines: PostingLine[] = [
    onControl(control, cents, asThirdParty(owed.party)),
    ...cashDiscount(openItemType, await bookedLines(context, record.id), cents, account),
  ];
  await post(context, {
    date: bookingDay(context),
    journal: "SO",
    description: `Ausbuchung ${owed.number} ${owed.party.name}`,
    lines: lines.map(positive),
    document: owed,
  });
  return updateDocumentStatus(context, facts, { ...document, isWrittenOff: true });
}

/** Offsets a credit with the open amount of a document of the same contact. */
export async function applyCredit(context: WriteContext, note: Document): Promise<NativeRecord> {
  const target = await targetOf(context, note);
  const here = await openOf(context, note);
  const there = await openOf(context, target);
  const amount = here.amount.lt(there.amount) ? here.amount : there.amount;
  if (amount.lte(0)) throw rejected("applied_to_id", "names a document with nothing open");
  const { control, side } = kinds[note.facts.kind];
  const [onNote, onTarget] = side === "credit" ? [debit, credit] : [credit, debit];
  const centsOf = ({ record }: Document, { amount: openAmount, cents }: typeof here) =>
    amount.eq(openAmount) ? cents : toCents(amount, textIn(record, "exchange_rate") ?? "1");
  const party = asThirdParty(note.owed.party);
  const lines = [
    onNote(control, centsOf(note, here), { ...party, documentNumber: note.owed.number ?? "" }),
    onTarget(control, centsOf(target, there), { ...party, documentNumber: target.owed.number ?? "" }),
  ];
  const difference = lines.reduce((sum, line) => sum + (line.side === "debit" ? line.cents : -line.cents), 0);
  if (difference > 0) lines.push(credit("2660", difference));
  if (difference < 0) lines.push(debit("2150", -difference));
  await post(context, {
    date: note.owed.date > target.owed.date ? note.owed.date : target.owed.date,
    journal: "SO",
    description: `Verrechnung ${target.owed.number} mit ${note.owed.number}`,
    document: note.owed,
    lines,
  });
  const applied = { ...note.record, applied_amount: money(amount, note.owed.currency) };
  await putRecord(context, note.facts.collection, applied);
  await updateDocumentStatus(context, target.facts, target);
  return updateDocumentStatus(context, note.facts, { ...note, record: applied });
}

async function targetOf(context: WriteContext, { facts, record, owed }: Document): Promise<Document> {
  const target = factsOf(facts.kind === "creditNote" ? "invoices" : "bills");
  const id = textIn(record, "applied_to_id");
  const found = id === undefined ? undefined : await findBy(context, target.collection, "id", id);
  if (found === undefined) throw rejected("applied_to_id", "cannot be removed once the credit was applied");
  if (textIn(record, "applied_amount") !== undefined)
    throw rejected("applied_to_id", "cannot be changed once the credit was applied");
  if (found["contact_id"] !== owed.party.id) throw rejected("applied_to_id", "names a document of another contact");
  if (found["currency"] !== owed.currency) throw rejected("applied_to_id", "names a document in another currency");
  const date = String(found[target.date]);
  const number = textIn(found, target.number) ?? null;
  const due = textIn(found, "due_date") ?? date;
  return {
    facts: target,
    record: found,
    owed: { id: found.id, kind: target.kind, number, date, due, currency: owed.currency, party: owed.party },
  };
}
