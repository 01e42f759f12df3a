/** People who signed in to the console through the operator's OpenID Connect provider. */
import { type Database, type Queryable, transaction } from "../postgres/database.ts";
import { addAudit, personErasure } from "./auditLog.ts";
import type { ConsoleRole, EndedSession } from "./consoleSessions.ts";

export interface ProviderPerson {
  readonly issuer: string;
  /** The provider's identifier of the person. */
  readonly subject: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
}

/** Stores what the provider says now. Returns the person's id, which is `newId` at their first sign-in. */
export async function upsertPerson(
  database: Queryable,
  newId: string,
  { issuer, subject, name, email, tenantId }: ProviderPerson & { readonly tenantId: string | null },
): Promise<string> {
  // People who have left are forgotten after a year.
  await database.query("DELETE FROM console_people WHERE signed_in_at < now() - interval '365 days'");
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO console_people (id, issuer, subject, name, email, tenant_id) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (issuer, subject) DO UPDATE SET name = excluded.name, email = excluded.email,
       tenant_id = excluded.tenant_id, signed_in_at = now()
     RETURNING id`,
    [newId, issuer, subject, name ?? null, email ?? null, tenantId],
  );
  return rows[0]?.id ?? newId;
}

/** What the mapping grants now. */
export interface Granted {
  readonly role: ConsoleRole;
  readonly tenantId: string | null;
}

/** Ends the person's sessions whose role or tenant is not what the mapping grants now; all of them if it grants nothing. */
export async function endOutdatedSessions(
  database: Queryable,
  { issuer, subject }: Pick<ProviderPerson, "issuer" | "subject">,
  granted: Granted | undefined,
): Promise<EndedSession[]> {
  const { rows } = await database.query<EndedSession>(
    `DELETE FROM console_sessions s USING console_people p
     WHERE s.person_id = p.id AND p.issuer = $1 AND p.subject = $2
       AND (s.granted_role IS DISTINCT FROM $3 OR s.tenant_id IS DISTINCT FROM $4)
     RETURNING s.id, s.person, s.tenant_id AS "tenantId"`,
    [issuer, subject, granted?.role ?? null, granted?.tenantId ?? null],
  );
  return rows;
}

export interface ErasedPerson {
  /** The ids of the person: of the provider's people, of sessions and links. The audit log has an entry for each. */
  readonly ids: readonly string[];
  /** Entries of the audit log whose names were erased. */
  readonly auditEntries: number;
}

/**
 * Ends the sessions and links of a person, and erases them and their names, also those beside the audit log. Finds them by id,
 * e-mail address, or the name of a link.
 */
export const erasePerson = (database: Database, idOrName: string): Promise<ErasedPerson> =>
  transaction(database, async (client) => {
    const idsIn = async (statement: string): Promise<string[]> =>
      (await client.query<{ id: string }>(statement, [idOrName])).rows.map(({ id }) => id);
    const ids = new Set([
      ...(await idsIn("DELETE FROM console_people WHERE id = $1 OR lower(email) = lower($1) RETURNING id")),
      // Those of people who signed in with a link have only a name.
      ...(await idsIn("DELETE FROM console_sessions WHERE lower(person) = lower($1) RETURNING id")),
      ...(await idsIn("DELETE FROM console_links WHERE lower(person) = lower($1) RETURNING id")),
      // As the one who acted, and as the one whose session was ended.
      ...(await idsIn(
        `SELECT DISTINCT a.actor_id AS id FROM audit_log a JOIN audit_names n ON n.entry_id = a.id
         WHERE a.actor_id IS NOT NULL AND (lower(n.person) = lower($1) OR a.actor_id = $1)`,
      )),
      ...(await idsIn(
        `SELECT DISTINCT a.subject AS id FROM audit_log a JOIN audit_names n ON n.entry_id = a.id
         WHERE a.subject IS NOT NULL AND starts_with(a.action, 'console.') AND lower(n.subject) = lower($1)`,
      )),
    ]);
    await client.query("UPDATE bulk_replays SET person = '' WHERE lower(person) = lower($1)", [idOrName]);
    const { rowCount } = await client.query(
      "DELETE FROM audit_names WHERE entry_id IN (SELECT id FROM audit_log WHERE actor_id = ANY ($1) OR subject = ANY ($1))",
      [[...ids]],
    );
    // `verifyAudit` accepts missing names of these ids only.
    for (const subject of ids)
      await addAudit(client, { role: "shell", tenantId: null, action: personErasure, subject });
    return { ids: [...ids], auditEntries: rowCount ?? 0 };
  });
