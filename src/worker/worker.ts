/** Runs background duties: each is repeated, and never runs twice at once in one process. */
import { hostname } from "node:os";
import { monotonicNow } from "../contract/clocks.ts";
import { newId } from "../core/secrets/ids.ts";
import type { Database } from "../store/postgres/database.ts";
import { type DueWork, findDueWork } from "../store/upkeep/dueWork.ts";
import { keepWorker, removeWorker } from "../store/workers.ts";

export interface Duty {
  /** Milliseconds from the end of one run to the start of the next. */
  readonly every: number;
  readonly run: () => Promise<unknown>;
}

/** A duty that has nothing to do most of the time. */
export interface DueDuty extends Duty {
  readonly isDue: (work: DueWork) => boolean;
}

export interface WorkerOptions {
  readonly database: Database;
  readonly duties: readonly Duty[];
  readonly dueDuties: readonly DueDuty[];
  /** Divides all intervals. Default: 1. */
  readonly pace?: number | undefined;
  readonly onFault: (error: unknown) => void;
}

export interface Worker {
  /** Resolves when all running duties have ended. */
  stop(): Promise<void>;
}

const signOfLifeEvery = 5000;

/** How often the worker asks which work is due, after some was due or none. */
const askEvery = 500;
const askIdleEvery = 1000;

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, duties, dueDuties, pace = 1, onFault } = options;
  const self = { id: newId(), role: "worker", host: hostname(), processId: process.pid } as const;
  await keepWorker(database, self);
  const signOfLife: Duty = { every: signOfLifeEvery, run: () => keepWorker(database, self) };
  const due = openDueDuties(
    dueDuties.map((duty) => ({ ...duty, every: duty.every / pace })),
    { pauseTolerance: askEvery / pace / 2, onFault },
  );
  let isIdle = false;
  const askForWork = async (): Promise<void> => {
    const work = await findDueWork(database);
    isIdle = !Object.values(work).includes(true);
    due.begin(work);
  };
  const stops = [
    repeat({ every: () => (isIdle ? askIdleEvery : askEvery) / pace, run: askForWork }, onFault),
    ...[signOfLife, ...duties].map(({ every, run }) => repeat({ every: () => every / pace, run }, onFault)),
  ];
  return {
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await due.idle();
      await removeWorker(database, self.id).catch(onFault);
    },
  };
}

interface DueDutiesOptions {
  /** How much earlier than planned a duty may run again, in milliseconds. Otherwise it would wait for the question after next. */
  readonly pauseTolerance: number;
  readonly onFault: (error: unknown) => void;
}

/** A duty that takes long does not keep the others waiting. */
function openDueDuties(duties: readonly DueDuty[], { pauseTolerance, onFault }: DueDutiesOptions) {
  const running = new Map<DueDuty, Promise<unknown>>();
  const endedAt = new Map<DueDuty, number>();
  const run = async (duty: DueDuty): Promise<void> => {
    try {
      await duty.run();
    } catch (error) {
      onFault(error);
    } finally {
      endedAt.set(duty, monotonicNow());
      running.delete(duty);
    }
  };
  const hasPaused = (duty: DueDuty): boolean =>
    monotonicNow() - (endedAt.get(duty) ?? Number.NEGATIVE_INFINITY) >= duty.every - pauseTolerance;
  return {
    begin: (work: DueWork): void => {
      for (const duty of duties)
        if (duty.isDue(work) && !running.has(duty) && hasPaused(duty)) running.set(duty, run(duty));
    },
    idle: async (): Promise<void> => void (await Promise.all(running.values())),
  };
}

interface Repeated {
  readonly every: () => number;
  readonly run: () => Promise<unknown>;
}

function repeat({ every, run }: Repeated, onFault: (error: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let timer = setTimeout(function again() {
    running = run()
      .catch(onFault)
      .finally(() => {
        if (!stopped) timer = setTimeout(again, every());
      });
  }, every());
  let stopped = false;
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
