import { expect, test, vi } from "vitest";
import { openSharedLimit, type Siblings } from "./siblings.ts";

/** Two processes that receive each other's messages immediately. */
function twoProcesses(): [Siblings, Siblings] {
  const receivers: Map<string, (body: unknown) => void>[] = [new Map(), new Map()];
  const siblingsOf = (index: number): Siblings => ({
    send: (topic, body) => receivers[1 - index]?.get(topic)?.(body),
    onMessage: (topic, receive) => void receivers[index]?.set(topic, receive),
    ask: async () => [],
    onAsked: () => {},
  });
  return [siblingsOf(0), siblingsOf(1)];
}

test("counts requests of all processes against one limit", () => {
  vi.useFakeTimers();
  const options = { perSecond: 1, burst: 10, now: Date.now };
  const [first, second] = twoProcesses().map((siblings) => openSharedLimit(siblings, "requests", options));
  const take = (limit = first, times = 1) =>
    Array.from({ length: times }, () => limit?.take("a")).filter((taken) => taken?.allowed).length;
  expect(take(first, 7)).toBe(7);
  vi.advanceTimersByTime(20);
  expect(take(second, 10)).toBe(3);
  vi.advanceTimersByTime(20);
  expect(take(first, 10)).toBe(0);
  second?.refund("a");
  vi.advanceTimersByTime(20);
  expect(take(first, 10)).toBe(1);
  vi.useRealTimers();
});
