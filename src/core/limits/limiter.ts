/** Queues calls to vendors so that they stay within the vendors' limits, and refuses a call that would wait too long. */
import { backgroundLimits, type CallLimits, type Concurrency, usableMs } from "./limits.ts";
import type { Counts } from "./sharedCounts.ts";

/** Background work leaves a part of every limit to callers. */
export type Priority = "caller" | "background";

export interface Limiter {
  /** Waits for a permit. Call the returned function when the call is over. Throws `OverLimit`. */
  acquire(limits: CallLimits, priority: Priority, waitMs: number): Promise<() => void>;
  /** The vendor accepts no calls for that many seconds. */
  block(limits: CallLimits, seconds: number): void;
}

/** The call would have to wait too long. */
export class OverLimit extends Error {
  /** Seconds until the caller should retry. */
  readonly seconds: number;
  constructor(milliseconds: number) {
    super("The vendor's limits allow no more calls for now.");
    this.seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  }
}

interface WaitingCall {
  readonly until: number;
  admit(release: () => void): void;
  refuse(milliseconds: number): void;
}

/** The calls that wait for the same limits, in order of arrival. */
interface CallQueue {
  readonly limits: CallLimits;
  readonly waiting: WaitingCall[];
  permits: number;
  usableUntil: number;
  /** No permit is available before this time. */
  nextAt: number;
  isBeingServed: boolean;
  timer: NodeJS.Timeout | undefined;
  readonly wake: () => void;
}

const startWithinMs = 20;
const maxQueueLength = 1000;
const maxQueues = 10_000;

/** Each process gets an equal share of a vendor's concurrent calls; the calls per time are counted together. */
export function openLimiter(counts: Counts, now: () => number, processes = 1): Limiter {
  const queues = new Map<string, CallQueue>();
  const slots = openSlots(processes);

  const queueFor = (limits: CallLimits, priority: Priority): CallQueue => {
    const name = `${priority} ${limits.id}`;
    const known = queues.get(name);
    if (known !== undefined) return known;
    if (queues.size >= maxQueues) for (const [idle, queue] of queues) if (isIdle(queue, now())) queues.delete(idle);
    const queue: CallQueue = {
      limits: priority === "caller" ? limits : backgroundLimits(limits),
      waiting: [],
      permits: 0,
      usableUntil: 0,
      nextAt: 0,
      isBeingServed: false,
      timer: undefined,
      wake: () => void serve(queue),
    };
    queues.set(name, queue);
    return queue;
  };

  const postpone = (queue: CallQueue, until: number): void => {
    queue.nextAt = Math.max(queue.nextAt, until);
    queue.permits = 0;
    const tooLate = queue.waiting.filter((call) => call.until < queue.nextAt);
    for (const call of tooLate) call.refuse(queue.nextAt - now());
    clearTimeout(queue.timer);
    // Timers may fire a millisecond early, so the timer itself ends the wait.
    const onTimer = (): void => {
      queue.nextAt = 0;
      queue.wake();
    };
    queue.timer = setTimeout(onTimer, queue.nextAt - now()).unref();
  };

  const replenish = async (queue: CallQueue, wanted: number): Promise<void> => {
    const { windows } = queue.limits;
    const requestedAt = now();
    const { permits, waitMs } = await counts.take(windows, wanted);
    if (permits === 0) return postpone(queue, now() + Math.max(1, waitMs));
    queue.permits = permits;
    // Waiting calls can start now, however long the count took.
    queue.usableUntil = Math.max(requestedAt + usableMs(windows), now() + startWithinMs);
  };

  const serve = async (queue: CallQueue): Promise<void> => {
    if (queue.isBeingServed) return;
    queue.isBeingServed = true;
    while (queue.waiting.length > 0 && queue.nextAt <= now()) {
      const { concurrency } = queue.limits;
      const free = slots.free(concurrency);
      if (free < 1) {
        slots.whenFree(concurrency, queue.wake);
        break;
      }
      if (queue.permits < 1 || queue.usableUntil < now()) await replenish(queue, Math.min(free, queue.waiting.length));
      else {
        queue.permits--;
        queue.waiting.shift()?.admit(slots.take(concurrency));
      }
    }
    queue.isBeingServed = false;
  };

  return {
    acquire: (limits, priority, waitMs) => {
      const queue = queueFor(limits, priority);
      const until = now() + waitMs;
      if (until < queue.nextAt || queue.waiting.length >= maxQueueLength)
        return Promise.reject(new OverLimit(queue.nextAt - now()));
      const admitted = enqueue(queue, until, now);
      queue.wake();
      return admitted;
    },
    block: (limits, seconds) => {
      for (const priority of ["caller", "background"] as const)
        postpone(queueFor(limits, priority), now() + seconds * 1000);
      void counts.block(limits.windows, seconds);
    },
  };
}

const isIdle = ({ waiting, nextAt, permits, usableUntil }: CallQueue, moment: number): boolean =>
  waiting.length === 0 && nextAt <= moment && (permits === 0 || usableUntil <= moment);

function enqueue(queue: CallQueue, until: number, now: () => number): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => call.refuse(queue.nextAt - now()), until - now()).unref();
    const call: WaitingCall = {
      until,
      admit: (release) => {
        clearTimeout(timer);
        resolve(release);
      },
      refuse: (milliseconds) => {
        clearTimeout(timer);
        queue.waiting.splice(queue.waiting.indexOf(call), 1);
        reject(new OverLimit(milliseconds));
      },
    };
    queue.waiting.push(call);
  });
}

/** Slots for concurrent calls, for each of the vendor's concurrency limits. Each process has a share. */
function openSlots(processes: number) {
  const share = ({ atOnce }: Concurrency): number => Math.max(1, Math.floor(atOnce / processes));
  const usages = new Map<string, { count: number; readonly waiting: Set<() => void> }>();
  const usageOf = (key: string) => {
    const usage = usages.get(key) ?? { count: 0, waiting: new Set() };
    usages.set(key, usage);
    return usage;
  };
  const release = (key: string): void => {
    const usage = usageOf(key);
    usage.count--;
    if (usage.count === 0) usages.delete(key);
    // A woken queue may register again, so the set is emptied first.
    const waiting = [...usage.waiting];
    usage.waiting.clear();
    for (const wake of waiting) wake();
  };
  return {
    free: (limits: readonly Concurrency[]): number =>
      Math.min(...limits.map((limit) => share(limit) - (usages.get(limit.key)?.count ?? 0)), maxQueueLength),
    take: (limits: readonly Concurrency[]): (() => void) => {
      for (const { key } of limits) usageOf(key).count++;
      return () => {
        for (const { key } of limits) release(key);
      };
    },
    /** Calls `wake` once, when the next slot of a full limit becomes free. */
    whenFree: (limits: readonly Concurrency[], wake: () => void): void => {
      for (const limit of limits) {
        const usage = usageOf(limit.key);
        if (usage.count >= share(limit)) usage.waiting.add(wake);
      }
    },
  };
}
