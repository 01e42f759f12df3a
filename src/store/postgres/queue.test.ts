import { expect, test, vi } from "vitest";
import { databaseForTest } from "../../../test/database.ts";
import { migrate, transaction } from "./database.ts";
import { type Errand, openQueue, type Queue } from "./queue.ts";

async function openQueues(
  count: number,
): Promise<{ queues: Queue[]; faults: unknown[]; database: Parameters<typeof migrate>[0] }> {
  const { database } = await databaseForTest();
  await migrate(database);
  const faults: unknown[] = [];
  const open = () => openQueue({ database, supervises: true, onFault: (fault) => faults.push(fault) });
  return { queues: await Promise.all(Array.from({ length: count }, open)), faults, database };
}

const close = (queues: readonly Queue[]) => Promise.all(queues.map((queue) => queue.close()));
const refuse = async () => {
  throw new Error("not expected");
};

test("any number of processes may open a new queue at once", async () => {
  const { queues, faults } = await openQueues(4);
  await close(queues);
  expect(faults).toEqual([]);
});

test("an errand comes with the transaction that it was sent in, or not at all", async () => {
  const { queues, database } = await openQueues(1);
  const [queue] = queues;
  const came: Errand[] = [];
  const stop = await queue?.work({ run: async (errand) => void came.push(errand), giveUp: refuse });
  const lost = transaction(database, async (client) => {
    await queue?.send({ taskId: "lost", turn: 0 }, { client });
    throw new Error("on second thoughts");
  });
  await expect(lost).rejects.toThrow("on second thoughts");
  await transaction(database, async (client) => queue?.send({ taskId: "kept", turn: 1 }, { client }));
  await vi.waitFor(() => expect(came).toEqual([{ taskId: "kept", turn: 1 }]), { timeout: 10_000 });
  await stop?.();
  await close(queues);
});

test("an errand that throws comes again", async () => {
  const { queues } = await openQueues(1);
  const [queue] = queues;
  let attempts = 0;
  const run = async () => {
    attempts++;
    if (attempts === 1) throw new Error("not this time");
  };
  const stop = await queue?.work({ run, giveUp: refuse });
  await queue?.send({ taskId: "stubborn", turn: 0 });
  await vi.waitFor(() => expect(attempts).toBe(2), { timeout: 15_000 });
  await stop?.();
  await close(queues);
}, 20_000);
