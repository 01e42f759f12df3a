/** Conventions of Moneybird's lists. */
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { byPageNumber } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { lists } from "../../kit/reading.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import type { Stamped, Version } from "./types.ts";

export const largestPage = 100;

/** Pages are bare arrays without a total. */
export const list = lists({
  paging: byPageNumber({
    page: "page",
    size: "per_page",
    largest: largestPage,
    first: 1,
    records: (body: unknown) => body,
  }),
  filterSeparator: ",",
});

export const inPages = { size: largestPage, page: (page: number) => ({ page, per_page: largestPage }) };

/** All records of a list. */
export async function allOf<Native>(session: Session, path: string, query: VendorQuery = {}): Promise<Native[]> {
  const found: Native[] = [];
  for (let page = 1; ; page++) {
    const records = (await session.read(path, { ...query, ...inPages.page(page) })) as readonly Native[];
    found.push(...records);
    if (records.length < largestPage) return found;
  }
}

/** The total, from the list of ids and versions, which takes the same filter and has no pages. */
export const countIn =
  (resource: string) =>
  async (session: Session, { filter, include_archived }: VendorQuery): Promise<number> =>
    (await versionsOf(session, resource, { filter, include_archived })).length;

export async function versionsOf(session: Session, resource: string, query: VendorQuery): Promise<readonly Version[]> {
  return (await session.read(`${resource}/synchronization.json`, query)) as readonly Version[];
}

/** The vendor's filter is exclusive, the contract's inclusive. Timestamps have milliseconds. */
export const updatedAfter = (at: Date): { readonly filter: string } => ({
  filter: `updated_after:${new Date(at.getTime() - 1).toISOString()}`,
});

/** The operations of a kind of record. `id` is the name of its id in our paths; bodies are wrapped in `within`. */
export function resource<Record, Native>(
  folder: string,
  id: string,
  { map, within }: { readonly map: Mapping<Record, Native>; readonly within: string },
) {
  return resourceOf<Record, Native>({
    path: `${folder}.json`,
    at: `${folder}/{${id}}.json`,
    id,
    map,
    change: "PATCH",
    creating: { within },
    changing: { within },
  });
}

/** `20251231` */
export const compact = (day: string): string => day.replaceAll("-", "");

/** Without a period the vendor returns only this year, and a period needs a beginning. */
export const period = (from = "2000-01-01", to = "2099-12-31"): string => `period:${compact(from)}..${compact(to)}`;

/** For lists that the vendor cannot filter by time of change. */
export const isChangedSince = ({ updated_at: at }: Stamped, since: Date | undefined): boolean =>
  since === undefined || (typeof at === "string" && Date.parse(at) >= since.getTime());

export const changedSince = { lastModifiedAt: isChangedSince };
export const unpagedRule = "The target system does not page this list. Kontor filters and pages it.";
