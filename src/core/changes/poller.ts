/** Polls connections as they fall due, a few at a time, so that one slow vendor keeps nobody waiting. */

import { setTimeout as pause } from "node:timers/promises";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { findConnection } from "../../store/connections.ts";
import {
  addPolls,
  claimPoll,
  type DuePoll,
  dropPolls,
  endPoll,
  keepPoll,
  type Pollable,
} from "../../store/pollState.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { openConnection, scopeOf } from "../accounts/connection.ts";
import { TenantDisabled } from "../accounts/tenants.ts";
import { holdersAtTheirShare } from "../outbound/slots.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { reopeningSession } from "../session/reopeningSession.ts";
import type { OpenSession } from "../session/sessionFactory.ts";
import { changeScopeOf } from "./changeScope.ts";
import { type Polled, PollLost, pollConnection } from "./poll.ts";
import { secondsBetween, waitAfterFailure, waitAfterPoll } from "./pollSchedule.ts";
import { neededBy, pollableAt, resourcesReportedBy } from "./sources.ts";

export interface PollerOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: OpenSession;
  /** How the vendor's own webhooks reach us, if they do. */
  readonly reportChannelOf: (connector: Connector) => ReportChannel;
  /** Seconds between two polls, usually. */
  readonly every: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
}

/** `address`: each connection has one of its own. `portal`: somebody enters it there; `operator` tells whether ours is. */
export type ReportChannel =
  | { readonly by: "nothing" | "address" }
  | { readonly by: "portal"; readonly operator: boolean };

export interface Poller {
  /** Begins to poll what new subscriptions ask for. */
  schedule(): Promise<void>;
  /** The same for all subscriptions, and forgets what none of them asks for any more. */
  sweep(): Promise<void>;
  /** Begins what is due. */
  begin(): Promise<void>;
  /** Waits until nothing is under way. */
  idle(): Promise<void>;
  /** Cuts short what is under way; the next one begins it anew. */
  close(): Promise<void>;
}

/** One vendor gets half of it at most, and one tenant a third: others poll the same vendor. */
const atOnce = 16;
const tenantsShare = 0.5;
const leaseSeconds = 60;
const keepEvery = 15_000;
const graceMs = 5000;

export function openPoller(options: PollerOptions): Poller {
  const { database, onFault } = options;
  const ending = new AbortController();
  const lanes = new Set<Promise<void>>();
  const underWay = new Set<DuePoll>();

  const claim = async (): Promise<DuePoll | undefined> => {
    const polls = [...underWay];
    const tenants = polls.map(({ tenantId }) => tenantId);
    const targetSystems = polls.map(({ targetSystem }) => targetSystem);
    const due = await claimPoll(database, leaseSeconds, {
      tenants: holdersAtTheirShare(tenants, atOnce, tenantsShare),
      targetSystems: holdersAtTheirShare(targetSystems, atOnce),
    });
    if (due !== undefined) underWay.add(due);
    return due;
  };
  const run = (due: DuePoll): Promise<void> => poll(options, due, ending.signal).finally(() => underWay.delete(due));
  const lane = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const due = await claim();
      if (due === undefined) return;
      await run(due);
    }
  };
  const idle = async (): Promise<void> => void (await Promise.all(lanes));
  return {
    schedule: () => addPolls(database, pollableOf(options), "recent"),
    sweep: () =>
      transaction(database, async (client) => {
        await addPolls(client, pollableOf(options), "all");
        await dropPolls(client, pollableOf(options));
      }),
    begin: async () => {
      while (lanes.size < atOnce && !ending.signal.aborted) {
        const due = await claim();
        if (due === undefined) return;
        const running: Promise<void> = run(due)
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
      await Promise.race([idle(), pause(graceMs, undefined, { ref: false })]);
    },
  };
}

/** What the vendor tells is not polled, where what it tells reaches us. */
export function pollableOf({
  connectors,
  reportChannelOf,
}: Pick<PollerOptions, "connectors" | "reportChannelOf">): Pollable[] {
  return [...connectors.values()].flatMap((connector) => {
    const hearing = reportChannelOf(connector);
    const told = resourcesReportedBy(connector);
    return pollableAt(connector).flatMap((resource): Pollable[] => {
      const isTold = told.includes(resource);
      if (isTold && hearing.by === "address") return [];
      const portal = isTold && hearing.by === "portal";
      const operator = hearing.by === "portal" && hearing.operator;
      return [{ targetSystem: connector.id, resource, portal, operator, ...neededBy(connector) }];
    });
  });
}

async function poll(options: PollerOptions, due: DuePoll, signal: AbortSignal): Promise<void> {
  const { database, random, onFault } = options;
  const lost = new AbortController();
  const keeping = setInterval(() => {
    keepPoll(database, due, leaseSeconds).then((ours) => ours || lost.abort(new PollLost()), onFault);
  }, keepEvery);
  try {
    const found = await pollOnce(options, due, { signal: AbortSignal.any([signal, lost.signal]), lost });
    lost.signal.throwIfAborted();
    if (found !== undefined) await settle(options, due, found);
  } catch (error) {
    if (error instanceof PollLost) return;
    // Nobody begins it before it may be done again.
    if (error instanceof TenantDisabled)
      return await endPoll(database, due, { wait: 0, failures: due.failures, fault: null });
    // Ours again at once, or the next worker's.
    if (signal.aborted) return await endPoll(database, due, { wait: 0, failures: due.failures, fault: null });
    onFault(error);
    const pace = {
      seconds: secondsBetween({ usual: options.every, least: 0, own: due.everySeconds }),
      chance: random(),
    };
    const wait = waitAfterFailure(pace, due.failures + 1);
    await endPoll(database, due, { wait, failures: due.failures + 1, fault: "internal" });
  } finally {
    clearInterval(keeping);
  }
}

interface Found extends Polled {
  readonly connector: Connector;
}

interface Ending {
  readonly signal: AbortSignal;
  /** For this one poll. */
  readonly lost: AbortController;
}

async function pollOnce(options: PollerOptions, due: DuePoll, { signal, lost }: Ending): Promise<Found | undefined> {
  const { database, vault, connectors, now } = options;
  const current = await findConnection(database, due.connectionId);
  const connector = current && connectors.get(current.targetSystem);
  if (current === undefined || connector === undefined) {
    await endPoll(database, due, { wait: 3600, failures: due.failures + 1, fault: "connection_inactive" });
    return undefined;
  }
  // A list that is cut short is begun anew, so that waiting for the rest of it is cheaper.
  const background = { requestId: newId(), priority: "background", waitMs: 300_000 } as const;
  const sessionFor = async (name: string): Promise<Session | Failure> => {
    const chosen = await changeScopeOf(database, current, name);
    if (connector.needs.some((need) => chosen[need] === null)) return new Failure("company_required", "");
    return reopeningSession(async () => {
      const latest = (await findConnection(database, due.connectionId)) ?? current;
      if (!latest.isEnabled) lost.abort(new TenantDisabled());
      signal.throwIfAborted();
      const scope = scopeOf(await changeScopeOf(database, latest, name));
      return options.openSession(connector, openConnection(latest, vault), { ...background, scope });
    }, scopeOf(chosen).company);
  };
  const deps = { database, connector, sessionFor, held: due, now, signal };
  return { connector, ...(await pollConnection(deps)) };
}

async function settle({ database, every, random, now }: PollerOptions, due: DuePoll, found: Found): Promise<void> {
  const seconds = secondsBetween({ usual: every, least: found.connector.pollEvery, own: due.everySeconds });
  const pace = { seconds, number: due.number, wasFirst: found.wasFirst, now: now() };
  const fault = found.faults.length === 0 ? null : [...new Set(found.faults.map(({ code }) => code))].join(", ");
  const failed = due.failures + 1;
  const retryAfter = Math.max(0, ...found.faults.map(({ details }) => details.retryAfter ?? 0));
  const ending = found.failed
    ? { wait: waitAfterFailure({ seconds, chance: random() }, failed, retryAfter), failures: failed, fault }
    : { wait: waitAfterPoll(pace), failures: 0, fault };
  await endPoll(database, due, ending);
}
