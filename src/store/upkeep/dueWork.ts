/**
 * Which work of a worker is due. Hardly anything is, most of the time, so one question about everything replaces one for
 * each duty. A duty that is due asks again, and may find nothing: conditions here are simpler, and never narrower.
 */
import { hasRecentSubscriptions } from "../desiredSubscriptions.ts";
import type { Queryable } from "../postgres/database.ts";

export interface DueWork {
  readonly polls: boolean;
  /** Subscriptions or connections are so new that polls or vendor subscriptions may be missing. */
  readonly newSubscriptions: boolean;
  readonly vendorSubscriptions: boolean;
  readonly ambiguousNotices: boolean;
  readonly heldChanges: boolean;
  readonly imports: boolean;
  readonly keyDeliveries: boolean;
  readonly bulkReplays: boolean;
}

const isUnleased = "(leased_until IS NULL OR leased_until < (SELECT steady_now()))";

export async function findDueWork(database: Queryable): Promise<DueWork> {
  const { rows } = await database.query<DueWork>({
    name: "find-due-work",
    text: `SELECT
       EXISTS (SELECT FROM poll_schedule WHERE due_at <= now() AND ${isUnleased}) AS polls,
       ${hasRecentSubscriptions} AS "newSubscriptions",
       EXISTS (SELECT FROM vendor_subscriptions WHERE due_at <= now() AND ${isUnleased}) AS "vendorSubscriptions",
       EXISTS (SELECT FROM ambiguous_notices WHERE due_at <= now() AND ${isUnleased}) AS "ambiguousNotices",
       EXISTS (SELECT FROM held_changes) AS "heldChanges",
       EXISTS (SELECT FROM imports WHERE ended_at IS NULL AND due_at <= now()) AS imports,
       EXISTS (SELECT FROM key_deliveries WHERE due_at <= now() AND ${isUnleased}) AS "keyDeliveries",
       EXISTS (SELECT FROM bulk_replays WHERE state = 'open' AND due_at <= now()) AS "bulkReplays"`,
  });
  const [found] = rows;
  if (found === undefined) throw new Error("The question about due work had no answer.");
  return found;
}
