/** Looks at connections as they fall due, a few at a time, so that one slow vendor keeps nobody waiting. */
import { setTimeout as pause } from "node:timers/promises";
import type { Connector, Session } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Connection, findConnection } from "../../store/connections.ts";
import { type Database, transaction } from "../../store/database.ts";
import {
  addLooks,
  claimLook,
  type DueLook,
  dropLooks,
  endLook,
  keepLook,
  type Lookable,
} from "../../store/pollState.ts";
import { type OpenConnection, openConnection } from "../accounts/callers.ts";
import { lasting } from "../calling/execute.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Settling } from "../writing/reconcile.ts";
import { type Looked, LookLost, lookAt } from "./poll.ts";
import { secondsBetween, waitAfterFailure, waitAfterLook } from "./pollSchedule.ts";
import { lookableAt, toldBy } from "./sources.ts";

export interface LookerOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: Settling["openSession"];
  /** How the vendor's own webhooks reach us, if they do. */
  readonly hears: (connector: Connector) => Hearing;
  /** Seconds between two looks, usually. */
  readonly every: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
}

/** `address`: each connection has one of its own. `portal`: somebody enters it there; `operator` tells whether ours is. */
export type Hearing = { readonly by: "nothing" | "address" } | { readonly by: "portal"; readonly operator: boolean };

export interface Looker {
  /** Begins to look for what new subscriptions ask for. */
  follow(): Promise<void>;
  /** The same for all subscriptions, and forgets what none of them asks for any more. */
  review(): Promise<void>;
  /** Begins what is due. */
  begin(): Promise<void>;
  /** Waits until nothing is under way. */
  idle(): Promise<void>;
  /** Cuts short what is under way; the next one begins it anew. */
  close(): Promise<void>;
}

const atOnce = 8;
const leaseSeconds = 60;
const keepEvery = 15_000;
const patience = 5000;

export function openLooker(options: LookerOptions): Looker {
  const { database, onFault } = options;
  const ending = new AbortController();
  const lanes = new Set<Promise<void>>();

  const lane = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const due = await claimLook(database, leaseSeconds);
      if (due === undefined) return;
      await look(options, due, ending.signal);
    }
  };
  const idle = async (): Promise<void> => void (await Promise.all(lanes));
  return {
    follow: () => addLooks(database, lookableOf(options), "recent"),
    review: () =>
      transaction(database, async (client) => {
        await addLooks(client, lookableOf(options), "all");
        await dropLooks(client, lookableOf(options));
      }),
    begin: async () => {
      while (lanes.size < atOnce && !ending.signal.aborted) {
        const due = await claimLook(database, leaseSeconds);
        if (due === undefined) return;
        const running: Promise<void> = look(options, due, ending.signal)
          .then(lane)
          .catch(onFault)
          .finally(() => lanes.delete(running));
        lanes.add(running);
      }
    },
    idle,
    close: async () => {
      ending.abort(new Error("The worker ends."));
      // A vendor that does not answer keeps nobody from ending; what it would have said is asked for again.
      await Promise.race([idle(), pause(patience, undefined, { ref: false })]);
    },
  };
}

/** What the vendor tells is not looked for, where what it tells reaches us. */
export function lookableOf({ connectors, hears }: Pick<LookerOptions, "connectors" | "hears">): Lookable[] {
  return [...connectors.values()].flatMap((connector) => {
    const hearing = hears(connector);
    const told = toldBy(connector);
    return lookableAt(connector).flatMap((resource): Lookable[] => {
      const isTold = told.includes(resource);
      if (isTold && hearing.by === "address") return [];
      const portal = isTold && hearing.by === "portal";
      return [{ targetSystem: connector.id, resource, portal, operator: hearing.by === "portal" && hearing.operator }];
    });
  });
}

async function look(options: LookerOptions, due: DueLook, signal: AbortSignal): Promise<void> {
  const { database, random, onFault } = options;
  const lost = new AbortController();
  const keeping = setInterval(() => {
    keepLook(database, due, leaseSeconds).then((ours) => ours || lost.abort(new LookLost()), onFault);
  }, keepEvery);
  try {
    const found = await lookOnce(options, due, AbortSignal.any([signal, lost.signal]));
    if (found !== undefined) await settle(options, due, found);
  } catch (error) {
    if (error instanceof LookLost) return;
    // Ours again at once, or the next worker's.
    if (signal.aborted) return await endLook(database, due, { wait: 0, failures: due.failures, fault: null });
    onFault(error);
    const pace = {
      seconds: secondsBetween({ usual: options.every, least: 0, own: due.everySeconds }),
      chance: random(),
    };
    const wait = waitAfterFailure(pace, due.failures + 1);
    await endLook(database, due, { wait, failures: due.failures + 1, fault: "internal" });
  } finally {
    clearInterval(keeping);
  }
}

interface Found extends Looked {
  readonly connector: Connector;
}

async function lookOnce(options: LookerOptions, due: DueLook, signal: AbortSignal): Promise<Found | undefined> {
  const { database, vault, connectors, now } = options;
  const current = await findConnection(database, due.connectionId);
  const connector = current && connectors.get(current.targetSystem);
  if (current === undefined || connector === undefined) {
    await endLook(database, due, { wait: 3600, failures: due.failures + 1, fault: "connection_inactive" });
    return undefined;
  }
  const missing = connector.needs.some((need) => current[need] === null);
  if (missing) return { connector, wasFirst: true, failed: true, faults: [new Failure("company_required", "")] };
  const requestId = newId();
  const open = async (): Promise<Session> => {
    const latest = (await findConnection(database, due.connectionId)) ?? current;
    return options.openSession(connector, openConnection(latest, vault), { scope: scopeOf(latest), requestId });
  };
  const looking = { database, connector, session: lasting(open), held: due, now, signal };
  return { connector, ...(await lookAt(looking)) };
}

export const scopeOf = ({ environment, company }: Pick<Connection | OpenConnection, "environment" | "company">) => ({
  environment: environment ?? undefined,
  company: company ?? undefined,
});

async function settle({ database, every, random }: LookerOptions, due: DueLook, found: Found): Promise<void> {
  const seconds = secondsBetween({ usual: every, least: found.connector.pollEvery, own: due.everySeconds });
  const pace = { seconds, chance: random(), connectionId: due.connectionId, wasFirst: found.wasFirst };
  const fault = found.faults.length === 0 ? null : [...new Set(found.faults.map(({ code }) => code))].join(", ");
  const failed = due.failures + 1;
  const retryAfter = Math.max(0, ...found.faults.map(({ details }) => details.retryAfter ?? 0));
  const ending = found.failed
    ? { wait: waitAfterFailure(pace, failed, retryAfter), failures: failed, fault }
    : { wait: waitAfterLook(pace), failures: 0, fault };
  await endLook(database, due, ending);
}
