/** PgBouncer between Kontor and PostgreSQL: session mode works, transaction mode is refused. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { sharesSessions } from "../../src/store/postgres/pooling.ts";
import { checkSessions } from "../../src/wiring/checks/databaseChecks.ts";
import { freshDatabase } from "../support/database.ts";
import { hasPgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { makeCall } from "../support/platform.ts";
import { kontor } from "../support/process.ts";
import { startService } from "../support/service.ts";

type PoolMode = "session" | "transaction";

async function pooledDatabase(poolMode: PoolMode, serverUse?: "in turn"): Promise<string> {
  const fresh = await freshDatabase();
  onTestFinished(fresh.drop);
  const pooler = await startPgBouncer(fresh.url, poolMode, serverUse);
  onTestFinished(pooler.stop);
  return pooler.url;
}

async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-pooler-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a direct connection keeps its session", async () => {
  const fresh = await freshDatabase();
  onTestFinished(fresh.drop);
  expect(await sharesSessions(fresh.url)).toBe(false);
});

test.skipIf(!hasPgBouncer)(
  "in transaction mode, the start is refused and doctor fails (skipped if Debian's pgbouncer is not installed)",
  async () => {
    const url = await pooledDatabase("transaction");
    const settings = { DATA_DIR: await folderForTest(), PORT: "0", DATABASE_URL: url };
    const { code, err } = await kontor(["serve"], settings).ended;
    expect({ code, err: err.trim() }).toEqual({
      code: 1,
      err: expect.stringMatching(/^DATABASE_URL leads to a pooler .* Set pool_mode = session .*$/),
    });
    expect(await checkSessions(readConfig(settings, new Date()))).toMatchObject({
      state: "fail",
      advice: expect.stringContaining("pool_mode = session"),
    });
    const diagnosis = await kontor(["doctor"], settings).ended;
    expect(diagnosis.code).toBe(1);
    expect(diagnosis.out).toContain("FAIL  sessions: a pooler changes the session");
  },
);

test.skipIf(!hasPgBouncer)(
  "transaction mode is recognised whichever idle session the pooler prefers (skipped without pgbouncer)",
  async () => {
    for (const serverUse of [undefined, "in turn"] as const) {
      const url = await pooledDatabase("transaction", serverUse);
      // Leaves several idle sessions.
      await Promise.all(Array.from({ length: 5 }, () => sharesSessions(url)));
      expect(await sharesSessions(url)).toBe(true);
    }
  },
);

test.skipIf(!hasPgBouncer)(
  "in session mode, the service reads and writes (skipped if Debian's pgbouncer is not installed)",
  async () => {
    const url = await pooledDatabase("session");
    const service = await startService({ DATABASE_URL: url, DATABASE_CONNECTIONS: "4" }, { worker: true });
    onTestFinished(() => service.stop());
    const call = makeCall(service.url, service.keys.apiKey);
    const { accountKey } = service.keys;
    const body = { contactType: "COMPANY", companyName: "Sitzung" };
    expect((await call("POST", "/accounting/customers", { accountKey, body })).status).toBe(201);
    expect((await call("GET", "/accounting/units", { accountKey })).status).toBe(200);
    expect(await checkSessions({ databaseUrl: url })).toMatchObject({ state: "ok" });
  },
);
