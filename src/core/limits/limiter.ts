/** Lets calls to vendors begin as their limits allow, each in its turn, and tells who would wait too long how long. */
import { backgroundLimits, type CallLimits, type Concurrency, usableMs } from "./limits.ts";
import type { Counts } from "./sharedCounts.ts";

/** Background work leaves a part of every limit to callers. */
export type Priority = "caller" | "background";

export interface Limiter {
  /** Waits for its turn; the answer is called when the call is over. Throws `OverLimit`. */
  enter(limits: CallLimits, priority: Priority, waitMs: number): Promise<() => void>;
  /** The vendor says that it takes nothing for so many seconds. */
  close(limits: CallLimits, seconds: number): void;
}

/** It would take too long. */
export class OverLimit extends Error {
  /** Until it is worth trying again. */
  readonly seconds: number;
  constructor(milliseconds: number) {
    super("The vendor's limits allow no more for now.");
    this.seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  }
}

interface Waiting {
  readonly until: number;
  admit(over: () => void): void;
  refuse(milliseconds: number): void;
}

/** Those who wait for the same, the first first. */
interface Lane {
  readonly limits: CallLimits;
  readonly waiting: Waiting[];
  permits: number;
  usableUntil: number;
  /** There is no permit before. */
  nextAt: number;
  isServed: boolean;
  alarm: NodeJS.Timeout | undefined;
  readonly wake: () => void;
}

const atOnceMs = 20;
const longestQueue = 1000;
const mostLanes = 10_000;

/** What a vendor takes at once is divided among the processes of this service; the rest they count together. */
export function openLimiter(counts: Counts, now: () => number, processes = 1): Limiter {
  const lanes = new Map<string, Lane>();
  const slots = openSlots(processes);

  const laneOf = (limits: CallLimits, priority: Priority): Lane => {
    const name = `${priority} ${limits.id}`;
    const known = lanes.get(name);
    if (known !== undefined) return known;
    if (lanes.size >= mostLanes) for (const [idle, lane] of lanes) if (isIdle(lane, now())) lanes.delete(idle);
    const lane: Lane = {
      limits: priority === "caller" ? limits : backgroundLimits(limits),
      waiting: [],
      permits: 0,
      usableUntil: 0,
      nextAt: 0,
      isServed: false,
      alarm: undefined,
      wake: () => void serve(lane),
    };
    lanes.set(name, lane);
    return lane;
  };

  const postpone = (lane: Lane, until: number): void => {
    lane.nextAt = Math.max(lane.nextAt, until);
    lane.permits = 0;
    for (const one of lane.waiting.filter((each) => each.until < lane.nextAt)) one.refuse(lane.nextAt - now());
    clearTimeout(lane.alarm);
    // Alarms and clocks do not agree to the millisecond.
    const ring = (): void => {
      lane.nextAt = 0;
      lane.wake();
    };
    lane.alarm = setTimeout(ring, lane.nextAt - now()).unref();
  };

  const replenish = async (lane: Lane, wanted: number): Promise<void> => {
    const { windows } = lane.limits;
    const asked = now();
    const { permits, waitMs } = await counts.take(windows, wanted);
    if (permits === 0) return postpone(lane, now() + Math.max(1, waitMs));
    lane.permits = permits;
    // Those who wait begin at once, however late the answer is.
    lane.usableUntil = Math.max(asked + usableMs(windows), now() + atOnceMs);
  };

  const serve = async (lane: Lane): Promise<void> => {
    if (lane.isServed) return;
    lane.isServed = true;
    while (lane.waiting.length > 0 && lane.nextAt <= now()) {
      const { concurrency } = lane.limits;
      const free = slots.free(concurrency);
      if (free < 1) {
        slots.whenFree(concurrency, lane.wake);
        break;
      }
      if (lane.permits < 1 || lane.usableUntil < now()) await replenish(lane, Math.min(free, lane.waiting.length));
      else {
        lane.permits--;
        lane.waiting.shift()?.admit(slots.take(concurrency));
      }
    }
    lane.isServed = false;
  };

  return {
    enter: (limits, priority, waitMs) => {
      const lane = laneOf(limits, priority);
      const until = now() + waitMs;
      if (until < lane.nextAt || lane.waiting.length >= longestQueue)
        return Promise.reject(new OverLimit(lane.nextAt - now()));
      const entered = enqueue(lane, until, now);
      lane.wake();
      return entered;
    },
    close: (limits, seconds) => {
      for (const priority of ["caller", "background"] as const)
        postpone(laneOf(limits, priority), now() + seconds * 1000);
      void counts.close(limits.windows, seconds);
    },
  };
}

const isIdle = ({ waiting, nextAt, permits, usableUntil }: Lane, moment: number): boolean =>
  waiting.length === 0 && nextAt <= moment && (permits === 0 || usableUntil <= moment);

function enqueue(lane: Lane, until: number, now: () => number): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => one.refuse(lane.nextAt - now()), until - now()).unref();
    const one: Waiting = {
      until,
      admit: (over) => {
        clearTimeout(patience);
        resolve(over);
      },
      refuse: (milliseconds) => {
        clearTimeout(patience);
        lane.waiting.splice(lane.waiting.indexOf(one), 1);
        reject(new OverLimit(milliseconds));
      },
    };
    lane.waiting.push(one);
  });
}

/** Places for calls under way, by what the vendor counts. Each process has its share. */
function openSlots(processes: number) {
  const share = ({ atOnce }: Concurrency): number => Math.max(1, Math.floor(atOnce / processes));
  const taken = new Map<string, { count: number; readonly waiting: Set<() => void> }>();
  const of = (key: string) => {
    const known = taken.get(key) ?? { count: 0, waiting: new Set() };
    taken.set(key, known);
    return known;
  };
  const leave = (key: string): void => {
    const place = of(key);
    place.count--;
    if (place.count === 0) taken.delete(key);
    // A caller who is woken may queue again, so the set is emptied before anyone is woken.
    const waiting = [...place.waiting];
    place.waiting.clear();
    for (const wake of waiting) wake();
  };
  return {
    free: (limits: readonly Concurrency[]): number =>
      Math.min(...limits.map((limit) => share(limit) - (taken.get(limit.key)?.count ?? 0)), longestQueue),
    take: (limits: readonly Concurrency[]): (() => void) => {
      for (const { key } of limits) of(key).count++;
      return () => {
        for (const { key } of limits) leave(key);
      };
    },
    /** Calls once, at the next place that becomes free where there is none. */
    whenFree: (limits: readonly Concurrency[], told: () => void): void => {
      for (const limit of limits) if (of(limit.key).count >= share(limit)) of(limit.key).waiting.add(told);
    },
  };
}
