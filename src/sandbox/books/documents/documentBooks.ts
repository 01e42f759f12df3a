/** What follows from the claims: ledger postings, payments, open items, and how each document stands. */
import { money } from "../basics/amounts.ts";
import type { Calendar } from "../basics/calendar.ts";
import { fileId, fileRecord } from "../basics/files.ts";
import { random, seedOf } from "../basics/random.ts";
import type { NativeRecord } from "../basics/types.ts";
import type { Posting } from "../ledger/posting.ts";
import { type Claim, kinds } from "./document.ts";
import { booking } from "./documentPosting.ts";
import { openItemOf } from "./openItems.ts";
import { paymentRecord } from "./payments.ts";
import { plans } from "./plans.ts";
import { clearing, type Settlement, settlements } from "./settlement.ts";

/** How a document stands on the last day. */
interface Standing {
  readonly status: string;
  readonly payment_status: string;
  readonly paid_date: string | null;
  readonly file_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ClaimBooks {
  readonly postings: readonly Posting[];
  readonly payments: readonly NativeRecord[];
  readonly openItems: readonly NativeRecord[];
  readonly files: readonly NativeRecord[];
  standing(claim: Claim): Standing;
}

export function claimBooks(time: Calendar, claims: readonly Claim[]): ClaimBooks {
  const settled = new Map(claims.map((claim) => [claim.id, settlements(time, claim, random(seedOf(claim.id)))]));
  const of = (claim: Claim): readonly Settlement[] => settled.get(claim.id) ?? [];
  const booked = claims.filter(({ number }) => number !== null);
  const clearings = new Map(
    claims.flatMap((note) =>
      note.against ? [[note.against.id, note.date] as const, [note.id, note.date] as const] : [],
    ),
  );
  return {
    postings: [
      ...booked.flatMap((claim) => [booking(claim, filesOf(claim)), ...of(claim).map(({ posting }) => posting)]),
      ...claims.flatMap((note) => (note.against ? [clearing(note, note.against)] : [])),
    ],
    payments: booked.flatMap((claim) => of(claim).flatMap((settlement) => paymentRecords(time, claim, settlement))),
    openItems: booked.filter((claim) => !clearings.has(claim.id)).flatMap((claim) => openItem(time, claim, of(claim))),
    files: booked.filter(hasFile).map((claim) => fileRecord(time, claim.id, String(claim.number), claim.date)),
    standing: (claim) => standing(time, claim, [...of(claim).map(({ date }) => date), clearings.get(claim.id) ?? ""]),
  };
}

/** Every third document was kept on paper only. */
const hasFile = ({ id, number }: Claim): boolean => number !== null && seedOf(id) % 3 !== 0;

const isPaid = ({ plan }: Claim): boolean => ["paid", "corrected", "debited", "offset", "offsetting"].includes(plan);

function standing(time: Calendar, claim: Claim, events: readonly string[]): Standing {
  const last = events.reduce((latest, date) => (date > latest ? date : latest), claim.date);
  return {
    status: plans[claim.plan].status,
    payment_status: plans[claim.plan].payment,
    paid_date: isPaid(claim) ? last : null,
    file_id: hasFile(claim) ? fileId(claim.id) : null,
    created_at: time.instant(claim.date, claim.id),
    updated_at: time.instant(last, claim.id),
  };
}

const filesOf = (claim: Claim): string[] => (hasFile(claim) ? [fileId(claim.id)] : []);

function paymentRecords(time: Calendar, claim: Claim, { date, paid, posting }: Settlement): NativeRecord[] {
  if (paid === undefined) return [];
  const { party, currency } = claim;
  return [
    paymentRecord(time.instant(date, paid.id), {
      id: paid.id,
      date,
      documentType: kinds[claim.kind].openItemType,
      documentId: claim.id,
      party,
      currency,
      rate: paid.rate,
      amount: money(paid.amount, currency),
      description: posting.description,
      type: claim.plan === "debited" ? "automatic_bank_withdrawal" : "bank_transfer",
    }),
  ];
}

function openItem(time: Calendar, claim: Claim, settled: readonly Settlement[]): NativeRecord[] {
  const { label } = kinds[claim.kind];
  const movements = [
    { date: claim.date, cents: claim.booking[0]?.cents ?? 0, description: `${label} ${claim.number}` },
    ...settled.map(({ date, cents, posting }) => ({ date, cents: -cents, description: posting.description })),
  ];
  const item = openItemOf(claim, movements, {
    created_at: time.instant(claim.date, claim.id),
    updated_at: time.instant(settled.at(-1)?.date ?? claim.date, claim.id),
  });
  return item ? [item] : [];
}
