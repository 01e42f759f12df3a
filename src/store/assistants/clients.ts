/** Programs of assistants that registered themselves. */
import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";

export interface AssistantClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export async function addAssistantClient(database: Queryable, client: AssistantClient): Promise<void> {
  await database.query("INSERT INTO assistant_clients (id, name, redirect_uris) VALUES ($1, $2, $3)", [
    client.id,
    client.name,
    client.redirectUris,
  ]);
}

export async function findAssistantClient(database: Queryable, id: string): Promise<AssistantClient | undefined> {
  const { rows } = await database.query<AssistantClient>(
    `SELECT id, name, redirect_uris AS "redirectUris" FROM assistant_clients WHERE id = $1`,
    [id],
  );
  return rows[0];
}

export async function noteAssistantClientUse(database: Queryable, id: string): Promise<void> {
  await database.query("UPDATE assistant_clients SET used_at = now() WHERE id = $1", [id]);
}

/** Clients that nobody allowed within a day, and clients that have had no grant for 90 days. */
export const pruneAssistantClients = (database: Queryable): Promise<number> =>
  deleteInBatches(database, {
    from: "assistant_clients",
    where: `created_at < cautious_now() - interval '1 day'
      AND (used_at IS NULL OR used_at < cautious_now() - interval '90 days'
        AND id NOT IN (SELECT client_id FROM assistant_grants WHERE ended_at IS NULL))`,
  });
