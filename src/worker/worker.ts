/** Background duties. So far a worker only shows that it is there; tasks, deliveries and polling get their hands here. */
import { hostname } from "node:os";
import { newId } from "../core/ids.ts";
import type { Database } from "../store/database.ts";
import { keepWorker, removeWorker } from "../store/workers.ts";

export interface Worker {
  stop(): Promise<void>;
}

export interface WorkerOptions {
  readonly database: Database;
  readonly onFault: (error: unknown) => void;
}

const signOfLifeEvery = 5000;

export async function startWorker({ database, onFault }: WorkerOptions): Promise<Worker> {
  const self = { id: newId(), host: hostname(), processId: process.pid };
  await keepWorker(database, self);
  const timer = setInterval(() => void keepWorker(database, self).catch(onFault), signOfLifeEvery);
  return {
    stop: async () => {
      clearInterval(timer);
      await removeWorker(database, self.id).catch(onFault);
    },
  };
}
