/** What e-conomic's lists, records and writes have in common, in both generations of its API. */
import type { FilterName, Filters, ListCall, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { byCursor, byPageNumber, everyRecord } from "../../kit/lists/paging.ts";
import { type Source, sifted } from "../../kit/lists/sifted.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { get, lists, noRecord, remembered } from "../../kit/reading.ts";
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

interface SeveralDescription<Record, Native> {
  readonly map: Mapping<Record, Native>;
  readonly sources: (call: ListCall) => readonly Source[];
  readonly fits?: (native: Native, call: ListCall) => boolean;
  readonly filters?: readonly FilterName[];
  readonly rules?: readonly string[];
}

const lookedThrough = "The lists behind this one are looked through, and the total comes with the last page.";

const whole = <Record, Native>(
  { fits = () => true, filters = [], rules = [], ...described }: SeveralDescription<Record, Native>,
  rule: string,
) => ({ ...described, fits, filters, rules: [...rules, rule] });

/** Lists of the older API that are one here. */
export const older = <Record, Native>(described: SeveralDescription<Record, Native>): ListHandler<Record> =>
  sifted<Record, Native>({
    ...whole(described, lookedThrough),
    size,
    page: (page) => ({ skippages: page - 1, pagesize: size }),
    records: (body: Page<Native>) => collectionOf(body) as readonly Native[],
  });

export const newerSite = "https://apis.e-conomic.com";

/** Each service has a version of its own (the vendor's descriptions, 2026-08). */
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

/** A whole address of the newer APIs: they are on another host, with the same sign-in. */
export const at = (service: keyof typeof versions, path: string): string =>
  `${newerSite}/${service}api/${versions[service]}${path}`;

const thousands =
  "The target system hands these out a thousand at a time, short lists whole, and the total comes with the last page.";

/** Lists of the newer APIs that are one here. They only tell how to go on. */
export const newer = <Record, Native>(described: SeveralDescription<Record, Native>): ListHandler<Record> =>
  sifted<Record, Native>({
    ...whole(described, thousands),
    after: (cursor) => ({ cursor }),
    next: ({ cursor }: Items<Native>) => cursor,
    records: ({ items }: Items<Native>) => items as readonly Native[],
  });

/** Every record of a list, of the newer APIs and of the older. */
export const allItems = everyRecord(
  byCursor({
    records: ({ items }: Items<unknown>) => items ?? [],
    next: ({ cursor }: Items<unknown>) => cursor || undefined,
    after: (cursor) => ({ cursor }),
  }),
);
export const allOf = everyRecord(
  byPageNumber({ ...pages, records: (body: Page<unknown>) => collectionOf(body) ?? [] }),
);

/** What the books are kept in. */
export const baseCurrency = (session: Session): Promise<Text> =>
  remembered(session, "base currency", async () => ((await session.read("/self")) as Self).settings?.baseCurrency);

/** The first record of a list, for what has to be chosen and was not. */
export async function firstOf<Native>(session: Session, path: string): Promise<Native | undefined> {
  return collectionOf((await session.read(path, { skippages: 0, pagesize: 1 })) as Page<Native>)?.[0];
}

type Operator = "eq" | "gte" | "ne";

/** Signs that mean something in a filter have a `$` before them; brackets must not have one. */
const escaped = (value: string): string => value.replaceAll(/[$()*,]/g, "$$$&");

export const condition = (field: string, operator: Operator, value: string | number): string =>
  `${field}$${operator}:${escaped(String(value))}`;

/** Conditions that all have to hold, or only one. */
export const all = (...conditions: readonly string[]) => ({ filter: conditions.join("$and:") });
export const where = (...one: Parameters<typeof condition>) => all(condition(...one));

/** Whether a record has what was asked for: `matches(filters, native, { status: stateOf })`. */
export const matches = <Native>(
  filters: Filters,
  native: Native,
  fields: { readonly [Name in FilterName]?: (native: Native) => unknown },
): boolean =>
  Object.entries(fields).every(([name, of]) => {
    const wanted = filters[name as FilterName];
    return wanted === undefined || wanted === of(native);
  });

/** What the vendor prints of a record. */
export const pdfAt = (id: string, path: string) => ({
  id,
  path: `${path}/pdf`,
  accept: "application/pdf",
  fileName: `${id}.pdf`,
});

/** Both generations tell seconds. */
export const changedSince = (at: Date | undefined): VendorQuery =>
  at === undefined ? {} : where("lastUpdated", "gte", `${at.toISOString().slice(0, 19)}Z`);
export const modified = { lastModifiedAt: (at: Date): VendorQuery => changedSince(at) };

/** Numbers are whole: who asks for anything else asks for nothing that there is. */
export function numbered(folder: string, id: string | undefined): string {
  if (id === undefined || !/^\d{1,9}$/.test(id)) throw noRecord();
  return `${folder}/${id}`;
}

/** Signs that may not stand in an address, by their place: `/` is `_6_` (the vendor's introduction). */
const signs = "<>*%:&/\\_ ?.#+";

export const asKey = (text: string): string =>
  encodeURIComponent(text.replaceAll(/[<>*%:&/\\_ ?.#+]/g, (sign) => `_${signs.indexOf(sign)}_`));
export const fromKey = (key: string): string =>
  decodeURIComponent(key).replaceAll(/_(\d+)_/g, (whole, place: string) => signs[Number(place)] ?? whole);

export function keyed(folder: string, id: string | undefined): string {
  if (id === undefined || id === "") throw noRecord();
  return `${folder}/${asKey(id)}`;
}

/** One record, by the name of its id in our path. */
export const single = <Record, Native>(
  [folder, id]: readonly [folder: string, id: string],
  map: Mapping<Record, Native>,
  to: typeof numbered = numbered,
) => get<Record, Native>({ path: ({ ids }) => to(folder, ids[id]), map });

/** Records that can be asked for by when they changed. */
export const changedIn = (...paths: readonly string[]) => ({
  sources: ({ filters: { lastModifiedAt } }: ListCall) =>
    paths.map((path) => ({ path, query: changedSince(lastModifiedAt) })),
  filters: ["lastModifiedAt"] as const,
});

/** The same key again is answered with the first answer, for an hour. */
export const once = ({ marker }: Pick<WriteCall<unknown>, "marker">) => ({ "idempotency-key": marker });

type Written<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "path" | "headers" | "repeatable"
>;

export const create = <Input extends object, Record, Native>(
  path: WriteDescription<Input, Record, Native>["path"],
  described: Written<Input, Record, Native>,
): WriteHandler<Input, Record> =>
  write<Input, Record, Native>({ ...described, method: "POST", path, headers: once, repeatable: true });

/** The newer APIs answer with the number only. */
type Made = Numbered<"number">;
export const createNumbered = <Input extends object, Record extends { readonly id?: string }, Native extends Made>(
  folder: string,
  described: Written<Input, Record, Native>,
): WriteHandler<Input, Record> =>
  create<Input, Record, Native>(folder, {
    readBack: async ({ number }: Native, _call, session) =>
      (await session.read(numbered(folder, String(number)))) as Native,
    stub: ({ number }: Native) => ({ id: String(number) }) as Partial<Record>,
    ...described,
  });

export const today = (): string => new Date().toISOString().slice(0, 10);
