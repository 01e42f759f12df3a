/**
 * The audit log. A trigger chains the entries by hash and moves names and IP addresses out of them, whoever writes. Rows can
 * only be added; the database refuses other changes.
 */
import type { Queryable } from "../postgres/database.ts";
import type { SignedInPerson } from "./consoleSessions.ts";

/** The operator's people in the console, by their role. */
const operatorRoles = ["owner", "operator", "support", "read-only"] as const;
/** Others: a tenant's people in the console, a tenant's API key, an end user on a hosted
 * page, a person without a role in the console, the shell, Kontor itself. */
const otherRoles = ["member", "viewer", "api", "endUser", "visitor", "shell", "service"] as const;
export const auditRoles = [...operatorRoles, ...otherRoles] as const;
export type AuditRole = (typeof auditRoles)[number];

export const isOperators = (role: AuditRole): boolean => operatorRoles.some((name) => name === role);

/** Who acted in the console, as the audit log names them. */
export function auditActor({ id, personId, role, tenantId, person }: SignedInPerson) {
  const tenantRole = role === "read-only" ? "viewer" : "member";
  return { role: tenantId === null ? role : tenantRole, actorId: personId ?? id, person } as const;
}

/** Says that the names of a person were erased, whose id is the subject. */
export const personErasure = "person.erase";

export interface AuditEntry {
  readonly role: AuditRole;
  /** The API key, the person whom the provider identified, or the console session of a link. */
  readonly actorId?: string | undefined;
  /** The name of the person, kept beside the chain. */
  readonly person?: string | undefined;
  readonly tenantId: string | null;
  /** Such as `connection.end`. */
  readonly action: string;
  /** The id of the object. */
  readonly subject?: string | undefined;
  /** The name of the object, kept beside the chain. */
  readonly subjectName?: string | undefined;
  /** The IP address, kept beside the chain. */
  readonly address?: string | undefined;
  /** Whether the action was refused. */
  readonly isRefused?: boolean;
}

/** In a transaction, this is the last statement: other writers wait for its end. */
export async function addAudit(database: Queryable, entry: AuditEntry): Promise<void> {
  await database.query(
    `INSERT INTO audit_log (role, actor_id, person, tenant_id, action, subject, subject_name, address, refused)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      entry.role,
      entry.actorId ?? null,
      entry.person ?? null,
      entry.tenantId,
      entry.action,
      entry.subject ?? null,
      entry.subjectName ?? null,
      entry.address ?? null,
      entry.isRefused ?? false,
    ],
  );
}

export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  /** The time as in the hash, with microseconds. */
  readonly time: string;
  readonly role: AuditRole;
  readonly actorId: string | null;
  /** Names are null if there are none, or if they were erased with the tenant. */
  readonly person: string | null;
  readonly tenantId: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly subjectName: string | null;
  readonly address: string | null;
  readonly isRefused: boolean;
  /** Hex digits, as the hashes below. */
  readonly namesHash: string | null;
  /** Null if the names were erased. */
  readonly salt: string | null;
  readonly previousHash: string;
  readonly hash: string;
}

export const auditColumns = `a.id::text, a.at, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS time,
  a.role, a.actor_id AS "actorId", n.person, a.tenant_id AS "tenantId", a.action, a.subject, n.subject AS "subjectName",
  n.address, a.refused AS "isRefused", encode(a.names_hash, 'hex') AS "namesHash", n.salt,
  encode(a.previous_hash, 'hex') AS "previousHash", encode(a.hash, 'hex') AS hash`;
export const auditTables = "audit_log a LEFT JOIN audit_names n ON n.entry_id = a.id";

export interface AuditQuery {
  readonly tenantId?: string | null | undefined;
  readonly from?: Date | undefined;
  /** Excluded. */
  readonly to?: Date | undefined;
  /** An action such as `connection.end`, or the first part of several, such as `connection`. */
  readonly action?: string | undefined;
}

const condition = `($1::text IS NULL OR a.tenant_id = $1) AND ($2::timestamptz IS NULL OR a.at >= $2)
  AND ($3::timestamptz IS NULL OR a.at < $3) AND ($4::text IS NULL OR a.action = $4 OR starts_with(a.action, $4 || '.'))`;
const valuesOf = ({ tenantId, from, to, action }: AuditQuery): unknown[] => [
  tenantId ?? null,
  from ?? null,
  to ?? null,
  action ?? null,
];

export async function countAudit(database: Queryable, query: AuditQuery): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_log a WHERE ${condition}`,
    valuesOf(query),
  );
  return rows[0]?.count ?? 0;
}

/** Newest first. */
export async function listAuditPage(
  database: Queryable,
  query: AuditQuery,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<AuditRow[]> {
  const { rows } = await database.query<AuditRow>(
    `SELECT ${auditColumns} FROM ${auditTables} WHERE ${condition} ORDER BY a.id DESC LIMIT $5 OFFSET $6`,
    [...valuesOf(query), limit, (page - 1) * limit],
  );
  return rows;
}

const portion = 1000;

/** All entries in their order, read in portions. */
export async function* readAudit(database: Queryable, query: AuditQuery = {}): AsyncGenerator<AuditRow> {
  for (let after = "0"; ; ) {
    const { rows } = await database.query<AuditRow>(
      `SELECT ${auditColumns} FROM ${auditTables} WHERE ${condition} AND a.id > $5 ORDER BY a.id LIMIT ${portion}`,
      [...valuesOf(query), after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < portion) return;
    after = last.id;
  }
}
