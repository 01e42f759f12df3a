/** Polls due connections, several at once, so that a slow vendor does not delay the others. */

import { setTimeout as pause } from "node:timers/promises";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { findConnection } from "../../store/connections.ts";
import type { CallCause } from "../../store/log/vendorUsage.ts";
import {
  addPolls,
  adjustPolls,
  claimPoll,
  type DuePoll,
  endPoll,
  keepPoll,
  type Pollable,
} from "../../store/pollState.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { openConnection, scopeOf } from "../accounts/connection.ts";
import { TenantDisabled } from "../accounts/tenants.ts";
import { pollSecondsWithin } from "../limits/usage.ts";
import { holdersAtTheirShare } from "../outbound/slots.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { reopeningSession } from "../session/reopeningSession.ts";
import type { OpenSession } from "../session/sessionFactory.ts";
import { inSpan, SpanKind } from "../tracing/spans.ts";
import { changeScopeOf } from "./changeScope.ts";
import { type PollResult, pollConnection } from "./poll.ts";
import { secondsBetween, sweepSecondsOf, usualSecondsOf, waitAfterFailure, waitAfterPoll } from "./pollSchedule.ts";
import { listHandlerOf, pollableResourcesOf, resourcesReportedBy, scopeNeedsOf } from "./sources.ts";
import { PollLost } from "./walk.ts";

export interface PollerOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: OpenSession;
  /** How the vendor's webhooks reach this service, if they do. */
  readonly reportChannelOf: (connector: Connector) => ReportChannel;
  /** The default number of seconds between two polls. */
  readonly pollEverySeconds: number;
  /** Seconds between two sweeps of lists that the vendor reports itself. Default: by the vendor's limits. */
  readonly sweepEverySeconds?: number | undefined;
  readonly now: () => number;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
}

/** `address`: each connection has its own URL. `portal`: a URL entered there; `operator`: whether the operator's is. */
export type ReportChannel =
  | { readonly by: "nothing" | "address" }
  | { readonly by: "portal"; readonly operator: boolean };

export interface Poller {
  /** Adds polls for new subscriptions. */
  schedule(): Promise<void>;
  /** Adds polls for all subscriptions, and removes those that no subscription needs. */
  sweep(): Promise<void>;
  /** Starts due polls. */
  begin(): Promise<void>;
  /** Waits until no poll is running. */
  idle(): Promise<void>;
  /** Aborts running polls; the next process repeats them. */
  close(): Promise<void>;
}

/** One vendor gets at most half of the concurrent polls, and one tenant a third, because tenants share vendors. */
const atOnce = 16;
const tenantShare = 0.5;
const leaseSeconds = 60;
const keepEvery = 15_000;
const graceMs = 5000;

export function openPoller(options: PollerOptions): Poller {
  const { database, onFault } = options;
  const ending = new AbortController();
  const workers = new Set<Promise<void>>();
  const running = new Set<DuePoll>();

  const claimWithinShares = async (): Promise<DuePoll | undefined> => {
    const polls = [...running];
    const tenants = polls.map(({ tenantId }) => tenantId);
    const targetSystems = polls.map(({ targetSystem }) => targetSystem);
    const due = await claimPoll(database, leaseSeconds, {
      tenants: holdersAtTheirShare(tenants, atOnce, tenantShare),
      targetSystems: holdersAtTheirShare(targetSystems, atOnce),
    });
    if (due !== undefined) running.add(due);
    return due;
  };
  let lastClaim: Promise<DuePoll | undefined> = Promise.resolve(undefined);
  /** Claims follow one another, because two at once would both take the last poll of a share. */
  const claim = (): Promise<DuePoll | undefined> => {
    lastClaim = lastClaim.catch(() => undefined).then(claimWithinShares);
    return lastClaim;
  };
  const run = (due: DuePoll): Promise<void> => poll(options, due, ending.signal).finally(() => running.delete(due));
  const runDuePolls = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const due = await claim();
      if (due === undefined) return;
      await run(due);
    }
  };
  const idle = async (): Promise<void> => void (await Promise.all(workers));
  return {
    schedule: () => addPolls(database, pollableOf(options), "recent"),
    sweep: async () => {
      await addPolls(database, pollableOf(options), "all");
      await transaction(database, (client) => adjustPolls(client, pollableOf(options)));
    },
    begin: async () => {
      while (workers.size < atOnce && !ending.signal.aborted) {
        const due = await claim();
        if (due === undefined) return;
        const worker: Promise<void> = run(due)
          .then(runDuePolls)
          .catch(onFault)
          .finally(() => workers.delete(worker));
        workers.add(worker);
      }
    },
    idle,
    close: async () => {
      ending.abort(new Error("The worker is stopping."));
      // Does not wait for a vendor that hangs; its lists are polled again.
      await Promise.race([idle(), pause(graceMs, undefined, { ref: false })]);
    },
  };
}

/** All lists that can be polled. The database knows which of them the vendor reports at present. */
export function pollableOf({
  connectors,
  reportChannelOf,
  sweepEverySeconds,
}: Pick<PollerOptions, "connectors" | "reportChannelOf" | "sweepEverySeconds">): Pollable[] {
  return [...connectors.values()].flatMap((connector) => {
    const channel = reportChannelOf(connector);
    const reported = resourcesReportedBy(connector);
    return pollableResourcesOf(connector).flatMap((resource): Pollable[] => {
      const isReported = reported.includes(resource);
      const handler = listHandlerOf(connector, resource);
      const isFiltered = handler?.filters.includes("lastModifiedAt") === true && handler.modifiedBy === undefined;
      const address = isReported && channel.by === "address";
      const portal = isReported && channel.by === "portal";
      const operator = channel.by === "portal" && channel.operator;
      const sweepSeconds = sweepEverySeconds ?? sweepSecondsOf(connector, { sweeps: reported.length, isFiltered });
      const offered = { portal, operator, address, sweepSeconds };
      return [{ targetSystem: connector.id, resource, ...offered, ...scopeNeedsOf(connector) }];
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
    const attributes = { "kontor.connection": due.connectionId, "kontor.target_system": due.targetSystem };
    const found = await inSpan({ name: "poll", kind: SpanKind.INTERNAL, attributes }, () =>
      pollOnce(options, due, { signal: AbortSignal.any([signal, lost.signal]), lost }),
    );
    lost.signal.throwIfAborted();
    if (found !== undefined) await completePoll(options, due, found);
  } catch (error) {
    if (error instanceof PollLost) return;
    // Not claimed again while the tenant is disabled.
    if (error instanceof TenantDisabled)
      return await endPoll(database, due, { wait: 0, failures: due.failures, fault: null });
    // Due immediately, for this worker or the next one.
    if (signal.aborted) return await endPoll(database, due, { wait: 0, failures: due.failures, fault: null });
    onFault(error);
    const pace = {
      seconds: secondsBetween({ usual: options.pollEverySeconds, least: 0, connectionSeconds: due.everySeconds }),
      chance: random(),
    };
    const wait = waitAfterFailure(pace, due.failures + 1);
    await endPoll(database, due, { wait, failures: due.failures + 1, fault: "internal" });
  } finally {
    clearInterval(keeping);
  }
}

interface PollFindings extends PollResult {
  readonly connector: Connector;
}

interface PollSignals {
  readonly signal: AbortSignal;
  /** Aborts this poll only. */
  readonly lost: AbortController;
}

async function pollOnce(
  options: PollerOptions,
  due: DuePoll,
  { signal, lost }: PollSignals,
): Promise<PollFindings | undefined> {
  const { database, vault, connectors, now } = options;
  const current = await findConnection(database, due.connectionId);
  const connector = current && connectors.get(current.targetSystem);
  if (current === undefined || connector === undefined) {
    await endPoll(database, due, { wait: 3600, failures: due.failures + 1, fault: "connection_inactive" });
    return undefined;
  }
  // An interrupted list starts over, so a long wait for permits is cheaper.
  const background = { requestId: newId(), priority: "background", waitMs: 300_000 } as const;
  const sessionFor = async (name: string, cause: CallCause): Promise<Session | Failure> => {
    const chosen = await changeScopeOf(database, current, name);
    if (connector.needs.some((need) => chosen[need] === null)) return new Failure("company_required", "");
    return reopeningSession(async () => {
      const latest = (await findConnection(database, due.connectionId)) ?? current;
      if (!latest.isEnabled) lost.abort(new TenantDisabled());
      signal.throwIfAborted();
      const scope = scopeOf(await changeScopeOf(database, latest, name));
      return options.openSession(connector, openConnection(latest, vault), { ...background, cause, scope });
    }, scopeOf(chosen).company);
  };
  const deps = { database, connector, sessionFor, lease: due, now, signal };
  return { connector, ...(await pollConnection(deps)) };
}

async function completePoll(
  { database, pollEverySeconds, random, now }: PollerOptions,
  due: DuePoll,
  found: PollFindings,
): Promise<void> {
  const usualSeconds = secondsBetween({
    usual: usualSecondsOf(pollEverySeconds, due),
    least: found.connector.pollEvery,
    connectionSeconds: due.everySeconds,
  });
  const seconds = await pollSecondsWithin(database, due, usualSeconds);
  const pace = { seconds, number: due.number, wasFirst: found.wasFirst, now: now() };
  const fault = found.faults.length === 0 ? null : [...new Set(found.faults.map(({ code }) => code))].join(", ");
  const failed = due.failures + 1;
  const retryAfter = Math.max(0, ...found.faults.map(({ details }) => details.retryAfter ?? 0));
  const ending = found.failed
    ? { wait: waitAfterFailure({ seconds, chance: random() }, failed, retryAfter), failures: failed, fault }
    : { wait: waitAfterPoll(pace), failures: 0, fault };
  await endPoll(database, due, ending);
}
