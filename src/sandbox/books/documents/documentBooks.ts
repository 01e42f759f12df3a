/** The postings, payments, open items and statuses that follow from the documents. */
import type { Big } from "big.js";
import { money } from "../basics/amounts.ts";
import type { Calendar } from "../basics/calendar.ts";
import { fileId, fileRecord } from "../basics/files.ts";
import { random, seedOf } from "../basics/random.ts";
import type { NativeRecord } from "../basics/types.ts";
import type { Posting } from "../ledger/posting.ts";
import { kinds, type TradeDocument } from "./document.ts";
import { booking } from "./documentPosting.ts";
import { openItemOf } from "./openItems.ts";
import { paymentRecord } from "./payments.ts";
import { plans } from "./plans.ts";
import { clearing, type Settlement, settlements } from "./settlement.ts";

/** The status on the last day. */
interface DocumentStatus {
  readonly status: string | null;
  readonly payment_status: string;
  readonly paid_date: string | null;
  readonly file_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface DocumentBooks {
  readonly postings: readonly Posting[];
  readonly payments: readonly NativeRecord[];
  readonly openItems: readonly NativeRecord[];
  readonly files: readonly NativeRecord[];
  statusOf(document: TradeDocument): DocumentStatus;
}

export function documentBooks(time: Calendar, documents: readonly TradeDocument[]): DocumentBooks {
  const settled = new Map(
    documents.map((document) => [document.id, settlements(time, document, random(seedOf(document.id)))]),
  );
  const of = (document: TradeDocument): readonly Settlement[] => settled.get(document.id) ?? [];
  const booked = documents.filter(({ number }) => number !== null);
  const clearings = new Map(
    documents.flatMap((note) =>
      note.against ? [[note.against.id, note.date] as const, [note.id, note.date] as const] : [],
    ),
  );
  return {
    postings: [
      ...booked.flatMap((document) => [
        booking(document, filesOf(document)),
        ...of(document).map(({ posting }) => posting),
      ]),
      ...documents.flatMap((note) => (note.against ? [clearing(note, note.against)] : [])),
    ],
    payments: booked.flatMap((document) =>
      of(document).flatMap((settlement) => paymentRecords(time, document, settlement)),
    ),
    openItems: booked
      .filter((document) => !clearings.has(document.id))
      .flatMap((document) => openItem(time, document, of(document))),
    files: booked
      .filter(hasFile)
      .map((document) => fileRecord(time, document.id, String(document.number), document.date)),
    statusOf: (document) =>
      statusOf(time, document, [...of(document).map(({ date }) => date), clearings.get(document.id) ?? ""]),
  };
}

/** About every third document has no file. */
const hasFile = ({ id, number }: TradeDocument): boolean => number !== null && seedOf(id) % 3 !== 0;

const isPaid = ({ plan }: TradeDocument): boolean =>
  ["paid", "cashDiscount", "corrected", "debited", "offset", "offsetting"].includes(plan);

function statusOf(time: Calendar, document: TradeDocument, events: readonly string[]): DocumentStatus {
  const last = events.reduce((latest, date) => (date > latest ? date : latest), document.date);
  return {
    status: plans[document.plan].status,
    payment_status: plans[document.plan].payment,
    paid_date: isPaid(document) ? last : null,
    file_id: hasFile(document) ? fileId(document.id) : null,
    created_at: time.instant(document.date, document.id),
    updated_at: time.instant(last, document.id),
  };
}

const filesOf = (document: TradeDocument): string[] => (hasFile(document) ? [fileId(document.id)] : []);

function paymentRecords(time: Calendar, document: TradeDocument, { date, paid, posting }: Settlement): NativeRecord[] {
  if (paid === undefined) return [];
  const { party, currency } = document;
  return [
    paymentRecord(time.instant(date, paid.id), {
      id: paid.id,
      date,
      documentType: kinds[document.kind].openItemType,
      documentId: document.id,
      party,
      currency,
      rate: paid.rate,
      amount: money(paid.amount, currency),
      settled: settledBy(document, paid.amount),
      description: posting.description,
      type: document.plan === "debited" ? "automatic_bank_withdrawal" : "bank_transfer",
    }),
  ];
}

/** With a cash discount, a payment settles the whole document. */
const settledBy = ({ plan, totals, currency }: TradeDocument, amount: Big): string =>
  money(plan === "cashDiscount" ? totals.gross : amount, currency);

function openItem(time: Calendar, document: TradeDocument, settled: readonly Settlement[]): NativeRecord[] {
  const { label } = kinds[document.kind];
  const movements = [
    { date: document.date, cents: document.booking[0]?.cents ?? 0, description: `${label} ${document.number}` },
    ...settled.map(({ date, cents, posting }) => ({ date, cents: -cents, description: posting.description })),
  ];
  const item = openItemOf(document, movements, {
    created_at: time.instant(document.date, document.id),
    updated_at: time.instant(settled.at(-1)?.date ?? document.date, document.id),
  });
  return item ? [item] : [];
}
