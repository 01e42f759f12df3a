/** Replays deliveries, and sends events from before the subscription. */
import { Failure } from "../../contract/failure.ts";
import { nextPortion } from "../../store/bulkReplays.ts";
import {
  findLogPart,
  type LogPart,
  type Replay,
  replayDeliveries,
  type UndeliveredKind,
} from "../../store/deliveryHistory.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import { findLedgers, type Ledger, type Subscription, type SubscriptionName } from "../../store/subscriptions.ts";
import { messageIdOf } from "./signature.ts";
import { lockSubscription } from "./subscriptions.ts";

/** Exactly one of `deliveryId`, `from`, `failed` and `undelivered` is set. */
export interface ReplayRequest {
  readonly deliveryId?: string;
  /** From this time until before `to`; without `to`, until the end of the log. */
  readonly from?: string;
  readonly to?: string;
  readonly failed?: boolean;
  readonly undelivered?: boolean;
}

export interface ReplayResult {
  readonly subscription: Subscription;
  readonly deliveries: number;
}

export interface ReplayDeps {
  readonly database: Database;
  /** Whether events of this target system are delivered as lists. Null: events of a tenant. */
  readonly batches: (targetSystem: string | null) => boolean;
}

export async function replay(
  { database, batches }: ReplayDeps,
  name: SubscriptionName,
  request: ReplayRequest,
): Promise<ReplayResult> {
  checkRequest(request);
  const { subscription, ledgers } = await transaction(database, async (client) => {
    const locked = await lockSubscription(client, name);
    return { subscription: locked, ledgers: await findLedgers(client, locked) };
  });
  let deliveries = 0;
  for (const ledger of ledgers) {
    const target = { subscriptionId: ledger.id, batches: batches(ledger.targetSystem) };
    for await (const selection of portionsOf(database, ledger, request))
      deliveries += await transaction(database, async (client) => {
        await lockSubscription(client, name);
        return replayDeliveries(client, { ...target, replay: selection });
      });
  }
  if (deliveries === 0 && request.deliveryId !== undefined) throw noSuchDelivery();
  return { subscription, deliveries };
}

/** Each portion has a transaction of its own, so that a subscription with very many deliveries is never locked for long. */
const portionSize = 1000;

async function* portionsOf(
  database: Queryable,
  ledger: Ledger,
  { deliveryId, from, to, failed }: ReplayRequest,
): AsyncIterable<Replay> {
  if (deliveryId !== undefined) {
    const sequence = sequenceIn(ledger.id, deliveryId);
    if (sequence !== undefined) yield { kind: "one", sequence };
  } else if (from === undefined) yield* undeliveredPortions(database, ledger, failed ? "failed" : "undelivered");
  else {
    const time = { from: new Date(from), to: to === undefined ? undefined : new Date(to) };
    const part = await findLogPart(database, { logId: ledger.logId, ...time });
    if (part !== undefined) yield* logPortions(part);
  }
}

const always = { from: new Date(0), to: new Date("9999-12-31") };

async function* undeliveredPortions(
  database: Queryable,
  ledger: Ledger,
  which: UndeliveredKind,
): AsyncIterable<Replay> {
  for (let after: string | null = null; ; ) {
    const part = await nextPortion(database, { which, ...always }, ledger, { after, most: portionSize });
    if (part === undefined) return;
    yield { kind: which, part };
    after = part.last;
  }
}

function* logPortions({ first, last }: LogPart): Iterable<Replay> {
  const size = BigInt(portionSize);
  for (let begin = BigInt(first); begin <= BigInt(last); begin += size) {
    const end = begin + size - 1n < BigInt(last) ? begin + size - 1n : BigInt(last);
    const isContinued = begin > BigInt(first);
    yield { kind: "part", first: String(begin), last: String(end), isContinued };
  }
}

function checkRequest({ deliveryId, from, to, failed, undelivered }: ReplayRequest): void {
  const selectors = [deliveryId, from, failed, undelivered].filter((value) => value !== undefined).length;
  if (to !== undefined && from === undefined) throw invalid("from", "from is required if to is given");
  if (selectors !== 1)
    throw invalid("deliveryId", "send exactly one of deliveryId, from (with or without to), failed, undelivered");
  if (failed === false) throw invalid("failed", "failed must be true, or left out");
  if (undelivered === false) throw invalid("undelivered", "undelivered must be true, or left out");
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
