/** A subscription that this process has leased, and what it has of it in hand. */

import type { EventOrigin } from "../../contract/event.ts";
import type { LeaseReport } from "../../store/deliveryLeases.ts";
import type { Attempted, DueDelivery } from "../../store/deliveryLedger.ts";
import type { Receiver } from "./attempt.ts";

export interface Held {
  readonly id: string;
  readonly fence: string;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly targetSystem: string;
  readonly parentId: string | null;
  /** Whose changes it tells of. */
  readonly origin: EventOrigin;
}

const noNews: Pick<LeaseReport, "took" | "failed"> = { took: false, failed: false };

export class LeasedSubscription {
  readonly held: Held;
  receiver: Receiver;
  endpoint: string;
  /** Until when the lease surely holds; nothing is sent after that. */
  goodUntil: number;
  /** When somebody else's turn comes. */
  readonly turnEnds: number;
  /** Whether the ledger may have more that is due. */
  mayHaveMore = true;
  /** Being given back. */
  isLeaving = false;
  /** Somebody else's by now. */
  isLost = false;
  /** First in their lanes, ready to be sent. */
  readonly #ready: DueDelivery[] = [];
  /** For each lane with one in hand, those behind it. */
  readonly #lanes = new Map<string, DueDelivery[]>();
  /** In hand until what came of them is written down. */
  readonly #known = new Set<string>();
  #putBacks = 0;
  #health = noNews;
  #told = noNews;

  constructor(
    held: Held,
    { receiver, endpoint }: Pick<LeasedSubscription, "receiver" | "endpoint">,
    times: LeaseTimes,
  ) {
    this.held = held;
    this.receiver = receiver;
    this.endpoint = endpoint;
    this.goodUntil = times.goodUntil;
    this.turnEnds = times.turnEnds;
  }

  get known(): ReadonlySet<string> {
    return this.#known;
  }

  get ready(): number {
    return this.#ready.length;
  }

  /** How often something went back to the ledger unsent, or to be sent again. */
  get putBacks(): number {
    return this.#putBacks;
  }

  /**
   * Adds what the ledger said is due besides what is known. If something was put back since it was asked, that may be
   * earlier in a lane than what it said, and it has to be asked again.
   */
  add(deliveries: readonly DueDelivery[], putBacksWhenAsked: number): void {
    if (this.isLost) return;
    if (this.#putBacks !== putBacksWhenAsked) {
      this.mayHaveMore = true;
      return;
    }
    for (const delivery of deliveries) {
      this.#known.add(delivery.sequence);
      const behind = this.#lanes.get(delivery.lane);
      if (behind !== undefined) behind.push(delivery);
      else {
        this.#lanes.set(delivery.lane, []);
        this.#ready.push(delivery);
      }
    }
  }

  take(): DueDelivery | undefined {
    return this.#ready.shift();
  }

  /** Only now the next of the lane may go: whoever takes over must never send an earlier one after a later one. */
  written({ sequence, lane, result }: Pick<Attempted, "sequence" | "lane" | "result">): void {
    this.#known.delete(sequence);
    const behind = this.#lanes.get(lane) ?? [];
    const next = result === "retry" ? undefined : behind.shift();
    if (next !== undefined) this.#ready.push(next);
    else {
      if (result === "retry") this.#putBacks++;
      this.#lanes.delete(lane);
      // The ledger has put them off together with the one that failed.
      for (const delivery of behind) this.#known.delete(delivery.sequence);
    }
  }

  /** Puts back what has not been sent: in the ledger it never left. */
  requeue(): void {
    this.#putBacks++;
    for (const { sequence, lane } of this.#ready.splice(0)) {
      this.#known.delete(sequence);
      for (const delivery of this.#lanes.get(lane) ?? []) this.#known.delete(delivery.sequence);
      this.#lanes.delete(lane);
    }
    for (const behind of this.#lanes.values())
      for (const delivery of behind.splice(0)) this.#known.delete(delivery.sequence);
  }

  answered(taken: boolean): void {
    this.#health = { took: this.#health.took || taken, failed: !taken };
  }

  /** For the ledger, which takes it or not. */
  leaseReport(isIdle: boolean): LeaseReport {
    const { id, fence } = this.held;
    this.#told = this.#health;
    return { id, fence, ...this.#health, isIdle };
  }

  /** The ledger has taken it. What was answered meanwhile is told the next time. */
  told(): void {
    if (this.#health === this.#told) this.#health = noNews;
  }
}

export interface LeaseTimes {
  readonly goodUntil: number;
  readonly turnEnds: number;
}
