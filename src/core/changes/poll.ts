/**
 * One poll of one connection: changed records from its lists, and what is gone from them. Events and what was seen are
 * written down together, so that whatever is cut short is simply polled again.
 */

import type { Connector, ListHandler } from "../../contract/connector.ts";
import type { RecordResource } from "../../contract/event.ts";
import { Failure, failures } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import {
  countSnapshots,
  type DuePoll,
  findPolls,
  findSnapshots,
  holdPoll,
  type Poll,
  saveSnapshots,
} from "../../store/pollState.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { appendChanges, type Change } from "../events/eventLog.ts";
import { asVendorFailure } from "../vendor/asVendorFailure.ts";
import { changesIn, deletionsOf, type Snapshot, snapshotOf } from "./diff.ts";
import { askedSince, mustScanFully } from "./pollSchedule.ts";
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
  /** Every record that changed since then, or every one. */
  walk(since?: Date): Promise<Walked>;
  /** As the vendor counts. */
  total(): Promise<number | undefined>;
}

interface Walked {
  readonly snapshots: Map<string, Snapshot>;
  /** Whether a record could not be told by its id: it may be any of those that seem to be missing. */
  readonly hasNameless: boolean;
}

const pageSize = 100;
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
    walk: async (since) => {
      const snapshots = new Map<string, Snapshot>();
      let hasNameless = false;
      let count = 0;
      for (let page = 1; page <= mostPages; page++) {
        signal.throwIfAborted();
        const { records, total } = await read(page, pageSize, since);
        for (const one of records) {
          const snapshot = snapshotOf(one as Record<string, unknown>, idField);
          if (snapshot === undefined) hasNameless = true;
          else snapshots.set(snapshot.id, snapshot);
        }
        count += records.length;
        if (!paged || records.length === 0 || (total !== undefined && count >= total))
          return { snapshots, hasNameless };
      }
      throw new Failure("target_bad_response", "The list does not end.");
    },
    total: async () => (await read(1, smallest)).total,
  };
}

async function pollResource(listed: Listed): Promise<void> {
  const { poll, list, now } = listed;
  const at = new Date(now());
  if (poll.polledUntil === null) return write(listed, { at, ...(await list.walk()), isFullScan: true });
  if (!list.handler.filters.includes("lastModifiedAt")) return fullScan(listed, at);
  const { snapshots } = await list.walk(askedSince(poll.polledUntil, list.handler.modifiedBy));
  await write(listed, { at, snapshots, isFullScan: false });
  const total = await list.total();
  const seen = await countSnapshots(listed.database, placeOf(listed));
  if (mustScanFully({ scannedAt: poll.scannedAt ?? undefined, now: at, total, seen })) await fullScan(listed, at);
}

/** A record may slip from one page to another while they are read: only what is missing twice is gone. */
async function fullScan(listed: Listed, at: Date): Promise<void> {
  const first = await listed.list.walk();
  const { snapshots } = first;
  const before = await findSnapshots(listed.database, placeOf(listed));
  const missing = [...before.keys()].filter((id) => !snapshots.has(id));
  const again = missing.length > 0 ? await listed.list.walk() : first;
  for (const [id, snapshot] of again.snapshots) if (!snapshots.has(id)) snapshots.set(id, snapshot);
  const isSure = !first.hasNameless && !again.hasNameless;
  const gone = isSure ? missing.filter((id) => !snapshots.has(id)) : [];
  await write(listed, { at, snapshots, isFullScan: true, gone });
}

interface Found {
  readonly at: Date;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly isFullScan: boolean;
  readonly gone?: readonly string[];
}

async function write(listed: Listed, { at, snapshots, isFullScan, gone = [] }: Found): Promise<void> {
  const { database, connector, held, poll, list } = listed;
  const place = placeOf(listed);
  const { polledUntil } = poll;
  await transaction(database, async (client) => {
    if (!(await holdPoll(client, held))) throw new PollLost();
    const changes = new Array<Change>();
    let fresh = [...snapshots.values()];
    if (polledUntil !== null) {
      const before = await findSnapshots(client, place, [...snapshots.keys()]);
      const since = askedSince(polledUntil, list.handler.modifiedBy);
      const compared = { resource: poll.resource, at, since, polledUntil, before };
      changes.push(...changesIn(fresh, compared), ...deletionsOf(gone, compared));
      fresh = fresh.filter(({ id, fingerprint }) => !before.get(id)?.equals(fingerprint));
    }
    if (!(await saveSnapshots(client, { ...place, until: at, isFullScan, snapshots: fresh, gone })))
      throw new PollLost();
    const log = { id: held.connectionId, batches: connector.batches === true, scope: poll.scope };
    await appendChanges(client, log, changes);
  });
}

const placeOf = ({ held, poll }: Listed): { connectionId: string; scope: string; resource: RecordResource } => ({
  connectionId: held.connectionId,
  scope: poll.scope,
  resource: poll.resource,
});
