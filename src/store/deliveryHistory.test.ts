import { expect, test } from "vitest";
import { databaseForTest } from "../../test/support/database.ts";
import { rowsRead } from "../../test/support/rowsRead.ts";
import { countDeliveries, listDeliveries, mostCounted } from "./deliveryHistory.ts";
import { type Database, migrate } from "./postgres/database.ts";

/** A tenant's subscription with the rows below it for two connections, and deliveries of both, a minute apart. */
async function withDeliveries(each: number): Promise<Database> {
  const { database } = await databaseForTest();
  await migrate(database);
  await database.query("INSERT INTO tenants (id, name) VALUES ('one', 'One')");
  await database.query(
    `INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('a', 'one', 'ledger', ''), ('b', 'one', 'ledger', '')`,
  );
  await database.query(
    `INSERT INTO subscriptions (id, tenant_id, connection_id, parent_id, callback_url, secret, expires_at)
     VALUES ('top', 'one', NULL, NULL, '', '', now()), ('top_a', 'one', 'a', 'top', '', '', now()),
       ('top_b', 'one', 'b', 'top', '', '', now())`,
  );
  await database.query(
    `INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane, created_at)
     SELECT 'top_' || c.id, n, c.id, ARRAY[n], 0,
       now() - n * interval '1 minute' - CASE c.id WHEN 'b' THEN interval '30 seconds' ELSE interval '0' END
     FROM connections c, generate_series(1, $1::int) AS n`,
    [each],
  );
  await database.query("ANALYZE deliveries, subscriptions");
  return database;
}

const page = (number: number) => ({ subscriptionId: "top", window: { page: number, limit: 3 } });

test("lists deliveries of all connections of a subscription in pages, newest first", async () => {
  const database = await withDeliveries(4);
  const listed = [...(await listDeliveries(database, page(1))), ...(await listDeliveries(database, page(2)))];
  const names = listed.map(({ subscriptionId, sequence }) => `${subscriptionId} ${sequence}`);
  expect(names).toEqual(["top_a 1", "top_b 1", "top_a 2", "top_b 2", "top_a 3", "top_b 3"]);
});

test("reads only the rows of a page of deliveries", async () => {
  const database = await withDeliveries(3000);
  const read = await rowsRead(database, (client) => listDeliveries(client, page(1)));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(50);
});

test("counts deliveries up to a limit, and returns no total beyond it", async () => {
  const database = await withDeliveries(mostCounted / 2);
  expect(await countDeliveries(database, { subscriptionId: "top" })).toBe(mostCounted);
  await database.query(
    `INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane)
     SELECT 'top_a', 1000000 + n, 'a', ARRAY[n], 0 FROM generate_series(1, 5000) AS n`,
  );
  expect(await countDeliveries(database, { subscriptionId: "top" })).toBeUndefined();
  const read = await rowsRead(database, (client) => countDeliveries(client, { subscriptionId: "top" }));
  expect(read).toBeLessThan(mostCounted + 100);
});
