/** Documents are listed in one place, the voucher list, and read one by one elsewhere. */

import type { Call, GetHandler, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { elsewhere } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, type ListDescription } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, searched, spell } from "./conventions.ts";
import type { Payment } from "./types.ts";
import type { Entry, SalesDocument, Voucher, Whole } from "./vendorDocuments.ts";

const summaries =
  "The list has what the voucher list of Lexware Office has; the other fields come with the single record.";
export const secondLook =
  "What its document does not tell, whether it is overdue or paid in part, takes a second request.";
const openIsWide = "The state OPEN also finds what is overdue: for Lexware Office it is both.";

/** Our states, and theirs for a filter. */
export const salesStates = {
  DRAFT: "draft",
  OPEN: "open,sepadebit,transferred",
  OVERDUE: "overdue",
  PAID: "paid,paidoff",
  VOIDED: "voided",
};
export const voucherStates = { ...salesStates, DRAFT: "unchecked" };

type State = keyof typeof salesStates;
const stateWords: Readonly<Record<string, State>> = {
  ...{ draft: "DRAFT", unchecked: "DRAFT", blank: "DRAFT" },
  ...{ open: "OPEN", sepadebit: "OPEN", transferred: "OPEN", overdue: "OVERDUE" },
  ...{ paid: "PAID", paidoff: "PAID", voided: "VOIDED" },
};

/** What an entry knows better than its document: whether it is overdue. */
export const stateIn = ({ document, entry }: Whole<{ readonly voucherStatus?: Entry["voucherStatus"] }>) =>
  entry?.voucherStatus ?? document.voucherStatus;

export const entryStatus = { status: vocabulary(stateWords).read((entry: Entry) => entry.voucherStatus) };
export const wholeStatus = { status: vocabulary(stateWords).read(stateIn) };

type Settled = "PAID" | "CANCELED" | "PARTLY_PAID" | "PENDING";
const settled: Readonly<Record<string, Settled>> = { paid: "PAID", paidoff: "PAID", voided: "CANCELED" };
const unsettled = new Set(["open", "overdue", "sepadebit", "transferred"]);

function settlement({ voucherStatus, openAmount, totalAmount }: Omit<Entry, "id">): Settled | undefined {
  const done = settled[voucherStatus ?? ""];
  if (done !== undefined || !unsettled.has(voucherStatus ?? "")) return done;
  const [open, total] = [amount(openAmount), amount(totalAmount)];
  if (open === undefined || total === undefined) return undefined;
  return sum([total, -open]) > 0 ? "PARTLY_PAID" : "PENDING";
}

export const entryPayment = { paymentStatus: settlement };
/** What was given up is called paid. */
const isGivenUp = (payment: Payment | undefined): boolean =>
  payment?.paymentItems?.some(({ paymentItemType }) => paymentItemType === "irrecoverableReceivable") ?? false;

export const wholePayment = {
  paymentStatus: ({ document, entry, payment }: Whole<{ readonly voucherStatus?: Entry["voucherStatus"] }>) =>
    isGivenUp(payment) ? "BAD_DEBT" : settlement(entry ?? { voucherStatus: document.voucherStatus }),
};

export interface Listed<Record>
  extends Pick<ListDescription<Record, Entry>, "map" | "orders" | "filters" | "rules" | "modifiedBy"> {
  readonly types: string | ((call: Call) => string);
  /** Where only these count. */
  readonly only?: string;
  /** Where the contract has the filter. */
  readonly states?: Readonly<globalThis.Record<string, string>>;
}

export function entries<Record>({
  types,
  only = "any",
  states,
  filters,
  modifiedBy = "day",
  rules = [],
  ...rest
}: Listed<Record>): ListHandler<Record> {
  return list({
    ...rest,
    path: "/voucherlist",
    query: (call) => ({
      voucherType: typeof types === "string" ? types : types(call),
      voucherStatus: call.filters.status === undefined ? only : spell(states ?? {}, "status", call.filters.status),
    }),
    filters: {
      // A day of the vendor's zone begins before that of UTC: it leaves nothing out.
      lastModifiedAt: (at) => ({ updatedDateFrom: at.toISOString().slice(0, 10) }),
      ...(states && { status: elsewhere }),
      ...filters,
    },
    modifiedBy,
    rules: [summaries, ...(states && "OVERDUE" in states ? [openIsWide] : []), ...rules],
  });
}

type Document = Pick<SalesDocument & Voucher, "id" | "voucherStatus" | "voucherNumber" | "createdDate">;

/** Drafts of vouchers need not have a number. */
const whereabouts = ({ voucherNumber, createdDate }: Document): VendorQuery => {
  const day = createdDate?.slice(0, 10);
  return voucherNumber ? { voucherNumber: searched(voucherNumber) } : { createdDateFrom: day, createdDateTo: day };
};

export async function entryOf(session: Session, voucherType: string, document: Document): Promise<Entry | undefined> {
  // Suppliers' numbers are not unique.
  const query = { voucherType, voucherStatus: "any", size: 250, ...whereabouts(document) };
  const { content } = (await session.read("/voucherlist", query)) as { readonly content: readonly Entry[] };
  return content.find(({ id }) => id === document.id);
}

/** Of what is not paid there is nothing to tell, and of credit notes to an invoice Lexware Office refuses to tell. */
export async function paymentOf(session: Session, { id, voucherStatus }: Document): Promise<Payment | undefined> {
  if (voucherStatus !== "paid" && voucherStatus !== "paidoff") return undefined;
  try {
    return (await session.read(path`/payments/${id}`)) as Payment;
  } catch (error) {
    if (error instanceof Failure && error.code === "target_rejected") return undefined;
    throw error;
  }
}

export interface Single<Record, Native> {
  readonly read: (id: string, session: Session) => Promise<Whole<Native>>;
  readonly map: Mapping<Record, Whole<Native>>;
  readonly rules?: readonly string[];
}

export const idIn = ({ ids }: Call): string => Object.values(ids)[0] ?? "";

export const single = <Record, Native>({ read, ...description }: Single<Record, Native>): GetHandler<Record> =>
  get({ ...description, read: (call, session) => read(idIn(call), session), raw: ({ document }) => document });
