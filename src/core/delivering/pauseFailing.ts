/** Pauses a subscription whose receiver has taken nothing for days, and says so in the log of its connection. */

import { pauseSubscription } from "../../store/deliveryLedger.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { appendChanges } from "../events/eventLog.ts";

export interface Hopeless {
  readonly id: string;
  /** What the platform knows it by, where that is another. */
  readonly parentId: string | null;
  readonly connectionId: string;
  readonly batches: boolean;
}

class NoLongerHopeless extends Error {}

export async function pauseHopeless(
  database: Database,
  { id, parentId, connectionId, batches }: Hopeless,
  now: number,
): Promise<boolean> {
  try {
    await transaction(database, async (client) => {
      const resourceId = parentId ?? id;
      const change = { eventType: "UPDATED", resource: "WEBHOOK", resourceId, changedAt: new Date(now) } as const;
      // The log is held before subscriptions are, always in this order.
      await appendChanges(client, { id: connectionId, batches }, [change]);
      if (!(await pauseSubscription(client, id))) throw new NoLongerHopeless();
    });
    return true;
  } catch (error) {
    if (error instanceof NoLongerHopeless) return false;
    throw error;
  }
}
