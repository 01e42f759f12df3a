/** Documents are listed in one place, the voucher list, and read one by one elsewhere. */

import type { Call, GetHandler, ListHandler } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { elsewhere } from "../../kit/encode.ts";
import { get, type ListDescription, type ReadDescription, unless } from "../../kit/reading.ts";
import type { Vocabulary } from "../../kit/vocabulary.ts";
import { list, reader, searched, sifted } from "./conventions.ts";
import { isUnsettled, statusIn } from "./fields.ts";
import type { Complete, Dated, Entry, Payment, SalesDocument } from "./types.ts";

const summaries =
  "The list has what the voucher list of Lexware Office has; the other fields come with the single record.";
export const secondRequest =
  "What its document does not tell, whether it is overdue or paid in part, takes a second request.";
const readWhole =
  "What is open is one list at Lexware Office: with OPEN, SENT, OVERDUE and the like it is read whole, and what is in another state left out here.";

interface Entries<Record>
  extends Pick<ListDescription<Record, Entry>, "map" | "orders" | "filters" | "rules" | "modifiedBy"> {
  readonly types: string | ((call: Call) => string);
  /** Where only these count. */
  readonly only?: string;
  /** Where the contract has the filter. */
  readonly states?: Vocabulary<string>;
}

/** The vendor's day of a moment. */
export const germanDay = (at: Date): string => at.toLocaleDateString("sv", { timeZone: "Europe/Berlin" });

export function entries<Record>(described: Entries<Record>): ListHandler<Record> {
  const { types, only = "any", states, filters, modifiedBy = "day", rules = [], ...rest } = described;
  const theirs = ({ filters: { status } }: Call): readonly string[] => {
    if (states === undefined || status === undefined) return [only];
    return [...new Set(states.theirs(status, "status").map((state) => state.replace("partly ", "")))];
  };
  // What is overdue, and what is paid in part, cannot be told apart by the vendor's own filter.
  const isMixed = states?.ours("overdue") !== undefined;
  const description: ListDescription<Record, Entry> = {
    ...rest,
    path: "/voucherlist",
    query: (call) => ({
      voucherType: typeof types === "string" ? types : types(call),
      voucherStatus: theirs(call).join(),
    }),
    filters: {
      lastModifiedAt: (at) => ({ updatedDateFrom: germanDay(at) }),
      ...(states && { status: elsewhere }),
      ...filters,
    },
    modifiedBy,
    rules: [summaries, ...(isMixed ? [readWhole] : []), ...rules],
  };
  const plain = list(description);
  return {
    ...plain,
    list: (call, session) => {
      if (!isMixed || !theirs(call).some((voucherStatus) => isUnsettled({ voucherStatus })))
        return plain.list(call, session);
      const paging = sifted((entry: Entry) => statusIn(states)(entry) === call.filters.status);
      return list({ ...description, paging }).list(call, session);
    },
  };
}

/** By the names of the record's own day and number. */
export const ordersBy = (date: string, number: string) => ({
  [date]: "voucherDate",
  [number]: "voucherNumber",
  createdDate: "createdDate",
  updatedDate: "updatedDate",
});

/** Drafts of vouchers need not have a number. */
const whereabouts = ({ voucherNumber, createdDate }: Dated): VendorQuery => {
  const day = createdDate?.slice(0, 10);
  return voucherNumber ? { voucherNumber: searched(voucherNumber) } : { createdDateFrom: day, createdDateTo: day };
};

export async function entryOf(session: Session, voucherType: string, document: Dated): Promise<Entry | undefined> {
  // Suppliers' numbers are not unique.
  const query = { voucherType, voucherStatus: "any", size: 250, ...whereabouts(document) };
  const { content } = (await session.read("/voucherlist", query)) as { readonly content: readonly Entry[] };
  return content.find(({ id }) => id === document.id);
}

export const readPayment = reader<Payment>("/payments");

/** Of what is not paid there is nothing to tell, and of credit notes to an invoice Lexware Office refuses to tell. */
export async function paymentOf(session: Session, { id, voucherStatus }: Dated): Promise<Payment | undefined> {
  const isSettled = voucherStatus === "paid" || voucherStatus === "paidoff";
  return isSettled ? unless(readPayment(id, session), "target_rejected") : undefined;
}

/** What is sold. Only what is open can be overdue or paid in part. */
export const readStanding =
  (collection: string, type: string) =>
  async (id: string, session: Session): Promise<Complete<SalesDocument>> => {
    const document = await reader<SalesDocument>(collection)(id, session);
    return isUnsettled(document) ? { ...document, entry: await entryOf(session, type, document) } : document;
  };

export const idIn = ({ ids }: Call): string => Object.values(ids)[0] ?? "";

type Single<Record, Native> = Pick<ReadDescription<Record, Complete<Native>>, "map" | "rules"> & {
  readonly read: (id: string, session: Session) => Promise<Complete<Native>>;
};

export const single = <Record, Native extends object>({ read, ...rest }: Single<Record, Native>): GetHandler<Record> =>
  get({
    ...rest,
    read: (call, session) => read(idIn(call), session),
    raw: ({ entry: _entry, payment: _payment, term: _term, ...document }) => document,
  });
