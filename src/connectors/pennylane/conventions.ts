/** Conventions of Pennylane's lists: cursors, conditions in one parameter, and feeds of changes. */
import type { Call, FilterName, Filters, ListHandler } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { byCursor, everyRecord, itemsInWindow } from "../../kit/lists/paging.ts";
import { type ListDescription, listing, lists, readCached } from "../../kit/reading.ts";
import type { Change, FiscalYear, Page, Profile, Stamped } from "./types.ts";

/** The company's days are French. */
export const zone = "Europe/Paris";

const size = 100;

const paging = byCursor({
  records: ({ items }: Page<unknown>) => items,
  after: (cursor) => ({ cursor }),
  next: ({ has_more: hasMore, next_cursor: next }: Page<unknown>) => (hasMore === true && next ? next : undefined),
});

const everyPage = everyRecord(paging);

/** All rows of a list. The vendor wants the same conditions with every cursor. */
export const allOf = <Native>(session: Session, path: string, query: VendorQuery = {}): Promise<readonly Native[]> =>
  everyPage<Native>(session, path, { limit: size, ...query });

/** One of the conditions of a list, all of which apply. */
interface Condition {
  readonly field: string;
  readonly operator: "eq" | "gteq" | "lteq" | "start_with";
  readonly value: string | number | boolean;
}

export const condition = (field: string, operator: Condition["operator"], value: Condition["value"]): Condition => ({
  field,
  operator,
  value,
});

export const where = (...conditions: readonly Condition[]): VendorQuery =>
  conditions.length === 0 ? {} : { filter: JSON.stringify(conditions) };

/** The oldest record first, so that pages do not shift while records are added. */
export const oldestFirst = { sort: "id" };

type ConditionTable = {
  readonly [Name in Exclude<FilterName, "lastModifiedAt">]?: (
    value: NonNullable<Filters[Name]>,
  ) => readonly Condition[];
};

interface Conditions {
  /** Conditions of every request, for one of several kinds of records in a list. */
  readonly always?: readonly Condition[] | undefined;
  /** Filters that the vendor has. */
  readonly conditions?: ConditionTable | undefined;
}

interface ListFacts<Record, Native>
  extends Conditions,
    Omit<ListDescription<Record, Native>, "filters" | "query" | "path" | "headers" | "search"> {
  readonly path: string;
  /** Filters that `localFilter` applies. */
  readonly local?: readonly FilterName[];
  /** Whether the vendor sorts the list. */
  readonly isSorted?: boolean;
}

const conventions = lists({
  paging,
  order: (field, direction) => ({ sort: direction === "DESC" ? `-${field}` : field }),
});

function conditionsOf({ always = [], conditions = {} }: Conditions, { filters }: Pick<Call, "filters">) {
  const table = conditions as { readonly [name: string]: ((value: unknown) => readonly Condition[]) | undefined };
  const wanted = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : (table[name]?.(value) ?? []),
  );
  return [...always, ...wanted];
}

const noEncoders = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, () => ({})]));

/** `list({ path: "/customers", map: customer, conditions: { name: (name) => [condition("name", "start_with", name)] } })` */
export function list<Record, Native>({
  always,
  conditions,
  local = [],
  isSorted = true,
  ...described
}: ListFacts<Record, Native>): ListHandler<Record> {
  return conventions<Record, Native>({
    ...(isSorted && { defaultOrder: "id" }),
    ...described,
    query: (call) => ({ limit: size, ...where(...conditionsOf({ always, conditions }, call)) }),
    filters: noEncoders([...Object.keys(conditions ?? {}), ...local]),
  });
}

/** The feeds keep changes for four weeks (reference, 2026-02). An older start is refused, so a day is left. */
const retention = 27 * 86_400_000;
const isRetained = (since: Date): boolean => since.getTime() >= Date.now() - retention;

const changesPerPage = 1000;

/** With more changes, reading the whole list takes fewer requests in most companies. */
const mostReadSingly = 50;

/** The changes of a feed, oldest first. A cursor contains the start, and the vendor refuses both together. */
async function changesSince(session: Session, feed: string, since: Date): Promise<readonly Change[]> {
  const found: Change[] = [];
  let next: VendorQuery | undefined = { start_date: since.toISOString() };
  while (next !== undefined) {
    const page = (await session.read(`/changelogs/${feed}`, { ...next, limit: changesPerPage })) as Page<Change>;
    found.push(...(page.items ?? []));
    next = page.has_more === true && page.next_cursor ? { cursor: page.next_cursor } : undefined;
  }
  return found;
}

/** The last change of each record. */
const lastChanges = (changes: readonly Change[]): ReadonlyMap<number, string> =>
  new Map(changes.map(({ id, operation }) => [id, operation]));

/** The records that changed and still exist, with the other conditions of the call. */
async function changedRecords<Native extends Stamped>(
  session: Session,
  {
    path,
    feed,
    conditions,
  }: { readonly path: string; readonly feed: string; readonly conditions: readonly Condition[] },
  since: Date,
): Promise<readonly Native[]> {
  if (!isRetained(since)) {
    const all = await allOf<Native>(session, path, { ...oldestFirst, ...where(...conditions) });
    return all.filter(({ updated_at: at }) => Date.parse(at ?? "") >= since.getTime());
  }
  const last = lastChanges(await changesSince(session, feed, since));
  const ids = new Set([...last].flatMap(([id, operation]) => (operation === "delete" ? [] : [id])));
  if (ids.size > mostReadSingly) {
    const all = await allOf<Native>(session, path, { ...oldestFirst, ...where(...conditions) });
    return all.filter(({ id }) => ids.has(id));
  }
  const found: Native[] = [];
  for (const id of [...ids].toSorted((left, right) => left - right))
    found.push(...(await allOf<Native>(session, path, where(condition("id", "eq", id), ...conditions))));
  return found;
}

/** A list whose changes and deletions the vendor reports in a feed. No list can be filtered by the time of a change. */
export function listWithFeed<Record, Native extends Stamped>(
  feed: string,
  facts: ListFacts<Record, Native>,
): ListHandler<Record> {
  const plain = list(facts);
  const { path, map, localFilter, raw, join } = facts;
  return {
    ...plain,
    filters: [...plain.filters, "lastModifiedAt"],
    deletedSince: async (since, session) => {
      // Older deletions are found by comparing all ids.
      if (!isRetained(since)) return [];
      const last = lastChanges(await changesSince(session, feed, since));
      return [...last].flatMap(([id, operation]) => (operation === "delete" ? [String(id)] : []));
    },
    list: async (call, session) => {
      const { lastModifiedAt: since, ...others } = call.filters;
      if (since === undefined) return plain.list(call, session);
      const conditions = conditionsOf(facts, { filters: others });
      const changed = await changedRecords<Native>(session, { path, feed, conditions }, since);
      const fitting = changed.filter((native) => localFilter?.fits(native, others) ?? true);
      const shown = itemsInWindow(fitting, call.window);
      const natives = join === undefined ? shown : await join(shown, session);
      return { ...listing(map, natives, raw), total: fitting.length };
    },
  };
}

export const profileOf = (session: Session): Promise<Profile> =>
  readCached(session, "profile", async () => (await session.read("/me")) as Profile);

/** Oldest first. */
export const fiscalYears = async (session: Session): Promise<readonly FiscalYear[]> =>
  (await allOf<FiscalYear>(session, "/fiscal_years")).toSorted((left, right) => (left.start < right.start ? -1 : 1));

export const fiscalYearStarts = async (session: Session): Promise<readonly string[]> =>
  (await fiscalYears(session)).map(({ start }) => start);

const closedStates: readonly string[] = ["closed", "frozen"];

/** The last day before the first year that is open. */
export async function closedUntil(session: Session): Promise<string | undefined> {
  const years = await fiscalYears(session);
  const firstOpen = years.findIndex(({ status }) => !closedStates.includes(status ?? ""));
  const closed = firstOpen === -1 ? years : years.slice(0, firstOpen);
  return closed.at(-1)?.finish;
}

/** The vendor would refuse to post on a closed day after it has stored the document. */
export async function checkOpenDay(moment: string | undefined, field: string, session: Session): Promise<void> {
  const day = calendarDay(moment ?? "");
  const closed = day === "" ? undefined : await closedUntil(session);
  if (closed === undefined || day > closed) return;
  throw cannotStore(
    `${field} is ${day}, but the books of Pennylane are closed until ${closed}. Send a later day.`,
    field,
  );
}
