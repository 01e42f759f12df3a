/**
 * Which work of a worker is due. Hardly anything is, most of the time, so one question about everything replaces one for
 * each duty. A duty that is due asks again, and may find nothing: conditions here are simpler, and never narrower.
 */
import { hasRecentSubscriptions } from "../desiredSubscriptions.ts";
import type { Queryable } from "../postgres/database.ts";
import { queues } from "../postgres/queue.ts";

export interface DueWork {
  /** Most deliveries are announced. These are retries, and those of dead processes. */
  readonly deliveries: boolean;
  /** Tasks that wait for a worker. Most are announced, but retries are not. */
  readonly tasks: boolean;
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
       EXISTS (SELECT FROM subscriptions WHERE state = 'active' AND due_at <= now() AND ${isUnleased}) AS deliveries,
       EXISTS (SELECT FROM pgboss.job WHERE name = ANY ($1) AND state < 'active' AND start_after <= now()) AS tasks,
       EXISTS (SELECT FROM poll_schedule WHERE due_at <= now() AND ${isUnleased}) AS polls,
       ${hasRecentSubscriptions} AS "newSubscriptions",
       EXISTS (SELECT FROM vendor_subscriptions WHERE due_at <= now() AND ${isUnleased}) AS "vendorSubscriptions",
       EXISTS (SELECT FROM ambiguous_notices WHERE due_at <= now() AND ${isUnleased}) AS "ambiguousNotices",
       EXISTS (SELECT FROM held_changes) AS "heldChanges",
       EXISTS (SELECT FROM imports WHERE ended_at IS NULL AND due_at <= now()) AS imports,
       EXISTS (SELECT FROM key_deliveries WHERE due_at <= now() AND ${isUnleased}) AS "keyDeliveries",
       EXISTS (SELECT FROM bulk_replays WHERE state = 'open' AND due_at <= now()) AS "bulkReplays"`,
    values: [queues],
  });
  const [found] = rows;
  if (found === undefined) throw new Error("The question about due work had no answer.");
  return found;
}
