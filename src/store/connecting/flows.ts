import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";

export type FlowStep = "begun" | "signed_in" | "done" | "cancelled";

/** The caller's options for the flow. */
export interface FlowOptions {
  readonly callbackUrl?: string | undefined;
  readonly cancelCallbackUrl?: string | undefined;
  /** Receives the account key instead of the callback URL. */
  readonly webhookCallbackUrl?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly environment?: string | undefined;
  readonly company?: string | undefined;
  readonly endUserId?: string | undefined;
  readonly endUserName?: string | undefined;
  readonly environmentSelection: boolean;
  readonly includeSignature: boolean;
  readonly locale?: string | undefined;
  /** The page that opened the flow and is notified when it ends. */
  readonly openerOrigin?: string | undefined;
  /** The site that the end user came from: only the origin of the callback URL, which is not secret. */
  readonly returnTo?: string | undefined;
}

export interface Flow {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly targetSystem: string;
  readonly connectionId: string | null;
  readonly browserHash: Buffer | null;
  readonly step: FlowStep;
  readonly options: FlowOptions;
  /** Encrypted for table `flows`, the row's id, column `secrets`. */
  readonly secrets: Buffer | null;
  readonly expiresAt: Date;
}

const columns = `f.id, f.tenant_id AS "tenantId", t.name AS "tenantName", f.target_system AS "targetSystem",
  f.connection_id AS "connectionId", f.browser_hash AS "browserHash", f.step, f.options, f.secrets,
  f.expires_at AS "expiresAt"`;

export interface NewFlow {
  readonly id: string;
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly connectionId: string | null;
  readonly tokenHash: Buffer;
  readonly options: FlowOptions;
  readonly secrets: Buffer | null;
  readonly expiresAt: Date;
}

export async function addFlow(database: Queryable, flow: NewFlow): Promise<void> {
  await database.query(
    `INSERT INTO flows (id, tenant_id, target_system, connection_id, token_hash, options, secrets, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      flow.id,
      flow.tenantId,
      flow.targetSystem,
      flow.connectionId,
      flow.tokenHash,
      flow.options,
      flow.secrets,
      flow.expiresAt,
    ],
  );
}

/** By the token in our URLs, or by the id in the state that a vendor returns. */
export async function findFlow(database: Queryable, by: { token: Buffer } | { id: string }): Promise<Flow | undefined> {
  const [column, value] = "token" in by ? ["token_hash", by.token] : ["id", by.id];
  const { rows } = await database.query<Flow>(
    `SELECT ${columns} FROM flows f JOIN tenants t ON t.id = f.tenant_id AND t.disabled_at IS NULL
     WHERE f.${column} = $1`,
    [value],
  );
  return rows[0];
}

export interface FlowChange {
  readonly id: string;
  readonly from: readonly FlowStep[];
  readonly to: FlowStep;
  readonly browserHash?: Buffer;
  readonly secrets?: Buffer | null;
}

/** Moves a flow to another step. Of concurrent calls only one returns true. A browser that owns the flow keeps it. */
export async function moveFlow(database: Queryable, change: FlowChange): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE flows SET step = $3, browser_hash = coalesce($4, browser_hash),
       secrets = CASE WHEN $6 THEN $5 ELSE secrets END
     WHERE id = $1 AND step = ANY($2) AND expires_at > now()
       AND ($4::bytea IS NULL OR browser_hash IS NULL OR browser_hash = $4)`,
    [
      change.id,
      change.from,
      change.to,
      change.browserHash ?? null,
      change.secrets ?? null,
      change.secrets !== undefined,
    ],
  );
  return rowCount === 1;
}

/** Flows are kept for a day after they end, so that a late browser gets the right explanation. */
export const pruneFlows = (database: Queryable): Promise<number> =>
  deleteInBatches(database, { from: "flows", where: "expires_at < cautious_now() - interval '1 day'" });
