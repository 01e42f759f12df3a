/** All documents are listed in the voucher list, and each kind has its own path for single ones. */

import type { Call, GetHandler, ListCall, ListHandler } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { sentSeparately } from "../../kit/encode.ts";
import type { Paging } from "../../kit/lists/paging.ts";
import { get, type ListDescription, type ReadDescription, undefinedIfRefused } from "../../kit/reading.ts";
import type { Vocabulary } from "../../kit/vocabulary.ts";
import type { Complete } from "./complete.ts";
import { filteredPaging, list, reader, searched } from "./conventions.ts";
import { isUnsettled, statusIn } from "./fields.ts";
import { germanDay, isSplittable, paging, splittable } from "./longLists.ts";
import type { Dated, Entry, Payment, SalesDocument } from "./types.ts";

const summaries =
  "The list has the fields of Lexware Office's voucher list. Get a single record for the other fields, and for the payment status of a settled document.";
export const secondRequest =
  "Whether the document is overdue or partly paid takes a second request, because the document itself does not say.";
const readWhole =
  "Lexware Office has only one status for open documents. For OPEN, SENT, OVERDUE and similar values, Kontor reads all open documents and filters them.";

interface Entries<Record>
  extends Pick<ListDescription<Record, Entry>, "map" | "orders" | "filters" | "rules" | "modifiedBy"> {
  readonly types: string | ((call: Call) => string);
  /** The vendor's states that the list is limited to. */
  readonly only?: string;
  /** The states, if the contract can filter by them. */
  readonly states?: Vocabulary<string>;
}

/** The day of creation never changes and new documents come last, so pages do not shift while they are read. */
const defaultOrder = { field: "createdDate", direction: "ASC" } as const;
export const defaultSort = `${defaultOrder.field},${defaultOrder.direction}`;

const onTheirWay = ["open", "sepadebit", "transferred"];

export function entries<Record>(description: Entries<Record>): ListHandler<Record> {
  const { types, only = "any", states, filters, modifiedBy = "day", rules = [], ...rest } = description;
  const theirs = ({ filters: { status } }: Call): readonly string[] => {
    if (states === undefined || status === undefined) return [only];
    const words = [...new Set(states.toVendor(status, "status").map((state) => state.replace("partly ", "")))];
    // The vendor finds overdue documents as open ones, and has words of its own for money on its way.
    return words.includes("overdue") && states.toContract("transferred") !== undefined ? onTheirWay : words;
  };
  // The vendor's filter does not distinguish overdue and partly paid documents from other open ones.
  const isMixed = states?.toContract("overdue") !== undefined;
  const listDescription: ListDescription<Record, Entry> = {
    ...rest,
    path: "/voucherlist",
    query: (call) => ({
      voucherType: typeof types === "string" ? types : types(call),
      voucherStatus: theirs(call).join(),
      sort: defaultSort,
    }),
    filters: {
      lastModifiedAt: (at) => ({ updatedDateFrom: germanDay(at) }),
      ...(states && { status: sentSeparately }),
      ...filters,
    },
    modifiedBy,
    rules: [summaries, ...(isMixed ? [readWhole] : []), ...rules],
  };
  const pagingOf = (call: ListCall): Paging => {
    const paging = pagingFor(listDescription, call);
    if (!isMixed || !theirs(call).some((voucherStatus) => isUnsettled({ voucherStatus }))) return paging;
    return filteredPaging(paging, (entry: Entry) => statusIn(states)(entry) === call.filters.status);
  };
  return {
    ...list(listDescription),
    list: (call, session) => list({ ...listDescription, paging: pagingOf(call) }).list(call, session),
  };
}

/** Not every document has a date and a number of its own, so a long list in their order cannot be split. */
function pagingFor({ orders = {} }: Pick<ListDescription<unknown, Entry>, "orders">, { order }: ListCall): Paging {
  const { field, direction } = order ? { ...order, field: orders[order.field] ?? "" } : defaultOrder;
  return isSplittable(field) ? splittable(field, direction) : paging;
}

/** The orders of a list, by our names for the date and the number. */
export const ordersBy = (date: string, number: string) => ({
  [date]: "voucherDate",
  [number]: "voucherNumber",
  createdDate: "createdDate",
  updatedDate: "updatedDate",
});

/** Finds a document by its number or, as drafts need not have one, by the day of its creation. */
const queryFor = ({ voucherNumber, createdDate }: Dated): VendorQuery => {
  const day = createdDate?.slice(0, 10);
  return voucherNumber ? { voucherNumber: searched(voucherNumber) } : { createdDateFrom: day, createdDateTo: day };
};

export async function entryOf(session: Session, voucherType: string, document: Dated): Promise<Entry | undefined> {
  // Suppliers' numbers are not unique, so several entries may match.
  const query = { voucherType, voucherStatus: "any", size: 250, ...queryFor(document) };
  const { content } = (await session.read("/voucherlist", query)) as { readonly content: readonly Entry[] };
  return content.find(({ id }) => id === document.id);
}

export const readPayment = reader<Payment>("/payments");

/** Only settled documents have a payment. Lexware Office refuses the request for credit notes of an invoice. */
export async function paymentOf(session: Session, { id, voucherStatus }: Dated): Promise<Payment | undefined> {
  const isSettled = voucherStatus === "paid" || voucherStatus === "paidoff";
  return isSettled ? undefinedIfRefused(readPayment(id, session), "target_rejected") : undefined;
}

/** A sales document with its entry, which is read only for open documents: only those can be overdue or partly paid. */
export const readWithEntry =
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
