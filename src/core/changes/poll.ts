/**
 * One look at one connection: changed records from its lists, and what is gone from them. Events and what was seen are
 * written down together, so that whatever is cut short is simply looked at again.
 */
import type { Connector, ListHandler, Session } from "../../contract/connector.ts";
import type { RecordResource } from "../../contract/event.ts";
import { Failure, failures } from "../../contract/failure.ts";
import { type Database, transaction } from "../../store/database.ts";
import { countSeen, type DueLook, findLooks, findSeen, holdLook, type Look, saveSeen } from "../../store/pollState.ts";
import { understood } from "../calling/execute.ts";
import { type Change, record } from "../events/eventLog.ts";
import { changesIn, deletionsOf, type Sight, sightOf } from "./diff.ts";
import { askedSince, mustSweep } from "./pollSchedule.ts";
import { idFieldOf, isPaged, listHandlerOf } from "./sources.ts";

export interface Looking {
  readonly database: Database;
  readonly connector: Connector;
  readonly session: Session;
  readonly held: Pick<DueLook, "connectionId" | "fence">;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Somebody else looks by now, or nobody wants us to: nothing was written down. */
export class LookLost extends Error {}

export interface Looked {
  readonly wasFirst: boolean;
  readonly faults: readonly Failure[];
  /** Nothing could be seen, or asking for more is of no use now. */
  readonly failed: boolean;
}

/** A list that cannot be read keeps nobody from reading the others, unless the whole vendor has to be left alone. */
export async function lookAt(looking: Looking): Promise<Looked> {
  const looks = await findLooks(looking.database, looking.held.connectionId);
  const wasFirst = looks.some(({ seenUntil }) => seenUntil === null);
  const faults: Failure[] = [];
  for (const look of looks) {
    const handler = listHandlerOf(looking.connector, look.resource);
    if (handler === undefined) continue;
    try {
      await lookFor({ ...looking, look, list: listing(looking, look, handler) });
    } catch (error) {
      looking.signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      faults.push(error);
      const { next } = failures[error.code];
      if (next === "wait" || next === "reconnect") return { wasFirst, faults, failed: true };
    }
  }
  return { wasFirst, faults, failed: faults.length > 0 && faults.length === looks.length };
}

interface Listed extends Looking {
  readonly look: Look;
  readonly list: List;
}

interface List {
  readonly handler: ListHandler<unknown>;
  /** Every record that changed since then, or every one. */
  walk(since?: Date): Promise<Map<string, Sight>>;
  /** As the vendor counts. */
  total(): Promise<number | undefined>;
}

const pageSize = 100;
const smallest = 5;
/** Whoever has more pages than that hands out the same ones again and again. */
const mostPages = 100_000;

function listing({ connector, session, signal }: Looking, { resource }: Look, handler: ListHandler<unknown>): List {
  const idField = idFieldOf(resource);
  const paged = isPaged(resource);
  const read = (page: number, limit: number, since?: Date) => {
    const filters = since ? { lastModifiedAt: since } : {};
    const call = { ids: {}, filters, window: paged ? { page, limit } : undefined };
    return understood(connector, () => handler.list(call, session));
  };
  return {
    handler,
    walk: async (since) => {
      const sights = new Map<string, Sight>();
      let count = 0;
      for (let page = 1; page <= mostPages; page++) {
        signal.throwIfAborted();
        const { records, total } = await read(page, pageSize, since);
        for (const one of records) {
          const sight = sightOf(one as Record<string, unknown>, idField);
          if (sight !== undefined) sights.set(sight.id, sight);
        }
        count += records.length;
        if (!paged || records.length === 0 || (total !== undefined && count >= total)) return sights;
      }
      throw new Failure("target_bad_response", "The list does not end.");
    },
    total: async () => (await read(1, smallest)).total,
  };
}

async function lookFor(listed: Listed): Promise<void> {
  const { look, list, now } = listed;
  const at = new Date(now());
  if (look.seenUntil === null) return write(listed, { at, sights: await list.walk(), swept: true });
  if (!list.handler.filters.includes("lastModifiedAt")) return sweep(listed, at);
  const sights = await list.walk(askedSince(look.seenUntil, list.handler.modifiedBy));
  await write(listed, { at, sights, swept: false });
  const total = await list.total();
  const seen = await countSeen(listed.database, placeOf(listed));
  if (mustSweep({ sweptAt: look.sweptAt ?? undefined, now: at, total, seen })) await sweep(listed, at);
}

/** A record may slip from one page to another while they are read: only what is missing twice is gone. */
async function sweep(listed: Listed, at: Date): Promise<void> {
  const sights = await listed.list.walk();
  const before = await findSeen(listed.database, placeOf(listed));
  const missing = [...before.keys()].filter((id) => !sights.has(id));
  const again = missing.length > 0 ? await listed.list.walk() : sights;
  for (const [id, sight] of again) if (!sights.has(id)) sights.set(id, sight);
  await write(listed, { at, sights, swept: true, gone: missing.filter((id) => !sights.has(id)) });
}

interface Found {
  readonly at: Date;
  readonly sights: ReadonlyMap<string, Sight>;
  readonly swept: boolean;
  readonly gone?: readonly string[];
}

async function write(listed: Listed, { at, sights, swept, gone = [] }: Found): Promise<void> {
  const { database, connector, held, look } = listed;
  const place = placeOf(listed);
  const { seenUntil } = look;
  await transaction(database, async (client) => {
    if (!(await holdLook(client, held))) throw new LookLost();
    const changes = new Array<Change>();
    let fresh = [...sights.values()];
    if (seenUntil !== null) {
      const before = await findSeen(client, place, [...sights.keys()]);
      const compared = { resource: look.resource, at, seenUntil, before };
      changes.push(...changesIn(fresh, compared), ...deletionsOf(gone, compared));
      fresh = fresh.filter(({ id, fingerprint }) => !before.get(id)?.equals(fingerprint));
    }
    if (!(await saveSeen(client, { ...place, until: at, swept, sights: fresh, gone }))) throw new LookLost();
    await record(client, { id: held.connectionId, batches: connector.batches === true }, changes);
  });
}

const placeOf = ({ held, look }: Listed): { connectionId: string; resource: RecordResource } => ({
  connectionId: held.connectionId,
  resource: look.resource,
});
