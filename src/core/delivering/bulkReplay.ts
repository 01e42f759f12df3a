/** Sends many again, no faster than was asked for, and stops where that was asked for. */
import {
  type BulkReplay,
  claimBulkReplay,
  endBulkReplay,
  moveBulkReplay,
  nextPortion,
  nextReplayed,
  type ReplayPosition,
} from "../../store/bulkReplays.ts";
import { type LogPart, type Replay, replayDeliveries } from "../../store/deliveryHistory.ts";
import { type Queryable, transaction } from "../../store/postgres/database.ts";
import { findLedgers, holdSubscription, type SubscriptionName } from "../../store/subscriptions.ts";
import type { Replaying } from "./replay.ts";

/** Whatever is due now: one subscription after the other, so that none is held for long. */
export async function continueBulkReplays({ database, batches }: Replaying): Promise<void> {
  while (await transaction(database, (client) => sendPortion(client, batches)));
}

/** Tells whether something was due. */
async function sendPortion(client: Queryable, batches: Replaying["batches"]): Promise<boolean> {
  const bulk = await claimBulkReplay(client);
  if (bulk === undefined) return false;
  const name = await nextReplayed(client, bulk);
  if (name === undefined) await endBulkReplay(client, bulk.id);
  else await moveBulkReplay(client, bulk.id, await replayPart(client, { bulk, name, batches }));
  return true;
}

interface Part {
  readonly bulk: BulkReplay & { readonly after: ReplayPosition };
  readonly name: SubscriptionName;
  readonly batches: Replaying["batches"];
}

/** As much of one subscription as may be sent in a second; one that has ended meanwhile is passed over. */
async function replayPart(
  client: Queryable,
  { bulk, name, batches }: Part,
): Promise<{ sent: number; after: ReplayPosition }> {
  const { perSecond, connectionId } = bulk;
  const over = { subscription: name.id, ledger: null, sequence: null };
  let { after } = bulk;
  let sent = 0;
  const subscription = await holdSubscription(client, name);
  if (subscription === undefined || subscription.state === "ended") return { sent, after: over };
  const all = await findLedgers(client, subscription);
  const left = all.slice(
    Math.max(
      0,
      all.findIndex(({ id }) => id === bulk.after.ledger),
    ),
  );
  for (const ledger of left.filter((each) => connectionId === null || each.connectionId === connectionId)) {
    for (;;) {
      const behind = after.ledger === ledger.id ? after.sequence : null;
      const part = await nextPortion(client, bulk, ledger, { after: behind, most: perSecond - sent });
      if (part === undefined) break;
      const replaying = { subscriptionId: ledger.id, batches: batches(ledger.targetSystem) };
      sent += await replayDeliveries(client, { ...replaying, replay: replayOf(bulk, part) });
      after = { ...after, ledger: ledger.id, sequence: part.last };
      if (sent >= perSecond) return { sent, after };
    }
  }
  return { sent, after: over };
}

const replayOf = ({ which, from, to }: BulkReplay, part: LogPart): Replay =>
  which === "failed" ? { kind: "failed", from, to, part } : { kind: which === "all" ? "part" : "missing", ...part };
