/** Documents: every period, their states, and what changed, also where the vendor cannot be asked for that directly. */

import type { FilterName, Filters, ListHandler } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { cut } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { listing } from "../../kit/reading.ts";
import { allOf, isChangedSince, largestPage, period, versionsOf } from "./conventions.ts";
import type { Statuses } from "./fields.ts";
import type { Identified } from "./types.ts";

export const sales = "/sales_invoices";
/** Invoices from elsewhere: the only documents whose versions are not listed. */
export const external = "/external_sales_invoices";

interface Documents<Record, Document> {
  /** Without the ending. */
  readonly resource: string;
  readonly map: Mapping<Record, Document>;
  readonly states?: Statuses<Document>;
  /** The filter that says where a period begins. */
  readonly from?: "billDateFrom" | "transactionDateFrom";
  /** Whether a fiscal year can be asked for. */
  readonly byYear?: true;
  readonly rules?: readonly string[];
}

/** The list of ids and versions tells what there is and what changed; any hundred of them can be asked for. */
export function documents<Record, Document extends Identified>(
  about: Documents<Record, Document>,
): ListHandler<Record> {
  const { resource, map, states, from, byYear, rules = [] } = about;
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
    rules: ["They are counted in the target system's list of ids and versions, which comes as a whole.", ...rules],
    list: async ({ filters, window }, session) => {
      const { status: wanted } = filters;
      if (wanted !== undefined && states?.statesOf(wanted).length === 0) return { records: [], raw: [], total: 0 };
      const ids = await idsOf(session, resource, { filter: conditions(about, filters), since: filters.lastModifiedAt });
      if (wanted === undefined || states === undefined || states.isExact(wanted))
        return { ...listing(map, await fetchByIds(session, resource, cut(ids, window))), total: ids.length };
      const all = await fetchByIds<Document>(session, resource, ids);
      const some = all.filter((document) => states.of(document) === wanted);
      return { ...listing(map, cut(some, window)), total: some.length };
    },
  };
}

function conditions({ states, from }: Pick<Documents<unknown, never>, "states" | "from">, filters: Filters): string {
  const { fiscalYearStartDate: first, status } = filters;
  const days = [first, from && filters[from]].filter((one) => one !== undefined);
  const time = period(days.toSorted().at(-1), first && lastDayOfYear(first));
  if (states === undefined) return time;
  return `${time},state:${status === undefined ? "all" : states.statesOf(status).join("|")}`;
}

/** The newest first: ids grow. Versions are the seconds of the last change. */
async function idsOf(
  session: Session,
  resource: string,
  { filter, since }: { readonly filter: string; readonly since: Date | undefined },
): Promise<readonly string[]> {
  const seconds = Math.floor((since?.getTime() ?? 0) / 1000);
  const versions = await versionsOf(session, resource, { filter });
  const ids = versions.filter(({ version }) => version >= seconds).map(({ id }) => BigInt(id));
  return ids.toSorted((one, other) => (one < other ? 1 : -1)).map(String);
}

async function fetchByIds<Document extends Identified>(
  session: Session,
  resource: string,
  ids: readonly string[],
): Promise<Document[]> {
  const found = new Map<string, Document>();
  for (let at = 0; at < ids.length; at += largestPage) {
    const body = { ids: ids.slice(at, at + largestPage) };
    const some = (await session.readByPost(`${resource}/synchronization.json`, body)) as readonly Document[];
    for (const document of some) found.set(document.id, document);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** All documents of a kind, or those that changed. */
export async function documentsSince<Document extends Identified>(
  session: Session,
  resource: string,
  since: Date | undefined,
): Promise<readonly Document[]> {
  const filter = period();
  if (since !== undefined && resource !== external)
    return fetchByIds(session, resource, await idsOf(session, resource, { filter, since }));
  const all = await allOf<Document>(session, `${resource}.json`, { filter });
  return all.filter((document) => isChangedSince(document, since));
}
