import { expect, onTestFinished, test } from "vitest";
import { databaseForTest } from "../../../test/support/database.ts";
import { readUsage } from "../../store/log/vendorUsage.ts";
import { migrate, openDatabase } from "../../store/postgres/database.ts";
import { createTenant } from "../accounts/tenants.ts";
import { openUsage, slowedInterval } from "./usage.ts";

test("polls slow down with the share of the budget that is used, to once an hour at most", () => {
  expect([0, 0.49].map((used) => slowedInterval(300, used))).toEqual([300, 300]);
  expect([0.5, 0.8, 1, 5].map((used) => slowedInterval(300, used))).toEqual([600, 1200, 3600, 3600]);
  // Longer intervals stay as they are.
  expect(slowedInterval(86_400, 1)).toBe(86_400);
});

test("adds up calls by day, connection and cause, and keeps them while the database is unavailable", async () => {
  const { database, url } = await databaseForTest();
  await migrate(database);
  const tenantId = await createTenant(database, "Neuland");
  const faults: unknown[] = [];
  const pool = openDatabase({ url, connections: 1, onLost: () => {} });
  const usage = openUsage(pool, (error) => faults.push(error));
  onTestFinished(async () => {
    await usage.close();
    await pool.end();
  });
  const at = Date.parse("2026-11-18T23:59:59Z");
  const call = {
    connectionId: "c1",
    tenantId,
    targetSystem: "tulip",
    at,
    bytesSent: 1,
    bytesReceived: 100,
    isError: false,
  } as const;
  usage.count({ ...call, cause: "caller" });
  usage.count({ ...call, cause: "caller" });
  await database.query("ALTER TABLE vendor_usage RENAME TO away");
  await usage.flush();
  expect(faults).toHaveLength(1);
  await database.query("ALTER TABLE away RENAME TO vendor_usage");
  usage.count({ ...call, cause: "poll" });
  usage.count({ ...call, cause: "caller", at: at + 1000 });
  await usage.flush();
  const totals = (to: string) => readUsage(database, { tenantId, from: "2026-11-18", to });
  const facts = { connectionId: "c1", targetSystem: "tulip" };
  expect(await totals("2026-11-18")).toEqual([
    { ...facts, cause: "caller", calls: 2, bytesSent: 2, bytesReceived: 200, errors: 0 },
    { ...facts, cause: "poll", calls: 1, bytesSent: 1, bytesReceived: 100, errors: 0 },
  ]);
  expect((await totals("2026-11-19"))[0]).toMatchObject({ cause: "caller", calls: 3 });
});
