/** Issues: problems that somebody has to solve, each open until its cause is gone. */
import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";

/** Kinds whose causes are rows of other tables. */
export const stateKinds = [
  "sign_in_needed",
  "outcome_unknown",
  "stored_differently",
  "endpoint_failing",
  "deliveries_given_up",
  "subscription_failing",
  "poll_failing",
  "check_failing",
  "consent_needed",
  "access_expiring",
] as const;

export const issueKinds = [...stateKinds, "requests_failing"] as const;
export type IssueKind = (typeof issueKinds)[number];

export interface IssueRow {
  readonly id: string;
  readonly kind: IssueKind;
  readonly cause: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly connectionId: string | null;
  readonly endUserId: string | null;
  readonly endUserName: string | null;
  readonly company: string | null;
  readonly targetSystem: string | null;
  readonly subscriptionId: string | null;
  readonly operationId: string | null;
  readonly operation: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
  readonly count: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly closedAt: Date | null;
}

/** An issue whose cause returns within this time is opened again. */
export const reopenedWithin = "interval '1 day'";

/** The log that reports an issue: that of its connection, or of its tenant if it has none. */
export interface IssueLog {
  readonly tenantId: string;
  readonly connectionId: string | null;
  readonly targetSystem: string | null;
}

const presentState = "CASE WHEN i.closed_at IS NULL THEN 'open' ELSE 'closed' END";
const isUnreported = `i.reported IS DISTINCT FROM (${presentState})`;

/** The logs of issues that were opened or closed since the latest event about them. */
export async function findUnreported(client: Queryable, most: number): Promise<IssueLog[]> {
  const { rows } = await client.query<IssueLog>(
    `SELECT DISTINCT i.tenant_id AS "tenantId", i.connection_id AS "connectionId", c.target_system AS "targetSystem"
     FROM issues i LEFT JOIN connections c ON c.id = i.connection_id WHERE ${isUnreported} LIMIT $1`,
    [most],
  );
  return rows;
}

export interface UnreportedIssue {
  readonly id: string;
  /** The state in the latest event; null: there is none yet. */
  readonly reported: "open" | "closed" | null;
  readonly isOpen: boolean;
}

/** Marks the issues of a log as reported. The log must be locked, so that nobody else reports them. */
export async function takeUnreported(
  client: Queryable,
  { tenantId, connectionId }: IssueLog,
  most: number,
): Promise<UnreportedIssue[]> {
  const { rows } = await client.query<UnreportedIssue>(
    `UPDATE issues i SET reported = ${presentState}
     FROM (
       SELECT i.id, i.reported FROM issues i
       WHERE ${isUnreported} AND i.tenant_id = $1 AND i.connection_id IS NOT DISTINCT FROM $2
       ORDER BY i.first_seen, i.id LIMIT $3 FOR UPDATE
     ) AS before
     WHERE i.id = before.id RETURNING i.id, before.reported, i.closed_at IS NULL AS "isOpen"`,
    [tenantId, connectionId, most],
  );
  return rows;
}

export interface IssueQuery {
  readonly tenantId?: string | null | undefined;
  readonly state?: "open" | "closed" | undefined;
  readonly targetSystem?: string | undefined;
  readonly connectionId?: string | undefined;
  /** Closed issues only if they were seen since then. */
  readonly since?: Date | undefined;
  readonly window?: { readonly page: number; readonly limit: number } | undefined;
}

const columns = `i.id, i.kind, i.cause, i.tenant_id AS "tenantId", t.name AS "tenantName", i.connection_id AS "connectionId",
  c.end_user_id AS "endUserId", c.end_user_name AS "endUserName", coalesce(c.company_name, c.company) AS company, i.target_system AS "targetSystem",
  i.subscription_id AS "subscriptionId", i.operation_id AS "operationId", i.operation, i.code, i.message,
  i.request_id AS "requestId", i.count, i.first_seen AS "firstSeen", i.last_seen AS "lastSeen", i.closed_at AS "closedAt"`;

const tables = `issues i JOIN tenants t ON t.id = i.tenant_id LEFT JOIN connections c ON c.id = i.connection_id`;

const matches = `($1::text IS NULL OR i.tenant_id = $1)
  AND ($2::text IS NULL OR ($2 = 'open') = (i.closed_at IS NULL))
  AND ($3::text IS NULL OR i.target_system = $3) AND ($4::text IS NULL OR i.connection_id = $4)
  AND ($5::timestamptz IS NULL OR i.closed_at IS NULL OR i.closed_at >= $5)`;

const valuesOf = ({ tenantId, state, targetSystem, connectionId, since }: IssueQuery): unknown[] =>
  [tenantId, state, targetSystem, connectionId, since].map((value) => value ?? null);

/** Open ones first, the latest first. */
export async function listIssues(client: Queryable, query: IssueQuery): Promise<IssueRow[]> {
  const { page = 1, limit = 200 } = query.window ?? {};
  const { rows } = await client.query<IssueRow>(
    `SELECT ${columns} FROM ${tables}
     WHERE ${matches} ORDER BY (i.closed_at IS NULL) DESC, i.last_seen DESC, i.id LIMIT $6 OFFSET $7`,
    [...valuesOf(query), limit, (page - 1) * limit],
  );
  return rows;
}

/** Open issues that this channel has not been alerted of, oldest first. Issues that come and go within seconds are left out. */
export async function findUnalerted(
  client: Queryable,
  channel: string,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): Promise<IssueRow[]> {
  const { rows } = await client.query<IssueRow>(
    `SELECT ${columns} FROM ${tables}
     WHERE i.closed_at IS NULL AND NOT $1 = ANY (i.alerted) AND i.first_seen <= now() - make_interval(secs => $2)
     ORDER BY i.first_seen, i.id LIMIT $3`,
    [channel, seconds, most],
  );
  return rows;
}

export async function markAlerted(client: Queryable, channel: string, ids: readonly string[]): Promise<void> {
  await client.query("UPDATE issues SET alerted = array_append(alerted, $1) WHERE id = ANY ($2)", [channel, ids]);
}

export async function countIssues(client: Queryable, query: IssueQuery): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM issues i WHERE ${matches}`,
    valuesOf(query),
  );
  return rows[0]?.count ?? 0;
}

/** One issue that this tenant may see; null: all tenants. */
export async function findIssue(
  client: Queryable,
  { id, tenantId }: { readonly id: string; readonly tenantId: string | null },
): Promise<IssueRow | undefined> {
  const { rows } = await client.query<IssueRow>(
    `SELECT ${columns} FROM ${tables}
     WHERE i.id = $1 AND ($2::text IS NULL OR i.tenant_id = $2)`,
    [id, tenantId],
  );
  return rows[0];
}

/**
 * A person has dealt with it: writes that differ were looked at, refused requests are not going to be repeated, and
 * deliveries that were given up are not going to be replayed.
 */
export async function resolveIssue(client: Queryable, issue: IssueRow): Promise<void> {
  const { id, kind, connectionId, operation, subscriptionId } = issue;
  if (kind === "stored_differently")
    await client.query(
      "UPDATE operations SET needs_review = false WHERE needs_review AND connection_id = $1 AND operation = $2",
      [connectionId, operation],
    );
  if (kind === "deliveries_given_up")
    await client.query("UPDATE subscriptions SET given_up_dismissed_at = now() WHERE id = $1 OR parent_id = $1", [
      subscriptionId,
    ]);
  await client.query("UPDATE issues SET closed_at = now() WHERE id = $1 AND closed_at IS NULL", [id]);
}

/** Muted for the people of this tenant, or for operators: nobody mutes issues for others. */
export async function muteIssue(client: Queryable, tenantId: string | null, { kind, cause }: IssueRow): Promise<void> {
  await client.query("DELETE FROM muted_issues WHERE until < now()");
  await client.query(
    `INSERT INTO muted_issues (name, until) VALUES ($1, now() + interval '24 hours')
     ON CONFLICT (name) DO UPDATE SET until = excluded.until`,
    [mutedName(tenantId, { kind, cause })],
  );
}

/** Says of each issue whether it is muted. */
export async function findMuted(
  client: Queryable,
  tenantId: string | null,
): Promise<(issue: Pick<IssueRow, "kind" | "cause">) => boolean> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM muted_issues WHERE until > now()");
  const names = new Set(rows.map(({ name }) => name));
  return (issue) => names.has(mutedName(tenantId, issue));
}

const mutedName = (tenantId: string | null, { kind, cause }: Pick<IssueRow, "kind" | "cause">): string =>
  [tenantId ?? "*", kind, cause].join(" ");

export async function pruneIssues(client: Queryable, days: number): Promise<void> {
  await deleteInBatches(client, {
    from: "issues",
    where: "closed_at < cautious_now() - make_interval(days => $1)",
    values: [days],
  });
}
