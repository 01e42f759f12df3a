/** What Moneybird's lists have in common. */
import type { Filters, GetHandler, ListCall, ListHandler, Session, VendorQuery } from "../../contract/connector.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { byPageNumber, cut } from "../../kit/paging.ts";
import { found, listing, lists } from "../../kit/reading.ts";
import type { Stamped, Version } from "./vendor.ts";

const largest = 100;

/** Pages are bare arrays that tell no total. */
export const list = lists({
  paging: byPageNumber({ page: "page", size: "per_page", largest, first: 1, records: (body: unknown) => body }),
  filterSeparator: ",",
});

/** How many there are, from the list of ids and versions: it takes the same filter, and is not paged. */
export const countIn =
  (resource: string) =>
  async (session: Session, { filter, include_archived }: VendorQuery): Promise<number> =>
    (await versionsOf(session, resource, { filter, include_archived })).length;

export async function versionsOf(session: Session, resource: string, query: VendorQuery): Promise<readonly Version[]> {
  return (await session.read(`${resource}/synchronization.json`, query)) as readonly Version[];
}

/** Exclusive at the vendor, inclusive for us; its stamps have milliseconds. */
export const updatedAfter = (at: Date): VendorQuery => ({
  filter: `updated_after:${new Date(at.getTime() - 1).toISOString()}`,
});

/** `20251231` */
export const compact = (day: string): string => day.replaceAll("-", "");

/** Without a period the vendor shows only this year; one without a beginning it refuses. */
export const period = (from = "2000-01-01", to = "2099-12-31"): string => `period:${compact(from)}..${compact(to)}`;

/** The last day of the year that begins on a day. */
export function lastDayOfYearFrom(first: string): string {
  const end = new Date(`${first}T00:00:00Z`);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  end.setUTCDate(end.getUTCDate() - 1);
  return end.toISOString().slice(0, 10);
}

/** Changed at or after a moment, where we have to look ourselves. */
export const isChangedSince = ({ updated_at: at }: Stamped, since: Date | undefined): boolean =>
  since === undefined || (typeof at === "string" && Date.parse(at) >= since.getTime());

/** Every record of a list, page by page. */
async function* pagesOf<Native>(
  session: Session,
  path: string,
  query: VendorQuery = {},
): AsyncGenerator<readonly Native[]> {
  for (let page = 1; ; page++) {
    const natives = (await session.read(path, { ...query, page, per_page: largest })) as readonly Native[];
    yield natives;
    if (natives.length < largest) return;
  }
}

export async function allOf<Native>(session: Session, path: string, query: VendorQuery = {}): Promise<Native[]> {
  const all: Native[] = [];
  for await (const natives of pagesOf<Native>(session, path, query)) all.push(...natives);
  return all;
}

/** What a filter means, for lists that come whole. */
type Tests<Native> = {
  readonly [Name in keyof Filters]?: (native: Native, value: NonNullable<Filters[Name]>) => boolean;
};

interface WholeList<Record, Native> {
  /** Everything there is, as far as the call does not narrow it down. */
  readonly read: (session: Session, call: ListCall) => Promise<readonly Native[]>;
  readonly map: Mapping<Record, Native>;
  readonly tests?: Tests<Native>;
  readonly rules: readonly string[];
}

/** For lists that the vendor gives in one piece: filtered and cut here. */
export function wholeList<Record, Native>({
  read,
  map,
  tests = {},
  rules,
}: WholeList<Record, Native>): ListHandler<Record> {
  const names = Object.keys(tests) as (keyof Filters)[];
  const fits = (native: Native, filters: Filters): boolean =>
    names.every((name) => {
      const value = filters[name];
      return value === undefined || (tests[name] as (native: Native, value: unknown) => boolean)(native, value);
    });
  return {
    fields: map.fields,
    filters: names,
    orders: [],
    requires: [],
    rules,
    list: async (call, session) => {
      const wanted = (await read(session, call)).filter((native) => fits(native, call.filters));
      return { ...listing(map, call.window === undefined ? wanted : cut(wanted, call.window)), total: wanted.length };
    },
  };
}

export const inOnePiece = "The target system gives this list as a whole; filters and pages are made here.";
export const changedSince = { lastModifiedAt: (native: Stamped, since: Date) => isChangedSince(native, since) };

/** One record of a list, where the vendor has no address for it. */
export function fromList<Record, Native extends { readonly id: string }>(
  read: (session: Session) => Promise<readonly Native[]>,
  map: Mapping<Record, Native>,
): GetHandler<Record> {
  return {
    fields: map.fields,
    get: async ({ ids }, session) => {
      const all = await read(session);
      return found(
        map,
        all.find(({ id }) => id === Object.values(ids)[0]),
      );
    },
  };
}

/** A list that comes in one piece. */
export const readWhole =
  <Native>(path: string) =>
  async (session: Session): Promise<readonly Native[]> =>
    (await session.read(path)) as readonly Native[];
