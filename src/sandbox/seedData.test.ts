import pg from "pg";
import { expect, test } from "vitest";
import { databaseForTest } from "../../test/support/database.ts";
import { openSandbox } from "./sandbox.ts";

const day = "2026-06-15";
const count =
  "SELECT (SELECT count(*) FROM sandbox.entries)::int AS entries, (SELECT count(*) FROM sandbox.records)::int AS records";

test("an aborted first start leaves no partial books, and the next start seeds them", async () => {
  const { database } = await databaseForTest();
  const stop = (done: number) => {
    if (done >= 2000) throw new Error("stopped");
  };
  await expect(openSandbox({ pool: database, day, entries: 3000, progress: stop })).rejects.toThrow("stopped");
  expect((await database.query("SELECT to_regclass('sandbox.entries') AS found")).rows).toEqual([{ found: null }]);

  const seen: number[][] = [];
  await openSandbox({ pool: database, day, entries: 3000, progress: (...steps) => seen.push(steps) });
  const { rows } = await database.query<{ entries: number }>(count);
  expect(seen.at(-1)).toEqual([rows[0]?.entries, rows[0]?.entries]);
});

test("processes that start together seed the books once", async () => {
  const { database } = await databaseForTest();
  const fillings: number[] = [0, 0, 0];
  const open = (process: number) =>
    openSandbox({ pool: database, day, entries: 500, progress: (done) => (fillings[process] = done) });
  await Promise.all([open(0), open(1), open(2)]);
  expect(fillings.filter((done) => done > 0)).toHaveLength(1);
  const { rows } = await database.query("SELECT count(*)::int AS rows FROM sandbox.filling");
  expect(rows).toEqual([{ rows: 1 }]);
});

test("keeps existing books", async () => {
  const { database } = await databaseForTest();
  await openSandbox({ pool: database, day, entries: 500 });
  const before = (await database.query(count)).rows;
  await openSandbox({ pool: database, day: "2027-01-01", entries: 900 });
  expect((await database.query(count)).rows).toEqual(before);
});

test("the ledger's numbers have no gaps", async () => {
  const { database } = await databaseForTest();
  await openSandbox({ pool: database, day, entries: 1500 });
  const { rows } = await database.query(
    "SELECT min(number)::int AS first, max(number) - count(*) AS missing FROM sandbox.entries GROUP BY company",
  );
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ first: 1, missing: "0" })));
});

test("a token is stored as its hash only", async () => {
  const { database } = await databaseForTest();
  const sandbox = await openSandbox({ pool: database, day, entries: 500 });
  const token = await sandbox.issueToken("Example");
  const { rows } = await database.query<{ row: string }>("SELECT tokens::text AS row FROM sandbox.tokens");
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).toContain("Example");
  expect(rows[0]?.row).not.toContain(token.slice(8));
});

test("a start with up-to-date tables waits for no lock on them", async () => {
  const { database } = await databaseForTest();
  await openSandbox({ pool: database, day, entries: 500 });
  const busy = await database.connect();
  try {
    await busy.query(
      "BEGIN; LOCK TABLE sandbox.entries, sandbox.records, sandbox.clients, sandbox.filling IN ACCESS EXCLUSIVE MODE",
    );
    const opened = await openSandbox({ pool: database, day, entries: 500 });
    expect(opened.oauthClient.clientId).toBe("kontor-sandbox");
  } finally {
    await busy.query("ROLLBACK");
    busy.release();
  }
});

test("a new version of the tables waits for running work without a deadlock", async () => {
  const { database, url } = await databaseForTest();
  await openSandbox({ pool: database, day, entries: 500 });
  await database.query("COMMENT ON SCHEMA sandbox IS 'another version'");
  const busy = await database.connect();
  await busy.query("BEGIN; LOCK TABLE sandbox.entries IN ROW EXCLUSIVE MODE");
  const starting = new pg.Pool({ connectionString: url });
  const opened = openSandbox({ pool: starting, day, entries: 500 });
  const waiting = async () =>
    (
      await database.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0);
  // In the opposite order of schema.sql, which has locked the first tables already.
  await busy.query("LOCK TABLE sandbox.filling IN ACCESS EXCLUSIVE MODE");
  await busy.query("COMMIT");
  busy.release();
  await opened;
  // Sessions report their statistics when they end.
  await starting.end();
  const { rows } = await database.query(
    `SELECT obj_description('sandbox'::regnamespace, 'pg_namespace') AS version, deadlocks::int
     FROM pg_stat_database WHERE datname = current_database()`,
  );
  expect(rows).toEqual([{ version: expect.stringMatching(/^schema\.sql \w{64}$/), deadlocks: 0 }]);
});
