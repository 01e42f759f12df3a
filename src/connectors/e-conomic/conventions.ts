/** Conventions of e-conomic's lists, single records and writes, in both generations of its API. */

import type { FilterName, Filters, ListCall, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { todayIn } from "../../kit/dates.ts";
import { paidOrNot } from "../../kit/documents/unclear.ts";
import { filteredList, type Source } from "../../kit/lists/filteredList.ts";
import { byCursor, byPageNumber, everyRecord } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { get, lists, noRecord, readCached } from "../../kit/reading.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
import type { Items, Numbered, Page, Self, Text } from "./types.ts";

const collectionOf = <Native>({ collection }: Page<Native>): readonly Native[] | undefined => collection;

/** The older API counts pages from zero. */
const pages = { page: "skippages", size: "pagesize", first: 0, largest: 1000 } as const;
export const list = lists({
  paging: byPageNumber({
    ...pages,
    records: collectionOf,
    total: ({ pagination }: Page<unknown>) => pagination?.results,
  }),
  order: (field, direction) => ({ sort: direction === "DESC" ? `-${field}` : field }),
  filterSeparator: "$and:",
});

const size = 100;

interface CombinedDescription<Record, Native> {
  readonly map: Mapping<Record, Native>;
  readonly sources: (call: ListCall) => readonly Source[];
  readonly fits?: (native: Native, call: ListCall) => boolean;
  readonly filters?: readonly FilterName[];
  readonly rules?: readonly string[];
}

const searched = "Kontor searches the vendor's lists page by page; the total comes with the last page.";

const withDefaults = <Record, Native>(
  { fits = () => true, filters = [], rules = [], ...description }: CombinedDescription<Record, Native>,
  rule: string,
) => ({ ...description, fits, filters, rules: [...rules, rule] });

/** Several lists of the older API as one list. */
export const older = <Record, Native>(description: CombinedDescription<Record, Native>): ListHandler<Record> =>
  filteredList<Record, Native>({
    ...withDefaults(description, searched),
    size,
    page: (page) => ({ skippages: page - 1, pagesize: size }),
    records: (body: Page<Native>) => collectionOf(body) as readonly Native[],
  });

export const newerSite = "https://apis.e-conomic.com";

/** Each service has its own version (the vendor's descriptions, 2026-08). */
const versions = {
  accounts: "v7.0.0",
  bookedEntries: "v4.0.0",
  customers: "v3.1.0",
  dimensions: "v5.3.1",
  documents: "v4.0.1",
  journals: "v15.0.0",
  projects: "v1.1.0",
  suppliers: "v2.0.0",
  webhooks: "v1.0.0",
};

/** The full URL of a path in the newer APIs, which are on another host and take the same sign-in. */
export const at = (service: keyof typeof versions, path: string): string =>
  `${newerSite}/${service}api/${versions[service]}${path}`;

const thousands = "The target system returns up to a thousand records at a time. Only the last page has the total.";

/** Several lists of the newer APIs as one list. Their pages have a cursor and no total. */
export const newer = <Record, Native>(description: CombinedDescription<Record, Native>): ListHandler<Record> =>
  filteredList<Record, Native>({
    ...withDefaults(description, thousands),
    readsWholeList: true,
    after: (cursor) => ({ cursor }),
    next: ({ cursor }: Items<Native>) => cursor,
    records: ({ items }: Items<Native>) => items as readonly Native[],
  });

/** Every record of a list of the newer APIs. */
export const allItems = everyRecord(
  byCursor({
    records: ({ items }: Items<unknown>) => items ?? [],
    next: ({ cursor }: Items<unknown>) => cursor || undefined,
    after: (cursor) => ({ cursor }),
  }),
);

/** Every record of a list of the older API. */
export const allOf = everyRecord(
  byPageNumber({ ...pages, records: (body: Page<unknown>) => collectionOf(body) ?? [] }),
);

/** The currency that the books are kept in. */
export const baseCurrency = (session: Session): Promise<Text> =>
  readCached(session, "base currency", async () => ((await session.read("/self")) as Self).settings?.baseCurrency);

/** The first record of a list, as the default for a required choice. */
export async function firstOf<Native>(session: Session, path: string): Promise<Native | undefined> {
  return collectionOf((await session.read(path, { skippages: 0, pagesize: 1 })) as Page<Native>)?.[0];
}

type Operator = "eq" | "gte" | "ne";

/** Characters with a meaning in filters are escaped with `$`; square brackets must not be. */
const escaped = (value: string): string => value.replaceAll(/[$()*,]/g, "$$$&");

export const condition = (field: string, operator: Operator, value: string | number): string =>
  `${field}$${operator}:${escaped(String(value))}`;

/** A query for the records that meet all conditions. */
export const whereAll = (...conditions: readonly string[]) => ({ filter: conditions.join("$and:") });
/** A query for the records that meet one condition. */
export const where = (...parts: Parameters<typeof condition>) => whereAll(condition(...parts));

/** Whether a record meets the caller's filters: `matches(filters, native, { status: stateOf })`. */
export const matches = <Native>(
  filters: Filters,
  native: Native,
  fields: { readonly [Name in FilterName]?: (native: Native) => unknown },
): boolean =>
  Object.entries(fields).every(([name, valueOf]) => {
    const filter = filters[name as FilterName];
    return filter === undefined || filter === valueOf(native);
  });

/** The vendor's PDF of a record. */
export const pdfAt = (id: string, path: string) => ({
  id,
  path: `${path}/pdf`,
  accept: "application/pdf",
  fileName: `${id}.pdf`,
});

/** Both generations take seconds. */
export const changedSince = (at: Date | undefined): VendorQuery =>
  at === undefined ? {} : where("lastUpdated", "gte", `${at.toISOString().slice(0, 19)}Z`);
export const modified = { lastModifiedAt: (at: Date): VendorQuery => changedSince(at) };

/** Record numbers are digits only, so any other id is not found. */
export function numbered(folder: string, id: string | undefined): string {
  if (id === undefined || !/^\d{1,9}$/.test(id)) throw noRecord();
  return `${folder}/${id}`;
}

/** URLs have the index of these characters instead of the character: `/` is `_6_` (the vendor's introduction). */
const reserved = "<>*%:&/\\_ ?.#+";

export const asKey = (text: string): string =>
  encodeURIComponent(text.replaceAll(/[<>*%:&/\\_ ?.#+]/g, (character) => `_${reserved.indexOf(character)}_`));
export const fromKey = (key: string): string =>
  decodeURIComponent(key).replaceAll(/_(\d+)_/g, (match, index: string) => reserved[Number(index)] ?? match);

export function keyed(folder: string, id: string | undefined): string {
  if (id === undefined || id === "") throw noRecord();
  return `${folder}/${asKey(id)}`;
}

/** A single record, by the name of its id in our path. */
export const single = <Record, Native>(
  [folder, id]: readonly [folder: string, id: string],
  map: Mapping<Record, Native>,
  to: typeof numbered = numbered,
) => get<Record, Native>({ path: ({ ids }) => to(folder, ids[id]), map });

/** Lists that the vendor can filter by the time of the last change. */
export const changedIn = (...paths: readonly string[]) => ({
  sources: ({ filters: { lastModifiedAt } }: ListCall) =>
    paths.map((path) => ({ path, query: changedSince(lastModifiedAt) })),
  filters: ["lastModifiedAt"] as const,
});

/** For an hour, the vendor answers a repeated key with its first answer. */
export const idempotencyKey = ({ marker }: Pick<WriteCall<unknown>, "marker">) => ({ "idempotency-key": marker });

type Written<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "path" | "headers" | "repeatable"
>;

export const create = <Input extends object, Record, Native>(
  path: WriteDescription<Input, Record, Native>["path"],
  description: Written<Input, Record, Native>,
): WriteHandler<Input, Record> =>
  write<Input, Record, Native>({ ...description, method: "POST", path, headers: idempotencyKey, repeatable: true });

/** Creates a record of the newer APIs, which answer with the number only. */
export const createNumbered = <
  Input extends object,
  Record extends { readonly id?: string },
  Native extends Numbered<"number">,
>(
  folder: string,
  description: Written<Input, Record, Native>,
): WriteHandler<Input, Record> =>
  create<Input, Record, Native>(folder, {
    readBack: async ({ number }: Native, _call, session) =>
      (await session.read(numbered(folder, String(number)))) as Native,
    stub: ({ number }: Native) => ({ id: String(number) }) as Partial<Record>,
    ...description,
  });

/** Of a document, the vendor shows the open amount only. */
export const unclearSettlement = paidOrNot(
  "e-conomic's documents do not say what settled them: a document that a credit, a discount or a loss settled reads PAID.",
);

/** e-conomic keeps the books of Danish companies. */
export const today = (): string => todayIn("Europe/Copenhagen");
