/** A worker dies during a task: another one takes over, and the record is written only once. */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { transaction } from "../../src/store/postgres/database.ts";
import { bodies } from "../support/bodies.ts";
import { call } from "../support/calling.ts";
import { type Kontor, kontor } from "../support/process.ts";
import { day, type Service, startService } from "../support/service.ts";
import { endOf, post, taskIdOf } from "../support/tasks.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Shared by the tests, because starting a worker takes as long as most tests. */
let currentWorker: Kontor | undefined;
const started: Kontor[] = [];
afterAll(async () => {
  for (const { process } of started) process.kill("SIGKILL");
  await Promise.all(started.map(({ ended }) => ended));
});

/** The running worker process of an earlier test, or a new one. */
async function runningWorker(): Promise<Kontor> {
  currentWorker ??= await startWorker();
  return currentWorker;
}

async function startWorker(): Promise<Kontor> {
  const { databaseUrl = "", dataFolder } = service.storage.config;
  const worker = kontor(["worker"], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataFolder,
    SANDBOX_DATE: day,
    LOG_LEVEL: "info",
    ALLOW_PRIVATE_NETWORK: "true",
  });
  started.push(worker);
  await worker.until(/The worker is running/);
  return worker;
}

const kill = async ({ process, ended }: Kontor): Promise<void> => {
  currentWorker = undefined;
  process.kill("SIGKILL");
  await ended;
};

const waitingForLock = () =>
  service.storage.database.query(
    "SELECT FROM pg_locks JOIN pg_database ON database = pg_database.oid WHERE NOT granted AND datname = current_database()",
  );

test("another worker takes over a write, and the record is created once", async () => {
  const dying = await runningWorker();
  const taskId = await transaction(service.storage.database, async (client) => {
    // The lock stops the sandbox in the middle of its write until the worker is dead.
    await client.query("LOCK TABLE sandbox.records IN SHARE MODE");
    const sent = { ...bodies["expenses.create"], description: "Übernommen" };
    const begun = taskIdOf(await post(service, "/accounting/expenses/async", sent));
    await vi.waitFor(async () => expect((await waitingForLock()).rowCount).toBe(1), { timeout: 15_000, interval: 50 });
    await kill(dying);
    return begun;
  });
  await runningWorker();
  const { status } = await endOf(service, taskId, {}, 60_000);
  expect(status).toBe("SUCCESS");
  const written = (await service.list("expenses.list")).filter((row) => row["description"] === "Übernommen");
  expect(written).toHaveLength(1);
});

test("another worker polls a job at the vendor without starting it again", async () => {
  const accountKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
  const { database } = service.storage;
  await database.query(`UPDATE sandbox.tokens SET behaviour = '{"ready_after": 3}'`);
  onTestFinished(async () => void (await database.query("UPDATE sandbox.tokens SET behaviour = NULL")));
  const dying = await runningWorker();
  const path = `/accounting/journalEntries?fiscalYearStartDate=${day.slice(0, 4)}-01-01`;
  const taskId = taskIdOf(await call(service, path, { headers: { "x-account-key": accountKey } }));
  const polls = () => database.query<{ polls: number }>("SELECT polls FROM sandbox.jobs");
  await vi.waitFor(async () => expect((await polls()).rows[0]?.polls).toBeGreaterThan(0), { timeout: 15_000 });
  await kill(dying);
  await runningWorker();
  const { status } = await endOf(service, taskId, { accountKey }, 60_000);
  expect({ status, jobs: (await polls()).rowCount }).toEqual({ status: "SUCCESS", jobs: 1 });
});

test("a job that fails at the vendor fails the task with the vendor's message", async () => {
  const accountKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
  const { database } = service.storage;
  await database.query(`UPDATE sandbox.tokens SET behaviour = '{"job_failure": "The tape is full."}'`);
  onTestFinished(async () => void (await database.query("UPDATE sandbox.tokens SET behaviour = NULL")));
  await runningWorker();
  const path = `/accounting/journalEntries?fiscalYearStartDate=${day.slice(0, 4)}-01-01`;
  const taskId = taskIdOf(await call(service, path, { headers: { "x-account-key": accountKey } }));
  expect(await endOf(service, taskId, { accountKey })).toMatchObject({
    status: "FAILED",
    information: [{ type: "ERROR", message: "The tape is full." }],
  });
});

test("a short outage of the vendor only delays the task", async () => {
  const { changeGrants } = await openSandbox({ pool: service.storage.database, ...service.storage.config.sandbox });
  await changeGrants({ behaviour: { failures: [{ status: 503, times: 2, path: "/expenses" }] } });
  await runningWorker();
  const sent = { ...bodies["expenses.create"], description: "Mit Geduld" };
  const taskId = taskIdOf(await post(service, "/accounting/expenses/async", sent));
  expect(await endOf(service, taskId, {}, 40_000)).toMatchObject({ status: "SUCCESS" });
  const written = (await service.list("expenses.list")).filter((row) => row["description"] === "Mit Geduld");
  expect(written).toHaveLength(1);
});

test("a worker ends cleanly on SIGTERM", async () => {
  const worker = await runningWorker();
  currentWorker = undefined;
  worker.process.kill("SIGTERM");
  const { code, out } = await worker.ended;
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("Kontor has stopped.") });
});
