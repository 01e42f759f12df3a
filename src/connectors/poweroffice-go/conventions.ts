/** Conventions of PowerOffice Go's lists, single records and changes. */
import type { FilterName, Filters, ListCall, ListHandler } from "../../contract/connector.ts";
import type { VendorQuery } from "../../contract/session.ts";
import { instant, todayIn } from "../../kit/dates.ts";
import { filteredList } from "../../kit/lists/filteredList.ts";
import { byPageNumber, everyRecord } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { lists } from "../../kit/reading.ts";
import type { Changed } from "./types.ts";

/** The API counts pages from 1 and allows 20,000 rows on one, which would take 30 megabytes. */
const paging = byPageNumber({
  page: "PageNumber",
  size: "PageSize",
  first: 1,
  largest: 1000,
  records: (rows: readonly unknown[]) => rows,
});

/** A field alone sorts upwards. How to sort downwards is not documented, so callers cannot choose an order. */
export const list = lists({ paging, order: (field) => ({ OrderBy: field }) });

export const allOf = everyRecord(paging);

/** The vendor leaves out changes of this very moment. */
export const changedSince = (at: Date): VendorQuery => ({
  lastChangedDateTimeOffsetGreaterThan: new Date(at.getTime() - 1).toISOString(),
});

/** Days that the ledger requires and that leave nothing out. */
export const ever = { fromDate: "2000-01-01", toDate: "2100-01-01" } as const;

/** PowerOffice Go keeps the books of Norwegian companies, in crowns. */
export const today = (): string => todayIn("Europe/Oslo");
export const companyCurrency = "NOK";

type Predicates<Native> = {
  readonly [Name in FilterName]?: (native: Native, value: NonNullable<Filters[Name]>) => boolean;
};

interface SearchDescription<Record, Native> {
  readonly map: Mapping<Record, Native>;
  readonly path: string;
  readonly query?: (call: ListCall) => VendorQuery;
  /** The filters that `query` passes on. */
  readonly vendorFilters?: readonly FilterName[];
  /** The filters that the vendor does not have. */
  readonly fits: Predicates<Native>;
  /** Whether a record belongs to this list at all. */
  readonly is: (native: Native) => boolean;
  readonly rules?: readonly string[];
}

const size = 500;

const searched =
  "The target system does not have these filters. Kontor reads five hundred records at a time and filters them, until the page is full.";

/** Posted documents of both kinds are in one list, which cannot be filtered by the time of the last change. */
export function search<Record, Native extends Changed>({
  map,
  path,
  query,
  vendorFilters = [],
  fits,
  is,
  rules = [],
}: SearchDescription<Record, Native>): ListHandler<Record> {
  const names = Object.keys(fits) as FilterName[];
  const fitsAll = (native: Native, { filters }: ListCall): boolean =>
    names.every((name) => {
      const value = filters[name];
      return value === undefined || (fits[name] as (native: Native, value: unknown) => boolean)(native, value);
    });
  return filteredList<Record, Native>({
    map,
    sources: (call) => [{ path, query: { ...query?.(call), OrderBy: "VoucherNo" } }],
    fits: (native, call) => is(native) && fitsAll(native, call),
    filters: [...names, ...vendorFilters],
    rules: [...rules, searched],
    readsWholeList: true,
    size,
    page: (page) => ({ PageNumber: page, PageSize: size }),
  });
}

/** Whether a time of change, as records show it, is not before a moment. */
export const isSince = (changed: string | undefined, since: Date): boolean =>
  Date.parse(changed ?? "") >= Math.floor(since.getTime() / 1000) * 1000;

export const latest = (...times: readonly (string | null | undefined)[]): string | undefined =>
  times.flatMap((time) => instant(time) ?? []).reduce<string | undefined>(later, undefined);

const later = (one: string | undefined, two: string): string => (one !== undefined && one > two ? one : two);

/** The changed fields as a JSON Patch. Each field of the record is replaced as a whole. */
export const asPatch = (changes: object): readonly object[] =>
  Object.entries(changes).map(([name, value]) => ({ op: "replace", path: `/${name}`, value: value as unknown }));

export const patchHeaders = () => ({ "content-type": "application/json-patch+json" });
