/**
 * Polls one connection: finds changed and deleted records in its lists. Lists of any length are read, compared and stored
 * in parts. The events and snapshots of a part are stored in one transaction, so that an interrupted poll can simply be
 * repeated.
 */

import type { Connector, ListHandler } from "../../contract/connector.ts";
import type { RecordResource } from "../../contract/event.ts";
import { Failure, failures } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import {
  clearSnapshots,
  completeWalk,
  countSnapshots,
  type DuePoll,
  findPolls,
  findSnapshots,
  holdPoll,
  type Poll,
  saveSnapshots,
  snapshotIds,
} from "../../store/pollState.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import { appendChanges } from "../events/eventLog.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { changesIn, deletionsOf, type Snapshot, snapshotOf } from "./diff.ts";
import { mustScanFully, querySince } from "./pollSchedule.ts";
import { SeenIds } from "./seenIds.ts";
import { idFieldOf, isPaged, listHandlerOf } from "./sources.ts";

export interface PollDeps {
  readonly database: Database;
  readonly connector: Connector;
  /** A session for one of the connection's companies; a failure if no company is chosen. */
  readonly sessionFor: (scope: string) => Promise<Session | Failure>;
  readonly lease: Pick<DuePoll, "connectionId" | "fence">;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Another process polls by now, or the poll is no longer wanted: nothing was stored. */
export class PollLost extends Error {}

export interface PollResult {
  readonly wasFirst: boolean;
  readonly faults: readonly Failure[];
  /** No list could be read, or the vendor has to be left alone for now. */
  readonly failed: boolean;
}

/** A list that cannot be read does not prevent reading the others, unless the vendor has to be left alone. */
export async function pollConnection(deps: PollDeps): Promise<PollResult> {
  const polls = await findPolls(deps.database, deps.lease.connectionId);
  const wasFirst = polls.some(({ polledUntil }) => polledUntil === null);
  const faults: Failure[] = [];
  const sessions = new Map<string, Session | Failure>();
  for (const poll of polls) {
    const handler = listHandlerOf(deps.connector, poll.resource);
    if (handler === undefined) continue;
    try {
      const session = sessions.get(poll.scope) ?? (await deps.sessionFor(poll.scope));
      sessions.set(poll.scope, session);
      if (session instanceof Failure) throw session;
      await pollResource({ ...deps, poll, list: listing({ ...deps, session }, poll, handler) });
    } catch (error) {
      deps.signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      faults.push(error);
      const { next } = failures[error.code];
      if (next === "wait" || next === "reconnect") return { wasFirst, faults, failed: true };
    }
  }
  return { wasFirst, faults, failed: faults.length > 0 && faults.length === polls.length };
}

interface ResourcePoll extends PollDeps {
  readonly poll: Poll;
  readonly list: List;
}

interface List {
  readonly handler: ListHandler<unknown>;
  /** Reads all records that changed since then, or all records, in parts. */
  walk(onPart: (snapshots: ReadonlyMap<string, Snapshot>) => Promise<void>, since?: Date): Promise<WalkResult>;
  /** The vendor's count. */
  total(): Promise<number | undefined>;
  /** The records that the vendor reports as deleted since then. */
  deleted(since: Date): Promise<readonly string[]>;
}

interface WalkResult {
  /** Whether a record had no id: it may be any of those that seem to be missing. */
  readonly hasRecordWithoutId: boolean;
}

const pageSize = 100;
/** Records that are compared and stored at a time. */
const partSize = 1000;
const smallestPage = 5;
/** A vendor with more pages returns the same ones again and again. */
const maxPages = 100_000;

type ListSource = Pick<PollDeps, "connector" | "signal"> & { readonly session: Session };

function listing({ connector, session, signal }: ListSource, { resource }: Poll, handler: ListHandler<unknown>): List {
  const idField = idFieldOf(resource);
  const paged = isPaged(resource);
  const read = (page: number, limit: number, since?: Date) => {
    const filters = since ? { lastModifiedAt: since } : {};
    const call = { ids: {}, filters, window: paged ? { page, limit } : undefined };
    return asVendorFailure(connector, () => handler.list(call, session));
  };
  return {
    handler,
    walk: async (onPart, since) => {
      let part = new Map<string, Snapshot>();
      let hasRecordWithoutId = false;
      let count = 0;
      const flush = async (): Promise<void> => {
        await onPart(part);
        part = new Map();
      };
      for (let page = 1; page <= maxPages; page++) {
        signal.throwIfAborted();
        const { records, total } = await read(page, pageSize, since);
        for (const record of records) {
          const snapshot = snapshotOf(record as Record<string, unknown>, idField);
          if (snapshot === undefined) hasRecordWithoutId = true;
          else part.set(snapshot.id, snapshot);
          if (part.size >= partSize) await flush();
        }
        count += records.length;
        if (!paged || records.length === 0 || (total !== undefined && count >= total)) {
          await flush();
          return { hasRecordWithoutId };
        }
      }
      throw new Failure("target_bad_response", `The list has more than ${maxPages} pages.`);
    },
    total: async () => (await read(1, smallestPage)).total,
    deleted: async (since) =>
      asVendorFailure(connector, async () => (await handler.deletedSince?.(since, session)) ?? []),
  };
}

async function pollResource(listed: ResourcePoll): Promise<void> {
  const { poll, list, now } = listed;
  const at = new Date(now());
  const write = (snapshots: ReadonlyMap<string, Snapshot>) => writePart(listed, at, snapshots);
  if (poll.polledUntil === null) {
    // Remove what an interrupted first poll left.
    await inLeaseTransaction(listed, (client) => clearSnapshots(client, pollKeyOf(listed)));
    await list.walk(write);
    return finish(listed, { at, isFullScan: true });
  }
  if (!list.handler.filters.includes("lastModifiedAt")) return fullScan(listed, at);
  const since = querySince(poll.polledUntil, list.handler.modifiedBy);
  await list.walk(write, since);
  // The vendor may report a deletion again, or that of a record which no poll has seen.
  const known = await findSnapshots(listed.database, pollKeyOf(listed), await list.deleted(since));
  await finish(listed, { at, isFullScan: false, gone: [...known.keys()] });
  const total = await list.total();
  const seen = await countSnapshots(listed.database, pollKeyOf(listed));
  if (mustScanFully({ scannedAt: poll.scannedAt ?? undefined, now: at, total, seen })) await fullScan(listed, at);
}

/** Further deletions are found by the next scan. */
const maxGone = 50_000;

/** A record may move to another page during the scan, so only a record that is missing twice counts as deleted. */
async function fullScan(listed: ResourcePoll, at: Date): Promise<void> {
  const { list, database } = listed;
  const seen = new SeenIds();
  const first = await list.walk(async (snapshots) => {
    await writePart(listed, at, snapshots);
    for (const id of snapshots.keys()) seen.add(id);
  });
  const gone = new Set<string>();
  for await (const ids of snapshotIds(database, pollKeyOf(listed)))
    for (const id of ids) if (!seen.has(id) && gone.size < maxGone) gone.add(id);
  if (gone.size > 0) {
    const again = await list.walk(async (snapshots) => {
      await writePart(listed, at, snapshots);
      for (const id of snapshots.keys()) gone.delete(id);
    });
    if (first.hasRecordWithoutId || again.hasRecordWithoutId) gone.clear();
  }
  await finish(listed, { at, isFullScan: true, gone: [...gone] });
}

/** Runs the work in a transaction that locks the poll, so that no other process stores results for this connection. */
function inLeaseTransaction(listed: ResourcePoll, work: (client: Queryable) => Promise<unknown>): Promise<void> {
  return transaction(listed.database, async (client) => {
    if (!(await holdPoll(client, listed.lease))) throw new PollLost();
    await work(client);
  });
}

async function writePart(listed: ResourcePoll, at: Date, snapshots: ReadonlyMap<string, Snapshot>): Promise<void> {
  const { polledUntil, resource } = listed.poll;
  if (snapshots.size === 0) return;
  await inLeaseTransaction(listed, async (client) => {
    const before = await findSnapshots(client, pollKeyOf(listed), [...snapshots.keys()]);
    const all = [...snapshots.values()];
    const fresh = all.filter(({ id, fingerprint }) => !before.get(id)?.equals(fingerprint));
    if (!(await saveSnapshots(client, pollKeyOf(listed), fresh))) throw new PollLost();
    if (polledUntil === null) return;
    const since = querySince(polledUntil, listed.list.handler.modifiedBy);
    await appendChanges(client, logOf(listed), changesIn(all, { resource, at, since, polledUntil, before }));
  });
}

interface WalkEnd {
  readonly at: Date;
  readonly isFullScan: boolean;
  readonly gone?: readonly string[];
}

async function finish(listed: ResourcePoll, { at, isFullScan, gone = [] }: WalkEnd): Promise<void> {
  const { poll } = listed;
  await inLeaseTransaction(listed, async (client) => {
    if (!(await completeWalk(client, { ...pollKeyOf(listed), until: at, isFullScan, gone }))) throw new PollLost();
    await appendChanges(client, logOf(listed), deletionsOf(gone, { resource: poll.resource, at }));
  });
}

const logOf = ({ lease, poll, connector }: ResourcePoll) => ({
  id: lease.connectionId,
  batches: connector.batches === true,
  scope: poll.scope,
  reportedBy: "poll" as const,
});

const pollKeyOf = ({
  lease,
  poll,
}: ResourcePoll): { connectionId: string; scope: string; resource: RecordResource } => ({
  connectionId: lease.connectionId,
  scope: poll.scope,
  resource: poll.resource,
});
