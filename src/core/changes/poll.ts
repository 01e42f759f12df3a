/**
 * One poll of one connection: changed records from its lists, and what is gone from them. Lists are read, compared and
 * written down part by part, however long they are; each part's events and what was seen together, so that whatever is cut
 * short is simply polled again.
 */

import type { Connector, ListHandler } from "../../contract/connector.ts";
import type { RecordResource } from "../../contract/event.ts";
import { Failure, failures } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import {
  clearSnapshots,
  countSnapshots,
  type DuePoll,
  endWalk,
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
import { askedSince, mustScanFully } from "./pollSchedule.ts";
import { SeenIds } from "./seenIds.ts";
import { idFieldOf, isPaged, listHandlerOf } from "./sources.ts";

export interface PollDeps {
  readonly database: Database;
  readonly connector: Connector;
  /** For a company of the connection's; a failure where there is none to be asked. */
  readonly sessionFor: (scope: string) => Promise<Session | Failure>;
  readonly held: Pick<DuePoll, "connectionId" | "fence">;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Somebody else polls by now, or nobody wants us to: nothing was written down. */
export class PollLost extends Error {}

export interface Polled {
  readonly wasFirst: boolean;
  readonly faults: readonly Failure[];
  /** Nothing could be seen, or asking for more is of no use now. */
  readonly failed: boolean;
}

/** A list that cannot be read keeps nobody from reading the others, unless the whole vendor has to be left alone. */
export async function pollConnection(deps: PollDeps): Promise<Polled> {
  const polls = await findPolls(deps.database, deps.held.connectionId);
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

interface Listed extends PollDeps {
  readonly poll: Poll;
  readonly list: List;
}

interface List {
  readonly handler: ListHandler<unknown>;
  /** Every record that changed since then, or every one, part by part. */
  walk(onPart: (snapshots: ReadonlyMap<string, Snapshot>) => Promise<void>, since?: Date): Promise<Walked>;
  /** As the vendor counts. */
  total(): Promise<number | undefined>;
  /** What it says that is gone since then. */
  deleted(since: Date): Promise<readonly string[]>;
}

interface Walked {
  /** Whether a record could not be told by its id: it may be any of those that seem to be missing. */
  readonly hasNameless: boolean;
}

const pageSize = 100;
/** Records that are compared and written down at a time. */
const partSize = 1000;
const smallest = 5;
/** Whoever has more pages than that hands out the same ones again and again. */
const mostPages = 100_000;

type Asking = Pick<PollDeps, "connector" | "signal"> & { readonly session: Session };

function listing({ connector, session, signal }: Asking, { resource }: Poll, handler: ListHandler<unknown>): List {
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
      let hasNameless = false;
      let count = 0;
      const flush = async (): Promise<void> => {
        await onPart(part);
        part = new Map();
      };
      for (let page = 1; page <= mostPages; page++) {
        signal.throwIfAborted();
        const { records, total } = await read(page, pageSize, since);
        for (const one of records) {
          const snapshot = snapshotOf(one as Record<string, unknown>, idField);
          if (snapshot === undefined) hasNameless = true;
          else part.set(snapshot.id, snapshot);
          if (part.size >= partSize) await flush();
        }
        count += records.length;
        if (!paged || records.length === 0 || (total !== undefined && count >= total)) {
          await flush();
          return { hasNameless };
        }
      }
      throw new Failure("target_bad_response", "The list does not end.");
    },
    total: async () => (await read(1, smallest)).total,
    deleted: async (since) =>
      asVendorFailure(connector, async () => (await handler.deletedSince?.(since, session)) ?? []),
  };
}

async function pollResource(listed: Listed): Promise<void> {
  const { poll, list, now } = listed;
  const at = new Date(now());
  const write = (snapshots: ReadonlyMap<string, Snapshot>) => writePart(listed, at, snapshots);
  if (poll.polledUntil === null) {
    // What an earlier one left that was cut short.
    await held(listed, (client) => clearSnapshots(client, placeOf(listed)));
    await list.walk(write);
    return finish(listed, { at, isFullScan: true });
  }
  if (!list.handler.filters.includes("lastModifiedAt")) return fullScan(listed, at);
  const since = askedSince(poll.polledUntil, list.handler.modifiedBy);
  await list.walk(write, since);
  // The vendor may tell of one again, or of one that came and went unseen.
  const known = await findSnapshots(listed.database, placeOf(listed), await list.deleted(since));
  await finish(listed, { at, isFullScan: false, gone: [...known.keys()] });
  const total = await list.total();
  const seen = await countSnapshots(listed.database, placeOf(listed));
  if (mustScanFully({ scannedAt: poll.scannedAt ?? undefined, now: at, total, seen })) await fullScan(listed, at);
}

/** More than that are found by the next scan. */
const mostGone = 50_000;

/** A record may slip from one page to another while they are read: only what is missing twice is gone. */
async function fullScan(listed: Listed, at: Date): Promise<void> {
  const { list, database } = listed;
  const seen = new SeenIds();
  const first = await list.walk(async (snapshots) => {
    await writePart(listed, at, snapshots);
    for (const id of snapshots.keys()) seen.add(id);
  });
  const gone = new Set<string>();
  for await (const ids of snapshotIds(database, placeOf(listed)))
    for (const id of ids) if (!seen.has(id) && gone.size < mostGone) gone.add(id);
  if (gone.size > 0) {
    const again = await list.walk(async (snapshots) => {
      await writePart(listed, at, snapshots);
      for (const id of snapshots.keys()) gone.delete(id);
    });
    if (first.hasNameless || again.hasNameless) gone.clear();
  }
  await finish(listed, { at, isFullScan: true, gone: [...gone] });
}

/** Nobody else writes down anything about this connection meanwhile. */
function held(listed: Listed, work: (client: Queryable) => Promise<unknown>): Promise<void> {
  return transaction(listed.database, async (client) => {
    if (!(await holdPoll(client, listed.held))) throw new PollLost();
    await work(client);
  });
}

async function writePart(listed: Listed, at: Date, snapshots: ReadonlyMap<string, Snapshot>): Promise<void> {
  const { polledUntil, resource } = listed.poll;
  if (snapshots.size === 0) return;
  await held(listed, async (client) => {
    const before = await findSnapshots(client, placeOf(listed), [...snapshots.keys()]);
    const all = [...snapshots.values()];
    const fresh = all.filter(({ id, fingerprint }) => !before.get(id)?.equals(fingerprint));
    if (!(await saveSnapshots(client, placeOf(listed), fresh))) throw new PollLost();
    if (polledUntil === null) return;
    const since = askedSince(polledUntil, listed.list.handler.modifiedBy);
    await appendChanges(client, logOf(listed), changesIn(all, { resource, at, since, polledUntil, before }));
  });
}

interface Finished {
  readonly at: Date;
  readonly isFullScan: boolean;
  readonly gone?: readonly string[];
}

async function finish(listed: Listed, { at, isFullScan, gone = [] }: Finished): Promise<void> {
  const { poll } = listed;
  await held(listed, async (client) => {
    if (!(await endWalk(client, { ...placeOf(listed), until: at, isFullScan, gone }))) throw new PollLost();
    await appendChanges(client, logOf(listed), deletionsOf(gone, { resource: poll.resource, at }));
  });
}

const logOf = ({ held, poll, connector }: Listed) => ({
  id: held.connectionId,
  batches: connector.batches === true,
  scope: poll.scope,
  reportedBy: "poll" as const,
});

const placeOf = ({ held, poll }: Listed): { connectionId: string; scope: string; resource: RecordResource } => ({
  connectionId: held.connectionId,
  scope: poll.scope,
  resource: poll.resource,
});
