/** Conventions of Tripletex's lists, single records and writes. */
import type { FilterName, Filters, ListCall, ListHandler } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { lastDayOfYear, todayIn } from "../../kit/dates.ts";
import { filteredList, type Source } from "../../kit/lists/filteredList.ts";
import { byOffset, everyRecord } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { lists } from "../../kit/reading.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import { updatedDate } from "./fields.ts";
import type { Changed, Identified, Listed, Wrapped } from "./types.ts";

const recordsOf = <Native>({ values }: Listed<Native>): readonly Native[] | undefined => values;
export const valueOf = <Native>({ value }: Wrapped<Native>): Native | undefined => value;

/** The vendor says that its count is not exact, so totals come with the last page. */
const paging = byOffset({ skip: "from", size: "count", largest: 1000, records: recordsOf });
export const list = lists({ paging });

const size = 100;
const inPages = {
  size,
  page: (page: number) => ({ from: (page - 1) * size, count: size }),
  records: (body: Listed<never>) => recordsOf(body) as readonly never[],
};

/** The filters that the vendor does not have. */
type Predicates<Native> = {
  readonly [Name in FilterName]?: (native: Native, value: NonNullable<Filters[Name]>) => boolean;
};

export interface SearchDescription<Record, Native> {
  readonly map: Mapping<Record, Native>;
  /** The vendor's lists, one after the other, with the filters that the vendor has. */
  readonly sources: (call: ListCall) => readonly Source[];
  /** The filters that `sources` passes on. */
  readonly vendorFilters?: readonly FilterName[];
  readonly fits?: Predicates<Native>;
  /** Whether a record belongs to this list at all. */
  readonly is?: (native: Native) => boolean;
  /** Our field → the vendor's. */
  readonly orders?: Readonly<globalThis.Record<string, string>>;
  readonly rules?: readonly string[];
}

const searched =
  "The target system does not have most filters, including lastModifiedAt. Kontor reads a hundred records at a time and filters them, until the page is full.";

/** A list that is searched for the records that fit. */
export function search<Record, Native extends Changed>(
  description: SearchDescription<Record, Native>,
): ListHandler<Record> {
  const { map, sources, vendorFilters = [], fits = {}, is = () => true, orders = {}, rules = [] } = description;
  const predicates: Predicates<Native> = { lastModifiedAt: isChangedSince, ...fits };
  const names = Object.keys(predicates) as FilterName[];
  const fitsAll = (native: Native, { filters }: ListCall): boolean =>
    names.every((name) => {
      const value = filters[name];
      return value === undefined || (predicates[name] as (native: Native, value: unknown) => boolean)(native, value);
    });
  const list = filteredList<Record, Native>({
    map,
    sources: (call) =>
      sources(call).map(({ path, query }) => ({ path, query: { ...query, ...sorting(orders, call) } })),
    fits: (native, call) => is(native) && fitsAll(native, call),
    filters: [...new Set([...names, ...vendorFilters])],
    rules: [...rules, searched],
    readsWholeList: true,
    ...inPages,
  });
  return { ...list, orders: Object.keys(orders) };
}

function sorting(orders: Readonly<Record<string, string>>, { order }: ListCall): VendorQuery {
  const field = order && orders[order.field];
  return field === undefined ? {} : { sorting: `${order?.direction === "DESC" ? "-" : ""}${field}` };
}

const isChangedSince = (native: Changed, since: Date): boolean =>
  Date.parse(updatedDate(native) ?? "") >= Math.floor(since.getTime() / 1000) * 1000;

/** `2026-01-31T08:00:00`, the vendor's form of timestamps. */
export const changedSince = (at: Date | undefined): VendorQuery =>
  at === undefined ? {} : { changedSince: at.toISOString().slice(0, 19) };

export const allOf = everyRecord(paging);

/** The vendor requires a first and a last day. The last one is exclusive. */
export const ever = { from: "2000-01-01", to: "2100-01-01" } as const;

export const window = (name: string, from: string = ever.from, to: string = ever.to): VendorQuery => ({
  [`${name}From`]: from,
  [`${name}To`]: to,
});

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The first day of the next fiscal year. */
export const nextYear = (first: string): string => dayAfter(lastDayOfYear(first));

/** Tripletex keeps the books of Norwegian companies. */
export const today = (): string => todayIn("Europe/Oslo");

/** Every amount in the ledger is in this currency, too. */
export const companyCurrency = "NOK";

/** Large, so that the vendor's rounding of the amount does not matter. */
const exchanged = 1_000_000;

/** The amount of the company's currency for one unit of a currency, by the vendor's newest rate on a day. */
export async function rateOf(session: Session, currency: number | string, date: string): Promise<number> {
  const path = `/currency/${currency}/exchangeRate`;
  const { value } = (await session.read(path, { amount: exchanged, date })) as Wrapped<number>;
  return Number(value) / exchanged;
}

/** One kind of record: its path, the name of its id in ours, and the fields that are read. */
export function resource<Record, Native extends Identified>(
  folder: string,
  id: string,
  { map, fields }: { readonly map: Mapping<Record, Native>; readonly fields: string },
) {
  const query = { fields };
  const read = async (session: Session, recordId: string | number): Promise<Native> =>
    ((await session.read(`${folder}/${recordId}`, query)) as { value: Native }).value;
  /** Replies to writes name other records by their ids only. */
  const readBack = (reply: Wrapped<Native> & Partial<Native>, _call: unknown, session: Session) =>
    read(session, reply.value?.id ?? reply.id ?? "");
  const operations = resourceOf<Record, Native>({
    path: folder,
    id,
    map,
    query,
    record: valueOf<Native>,
    change: "PUT",
    creating: { readBack },
    changing: { readBack },
  });
  return { ...operations, read };
}
