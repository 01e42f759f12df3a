/** What Xero's lists and records have in common. */

import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { currency } from "../../contract/schema.ts";
import { type VendorHeaders, type VendorQuery } from "../../contract/session.ts";
import { byFixedPages, byPageNumber, type Paging, unpaged } from "../../kit/paging.ts";
import { path } from "../../kit/path.ts";
import { type GetDescription, get, type ListDescription, lists } from "../../kit/reading.ts";
import { spelled, vocabulary } from "../../kit/vocabulary.ts";
import type { Envelope, Pagination } from "./types.ts";
import type { Collections } from "./vendorCollections.ts";

type Listed<Record, Native> = Omit<ListDescription<Record, Native>, "path" | "paging">;

const listBy =
  (paging: (collection: keyof Collections) => Paging, rules: readonly string[] = []) =>
  <Record, Native>(collection: keyof Collections, description: Listed<Record, Native>): ListHandler<Record> =>
    lists({
      paging: paging(collection),
      order: (field, direction) => ({ order: `${field} ${direction}` }),
      filterSeparator: " AND ",
    })({ ...description, path: `/${collection}`, rules: [...rules, ...(description.rules ?? [])] });

/** A page must be asked for: without one, documents come without their lines. */
export const list = listBy((collection) =>
  byPageNumber({
    ...{ page: "page", size: "pageSize", first: 1, largest: 1000 },
    records: (body: Envelope) => body[collection],
    total: (body: Envelope) => (body["pagination"] as Pagination | undefined)?.itemCount,
  }),
);

export const unpagedRule = "Xero hands this list out whole, whatever the page.";
export const wholeList = listBy(
  (collection) => unpaged({ records: (body: Envelope) => body[collection] }),
  [unpagedRule],
);

/** Quotes come a hundred at a time, whatever is wanted. */
export const hundreds = listBy((collection) =>
  byFixedPages({ page: "page", size: 100, first: 1, records: (body: Envelope) => body[collection] ?? [] }),
);

interface Wanted<Record, Native> extends Pick<GetDescription<Record, Native>, "map" | "query" | "rules"> {
  /** The id's name in our path. */
  readonly id: string;
  /** Whether it is of the kind that was asked for, where Xero keeps several in one place. */
  readonly is?: (native: Native) => boolean;
}

export const single = <Record, Native>(
  collection: keyof Collections,
  wanted: Wanted<Record, Native>,
): GetHandler<Record> => {
  const { id, is = () => true, ...description } = wanted;
  return get({
    ...description,
    path: ({ ids }) => path`/${collection}/${ids[id]}`,
    record: (body: Envelope) => (anyIn(body, collection) as readonly Native[]).find(is),
  });
};

const anyIn = (body: unknown, collection: string): readonly unknown[] =>
  ((body as Envelope | undefined)?.[collection] ?? []) as readonly unknown[];
export const recordsIn = <Name extends keyof Collections>(body: unknown, collection: Name) =>
  anyIn(body, collection) as readonly Collections[Name][];

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
export const equals =
  (field: string) =>
  (text: string): VendorQuery => ({ where: `${field}==${quoted(text)}` });
export const anyOf = (field: string, texts: readonly string[]): VendorQuery => {
  const conditions = texts.map((text) => `${field}==${quoted(text)}`);
  return { where: conditions.length === 1 ? conditions.join() : `(${conditions.join(" OR ")})` };
};
export const fromDay =
  (field: string) =>
  (day: string): VendorQuery => ({ where: `${field}>=DateTime(${day.replaceAll("-", ",")})` });

export const currencyOf = vocabulary(spelled(currency)).ours;
