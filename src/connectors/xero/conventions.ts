/** What Xero's lists, records and writes have in common. */

import type { GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session, type VendorHeaders, type VendorQuery } from "../../contract/session.ts";
import { byFixedPages, byPageNumber, type Paging, unpaged } from "../../kit/lists/paging.ts";
import { path } from "../../kit/path.ts";
import { type GetDescription, get, type ListDescription, lists, noRecord } from "../../kit/reading.ts";
import { type Wrapping, wrappedIn } from "../../kit/wrapped.ts";
import { remove, type WriteDescription, write } from "../../kit/writing.ts";
import type { Collections, Text } from "./types.ts";

type Name = keyof Collections;

const listBy =
  (pagingOf: (wrapping: Wrapping<unknown>) => Paging, rules: readonly string[] = []) =>
  <Record, Native>(
    collection: Name,
    description: Omit<ListDescription<Record, Native>, "path" | "paging">,
  ): ListHandler<Record> =>
    lists({
      paging: pagingOf(wrappedIn(collection)),
      order: (field, direction) => ({ order: `${field} ${direction}` }),
      filterSeparator: " AND ",
    })({ ...description, path: `/${collection}`, rules: [...rules, ...(description.rules ?? [])] });

/** A page must be asked for: without one, documents come without their lines. */
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

export const unpagedRule = "Xero hands this list out whole, whatever the page.";
export const wholeList = listBy(unpaged, [unpagedRule]);

/** Quotes come a hundred at a time, whatever is wanted. */
export const hundreds = listBy(({ records }) =>
  byFixedPages({ page: "page", size: 100, first: 1, records: (body: unknown) => records(body) ?? [] }),
);

/** `id` is its name in our path. */
export const single = <Record, Native>(
  collection: Name,
  { id, ...description }: Pick<GetDescription<Record, Native>, "map" | "query" | "is"> & { readonly id: string },
): GetHandler<Record> => get({ ...wrappedIn<Native>(collection), ...description, path: `/${collection}/{${id}}` });

export const recordsIn = <Wanted extends Name>(body: unknown, collection: Wanted) =>
  wrappedIn<Collections[Wanted]>(collection).records(body) ?? [];

/** One record as it is now. */
export async function readOne<Wanted extends Name>(
  session: Session,
  collection: Wanted,
  id: Text,
  query?: VendorQuery,
): Promise<Collections[Wanted]> {
  const [native] = recordsIn(await session.read(path`/${collection}/${id ?? undefined}`, query), collection);
  if (native === undefined) throw noRecord();
  return native;
}

/** Unit prices with four decimals instead of two. */
export const exact = { unitdp: 4 } as const;

/** UTC without a zone, to the second. */
export const modified = {
  lastModifiedAt: (at: Date): VendorHeaders => ({ "if-modified-since": at.toISOString().slice(0, 19) }),
};

/** How quotes within a text are written is not documented. */
export function quoted(text: string): string {
  if (/["\\]/.test(text)) throw new Failure("invalid_request", 'Xero cannot look for a text with " or \\ in it.');
  return `"${text}"`;
}
type Conditions = Readonly<Record<string, string>>;
const isEqual = (field: string, text: string): string => `${field}==${quoted(text)}`;
export const equals =
  (field: string) =>
  (text: string): VendorQuery => ({ where: isEqual(field, text) });
/** Some of the texts may stand for other conditions than that the field is equal to them. */
export const anyOf = (field: string, texts: readonly string[], others: Conditions = {}): VendorQuery => {
  const conditions = texts.map((text) => others[text] ?? isEqual(field, text));
  return { where: conditions.length === 1 ? conditions.join() : `(${conditions.join(" OR ")})` };
};
export const dateTime = (day: string): string => `DateTime(${day.replaceAll("-", ",")})`;
export const fromDay =
  (field: string) =>
  (day: string): VendorQuery => ({ where: `${field}>=${dateTime(day)}` });

/** The same key again is answered with the first answer. */
export const once = ({ marker }: Pick<WriteCall<unknown>, "marker">) => ({ "idempotency-key": marker });

type Written<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "path" | "headers" | "repeatable"
>;

/** New with PUT. */
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

/** Changed with POST: what is not sent stays as it is. Twice is the same as once, so there is no key. */
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
 * Xero deletes nothing: a draft becomes deleted, what was approved becomes void, and both can still be read. Payments
 * only become deleted, and are sent without a list around them.
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
