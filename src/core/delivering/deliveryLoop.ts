/** The work of a deliverer: subscriptions in its hands, what is under way, and what has to be written down. */

import {
  type Addressed,
  claimSubscriptions,
  leaseName,
  releaseSubscriptions,
  renewLeases,
  type SubscriptionLease,
} from "../../store/deliveryLeases.ts";
import {
  type Attempted,
  completeDeliveries,
  type DueDelivery,
  dueDeliveries,
  endSubscription,
} from "../../store/deliveryLedger.ts";
import type { Database } from "../../store/postgres/database.ts";
import { endUserOf } from "../accounts/connection.ts";
import type { Outbound } from "../outbound/client.ts";
import type { Vault } from "../secrets/vault.ts";
import { type Attempt, attempt, usualDeadlineMs } from "./attempt.ts";
import { type Coalesced, coalesce } from "./coalesce.ts";
import { type Endpoints, makeEndpoints } from "./endpoints.ts";
import { type Held, LeasedSubscription } from "./leasedSubscription.ts";
import { pauseHopeless } from "./pauseFailing.ts";
import { receiverOf } from "./receiver.ts";
import { messageIdOf } from "./signature.ts";

export interface DeliveryLoopOptions {
  /** A pool of its own: five connections are in use at most. */
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  /** Whether events of this target system leave as lists. */
  readonly batches: (targetSystem: string) => boolean;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
  /** The receiver did not take it, this time or for good. */
  readonly onNotTaken?: (facts: FailedDelivery) => void;
  /** Somebody else had taken over before this many attempts could be written down. */
  readonly onRefused: (attempts: number) => void;
  /** Requests under way at one time. */
  readonly most?: number;
  readonly leaseSeconds?: number;
  readonly deadlineMs?: number;
}

/** For the log of the process: nothing of what was sent or answered. */
export interface FailedDelivery {
  /** As the receiver knows it. */
  readonly delivery: string;
  readonly tenant: string;
  readonly connection: string;
  readonly targetSystem: string;
  readonly subscription: string;
  readonly attempt: number;
  readonly status: number | undefined;
  /** Whether it is tried again. */
  readonly code: "delivery_retried" | "delivery_failed" | "subscription_gone";
}

const turnMs = 3000;

interface Result extends Attempted {
  readonly lease: LeasedSubscription;
  readonly isGone: boolean;
  readonly written: () => void;
}

export class DeliveryLoop {
  readonly leaseMs: number;
  readonly #options: DeliveryLoopOptions;
  readonly #leased = new Map<string, LeasedSubscription>();
  readonly #endpoints: Endpoints;
  readonly #supplying: Coalesced;
  readonly #writing: Coalesced;
  readonly #renewing: Coalesced;
  readonly #releasing: Coalesced;
  #results: Result[] = [];
  #isStopping = false;
  #isStopped = false;
  #onQuiet = (): void => {};

  constructor(options: DeliveryLoopOptions) {
    this.#options = options;
    this.leaseMs = (options.leaseSeconds ?? 5) * 1000;
    const { now, onFault, most = 1024 } = options;
    this.#endpoints = makeEndpoints({ most, now, send: (lease, delivery) => this.#send(lease, delivery) });
    const rounds = (round: () => Promise<void>) => coalesce({ round, onFault, goesOn: () => !this.#isStopped });
    this.#supplying = rounds(() => this.#supply());
    this.#writing = rounds(() => this.#write());
    this.#renewing = rounds(() => this.#renew());
    this.#releasing = rounds(() => this.#release());
  }

  /** There may be something new. */
  look(): void {
    for (const lease of this.#leased.values()) lease.mayHaveMore = true;
    this.#supplying.ask();
  }

  renew(): void {
    this.#renewing.ask();
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    for (const lease of this.#leased.values()) lease.requeue();
    await this.#supplying.settled();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, graceMs);
    this.#onQuiet = () => this.#endpoints.inFlight() === 0 && resolve();
    this.#onQuiet();
    await promise;
    clearTimeout(timer);
    await this.#writing.settled();
    this.#releasing.ask();
    this.#isStopped = true;
    await Promise.all([this.#writing, this.#renewing, this.#releasing].map((rounds) => rounds.settled()));
  }

  /** Leases subscriptions while there is room, and fetches what is due of those that have little left in hand. */
  async #supply(): Promise<void> {
    if (this.#isStopping) return;
    const isMore = await this.#claim();
    const wanting = [...this.#leased.values()].filter((lease) => this.#wants(lease));
    if (wanting.length > 0) await this.#fetch(wanting);
    this.#endpoints.pump();
    this.#releasing.ask();
    if (isMore) this.#supplying.ask();
  }

  /** Tells whether there may be more to lease. */
  async #claim(): Promise<boolean> {
    const { database, now } = this.#options;
    const room = this.#endpoints.room();
    if (room <= 0) return false;
    // A few at a time: how much there is to do for each is not known before, and others want something to do as well.
    const most = Math.min(64, Math.ceil(room / 8));
    const at = now();
    const leaseSeconds = this.leaseMs / 1000;
    const claimed = await claimSubscriptions(database, { most, leaseSeconds, without: this.#endpoints.full() });
    for (const subscription of claimed) this.#hold(subscription, at);
    return claimed.length === most;
  }

  #hold(subscription: SubscriptionLease, at: number): void {
    const { id, fence, tenantId, connectionId, targetSystem, parentId } = subscription;
    const named = parentId === null ? {} : { connectionId, targetSystem };
    const origin = { ...named, ...endUserOf(subscription) };
    const held: Held = { id, fence, tenantId, connectionId, targetSystem, parentId, origin };
    const before = this.#leased.get(id);
    if (before !== undefined) this.#drop(before);
    try {
      const times = { goodUntil: this.#goodUntil(at), turnEnds: at + turnMs };
      const { endpoint } = subscription;
      this.#leased.set(
        id,
        new LeasedSubscription(held, { receiver: this.#receiverOf(held, subscription), endpoint }, times),
      );
    } catch (error) {
      // A secret that cannot be opened: others must not wait for it. Its lease runs out.
      this.#options.onFault(error);
    }
  }

  /** Before the lease ends, because the request has a way to go. */
  readonly #goodUntil = (at: number): number => at + this.leaseMs * 0.8;

  #receiverOf({ id, parentId, origin, targetSystem }: Held, addressed: Addressed) {
    const { vault, batches } = this.#options;
    return receiverOf(vault, { id, parentId, origin, batches: batches(targetSystem) }, addressed);
  }

  #wants(lease: LeasedSubscription): boolean {
    const { isLeaving, isLost, mayHaveMore, ready, turnEnds } = lease;
    return !isLeaving && !isLost && mayHaveMore && ready < this.#portion() / 4 && this.#options.now() < turnEnds;
  }

  /** How many deliveries to have in hand for each subscription. */
  #portion(): number {
    return Math.max(16, Math.min(128, Math.ceil(4096 / this.#leased.size)));
  }

  async #fetch(wanting: readonly LeasedSubscription[]): Promise<void> {
    const most = this.#portion();
    for (const lease of wanting) lease.mayHaveMore = false;
    const wanted = wanting.map(({ held, known }) => ({ id: held.id, most, known: [...known] }));
    const putBacks = wanting.map((lease) => lease.putBacks);
    const found = await dueDeliveries(this.#options.database, wanted).catch((error: unknown) => {
      for (const lease of wanting) lease.mayHaveMore = true;
      throw error;
    });
    if (this.#isStopping) return;
    const due = Map.groupBy(found, ({ subscriptionId }) => subscriptionId);
    for (const [index, lease] of wanting.entries()) {
      const deliveries = due.get(lease.held.id) ?? [];
      lease.add(deliveries, putBacks[index] ?? 0);
      if (deliveries.length === most) lease.mayHaveMore = true;
      if (lease.ready > 0 && !lease.isLost) this.#endpoints.enqueue(lease);
    }
  }

  /** Ends when it is written down what came of it: as long as it is not, a process that dies would send it again. */
  async #send(lease: LeasedSubscription, delivery: DueDelivery): Promise<boolean> {
    const { outbound, now, random, onFault, deadlineMs = usualDeadlineMs } = this.#options;
    const { sequence, lane } = delivery;
    const { id, fence } = lease.held;
    const tried = await attempt({ outbound, now, random, deadlineMs, onFault }, lease.receiver, delivery);
    const { outcome, well, ...rest } = tried;
    const wait = outcome.kind === "retry" ? outcome.wait : undefined;
    const isGone = outcome.kind === "gone";
    if (outcome.kind !== "done") this.#tell(lease, delivery, tried);
    const result = isGone ? "failed" : outcome.kind;
    lease.answered(outcome.kind === "done");
    const { promise, resolve: written } = Promise.withResolvers<void>();
    this.#results.push({ ...rest, id, fence, sequence, lane, wait, lease, isGone, result, written });
    // Answers come several at a time, and one statement is enough for them.
    if (this.#results.length === 1) setImmediate(() => this.#isStopped || this.#writing.ask());
    await promise;
    queueMicrotask(() => this.#onQuiet());
    return well;
  }

  #tell({ held, receiver }: LeasedSubscription, { sequence, attempts }: DueDelivery, tried: Attempt): void {
    const { kind } = tried.outcome;
    this.#options.onNotTaken?.({
      delivery: messageIdOf(receiver.ledgerId, sequence),
      tenant: held.tenantId,
      connection: held.connectionId,
      targetSystem: held.targetSystem,
      subscription: receiver.subscriptionId,
      attempt: attempts + 1,
      status: tried.status,
      code: kind === "retry" ? "delivery_retried" : kind === "gone" ? "subscription_gone" : "delivery_failed",
    });
  }

  /** Everything that came while the last statement was under way goes into the next one. */
  async #write(): Promise<void> {
    const results = this.#results;
    if (results.length === 0) return;
    this.#results = [];
    try {
      const counted = await completeDeliveries(this.#options.database, results);
      for (const { isGone, ...result } of results) if (isGone) await endSubscription(this.#options.database, result);
      const refused = results.filter((result) => !counted.has(leaseName(result)));
      if (refused.length > 0) this.#options.onRefused(refused.length);
      for (const { lease } of refused) this.#drop(lease);
      for (const result of results) this.#settle(result);
      for (const { written } of results) written();
    } catch (error) {
      // Written twice it does no harm.
      this.#results = [...results, ...this.#results];
      throw error;
    }
    if (this.#results.length > 0) this.#writing.ask();
  }

  #settle(result: Result): void {
    const { lease } = result;
    if (result.isGone) this.#drop(lease);
    if (lease.isLost) return;
    lease.written(result);
    if (this.#options.now() >= lease.turnEnds || this.#isStopping) lease.requeue();
    if (lease.ready > 0) this.#endpoints.enqueue(lease);
    if (this.#wants(lease)) this.#supplying.ask();
    if (lease.known.size === 0) this.#releasing.ask();
  }

  #drop(lease: LeasedSubscription): void {
    lease.isLost = true;
    if (this.#leased.get(lease.held.id) === lease) this.#leased.delete(lease.held.id);
  }

  async #renew(): Promise<void> {
    const leased = [...this.#leased.values()].filter(({ isLeaving }) => !isLeaving);
    if (leased.length === 0) return;
    const at = this.#options.now();
    const leases = leased.map((lease) => lease.leaseReport(false));
    const { renewed, lost } = await renewLeases(this.#options.database, leases, this.leaseMs / 1000);
    for (const lease of leased) if (lost.has(lease.held.id)) this.#drop(lease);
    for (const { id, hopeless, ...address } of renewed) {
      const lease = this.#leased.get(id);
      if (lease === undefined) continue;
      lease.told();
      lease.goodUntil = this.#goodUntil(at);
      lease.receiver = this.#receiverOf(lease.held, address);
      if (lease.ready > 0) this.#endpoints.enqueue(lease);
      if (hopeless) await this.#pause(lease.held);
    }
    this.#endpoints.pump();
  }

  /** Gives back what has nothing left to send, or has had its turn. */
  async #release(): Promise<void> {
    const now = this.#options.now();
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
    const gone = new Map(released.map((each) => [each.id, each]));
    for (const lease of done) {
      const { id } = lease.held;
      // By now it may be leased anew, also by us.
      if (gone.has(id)) this.#drop(lease);
      if (gone.get(id)?.hopeless === true) await this.#pause(lease.held);
    }
    // Something may have become due meanwhile, for these or for others that there is room for now. Those that could not be
    // released are just being written to, and we are told when that has ended, if we have not been already.
    if (released.length > 0 || done.some(({ isLost, mayHaveMore }) => !isLost && mayHaveMore)) this.#supplying.ask();
  }

  async #pause({ id, parentId, connectionId, targetSystem }: Held): Promise<void> {
    const { database, batches, now } = this.#options;
    await pauseHopeless(database, { id, parentId, connectionId, batches: batches(targetSystem) }, now());
  }
}
