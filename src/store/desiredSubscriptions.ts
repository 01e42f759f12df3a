/** The changes that subscriptions want, out of those that target systems offer. */

/** All subscriptions, or those that were created or changed in the last minutes, or whose connection is that new. */
export type WhichSubscriptions = "all" | "recent";

const recently = "now() - interval '2 minutes'";

/** Whether there may be any recent ones. */
export const hasRecentSubscriptions = `EXISTS (SELECT FROM subscriptions WHERE updated_at > ${recently})
  OR EXISTS (SELECT FROM connections WHERE created_at > ${recently})`;

/**
 * The rows of `offered`, a table `l` (target_system, resource, company, environment, …), that subscriptions want, each with
 * its connection and scope; `company` and `environment` say what has to be chosen before anything can be read.
 *
 * A subscription covers one connection or all of its tenant, and is recent for one of two reasons. Each case is a separate
 * join: with OR no index is used, and a hundred thousand subscriptions take seconds, every second.
 */
export function desiredSubscriptions(which: WhichSubscriptions, offered: string): string {
  const joins = ["c.id = s.connection_id", "s.connection_id IS NULL AND c.tenant_id = s.tenant_id"];
  const conditions = which === "all" ? ["true"] : [`s.updated_at > ${recently}`, `c.created_at > ${recently}`];
  const queries = joins.flatMap((join) =>
    conditions.map(
      (condition) => `SELECT c.id AS connection_id, c.tenant_id, c.state, s.scope, l.*
        FROM subscriptions s JOIN connections c ON ${join}
        JOIN ${offered} ON l.target_system = c.target_system AND (s.resource IS NULL OR s.resource = l.resource)
          AND (s.scope <> '' OR (NOT (l.company AND c.company IS NULL) AND NOT (l.environment AND c.environment IS NULL)))
        WHERE ${condition} AND c.state <> 'disabled' AND s.state <> 'ended' AND s.expires_at > cautious_now()`,
    ),
  );
  return queries.join(" UNION ALL ");
}
