import { expect, test } from "vitest";
import { databaseForTest } from "../../../test/database.ts";
import { migrate, transaction } from "./database.ts";

test("migrations run once, also when many processes start together", async () => {
  const { database } = await databaseForTest();
  const runs = await Promise.all([migrate(database), migrate(database), migrate(database)]);
  expect(runs.flat()).toContain("0001_house.sql");
  expect(runs.flat()).toHaveLength(new Set(runs.flat()).size);
  expect(await migrate(database)).toEqual([]);
});

test("a transaction that fails leaves nothing behind", async () => {
  const { database } = await databaseForTest();
  await migrate(database);
  const failing = transaction(database, async (client) => {
    await client.query("INSERT INTO tenants (id, name) VALUES ('t1', 'Example')");
    throw new Error("stop");
  });
  await expect(failing).rejects.toThrow("stop");
  expect((await database.query("SELECT 1 FROM tenants")).rowCount).toBe(0);
});
