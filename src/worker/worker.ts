/** Runs background duties: each is repeated, and never runs twice at once in one process. */
import { hostname } from "node:os";
import { newId } from "../core/secrets/ids.ts";
import type { Database } from "../store/postgres/database.ts";
import { keepWorker, removeWorker } from "../store/workers.ts";

export interface Duty {
  /** Milliseconds from the end of one run to the start of the next. */
  readonly every: number;
  readonly run: () => Promise<unknown>;
}

export interface WorkerOptions {
  readonly database: Database;
  readonly duties: readonly Duty[];
  readonly onFault: (error: unknown) => void;
}

export interface Worker {
  /** Resolves when all running duties have ended. */
  stop(): Promise<void>;
}

const signOfLifeEvery = 5000;

export async function startWorker({ database, duties, onFault }: WorkerOptions): Promise<Worker> {
  const self = { id: newId(), role: "worker", host: hostname(), processId: process.pid } as const;
  await keepWorker(database, self);
  const signOfLife: Duty = { every: signOfLifeEvery, run: () => keepWorker(database, self) };
  const stops = [signOfLife, ...duties].map((duty) => repeat(duty, onFault));
  return {
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await removeWorker(database, self.id).catch(onFault);
    },
  };
}

function repeat({ every, run }: Duty, onFault: (error: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let timer = setTimeout(function again() {
    running = run()
      .catch(onFault)
      .finally(() => {
        if (!stopped) timer = setTimeout(again, every);
      });
  }, every);
  let stopped = false;
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
