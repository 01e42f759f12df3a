/** Links to the page on which an end user sees and manages their connections. */
import type { Access } from "../../contract/scopes.ts";
import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";

export interface EndUserPage {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly browserHash: Buffer | null;
  /** Either this or `connectionIds` is set. */
  readonly endUserId: string | null;
  readonly connectionIds: readonly string[] | null;
  readonly locale: string | null;
  /** The most that assistants may get through the page. Null: it offers none. */
  readonly assistantAccess: Access | null;
  /** Null: every resource. */
  readonly assistantResources: readonly string[] | null;
  /** Encrypted for table `end_user_pages`, the row's id, column `return_url`. */
  readonly returnUrl: Buffer | null;
  readonly expiresAt: Date;
}

export async function addEndUserPage(
  database: Queryable,
  page: Omit<EndUserPage, "tenantName" | "browserHash"> & { readonly tokenHash: Buffer },
): Promise<void> {
  await database.query(
    `INSERT INTO end_user_pages (id, tenant_id, token_hash, end_user_id, connection_ids, locale, return_url, expires_at,
       assistant_access, assistant_resources)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      page.id,
      page.tenantId,
      page.tokenHash,
      page.endUserId,
      page.connectionIds,
      page.locale,
      page.returnUrl,
      page.expiresAt,
      page.assistantAccess,
      page.assistantResources,
    ],
  );
}

export async function findEndUserPage(database: Queryable, tokenHash: Buffer): Promise<EndUserPage | undefined> {
  const { rows } = await database.query<EndUserPage>(
    `SELECT p.id, p.tenant_id AS "tenantId", t.name AS "tenantName", p.browser_hash AS "browserHash",
       p.end_user_id AS "endUserId", p.connection_ids AS "connectionIds", p.locale, p.return_url AS "returnUrl",
       p.expires_at AS "expiresAt", p.assistant_access AS "assistantAccess",
       p.assistant_resources AS "assistantResources"
     FROM end_user_pages p JOIN tenants t ON t.id = p.tenant_id AND t.disabled_at IS NULL
     WHERE p.token_hash = $1`,
    [tokenHash],
  );
  return rows[0];
}

/** Binds the page to a browser. Returns false if it belongs to another one. */
export async function bindEndUserPage(database: Queryable, id: string, browserHash: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE end_user_pages SET browser_hash = $2
     WHERE id = $1 AND (browser_hash IS NULL OR browser_hash = $2)`,
    [id, browserHash],
  );
  return rowCount === 1;
}

/** Kept for a day after they expire, so that a late visitor gets the right explanation. */
export const pruneEndUserPages = (database: Queryable): Promise<number> =>
  deleteInBatches(database, { from: "end_user_pages", where: "expires_at < cautious_now() - interval '1 day'" });

export interface Activity {
  readonly operation: string;
  readonly isRead: boolean;
  readonly at: Date;
}

/** A busy connection has many requests. Older ones hardly ever add a kind of data. */
const mostRequests = 1000;

/** When each operation of a connection last succeeded, as far as the request log goes back. */
export async function listLastActivity(database: Queryable, connectionId: string): Promise<Activity[]> {
  const { rows } = await database.query<Activity>(
    `SELECT operation, method = 'GET' AS "isRead", max(at) AS at FROM (
       SELECT operation, method, at FROM request_log WHERE connection_id = $1 AND code IS NULL
       ORDER BY at DESC LIMIT ${mostRequests}
     ) AS recent GROUP BY 1, 2`,
    [connectionId],
  );
  return rows;
}
