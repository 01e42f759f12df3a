/**
 * Sweeps a list that the vendor reports itself, for changes whose notice was lost. Changed records are asked for by their
 * time. Deletions are found by comparing all ids, a few pages with each sweep, so that it takes a small part of the vendor's
 * daily limit however long the list is.
 */

import type { Connector } from "../../contract/connector.ts";
import { listOfResource, type RecordResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import { operations } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import { findSnapshots, findUnscanned, keepScan, markScanned } from "../../store/pollState.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { dayMs, pagesPerSweep, querySince } from "./pollSchedule.ts";
import { finish, inLeaseTransaction, pollKeyOf, type ResourcePoll, writePart } from "./walk.ts";

/** `sweeps`: how many lists of the connection share the vendor's limit. */
export async function sweepResource(listed: ResourcePoll, sweeps: number): Promise<void> {
  const { poll, list, now, connector } = listed;
  const at = new Date(now());
  const pages = pagesPerSweep({ limits: connector.limits, everySeconds: poll.everySeconds ?? 0, sweeps });
  if (poll.polledUntil !== null && list.handler.filters.includes("lastModifiedAt")) {
    const since = querySince(poll.polledUntil, list.handler.modifiedBy);
    await list.walk((snapshots) => writePart(listed, at, snapshots), since);
    const known = await findSnapshots(listed.database, pollKeyOf(listed), await list.deleted(since));
    await finish(listed, { at, isFullScan: false, gone: [...known.keys()] });
    await compareIds(listed, { at, pages });
  } else {
    const beganAt = await compareIds(listed, { at, pages });
    // Without a filter, only a complete comparison shows that no change was missed.
    await finish(listed, { at: beganAt ?? poll.polledUntil ?? at, isFullScan: false });
  }
}

interface Comparison {
  readonly at: Date;
  readonly pages: number;
}

/** Goes on with the comparison. Returns when it began if it is complete now. */
async function compareIds(listed: ResourcePoll, { at, pages }: Comparison): Promise<Date | undefined> {
  const { poll, list } = listed;
  const isFiltered = list.handler.filters.includes("lastModifiedAt");
  const isRecent = poll.scannedAt !== null && at.getTime() - poll.scannedAt.getTime() < dayMs;
  if (isFiltered && poll.scanBeganAt === null && isRecent) return undefined;
  const beganAt = poll.scanBeganAt ?? at;
  let page = poll.scanBeganAt === null ? 1 : poll.scanPage;
  let hasRecordWithoutId = false;
  for (let count = 0; count < pages; count++, page++) {
    const found = await list.page(page);
    hasRecordWithoutId ||= found.hasRecordWithoutId;
    await writePart(listed, at, found.snapshots);
    await inLeaseTransaction(listed, async (client) => {
      await markScanned(client, pollKeyOf(listed), { ids: [...found.snapshots.keys()], at });
      await keepScan(client, pollKeyOf(listed), { page: page + 1, beganAt });
    });
    if (!found.isLast) continue;
    const gone = hasRecordWithoutId ? [] : await findGone(listed, { beganAt, most: pages });
    await finish(listed, { at, isFullScan: false, gone });
    await inLeaseTransaction(listed, (client) =>
      keepScan(client, pollKeyOf(listed), { page: 1, beganAt: null, completed: beganAt }),
    );
    return beganAt;
  }
  return undefined;
}

interface Missing {
  readonly beganAt: Date;
  /** Further ones are found by the next comparison. */
  readonly most: number;
}

/**
 * Records that the comparison did not find, and that the vendor does not find by their id either: others may have moved to
 * a page that was read before. Without such a read, a record counts as deleted if two comparisons did not find it.
 */
async function findGone(listed: ResourcePoll, { beganAt, most }: Missing): Promise<string[]> {
  const { connector, database, poll, session } = listed;
  const read = readerOf(connector, poll.resource);
  if (read === undefined) {
    if (poll.scannedAt === null) return [];
    return findUnscanned(database, pollKeyOf(listed), { since: poll.scannedAt, most: mostMissing });
  }
  const gone: string[] = [];
  for (const id of await findUnscanned(database, pollKeyOf(listed), { since: beganAt, most }))
    if (!(await exists(() => asVendorFailure(connector, () => read(id, session))))) gone.push(id);
  return gone;
}

const mostMissing = 50_000;

async function exists(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") return false;
    throw error;
  }
}

type ReadById = (id: string, session: Session) => Promise<unknown>;

/** Reads one record by its id. Undefined if the vendor cannot. */
function readerOf(connector: Connector, resource: RecordResource): ReadById | undefined {
  const name = listOfResource[resource].replace(/\.list$/, ".get");
  const handler = (connector.operations as Readonly<Record<string, unknown>>)[name];
  const operation = (operations as Readonly<Record<string, { readonly path: string }>>)[name];
  const parameter = /\{(\w+)\}$/.exec(operation?.path ?? "")?.[1];
  if (parameter === undefined || !isGetHandler(handler)) return undefined;
  return (id, session) => handler.get({ ids: { [parameter]: id } }, session);
}

interface Getter {
  get(call: { readonly ids: Readonly<Record<string, string>> }, session: Session): Promise<unknown>;
}

const isGetHandler = (handler: unknown): handler is Getter =>
  typeof handler === "object" && handler !== null && "get" in handler;
