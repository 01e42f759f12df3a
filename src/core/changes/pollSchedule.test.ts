import { describe, expect, test } from "vitest";
import { hash } from "../../sandbox/books/basics/random.ts";
import {
  mustScanFully,
  positionInInterval,
  querySince,
  secondsBetween,
  waitAfterFailure,
  waitAfterPoll,
} from "./pollSchedule.ts";

describe("the pace", () => {
  test("comes from the connection or the operator, and is never faster than the vendor allows", () => {
    expect(secondsBetween({ usual: 300, least: undefined, connectionSeconds: null })).toBe(300);
    expect(secondsBetween({ usual: 300, least: 900, connectionSeconds: null })).toBe(900);
    expect(secondsBetween({ usual: 300, least: undefined, connectionSeconds: 20 })).toBe(20);
    expect(secondsBetween({ usual: 300, least: 60, connectionSeconds: 20 })).toBe(60);
  });

  test("doubles with every failure up to an hour, and respects Retry-After", () => {
    const waits = [1, 2, 3, 4, 5, 50].map((failures) => waitAfterFailure({ seconds: 300, chance: 0 }, failures));
    expect(waits).toEqual([600, 1200, 2400, 3600, 3600, 3600]);
    expect(waitAfterFailure({ seconds: 300, chance: 0 }, 1, 7200)).toBe(7200);
    expect(waitAfterFailure({ seconds: 7200, chance: 0 }, 3)).toBe(7200);
    expect(waitAfterFailure({ seconds: 300, chance: 0.99 }, 9)).toBeLessThan(3600 * 1.1);
  });
});

test("queries overlapping periods, and whole days in any time zone", () => {
  const seen = new Date("2026-03-02T09:30:00Z");
  expect(querySince(seen, undefined).toISOString()).toBe("2026-03-02T09:28:00.000Z");
  expect(querySince(seen, "day").toISOString()).toBe("2026-03-01T00:00:00.000Z");
  expect(querySince(new Date("2026-03-02T13:00:00Z"), "day").toISOString()).toBe("2026-03-02T00:00:00.000Z");
});

test("compares all ids when the counts differ, and at least once a day", () => {
  const now = new Date("2026-03-02T12:00:00Z");
  const scannedAt = new Date("2026-03-02T00:00:00Z");
  expect(mustScanFully({ scannedAt, now, total: 7, seen: 7 })).toBe(false);
  expect(mustScanFully({ scannedAt, now, total: 6, seen: 7 })).toBe(true);
  expect(mustScanFully({ scannedAt, now, total: undefined, seen: 7 })).toBe(false);
  expect(mustScanFully({ scannedAt: new Date("2026-03-01T12:00:00Z"), now, total: 7, seen: 7 })).toBe(true);
  expect(mustScanFully({ scannedAt: undefined, now, total: 7, seen: 7 })).toBe(true);
});

/** Ten thousand connections on a clock of our own; at most `capacity` polls are begun in a second, longest waiting first. */
function simulate({
  seconds,
  capacity,
  startsAt,
}: {
  seconds: number;
  capacity: number;
  startsAt: (n: number) => number;
}) {
  const count = 10_000;
  const every = 300;
  let draws = 0;
  const chance = () => hash(11, draws++) / 2 ** 32;
  const connections = Array.from({ length: count }, (_, n) => ({
    number: n,
    due: startsAt(n),
    wasFirst: true,
    last: startsAt(n),
    longest: 0,
  }));
  const load: number[] = [];
  let waiting: typeof connections = [];
  const buckets = new Map<number, typeof connections>();
  const put = (connection: (typeof connections)[number]) => {
    const at = Math.ceil(connection.due);
    const bucket = buckets.get(at);
    if (bucket) bucket.push(connection);
    else buckets.set(at, [connection]);
  };
  for (const connection of connections) put(connection);
  for (let now = 0; now < seconds; now++) {
    waiting.push(...(buckets.get(now) ?? []));
    buckets.delete(now);
    const begun = waiting.slice(0, capacity);
    waiting = waiting.slice(capacity);
    for (const connection of begun) {
      connection.longest = Math.max(connection.longest, now - connection.last);
      connection.last = now;
      const ended = now + chance();
      connection.due =
        ended +
        waitAfterPoll({ seconds: every, number: connection.number, wasFirst: connection.wasFirst, now: ended * 1000 });
      connection.wasFirst = false;
      put(connection);
    }
    load.push(begun.length);
  }
  return { load, mean: count / every, longest: Math.max(...connections.map(({ longest }) => longest)), connections };
}

describe("ten thousand connections", () => {
  test("that start at once are spread evenly after their first poll, and none waits too long", () => {
    const { load, mean, longest, connections } = simulate({ seconds: 3600, capacity: 400, startsAt: () => 0 });
    const later = load.slice(60);
    expect(Math.max(...load.slice(26))).toBeLessThanOrEqual(2 * mean);
    expect(Math.min(...later)).toBeGreaterThanOrEqual(mean / 3);
    expect(longest).toBeLessThanOrEqual(300 * 1.1 + 2);
    expect(connections.every(({ last }) => last > 3600 - 335)).toBe(true);
  });

  test("that are overdue after an outage are polled evenly, without starving any of them", () => {
    const { load, mean, longest } = simulate({ seconds: 3600, capacity: 60, startsAt: (n) => n % 2 });
    expect(Math.max(...load)).toBeLessThanOrEqual(2 * mean);
    // The slowest third of an interval later than usual, at most: the time that catching up takes.
    expect(longest).toBeLessThanOrEqual(300 * 1.1 + 10_000 / 60 + 2);
    expect(Math.max(...load.slice(1200))).toBeLessThanOrEqual(2 * mean);
  });

  test("have evenly spread positions in the interval, whatever their numbers", () => {
    for (const first of [1, 4711, 2_000_000_000]) {
      const seconds = Array.from({ length: 300 }, () => 0);
      for (let n = first; n < first + 10_000; n++) {
        const second = Math.floor(positionInInterval(n) * 300);
        seconds[second] = (seconds[second] ?? 0) + 1;
      }
      expect(Math.min(...seconds)).toBeGreaterThanOrEqual(31);
      expect(Math.max(...seconds)).toBeLessThanOrEqual(36);
    }
  });

  test("are polled at their own position, and skip an interval after a poll that was half an interval late", () => {
    const wait = (late: number) =>
      waitAfterPoll({ seconds: 300, number: 0, wasFirst: false, now: (600 + late) * 1000 });
    expect([0, 10, 149, 151, 299].map((late) => Math.round(late + wait(late)))).toEqual([300, 300, 300, 600, 600]);
    const first = (late: number) =>
      waitAfterPoll({ seconds: 300, number: 0, wasFirst: true, now: (600 + late) * 1000 });
    expect([0, 269, 271].map((late) => Math.round(late + first(late)))).toEqual([300, 300, 600]);
  });
});
