/** Counts the API services on this database, because they divide the rate limit. */
import { hostname } from "node:os";
import { keepWorker, removeWorker, type WorkerRow } from "../store/workers.ts";
import type { Storage } from "./storage.ts";

export interface ApiServices {
  /** Including this one. */
  count(): number;
  leave(): Promise<void>;
}

const signOfLifeEvery = 5000;

/** All processes of a service join with the same id and count once. */
export async function joinServices(
  { database, log }: Pick<Storage, "database" | "log">,
  process: Pick<WorkerRow, "id" | "processId">,
): Promise<ApiServices> {
  const self = { ...process, role: "api", host: hostname() } as const;
  const onFault = (err: unknown): void => log.warn({ err }, "could not record that this process is alive");
  let count = 1;
  let running = Promise.resolve();
  const update = async (): Promise<void> => {
    count = 1 + (await keepWorker(database, self));
  };
  await update();
  const timer = setInterval(() => {
    running = running.then(update).catch(onFault);
  }, signOfLifeEvery);
  return {
    count: () => count,
    leave: async () => {
      clearInterval(timer);
      await running;
      await removeWorker(database, self.id).catch(onFault);
    },
  };
}
