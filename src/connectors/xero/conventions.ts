/** Conventions of Xero's lists, records and writes. */

import type { GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session, type VendorHeaders, type VendorQuery } from "../../contract/session.ts";
import { byPageNumber, type Paging } from "../../kit/lists/paging.ts";
import { path } from "../../kit/path.ts";
import { type GetDescription, get, type ListDescription, lists, noRecord } from "../../kit/reading.ts";
import { remove, type WriteDescription, write } from "../../kit/writing.ts";
import { byFixedPages, unpaged } from "./paging.ts";
import type { Collections, Text } from "./types.ts";
import { type Wrapping, wrappedIn } from "./wrapped.ts";

type Name = keyof Collections;

/** The ids that lists are sorted by, so that pages do not shift when records change. */
const idFields: { readonly [Collection in Name]?: string } = {
  Accounts: "AccountID",
  BankTransactions: "BankTransactionID",
  Contacts: "ContactID",
  CreditNotes: "CreditNoteID",
  Invoices: "InvoiceID",
  Items: "ItemID",
  Overpayments: "OverpaymentID",
  Payments: "PaymentID",
  Prepayments: "PrepaymentID",
  PurchaseOrders: "PurchaseOrderID",
  Quotes: "QuoteID",
  TaxRates: "Name",
};

const listBy =
  (pagingOf: (wrapping: Wrapping<unknown>) => Paging) =>
  <Record, Native>(
    collection: Name,
    description: Omit<ListDescription<Record, Native>, "path" | "paging">,
  ): ListHandler<Record> => {
    const { [collection]: defaultOrder } = idFields;
    return lists({
      paging: pagingOf(wrappedIn(collection)),
      order: (field, direction) => ({ order: `${field} ${direction}` }),
      filterSeparator: " AND ",
    })({ ...description, ...(defaultOrder && { defaultOrder }), path: `/${collection}` });
  };

/** Without a page number, Xero sends documents without their lines. */
export const list = listBy(({ records }) =>
  byPageNumber({
    page: "page",
    size: "pageSize",
    first: 1,
    largest: 1000,
    records,
    total: (body: { readonly pagination?: { readonly itemCount?: number } }) => body.pagination?.itemCount,
  }),
);

export const unpagedRule = "Xero does not page this list.";
const unpagedList = listBy(unpaged);
export const wholeList = <Record, Native>(
  collection: Name,
  description: Omit<ListDescription<Record, Native>, "path" | "paging">,
): ListHandler<Record> =>
  unpagedList(collection, {
    ...description,
    readsWholeList: true,
    rules: [unpagedRule, ...(description.rules ?? [])],
  });

/** Quotes come a hundred at a time, whatever the page size. */
export const hundreds = listBy(({ records }) =>
  byFixedPages({ page: "page", size: 100, first: 1, records: (body: unknown) => records(body) ?? [] }),
);

/** `id` is the name of the record's id in our paths. */
export const single = <Record, Native>(
  collection: Name,
  { id, ...description }: Pick<GetDescription<Record, Native>, "map" | "query" | "is"> & { readonly id: string },
): GetHandler<Record> => get({ ...wrappedIn<Native>(collection), ...description, path: `/${collection}/{${id}}` });

export const recordsIn = <Collection extends Name>(body: unknown, collection: Collection) =>
  wrappedIn<Collections[Collection]>(collection).records(body) ?? [];

export async function readOne<Collection extends Name>(
  session: Session,
  collection: Collection,
  id: Text,
  query?: VendorQuery,
): Promise<Collections[Collection]> {
  const [native] = recordsIn(await session.read(path`/${collection}/${id ?? undefined}`, query), collection);
  if (native === undefined) throw noRecord();
  return native;
}

/** Unit prices with four decimals instead of two. */
export const exact = { unitdp: 4 } as const;

/** UTC without a time zone, to the second. */
export const modified = {
  lastModifiedAt: (at: Date): VendorHeaders => ({ "if-modified-since": at.toISOString().slice(0, 19) }),
};

/** Xero does not document how to escape quotes. */
export function quoted(text: string): string {
  if (/["\\]/.test(text)) throw new Failure("invalid_request", 'Xero cannot search for a text that contains " or \\.');
  return `"${text}"`;
}
type Conditions = Readonly<Record<string, string>>;
const isEqual = (field: string, text: string): string => `${field}==${quoted(text)}`;
export const equals =
  (field: string) =>
  (text: string): VendorQuery => ({ where: isEqual(field, text) });
/** The field equals one of the texts; `special` has other conditions for some of them. */
export const anyOf = (field: string, texts: readonly string[], special: Conditions = {}): VendorQuery => {
  const conditions = texts.map((text) => special[text] ?? isEqual(field, text));
  return { where: conditions.length === 1 ? conditions.join() : `(${conditions.join(" OR ")})` };
};
export const dateTime = (day: string): string => `DateTime(${day.replaceAll("-", ",")})`;
export const fromDay =
  (field: string) =>
  (day: string): VendorQuery => ({ where: `${field}>=${dateTime(day)}` });

/** Xero answers a repeated key with its first reply. */
export const once = ({ marker }: Pick<WriteCall<unknown>, "marker">) => ({ "idempotency-key": marker });

type Written<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "path" | "headers" | "repeatable"
>;

/** Xero creates with PUT. */
export const create = <Input extends object, Record, Native>(
  collection: Name,
  description: Written<Input, Record, Native>,
): WriteHandler<Input, Record> =>
  write<Input, Record, Native>({
    ...wrappedIn<Native>(collection),
    ...description,
    method: "PUT",
    path: `/${collection}`,
    headers: once,
    repeatable: true,
  });

/** Xero changes with POST, and fields that are not sent stay unchanged. A repetition changes nothing, so there is no key. */
export const change = <Input extends object, Record, Native>(
  collection: Name,
  { id, ...description }: Written<Input, Record, Native> & { readonly id: string },
): WriteHandler<Input, Record> =>
  write<Input, Record, Native>({
    ...wrappedIn<Native>(collection),
    ...description,
    method: "POST",
    path: `/${collection}/{${id}}`,
    repeatable: true,
  });

export const isGone = ({ Status }: { readonly Status?: Text }): boolean => Status === "DELETED" || Status === "VOIDED";

/**
 * Xero keeps deleted records: drafts become DELETED, approved documents VOIDED, and both can still be read. Payments become
 * DELETED, and are sent without the list that other records are wrapped in.
 */
export function discard(
  collection: "CreditNotes" | "Invoices" | "Payments",
  id: string,
): WriteHandler<undefined, { id: string }> {
  const isPayment = collection === "Payments";
  return {
    ...remove(`/${collection}/{${id}}`, {
      gone: (body: unknown) => recordsIn(body, collection).some(isGone),
      prepare: ({ ids }, session) => readOne(session, collection, ids[id]),
    }),
    request: ({ ids }, native) => {
      const isApproved = (native as { readonly Status?: Text }).Status === "AUTHORISED";
      const body = { Status: isApproved && !isPayment ? "VOIDED" : "DELETED" };
      const sent = isPayment ? body : wrappedIn(collection).within(body);
      return { method: "POST", path: path`/${collection}/${ids[id]}`, body: sent };
    },
  };
}
