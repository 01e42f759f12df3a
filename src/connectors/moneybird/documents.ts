/** Documents: every period, their states, and what changed, also where the vendor cannot be asked for changes directly. */

import type { Filters, ListCall, ListHandler, Listing } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { cut } from "../../kit/paging.ts";
import { listing } from "../../kit/reading.ts";
import type { Vocabulary } from "../../kit/vocabulary.ts";
import { allOf, countIn, largest, list, period, updatedAfter, versionsOf } from "./conventions.ts";

interface Documents<Record, Native> {
  /** Without the ending. */
  readonly resource: string;
  readonly map: Mapping<Record, Native>;
  readonly states?: Vocabulary<string>;
  /** The filter that says where a period begins. */
  readonly from?: "billDateFrom" | "transactionDateFrom";
  /** Whether a fiscal year can be asked for. */
  readonly byYear?: true;
  /** Whether the vendor's filter knows `updated_after`; otherwise the list of versions tells what changed. */
  readonly knowsChanges?: true;
  readonly rules?: readonly string[];
}

export function documents<Record, Native extends { readonly id: string }>(
  about: Documents<Record, Native>,
): ListHandler<Record> {
  const { resource, map, states, from, byYear, knowsChanges, rules = [] } = about;
  const query = ({ filters }: ListCall) => ({ filter: conditions(about, filters) });
  const said = () => ({});
  const direct = list({
    path: `${resource}.json`,
    map,
    query,
    filters: {
      ...(states && { status: said }),
      ...(from && { [from]: said }),
      ...(byYear && { fiscalYearStartDate: said }),
      ...(knowsChanges && { lastModifiedAt: updatedAfter }),
    },
    rules: ["The total is counted in the target system's list of ids and versions, which comes as a whole.", ...rules],
    count: countIn(resource),
  });
  const changed = async (call: ListCall, since: Date, session: Session): Promise<Listing<Record>> => {
    const ids = await changedIds(session, resource, { since, ...query(call) });
    return { ...listing(map, await fetchByIds<Native>(session, resource, cut(ids, call.window))), total: ids.length };
  };
  return {
    ...direct,
    filters: knowsChanges ? direct.filters : [...direct.filters, "lastModifiedAt"],
    list: async (call, session) => {
      const { status, lastModifiedAt } = call.filters;
      // A status that no document can have here.
      if (status !== undefined && !states?.words.includes(status)) return { records: [], raw: [], total: 0 };
      if (lastModifiedAt === undefined || knowsChanges) return direct.list(call, session);
      return changed(call, lastModifiedAt, session);
    },
  };
}

function conditions({ states, from }: Pick<Documents<unknown, unknown>, "states" | "from">, filters: Filters): string {
  const { status, fiscalYearStartDate: first } = filters;
  const day = from && filters[from];
  const begin = [first, day]
    .filter((one) => one !== undefined)
    .toSorted()
    .at(-1);
  const time = period(begin, first && lastDayOfYear(first));
  if (states === undefined) return time;
  return `${time},state:${status === undefined ? "all" : states.theirs(status, "status").join("|")}`;
}

/** Versions are the seconds of the last change. */
async function changedIds(
  session: Session,
  resource: string,
  { since, filter }: { readonly since: Date; readonly filter: string },
): Promise<readonly string[]> {
  const seconds = Math.floor(since.getTime() / 1000);
  const versions = await versionsOf(session, resource, { filter });
  return versions.filter(({ version }) => version >= seconds).map(({ id }) => id);
}

/** All documents of a kind, or those that changed. */
export async function documentsSince<Native extends { readonly id: string }>(
  session: Session,
  resource: string,
  since: Date | undefined,
): Promise<readonly Native[]> {
  const filter = conditions({}, {});
  if (since === undefined) return allOf<Native>(session, `${resource}.json`, { filter });
  return fetchByIds<Native>(session, resource, await changedIds(session, resource, { since, filter }));
}

/** As many at once as the vendor hands out. */
async function fetchByIds<Native extends { readonly id: string }>(
  session: Session,
  resource: string,
  ids: readonly string[],
): Promise<Native[]> {
  const found = new Map<string, Native>();
  for (let at = 0; at < ids.length; at += largest) {
    const body = { ids: ids.slice(at, at + largest) };
    const some = await session.readByPost(`${resource}/synchronization.json`, body);
    for (const native of some as readonly Native[]) found.set(native.id, native);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
