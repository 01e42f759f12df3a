/** The loop of a deliverer: leases subscriptions, sends their deliveries and records the results. */

import { monotonicNow } from "../../contract/clocks.ts";
import {
  claimSubscriptions,
  type DeliveryAddress,
  leaseName,
  releaseSubscriptions,
  renewLeases,
  type SubscriptionLease,
} from "../../store/deliveryLeases.ts";
import {
  type AttemptResult,
  completeDeliveries,
  type DueDelivery,
  dueDeliveries,
  endSubscription,
} from "../../store/deliveryLedger.ts";
import type { Database } from "../../store/postgres/database.ts";
import { endUserOf } from "../accounts/connection.ts";
import type { Outbound } from "../outbound/client.ts";
import type { Vault } from "../secrets/vault.ts";
import { type Attempt, attempt, defaultDeadlineMs } from "./attempt.ts";
import { type CoalescedWork, coalesce } from "./coalesce.ts";
import { type Endpoints, makeEndpoints } from "./endpoints.ts";
import { LeasedSubscription, type LeaseIdentity } from "./leasedSubscription.ts";
import { pauseFailing } from "./pauseFailing.ts";
import { receiverOf } from "./receiver.ts";
import { messageIdOf } from "./signature.ts";

export interface DeliveryLoopOptions {
  /** A separate pool: uses at most five connections. */
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  /** Whether events of this target system are delivered as lists. Null: events of a tenant. */
  readonly batches: (targetSystem: string | null) => boolean;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
  /** Called after a failed attempt, whether or not it will be retried. */
  readonly onFailed?: (facts: FailedDelivery) => void;
  /** Called if another process took over before the results of this many attempts were recorded. */
  readonly onLeaseLost: (attempts: number) => void;
  /** Concurrent requests. */
  readonly maxInFlight?: number;
  readonly leaseSeconds?: number;
  readonly deadlineMs?: number;
}

/** For the process log: contains nothing of the request or the response. */
export interface FailedDelivery {
  /** The id that the receiver sees. */
  readonly delivery: string;
  readonly tenant: string;
  /** Null: the event is of the tenant itself. */
  readonly connection: string | null;
  readonly targetSystem: string | null;
  readonly subscription: string;
  readonly attempt: number;
  readonly status: number | undefined;
  readonly code: "delivery_retried" | "delivery_failed" | "subscription_gone";
}

const turnMs = 3000;

interface PendingResult extends AttemptResult {
  readonly lease: LeasedSubscription;
  readonly isGone: boolean;
  readonly written: () => void;
}

export class DeliveryLoop {
  readonly leaseMs: number;
  readonly #options: DeliveryLoopOptions;
  readonly #leased = new Map<string, LeasedSubscription>();
  readonly #endpoints: Endpoints;
  readonly #supplying: CoalescedWork;
  readonly #writing: CoalescedWork;
  readonly #renewing: CoalescedWork;
  readonly #releasing: CoalescedWork;
  #results: PendingResult[] = [];
  #isStopping = false;
  #isStopped = false;
  #onQuiet = (): void => {};

  constructor(options: DeliveryLoopOptions) {
    this.#options = options;
    this.leaseMs = (options.leaseSeconds ?? 5) * 1000;
    const { onFault, maxInFlight = 1024 } = options;
    this.#endpoints = makeEndpoints({
      maxInFlight,
      now: monotonicNow,
      send: (lease, delivery) => this.#send(lease, delivery),
    });
    const rounds = (round: () => Promise<void>) => coalesce({ round, onFault, shouldRetry: () => !this.#isStopped });
    this.#supplying = rounds(() => this.#supply());
    this.#writing = rounds(() => this.#write());
    this.#renewing = rounds(() => this.#renew());
    this.#releasing = rounds(() => this.#release());
  }

  /** Looks for due deliveries. */
  checkForWork(): void {
    for (const lease of this.#leased.values()) lease.mayHaveMore = true;
    this.#supplying.request();
  }

  renew(): void {
    this.#renewing.request();
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    for (const lease of this.#leased.values()) lease.requeue();
    await this.#supplying.whenIdle();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, graceMs);
    this.#onQuiet = () => this.#endpoints.inFlight() === 0 && resolve();
    this.#onQuiet();
    await promise;
    clearTimeout(timer);
    await this.#writing.whenIdle();
    this.#releasing.request();
    this.#isStopped = true;
    await Promise.all([this.#writing, this.#renewing, this.#releasing].map((rounds) => rounds.whenIdle()));
  }

  /** Leases subscriptions while there is room, and fetches due deliveries for those that have few left. */
  async #supply(): Promise<void> {
    if (this.#isStopping) return;
    const isMore = await this.#claim();
    const leases = [...this.#leased.values()].filter((lease) => this.#needsDeliveries(lease));
    if (leases.length > 0) await this.#fetch(leases);
    this.#endpoints.pump();
    this.#releasing.request();
    if (isMore) this.#supplying.request();
  }

  /** Returns whether there may be more to lease. */
  async #claim(): Promise<boolean> {
    const { database } = this.#options;
    const room = this.#endpoints.room();
    if (room <= 0) return false;
    // A few at a time: their number of deliveries is not known yet, and other processes need work, too.
    const most = Math.min(64, Math.ceil(room / 8));
    const at = monotonicNow();
    const leaseSeconds = this.leaseMs / 1000;
    const claimed = await claimSubscriptions(database, { most, leaseSeconds, without: this.#endpoints.full() });
    for (const subscription of claimed) this.#addLease(subscription, at);
    return claimed.length === most;
  }

  #addLease(subscription: SubscriptionLease, at: number): void {
    const { id, fence, tenantId, connectionId, targetSystem, parentId } = subscription;
    // Only tenant-wide subscriptions need to be told which connection has changed.
    const isNamed = parentId !== null && connectionId !== null && targetSystem !== null;
    const origin = { ...(isNamed && { connectionId, targetSystem }), ...endUserOf(subscription) };
    const identity: LeaseIdentity = { id, fence, tenantId, connectionId, targetSystem, parentId, origin };
    const earlier = this.#leased.get(id);
    if (earlier !== undefined) this.#drop(earlier);
    try {
      const times = { goodUntil: this.#validUntil(at), turnEnds: at + turnMs };
      const { endpoint } = subscription;
      const receiver = this.#receiverOf(identity, subscription);
      this.#leased.set(id, new LeasedSubscription(identity, { receiver, endpoint }, times));
    } catch (error) {
      // A secret cannot be decrypted. Skip the subscription, so that others do not wait; its lease expires.
      this.#options.onFault(error);
    }
  }

  /** Earlier than the end of the lease, because requests need time to arrive. */
  readonly #validUntil = (at: number): number => at + this.leaseMs * 0.8;

  #receiverOf({ id, parentId, origin, targetSystem }: LeaseIdentity, addressed: DeliveryAddress) {
    const { vault, batches } = this.#options;
    return receiverOf(vault, { id, parentId, origin, batches: batches(targetSystem) }, addressed);
  }

  #needsDeliveries(lease: LeasedSubscription): boolean {
    const { isLeaving, isLost, mayHaveMore, ready, turnEnds } = lease;
    return !isLeaving && !isLost && mayHaveMore && ready < this.#batchSize() / 4 && monotonicNow() < turnEnds;
  }

  /** How many deliveries to fetch for each subscription. */
  #batchSize(): number {
    return Math.max(16, Math.min(128, Math.ceil(4096 / this.#leased.size)));
  }

  async #fetch(leases: readonly LeasedSubscription[]): Promise<void> {
    const most = this.#batchSize();
    for (const lease of leases) lease.mayHaveMore = false;
    const queries = leases.map(({ identity, known }) => ({ id: identity.id, most, known: [...known] }));
    const putBacks = leases.map((lease) => lease.putBacks);
    const found = await dueDeliveries(this.#options.database, queries).catch((error: unknown) => {
      for (const lease of leases) lease.mayHaveMore = true;
      throw error;
    });
    if (this.#isStopping) return;
    const due = Map.groupBy(found, ({ subscriptionId }) => subscriptionId);
    for (const [index, lease] of leases.entries()) {
      const deliveries = due.get(lease.identity.id) ?? [];
      lease.add(deliveries, putBacks[index] ?? 0);
      if (deliveries.length === most) lease.mayHaveMore = true;
      if (lease.ready > 0 && !lease.isLost) this.#endpoints.enqueue(lease);
    }
  }

  /** Resolves when the result is recorded: until then, a process that dies would cause it to be sent again. */
  async #send(lease: LeasedSubscription, delivery: DueDelivery): Promise<boolean> {
    const { outbound, now, random, onFault, deadlineMs = defaultDeadlineMs } = this.#options;
    const { sequence, lane } = delivery;
    const { id, fence } = lease.identity;
    const tried = await attempt({ outbound, now, random, deadlineMs, onFault }, lease.receiver, delivery);
    const { outcome, isHealthy, ...rest } = tried;
    const wait = outcome.kind === "retry" ? outcome.wait : undefined;
    const isGone = outcome.kind === "gone";
    if (outcome.kind !== "done") this.#reportFailure(lease, delivery, tried);
    const result = isGone ? "failed" : outcome.kind;
    lease.noteAnswer(outcome.kind === "done");
    const { promise, resolve: written } = Promise.withResolvers<void>();
    this.#results.push({ ...rest, id, fence, sequence, lane, wait, lease, isGone, result, written });
    // Responses arrive in groups; one statement records a whole group.
    if (this.#results.length === 1) setImmediate(() => this.#isStopped || this.#writing.request());
    await promise;
    queueMicrotask(() => this.#onQuiet());
    return isHealthy;
  }

  #reportFailure(
    { identity, receiver }: LeasedSubscription,
    { sequence, attempts }: DueDelivery,
    tried: Attempt,
  ): void {
    const { kind } = tried.outcome;
    this.#options.onFailed?.({
      delivery: messageIdOf(receiver.ledgerId, sequence),
      tenant: identity.tenantId,
      connection: identity.connectionId,
      targetSystem: identity.targetSystem,
      subscription: receiver.subscriptionId,
      attempt: attempts + 1,
      status: tried.status,
      code: kind === "retry" ? "delivery_retried" : kind === "gone" ? "subscription_gone" : "delivery_failed",
    });
  }

  /** Results that arrive during a statement go into the next one. */
  async #write(): Promise<void> {
    const results = this.#results;
    if (results.length === 0) return;
    this.#results = [];
    try {
      const recorded = await completeDeliveries(this.#options.database, results);
      for (const { isGone, ...result } of results) if (isGone) await endSubscription(this.#options.database, result);
      const refused = results.filter((result) => !recorded.has(leaseName(result)));
      if (refused.length > 0) this.#options.onLeaseLost(refused.length);
      for (const { lease } of refused) this.#drop(lease);
      for (const result of results) this.#afterWrite(result);
      for (const { written } of results) written();
    } catch (error) {
      // Recording a result twice is harmless.
      this.#results = [...results, ...this.#results];
      throw error;
    }
    if (this.#results.length > 0) this.#writing.request();
  }

  #afterWrite(result: PendingResult): void {
    const { lease } = result;
    if (result.isGone) this.#drop(lease);
    if (lease.isLost) return;
    lease.written(result);
    if (monotonicNow() >= lease.turnEnds || this.#isStopping) lease.requeue();
    if (lease.ready > 0) this.#endpoints.enqueue(lease);
    if (this.#needsDeliveries(lease)) this.#supplying.request();
    if (lease.known.size === 0) this.#releasing.request();
  }

  #drop(lease: LeasedSubscription): void {
    lease.isLost = true;
    if (this.#leased.get(lease.identity.id) === lease) this.#leased.delete(lease.identity.id);
  }

  async #renew(): Promise<void> {
    const leased = [...this.#leased.values()].filter(({ isLeaving }) => !isLeaving);
    if (leased.length === 0) return;
    const at = monotonicNow();
    const leases = leased.map((lease) => lease.leaseReport(false));
    const { renewed, lost } = await renewLeases(this.#options.database, leases, this.leaseMs / 1000);
    for (const lease of leased) if (lost.has(lease.identity.id)) this.#drop(lease);
    for (const { id, hopeless, ...address } of renewed) {
      const lease = this.#leased.get(id);
      if (lease === undefined) continue;
      lease.reportAccepted();
      lease.validUntil = this.#validUntil(at);
      lease.receiver = this.#receiverOf(lease.identity, address);
      if (lease.ready > 0) this.#endpoints.enqueue(lease);
      if (hopeless) await this.#pause(lease.identity);
    }
    this.#endpoints.pump();
  }

  /** Releases subscriptions that have nothing left to send, or whose turn is over. */
  async #release(): Promise<void> {
    const now = monotonicNow();
    const isOver = ({ turnEnds }: LeasedSubscription) => now >= turnEnds || this.#isStopping;
    for (const lease of this.#leased.values()) if (isOver(lease)) lease.requeue();
    const done = [...this.#leased.values()].filter(
      (lease) => lease.known.size === 0 && (!lease.mayHaveMore || isOver(lease)),
    );
    if (done.length === 0) return;
    for (const lease of done) lease.isLeaving = true;
    const leaseReport = done.map((lease) => lease.leaseReport(!lease.mayHaveMore));
    const released = await releaseSubscriptions(this.#options.database, leaseReport).finally(() => {
      for (const lease of done) lease.isLeaving = false;
    });
    const releasedById = new Map(released.map((subscription) => [subscription.id, subscription]));
    for (const lease of done) {
      const { id } = lease.identity;
      // By now it may be leased again, also by this process.
      if (releasedById.has(id)) this.#drop(lease);
      if (releasedById.get(id)?.hopeless === true) await this.#pause(lease.identity);
    }
    // Deliveries may have become due meanwhile, for these subscriptions or for others that now have room. Subscriptions
    // that could not be released are locked by another transaction, which sends a notification when it ends.
    if (released.length > 0 || done.some(({ isLost, mayHaveMore }) => !isLost && mayHaveMore))
      this.#supplying.request();
  }

  async #pause({ id, parentId, tenantId, connectionId, targetSystem }: LeaseIdentity): Promise<void> {
    const { database, batches, now } = this.#options;
    const failing = { id, parentId, tenantId, connectionId, batches: batches(targetSystem) };
    await pauseFailing(database, failing, now());
  }
}
