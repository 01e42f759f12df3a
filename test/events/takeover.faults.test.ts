/** A worker that dies in the middle of a task: another takes it over, and what was written stays written once. */
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

/** The one that is at work: to start one takes as long as what most tests look at. */
let working: Kontor | undefined;
const started: Kontor[] = [];
afterAll(async () => {
  for (const { process } of started) process.kill("SIGKILL");
  await Promise.all(started.map(({ ended }) => ended));
});

/** A worker in a process of its own, on the same data; the one that an earlier test has left at work, if there is one. */
async function someWorker(): Promise<Kontor> {
  working ??= await startWorker();
  return working;
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

const kill = async ({ process, ended }: Kontor): Promise<number> => {
  working = undefined;
  process.kill("SIGKILL");
  await ended;
  return Date.now();
};

const waitingForLock = () =>
  service.storage.database.query(
    "SELECT FROM pg_locks JOIN pg_database ON database = pg_database.oid WHERE NOT granted AND datname = current_database()",
  );

test("a write whose worker was killed while the vendor wrote is taken over within 30 seconds and made once", async () => {
  const dying = await someWorker();
  const { taskId, at } = await transaction(service.storage.database, async (client) => {
    // The sandbox stands still in the middle of its own writing, and goes on when the worker is dead.
    await client.query("LOCK TABLE sandbox.records IN SHARE MODE");
    const sent = { ...bodies["expenses.create"], description: "Übernommen" };
    const begun = taskIdOf(await post(service, "/accounting/expenses/async", sent));
    await vi.waitFor(async () => expect((await waitingForLock()).rowCount).toBe(1), { timeout: 15_000, interval: 50 });
    return { taskId: begun, at: await kill(dying) };
  });
  await someWorker();
  const { status } = await endOf(service, taskId, {}, 60_000);
  expect({ status, inTime: Date.now() - at <= 30_000 }).toEqual({ status: "SUCCESS", inTime: true });
  const written = (await service.list("expenses.list")).filter((row) => row["description"] === "Übernommen");
  expect(written).toHaveLength(1);
}, 90_000);

test("a job at the vendor is asked after by whoever is there, and not begun again", async () => {
  const accountKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
  const { database } = service.storage;
  await database.query(`UPDATE sandbox.tokens SET behaviour = '{"ready_after": 3}'`);
  onTestFinished(async () => void (await database.query("UPDATE sandbox.tokens SET behaviour = NULL")));
  const dying = await someWorker();
  const path = `/accounting/journalEntries?fiscalYearStartDate=${day.slice(0, 4)}-01-01`;
  const taskId = taskIdOf(await call(service, path, { headers: { "x-account-key": accountKey } }));
  const polls = () => database.query<{ polls: number }>("SELECT polls FROM sandbox.jobs");
  await vi.waitFor(async () => expect((await polls()).rows[0]?.polls).toBeGreaterThan(0), { timeout: 15_000 });
  await kill(dying);
  await someWorker();
  const { status } = await endOf(service, taskId, { accountKey }, 60_000);
  expect({ status, jobs: (await polls()).rowCount }).toEqual({ status: "SUCCESS", jobs: 1 });
}, 90_000);

test("a job that fails at the vendor fails the task, in the vendor's words", async () => {
  const accountKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
  const { database } = service.storage;
  await database.query(`UPDATE sandbox.tokens SET behaviour = '{"job_failure": "The tape is full."}'`);
  onTestFinished(async () => void (await database.query("UPDATE sandbox.tokens SET behaviour = NULL")));
  await someWorker();
  const path = `/accounting/journalEntries?fiscalYearStartDate=${day.slice(0, 4)}-01-01`;
  const taskId = taskIdOf(await call(service, path, { headers: { "x-account-key": accountKey } }));
  expect(await endOf(service, taskId, { accountKey })).toMatchObject({
    status: "FAILED",
    information: [{ type: "ERROR", message: "The tape is full." }],
  });
}, 60_000);

test("a vendor that is away for a moment only delays the task", async () => {
  const { changeGrants } = await openSandbox({ pool: service.storage.database, ...service.storage.config.sandbox });
  await changeGrants({ behaviour: { failures: [{ status: 503, times: 2, path: "/expenses" }] } });
  await someWorker();
  const sent = { ...bodies["expenses.create"], description: "Mit Geduld" };
  const taskId = taskIdOf(await post(service, "/accounting/expenses/async", sent));
  expect(await endOf(service, taskId, {}, 40_000)).toMatchObject({ status: "SUCCESS" });
  const written = (await service.list("expenses.list")).filter((row) => row["description"] === "Mit Geduld");
  expect(written).toHaveLength(1);
}, 60_000);

test("a worker ends cleanly when it is asked to", async () => {
  const worker = await someWorker();
  working = undefined;
  worker.process.kill("SIGTERM");
  const { code, out } = await worker.ended;
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("Kontor has stopped.") });
}, 30_000);
