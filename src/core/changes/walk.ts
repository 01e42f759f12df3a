/** Reads the lists of one connection in parts, and stores what has changed. Used by polls and sweeps. */

import type { Connector, ListHandler, Listing } from "../../contract/connector.ts";
import type { RecordResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import type { CallCause } from "../../store/log/vendorUsage.ts";
import {
  completeWalk,
  type DuePoll,
  findSnapshots,
  holdPoll,
  type Poll,
  saveSnapshots,
} from "../../store/pollState.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import { appendChanges } from "../events/eventLog.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { changesIn, deletionsOf, type Snapshot, snapshotOf } from "./diff.ts";
import { querySince } from "./pollSchedule.ts";
import { idFieldOf, isPaged } from "./sources.ts";

export interface PollDeps {
  readonly database: Database;
  readonly connector: Connector;
  /** A session for one of the connection's companies; a failure if no company is chosen. */
  readonly sessionFor: (scope: string, cause: CallCause) => Promise<Session | Failure>;
  readonly lease: Pick<DuePoll, "connectionId" | "fence">;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Another process polls by now, or the poll is no longer wanted: nothing was stored. */
export class PollLost extends Error {}

export interface ResourcePoll extends PollDeps {
  readonly poll: Poll;
  readonly list: List;
  readonly session: Session;
}

export interface List {
  readonly handler: ListHandler<unknown>;
  /** Reads all records that changed since then, or all records, in parts. */
  walk(onPart: (snapshots: ReadonlyMap<string, Snapshot>) => Promise<void>, since?: Date): Promise<WalkResult>;
  /** Reads one page of all records. `isLast`: there are no more. */
  page(number: number): Promise<ListPage>;
  /** The vendor's count. */
  total(): Promise<number | undefined>;
  /** The records that the vendor reports as deleted since then. */
  deleted(since: Date): Promise<readonly string[]>;
}

interface WalkResult {
  /** Whether a record had no id: it may be any of those that seem to be missing. */
  readonly hasRecordWithoutId: boolean;
}

export interface ListPage extends WalkResult {
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly isLast: boolean;
}

/** Unless the vendor offers larger pages. */
const usualPage = 100;
/** A page that is too large to be read is read in parts of this size. */
const partOfPage = 50;
/** Records that are compared and stored at a time. */
const partSize = 1000;
const smallestPage = 5;
/** A vendor with more pages returns the same ones again and again. */
const maxPages = 100_000;

type ListSource = Pick<PollDeps, "connector" | "signal"> & { readonly session: Session };

export function listing(
  { connector, session, signal }: ListSource,
  { resource }: Poll,
  handler: ListHandler<unknown>,
): List {
  const idField = idFieldOf(resource);
  const paged = isPaged(resource);
  const pageSize = Math.max(usualPage, handler.largestPage ?? 0);
  let readsInParts = false;
  const read = (page: number, limit: number, since?: Date) => {
    const filters = since ? { lastModifiedAt: since } : {};
    const call = { ids: {}, filters, window: paged ? { page, limit } : undefined };
    return asVendorFailure(connector, () => handler.list(call, session));
  };
  const readInParts = async (page: number, since?: Date): Promise<Listing<unknown>> => {
    const parts = pageSize / partOfPage;
    const records: unknown[] = [];
    for (let part = 1; ; part++) {
      signal.throwIfAborted();
      const found = await read((page - 1) * parts + part, partOfPage, since);
      records.push(...found.records);
      if (part === parts || found.records.length === 0) return { ...found, records };
    }
  };
  const readPage = async (page: number, since?: Date): Promise<Listing<unknown>> => {
    if (readsInParts) return readInParts(page, since);
    try {
      return await read(page, pageSize, since);
    } catch (error) {
      if (!paged || pageSize === usualPage || !isUnreadable(error)) throw error;
      readsInParts = true;
      return readInParts(page, since);
    }
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
        const { records, total } = await readPage(page, since);
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
    page: async (number) => {
      signal.throwIfAborted();
      const { records, total } = await readPage(number);
      const found = records.map((record) => snapshotOf(record as Record<string, unknown>, idField));
      const known = found.filter((snapshot) => snapshot !== undefined);
      return {
        snapshots: new Map(known.map((snapshot) => [snapshot.id, snapshot])),
        hasRecordWithoutId: known.length < found.length,
        isLast: !paged || records.length === 0 || (total !== undefined && number * pageSize >= total),
      };
    },
    total: async () => (await read(1, smallestPage)).total,
    deleted: async (since) =>
      asVendorFailure(connector, async () => (await handler.deletedSince?.(since, session)) ?? []),
  };
}

/** As if it were too large, which may be the reason. */
const isUnreadable = (error: unknown): boolean => error instanceof Failure && error.code === "target_bad_response";

/** Runs the work in a transaction that locks the poll, so that no other process stores results for this connection. */
export function inLeaseTransaction(listed: ResourcePoll, work: (client: Queryable) => Promise<unknown>): Promise<void> {
  return transaction(listed.database, async (client) => {
    if (!(await holdPoll(client, listed.lease))) throw new PollLost();
    await work(client);
  });
}

export async function writePart(
  listed: ResourcePoll,
  at: Date,
  snapshots: ReadonlyMap<string, Snapshot>,
): Promise<void> {
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

export async function finish(listed: ResourcePoll, { at, isFullScan, gone = [] }: WalkEnd): Promise<void> {
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

export const pollKeyOf = ({
  lease,
  poll,
}: ResourcePoll): { connectionId: string; scope: string; resource: RecordResource } => ({
  connectionId: lease.connectionId,
  scope: poll.scope,
  resource: poll.resource,
});
