/** Inserts hundreds of thousands of rows, as the program itself would have written them. */
import { pino } from "pino";
import { readConfig } from "../../src/config.ts";
import type { EventResource } from "../../src/contract/event.ts";
import { sealCredentials } from "../../src/core/accounts/connection.ts";
import { newId } from "../../src/core/secrets/ids.ts";
import { newKey } from "../../src/core/secrets/keys.ts";
import { type Database, transaction } from "../../src/store/postgres/database.ts";
import { openStorage, type Storage } from "../../src/wiring/storage.ts";

/** Opens the storage of a data folder, with or without the running program. */
export const storageIn = (folder: string): Promise<Storage> =>
  openStorage({
    config: readConfig({ DATA_DIR: folder }, new Date()),
    log: pino({ level: "silent" }),
    exclusive: false,
  });

export interface Filled {
  readonly id: string;
  readonly accountKey: string;
}

const portion = 5000;

/** Every value is sealed separately, because the seal includes the row's id. */
export async function fillConnections(
  { database, vault }: Pick<Storage, "database" | "vault">,
  tenantIds: readonly string[],
  count: number,
): Promise<Filled[]> {
  const made: Filled[] = [];
  while (made.length < count) {
    const rows = Array.from({ length: Math.min(portion, count - made.length) }, (_, index) => {
      const id = newId();
      const key = newKey("account");
      const credentials = sealCredentials(vault, id, { apiKey: `bench-${id}` });
      return { id, key, credentials, tenantId: tenantIds[index % tenantIds.length] ?? "" };
    });
    await database.query(
      `WITH given AS (
         SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[]) AS g (id, tenant_id, credentials, hash)
       ), added AS (
         INSERT INTO connections (id, tenant_id, target_system, environment, company, credentials, created_at, updated_at)
         SELECT id, tenant_id, 'sandbox-key', 'production', 'bergblick', credentials, ${earlier}, ${earlier} FROM given
       )
       INSERT INTO account_keys (hash, connection_id, hint) SELECT hash, id, 'bench' FROM given`,
      [
        rows.map(({ id }) => id),
        rows.map(({ tenantId }) => tenantId),
        rows.map(({ credentials }) => credentials),
        rows.map(({ key }) => key.hash),
      ],
    );
    made.push(...rows.map(({ id, key }) => ({ id, accountKey: key.text })));
  }
  await database.query("VACUUM ANALYZE connections, account_keys, connection_history");
  return made;
}

/** Dated back, because background work skips new rows for some minutes. */
const earlier = "now() - interval '1 day'";

/** One subscription per connection. The secrets are invalid, because nothing is delivered. */
export async function fillSubscriptions(
  database: Database,
  connectionIds: readonly string[],
  resource: EventResource,
): Promise<void> {
  await database.query(
    `INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, resource, secret, address, created_at, updated_at,
       expires_at)
     SELECT 'sub' || c.id, c.tenant_id, c.id, 'http://127.0.0.1:9', $2, '', '', ${earlier}, ${earlier},
       now() + interval '80 days'
     FROM connections c WHERE c.id = ANY ($1)`,
    [connectionIds, resource],
  );
  await database.query("VACUUM ANALYZE subscriptions");
}

/** Without checking foreign keys for every row, because the referenced rows exist. */
const unchecked = (database: Database, text: string, values: readonly unknown[]): Promise<void> =>
  transaction(database, async (client) => {
    await client.query("SET LOCAL session_replication_role = replica");
    await client.query(text, [...values]);
  });

/** So many events per connection, spread over the retention period of a month. */
export async function fillEvents(database: Database, connectionIds: readonly string[], each: number): Promise<void> {
  for (const connectionId of connectionIds) {
    await unchecked(
      database,
      `INSERT INTO events (connection_id, sequence, event_type, resource, resource_id, changed_at, change, recorded_at, scope,
         heard_by)
       SELECT $1::text, n, 'UPDATED', 'INVOICE', 'record-' || n % 1000, at, sha256(($1::text || n)::bytea), at, '', 'poll'
       FROM (SELECT n, now() - interval '29 days' * (1 - n::float / $2::int) AS at FROM generate_series(1, $2::int) AS n) AS given`,
      [connectionId, each],
    );
    await database.query("INSERT INTO event_logs (connection_id, last) VALUES ($1, $2)", [connectionId, each]);
  }
  await database.query("VACUUM ANALYZE events");
}

/** Deliveries of the newest events, due shortly after the events were recorded. */
export async function fillDeliveries(
  database: Database,
  subscriptionIds: readonly string[],
  { each, state }: { readonly each: number; readonly state: "open" | "done" },
): Promise<void> {
  await unchecked(
    database,
    `INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane, state, attempts, due_at, created_at,
       settled_at)
     SELECT s.id, e.sequence, e.connection_id, ARRAY[e.sequence], hashtextextended(e.resource || ':' || e.resource_id, 0), $3::text,
       CASE $3::text WHEN 'done' THEN 1 ELSE 0 END, e.recorded_at, e.recorded_at, CASE $3::text WHEN 'done' THEN e.recorded_at END
     FROM subscriptions s JOIN event_logs l ON l.connection_id = s.connection_id
     JOIN events e ON e.connection_id = s.connection_id AND e.sequence > l.last - $2::int
     WHERE s.id = ANY ($1)`,
    [subscriptionIds, each, state],
  );
  if (state === "open")
    await database.query("UPDATE subscriptions SET due_at = now() WHERE id = ANY ($1)", [subscriptionIds]);
  await database.query("VACUUM ANALYZE deliveries, subscriptions");
}
