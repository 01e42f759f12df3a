/** What Moneybird's lists have in common. */
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { byPageNumber } from "../../kit/lists/paging.ts";
import { get, lists } from "../../kit/reading.ts";
import { type WriteDescription, type Written, write } from "../../kit/writing.ts";
import type { Stamped, Version } from "./types.ts";

export const largest = 100;

type Described<Record, Native> = WriteDescription<never, Record, Native>;
type Wrapped<Record, Native> = Pick<Described<Record, Native>, "map"> & { readonly within: string };
/** Pages are bare arrays that tell no total. */
export const list = lists({
  paging: byPageNumber({ page: "page", size: "per_page", largest, first: 1, records: (body: unknown) => body }),
  filterSeparator: ",",
});

export const inPages = { size: largest, page: (page: number) => ({ page, per_page: largest }) };

/** Every record of a list. */
export async function allOf<Native>(session: Session, path: string, query: VendorQuery = {}): Promise<Native[]> {
  const all: Native[] = [];
  for (let page = 1; ; page++) {
    const some = (await session.read(path, { ...query, ...inPages.page(page) })) as readonly Native[];
    all.push(...some);
    if (some.length < largest) return all;
  }
}

/** How many there are, from the list of ids and versions: it takes the same filter, and is not paged. */
export const countIn =
  (resource: string) =>
  async (session: Session, { filter, include_archived }: VendorQuery): Promise<number> =>
    (await versionsOf(session, resource, { filter, include_archived })).length;

export async function versionsOf(session: Session, resource: string, query: VendorQuery): Promise<readonly Version[]> {
  return (await session.read(`${resource}/synchronization.json`, query)) as readonly Version[];
}

/** Exclusive at the vendor, inclusive for us; its stamps have milliseconds. */
export const updatedAfter = (at: Date): { readonly filter: string } => ({
  filter: `updated_after:${new Date(at.getTime() - 1).toISOString()}`,
});

/** A kind of record: where it is, by the name of its id, and the name that its bodies are wrapped in. */
export function resource<Record, Native>(folder: string, id: string, about: Wrapped<Record, Native>) {
  const path = `${folder}/{${id}}.json`;
  return {
    get: get({ path, ...about }),
    create: <Input extends object>(written: Written<Input, Record, Native>) =>
      write<Input, Record, Native>({ method: "POST", path: `${folder}.json`, ...about, ...written }),
    change: <Input extends object>(written: Written<Input, Record, Native>) =>
      write<Input, Record, Native>({ method: "PATCH", path, repeatable: true, ...about, ...written }),
  };
}

/** `20251231` */
export const compact = (day: string): string => day.replaceAll("-", "");

/** Without a period the vendor shows only this year; one without a beginning it refuses. */
export const period = (from = "2000-01-01", to = "2099-12-31"): string => `period:${compact(from)}..${compact(to)}`;

/** Changed at or after a moment, where we have to look ourselves. */
export const isChangedSince = ({ updated_at: at }: Stamped, since: Date | undefined): boolean =>
  since === undefined || (typeof at === "string" && Date.parse(at) >= since.getTime());

export const changedSince = { lastModifiedAt: isChangedSince };
export const inOnePiece = "The target system gives this list as a whole; filters and pages are made here.";
