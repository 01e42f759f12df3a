import { expect, test } from "vitest";
import { databaseForTest } from "../../test/support/database.ts";
import { rowsRead } from "../../test/support/rowsRead.ts";
import { desiredSubscriptions, type WhichSubscriptions } from "./desiredSubscriptions.ts";
import { type Database, migrate } from "./postgres/database.ts";

const offered = "(VALUES ('ledger', 'INVOICE', true, false)) AS l (target_system, resource, company, environment)";

async function withTenants(): Promise<Database> {
  const { database } = await databaseForTest();
  await migrate(database);
  await database.query("INSERT INTO tenants (id, name) VALUES ('one', 'One'), ('other', 'Other')");
  return database;
}

interface Row {
  readonly id: string;
  readonly age?: string;
  readonly tenant?: string;
}

const connection = (database: Database, { id, age = "1 day", tenant = "one" }: Row, more = "'active', 'a company'") =>
  database.query(
    `INSERT INTO connections (id, tenant_id, target_system, created_at, credentials, state, company)
     VALUES ($1, $2, 'ledger', now() - $3::interval, '', ${more})`,
    [id, tenant, age],
  );

/** Of a connection, or of all of its tenant. */
const subscription = (
  database: Database,
  { id, age = "1 day", tenant = "one", of }: Row & { readonly of?: string },
  more = "'active', NULL, now() + interval '1 day'",
) =>
  database.query(
    `INSERT INTO subscriptions (id, tenant_id, connection_id, updated_at, callback_url, secret, state, resource, expires_at)
     VALUES ($1, $2, $3, now() - $4::interval, '', '', ${more})`,
    [id, tenant, of ?? null, age],
  );

async function desired(database: Database, which: WhichSubscriptions): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT DISTINCT connection_id AS id FROM (${desiredSubscriptions(which, offered)}) AS w ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

test("finds connections with their own or their tenant's subscription, if the required choice is made", async () => {
  const database = await withTenants();
  for (const id of ["plain", "ended", "late", "elsewhere"]) await connection(database, { id });
  await connection(database, { id: "disabled" }, "'disabled', 'a company'");
  await connection(database, { id: "unchosen" }, "'active', NULL");
  for (const to of ["plain", "disabled", "unchosen"]) await subscription(database, { id: `to ${to}`, of: to });
  await subscription(database, { id: "1", of: "ended" }, "'ended', NULL, now() + interval '1 day'");
  await subscription(database, { id: "2", of: "late" }, "'active', NULL, now() - interval '1 day'");
  await subscription(database, { id: "3", of: "elsewhere" }, "'active', 'BILL', now() + interval '1 day'");
  expect(await desired(database, "all")).toEqual(["plain"]);

  await connection(database, { id: "another's", tenant: "other" });
  await subscription(database, { id: "4" });
  expect(await desired(database, "all")).toEqual(["elsewhere", "ended", "late", "plain"]);
});

test("treats a subscription as recent if it was changed or its connection is new", async () => {
  const database = await withTenants();
  for (const id of ["old", "wanted anew"]) await connection(database, { id });
  await subscription(database, { id: "1", of: "old" });
  await subscription(database, { id: "2", of: "wanted anew", age: "1 minute" });
  expect(await desired(database, "recent")).toEqual(["wanted anew"]);

  await subscription(database, { id: "3", tenant: "other" });
  await connection(database, { id: "new", tenant: "other", age: "1 minute" });
  await connection(database, { id: "known", tenant: "other" });
  expect(await desired(database, "recent")).toEqual(["new", "wanted anew"]);
  await subscription(database, { id: "4", tenant: "other", age: "1 minute" });
  expect(await desired(database, "recent")).toEqual(["known", "new", "wanted anew"]);
});

test("reads only recent subscriptions when it looks for them every second", async () => {
  const database = await withTenants();
  await database.query(
    `WITH made AS (
       INSERT INTO connections (id, tenant_id, target_system, created_at, credentials, company)
       SELECT 'c' || n, 'one', 'ledger', now() - interval '1 day', '', 'a company' FROM generate_series(1, 5000) AS n
     )
     INSERT INTO subscriptions (id, tenant_id, connection_id, updated_at, callback_url, secret, expires_at)
     SELECT 's' || n, 'one', 'c' || n, now() - interval '1 day', '', '', now() + interval '1 day'
     FROM generate_series(1, 5000) AS n`,
  );
  await subscription(database, { id: "fresh", of: "c1", age: "1 minute" });
  await database.query("ANALYZE connections, subscriptions");
  const read = await rowsRead(database, (client) => client.query(desiredSubscriptions("recent", offered)));
  expect(await desired(database, "recent")).toEqual(["c1"]);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(50);
});
