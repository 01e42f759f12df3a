/** Polls that wait for a slow vendor do not block polls of other tenants and vendors. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connector, ListHandler } from "../../src/contract/connector.ts";
import { type Session } from "../../src/contract/session.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { openPoller } from "../../src/core/changes/poller.ts";
import { masterKey, newMasterKey, openVault } from "../../src/core/secrets/vault.ts";
import { migrate } from "../../src/store/postgres/database.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";

const vault = openVault([masterKey(newMasterKey())]);
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.database);
});
afterAll(() => fresh.drop());

const items: ListHandler<never> = {
  fields: {},
  filters: [],
  orders: [],
  requires: [],
  list: async (_call, session) => {
    await session.read("/items");
    return { records: [], raw: [], total: 0 };
  },
};
const vendorNamed = (id: string): Connector => ({
  id,
  name: id,
  about: "A vendor without webhooks.",
  site: `https://${id}.example`,
  signIn: { kind: "apiKey", asks: [], headers: {} },
  needs: [],
  proof: "/me",
  refusals: { message: () => undefined },
  rawData: false,
  operations: { "items.list": items },
});

async function connect(tenantId: string, targetSystem: string): Promise<void> {
  await createConnection(fresh.database, vault, { tenantId, targetSystem, credentials: {} });
}

test("hanging polls of one tenant or vendor do not block other polls", async () => {
  const { database } = fresh;
  const tenants = await Promise.all(["A", "B", "C", "D"].map((name) => createTenant(database, name)));
  const [greedy = "", other = "", third = "", fourth = ""] = tenants;
  for (let count = 0; count < 20; count++) await connect(greedy, "slow");
  for (const tenantId of [other, third]) for (let count = 0; count < 5; count++) await connect(tenantId, "slow");
  await connect(fourth, "quick");
  await database.query(
    `INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, resource, secret, expires_at)
     SELECT gen_random_uuid()::text, tenant_id, id, 'https://x.example', 'ITEM', '', now() + interval '1 day' FROM connections`,
  );
  const polled: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const poller = openPoller({
    database,
    vault,
    pollEverySeconds: 300,
    now: Date.now,
    random: Math.random,
    connectors: new Map(["slow", "quick"].map((id) => [id, vendorNamed(id)])),
    openSession: async ({ id }, { tenantId }) => {
      const read = async (): Promise<void> => {
        polled.push(tenantId);
        if (id === "slow") await released;
      };
      return { read } as unknown as Session;
    },
    reportChannelOf: () => ({ by: "nothing" }),
    onFault: () => {},
  });
  await poller.schedule();
  // The greedy tenant's polls are due first.
  await database.query(
    "UPDATE poll_schedule SET due_at = now() - interval '1 hour' FROM connections c WHERE c.id = connection_id AND c.tenant_id = $1",
    [greedy],
  );
  await poller.begin();
  await expect.poll(() => polled).toContain(fourth);
  const count = (tenantId: string): number => polled.filter((polledTenant) => polledTenant === tenantId).length;
  await expect.poll(() => [count(greedy), count(other) + count(third), count(fourth)]).toEqual([6, 2, 1]);
  release();
  await poller.close();
});
