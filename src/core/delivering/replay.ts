/** Sends again what was sent before, or what happened before anybody asked. */
import { Failure } from "../../contract/failure.ts";
import { findLogPart, type Replay, replayDeliveries } from "../../store/deliveryHistory.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import { findLedgers, type Ledger, type Subscription, type SubscriptionName } from "../../store/subscriptions.ts";
import { messageIdOf } from "./signature.ts";
import { hold } from "./subscriptions.ts";

/** As it is sent: exactly one of the three. */
export interface ReplayRequest {
  readonly deliveryId?: string;
  /** From this moment on, and before the other; without it, to the end of the log. */
  readonly from?: string;
  readonly to?: string;
  readonly failed?: boolean;
}

export interface Replayed {
  readonly subscription: Subscription;
  readonly deliveries: number;
}

export interface Replaying {
  readonly database: Database;
  /** Whether events of this target system leave as lists. */
  readonly batches: (targetSystem: string) => boolean;
}

export async function replay(
  { database, batches }: Replaying,
  name: SubscriptionName,
  wish: ReplayRequest,
): Promise<Replayed> {
  checkWish(wish);
  return transaction(database, async (client) => {
    const subscription = await hold(client, name);
    let deliveries = 0;
    for (const { id: subscriptionId, ...ledger } of await findLedgers(client, subscription)) {
      const chosen = await chosenBy(client, { id: subscriptionId, ...ledger }, wish);
      const replaying = { subscriptionId, batches: batches(ledger.targetSystem) };
      if (chosen !== undefined) deliveries += await replayDeliveries(client, { ...replaying, replay: chosen });
    }
    if (deliveries === 0 && wish.deliveryId !== undefined) throw noSuchDelivery();
    return { subscription, deliveries };
  });
}

async function chosenBy(
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

function checkWish({ deliveryId, from, to, failed }: ReplayRequest): void {
  const given = [deliveryId, from, failed].filter((value) => value !== undefined).length;
  if (to !== undefined && from === undefined) throw wrong("from", "from is required where to is given");
  if (given !== 1) throw wrong("deliveryId", "send exactly one of deliveryId, from (with or without to), failed");
  if (failed === false) throw wrong("failed", "failed must be true, or left out");
  if (from !== undefined && to !== undefined && new Date(from) >= new Date(to))
    throw wrong("to", "to must be later than from");
}

function sequenceIn(ledger: string, deliveryId: string): string | undefined {
  const [, sequence] = /^msg_.*_(\d{1,18})$/.exec(deliveryId) ?? [];
  return sequence !== undefined && messageIdOf(ledger, sequence) === deliveryId ? sequence : undefined;
}

const noSuchDelivery = (): Failure =>
  new Failure(
    "not_found",
    "deliveryId names no delivery of this subscription whose events are still kept: GET /webhooks/{webhookId}/deliveries lists those there are.",
    { field: "deliveryId" },
  );

const wrong = (field: string, message: string): Failure => new Failure("invalid_request", message, { field });
