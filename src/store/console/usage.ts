/** Calls to vendors in a period of days, added up for the console. */
import { type CallCause, type UsageQuery, usageIn } from "../log/vendorUsage.ts";
import type { Queryable } from "../postgres/database.ts";
import { type Page, pageOf, pageSize } from "./query.ts";

export interface CauseSum {
  readonly calls: number;
  /** Sent and received. */
  readonly bytes: number;
}

export interface UsageSum extends CauseSum {
  /** A tenant, a target system or a connection. */
  readonly id: string;
  /** Null for target systems, and if nothing has this id any more. */
  readonly name: string | null;
  /** Only of connections. */
  readonly targetSystem: string | null;
  /** Calls that failed or were refused. */
  readonly errors: number;
  readonly causes: Readonly<Partial<Record<CallCause, CauseSum>>>;
}

const owners = {
  tenant: { column: "tenant_id", name: "(SELECT t.name FROM tenants t WHERE t.id = u.id)" },
  targetSystem: { column: "target_system", name: "NULL" },
  connection: {
    column: "connection_id",
    name: `(SELECT coalesce(c.end_user_name, c.company_name, c.company, c.end_user_id)
      FROM connections c WHERE c.id = u.id)`,
  },
} as const;

/** Most calls first. */
export async function sumUsage(
  client: Queryable,
  query: UsageQuery,
  owner: keyof typeof owners,
  offset = 0,
): Promise<Page<UsageSum>> {
  const { column, name } = owners[owner];
  const { sql, values } = usageIn(query);
  const { rows } = await client.query<UsageSum>(
    `SELECT u.*, ${name} AS name FROM (
       SELECT id, ${owner === "connection" ? "min(system)" : "NULL"} AS "targetSystem", sum(calls) AS calls,
         sum(bytes) AS bytes, sum(errors) AS errors,
         json_object_agg(cause, json_build_object('calls', calls, 'bytes', bytes)) AS causes
       FROM (
         SELECT ${column} AS id, cause, min(target_system) AS system, sum(calls)::float8 AS calls,
           sum(bytes_sent + bytes_received)::float8 AS bytes, sum(errors)::float8 AS errors
         FROM vendor_usage WHERE ${sql} GROUP BY 1, 2
       ) AS by_cause GROUP BY id ORDER BY sum(calls) DESC, id LIMIT ${pageSize + 1} OFFSET ${Math.trunc(offset)}
     ) AS u ORDER BY u.calls DESC, u.id`,
    values,
  );
  return pageOf(rows);
}
