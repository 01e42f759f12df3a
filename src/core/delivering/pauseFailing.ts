/** Pauses a subscription whose receiver has accepted nothing for days, and logs an event for its connection. */

import { pauseSubscription } from "../../store/deliveryLedger.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { appendChanges } from "../events/eventLog.ts";

export interface FailingSubscription {
  readonly id: string;
  /** The subscription that the platform knows, if it is a different one. */
  readonly parentId: string | null;
  readonly connectionId: string;
  readonly batches: boolean;
}

class NoLongerFailing extends Error {}

export async function pauseFailing(
  database: Database,
  { id, parentId, connectionId, batches }: FailingSubscription,
  now: number,
): Promise<boolean> {
  try {
    await transaction(database, async (client) => {
      const resourceId = parentId ?? id;
      const change = { eventType: "UPDATED", resource: "WEBHOOK", resourceId, changedAt: new Date(now) } as const;
      // Always lock the log before subscriptions.
      await appendChanges(client, { id: connectionId, batches }, [change]);
      if (!(await pauseSubscription(client, id))) throw new NoLongerFailing();
    });
    return true;
  } catch (error) {
    if (error instanceof NoLongerFailing) return false;
    throw error;
  }
}
