/** Replays deliveries, and sends events from before the subscription. */
import { Failure } from "../../contract/failure.ts";
import { findLogPart, type Replay, replayDeliveries } from "../../store/deliveryHistory.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import { findLedgers, type Ledger, type Subscription, type SubscriptionName } from "../../store/subscriptions.ts";
import { messageIdOf } from "./signature.ts";
import { lockSubscription } from "./subscriptions.ts";

/** Exactly one of `deliveryId`, `from` and `failed` is set. */
export interface ReplayRequest {
  readonly deliveryId?: string;
  /** From this time until before `to`; without `to`, until the end of the log. */
  readonly from?: string;
  readonly to?: string;
  readonly failed?: boolean;
}

export interface ReplayResult {
  readonly subscription: Subscription;
  readonly deliveries: number;
}

export interface ReplayDeps {
  readonly database: Database;
  /** Whether events of this target system are delivered as lists. */
  readonly batches: (targetSystem: string) => boolean;
}

export async function replay(
  { database, batches }: ReplayDeps,
  name: SubscriptionName,
  request: ReplayRequest,
): Promise<ReplayResult> {
  checkRequest(request);
  return transaction(database, async (client) => {
    const subscription = await lockSubscription(client, name);
    let deliveries = 0;
    for (const { id: subscriptionId, ...ledger } of await findLedgers(client, subscription)) {
      const selection = await selectDeliveries(client, { id: subscriptionId, ...ledger }, request);
      const target = { subscriptionId, batches: batches(ledger.targetSystem) };
      if (selection !== undefined) deliveries += await replayDeliveries(client, { ...target, replay: selection });
    }
    if (deliveries === 0 && request.deliveryId !== undefined) throw noSuchDelivery();
    return { subscription, deliveries };
  });
}

async function selectDeliveries(
  client: Queryable,
  { id, connectionId }: Ledger,
  { deliveryId, from, to }: ReplayRequest,
): Promise<Replay | undefined> {
  if (deliveryId !== undefined) {
    const sequence = sequenceIn(id, deliveryId);
    return sequence === undefined ? undefined : { kind: "one", sequence };
  }
  if (from === undefined) return { kind: "failed" };
  const time = { from: new Date(from), to: to === undefined ? undefined : new Date(to) };
  const part = await findLogPart(client, { connectionId, ...time });
  return part && { kind: "part", ...part };
}

function checkRequest({ deliveryId, from, to, failed }: ReplayRequest): void {
  const selectors = [deliveryId, from, failed].filter((value) => value !== undefined).length;
  if (to !== undefined && from === undefined) throw invalid("from", "from is required if to is given");
  if (selectors !== 1) throw invalid("deliveryId", "send exactly one of deliveryId, from (with or without to), failed");
  if (failed === false) throw invalid("failed", "failed must be true, or left out");
  if (from !== undefined && to !== undefined && new Date(from) >= new Date(to))
    throw invalid("to", "to must be later than from");
}

function sequenceIn(ledger: string, deliveryId: string): string | undefined {
  const [, sequence] = /^msg_.*_(\d{1,18})$/.exec(deliveryId) ?? [];
  return sequence !== undefined && messageIdOf(ledger, sequence) === deliveryId ? sequence : undefined;
}

const noSuchDelivery = (): Failure =>
  new Failure(
    "not_found",
    "deliveryId is not a delivery of this subscription, or its events are no longer kept. GET /webhooks/{webhookId}/deliveries lists the deliveries.",
    { field: "deliveryId" },
  );

const invalid = (field: string, message: string): Failure => new Failure("invalid_request", message, { field });
