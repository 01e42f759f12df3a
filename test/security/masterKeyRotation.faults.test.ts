/** The master key is rotated while the service runs, and the rotating process is killed repeatedly (S6). */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { Pool } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { openWorkplace, type Program } from "../../bench/program.ts";
import { readConfig } from "../../src/config.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { openStorage } from "../../src/wiring/storage.ts";
import { reportFigure, scaled } from "../faults/scale.ts";
import { kontor } from "../support/process.ts";

/** Connections with different credentials, added while the program runs. */
async function connect(folder: string, count: number): Promise<string[]> {
  const config = readConfig({ DATA_DIR: folder }, new Date());
  const storage = await openStorage({ config, log: pino({ level: "silent" }), exclusive: false });
  const { issueToken } = await openSandbox({ pool: storage.database, ...config.sandbox });
  const [tenant] = await listTenants(storage.database);
  const credentials = { apiKey: await issueToken("Schlüsselwechsel") };
  const wanted = { tenantId: tenant?.id ?? "", targetSystem: "sandbox-key", environment: "production" };
  const accountKeys: string[] = [];
  for (let made = 0; made < count; made++)
    accountKeys.push(
      await createConnection(storage.database, storage.vault, { ...wanted, company: "bergblick", credentials }),
    );
  await storage.close();
  return accountKeys;
}

/** Sends so many requests a second, each for another connection, until stopped. */
function visit({ url, demo }: Program, accountKeys: readonly string[], perSecond: number) {
  const pool = new Pool(url, { connections: 20 });
  const answers: Promise<number>[] = [];
  const ask = async (accountKey: string): Promise<number> => {
    const headers = { "x-api-key": demo.apiKey, "x-account-key": accountKey };
    const answer = await pool.request({ method: "GET", path: "/accounting/paymentTerms", headers });
    await answer.body.dump();
    return answer.statusCode;
  };
  const timer = setInterval(
    () => answers.push(ask(accountKeys[answers.length % accountKeys.length] ?? "").catch(() => 0)),
    1000 / perSecond,
  );
  return async (): Promise<number[]> => {
    clearInterval(timer);
    const statuses = await Promise.all(answers);
    await pool.close();
    return statuses;
  };
}

test("no request fails while the master key is rotated and its process is killed, and the old key can be removed", async () => {
  const workplace = await openWorkplace({ SANDBOX_ENTRIES: "1000" });
  onTestFinished(workplace.remove);
  const program = await workplace.start();
  onTestFinished(program.stop);
  const keys = async () => (await readFile(join(workplace.folder, "master.key"), "utf8")).trim().split(/\s+/);
  const [old] = await keys();
  const accountKeys = await connect(workplace.folder, scaled(10_000, 150));
  const leave = visit(program, accountKeys, scaled(200, 20));

  const rotate = () => kontor(["keys", "rotate-master"], { DATA_DIR: workplace.folder });
  const kills = scaled(10, 2);
  for (let killed = 0; killed < kills; killed++) {
    const bringer = rotate();
    await expect.poll(async () => (await keys()).length).toBe(2);
    // The rotation waits until every process has the new key, and then re-encrypts.
    await pause(2000 * Math.random() + scaled(3000, 300) * Math.random());
    bringer.process.kill("SIGKILL");
    await bringer.ended;
  }
  expect(await rotate().ended).toMatchObject({ code: 0 });
  const current = await keys();
  expect(current).toHaveLength(1);
  expect(current).not.toContain(old);
  // With the new key alone, also after all cached copies of the old key have expired.
  await pause(2000);
  const statuses = await leave();
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(statuses.length).toBeGreaterThan(scaled(200, 20));
  reportFigure("S6", `${accountKeys.length} credentials, ${statuses.length} requests, 0 failed, ${kills} killed`);
});
