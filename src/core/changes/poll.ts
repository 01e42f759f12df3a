/**
 * Polls one connection: finds changed and deleted records in its lists. Lists of any length are read, compared and stored
 * in parts. The events and snapshots of a part are stored in one transaction, so that an interrupted poll can simply be
 * repeated.
 */

import { Failure, failures } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import {
  clearSnapshots,
  countSnapshots,
  countSweeps,
  failPoll,
  findPolls,
  findSnapshots,
  snapshotIds,
} from "../../store/pollState.ts";
import { type Snapshot } from "./diff.ts";
import { mustScanFully, querySince } from "./pollSchedule.ts";
import { SeenIds } from "./seenIds.ts";
import { listHandlerOf } from "./sources.ts";
import { sweepResource } from "./sweep.ts";
import { finish, inLeaseTransaction, listing, type PollDeps, pollKeyOf, type ResourcePoll, writePart } from "./walk.ts";

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
  const sweeps = await countSweeps(deps.database, deps.lease.connectionId);
  const faults: Failure[] = [];
  const sessions = new Map<string, Session | Failure>();
  for (const poll of polls) {
    const handler = listHandlerOf(deps.connector, poll.resource);
    if (handler === undefined) continue;
    try {
      // Sweeps have sessions of their own, because their calls are counted separately.
      const cause = poll.isSweep ? "sweep" : "poll";
      const name = `${cause} ${poll.scope}`;
      const session = sessions.get(name) ?? (await deps.sessionFor(poll.scope, cause));
      sessions.set(name, session);
      if (session instanceof Failure) throw session;
      const listed = { ...deps, poll, session, list: listing({ ...deps, session }, poll, handler) };
      if (poll.isSweep && poll.polledUntil !== null) await sweepResource(listed, sweeps);
      else await pollResource(listed);
    } catch (error) {
      deps.signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      faults.push(error);
      const { connectionId } = deps.lease;
      await failPoll(deps.database, { connectionId, scope: poll.scope, resource: poll.resource }, error.code);
      const { next } = failures[error.code];
      if (next === "wait" || next === "reconnect") return { wasFirst, faults, failed: true };
    }
  }
  return { wasFirst, faults, failed: faults.length > 0 && faults.length === polls.length };
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
