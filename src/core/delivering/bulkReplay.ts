/** Replays many deliveries at the requested rate, until all are sent or the replay is stopped. */
import {
  type BulkReplay,
  claimBulkReplay,
  endBulkReplay,
  moveBulkReplay,
  nextPortion,
  nextSubscription,
  type ReplayPosition,
} from "../../store/bulkReplays.ts";
import { isUndeliveredKind, type LogPart, type Replay, replayDeliveries } from "../../store/deliveryHistory.ts";
import { type Queryable, transaction } from "../../store/postgres/database.ts";
import { findLedgers, lockSubscriptionRow, type SubscriptionName } from "../../store/subscriptions.ts";
import type { ReplayDeps } from "./replay.ts";

/** Continues all due replays, one subscription at a time, so that none is locked for long. */
export async function continueBulkReplays({ database, batches }: ReplayDeps): Promise<void> {
  while (await transaction(database, (client) => sendPortion(client, batches)));
}

/** Returns whether a replay was due. */
async function sendPortion(client: Queryable, batches: ReplayDeps["batches"]): Promise<boolean> {
  const bulk = await claimBulkReplay(client);
  if (bulk === undefined) return false;
  const name = await nextSubscription(client, bulk);
  if (name === undefined) await endBulkReplay(client, bulk.id);
  else await moveBulkReplay(client, bulk, await replayPart(client, { bulk, name, batches }));
  return true;
}

interface Part {
  readonly bulk: BulkReplay & { readonly after: ReplayPosition };
  readonly name: SubscriptionName;
  readonly batches: ReplayDeps["batches"];
}

/** Replays up to one second's worth of deliveries of one subscription; skips it if it has ended meanwhile. */
async function replayPart(
  client: Queryable,
  { bulk, name, batches }: Part,
): Promise<{ sent: number; after: ReplayPosition }> {
  const { perSecond, connectionId } = bulk;
  const finished = { subscription: name.id, ledger: null, sequence: null };
  let { after } = bulk;
  let sent = 0;
  const subscription = await lockSubscriptionRow(client, name);
  if (subscription === undefined || subscription.state === "ended") return { sent, after: finished };
  const ledgers = await findLedgers(client, subscription);
  const current = ledgers.findIndex(({ id }) => id === bulk.after.ledger);
  const remaining = ledgers
    .slice(Math.max(0, current))
    .filter((ledger) => connectionId === null || ledger.logId === connectionId);
  for (const ledger of remaining) {
    for (;;) {
      const lastSent = after.ledger === ledger.id ? after.sequence : null;
      const part = await nextPortion(client, bulk, ledger, { after: lastSent, most: perSecond - sent });
      if (part === undefined) break;
      const target = { subscriptionId: ledger.id, batches: batches(ledger.targetSystem) };
      sent += await replayDeliveries(client, { ...target, replay: replayOf(bulk, part) });
      after = { ...after, ledger: ledger.id, sequence: part.last };
      if (sent >= perSecond) return { sent, after };
    }
  }
  return { sent, after: finished };
}

function replayOf({ which, from, to }: BulkReplay, part: LogPart): Replay {
  if (isUndeliveredKind(which)) return { kind: which, from, to, part };
  return { kind: which === "all" ? "part" : "missing", ...part };
}
