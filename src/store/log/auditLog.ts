/** The audit log. Rows can only be added; the database refuses other changes. */
import type { Queryable } from "../postgres/database.ts";

export interface AuditEntry {
  readonly role: string;
  readonly person: string;
  readonly tenantId: string | null;
  /** Such as `connection.end`. */
  readonly action: string;
  /** The object of the action. */
  readonly subject?: string | undefined;
  /** The IP address. */
  readonly address?: string | undefined;
  /** Whether the action was refused. */
  readonly isRefused?: boolean;
}

export async function addAudit(database: Queryable, entry: AuditEntry): Promise<void> {
  await database.query(
    "INSERT INTO audit_log (role, person, tenant_id, action, subject, address, refused) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    [
      entry.role,
      entry.person,
      entry.tenantId,
      entry.action,
      entry.subject ?? null,
      entry.address ?? null,
      entry.isRefused ?? false,
    ],
  );
}
