import { expect, test, vi } from "vitest";
import { databaseForTest } from "../../../test/support/database.ts";
import { migrate, transaction } from "./database.ts";
import { openQueue, type Queue, type QueuedTask } from "./queue.ts";

async function openQueues(
  count: number,
  more: { lookEverySeconds?: number } = {},
): Promise<{ queues: Queue[]; faults: unknown[]; database: Parameters<typeof migrate>[0] }> {
  const { database } = await databaseForTest();
  await migrate(database);
  const faults: unknown[] = [];
  const open = () =>
    openQueue({ database, worker: { pool: database }, onFault: (fault) => faults.push(fault), ...more });
  return { queues: await Promise.all(Array.from({ length: count }, open)), faults, database };
}

const tenantId = "neuland";
const close = (queues: readonly Queue[]) => Promise.all(queues.map((queue) => queue.close()));
const refuse = async () => {
  throw new Error("not expected");
};

test("lets several processes open a new queue at once", async () => {
  const { queues, faults } = await openQueues(4);
  await close(queues);
  expect(faults).toEqual([]);
});

test("adds a task only if the transaction that sent it commits", async () => {
  const { queues, database } = await openQueues(1);
  const [queue] = queues;
  const came: QueuedTask[] = [];
  const stop = await queue?.work({ run: async (errand) => void came.push(errand), giveUp: refuse });
  const lost = transaction(database, async (client) => {
    await queue?.send({ taskId: "lost", turn: 0, tenantId }, { client });
    throw new Error("on second thoughts");
  });
  await expect(lost).rejects.toThrow("on second thoughts");
  await transaction(database, async (client) => queue?.send({ taskId: "kept", turn: 1, tenantId }, { client }));
  await vi.waitFor(() => expect(came).toEqual([{ taskId: "kept", turn: 1, tenantId }]), { timeout: 10_000 });
  await stop?.();
  await close(queues);
});

test("retries a task that throws", async () => {
  const { queues } = await openQueues(1);
  const [queue] = queues;
  let attempts = 0;
  const run = async () => {
    attempts++;
    if (attempts === 1) throw new Error("not this time");
  };
  const stop = await queue?.work({ run, giveUp: refuse });
  await queue?.send({ taskId: "stubborn", turn: 0, tenantId });
  await vi.waitFor(() => expect(attempts).toBe(2), { timeout: 15_000 });
  await stop?.();
  await close(queues);
});

test("leaves room for other tenants if one tenant's tasks do not end", async () => {
  const { queues } = await openQueues(1);
  const [queue] = queues;
  const began: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const run = async ({ tenantId: whose }: QueuedTask): Promise<void> => {
    began.push(whose);
    if (whose === "greedy") await released;
  };
  for (let turn = 0; turn < 20; turn++) await queue?.send({ taskId: `slow-${turn}`, turn, tenantId: "greedy" });
  const stop = await queue?.work({ run, giveUp: refuse });
  await vi.waitFor(() => expect(began).toEqual(Array(4).fill("greedy")), { timeout: 15_000 });
  await queue?.send({ taskId: "quick", turn: 0, tenantId: "other" });
  await vi.waitFor(() => expect(began).toContain("other"), { timeout: 15_000 });
  expect(began.filter((whose) => whose === "greedy")).toHaveLength(4);
  release();
  await stop?.();
  await close(queues);
});

test("starts a task when any process sends it, or after its delay", async () => {
  // Without notifications, the test would end before the queue is looked at.
  const { queues } = await openQueues(2, { lookEverySeconds: 3600 });
  const [worker, other] = queues;
  const came = new Set<string>();
  const stop = await worker?.work({ run: async ({ taskId }) => void came.add(taskId), giveUp: refuse });
  // Before it listens, it looks once a second.
  for (const taskId of ["first", "second", "third", "fourth"]) {
    await other?.send({ taskId, turn: 0, tenantId });
    await expect.poll(() => came).toContain(taskId);
  }
  await worker?.send({ taskId: "later", turn: 0, tenantId }, { afterSeconds: 1 });
  expect(came).not.toContain("later");
  await expect.poll(() => came).toContain("later");
  await stop?.();
  await close(queues);
});
