import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OverLimit, openLimiter, type Priority } from "./limiter.ts";
import { type CallLimits, openLocalCounts } from "./limits.ts";
import type { Counts } from "./sharedCounts.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = (more: Partial<CallLimits>): CallLimits => ({ id: "tulip", windows: [], concurrency: [], ...more });
const minute = limits({ windows: [{ key: "minute", calls: 60, seconds: 60 }] });
const second = limits({ windows: [{ key: "second", calls: 2, seconds: 1 }] });
const five = limits({ concurrency: [{ key: "five", atOnce: 5 }] });

function open({ processes = 1 } = {}) {
  const local = openLocalCounts(Date.now);
  const closed: number[] = [];
  const counts: Counts = {
    take: async (windows, wanted) =>
      windows.length === 0 ? { permits: wanted, waitMs: 0 } : local.take(windows, wanted),
    block: async (_windows, seconds) => void closed.push(seconds),
  };
  const limiter = openLimiter(counts, Date.now, processes);
  const events: string[] = [];
  const overs: (() => void)[] = [];
  const enter = (name: string, which: CallLimits, more: { priority?: Priority; waitMs?: number } = {}) => {
    const { priority = "caller", waitMs = 5000 } = more;
    const entered = (over: () => void): number => events.push(name) + overs.push(over);
    const refused = (error: unknown): number =>
      events.push(error instanceof OverLimit ? `${name}: ${error.seconds} s` : expect.fail(String(error)));
    limiter.acquire(which, priority, waitMs).then(entered, refused);
  };
  const many = (count: number, which: CallLimits, more: { priority?: Priority; waitMs?: number } = {}) => {
    for (let call = 1; call <= count; call++) enter(String(call), which, more);
  };
  const passed = async (milliseconds: number): Promise<string[]> => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return events.splice(0);
  };
  return { limiter, enter, many, passed, overs, closed };
}

test("starts calls within the limit immediately, in order of arrival", async () => {
  const { many, passed } = open();
  many(60, minute);
  expect(await passed(0)).toEqual(Array.from({ length: 60 }, (_, call) => String(call + 1)));
});

test("divides concurrent calls among the processes, at least one each", async () => {
  const two = open({ processes: 2 });
  two.many(5, five);
  expect(await two.passed(0)).toEqual(["1", "2"]);
  two.overs[0]?.();
  expect(await two.passed(0)).toEqual(["3"]);
  const many = open({ processes: 64 });
  many.many(5, five);
  expect(await many.passed(0)).toEqual(["1"]);
});

test("makes calls wait briefly, in order", async () => {
  const { many, passed } = open();
  many(6, second);
  expect(await passed(0)).toEqual(["1", "2"]);
  expect(await passed(1000)).toEqual([]);
  expect(await passed(300)).toEqual(["3", "4"]);
  expect(await passed(1300)).toEqual(["5", "6"]);
});

test("refuses a call that would wait too long, and the calls after it, with the wait", async () => {
  const { many, enter, passed } = open();
  many(60, minute);
  await passed(0);
  enter("late", minute);
  const [late = ""] = await passed(0);
  expect(late).toMatch(/^late: 6[34] s$/);
  await passed(30_000);
  enter("later", minute);
  expect(await passed(0)).toEqual([expect.stringMatching(/^later: 3[34] s$/)]);
});

test("reports a wait after which a call starts immediately", async () => {
  const { many, enter, passed } = open();
  many(61, minute);
  const seconds = Number(/: (\d+) s/.exec((await passed(0)).at(-1) ?? "")?.[1]);
  await passed(seconds * 1000);
  enter("again", minute);
  expect(await passed(0)).toEqual(["again"]);
});

test("refuses a call whose wait ends while others are served", async () => {
  const { many, passed } = open();
  many(12, second);
  // Two every 1.3 seconds: eight within five seconds, and the next not before 5.1.
  expect(await passed(5000)).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9: 2 s",
    "10: 2 s",
    "11: 2 s",
    "12: 2 s",
  ]);
});

test("queues at most a thousand calls for the same limits", async () => {
  const { many, passed } = open();
  many(1010, second, { waitMs: 60_000 });
  expect((await passed(0)).filter((event) => event.endsWith(" s"))).toHaveLength(10);
});

test("background work leaves a fifth of the window to callers", async () => {
  const { many, enter, passed } = open();
  many(100, minute, { priority: "background", waitMs: 300_000 });
  expect(await passed(0)).toHaveLength(48);
  many(12, minute);
  expect(await passed(0)).toHaveLength(12);
  enter("late", minute);
  expect(await passed(0)).toEqual([expect.stringMatching(/^late: /)]);
  // The remaining background calls follow in the next window.
  expect(await passed(65_000)).toHaveLength(48);
});

test("never exceeds the vendor's concurrent calls", async () => {
  const { many, passed, overs } = open();
  many(8, five, { waitMs: 60_000 });
  expect(await passed(1000)).toEqual(["1", "2", "3", "4", "5"]);
  overs[2]?.();
  overs[0]?.();
  expect(await passed(0)).toEqual(["6", "7"]);
});

test("background work leaves a concurrent call to callers", async () => {
  const { many, enter, passed } = open();
  many(8, five, { priority: "background", waitMs: 60_000 });
  expect(await passed(0)).toEqual(["1", "2", "3", "4"]);
  enter("caller", five);
  expect(await passed(0)).toEqual(["caller"]);
});

test("blocks all calls until the time that the vendor names", async () => {
  const { limiter, enter, passed, closed } = open();
  enter("first", minute);
  await passed(0);
  limiter.block(minute, 17);
  enter("caller", minute);
  enter("background", minute, { priority: "background", waitMs: 300_000 });
  enter("another company", limits({ ...second, id: "other" }));
  expect(await passed(0)).toEqual(["caller: 17 s", "another company"]);
  expect(closed).toEqual([17]);
  expect(await passed(16_999)).toEqual([]);
  expect(await passed(1)).toEqual(["background"]);
});

test("refuses waiting calls when the vendor blocks", async () => {
  const { limiter, many, passed } = open();
  many(3, second);
  await passed(0);
  limiter.block(second, 30);
  expect(await passed(0)).toEqual(["3: 30 s"]);
});
