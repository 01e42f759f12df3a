/** A subscription that this process has leased, and its deliveries in memory. */

import type { EventOrigin } from "../../contract/event.ts";
import type { LeaseReport } from "../../store/deliveryLeases.ts";
import type { AttemptResult, DueDelivery } from "../../store/deliveryLedger.ts";
import type { Receiver } from "./attempt.ts";

export interface LeaseIdentity {
  readonly id: string;
  readonly fence: string;
  readonly tenantId: string;
  /** Null: its events are of the tenant itself. */
  readonly connectionId: string | null;
  readonly targetSystem: string | null;
  readonly parentId: string | null;
  /** The connection and end user whose changes it reports. */
  readonly origin: EventOrigin;
}

const nothingToReport: Pick<LeaseReport, "took" | "failed"> = { took: false, failed: false };

export class LeasedSubscription {
  readonly identity: LeaseIdentity;
  receiver: Receiver;
  endpoint: string;
  /** The lease is certain to be valid until then; nothing is sent after that. */
  validUntil: number;
  /** When the lease should be released for other processes. */
  readonly turnEnds: number;
  /** Whether the ledger may have more due deliveries. */
  mayHaveMore = true;
  /** The lease is being released. */
  isLeaving = false;
  /** Another process has the lease. */
  isLost = false;
  /** First in their lanes, ready to be sent. */
  readonly #ready: DueDelivery[] = [];
  /** For each lane with a delivery in memory, the deliveries behind it. */
  readonly #lanes = new Map<string, DueDelivery[]>();
  /** In memory until their results are recorded. */
  readonly #known = new Set<string>();
  #putBacks = 0;
  #health = nothingToReport;
  #reported = nothingToReport;

  constructor(
    held: LeaseIdentity,
    { receiver, endpoint }: Pick<LeasedSubscription, "receiver" | "endpoint">,
    times: LeaseTimes,
  ) {
    this.identity = held;
    this.receiver = receiver;
    this.endpoint = endpoint;
    this.validUntil = times.goodUntil;
    this.turnEnds = times.turnEnds;
  }

  get known(): ReadonlySet<string> {
    return this.#known;
  }

  get ready(): number {
    return this.#ready.length;
  }

  /** How often deliveries went back to the ledger, unsent or to be retried. */
  get putBacks(): number {
    return this.#putBacks;
  }

  /**
   * Adds due deliveries from the ledger. If deliveries were put back since the query, they may come earlier in a lane than
   * its results, so the ledger has to be queried again.
   */
  add(deliveries: readonly DueDelivery[], putBacksBefore: number): void {
    if (this.isLost) return;
    if (this.#putBacks !== putBacksBefore) {
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

  /** Only now may the next delivery of the lane be sent, so that another process never sends an earlier one after it. */
  written({ sequence, lane, result }: Pick<AttemptResult, "sequence" | "lane" | "result">): void {
    this.#known.delete(sequence);
    const behind = this.#lanes.get(lane) ?? [];
    const next = result === "retry" ? undefined : behind.shift();
    if (next !== undefined) this.#ready.push(next);
    else {
      if (result === "retry") this.#putBacks++;
      this.#lanes.delete(lane);
      // The ledger has postponed them together with the failed delivery.
      for (const delivery of behind) this.#known.delete(delivery.sequence);
    }
  }

  /** Drops unsent deliveries from memory; they are still in the ledger. */
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

  noteAnswer(isSuccess: boolean): void {
    this.#health = { took: this.#health.took || isSuccess, failed: !isSuccess };
  }

  /** The report for the ledger, which may refuse it. */
  leaseReport(isIdle: boolean): LeaseReport {
    const { id, fence } = this.identity;
    this.#reported = this.#health;
    return { id, fence, ...this.#health, isIdle };
  }

  /** The ledger has accepted the report. Answers since then go into the next one. */
  reportAccepted(): void {
    if (this.#health === this.#reported) this.#health = nothingToReport;
  }
}

export interface LeaseTimes {
  readonly goodUntil: number;
  readonly turnEnds: number;
}
