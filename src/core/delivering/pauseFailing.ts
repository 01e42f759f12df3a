/** Pauses a subscription whose receiver has accepted nothing for days, and appends an event to the log that it receives. */

import { pauseSubscription } from "../../store/deliveryLedger.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { appendChanges } from "../events/eventLog.ts";

export interface FailingSubscription {
  readonly id: string;
  /** The subscription that the platform knows, if it is a different one. */
  readonly parentId: string | null;
  readonly tenantId: string;
  /** Null: it receives the log of the tenant. */
  readonly connectionId: string | null;
  readonly batches: boolean;
}

class NoLongerFailing extends Error {}

export async function pauseFailing(
  database: Database,
  { id, parentId, tenantId, connectionId, batches }: FailingSubscription,
  now: number,
): Promise<boolean> {
  try {
    await transaction(database, async (client) => {
      const resourceId = parentId ?? id;
      const change = { eventType: "UPDATED", resource: "WEBHOOK", resourceId, changedAt: new Date(now) } as const;
      // Always lock the log before subscriptions.
      const owner = connectionId === null ? "tenant" : "connection";
      await appendChanges(client, { id: connectionId ?? tenantId, owner, batches }, [change]);
      if (!(await pauseSubscription(client, id))) throw new NoLongerFailing();
    });
    return true;
  } catch (error) {
    if (error instanceof NoLongerFailing) return false;
    throw error;
  }
}
