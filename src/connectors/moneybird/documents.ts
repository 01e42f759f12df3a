/** Lists of documents of all periods, filtered by state and by time of change. */

import type { FilterName, Filters, ListHandler } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { listing } from "../../kit/reading.ts";
import { allOf, isChangedSince, largestPage, period, versionsOf } from "./conventions.ts";
import type { Statuses } from "./fields.ts";
import type { Identified } from "./types.ts";

export const sales = "/sales_invoices";
/** Invoices from other systems: the only documents without a synchronisation list. */
export const external = "/external_sales_invoices";

interface Documents<Record, Document> {
  /** Its path, without `.json`. */
  readonly resource: string;
  readonly map: Mapping<Record, Document>;
  readonly states?: Statuses<Document>;
  /** The filter for the beginning of the period. */
  readonly from?: "billDateFrom" | "transactionDateFrom";
  /** Whether the list can be filtered by fiscal year. */
  readonly byYear?: true;
  readonly rules?: readonly string[];
}

/** The synchronisation list has the ids and versions of all documents; up to a hundred of them can be read in one call. */
export function documents<Record, Document extends Identified>(
  description: Documents<Record, Document>,
): ListHandler<Record> {
  const { resource, map, states, from, byYear, rules = [] } = description;
  const status: FilterName[] = states ? ["status"] : [];
  return {
    fields: map.fields,
    filters: [
      "lastModifiedAt",
      ...status,
      ...(from ? [from] : []),
      ...(byYear ? (["fiscalYearStartDate"] as const) : []),
    ],
    orders: [],
    requires: [],
    readsWholeList: true,
    rules: ["The total is the number of ids in the target system's list of ids and versions.", ...rules],
    list: async ({ filters, window }, session) => {
      const { status: desired, lastModifiedAt: since } = filters;
      if (desired !== undefined && states?.statesOf(desired).length === 0) return { records: [], raw: [], total: 0 };
      const ids = await idsOf(session, resource, { filter: conditions(description, filters), since });
      if (desired === undefined || states === undefined || states.isExact(desired))
        return { ...listing(map, await fetchByIds(session, resource, itemsInWindow(ids, window))), total: ids.length };
      const candidates = await fetchByIds<Document>(session, resource, ids);
      const fitting = candidates.filter((document) => states.of(document) === desired);
      return { ...listing(map, itemsInWindow(fitting, window)), total: fitting.length };
    },
  };
}

function conditions({ states, from }: Pick<Documents<unknown, never>, "states" | "from">, filters: Filters): string {
  const { fiscalYearStartDate: first, status } = filters;
  const days = [first, from && filters[from]].filter((day) => day !== undefined);
  const time = period(days.toSorted().at(-1), first && lastDayOfYear(first));
  if (states === undefined) return time;
  return `${time},state:${status === undefined ? "all" : states.statesOf(status).join("|")}`;
}

/** Newest first: newer documents have greater ids. Versions are times of change in seconds. */
async function idsOf(
  session: Session,
  resource: string,
  { filter, since }: { readonly filter: string; readonly since: Date | undefined },
): Promise<readonly string[]> {
  const seconds = Math.floor((since?.getTime() ?? 0) / 1000);
  const versions = await versionsOf(session, resource, { filter });
  const ids = versions.filter(({ version }) => version >= seconds).map(({ id }) => BigInt(id));
  return ids.toSorted((left, right) => (left < right ? 1 : -1)).map(String);
}

async function fetchByIds<Document extends Identified>(
  session: Session,
  resource: string,
  ids: readonly string[],
): Promise<Document[]> {
  const found = new Map<string, Document>();
  for (let at = 0; at < ids.length; at += largestPage) {
    const body = { ids: ids.slice(at, at + largestPage) };
    const page = (await session.readByPost(`${resource}/synchronization.json`, body)) as readonly Document[];
    for (const document of page) found.set(document.id, document);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** All documents of a kind, or those that changed since. */
export async function documentsSince<Document extends Identified>(
  session: Session,
  resource: string,
  since: Date | undefined,
): Promise<readonly Document[]> {
  const filter = period();
  if (since !== undefined && resource !== external)
    return fetchByIds(session, resource, await idsOf(session, resource, { filter, since }));
  const found = await allOf<Document>(session, `${resource}.json`, { filter });
  return found.filter((document) => isChangedSince(document, since));
}
