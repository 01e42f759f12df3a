import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox, testMoment } from "../../test/support/sandbox.ts";
import { truths } from "../../test/support/truths.ts";
import { simulateActivity } from "./simulatedActivity.ts";

const company = "/environments/production/companies/bergblick";
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox(0);
});
afterAll(() => sandbox.close());

const put = (payload: object) => sandbox.ask(`${company}/life`, requestOf("PUT", payload));
const requestOf = (method: "PUT" | "DELETE" | "GET", payload?: object) => ({
  method,
  headers: { authorization: `Bearer ${sandbox.token}` },
  ...(payload && { payload }),
});

async function runActivity(target: TestSandbox, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await target.pool.query("UPDATE sandbox.lives SET due_at = now()");
    await simulateActivity({ pool: target.pool, now: testMoment });
  }
}

const amounts = async (target: TestSandbox) =>
  (await target.walk("invoices"))
    .filter((record) => String(record["client_reference"]).startsWith("life-"))
    .map((record) => [record["client_reference"], record["contact_id"], record["total_amount"], record["status"]]);

test("activity keeps the books consistent, and the same seed repeats it", async () => {
  const twin = await openTestSandbox(0);
  try {
    for (const target of [sandbox, twin]) {
      await target.pool.query(
        "INSERT INTO sandbox.lives (company, every_seconds, seed, ends_at) VALUES ('bergblick', 5, 42, now() + interval '1 hour')",
      );
      await runActivity(target, 40);
    }
    expect(await truths(sandbox)).toEqual([]);
    const lived = await amounts(sandbox);
    expect(lived.length).toBeGreaterThan(15);
    expect(new Set(lived.map((row) => row[3])).size).toBeGreaterThan(1);
    expect(await amounts(twin)).toEqual(lived);
    const payments = await sandbox.walk("payments");
    expect(payments.some((record) => String(record["client_reference"]).startsWith("life-"))).toBe(true);
  } finally {
    await twin.close();
  }
});

test("can be switched on, shown and switched off, and refuses values out of range", async () => {
  expect((await put({ every_seconds: 0 })).status).toBe(400);
  expect((await put({ minutes: 1e9 })).status).toBe(400);
  expect((await put({ often: 1 })).status).toBe(400);
  const answer = await put({ every_seconds: 2, seed: 3 });
  expect(answer.json()).toMatchObject({ company: "bergblick", every_seconds: 2, seed: 3, step: 0 });
  await simulateActivity({ pool: sandbox.pool, now: testMoment });
  expect((await sandbox.ask(`${company}/life`)).json()).toMatchObject({ step: 1 });
  expect((await sandbox.ask(`${company}/life`, requestOf("DELETE"))).status).toBe(204);
  expect((await sandbox.ask(`${company}/life`)).status).toBe(404);
  expect(await simulateActivity({ pool: sandbox.pool, now: testMoment })).toBe(0);
});

test("ends after the given time", async () => {
  await put({ every_seconds: 1 });
  await sandbox.pool.query("UPDATE sandbox.lives SET ends_at = now() - interval '1 second'");
  expect(await simulateActivity({ pool: sandbox.pool, now: testMoment })).toBe(0);
  expect((await sandbox.ask(`${company}/life`)).status).toBe(404);
});
