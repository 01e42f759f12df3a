import type { KeyScopeRow } from "./apiKeys.ts";
import type { Queryable } from "./postgres/database.ts";
import { isEnabled } from "./tenants.ts";

export type ConnectionState = "active" | "needs_reauth" | "disabled";

/** The end user of a connection, as named by the platform. */
export interface EndUser {
  readonly endUserId: string | null;
  readonly endUserName: string | null;
}

export interface Connection extends EndUser {
  readonly id: string;
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly state: ConnectionState;
  readonly environment: string | null;
  readonly company: string | null;
  /** Encrypted for table `connections`, the row's id, column `credentials`. */
  readonly credentials: Buffer;
  /** Counts the changes of the credentials. */
  readonly generation: number;
}

export interface ConnectionSummary extends Omit<Connection, "credentials" | "generation"> {
  /** The name of `company`, once a list of companies was read. */
  readonly companyName: string | null;
  readonly createdAt: Date;
  readonly scopes: string | null;
}

/** The scopes that connectors request, by target system. */
export type RequestedScopes = readonly { readonly targetSystem: string; readonly scopes: readonly string[] }[];

const columns = `c.id, c.tenant_id AS "tenantId", c.target_system AS "targetSystem", c.state, c.environment, c.company,
  c.end_user_id AS "endUserId", c.end_user_name AS "endUserName"`;

export async function addConnection(
  database: Queryable,
  connection: Omit<Connection, "generation"> & { readonly companyName: string | null; readonly scopes: string | null },
): Promise<void> {
  await database.query(
    `INSERT INTO connections
       (id, tenant_id, target_system, state, environment, company, credentials, end_user_id, end_user_name, scopes, company_name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      connection.id,
      connection.tenantId,
      connection.targetSystem,
      connection.state,
      connection.environment,
      connection.company,
      connection.credentials,
      connection.endUserId,
      connection.endUserName,
      connection.scopes,
      connection.companyName,
    ],
  );
}

/** Whether a company is chosen whose name is not known. */
export async function lacksCompanyName(database: Queryable, connectionId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "SELECT FROM connections WHERE id = $1 AND company IS NOT NULL AND company_name IS NULL",
    [connectionId],
  );
  return rowCount === 1;
}

/** Keeps the name of the connection's company, if it is among these. */
export async function saveCompanyName(
  database: Queryable,
  connectionId: string,
  companies: readonly { readonly id: string; readonly name?: string | undefined }[],
): Promise<void> {
  const named = companies.filter(({ name }) => name !== undefined);
  if (named.length === 0) return;
  await database.query(
    `UPDATE connections c SET company_name = n.name FROM unnest($2::text[], $3::text[]) AS n(company, name)
     WHERE c.id = $1 AND c.company = n.company AND c.company_name IS DISTINCT FROM n.name`,
    [connectionId, named.map(({ id }) => id), named.map(({ name }) => name)],
  );
}

export async function addAccountKey(
  database: Queryable,
  key: { connectionId: string; hash: Buffer; hint: string },
): Promise<void> {
  await database.query("INSERT INTO account_keys (hash, connection_id, hint) VALUES ($1, $2, $3)", [
    key.hash,
    key.connectionId,
    key.hint,
  ]);
}

/**
 * The connections of an end user to a target system, the oldest first. Until the end of the transaction, no other one can
 * connect the same end user.
 */
export async function lockEndUser(
  client: Queryable,
  { tenantId, targetSystem, endUserId }: Pick<Connection, "tenantId" | "targetSystem"> & { readonly endUserId: string },
): Promise<readonly Connection[]> {
  const name = `end user ${tenantId} ${targetSystem} ${endUserId}`;
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
  const { rows } = await client.query<Connection>(
    `SELECT ${columns}, c.credentials, c.generation FROM connections c
     WHERE c.tenant_id = $1 AND c.target_system = $2 AND c.end_user_id = $3 AND c.state <> 'disabled'
     ORDER BY c.created_at, c.id`,
    [tenantId, targetSystem, endUserId],
  );
  return rows;
}

/** Revokes this key alone. Returns false if it is the only valid key of its connection. */
export async function revokeAccountKey(database: Queryable, hash: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(
    `WITH keys AS (
       SELECT hash FROM account_keys
       WHERE connection_id = (SELECT connection_id FROM account_keys WHERE hash = $1) AND revoked_at IS NULL
       ORDER BY hash FOR UPDATE
     )
     UPDATE account_keys SET revoked_at = now()
     WHERE hash = $1 AND revoked_at IS NULL AND (SELECT count(*) FROM keys) > 1`,
    [hash],
  );
  return rowCount === 1;
}

export interface ConnectionQuery extends Partial<Record<keyof EndUser, string | undefined>> {
  readonly tenantId?: string | undefined;
  readonly targetSystem?: string | undefined;
  readonly state?: ConnectionState | undefined;
  /** Without ended connections. */
  readonly isOpen?: boolean | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Only connections that lack one of these scopes. */
  readonly lacking?: RequestedScopes | undefined;
  readonly window?: { readonly page: number; readonly limit: number };
}

export async function listConnections(database: Queryable, query: ConnectionQuery = {}): Promise<ConnectionSummary[]> {
  const { window } = query;
  const { rows } = await database.query<ConnectionSummary>(
    `SELECT ${columns}, c.created_at AS "createdAt", c.scopes, c.company_name AS "companyName"
     FROM connections c
     WHERE ${matchesFilters} ORDER BY c.created_at, c.id LIMIT $10 OFFSET $11`,
    [...askedOf(query), window?.limit ?? null, window === undefined ? 0 : (window.page - 1) * window.limit],
  );
  return rows;
}

const matchesFilters = `($1::text IS NULL OR c.tenant_id = $1) AND ($2::text IS NULL OR c.end_user_id = $2)
  AND ($3::text IS NULL OR c.end_user_name = $3) AND ($4::text IS NULL OR c.target_system = $4)
  AND ($5::text IS NULL OR c.state = $5) AND ($8::boolean IS NULL OR c.state <> 'disabled') AND ($9::text[] IS NULL OR c.id = ANY ($9))
  AND ($6::text[] IS NULL OR EXISTS (
    SELECT FROM unnest($6, $7::text[]) AS requested (target_system, scopes)
    WHERE requested.target_system = c.target_system
      AND NOT string_to_array(c.scopes, ' ') @> string_to_array(requested.scopes, ' ')))`;
const askedOf = (query: ConnectionQuery): unknown[] =>
  [
    query.tenantId,
    query.endUserId,
    query.endUserName,
    query.targetSystem,
    query.state,
    query.lacking?.map(({ targetSystem }) => targetSystem),
    query.lacking?.map(({ scopes }) => scopes.join(" ")),
    query.isOpen || null,
    query.ids,
  ].map((value) => value ?? null);

export async function countConnections(database: Queryable, query: ConnectionQuery): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM connections c WHERE ${matchesFilters}`,
    askedOf(query),
  );
  return rows[0]?.count ?? 0;
}

export async function countByTargetSystem(database: Queryable, tenantId: string): Promise<Record<string, number>> {
  const { rows } = await database.query<{ targetSystem: string; count: number }>(
    `SELECT target_system AS "targetSystem", count(*)::int AS count FROM connections
     WHERE tenant_id = $1 AND state <> 'disabled' GROUP BY target_system ORDER BY target_system`,
    [tenantId],
  );
  return Object.fromEntries(rows.map(({ targetSystem, count }) => [targetSystem, count]));
}

/** One connection for each master key in use; the encrypted value begins with the key's id (core/secrets/vault.ts). */
export async function credentialsPerKey(database: Queryable): Promise<Pick<Connection, "id" | "credentials">[]> {
  const { rows } = await database.query<Pick<Connection, "id" | "credentials">>(
    `SELECT DISTINCT ON (substring(credentials FOR 9)) id, credentials FROM connections WHERE state <> 'disabled'
     ORDER BY substring(credentials FOR 9), created_at DESC`,
  );
  return rows;
}

export interface CallerRow extends KeyScopeRow {
  readonly tenantId: string;
  /** Of the tenant and of the connection. */
  readonly hiddenFields: readonly string[];
  readonly connection: Connection | undefined;
}

/** Receives the id of a tenant or connection whose keys, state or credentials have changed (0022_callers.sql). */
export const callersChannel = "kontor_callers";

/**
 * Finds the callers for pairs of hashes of an API key and an account key, in one query, because every request needs it. No
 * row for a pair: the API key is unknown or revoked, or its tenant is disabled. No connection: the account key is unknown,
 * revoked or belongs to another tenant.
 */
export async function findCallers(
  database: Queryable,
  pairs: readonly (readonly Buffer[])[],
): Promise<(CallerRow & { readonly pairIndex: number })[]> {
  const { rows } = await database.query<
    KeyScopeRow & { pairIndex: number; callerTenantId: string; hiddenFields: string[] } & (Connection | { id: null })
  >({
    name: "find-callers",
    text: `SELECT pair.position::int - 1 AS "pairIndex", t.id AS "callerTenantId", ${columns}, c.credentials, c.generation,
             k.access, k.target_systems AS "targetSystems", k.resources,
             t.hidden_fields || coalesce(c.hidden_fields, '{}') AS "hiddenFields"
           FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS pair (api, account, position)
           JOIN api_keys k ON k.hash = pair.api AND k.revoked_at IS NULL
           JOIN tenants t ON t.id = k.tenant_id AND t.disabled_at IS NULL
           LEFT JOIN account_keys a ON a.hash = pair.account AND a.revoked_at IS NULL
           LEFT JOIN connections c ON c.id = a.connection_id AND c.tenant_id = t.id`,
    values: [pairs.map(([api]) => api), pairs.map(([, account]) => account)],
  });
  return rows.map(({ pairIndex, callerTenantId, access, targetSystems, resources, hiddenFields, ...connection }) => ({
    pairIndex,
    tenantId: callerTenantId,
    access,
    targetSystems,
    resources,
    hiddenFields,
    connection: connection.id === null ? undefined : connection,
  }));
}

type Choosable = "environment" | "company" | "companyName" | keyof EndUser;

/**
 * Stores the new credentials of a connection that was authorised again; earlier choices stay unless they were made again.
 * Returns false if the connection has ended meanwhile.
 */
export async function renewConnection(
  database: Queryable,
  renewed: Pick<Connection, "id" | "credentials"> & Partial<Record<Choosable | "scopes", string | undefined>>,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE connections SET credentials = $2, environment = coalesce($3, environment), company = coalesce($4, company),
       company_name = CASE WHEN $4::text IS NULL OR $4 = company THEN coalesce($8, company_name) ELSE $8 END,
       end_user_id = coalesce($5, end_user_id), end_user_name = coalesce($6, end_user_name), scopes = coalesce($7, scopes),
       state = 'active', generation = generation + 1, updated_at = now(), granted_at = now()
     WHERE id = $1 AND state <> 'disabled'`,
    [
      renewed.id,
      renewed.credentials,
      renewed.environment ?? null,
      renewed.company ?? null,
      renewed.endUserId ?? null,
      renewed.endUserName ?? null,
      renewed.scopes ?? null,
      renewed.companyName ?? null,
    ],
  );
  return rowCount === 1;
}

export async function findConnectionDates(
  database: Queryable,
  id: string,
): Promise<{ state: ConnectionState; createdAt: Date; updatedAt: Date } | undefined> {
  const { rows } = await database.query<{ state: ConnectionState; createdAt: Date; updatedAt: Date }>(
    `SELECT state, created_at AS "createdAt", updated_at AS "updatedAt" FROM connections WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** Erases the credentials and search terms, revokes the keys, and ends attempts to authorise the connection again. */
export async function endConnection(database: Queryable, id: string): Promise<void> {
  await database.query(
    `WITH ended AS (
       UPDATE connections SET state = 'disabled', credentials = '', generation = generation + 1, updated_at = now()
       WHERE id = $1 RETURNING id
     ), cancelled AS (
       UPDATE flows SET step = 'cancelled', secrets = NULL
       WHERE connection_id IN (SELECT id FROM ended) AND step <> 'done'
     ), forgotten AS (
       DELETE FROM search_terms WHERE connection_id IN (SELECT id FROM ended)
     ), assistants AS (
       UPDATE assistant_grants SET ended_at = now()
       WHERE connection_id IN (SELECT id FROM ended) AND ended_at IS NULL
     )
     UPDATE account_keys SET revoked_at = now() WHERE connection_id IN (SELECT id FROM ended)`,
    [id],
  );
}

/** For background work. */
export interface ConnectionWithTenant extends Connection {
  /** False: its tenant is disabled, so no work may be done for it. */
  readonly isEnabled: boolean;
  /** Groups or names of fields, of the tenant and of the connection. */
  readonly hiddenFields: readonly string[];
}

export async function findConnection(database: Queryable, id: string): Promise<ConnectionWithTenant | undefined> {
  const { rows } = await database.query<ConnectionWithTenant>(
    `SELECT ${columns}, c.credentials, c.generation, ${isEnabled("c.tenant_id")} AS "isEnabled",
       (SELECT t.hidden_fields FROM tenants t WHERE t.id = c.tenant_id) || c.hidden_fields AS "hiddenFields"
     FROM connections c WHERE c.id = $1`,
    [id],
  );
  return rows[0];
}

/** Returns false if the credentials have changed since they were read. */
export async function rotateCredentials(
  database: Queryable,
  {
    id,
    generation,
    credentials,
    scopes,
  }: Pick<Connection, "id" | "generation" | "credentials"> & { readonly scopes?: string | undefined },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE connections SET credentials = $3, scopes = coalesce($4, scopes), generation = generation + 1, updated_at = now(), granted_at = now()
     WHERE id = $1 AND generation = $2 AND state = 'active'`,
    [id, generation, credentials, scopes ?? null],
  );
  return rowCount === 1;
}

/** The vendor accepts the unchanged credentials again. */
export async function reactivateConnection(database: Queryable, id: string): Promise<void> {
  await database.query(
    "UPDATE connections SET state = 'active', updated_at = now() WHERE id = $1 AND state = 'needs_reauth'",
    [id],
  );
}

/** Returns false if the credentials have changed since they were read. */
export async function setConnectionState(
  database: Queryable,
  { id, generation, state }: Pick<Connection, "id" | "generation" | "state">,
): Promise<boolean> {
  const { rowCount } = await database.query(
    "UPDATE connections SET state = $3, updated_at = now() WHERE id = $1 AND generation = $2 AND state = 'active'",
    [id, generation, state],
  );
  return rowCount === 1;
}
